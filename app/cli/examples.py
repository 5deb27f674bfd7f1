"""``examples [NAME] [--to FILE]``: the shipped examples, as a list, as code, or in a file."""

from __future__ import annotations

import argparse

from app.cli.convert import content
from app.cli.problems import CommandError
from app.cli.values import output_path
from app.model.examples import Example, examples, find_example
from core.io import project
from core.io.save import save_atomically


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="which example, by its name or number")
    parser.add_argument("--to", metavar="FILE", type=output_path, help="write it to a .py or .gradwalk file")


def run(arguments: argparse.Namespace) -> int:
    """List the examples, or print or write one."""
    if arguments.name is None:
        if arguments.to is not None:
            raise CommandError("Which example is to be written?", "Name one; without --to they are listed.")
        print("\n".join(_listed(examples())))
        return 0
    example = find_example(arguments.name)
    if example is None:
        known = ", ".join(one.name for one in examples())
        raise CommandError(f"There is no example {arguments.name!r}.", f"There are {known}.")
    _hand_out(example, arguments)
    return 0


def _listed(found: tuple[Example, ...]) -> list[str]:
    longest = max(len(example.name) for example in found)
    titles = max(len(example.title) for example in found)
    return [
        f"{example.number:>2}  {example.name:<{longest}}  {example.title:<{titles}}  {example.question}".rstrip()
        for example in found
    ]


def _hand_out(example: Example, arguments: argparse.Namespace) -> None:
    if arguments.to is None:
        print(content(example.document, ".py").decode(), end="")
        return
    suffix = arguments.to.suffix.lower()
    if suffix not in (".py", project.SUFFIX):
        raise CommandError(f"{arguments.to}: examples are written as .py or .gradwalk.", "Use export for pictures.")
    save_atomically(arguments.to, content(example.document, suffix))
    print(arguments.to)
