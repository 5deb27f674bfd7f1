"""The commands: what each is for, and an example of each that runs.

A command is a module of this package with `add_arguments(parser)` and `run(arguments)`, which returns the exit
status. The module is imported when its command is used.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, cast


class CommandModule(Protocol):
    """What the module of a command offers."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


@dataclass(frozen=True, slots=True)
class Command:
    """A command by name, with what stands in the list of commands and under its own help."""

    name: str
    summary: str
    examples: tuple[str, ...]

    def module(self) -> CommandModule:
        """The module that does the work."""
        return cast(CommandModule, importlib.import_module(f"app.cli.{self.name}"))


_SQUARE = "x = torch.tensor([1., 2.], requires_grad=True); y = (x * x).sum()"

_ALL = (
    Command(
        "run",
        "evaluate an expression, run backward, and print values and gradients",
        (f'run -e "{_SQUARE}"', "run model.py --json"),
    ),
    Command(
        "step",
        "walk through the backward pass in the terminal",
        (f'step --json -e "{_SQUARE}"',),
    ),
    Command(
        "export",
        "write a picture or code; the suffix of OUT picks the format",
        (
            "export model.py --to model.svg",
            "export model.py --to step3.png --at 3 --theme dark --scale 2",
            "export model.py --to graph.pdf --view backward",
        ),
    ),
    Command(
        "screenshot",
        "draw the whole window into a PNG file, without a display",
        ("screenshot model.py --to window.png --size 1440x900 --at 3 --theme dark",),
    ),
    Command(
        "check",
        "say what is wrong with an expression, one problem a line",
        ("check model.py",),
    ),
    Command(
        "convert",
        "turn code into a document, or a document into code",
        ("convert model.py --to model.gradwalk",),
    ),
    Command(
        "examples",
        "list the shipped examples, or write one of them to a file",
        ("examples", "examples broadcasting --to broadcasting.py"),
    ),
)

COMMANDS: Mapping[str, Command] = {command.name: command for command in _ALL}
