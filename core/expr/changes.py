"""Changes to a document, as data that can be turned round.

A `ChangeSet` is what one act of the user did. The same object is the entry in the undo list, the record in the
recovery file, and what views are told. Nothing but ids and values is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias, cast

from core.errors import ArgumentError
from core.expr.graph import Document, Node, NodeBase, Region, Wire
from core.expr.ids import NodeId, number

Part: TypeAlias = Node | Wire | Region


class Setting(StrEnum):
    """What a document holds besides its parts."""

    TITLE = "title"
    NOTE = "note"
    ACTIONS = "actions"
    VIEW = "view"


@dataclass(frozen=True, slots=True)
class PartChange:
    """A part is added (there is no `before`), removed (no `after`) or replaced.

    `at` is its place among the parts of its kind when it is added or removed.
    """

    before: Part | None
    after: Part | None
    at: int = -1

    @property
    def part(self) -> Part:
        """The part that changes, as it is after the change, or was before it was removed."""
        return cast(Part, self.after or self.before)

    def inverse(self) -> PartChange:
        """Return the change that takes this one back."""
        return PartChange(self.after, self.before, self.at)


@dataclass(frozen=True, slots=True)
class SettingChange:
    """The title, the note, the actions or the view settings change."""

    setting: Setting
    before: Any
    after: Any

    def inverse(self) -> SettingChange:
        """Return the change that takes this one back."""
        return SettingChange(self.setting, self.after, self.before)


Change: TypeAlias = PartChange | SettingChange


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """The changes of one act, in order, with the name that the undo menu shows."""

    name: str
    changes: tuple[Change, ...] = ()

    def inverse(self) -> ChangeSet:
        """Return the changes that take these back."""
        return ChangeSet(self.name, tuple(change.inverse() for change in reversed(self.changes)))

    def added(self) -> tuple[Part, ...]:
        """Return the parts that are new, in order."""
        parts = (change for change in self.changes if isinstance(change, PartChange))
        return tuple(cast(Part, change.after) for change in parts if change.before is None)

    def new_nodes(self) -> tuple[NodeId, ...]:
        """Return the ids of the nodes that are new, in order."""
        return tuple(part.id for part in self.added() if isinstance(part, NodeBase))

    def then(self, later: ChangeSet) -> ChangeSet:
        """Return one change set for both, as when a drag goes on: what is only replaced is kept once, or not at all."""
        return ChangeSet(self.name, tuple(_merged([*self.changes, *later.changes])))

    def __bool__(self) -> bool:
        return bool(self.changes)


def apply(document: Document, changes: Iterable[Change]) -> Document:
    """Return the document with the changes made.

    Each change has to fit: what it says was there before has to be there now.
    """
    fields: dict[str, Any] = {}
    tables: dict[str, _Table] = {}
    serial = document.serial
    for change in changes:
        match change:
            case PartChange():
                name = table_of(change.part)
                if name not in tables:
                    tables[name] = _Table(getattr(document, name))
                tables[name].change(change)
                serial = max(serial, number(change.part.id))
            case SettingChange(setting, before, after):
                _expect(fields.get(setting, getattr(document, setting)), before, setting)
                fields[setting] = after
    fields |= {name: table.result() for name, table in tables.items()}
    changed = replace(document, serial=serial, **fields)
    _keep_derived(document, changed, tables)
    return changed


def _keep_derived(document: Document, changed: Document, tables: Mapping[str, _Table]) -> None:
    """Hand on what was found out about the wires, as far as it is still right."""
    known, still_known = document.__dict__, changed.__dict__
    wires, nodes = tables.get("wires"), tables.get("nodes")
    if "wiring" in known:
        still_known["wiring"] = known["wiring"].changed(wires.gone, wires.come) if wires else known["wiring"]
    if "ordering" in known and wires is None and not (nodes and nodes.has_other_keys):
        still_known["ordering"] = known["ordering"]


_TABLES: Mapping[type, str] = {Wire: "wires", Region: "regions"}


def table_of(part: Part) -> str:
    """Return the field of a document that holds parts of this kind."""
    return _TABLES.get(type(part), "nodes")


class _Table:
    """The parts of one kind while they change. `_order` is kept once the order is no longer the dict's own."""

    def __init__(self, parts: Mapping[Any, Part]) -> None:
        self._parts = dict(parts)
        self._order: list[Any] | None = None
        self._before: dict[Any, Part | None] = {}

    @property
    def gone(self) -> list[Any]:
        """The parts that are there no more, or not as they were."""
        return [part for part in self._before.values() if part is not None]

    @property
    def come(self) -> list[Any]:
        """The parts that are new, or not as they were."""
        return [self._parts[key] for key in self._before if key in self._parts]

    @property
    def has_other_keys(self) -> bool:
        """Whether parts came or went."""
        return any(before is None or key not in self._parts for key, before in self._before.items())

    def change(self, change: PartChange) -> None:
        key = change.part.id
        _expect(self._parts.get(key), change.before, key)
        self._before.setdefault(key, change.before)
        if change.after is None:
            self._remove(key)
        else:
            if change.before is None:
                self._place(key, change.at)
            self._parts[key] = change.after

    def result(self) -> dict[Any, Part]:
        return self._parts if self._order is None else {key: self._parts[key] for key in self._order}

    def _remove(self, key: Any) -> None:
        del self._parts[key]
        if self._order is not None:
            self._order.remove(key)

    def _place(self, key: Any, at: int) -> None:
        if self._order is None and at not in (-1, len(self._parts)):
            self._order = list(self._parts)
        if self._order is not None:
            self._order.insert(at if at >= 0 else len(self._order), key)


def _expect(found: Any, expected: Any, what: str) -> None:
    if found is not expected and found != expected:
        raise ArgumentError(f"The change does not fit the document: {what} is not what it was.")


def _merged(changes: Iterable[Change]) -> Iterable[Change]:
    """Join replacements of the same thing, when there is nothing but replacements."""
    listed = list(changes)
    if any(isinstance(one, PartChange) and (one.before is None or one.after is None) for one in listed):
        return listed
    joined: dict[str, Change] = {}
    for one in listed:
        key = one.part.id if isinstance(one, PartChange) else one.setting
        joined[key] = replace(joined[key], after=one.after) if key in joined else one
    return [one for one in joined.values() if one.before != one.after]
