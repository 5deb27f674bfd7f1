"""The window as a picture: always the same, at any size, step, theme and scale."""

import pytest
from PySide6.QtWidgets import QApplication

from app.model.theme import ThemeName, load_theme
from app.shell.screenshot import screenshot
from core.errors import GradwalkError
from core.expr.parse import parse

DOCUMENT = parse("x = torch.tensor([1., 2.], requires_grad=True)\ny = (x * x).sum()\ny.backward()").document


@pytest.fixture(autouse=True)
def _application(qapp):
    return qapp


def test_the_same_document_gives_the_same_pixels():
    first = screenshot(DOCUMENT, at=2, size=(900, 600))
    assert first == screenshot(DOCUMENT, at=2, size=(900, 600))
    assert first != screenshot(DOCUMENT, at=1, size=(900, 600))


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_scales_without_changing_what_is_where(scale):
    image = screenshot(DOCUMENT, size=(800, 600), scale=scale)
    assert (image.width(), image.height()) == (round(800 * scale), round(600 * scale))
    bar = load_theme("dark").colour("bar").lower()
    assert image.pixelColor(round(790 * scale), round(4 * scale)).name() == bar


@pytest.mark.parametrize("theme", [ThemeName.DARK, ThemeName.LIGHT, ThemeName.HIGH_CONTRAST])
def test_is_in_the_colours_of_its_theme(theme):
    image = screenshot(DOCUMENT, theme=theme, size=(800, 600))
    assert image.pixelColor(790, 4).name() == load_theme(theme).colour("bar").lower()


def test_a_step_that_is_not_there_is_refused_and_leaves_no_window():
    before = len(QApplication.topLevelWidgets())
    with pytest.raises(GradwalkError):
        screenshot(DOCUMENT, at=99)
    QApplication.sendPostedEvents(None, 52)
    assert len(QApplication.topLevelWidgets()) <= before
