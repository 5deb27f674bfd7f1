"""What the documents name is there: links, and paths of the project."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/**/*.md"))]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
NAMED = re.compile(r"(?<![\w/])((?:app|core|docs|tests|resources)/[\w./*-]*\w/?)")
MADE_BY_THE_READER = {"core/ops/logcosh.py"}
"""The operation that docs/adding-an-op.md adds."""


def name_of(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_what_a_document_names_is_there(document):
    text = document.read_text(encoding="utf-8")
    linked = [path for path in LINK.findall(text) if not (document.parent / path).exists()]
    named = [path for path in NAMED.findall(text) if not list(ROOT.glob(path.rstrip("/")))]
    assert (linked, {*named} - MADE_BY_THE_READER) == ([], set())


def test_decisions_are_numbered_without_a_gap_and_told_alike():
    records = sorted(ROOT.glob("docs/adr/*.md"))
    assert [record.name[:4] for record in records] == [f"{number:04}" for number in range(1, len(records) + 1)]
    for record in records:
        title, rest = record.read_text(encoding="utf-8").split("\n", 1)
        assert title.startswith(f"# {record.name[:4]} ")
        assert re.search(r"^\*\*Context\.\*\*.+^\*\*Decision\.\*\*", rest, re.DOTALL | re.MULTILINE)
