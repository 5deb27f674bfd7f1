"""Text contrasts at least 4.5 to 1 and shapes at least 3 to 1, in every theme."""

import itertools

import pytest

from app.model.colour import contrast, mix
from app.model.theme import Emphasis, Family, ThemeName, load_theme
from app.render.inks import ink

CATEGORIES = (
    "activation", "arithmetic", "compare", "custom", "elementwise", "group", "indexing", "leaf", "linalg",
    "loss", "reduction", "shape",
)  # fmt: skip
KINDS = ("no_grad", "enable_grad", "detach", "inference_mode", "comment")
GROUNDS = ("card", "panel", "bar", "field", "control", "row.selected")

TEXT = [
    *itertools.product(("text",), GROUNDS),
    *itertools.product(("text.quiet",), ("card", "panel", "bar", "field", "canvas", "card.well", "card.untracked")),
    *itertools.product(("text.strong",), ("canvas", "panel", "card")),
    *itertools.product(("value.strong",), ("card", "panel", "card.untracked")),
    *itertools.product(("gradient.strong",), ("card", "card.well", "gradient.soft", "canvas")),
    ("gradient.on", "gradient.packet"),
    *itertools.product(("blocked.text", "ghost.text"), ("blocked.soft", "card", "canvas")),
    *itertools.product(("error.text",), ("error.soft", "card")),
    ("error.on", "error.base"),
    *itertools.product(("nan.text",), ("nan.soft", "card")),
    ("nan.on", "nan.base"),
    ("text.inverse", "accent"),
    *((f"card.symbol.{name}", f"card.title.{name}") for name in CATEGORIES),
    *(("text", f"card.title.{name}") for name in CATEGORIES),
    *(("text.quiet", f"card.title.{name}") for name in CATEGORIES),
    *((f"region.{kind}.text", f"region.{kind}.fill") for kind in KINDS),
    *((f"region.{kind}.text", "canvas") for kind in KINDS),
]
SHAPES = [
    *itertools.product(("value.base", "gradient.base", "blocked.base", "error.base", "nan.base"), ("canvas", "card")),
    *itertools.product(("socket.tracked", "socket.untracked"), ("canvas", "card")),
    *itertools.product(
        ("wire.tracked", "wire.untracked", "wire.blocked", "wire.gradient"),
        ("canvas", *(f"region.{kind}.fill" for kind in KINDS)),
    ),
    *itertools.product(("selection", "focus", "stop"), ("canvas", "card")),
    *itertools.product(("control.edge",), ("panel", "card")),
    *((f"region.{kind}.border", "canvas") for kind in KINDS),
    *((f"region.{kind}.border.off", "canvas") for kind in KINDS),
]


@pytest.fixture(params=ThemeName)
def theme(request):
    return load_theme(request.param)


@pytest.mark.parametrize(("ink", "ground"), TEXT, ids=lambda token: token)
def test_text_is_legible(theme, ink, ground):
    assert contrast(theme.colour(ink), theme.colour(ground)) >= 4.5


@pytest.mark.parametrize(("shape", "ground"), SHAPES, ids=lambda token: token)
def test_shapes_stand_out(theme, shape, ground):
    assert contrast(theme.colour(shape), theme.colour(ground)) >= 3.0


@pytest.mark.parametrize("kind", KINDS)
def test_a_regions_header_is_legible_on_its_tint(theme, kind):
    tint = mix(theme.colour(f"region.{kind}.fill"), theme.colour(f"region.{kind}.border"), 0.18)
    assert contrast(theme.colour(f"region.{kind}.text"), tint) >= 4.5


@pytest.mark.parametrize("family", Family)
def test_a_number_is_legible_on_any_heat_map_cell(theme, family):
    for colour in theme.ramps[family].levels:
        assert contrast(theme.on_cell(colour), colour) >= 4.5


@pytest.mark.parametrize(("name", "least"), [("dark", 2.8), ("light", 3.0), ("high-contrast", 8.8), ("print", 4.5)])
def test_a_value_on_a_dimmed_card_can_still_be_read(name, least):
    theme = load_theme(name)
    value, card = (ink(theme, Emphasis.REST)(token) for token in ("value.strong", "card"))
    assert contrast(value, card) >= least
