"""From the words on the command line to an exit status: 0 done, 1 the input is wrong, 2 wrong usage."""

from __future__ import annotations

import argparse
import io
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from app.cli.commands import COMMANDS, Command
from app.cli.problems import CommandError, one_line
from core.errors import GradwalkError
from core.version import VERSION

DONE, WRONG_INPUT, WRONG_USAGE, STOPPED = 0, 1, 2, 130
PROGRAM = "gradwalk" if Path(sys.argv[0]).stem == "gradwalk" else "python main.py"
"""What the user has typed: the command that is installed, or the script."""

_ABOUT = """\
Build an expression, step its backward pass, and see where every gradient goes.
Without a command the window opens, with FILE if one is given.
FILE is a .gradwalk document, a .py file of PyTorch-like code (which is read, never run), or an exported picture."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints fit on a line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"{self.prog}: {one_line(message)}. See `{self.prog} --help`.\n")


def main(arguments: Sequence[str]) -> int:
    """Run a command and return the exit status; no traceback is shown unless `--debug` asks for it."""
    debug = "--debug" in arguments
    _prepare_streams()
    try:
        status = _run([word for word in arguments if word != "--debug"])
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read the output has seen enough
        _drop_output()
        return DONE
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return STOPPED
    except (CommandError, GradwalkError, OSError) as error:
        try:
            sys.stdout.flush()
        except OSError:  # the disk is full, say: there is no use in trying again at the end
            _drop_output()
        return _failed(_told(error), debug=debug)
    except Exception as error:
        return _failed(f"Gradwalk failed: {type(error).__name__}: {error}. Add --debug to see where.", debug=debug)
    return status


def _prepare_streams() -> None:
    """Give a stream that was closed somewhere to lead, and let any text be read and written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # stays open to the end
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Let what is still to be written to standard output lead nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str]) -> int:
    parser = make_parser(next((word for word in arguments if word in COMMANDS), ""))
    found = parser.parse_args(arguments)
    if found.command is None:
        parser.print_help()
        return DONE
    return COMMANDS[found.command].module().run(found)


def make_parser(used: str = "") -> argparse.ArgumentParser:
    """The parser; only the command that is `used` gets its arguments, which spares importing the others."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = Parser(prog=PROGRAM, description=_ABOUT, formatter_class=formatter, add_help=True)
    parser.add_argument("--version", action="version", version=f"Gradwalk {VERSION}")
    parser.add_argument("--debug", action="store_true", help="show where in the program an error comes from")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", parser_class=Parser)
    for command in COMMANDS.values():
        made = commands.add_parser(
            command.name, help=command.summary, description=_sentence(command.summary), epilog=_epilog(command),
            formatter_class=formatter, allow_abbrev=False,
        )  # fmt: skip
        if command.name == used:
            command.module().add_arguments(made)
    return parser


def _sentence(summary: str) -> str:
    return summary[0].upper() + summary[1:] + "."


def _epilog(command: Command) -> str:
    title = "example" if len(command.examples) == 1 else "examples"
    return "\n".join([f"{title}:", *(f"  {PROGRAM} {example}" for example in command.examples)])


def _told(error: Exception) -> str:
    """An error in one line."""
    match error:
        case OSError(strerror=str(reason), filename=name) if name is not None:
            return f"{name}: {reason}."
        case OSError(strerror=str(reason)):
            return f"Reading or writing failed: {reason}."
        case _:
            return str(error)


def _failed(line: str, *, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    print(one_line(line), file=sys.stderr)
    return WRONG_INPUT
