"""The recovery file: complete after each step, offered after a crash only, and never in the user's way."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_documents import contents, documents, edited

from app.model.history import History
from app.model.recovery import Recovery, clear_remains, find_lost
from core.expr import edits
from core.expr.graph import new_document
from core.io import journal
from core.io.project import parse_json

ROOT = Path(__file__).parents[3]

WORK = """
import os, signal, sys
from pathlib import Path
from app.model.history import History
from app.model.recovery import Recovery
from core.expr import edits
from core.expr.graph import new_document

history = History(new_document("lost work"))
recovery = Recovery(history, Path(sys.argv[1]), Path("/home/somebody/mine.gradwalk"))
for name in "abc":
    history.apply(edits.add_leaf(history.document, "1.", name=name))
history.undo()
"""

LIVE = (
    WORK
    + """
print("working", flush=True)
sys.stdin.read()
"""
)

KILLED_AT_STEP = """
import os, signal, sys
from pathlib import Path

step, folder = int(sys.argv[2]), sys.argv[1]
calls = 0

def watch(event, arguments):
    "Count what is done to the folder, and die before one of these steps."
    global calls
    if event in ("open", "os.rename", "os.remove") and folder in str(arguments[0]):
        calls += 1
        if calls == step:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(watch)
""" + WORK.replace("signal, sys", "sys").replace(
    "history = ", "import app.model.recovery\napp.model.recovery._COMPACT_AFTER = 2\nhistory = "
)

needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")


def run(code, *arguments):
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def history():
    return History(new_document("mine"))


def contents_of(recovery):
    first, *lines = recovery.file.read_bytes().splitlines(keepends=True)
    return journal.replay(journal.header_of(first), lines).document


def test_after_each_step_the_file_holds_the_document(history, tmp_path):
    recovery = Recovery(history, tmp_path)
    assert list(tmp_path.iterdir()) == []
    for name in "abc":
        history.apply(edits.add_leaf(history.document, "1.", name=name))
        assert contents(contents_of(recovery)) == contents(history.document)
    history.undo()
    assert contents(contents_of(recovery)) == contents(history.document)


def test_a_long_session_does_not_make_a_long_file(history, tmp_path):
    recovery = Recovery(history, tmp_path)
    history.apply(edits.add_leaf(history.document, "1."))
    for place in range(1200):
        history.apply(edits.move(history.document, {"n1": (place, 0)}))
    assert len(recovery.file.read_bytes().splitlines()) <= 500
    assert contents_of(recovery) == history.document


def test_saving_or_discarding_takes_the_file_away(history, tmp_path):
    recovery = Recovery(history, tmp_path)
    history.apply(edits.add_leaf(history.document, "1."))
    recovery.saved(tmp_path / "mine.gradwalk")
    assert not recovery.file.exists()
    history.apply(edits.add_leaf(history.document, "2."))
    assert contents_of(recovery) == history.document
    assert json.loads(recovery.file.read_bytes().splitlines()[0])["path"] == str(tmp_path / "mine.gradwalk")
    recovery.close()
    history.apply(edits.add_leaf(history.document, "3."))
    assert list(tmp_path.iterdir()) == []


@needs_kill
def test_what_a_process_works_on_is_offered_once_it_was_killed(tmp_path):
    with run(LIVE, tmp_path) as process:
        assert process.stdout.readline() == "working\n"
        clear_remains(tmp_path)
        assert find_lost(tmp_path) == () and len(list(tmp_path.iterdir())) == 2
        process.kill()
        assert process.wait(60) == -signal.SIGKILL
    (lost,) = find_lost(tmp_path)
    assert (lost.title, lost.path) == ("lost work", Path("/home/somebody/mine.gradwalk"))
    assert [node.name for node in lost.recover().document.nodes.values()] == ["a", "b"]
    lost.discard()
    assert find_lost(tmp_path) == () and list(tmp_path.iterdir()) == []


@needs_kill
def test_wherever_a_process_is_killed_its_work_stays_and_nothing_else(tmp_path):
    step, kept = 0, []
    while True:
        step, folder = step + 1, tmp_path / str(step)
        with run(KILLED_AT_STEP, folder, step) as process:
            if process.wait(60) != -signal.SIGKILL:
                break
        clear_remains(folder)
        left = find_lost(folder)
        assert len([*folder.iterdir()]) == 2 * len(left) if folder.exists() else not left
        kept.append([len(one.recover().document.nodes) for one in left])
    assert [] in kept and [1] in kept and [3] in kept and kept == sorted(kept)
    assert len(kept) >= 6


def test_the_file_of_a_document_that_is_open_is_not_offered(history, tmp_path):
    recovery = Recovery(history, tmp_path)
    history.apply(edits.add_leaf(history.document, "1."))
    assert find_lost(tmp_path) == ()
    recovery.close()


def test_a_file_that_somebody_has_removed_is_written_anew(history, tmp_path):
    recovery = Recovery(history, tmp_path)
    history.apply(edits.add_leaf(history.document, "1."))
    recovery.file.unlink()
    history.apply(edits.add_leaf(history.document, "2."))
    assert contents_of(recovery) == history.document


def test_no_process_is_asked_for_by_its_number(history, tmp_path, monkeypatch):
    """On Windows the question itself may interrupt the process that is asked for."""
    monkeypatch.setattr(os, "kill", lambda process, number: pytest.fail("a signal was sent"))
    Recovery(history, tmp_path)
    history.apply(edits.add_leaf(history.document, "1."))
    assert find_lost(tmp_path) == ()


def test_what_is_no_recovery_file_is_left_alone(tmp_path):
    (tmp_path / "a.recovery").write_bytes(b"\xff\x00")
    (tmp_path / "b.recovery").write_bytes(b"{}")
    (tmp_path / "c.recovery").write_bytes(b'{"process": 0.5, "document": {}}')
    assert find_lost(tmp_path) == ()
    assert find_lost(tmp_path / "missing") == ()
    assert len(list(tmp_path.iterdir())) == 3


def test_a_line_that_was_cut_short_costs_only_itself(history, tmp_path):
    recovery = Recovery(history, tmp_path)
    history.apply(edits.add_leaf(history.document, "1."))
    history.apply(edits.add_leaf(history.document, "2."))
    before = history.document
    history.apply(edits.add_leaf(history.document, "3."))
    recovery.file.write_bytes(recovery.file.read_bytes()[:-20])
    assert contents(contents_of(recovery)) == contents(before)


def test_a_full_disk_does_not_stop_the_edit(history, tmp_path, monkeypatch):
    recovery = Recovery(history, tmp_path / "folder")
    heard = []
    recovery.failed.connect(heard.append)
    (tmp_path / "folder").write_text("a file where the folder should be")
    history.apply(edits.add_leaf(history.document, "1."))
    assert len(history.document.nodes) == 1
    assert len(heard) == 1
    (tmp_path / "folder").unlink()
    history.apply(edits.add_leaf(history.document, "2."))
    assert contents_of(recovery) == history.document


@given(documents(), st.data())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_change_sets_survive_as_json(document, data):
    changes = data.draw(edited(document))
    line = journal.line_of(changes)
    assert journal.read_changes(parse_json(line)) == changes
    assert journal.read_changes(parse_json(journal.line_of(changes.inverse()))) == changes.inverse()
    assert b"\n" not in line[:-1]


def test_ids_of_processes_are_in_the_name(history, tmp_path):
    assert Recovery(history, tmp_path).file.name.startswith(f"{os.getpid()}-")
