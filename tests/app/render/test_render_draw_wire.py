"""Wires say what they carry by width, ticks, walls and scissors, not by colour alone."""

import itertools

import numpy as np
import pytest

from app.model.colour import luminance
from app.model.theme import Emphasis, load_theme
from app.render import geometry
from app.render.draw_wire import halo_marks, split, ticks, wire_marks, wire_stroke
from app.render.draw_wire_signs import wire_signs
from app.render.inks import ink
from app.render.looks import Cut, NumberText, WireLook, WireState
from app.render.marks import Cells, Curve, Disc, Lines, Text
from app.render.previews import heat_map

DARK, PRINT = load_theme("dark"), load_theme("print")
GROUND = DARK.colour("canvas")
WIRE = geometry.curve((0, 0), (240, 90))


def kinds(marks):
    return [type(mark) for mark in marks]


def texts(marks):
    return [mark.text for mark in marks if isinstance(mark, Text)]


def test_an_untracked_wire_is_thinner_and_a_gradient_wider_with_its_norm():
    widths = [
        wire_stroke(look, DARK).width
        for look in (
            WireLook(WireState.UNTRACKED),
            WireLook(WireState.TRACKED),
            WireLook(WireState.GRADIENT, norm=1),
            WireLook(WireState.GRADIENT, norm=16),
            WireLook(WireState.GRADIENT, norm=1e12),
        )
    ]
    assert widths == sorted(widths)
    assert widths[-1] == DARK.metrics.line.wire_gradient_max


def test_states_differ_in_form():
    forms = {
        state: tuple(kinds(wire_marks(WIRE, WireLook(state), DARK, GROUND)))
        + tuple(kinds(wire_signs(WIRE, WireLook(state), DARK, GROUND)))
        + (wire_stroke(WireLook(state), DARK).width,)
        for state in WireState
    }
    same = {(one, other) for one, other in itertools.combinations(WireState, 2) if forms[one] == forms[other]}
    assert same == set()


def test_ticks_cross_a_blocked_wire_evenly():
    line = ticks(WIRE, "#777777", DARK)
    length = DARK.metrics.size.blocked_tick_length
    centres = []
    for x1, y1, x2, y2 in line.segments:
        assert np.hypot(x2 - x1, y2 - y1) == pytest.approx(length)
        centres.append(((x1 + x2) / 2, (y1 + y2) / 2))
    assert geometry.distances(np.array([WIRE]), centres[5], 200)[0] < 0.1
    gaps = np.hypot(*np.diff(centres, axis=0).T)
    assert gaps == pytest.approx(DARK.metrics.size.blocked_tick_every, abs=0.2)


def test_scissors_leave_the_rest_of_the_wire_untracked():
    look = WireLook(WireState.BLOCKED, cut=Cut.SCISSORS, cut_at=0.4, ghost="would add 3")
    first, ticked, rest = wire_marks(WIRE, look, DARK, GROUND)
    assert isinstance(ticked, Lines)
    assert (first.points, rest.points) == split(WIRE, 0.4)
    assert rest.stroke.width == DARK.metrics.line.wire_untracked
    signs = wire_signs(WIRE, look, DARK, GROUND)
    disc = next(mark for mark in signs if isinstance(mark, Disc))
    assert (disc.x, disc.y) == pytest.approx(geometry.point_at(WIRE, 0.4))
    assert "would add 3" in texts(signs)


def test_a_wall_stops_the_ticks_in_front_of_it():
    look = WireLook(WireState.BLOCKED, cut=Cut.WALL, cut_at=0.3)
    inside, outside, ticked = wire_marks(WIRE, look, DARK, GROUND)
    assert inside.stroke.width == DARK.metrics.line.wire_untracked
    assert outside.points[0] == pytest.approx(geometry.point_at(WIRE, 0.3))
    assert len(ticked.segments) > 5


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_split_wire_is_whole(share):
    first, second = split(WIRE, share)
    assert first[0] == WIRE[0] and second[3] == WIRE[3]
    assert first[3] == pytest.approx(second[0])


def test_a_label_stands_where_it_is_told():
    look = WireLook(WireState.GRADIENT, 2.0, NumberText("2"), label_at=0.6)
    plate, text = wire_signs(WIRE, look, DARK, "#123456")
    place = geometry.point_at(WIRE, 0.6)
    assert (plate.x + plate.width / 2, plate.y + plate.height / 2) == pytest.approx(place)
    assert (text.x, plate.fill, text.text) == (place[0], "#123456", "2")


def test_a_label_can_be_a_heat_map():
    look = WireLook(WireState.GRADIENT, 2.0, heat_map(np.ones((2, 3))))
    assert Cells in kinds(wire_signs(WIRE, look, DARK, GROUND))


def test_labels_are_dimmed_less_than_their_wire():
    bright = wire_signs(WIRE, WireLook(label=NumberText("2")), DARK, GROUND)[1].colour
    dim = wire_signs(WIRE, WireLook(label=NumberText("2"), emphasis=Emphasis.REST), DARK, GROUND)[1].colour
    assert dim not in (bright, ink(DARK, Emphasis.REST)("gradient.strong"))


def test_a_reason_and_an_alert_are_written_out():
    assert "bool: no gradient" in texts(wire_signs(WIRE, WireLook(reason="bool: no gradient"), DARK, GROUND))
    assert wire_signs(WIRE, WireLook(WireState.INVALID), DARK, GROUND)
    assert wire_signs(WIRE, WireLook(), DARK, GROUND) == ()


def test_a_trail_fades_towards_where_the_packet_came_from():
    *trail, line = wire_marks(WIRE, WireLook(WireState.GRADIENT, 1, trail=True), DARK, GROUND)
    assert (line,) == wire_marks(WIRE, WireLook(WireState.GRADIENT, 1), DARK, GROUND)
    ends = [piece.points[0][0] for piece in trail]
    assert ends == sorted(ends)
    brightness = [luminance(piece.stroke.colour) for piece in trail]
    assert brightness == sorted(brightness, reverse=True)
    assert trail[-1].stroke.colour == GROUND
    assert all(piece.stroke.width > 3 * line.stroke.width for piece in trail)


def test_a_selected_wire_has_an_outline_of_its_own():
    plain = wire_marks(WIRE, WireLook(), DARK, GROUND)
    outer, gap, line = wire_marks(WIRE, WireLook(selected=True), DARK, GROUND)
    assert (line,) == plain
    assert outer.stroke.width > gap.stroke.width > line.stroke.width
    assert outer.stroke.colour == DARK.colour("selection")


def test_a_halo_is_wider_than_its_wire_and_of_its_ground():
    (halo,) = halo_marks(WIRE, WireLook(), DARK, 0.4, 0.6, "#010203")
    assert isinstance(halo, Curve)
    assert halo.stroke.width == wire_stroke(WireLook(), DARK).width + DARK.metrics.line.wire_halo
    assert halo.stroke.colour == "#010203"


def test_print_dims_nothing():
    assert wire_stroke(WireLook(emphasis=Emphasis.REST), PRINT) == wire_stroke(WireLook(), PRINT)
