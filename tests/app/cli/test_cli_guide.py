"""docs/command-line.md: its commands run, and print what it shows."""

import re
import shlex
from pathlib import Path

GUIDE = (Path(__file__).parents[3] / "docs/command-line.md").read_text()
MODEL = "x = torch.tensor([1., 2.], requires_grad=True)\ny = 2 * x * x\ny.backward(torch.tensor([1., 1.]))\n"


def session():
    """Each command of the guide, with its output."""
    (console,) = re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL)
    return re.findall(r"^\$ python main\.py (.+)\n((?:(?!\$ ).*\n)*)", console, re.MULTILINE)


def test_the_session_goes_as_it_is_shown(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.py").write_text(MODEL)
    shown = session()
    assert len(shown) == 6
    for words, expected in shown:
        _, out, err = command(*shlex.split(words))
        assert out + err == expected, words


def test_the_pictures_are_named(command):
    table = GUIDE[GUIDE.index("## Pictures") :]
    suffixes = re.search(r"--to OUT +the file: ([^-]+?)\n +--", command("export", "--help")[1], re.DOTALL)[1].split()
    pictures = {one.strip(",") for one in suffixes} - {".py", ".gradwalk"}
    assert {f".{one}" for one in re.findall(r"`\.(\w+)`", table)} == pictures
