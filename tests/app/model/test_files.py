"""Documents in files: what a save would do before it does it."""

from pathlib import Path

from app.model.files import Opened, with_suffix, would_replace
from core.expr.graph import new_document
from core.io import project


def test_a_document_may_replace_itself_and_nothing_else(tmp_path):
    document, path = new_document(), tmp_path / "a.gradwalk"
    assert not would_replace(document, path)
    project.save(document, path)
    assert not would_replace(document, path)
    assert would_replace(new_document(), path)


def test_a_file_that_is_no_document_is_not_replaced_unasked(tmp_path):
    path = tmp_path / "a.gradwalk"
    path.write_text("a letter to somebody")
    assert would_replace(new_document(), path)


def test_saved_documents_are_read_back(tmp_path):
    document, path = new_document("Title"), tmp_path / "a.gradwalk"
    project.save(document, path)
    assert project.load(path).document == document


def test_names_end_with_the_suffix():
    assert with_suffix(Path("a/b")) == Path("a/b.gradwalk")
    assert with_suffix(Path("a/b.gradwalk")) == Path("a/b.gradwalk")
    assert with_suffix(Path("a/b.v2")) == Path("a/b.v2.gradwalk")


def test_titles_come_from_the_file_the_source_or_the_document():
    assert Opened(new_document("T"), Path("/x/file.gradwalk"), "code.py").title == "file.gradwalk"
    assert Opened(new_document("T"), None, "code.py").title == "code.py"
    assert Opened(new_document("T")).title == "T"
    assert Opened(new_document()).title == "Untitled"
