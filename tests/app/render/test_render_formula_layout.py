"""Letters of a formula stand where a typesetter puts them."""

import pytest

from app.render.fonts import text_width
from app.render.formula import Fenced, Fraction, Kind, Labelled, Literal, Operator, Root, Row, Script, Spacing, Symbol
from app.render.formula_layout import typeset
from app.render.formula_parse import Style, parse_formula
from app.render.marks import TextStyle

SIZES = [13.5, 15.5, 17.0, 21.0]
X, TWO = Symbol("x"), Literal("2")


@pytest.fixture(params=SIZES)
def size(request):
    return request.param


def runs(formula, size):
    return {run.text: run for run in typeset(formula, size).runs}


def test_a_power_is_smaller_and_raised_and_an_index_lowered(size):
    laid = runs(Script(X, Literal("0"), TWO), size)
    base, index, power = laid["x"], laid["0"], laid["2"]
    assert power.style.size == index.style.size < base.style.size
    assert power.y < base.y < index.y
    assert power.x >= base.x + text_width("x", base.style) * 0.9
    assert abs(power.x - index.x) < 0.1 * size


def test_index_and_power_do_not_touch(size):
    laid = runs(Script(X, Literal("0"), TWO), size)
    digits = 0.73 * laid["0"].style.size
    assert laid["0"].y - digits > laid["2"].y


def test_a_fraction_stacks_its_parts_around_the_bar(size):
    typesetting = typeset(Fraction(Symbol("a"), Symbol("b")), size)
    laid = {run.text: run for run in typesetting.runs}
    (bar,) = typesetting.bars
    level = bar.points[0][1]
    assert laid["a"].y < level < laid["b"].y - 0.5 * laid["b"].style.size
    assert level == pytest.approx(-0.36 * size)
    assert typesetting.ascent > size and typesetting.descent > 0.4 * size
    assert bar.points[1][0] - bar.points[0][0] >= text_width("a", laid["a"].style)


def test_a_root_covers_its_body(size):
    typesetting = typeset(Root(Row((X, Operator("+"), TWO))), size)
    (sign,) = typesetting.bars
    assert sign.points[-1][0] >= typesetting.runs[-1].x + text_width("2", typesetting.runs[-1].style)
    assert sign.points[-1][1] < -0.7 * size


def test_brackets_grow_only_around_what_is_tall(size):
    flat, tall = typeset(Fenced(X), size), typeset(Fenced(Fraction(X, TWO)), size)
    assert flat.runs[0].style.size == size
    assert tall.runs[0].style.size > 1.5 * size


def test_a_relation_stands_further_apart_than_a_sum_than_a_product(size):
    def width(spacing):
        return typeset(Row((X, Operator("=", spacing), X)), size).width

    assert width(Spacing.RELATION) > width(Spacing.BINARY) > width(Spacing.THIN) > width(Spacing.NONE)


def test_runs_stay_inside_the_width(size):
    formula = parse_formula("g / sqrt(x[0]**2 + 1) * (1 - exp(-x)) - 3", Style(signs={"sqrt": "√", "exp": "eˣ"}))
    typesetting = typeset(formula, size)
    for run in typesetting.runs:
        assert run.x >= -0.01
        assert run.x + text_width(run.text, run.style) <= typesetting.width + 0.5
        assert -typesetting.ascent <= run.y <= typesetting.descent


def test_terms_of_a_row_do_not_overlap(size):
    typesetting = typeset(parse_formula("2 * x[0] + 4 * y - 12"), size)
    ends = 0.0
    for run in sorted(typesetting.runs, key=lambda run: run.x):
        if run.y == 0:
            assert run.x >= ends - 0.01
            ends = run.x + text_width(run.text, run.style)


def test_kinds_and_slants_survive(size):
    laid = runs(Row((Symbol("g", Kind.GRADIENT), Operator("·"), Literal("[1, 2]", Kind.VALUE))), size)
    assert laid["g"].kind is Kind.GRADIENT and laid["g"].style.italic
    assert laid["[1, 2]"].kind is Kind.VALUE and not laid["[1, 2]"].style.italic


def test_labels_are_centred_under_their_term():
    laid = {run.text: run for run in typeset(Labelled(Literal("[0, 16]"), ("before", "from x[1]")), 15.5).runs}
    middle = laid["[0, 16]"].x + text_width("[0, 16]", laid["[0, 16]"].style) / 2
    for line in ("before", "from x[1]"):
        assert laid[line].x + text_width(line, laid[line].style) / 2 == pytest.approx(middle, abs=0.1)
    assert 0 < laid["before"].y < laid["from x[1]"].y


def test_sizes_come_in_halves():
    for run in typeset(parse_formula("x**2 / y[0]"), 15.5).runs:
        assert (2 * run.style.size).is_integer()
        assert isinstance(run.style, TextStyle)
