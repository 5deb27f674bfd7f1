"""Files: nothing is lost without being asked about, and what goes wrong is said."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from random_documents import contents
from window_hand import CTRL

from app.model.recovery import find_lost
from app.model.selection import Selection
from app.model.settings import Settings
from app.shell.asking import DialogAsker
from app.shell.documents import Answer, Overwriting
from app.shell.start import begin
from core.expr import edits
from core.expr.graph import new_document
from core.io import project
from core.io.save import backup_of

SQUARES = """
x = torch.tensor([1., 2.], requires_grad=True)
y = (x * x).sum()
"""


def change(room):
    room.session.perform(edits.set_value(room.document, room.node("x").id, "[5., 6.]"))


def test_changes_are_asked_about_before_another_document_opens(open_window):
    room = open_window(SQUARES)
    change(room)
    room.asked.answer = Answer.CANCEL
    room.window.commands["new"].trigger()
    assert room.asked.questions == ["test"] and room.document.nodes
    room.asked.answer = Answer.DISCARD
    room.window.commands["new"].trigger()
    assert not room.document.nodes


def test_unchanged_documents_are_left_unasked(open_window):
    room = open_window(SQUARES)
    room.window.commands["new"].trigger()
    assert room.asked.questions == [] and not room.document.nodes


def test_closing_asks_and_can_be_given_up(open_window):
    room = open_window(SQUARES)
    change(room)
    room.asked.answer = Answer.CANCEL
    assert not room.window.close() and room.window.isVisible()
    room.asked.answer = Answer.SAVE
    room.asked.save_path = None
    assert not room.window.close()
    room.asked.answer = Answer.DISCARD
    assert room.window.close()


def test_saving_again_writes_to_the_same_file(open_window, tmp_path):
    room = open_window(SQUARES)
    room.asked.save_path = tmp_path / "a.gradwalk"
    room.press(Qt.Key.Key_S, CTRL, room.canvas)
    change(room)
    room.asked.save_path = None
    room.press(Qt.Key.Key_S, CTRL, room.canvas)
    assert project.load(tmp_path / "a.gradwalk").document == room.document
    assert not room.session.is_dirty


def test_a_file_opens_where_it_was_left(open_window, tmp_path):
    room = open_window(SQUARES)
    room.asked.save_path = tmp_path / "a.gradwalk"
    for _ in range(3):
        room.press(Qt.Key.Key_Right, widget=room.canvas)
    room.session.stepping.marks.toggle_stop(room.node("y").id)
    room.session.stepping.toggle_bookmark()
    stood = room.session.stepping.index
    room.press(Qt.Key.Key_S, CTRL, room.canvas)
    assert not room.session.is_dirty
    room.window.commands["new"].trigger()
    assert not room.session.stepping.is_stepping
    room.window.desk.open_document(tmp_path / "a.gradwalk")
    stepping = room.session.stepping
    assert (stepping.index, stepping.bookmarks) == (stood, (stood,)) and stood > 0
    assert stepping.marks.breakpoints == {room.node("y").id: True}
    stepping.leave()
    stepping.marks.clear()
    room.press(Qt.Key.Key_S, CTRL, room.canvas)
    assert project.load(tmp_path / "a.gradwalk").document.view == {}


def test_another_documents_file_is_not_written_over_unasked(open_window, tmp_path):
    room, other = open_window(SQUARES), new_document("Precious")
    project.save(other, tmp_path / "a.gradwalk")
    room.asked.save_path = tmp_path / "a.gradwalk"
    assert not room.window.desk.save_document()
    assert project.load(tmp_path / "a.gradwalk").document == other
    room.asked.replace = True
    assert room.window.desk.save_document()
    assert project.load(tmp_path / "a.gradwalk").document == room.document


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe\x00", b'{"format": "gradwalk", "schema": 99}', b"if x:"])
def test_files_that_cannot_be_read_leave_the_document_as_it_was(open_window, tmp_path, content):
    room = open_window(SQUARES)
    before, path = room.document, tmp_path / "a.gradwalk"
    path.write_bytes(content)
    room.window.desk.open_document(path)
    assert room.document is before
    assert room.asked.told and "a.gradwalk" in room.asked.told[0]


def test_a_file_that_is_gone_is_forgotten(open_window, tmp_path):
    settings = Settings()
    settings.opened(tmp_path / "gone.gradwalk")
    room = open_window(SQUARES, settings=settings)
    room.window.desk.open_document(tmp_path / "gone.gradwalk")
    assert room.asked.told and settings.held.recent == ()


def test_code_opens_as_a_document_without_a_file(open_window, tmp_path):
    room = open_window()
    (tmp_path / "model.py").write_text(SQUARES)
    room.drop_file(tmp_path / "model.py")
    assert room.value(room.node("y")) == 5.0
    assert room.session.source.path is None and room.window.menu_bar.name == "model.py"
    assert len({(node.x, node.y) for node in room.document.nodes.values()}) == 3


def test_what_was_lost_on_reading_is_listed_and_said(open_window, tmp_path):
    room = open_window()
    (tmp_path / "model.py").write_text(SQUARES + "\nimport os\n")
    room.drop_file(tmp_path / "model.py")
    assert room.session.source.problems
    assert "1 problem" in [fact.words for fact in room.window.parts.status._shown_facts]
    assert room.status()


def set_stop(room):
    room.session.select(Selection(frozenset([room.node("y").id])))
    room.press(Qt.Key.Key_F9, widget=room.canvas)


def set_bookmark(room):
    room.press(Qt.Key.Key_F2, CTRL, widget=room.canvas)


@pytest.mark.parametrize("mark", [set_stop, set_bookmark])
def test_stops_and_bookmarks_are_asked_about_before_they_are_lost(open_window, tmp_path, mark):
    room = open_window(SQUARES)
    room.press(Qt.Key.Key_Right, widget=room.canvas)
    assert not room.session.is_dirty and not room.window.isWindowModified()
    mark(room)
    assert room.session.is_dirty and room.window.isWindowModified()
    room.asked.answer = Answer.CANCEL
    assert not room.window.close()
    room.asked.save_path = tmp_path / "a.gradwalk"
    assert room.window.desk.save_document()
    assert not room.session.is_dirty and not room.window.isWindowModified()
    room.window.desk.new_document()
    room.window.desk.open_document(tmp_path / "a.gradwalk")
    assert not room.session.is_dirty
    mark(room)
    assert room.session.is_dirty
    mark(room)
    assert not room.session.is_dirty
    assert room.asked.questions == ["test", "test.gradwalk"]


@pytest.mark.parametrize("edit", [lambda room: None, change])
def test_stops_and_bookmarks_survive_a_crash(open_window, tmp_path, monkeypatch, edit):
    room = open_window(SQUARES, recovery=tmp_path)
    room.press(Qt.Key.Key_Right, widget=room.canvas)
    set_stop(room)
    set_bookmark(room)
    edit(room)
    stepping = room.session.stepping
    monkeypatch.setattr("app.model.recovery.is_held", lambda lock: False)
    (lost,) = find_lost(tmp_path)
    other = open_window()
    assert other.window.parts.documents.recover(lost)
    assert other.session.stepping.marks.stops == stepping.marks.stops != ()
    assert other.session.stepping.bookmarks == stepping.bookmarks != ()


PRECIOUS = b"written by somebody else"


def save_and_let_it_be_changed(room, path, content=PRECIOUS):
    room.asked.save_path = path
    assert room.window.desk.save_document()
    change(room)
    path.write_bytes(content)
    room.asked.questions.clear()


def test_a_file_that_has_changed_on_the_disk_is_not_written_over_unasked(open_window, tmp_path):
    room, path = open_window(SQUARES), tmp_path / "a.gradwalk"
    save_and_let_it_be_changed(room, path)
    assert not room.window.desk.save_document()
    assert room.asked.questions == ["changed a.gradwalk"] and path.read_bytes() == PRECIOUS and room.session.is_dirty
    room.asked.overwriting = Overwriting.SAVE_AS
    room.asked.save_path = tmp_path / "b.gradwalk"
    assert room.window.desk.save_document() and path.read_bytes() == PRECIOUS
    assert project.load(tmp_path / "b.gradwalk").document == room.document == room.session.source.document


def test_what_is_written_over_by_choice_stays_as_a_backup(open_window, tmp_path):
    room, path = open_window(SQUARES), tmp_path / "a.gradwalk"
    save_and_let_it_be_changed(room, path)
    room.asked.overwriting = Overwriting.OVERWRITE
    assert room.window.desk.save_document()
    assert project.load(path).document == room.document and backup_of(path).read_bytes() == PRECIOUS
    change(room)
    assert room.window.desk.save_document() and room.asked.questions == ["changed a.gradwalk"]


def test_leaving_asks_about_a_changed_file_as_saving_does(open_window, tmp_path):
    room, path = open_window(SQUARES), tmp_path / "a.gradwalk"
    save_and_let_it_be_changed(room, path)
    room.asked.answer = Answer.SAVE
    assert not room.window.close() and path.read_bytes() == PRECIOUS


def test_another_version_of_the_document_is_not_saved_over_unasked(open_window, tmp_path):
    room, path = open_window(SQUARES), tmp_path / "a.gradwalk"
    newer = project.dumps(replace(room.document, note="the work of another day"))
    save_and_let_it_be_changed(room, path, newer)
    assert not room.window.desk.save_document(anew=True)
    assert room.asked.questions == ["a.gradwalk", "changed a.gradwalk"] and path.read_bytes() == newer


def test_a_file_that_is_as_it_was_or_gone_is_saved_unasked(open_window, tmp_path):
    room, path = open_window(), tmp_path / "a.gradwalk"
    project.save(new_document("Kept"), path)
    room.window.desk.open_document(path)
    for content in (path.read_bytes(), None):
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        room.session.perform(edits.set_note(room.document, f"{content}"))
        assert room.window.desk.save_document() and room.asked.questions == []


def test_what_was_recovered_knows_the_file_that_it_belongs_to(open_window, tmp_path, monkeypatch):
    room, path = open_window(SQUARES, recovery=tmp_path), tmp_path / "a.gradwalk"
    room.asked.save_path = path
    lose_work(room, monkeypatch)
    (lost,) = find_lost(tmp_path)
    for content in (path.read_bytes(), PRECIOUS):
        path.write_bytes(content)
        other = open_window()
        other.window.parts.documents.recover(lost)
        assert other.window.desk.save_document() is (content != PRECIOUS)
        assert other.asked.questions == (["changed a.gradwalk"] if content == PRECIOUS else [])
        lost = replace(lost, fingerprint=other.session.source.fingerprint)


@pytest.mark.parametrize(("button", "answer"), [(0, "OVERWRITE"), (1, "SAVE_AS"), (2, "CANCEL")])
def test_the_dialog_about_a_changed_file_has_three_ways_out(open_window, tmp_path, monkeypatch, button, answer):
    words = {0: "Overwrite", 1: "Save as…", 2: "Cancel"}

    def press(box):
        next(one for one in box.buttons() if one.text() == words[button]).click()

    monkeypatch.setattr(QMessageBox, "exec", press)
    assert DialogAsker(open_window().window).changed(tmp_path / "a.gradwalk") is Overwriting[answer]


def test_a_folder_that_cannot_be_written_to_is_said(open_window, tmp_path):
    room = open_window(SQUARES)
    (tmp_path / "file").write_text("")
    room.asked.save_path = tmp_path / "file" / "a.gradwalk"
    assert not room.window.desk.save_document()
    assert "could not be written" in room.asked.told[0]


def test_edits_are_kept_for_a_crash_and_recovered(open_window, tmp_path, monkeypatch):
    room = open_window(SQUARES, recovery=tmp_path)
    change(room)
    changed = room.document
    monkeypatch.setattr("app.model.recovery.is_held", lambda lock: False)
    (lost,) = find_lost(tmp_path)
    other = open_window(recovery=tmp_path / "other")
    assert other.window.parts.documents.recover(lost)
    assert other.document == changed and other.session.is_dirty
    assert find_lost(tmp_path) == ()
    (again,) = find_lost(tmp_path / "other")  # another crash, before the first edit
    assert contents(again.recover().document) == contents(changed)


def test_what_was_recovered_stays_where_it_was_while_it_cannot_be_kept_anew(open_window, tmp_path, monkeypatch):
    change(open_window(SQUARES, recovery=tmp_path))
    monkeypatch.setattr("app.model.recovery.is_held", lambda lock: False)
    (lost,) = find_lost(tmp_path)
    (tmp_path / "other").write_text("a file where the folder should be")
    other = open_window(recovery=tmp_path / "other")
    assert other.window.parts.documents.recover(lost)
    assert [one.file for one in find_lost(tmp_path)] == [lost.file]
    assert "A crash would lose this" in other.status()


def test_saving_and_closing_leave_no_recovery_file(open_window, tmp_path):
    room = open_window(SQUARES, recovery=tmp_path / "recovery")
    change(room)
    assert [*(tmp_path / "recovery").iterdir()]
    room.asked.save_path = tmp_path / "a.gradwalk"
    room.window.desk.save_document()
    change(room)
    room.session.history.undo()
    room.asked.answer = Answer.DISCARD
    room.window.close()
    assert [*(tmp_path / "recovery").iterdir()] == []


def test_what_a_crash_left_is_offered(open_window, tmp_path, monkeypatch):
    from app.shell.restore import offer_lost

    room = open_window(SQUARES, recovery=tmp_path)
    change(room)
    monkeypatch.setattr("app.model.recovery.is_held", lambda lock: False)
    other = open_window()
    monkeypatch.setattr(QMessageBox, "exec", lambda box: box.buttons()[0].click())
    assert offer_lost(other.window.parts.documents, find_lost(tmp_path), other.window)
    assert other.document == room.document


def test_nothing_is_offered_where_nothing_was_lost(open_window, tmp_path):
    from app.shell.restore import offer_lost

    room = open_window(SQUARES)
    assert not offer_lost(room.window.parts.documents, find_lost(tmp_path), room.window)


CROSS = """
a = torch.tensor(1., requires_grad=True)
b = a * 2
"""


def lose_work(room, monkeypatch):
    """Let the work of a room look like that of a process that was killed."""
    room.window.parts.documents.save()
    change(room)
    monkeypatch.setattr("app.model.recovery.is_held", lambda lock: False)
    monkeypatch.setattr(QMessageBox, "exec", lambda box: box.buttons()[0].click())
    return room.document


@pytest.mark.parametrize("answer", [Answer.CANCEL, Answer.SAVE, Answer.DISCARD])
def test_the_file_that_was_asked_for_comes_after_what_is_recovered(open_window, tmp_path, monkeypatch, answer):
    room = open_window(SQUARES, recovery=tmp_path / "recovery")
    room.asked.save_path = tmp_path / "a.gradwalk"
    lost = lose_work(room, monkeypatch)
    (tmp_path / "b.py").write_text(CROSS)
    other = open_window(recovery=tmp_path / "other")
    other.asked.answer = answer
    begin(other.window, [str(tmp_path / "b.py")], tmp_path)
    assert other.asked.questions == ["a.gradwalk"]
    if answer is Answer.CANCEL:
        assert other.document == lost and other.session.is_dirty
    else:
        assert [node.name for node in other.document.nodes.values()] == ["a", "b"]
    assert (project.load(tmp_path / "a.gradwalk").document == lost) is (answer is Answer.SAVE)


def test_the_file_that_was_recovered_is_not_opened_over_it(open_window, tmp_path, monkeypatch):
    room = open_window(SQUARES, recovery=tmp_path / "recovery")
    room.asked.save_path = tmp_path / "a.gradwalk"
    lost = lose_work(room, monkeypatch)
    other = open_window(recovery=tmp_path / "other")
    monkeypatch.chdir(tmp_path)
    begin(other.window, ["a.gradwalk"], tmp_path)
    assert other.asked.questions == [] and other.document == lost
    other.window.desk.new_document()
    begin(other.window, ["a.gradwalk"], tmp_path / "elsewhere")
    assert other.session.source.path == tmp_path / "a.gradwalk"  # wherever the program is started the next time


def test_what_was_lost_before_it_was_placed_is_placed_and_nothing_else_moves(open_window, tmp_path, monkeypatch):
    room = open_window(SQUARES, recovery=tmp_path)
    monkeypatch.setattr("app.shell.assembly.place_new", lambda parts, nodes: None)  # the crash comes before
    room.window.desk.focus_expression()
    room.type("z = y * 3 + (y - 1)")
    room.press(Qt.Key.Key_Return)
    assert len({(node.x, node.y) for node in room.document.nodes.values()}) < len(room.document.nodes)
    monkeypatch.setattr("app.model.recovery.is_held", lambda lock: False)
    (lost,) = find_lost(tmp_path)
    other = open_window()
    other.window.parts.documents.recover(lost)
    nodes = other.document.nodes
    assert len({(node.x, node.y) for node in nodes.values()}) == len(nodes) == len(room.document.nodes)
    for name in "xy":
        before, after = room.node(name), other.node(name)
        assert (before.x, before.y) == (after.x, after.y)
