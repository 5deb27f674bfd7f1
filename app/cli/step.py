"""``step FILE``: the debugger without a window, for a terminal or a script."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from app.cli.problems import CommandError, report
from app.cli.sources import add_source, read_source
from app.cli.step_commands import BY_NAME, Conversation
from app.cli.step_text import Pen, here
from core.debug.as_json import event_as_json
from core.debug.document import record_evaluation
from core.debug.events import Error
from core.debug.recording import Recording
from core.errors import GradwalkError
from core.expr.evaluate import evaluate

DONE, WRONG_INPUT = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_source(parser)
    parser.add_argument("--json", action="store_true", help="print the event log, one event a line, and leave")
    parser.add_argument("--script", metavar="F", help="take the debugger's commands from a file, and leave at its end")


def run(arguments: argparse.Namespace) -> int:
    """Record what the file does, and walk through it."""
    source = read_source(arguments)
    if source.has_errors:
        return WRONG_INPUT
    if arguments.file == "-" and not arguments.json and arguments.script is None:
        raise CommandError("The code comes from standard input, so the commands cannot.", "Give --script or --json.")
    evaluation = evaluate(source.document)
    recording = record_evaluation(evaluation)
    failed = report(source.name, source.placed(evaluation.problems))
    if failed and not recording.nodes:
        return WRONG_INPUT
    if not recording.events:
        raise CommandError(f"{source.name}: there is no backward pass to step through.", "Call backward() on a result.")
    if arguments.json:
        sys.stdout.writelines(f"{line}\n" for line in json_lines(recording))
        last = recording.events[-1]
        if isinstance(last, Error):
            raise CommandError(f"{source.name}: {last.message}", last.hint)
        return WRONG_INPUT if failed else DONE
    status = _talk(recording, arguments.script)
    return WRONG_INPUT if failed else status


def json_lines(recording: Recording) -> Iterator[str]:
    """Yield the events as JSON, one a line."""
    for event in recording.events:
        yield json.dumps(event_as_json(recording, event.index), allow_nan=False)


def converse(talk: Conversation, lines: Iterable[str], write: Callable[[str], object]) -> bool:
    """Answer lines of input until they end or one says so; whether all of them could be followed."""
    followed = True
    for line in lines:
        try:
            for text in talk.answer(line):
                write(text)
        except GradwalkError as error:
            followed = False
            write(str(error))
        if talk.over:
            break
    return followed


def _talk(recording: Recording, script: str | None) -> int:
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    talk = Conversation(recording, Pen(colour=colour))
    if script is not None:
        return DONE if converse(talk, _echoed(_script_lines(script)), print) else WRONG_INPUT
    for text in (*here(talk.cursor, talk.pen), "Type n for the next node, help for all commands, q to leave."):
        print(text)
    followed = converse(talk, _typed(talk), print)
    return DONE if followed or sys.stdin.isatty() else WRONG_INPUT


def _script_lines(script: str) -> list[str]:
    try:
        return Path(script).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise CommandError(f"{script}: this is not text (byte {error.start}).", "Commands are UTF-8 text.") from None


def _echoed(lines: Iterable[str]) -> Iterator[str]:
    """Show each command of a script before its answer."""
    for line in lines:
        print(f"> {line}")
        yield line


def _typed(talk: Conversation) -> Iterator[str]:
    """Yield what the user types; an empty line repeats the one before."""
    _complete_with(talk)
    before = ""
    while True:
        try:
            line = input(f"({talk.cursor.step.number}/{len(talk.recording.steps) - 1}) ")
        except EOFError:
            return
        before = line.strip() or before
        yield before


def _complete_with(talk: Conversation) -> None:
    """Offer commands and names of nodes with the tab key, where the terminal can."""
    try:
        import readline
    except ImportError:
        return
    labels = sorted({node.label for node in talk.recording.nodes})

    def complete(text: str, place: int) -> str | None:
        words = labels if " " in readline.get_line_buffer().lstrip() else sorted(BY_NAME)
        found = [word for word in words if word.startswith(text)]
        return found[place] if place < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
