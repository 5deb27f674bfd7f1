"""The examples that Gradwalk ships, in the order in which a tutorial would show them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from core.expr.graph import Document
from core.expr.parse import parse
from core.io import project


@dataclass(frozen=True, slots=True)
class Example:
    """One example: the name it is asked for by, and what the welcome shows of it."""

    name: str
    number: int
    title: str
    question: str
    shown: str
    document: Document


def examples() -> tuple[Example, ...]:
    """Return all examples, in order."""
    found = (file for file in files("resources").joinpath("examples").iterdir() if file.name[:1].isdigit())
    return tuple(_read(file) for file in sorted(found, key=lambda file: file.name))


def find_example(name: str) -> Example | None:
    """Return the example with this name or number."""
    return next((one for one in examples() if name in (one.name, str(one.number))), None)


def _read(file: Traversable) -> Example:
    content = file.read_bytes()
    is_code = file.name.endswith(".py")
    document = parse(content.decode()).document if is_code else project.loads(content).document
    number, _, name = file.name.partition(".")[0].partition("_")
    question, _, shown = document.note.partition("\n")
    return Example(name, int(number), document.title, question, shown, document)
