"""Settings: kept in a file, and a file that makes no sense costs preferences at most."""

import json

import pytest

from app.model.settings import SYSTEM, Preferences, Settings


def test_without_a_path_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Settings().change(theme="dark")
    assert list(tmp_path.iterdir()) == []


def test_everything_is_read_back(tmp_path):
    path = tmp_path / "deep" / "settings.json"
    held = Preferences(
        theme="light", reduced_motion=True, shows_welcome=False, workspace="debug", recent=("/a", "/b"),
        panes={"learn": ("outline",)}, sizes={"learn/left": (3, 4)}, uses={"mul": 2}, shortcuts={"undo": ("F3",)},
    )  # fmt: skip
    settings = Settings(path)
    settings.change(**{name: getattr(held, name) for name in held.__slots__})
    assert Settings(path).held == held


def test_a_change_is_told_and_no_change_is_not(tmp_path):
    told = []
    settings = Settings(tmp_path / "settings.json")
    settings.changed.connect(told.append)
    settings.change(theme="light")
    settings.change(theme="light")
    assert [held.theme for held in told] == ["light"]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[1, 2]", b"null", b'"text"', b"\xff\xfe", b"[" * 100_000, json.dumps({"theme": 7}).encode()],
)
def test_what_makes_no_sense_is_replaced_by_the_usual(tmp_path, content):
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    assert Settings(path).held == Preferences()


def test_a_wrong_entry_leaves_the_others(tmp_path):
    path = tmp_path / "settings.json"
    content = {"theme": "no such theme", "recent": ["/a", 7], "uses": {"mul": 3, "add": "x", "sub": -1}, "more": 1}
    path.write_text(json.dumps(content))
    assert Settings(path).held == Preferences(uses={"mul": 3})


@pytest.mark.parametrize("window", [[100], [1, 2, 3], [10**12, 5], [True, 900], [-5, 900], [0, 0], [9.5, 900], "100"])
def test_a_size_that_no_window_can_have_is_replaced_by_the_usual(tmp_path, window):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"window": window, "sizes": {"learn/left": [3, 10**12], "learn/right": [3, 4]}}))
    assert Settings(path).held == Preferences(sizes={"learn/right": (3, 4)})


def test_recent_files_are_listed_once_the_latest_first(tmp_path):
    settings = Settings()
    for name in ("a", "b", "a", "c"):
        settings.opened(tmp_path / name)
    assert [one.rpartition("/")[2] for one in settings.held.recent] == ["c", "a", "b"]
    settings.forget(tmp_path / "a")
    assert [one.rpartition("/")[2] for one in settings.held.recent] == ["c", "b"]


def test_no_more_than_a_dozen_files_are_remembered(tmp_path):
    settings = Settings()
    for number in range(40):
        settings.opened(tmp_path / str(number))
    assert len(settings.held.recent) == 12


def test_uses_are_counted():
    settings = Settings()
    settings.used("mul")
    settings.used("mul")
    assert settings.held.uses == {"mul": 2}


def test_a_folder_that_cannot_be_written_to_gets_in_nobodys_way(tmp_path):
    (tmp_path / "file").write_text("")
    settings = Settings(tmp_path / "file" / "settings.json")
    settings.change(theme="light")
    assert settings.held.theme == "light"


def test_the_usual_theme_follows_the_desktop():
    assert Preferences().theme == SYSTEM
