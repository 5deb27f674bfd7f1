"""Hatch lines stay inside their rounded rectangle without any clipping."""

import itertools
import math

from hypothesis import given
from hypothesis import strategies as st

from app.render.hatching import hatching
from app.render.marks import Rect


def beyond(area, radius, x, y):
    """How far a point lies outside a rounded rectangle."""
    inner_x = min(max(x, area.x + radius), area.right - radius)
    inner_y = min(max(y, area.y + radius), area.bottom - radius)
    return math.hypot(x - inner_x, y - inner_y) - radius


@given(st.floats(20, 200), st.floats(12, 100), st.floats(0, 6), st.floats(3, 9))
def test_every_line_ends_on_the_edge(width, height, radius, step):
    area = Rect(-7.0, 3.0, width, height)
    lines = hatching(area, radius, step)
    assert lines
    for x1, y1, x2, y2 in lines:
        assert abs(beyond(area, radius, x1, y1)) < 1e-6
        assert abs(beyond(area, radius, x2, y2)) < 1e-6
        assert math.isclose(x2 - x1, y1 - y2, rel_tol=1e-9, abs_tol=1e-9)


@given(st.floats(3, 9))
def test_lines_are_a_step_apart(step):
    sums = sorted(x + y for x, y, _, _ in hatching(Rect(0, 0, 101, 24), 5, step))
    assert all(math.isclose(b - a, step, rel_tol=1e-6) for a, b in itertools.pairwise(sums))
