"""Whatever is read (code, numbers, files, journals), the answer is a result or a clear error, never anything else."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from random_documents import broken_references, documents

from app.model.examples import examples
from core.codegen.torch import to_code
from core.errors import GradwalkError
from core.expr import edits
from core.expr.check import check
from core.expr.graph import new_document
from core.expr.literal import retyped
from core.expr.parse import parse
from core.io import journal, project
from core.io.fields import FormatError

PROGRAMS = [to_code(example.document).text for example in examples()]
WORDS = st.sampled_from(
    [
        *"xy.()[]{},=+-*@:01~%é\\\0",
        "torch", "np", "F", "**", "1.5", "-1", "None", "True", ".backward()", ".detach()", ".sum()", ".grad",
        ".max(0)", ".split(1)", "inf", "nan", "print", "lambda:", "'a'", "f'{x}'", "torch.tensor", "requires_grad",
        "...", "zeros(2)", "randn(2,seed=1)", ".requires_grad_()", ".T", ".shape", "dtype=", "\n", "\n    ",
        "with torch.no_grad():", "# region detach", "# endregion", "for i in x:", "import os", "del ",
    ]
)  # fmt: skip


@st.composite
def damaged_programs(draw):
    """A program with a stretch taken out, doubled, or replaced by odd words."""
    text = draw(st.sampled_from(PROGRAMS))
    for _ in range(draw(st.integers(1, 3))):
        start, length = draw(st.integers(0, len(text))), draw(st.integers(0, 12))
        middle = "".join(draw(st.lists(WORDS, max_size=3)))
        text = text[:start] + middle + text[start + draw(st.sampled_from([0, length])) :]
    return text


@given(st.one_of(st.text(), st.lists(WORDS).map("".join), damaged_programs()))
@settings(max_examples=300)
def test_any_text_is_read_as_code_as_far_as_it_can_be(text):
    parsed = parse(text)
    assert broken_references(parsed.document) == []
    assert all(problem.message and problem.span for problem in parsed.problems) or "deep" in str(parsed.problems)
    again = parse(to_code(parsed.document).text)
    assert len(again.document.nodes) == len(parsed.document.nodes)
    assert all(problem.message for problem in check(parsed.document))


@given(st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=8).map("".join)))
def test_any_text_is_a_value_or_refused(text):
    try:
        value = retyped(text)
    except GradwalkError as error:
        assert error.message
    else:
        assert retyped(value.text, value.dtype) == value


@given(st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=8).map("".join)))
def test_any_text_in_the_expression_bar_is_an_edit_or_refused(text):
    try:
        edits.add_expression(new_document(), text)
    except GradwalkError as error:
        assert error.message


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def damaged_files(draw):
    """The file of a document, with something else in one place."""
    content = json.loads(project.dumps(draw(documents(max_nodes=6))))
    holder = content
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return content
        key = draw(st.sampled_from(keys))
        inner = holder[key]
        if not isinstance(inner, dict | list) or draw(st.booleans()):
            holder[key] = draw(JSON)
            return content
        holder = inner


@given(st.one_of(st.binary(), damaged_files().map(lambda data: json.dumps(data).encode())))
@settings(max_examples=300)
def test_any_content_of_a_file_is_a_document_or_refused(content):
    try:
        read = project.loads(content)
    except FormatError as error:
        assert error.message
        return
    assert broken_references(read.document) == []
    again = project.loads(project.dumps(read.document))
    assert again.document == read.document
    assert again.problems == ()
    assert all(problem.message for problem in check(read.document))


@given(st.one_of(st.binary(), JSON.map(lambda data: json.dumps(data).encode())))
def test_any_line_of_a_journal_is_changes_or_refused(line):
    try:
        journal.read_changes(project.parse_json(line))
    except FormatError as error:
        assert error.message
