"""The command line as a process: pipes, signals, terminals, and no traceback."""

import os
import pty
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAIN = [sys.executable, str(ROOT / "main.py")]
CODE = "x = torch.tensor([1., 2.], requires_grad=True); y = (x * x).sum(); y.backward()"


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "NO_COLOR")}
    return kept | more


def run(*words, **more):
    return subprocess.run(
        [*MAIN, *map(str, words)], capture_output=True, text=True, timeout=120, check=False, env=environment(), **more
    )


def test_commands_need_no_display(tmp_path):
    for name in ("m.svg", "m.png", "m.pdf"):
        done = run("export", "-e", CODE, "--to", tmp_path / name)
        assert (done.returncode, done.stderr) == (0, "")
    assert run("run", tmp_path / "m.pdf").stdout == run("run", "-e", CODE).stdout


def test_the_installed_command_checks_what_is_missing_and_knows_the_commands(tmp_path):
    script = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]["gradwalk"]
    module, _, name = script.partition(":")
    start = f"import sys; from {module} import {name}; sys.argv[0] = 'gradwalk'; sys.exit({name}())"

    def gradwalk(*words):
        command = [sys.executable, "-c", start, *words]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path,
            env={key: held for key, held in environment(PYTHONPATH=str(ROOT)).items() if key != "QT_QPA_PLATFORM"},
        )  # fmt: skip

    assert gradwalk("run", "-e", CODE).stdout == run("run", "-e", CODE).stdout
    assert "usage: gradwalk run" in gradwalk("run", "--help").stdout
    without_display = gradwalk()
    assert without_display.returncode == 1 and "no display" in without_display.stderr


def test_a_reader_that_leaves_early_is_no_error():
    long = f"{CODE}\nz = y\n" + "z = z * 2\n" * 300 + "z.backward()"
    command = [*MAIN, "step", "--json", "-e", long]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_ctrl_c_says_that_it_stopped(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [*MAIN, "run", str(pipe)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job may not get it
    )
    with pipe.open("wb"):  # opens once the command is about to read
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=60)
    assert (process.returncode, out, said) == (130, b"", b"Stopped.\n")


@pytest.mark.parametrize("more", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_is_for_terminals_that_want_it(more):
    controller, terminal = pty.openpty()
    settings = environment(TERM="xterm") | more
    done = subprocess.run([*MAIN, "run", "-e", CODE], stdout=terminal, timeout=120, check=True, env=settings)
    os.close(terminal)
    said = os.read(controller, 65536)
    os.close(controller)
    assert done.returncode == 0
    assert (b"\x1b[" in said) == (not more)


def test_what_is_piped_is_plain():
    assert "\x1b" not in run("run", "-e", CODE).stdout


def test_a_word_that_is_neither_a_command_nor_a_file_is_named():
    done = run("rnu")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "rnu: neither a command nor a file. See `python main.py --help`.\n"


@pytest.mark.parametrize(
    "words",
    [
        ("run", "no.py"),
        ("export", "-e", "x", "--to", "/nowhere/at/all.svg"),
        ("check", "-e", "x = ["),
        ("convert", "-e", CODE, "--to", "/dev/null/x.gradwalk"),
        ("run", "-e", "x = torch.zeros(10**9, 10**9)"),
        ("bogus", "--flag"),
    ],
)
def test_no_traceback_reaches_the_user(words):
    done = run(*words)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stdout + done.stderr
    assert done.stderr or done.stdout


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path):
    if os.geteuid() == 0:
        target = "/proc/out.svg"
    else:
        tmp_path.chmod(0o500)
        target = tmp_path / "out.svg"
    done = run("export", "-e", CODE, "--to", target)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
