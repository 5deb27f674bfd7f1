"""Frames of regions: on and off differ in form, and the kind is written out."""

import pytest

from app.model.theme import load_theme
from app.render.draw_region import HEADER, region_fill, region_marks
from app.render.fonts import text_width
from app.render.looks import RegionKind, RegionLook
from app.render.marks import Anchor, Box, Text

DARK = load_theme("dark")


def words(look):
    return [mark.text for mark in region_marks(look, DARK) if isinstance(mark, Text)]


@pytest.mark.parametrize("kind", [kind for kind in RegionKind if kind is not RegionKind.COMMENT])
def test_kind_note_and_state_are_written_in_the_header(kind):
    assert words(RegionLook(kind, 336, 148, True, "frozen branch")) == [kind, "frozen branch", "on"]
    assert words(RegionLook(kind, 336, 148, False)) == [kind, "", "off"]
    for mark in region_marks(RegionLook(kind, 336, 148), DARK):
        if isinstance(mark, Text):
            assert mark.y < HEADER


def test_a_comment_has_no_switch():
    assert words(RegionLook(RegionKind.COMMENT, 300, 100, note="Set up the inputs")) == ["Set up the inputs"]


@pytest.mark.parametrize("kind", RegionKind)
def test_off_is_an_outline_on_the_canvas(kind):
    on, off = RegionLook(kind, 336, 148, True), RegionLook(kind, 336, 148, False)
    assert region_fill(off, DARK) == DARK.colour("canvas")
    assert region_fill(on, DARK) != DARK.colour("canvas")

    def grounds(look):
        return [mark for mark in region_marks(look, DARK) if isinstance(mark, Box) and mark.fill and mark.height > 20]

    assert len(grounds(on)) == 1 and grounds(off) == []


def test_a_toggle_moves_no_word():
    on, off = (RegionLook(RegionKind.NO_GRAD, 336, 148, flag, "frozen branch") for flag in (True, False))
    places = [[(mark.x, mark.y) for mark in region_marks(look, DARK) if isinstance(mark, Text)] for look in (on, off)]
    for one, other in zip(*places, strict=True):
        assert one == pytest.approx(other, abs=1.5)  # the name is bolder while it is on


def test_a_long_note_stops_before_the_switch():
    look = RegionLook(RegionKind.NO_GRAD, 240, 100, note="a note that is far too long for this little frame")
    note = next(mark for mark in region_marks(look, DARK) if isinstance(mark, Text) and mark.text.endswith("…"))
    assert note.anchor is Anchor.START
    assert note.x + text_width(note.text, note.style) < look.width - 60


def test_selected_shows_an_outline():
    plain, selected = (RegionLook(RegionKind.DETACH, 200, 100, selected=flag) for flag in (False, True))
    assert len(region_marks(selected, DARK)) == len(region_marks(plain, DARK)) + 1
