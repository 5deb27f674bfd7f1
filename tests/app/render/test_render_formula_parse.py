"""Expressions become formulas that mean the same; text that is none is refused, and nothing is run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.render.formula import Fenced, Fraction, Kind, Literal, Operator, Root, Row, Script, Symbol
from app.render.formula_parse import DEEPEST, LONGEST, FormulaError, Style, parse_formula

X, G = Symbol("x"), Symbol("g", Kind.GRADIENT)
SIGNS = {"sqrt": "√", "exp": "eˣ", "sum": "Σ", "sigmoid": "σ", "abs": "|x|", "square": "x²", "t": "T"}


def written(formula) -> str:
    """A formula as one line of text, with brackets only where the formula has them."""
    match formula:
        case Symbol(text=text) | Literal(text=text) | Operator(text=text):
            return text
        case Row(items=items):
            return "".join(map(written, items))
        case Fraction(over=over, under=under):
            return f"[{written(over)}]/[{written(under)}]"
        case Script(base=base, below=below, above=above):
            low = f"_{written(below)}" if below else ""
            high = f"^{written(above)}" if above else ""
            return written(base) + low + high
        case Root(body=body):
            return f"√<{written(body)}>"
        case Fenced(body=body, left=left, right=right):
            return f"{left}{written(body)}{right}"
    raise AssertionError(formula)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("g * (1 - x**2)", "g·(1−x^2)"),
        ("2 * x", "2x"),
        ("2 * (a + b)", "2(a+b)"),
        ("x * 2", "x·2"),
        ("2 * 3", "2×3"),
        ("a - (b - c)", "a−(b−c)"),
        ("a - b - c", "a−b−c"),
        ("a + -b", "a+(−b)"),
        ("-a * b", "−a·b"),
        ("a * -b", "a·(−b)"),
        ("(a + b)**2", "(a+b)^2"),
        ("a**b**c", "a^b^c"),
        ("(a**b)**c", "(a^b)^c"),
        ("g / (2 * x)", "[g]/[2x]"),
        ("x[0]", "x_0"),
        ("x[0, 1:]", "x_0,1:"),
        ("a @ b.T", "ab^T"),
        ("x >= 0", "x≥0"),
        ("sqrt(a**2 + b)", "√<a^2+b>"),
        ("exp(-x)", "e^−x"),
        ("abs(x - mu)", "|x−μ|"),
        ("sum(x)", "Σx"),
        ("x.sum()", "Σx"),
        ("sum(a + b)", "Σ(a+b)"),
        ("torch.sigmoid(x)", "σ(x)"),
        ("where(x > 0, g, 0)", "where(x>0,g,0)"),
        ("t(g)", "g^T"),
        ("[1, 2]", "[1,2]"),
        ("a if c else b", "aifcelseb"),
        ("(a > 0) & (b > 0)", "a>0andb>0"),
        ("x[0] * x[0]", "x_0·x_0"),
        ("0.1 * 1e-9", "0.1×1e−9"),
    ],
)
def test_an_expression_is_written_as_a_formula(text, line):
    assert written(parse_formula(text, Style(signs=SIGNS))) == line


def test_equal_factors_can_be_gathered():
    formula = parse_formula("2*x[0]*x[0] + 4*x[1]*x[1]", Style(gathered=True))
    assert written(formula) == "2x_0^2+4x_1^2"


def test_places_that_are_open_are_not_gathered():
    assert written(parse_formula("... * ... + x[..., 0]", Style(gathered=True))) == "…×…+x_…,0"


def test_fractions_can_stay_on_the_line():
    flat = Style(stacked=False)
    assert written(parse_formula("g / 6", flat)) == "g/6"
    assert written(parse_formula("a / (b * c)", flat)) == "a/(b·c)"
    assert written(parse_formula("(a + b) / c", flat)) == "(a+b)/c"


def test_names_are_replaced_by_what_they_stand_for():
    style = Style({"g": G, "result": Literal("−2", Kind.VALUE)})
    formula = parse_formula("g * result", style)
    assert formula.items[0] == G
    assert written(formula) == "g·(−2)"
    assert written(parse_formula("result**2", style)) == "(−2)^2"


def test_a_function_without_a_sign_keeps_its_name():
    assert written(parse_formula("sqrt(x)")) == "sqrt(x)"


@pytest.mark.parametrize("text", ["", "1 +", "x = 3", "import os", "a b", "(", "x[", "\0"])
def test_text_that_is_no_expression_is_refused_with_its_place(text):
    with pytest.raises(FormulaError, match=r"expression|typeset"):
        parse_formula(text)


def test_long_and_deep_text_is_refused():
    with pytest.raises(FormulaError, match=str(LONGEST)):
        parse_formula("x" * (LONGEST + 1))
    with pytest.raises(FormulaError, match=r"deep|nested"):
        parse_formula("(1 + 2 * " * 150 + "x" + ")" * 150)
    with pytest.raises(FormulaError):
        parse_formula("-" * 1000 + "x")


def test_a_long_chain_is_one_level():
    formula = parse_formula("+".join(["x"] * 900))
    assert len(formula.items) == 1 + 2 * 899
    assert DEEPEST < 900


def test_nothing_is_run():
    assert "open" in written(parse_formula("open('/nonexistent', 'w')"))


@given(st.text(max_size=60))
def test_any_text_gives_a_formula_or_a_formula_error(text):
    try:
        formula = parse_formula(text, Style(signs=SIGNS, gathered=True))
    except FormulaError as error:
        assert str(error)
    else:
        assert isinstance(written(formula), str)
