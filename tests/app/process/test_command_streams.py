"""Commands whose input or output is closed, full, cut off, or in another encoding: one line, and no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MODEL = "x = torch.tensor([1., 2.], requires_grad=True)\ny = (x * x).sum()\ny.backward()\n"
POSIX = pytest.mark.skipif(os.name != "posix", reason="a shell closes streams in this way")


def in_shell(line, *words, **environment):
    """Run a shell line in which "$@" is the command with its words."""
    command = ["sh", "-c", line, "sh", sys.executable, str(ROOT / "main.py"), *map(str, words)]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=os.environ | environment, timeout=120)
    assert b"Traceback" not in done.stderr
    assert b"Gradwalk failed" not in done.stderr
    return done


@POSIX
@pytest.mark.parametrize(
    ("line", "words", "status", "said"),
    [
        ('"$@" >&-', ("run", "-e", MODEL), 0, ""),
        ('"$@" <&-', ("run", "-"), 0, ""),
        ('"$@" <&-', ("step", "-e", MODEL), 0, ""),
        ('"$@" >&- 2>&-', ("run", "-e", "x = nope"), 1, ""),
        ('"$@" | head -c 1 >/dev/null', ("step", "--json", "-e", MODEL), 0, ""),
        ('"$@"', ("n" * 300,), 1, "neither a command nor a file"),
        ('"$@"', ("run", "n" * 300), 1, "File name too long"),
        ('"$@"', ("run", "one\ntwo"), 1, "one two: there is no such file"),
    ],
)
def test_streams_and_names_of_any_kind(line, words, status, said):
    done = in_shell(line, *words)
    assert done.returncode == status
    assert said in done.stderr.decode()
    assert done.stderr.count(b"\n") == bool(said)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_named(unbuffered):
    done = in_shell('"$@" >/dev/full', "run", "-e", MODEL, PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stderr) == (1, b"Reading or writing failed: No space left on device.\n")


@POSIX
def test_any_text_can_be_written_in_any_encoding():
    words = ("run", "-e", "x = torch.ones(2)\nprint('\u00e9')\ny = \u00e9")
    plain = in_shell('"$@"', *words, PYTHONIOENCODING="ascii")
    assert (plain.returncode, plain.stdout.splitlines()[0]) == (1, b"\\xe9")
    as_json = in_shell('"$@"', *words, "--json", PYTHONIOENCODING="ascii")
    assert json.loads(as_json.stdout)["printed"] == ["\u00e9"]


def test_an_interruption_while_the_program_loads_is_no_traceback():
    code = "import sys, main\ndef stop(*given): raise KeyboardInterrupt\nmain._main = stop\nsys.exit(main.main([]))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "Stopped.\n")
