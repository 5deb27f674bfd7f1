"""Curves of wires: ends, bends, pieces, distances and crossings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.render import geometry
from app.render.crossings import MOST_WIRES, crossings
from app.render.looks import Side

COORDINATES = st.floats(-2000, 2000, width=32)
POINTS = st.tuples(COORDINATES, COORDINATES)
CUBICS = st.tuples(POINTS, POINTS, POINTS, POINTS)
FORWARD = {Side.RIGHT: (1, 0), Side.LEFT: (-1, 0), Side.TOP: (0, -1), Side.BOTTOM: (0, 1)}


def test_a_known_wire():
    """The one from x to x[0] in the main example."""
    wire = geometry.curve((330, 439), (420, 335))
    np.testing.assert_allclose(wire, [(330, 439), (381.24, 439), (368.76, 335), (420, 335)])


@given(POINTS, POINTS, st.sampled_from(Side))
def test_wires_leave_and_arrive_square_to_their_side(source, target, side):
    start, first, second, end = geometry.curve(source, target, side)
    assert start == pytest.approx(source) and end == pytest.approx(target)
    dx, dy = FORWARD[side]
    least, most = (28, 112) if side.horizontal else (24, 96)
    for handle in (np.subtract(first, start), np.subtract(end, second)):
        along, across = handle @ (dx, dy), handle @ (-dy, dx)
        assert least - 1e-3 <= along <= most + 1e-3
        assert abs(across) < 1e-3


@given(st.lists(CUBICS, min_size=1, max_size=5), st.integers(1, 20))
def test_flattened_curves_start_and_end_where_they_should(wires, segments):
    curves = np.array(wires, dtype=float)
    points = geometry.flattened(curves, segments)
    assert points.shape == (len(wires), segments + 1, 2)
    np.testing.assert_allclose(points[:, [0, -1]], curves[:, [0, 3]], atol=1e-6)
    low, high = curves.min(axis=1), curves.max(axis=1)
    assert (points >= low[:, None] - 1e-6).all() and (points <= high[:, None] + 1e-6).all()


@given(CUBICS, st.floats(0.05, 0.45), st.floats(0.55, 0.95))
def test_a_piece_is_a_piece_of_the_same_curve(wire, start, end):
    piece = geometry.part(np.array([wire]), start, end)
    shares = np.linspace(0, 1, 7)
    inner = geometry.points_at(np.repeat(piece, 7, axis=0), shares)
    outer = geometry.points_at(np.repeat([wire], 7, axis=0), start + shares * (end - start))
    np.testing.assert_allclose(inner, outer, atol=1e-6 * (1 + np.abs(wire).max()))


@given(CUBICS, st.floats(0, 1))
def test_a_point_on_a_wire_is_at_no_distance(wire, share):
    place = geometry.point_at(wire, share)
    length = np.abs(np.diff(wire, axis=0)).sum()
    assert geometry.distances(np.array([wire]), place)[0] <= 0.01 * length + 1e-6


def test_distance_is_measured_across():
    straight = geometry.curve((0, 0), (300, 0))
    assert geometry.distances(np.array([straight]), (150, 7))[0] == pytest.approx(7)


def test_spaced_points_are_evenly_spaced():
    wire = geometry.curve((0, 0), (200, 120))
    points, directions = geometry.evenly_spaced(wire, 9.0)
    gaps = np.hypot(*np.diff(points, axis=0).T)
    assert gaps.min() > 8.5 and gaps.max() < 9.1
    np.testing.assert_allclose(np.hypot(*directions.T), 1.0)


@pytest.mark.parametrize(("norm", "width"), [(0, 1.75), (1, 2.3), (16, 4.0), (1e9, 6.0), (np.nan, 6.0), (np.inf, 6.0)])
def test_width_grows_with_the_logarithm_of_the_norm(norm, width):
    assert geometry.gradient_width(np.array([norm]), 1.75, 0.55, 6.0)[0] == pytest.approx(width, abs=0.01)


def test_boxes_hold_their_curves():
    rng = np.random.default_rng(0)
    curves = rng.normal(size=(50, 4, 2)) * 100
    box, points = geometry.boxes(curves), geometry.flattened(curves, 30)
    assert (points.min(axis=1) >= box[:, :2] - 1e-9).all() and (points.max(axis=1) <= box[:, 2:] + 1e-9).all()


def test_two_wires_that_cross_do_so_once_and_the_later_one_is_on_top():
    falling, rising = geometry.curve((0, 0), (300, 200)), geometry.curve((0, 200), (300, 0))
    (crossing,) = crossings([falling, rising])
    assert crossing.over == 1
    assert crossing.share == pytest.approx(0.5, abs=0.02)
    assert crossing.start < crossing.share < crossing.end
    np.testing.assert_allclose(geometry.point_at(rising, crossing.share), (150, 100), atol=2)


def test_wires_that_share_an_end_or_keep_apart_do_not_cross():
    fan = [geometry.curve((0, 0), (300, 100 * index)) for index in range(-2, 3)]
    assert crossings(fan) == ()
    assert crossings([geometry.curve((0, 0), (300, 0)), geometry.curve((0, 50), (300, 50))]) == ()
    assert crossings([]) == ()


def test_too_many_wires_are_not_searched():
    pair = [geometry.curve((0, 0), (300, 200)), geometry.curve((0, 200), (300, 0))]
    assert crossings(pair * (MOST_WIRES // 2)) != ()
    assert crossings(pair * (MOST_WIRES // 2 + 1)) == ()
