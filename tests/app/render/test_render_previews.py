"""What a card shows of a tensor is the tensor: averaged, never sampled, and never hiding a NaN."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from app.model.colour import contrast
from app.model.theme import Family, ThemeName, load_theme
from app.render.draw_heat import heat_marks, heat_size
from app.render.inks import Ink
from app.render.looks import HeatMap, NumberText
from app.render.previews import averaged, heat_map, largest, nonfinite_text, preview, type_label

F32 = np.float32


@pytest.mark.parametrize(
    ("array", "text", "short"),
    [
        (np.array(18.0, F32), "18", "18"),
        (np.array(0.070622, F32), "0.07062", "0.071"),
        (np.array([1, 2], np.int64), "[1, 2]", "[1, 2]"),
        (np.array([True, False]), "[T, F]", "[T, F]"),
        (np.array([0.25, np.nan, -np.inf], F32), "[0.25, NaN, −∞]", "[0.25, NaN, −∞]"),
        (np.tanh(np.array([-1.0, 0, 1])), "[−0.7616, 0, 0.7616]", "[−0.76, 0, 0.76]"),
        (np.zeros((0, 3), F32), "[ ]", ""),
    ],
)
def test_small_tensors_are_numbers(array, text, short):
    assert preview(array) == NumberText(text, short)


@pytest.mark.parametrize(
    ("shape", "rows", "columns"),
    [
        ((5,), 1, 5),
        ((12,), 1, 12),
        ((100,), 1, 12),
        ((2, 3), 2, 3),
        ((64, 96), 8, 12),
        ((2, 3, 4), 6, 4),
        ((9, 2), 8, 2),
    ],
)
def test_larger_tensors_are_heat_maps_of_at_most_8_by_12(shape, rows, columns):
    heat = preview(np.ones(shape, F32))
    assert isinstance(heat, HeatMap)
    assert (heat.rows, heat.columns) == (rows, columns)


def test_levels_are_symmetric_around_zero():
    heat = heat_map(np.array([[-2.0, -1.0, 0.0, 1.0, 2.0]]))
    assert list(heat.levels) == [1, 64, 128, 192, 255]


def test_a_given_limit_is_shared_by_several_maps_and_clips():
    assert list(heat_map(np.array([[1.0, -9.0]]), 4.0).levels) == [160, 1]


def test_zeros_have_no_colour():
    assert set(heat_map(np.zeros((3, 3))).levels) == {128}


@given(hnp.arrays(F32, hnp.array_shapes(min_dims=2, max_dims=2, max_side=40), elements=st.floats(-1e6, 1e6, width=32)))
def test_cells_are_means_of_equal_blocks(matrix):
    cells = averaged(matrix)
    rows, columns = min(len(matrix), 8), min(matrix.shape[1], 12)
    assert cells.shape == (rows, columns)
    row_blocks, column_blocks = np.linspace(0, matrix.shape[0], rows + 1), np.linspace(0, matrix.shape[1], columns + 1)
    block = matrix[: int(row_blocks[1]), : int(column_blocks[1])]
    assert cells[0, 0] == pytest.approx(block.astype(np.float64).mean(), rel=1e-6, abs=1e-6)


@given(st.integers(0, 63), st.integers(0, 95), st.sampled_from([np.nan, np.inf, -np.inf]))
def test_one_bad_number_among_thousands_shows(row, column, bad):
    matrix = np.ones((64, 96), F32)
    matrix[row, column] = bad
    heat = heat_map(matrix)
    assert heat.levels.count(0) == 1
    assert heat.levels[(row // 8) * 12 + column // 8] == 0


def test_opposite_infinities_in_a_block_are_no_warning():
    matrix = np.full((16, 24), np.inf)
    matrix[::2] = -np.inf
    assert set(heat_map(matrix).levels) == {0}


def test_equal_tensors_have_equal_looks_even_with_nan():
    matrix = np.array([[np.nan, 1.0]])
    assert heat_map(matrix) == heat_map(matrix.copy())
    assert hash(heat_map(matrix)) == hash(heat_map(matrix.copy()))


@pytest.mark.parametrize(
    ("array", "label"),
    [
        (np.zeros((), F32), "f32"), (np.zeros((2, 3), np.float64), "f64 [2, 3]"), (np.zeros(3, bool), "bool [3]"),
        (np.zeros(2, np.uint8), "u8 [2]"), (np.zeros(1, np.int64), "i64 [1]"), (np.zeros(1, np.complex64), "c64 [1]"),
    ],
)  # fmt: skip
def test_type_and_shape_are_short(array, label):
    assert type_label(array) == label


def test_what_is_broken_is_counted():
    assert nonfinite_text(np.array(np.nan)) == "NaN"
    assert nonfinite_text(np.array([1.0, np.nan, np.inf])) == "1 of 3 NaN"
    assert nonfinite_text(np.array([1.0, np.inf, -np.inf])) == "2 of 3 ∞"


def test_the_largest_number_ignores_what_is_not_finite():
    assert largest(np.array([1.0, -3.0, np.nan, np.inf])) == 3.0
    assert largest(np.array([np.nan])) == 0.0


@pytest.mark.parametrize("name", [ThemeName.LIGHT, ThemeName.PRINT, ThemeName.HIGH_CONTRAST])
@pytest.mark.parametrize("family", Family)
def test_cells_near_zero_can_be_told_from_the_card(name, family):
    theme = load_theme(name)
    heat = preview(np.zeros((3, 2)))
    mesh, cells, *_ = heat_marks(heat, 10.0, 20.0, 9.0, family, Ink(theme))
    width, height = heat_size(heat, 9.0)
    assert (mesh.x, mesh.y, mesh.width, mesh.height) == (9.0, 19.0, width + 2, height + 2)
    assert contrast(mesh.fill, theme.colours["card"]) > 1.3
    assert all(contrast(mesh.fill, cell) > 1.1 for row in cells.rows for cell in row)
