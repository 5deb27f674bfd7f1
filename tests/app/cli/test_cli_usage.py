"""The command line as a whole: help, versions, sources, and messages in one line."""

import io
import shlex
import sys

import pytest

from app.cli import COMMANDS
from app.cli.main import make_parser
from core.version import VERSION

MODEL = "import torch\nx = torch.tensor([1., 2.], requires_grad=True)\ny = (x * x).sum()\ny.backward()\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(command, name):
    status, out, _ = command(name, "--help")
    assert status == 0
    assert all(f"python main.py {example}" in out for example in COMMANDS[name].examples)


@pytest.mark.parametrize("example", [one for each in COMMANDS.values() for one in each.examples])
def test_every_example_runs(command, tmp_path, monkeypatch, example):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.py").write_text(MODEL)
    status, out, err = command(*shlex.split(example))
    assert (status, err) == (0, "")
    assert out


def test_without_words_the_commands_are_listed(command):
    status, out, _ = command("--help")
    assert status == 0
    assert all(f"\n    {name}" in out for name in COMMANDS)
    assert "FILE is a .gradwalk document" in out
    assert command("--version")[1] == f"Gradwalk {VERSION}\n"


def test_only_the_command_that_is_used_is_loaded():
    make_parser("check")
    assert "app.cli.check" in sys.modules


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "examples"])
def test_a_source_is_needed(command, name):
    status, out, err = command(name)
    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("words", [("run", "a.py", "-e", "x"), ("nonsense",), ("run", "--js", "-e", "x")])
def test_wrong_words_are_refused(command, words):
    status, out, err = command(*words)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_what_is_not_there_is_named(command, tmp_path):
    assert command("run", tmp_path / "no.py") == (
        1, "", f"{tmp_path}/no.py: there is no such file. Check the name, or give code with -e.\n",
    )  # fmt: skip
    assert "this is a folder" in command("run", tmp_path)[2]


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00", b"{", b'{"format": "other"}', b"\x89PNG\r\n\x1a\n", b"x = (((", b"\x00" * 100, b"["*100_000],
)  # fmt: skip
@pytest.mark.parametrize("suffix", [".py", ".gradwalk", ".png", ".svg", ".pdf", ""])
def test_no_file_is_so_odd_that_it_is_not_answered_in_a_line(command, tmp_path, content, suffix):
    file = tmp_path / f"odd{suffix}"
    file.write_bytes(content)
    status, out, err = command("check", file)
    assert status == 1
    said = (out + err).splitlines()
    assert len(said) == 1 and said[0].startswith(str(file))
    assert "Traceback" not in said[0]


def test_standard_input_is_a_source(command, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MODEL.encode())))
    status, out, _ = command("run", "-")
    assert status == 0 and "grad [2, 4]" in out


def test_debug_shows_where_an_error_comes_from(command, tmp_path):
    status, _, err = command("--debug", "run", tmp_path / "no.py")
    assert status == 1 and "Traceback" in err
    assert "Traceback" in command("run", tmp_path / "no.py", "--debug")[2]


def test_a_fault_of_the_program_is_one_line_as_well(command, monkeypatch):
    from app.cli import check

    def fail(arguments):
        raise KeyError("oops")

    monkeypatch.setattr(check, "run", fail)
    status, _, err = command("check", "-e", "x")
    assert status == 1
    assert err == "Gradwalk failed: KeyError: 'oops'. Add --debug to see where.\n"


def test_ctrl_c_ends_a_command_quietly(command, monkeypatch):
    from app.cli import check

    def interrupt(arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "run", interrupt)
    assert command("check", "-e", "x") == (130, "", "Stopped.\n")


def test_code_without_end_is_refused_before_it_is_read_as_text(command, tmp_path):
    path = tmp_path / "huge.py"
    path.write_bytes(b"\xff" * 2_000_000)
    status, out, err = command("run", path)
    assert (status, out) == (1, "")
    assert "2,000,000 bytes; 300,000 characters are allowed" in err


def test_a_name_with_a_line_break_stays_in_one_line(command, tmp_path):
    path = tmp_path / "one\ntwo.py"
    path.write_text("y = nope")
    _, out, _ = command("check", path)
    assert out.count("\n") == 1
