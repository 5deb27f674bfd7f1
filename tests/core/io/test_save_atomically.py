"""Saving: whatever happens, the old file or the new one is there, and whole."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.expr.graph import new_document
from core.io import project
from core.io.save import backup_of, save_atomically

ROOT = Path(__file__).parents[3]

KILLED_AT_STEP = """
import os, signal, sys
from pathlib import Path
from core.io.save import save_atomically

step, path = int(sys.argv[1]), Path(sys.argv[2])
calls = 0

def watch(event, arguments):
    "Count what the save does to the disk, and die before one of these steps."
    global calls
    if event in ("open", "os.rename", "os.link", "os.remove", "os.chmod") and str(path.parent) in str(arguments):
        calls += 1
        if calls == step:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(watch)
save_atomically(path, b"new" * 100_000)
print(calls)
"""


def save_and_die(step, path):
    command = [sys.executable, "-c", KILLED_AT_STEP, str(step), str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")
def test_a_process_killed_in_the_middle_of_a_save_leaves_a_whole_file(tmp_path):
    path = tmp_path / "a.gradwalk"
    path.write_bytes(b"old")
    steps = int(save_and_die(0, path).stdout)
    assert steps >= 4
    for step in range(1, steps + 1):
        path.write_bytes(b"old")
        backup_of(path).write_bytes(b"older")
        assert save_and_die(step, path).returncode == -signal.SIGKILL
        assert path.read_bytes() in (b"old", b"new" * 100_000)
        assert backup_of(path).read_bytes() in (b"old", b"older")
    save_atomically(path, b"last")
    assert path.read_bytes() == b"last"


def test_the_content_before_is_kept_once(tmp_path):
    path = tmp_path / "a.gradwalk"
    for content in (b"1", b"2", b"3"):
        save_atomically(path, content)
    assert path.read_bytes() == b"3"
    assert backup_of(path).read_bytes() == b"2"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.gradwalk", "a.gradwalk.bak"]


def test_a_save_that_fails_changes_nothing_and_leaves_nothing_behind(tmp_path, monkeypatch):
    path = tmp_path / "a.gradwalk"
    save_atomically(path, b"old")

    def full_disk(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        save_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["a.gradwalk"]


def test_a_file_system_without_links_gets_a_copy(tmp_path, monkeypatch):
    path = tmp_path / "a.gradwalk"
    save_atomically(path, b"old")

    def no_links(source, target):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    save_atomically(path, b"new")
    assert (path.read_bytes(), backup_of(path).read_bytes()) == (b"new", b"old")


def test_a_link_and_the_permissions_stay(tmp_path):
    target = tmp_path / "real.gradwalk"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link = tmp_path / "link.gradwalk"
    link.symlink_to(target)
    save_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_document_is_saved_and_loaded(tmp_path):
    document = new_document("Größe")
    project.save(document, tmp_path / "a.gradwalk")
    assert project.load(tmp_path / "a.gradwalk").document == document
    with pytest.raises(OSError, match="No such file"):
        project.save(document, tmp_path / "missing" / "a.gradwalk")


def test_what_cannot_be_saved_is_named_as_the_user_knows_it(tmp_path):
    for target in (tmp_path / "no" / "a.gradwalk", tmp_path / ("n" * 300)):
        with pytest.raises(OSError, match=r"No such file|too long") as caught:
            save_atomically(target, b"new")
        assert caught.value.filename == str(target)
    assert list(tmp_path.iterdir()) == []


def test_a_name_may_be_as_long_as_names_can_be(tmp_path):
    path = tmp_path / ("ñ" * 123 + ".gradwalk")
    for content in (b"older", b"old", b"new"):
        save_atomically(path, content)
    assert path.read_bytes() == b"new"
    assert backup_of(path).read_bytes() == b"old"
    assert len([*tmp_path.iterdir()]) == 2


def test_a_backup_that_cannot_be_kept_leaves_everything_as_it_was(tmp_path):
    path = tmp_path / "a.gradwalk"
    save_atomically(path, b"old")
    backup_of(path).mkdir()
    with pytest.raises(OSError):
        save_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert sorted(tmp_path.iterdir()) == [path, backup_of(path)]


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_to_itself_is_replaced(tmp_path):
    path = tmp_path / "a.gradwalk"
    path.symlink_to(path)
    save_atomically(path, b"new")
    assert path.read_bytes() == b"new"
