"""Fields as data: what a form shows, and what happens when something else is entered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from core.expr.changes import ChangeSet
from core.expr.graph import Document
from core.ops.spec import Op

Edit: TypeAlias = Callable[[Document, str], ChangeSet]
"""Given the document and what was entered, the edit; raises GradwalkError where it makes no sense."""

ON, OFF = "on", "off"
"""What a switch holds."""


class FieldKind(StrEnum):
    """How something is entered."""

    NAME = "name"  # a line that counts when it is done
    VALUE = "value"  # a line that counts while it is typed
    CHOICE = "choice"
    SWITCH = "switch"
    FACT = "fact"  # cannot be changed


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a form. `key` tells it from the others of the same thing.

    `placeholder` stands where nothing is entered, `problem` under it.
    """

    key: str
    label: str
    kind: FieldKind
    value: str = ""
    edit: Edit | None = None
    choices: tuple[tuple[str, str], ...] = ()
    placeholder: str = ""
    help: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Fields with a title over them, "" for none."""

    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Inspection:
    """Everything about one thing: what it is, its fields, and for an operation its record."""

    subject: str
    title: str
    remark: str = ""
    sections: tuple[Section, ...] = ()
    op: Op | None = None
    problem: str = ""


def switch(key: str, label: str, on: bool, edit: Edit, summary: str = "") -> Field:
    """A field that is on or off."""
    return Field(key, label, FieldKind.SWITCH, ON if on else OFF, edit, help=summary)


def fact(key: str, label: str, value: str) -> Field:
    """Something to know."""
    return Field(key, label, FieldKind.FACT, value)
