"""Writing by suffix: whole files in the right places, or none."""

import sys

import pytest
from export_figures import document

from app.export import formats
from app.export.application import ensure_application
from app.export.figure import ExportError
from app.export.formats import format_of
from app.export.pictures import Moment, PictureRequest, View, indices, placed
from app.export.writing import export
from core.debug.document import record_document
from core.expr.evaluate import evaluate
from core.io import project


@pytest.mark.parametrize("suffix", formats.FORMATS)
def test_every_format_writes_one_file(tmp_path, suffix):
    path = tmp_path / f"out{suffix}"
    assert export(document(), path) == [path]
    assert path.stat().st_size > 100
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_suffixes_are_read_without_regard_to_case(tmp_path):
    assert format_of(tmp_path / "A.SVG") is formats.FORMATS[".svg"]


@pytest.mark.parametrize("name", ["out.xyz", "out", "out.svgz"])
def test_unknown_suffixes_name_the_known_ones(tmp_path, name):
    with pytest.raises(ExportError, match=r"Use one of \.svg, \.png, \.pdf"):
        export(document(), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_folders_are_no_files(tmp_path):
    with pytest.raises(ExportError, match="is a folder"):
        export(document(), tmp_path)
    with pytest.raises(ExportError, match="does not exist"):
        export(document(), tmp_path / "nowhere" / "out.svg")


def test_a_writer_that_fails_leaves_the_file_that_was_there(tmp_path, monkeypatch):
    path = tmp_path / "out.svg"
    path.write_text("old")

    def fail(figures, settings):
        raise ExportError("no")

    monkeypatch.setitem(formats.FORMATS, ".svg", formats.Format(".svg", "broken", fail))
    with pytest.raises(ExportError):
        export(document(), path)
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["out.svg"]


def test_each_step_gets_a_numbered_file_in_a_format_without_pages(tmp_path):
    steps = len(record_document(document()).steps)
    found = export(document(), tmp_path / "walk.svg", PictureRequest(at=Moment.EACH))
    assert len(found) == steps + 1
    assert found[0].name == f"walk-{0:0{len(str(steps))}}.svg"
    assert export(document(), tmp_path / "walk.pdf", PictureRequest(at=Moment.EACH)) == [tmp_path / "walk.pdf"]


def test_a_step_that_is_not_there_names_those_that_are(tmp_path):
    with pytest.raises(ExportError, match="The steps are 0 to"):
        export(document(), tmp_path / "out.svg", PictureRequest(at=99))
    assert not list(tmp_path.iterdir())


def test_moments_are_places_in_the_log():
    recording = record_document(document())
    last = len(recording.events) - 1
    assert [list(indices(recording, at)) for at in (Moment.BEFORE, Moment.END, 2)] == [
        [0],
        [last],
        [recording.steps[2].last],
    ]
    without = record_document(document("import torch\nx = torch.tensor(1.)"))
    assert list(indices(without, Moment.END)) == [0]


def test_a_document_that_was_laid_out_stays_as_it_is():
    evaluation = placed(evaluate(document()))
    assert placed(evaluation) is evaluation


def test_the_figure_says_what_moment_it_shows(tmp_path):
    moments = {Moment.BEFORE: "Before backward", 2: "Backward, after step 2 of", Moment.END: "After backward"}
    for at, words in moments.items():
        path = tmp_path / "out.svg"
        export(document(), path, PictureRequest(at=at))
        assert words in path.read_text()


def test_the_backward_graph_is_a_picture_as_well(tmp_path):
    for suffix in (".svg", ".png", ".pdf"):
        export(document(), tmp_path / f"graph{suffix}", PictureRequest(view=View.BACKWARD))
    text = (tmp_path / "graph.svg").read_text()
    assert "MeanBackward0" in text and 'id="node-MeanBackward0-' in text


def test_code_and_documents_are_written_as_well(tmp_path):
    export(document(), tmp_path / "out.py")
    assert "with torch.no_grad():" in (tmp_path / "out.py").read_text()
    export(document(), tmp_path / "out.gradwalk")
    assert project.load(tmp_path / "out.gradwalk").document.wires == document().wires


def test_the_running_application_is_used():
    assert ensure_application() is ensure_application()


def test_a_gif_file_says_what_it_needs(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "PIL", None)  # as if it were not installed
    with pytest.raises(ExportError, match="Pillow, which is not installed"):
        export(document(), tmp_path / "out.gif")
