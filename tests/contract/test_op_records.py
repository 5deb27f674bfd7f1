"""Every record is complete: what the palette, the inspector, the explanation and the reference page read of it."""

import ast
import re
from pathlib import Path

import pytest
from PySide6.QtGui import QRawFont
from sampling import CASES, IDS, OPS, every

from app.render.icons import Icon, symbol
from core.ops.registry import all_ops
from core.ops.rule import ARRAY_WORDS
from core.ops.spec import REQUIRED, Category, Kind, Op

FONT = Path(__file__).parents[2] / "resources/fonts/Inter-SemiBold.otf"
VISIBLE = [op for op in OPS if not op.hidden]

every_visible = pytest.mark.parametrize("op", VISIBLE, ids=lambda op: op.name)


def words_of(text):
    """Return the names that a formula uses."""
    return {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}


def test_there_is_a_breadth_of_operations():
    assert len(VISIBLE) >= 200
    assert {op.category for op in VISIBLE} >= set(Category) - {Category.CUSTOM}


@every
def test_the_summary_is_a_sentence(op: Op):
    assert re.match(r"[A-Z−0-9]", op.summary)
    assert op.summary.endswith(".")
    assert len(op.summary) <= 130
    assert not op.kinks or op.kinks.endswith(".")


@every
def test_the_formula_is_an_expression_over_known_words(op: Op):
    known = {port.name for port in op.inputs} | {one.name for one in op.attributes} | {"sign", "len"}
    assert words_of(op.formula) <= known | set(ARRAY_WORDS)
    for rule in op.rules:
        if rule is not None:
            assert words_of(rule.text) <= known | set(op.outputs) | set(ARRAY_WORDS) | {"g", "k"}


@every
def test_attributes_have_values_within_their_limits(op: Op):
    for one in op.attributes:
        if one.default in (REQUIRED, None) or isinstance(one.default, (str, tuple)):
            assert one.kind is not Kind.CHOICE or one.default is REQUIRED or one.default in one.choices
            continue
        assert one.minimum is None or one.default >= one.minimum
        assert one.maximum is None or one.default <= one.maximum


@every_visible
def test_it_can_be_found_and_tried(op: Op):
    assert op.symbol
    assert op.keywords
    assert all(one.summary for one in op.attributes if one.kind is not Kind.CHOICE)


@every_visible
def test_the_symbol_is_an_icon_or_can_be_written_with_the_face_of_the_window(op: Op, qapp):
    shown = symbol(op.symbol)
    if isinstance(shown, Icon):
        return
    face = QRawFont(str(FONT), 16)
    assert [letter for letter in op.symbol if not face.supportsCharacter(ord(letter))] == []
    assert len(op.symbol) <= 8


@pytest.mark.parametrize(("op", "sample"), CASES, ids=IDS)
def test_samples_give_what_the_operation_takes(op, sample):
    names = {one.name for one in op.attributes}
    needed = {one.name for one in op.attributes if one.default is REQUIRED}
    assert needed <= sample.attributes.keys() <= names
    assert len(op.samples) >= 2
    missing = op.inputs[len(sample.inputs) :]
    assert all(port.optional for port in missing)
    assert len(sample.inputs) <= len(op.inputs)


def test_the_table_keeps_its_order_and_its_names_apart():
    names = [op.name for op in all_ops()]
    assert names == list(dict.fromkeys(names))
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names)


@every
def test_a_composite_has_no_node_and_everything_else_has(op: Op):
    if op.body is None:
        assert op.node_name in ("NotImplemented", "") or re.fullmatch(r"[A-Z]\w*Backward(\d|s)(_copy)?", op.node_name)
    else:
        assert op.node_name == ""
        assert op.saved == ()
