"""An edit while it is made: the parts it adds, replaces and removes, over a document that stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.expr.changes import Change, ChangeSet, Part, PartChange, Setting, SettingChange, table_of
from core.expr.graph import Document, Node, Region, Wire
from core.expr.ids import NodeId, RegionId, WireId, number


class Draft:
    """Collects what an edit does. Reading from it sees the edit; `finish` gives the changes."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.ids = document.new_ids()
        self._touched: dict[str, dict[Any, Part | None]] = {"wires": {}, "nodes": {}, "regions": {}}
        self._settings: dict[Setting, Any] = {}

    def put(self, part: Part) -> None:
        """Add a part, or replace the one with the same id."""
        self._touched[table_of(part)][part.id] = part

    def update(self, part: Part, **fields: Any) -> None:
        """Give a part other values in some fields."""
        self.put(replace(part, **fields))

    def remove(self, part: Part) -> None:
        """Take a part away."""
        self._touched[table_of(part)][part.id] = None

    def mark(self) -> int:
        """Return a mark: `forget_since` drops what is added from here on."""
        return self.ids.last

    def forget_since(self, mark: int) -> None:
        """Drop the parts that were added after a mark."""
        for touched in self._touched.values():
            for key in [key for key in touched if number(key) > mark]:
                del touched[key]

    def node(self, key: NodeId) -> Node | None:
        """Return a node as the edit leaves it."""
        return self._find("nodes", key)  # type: ignore[return-value]

    def wire(self, key: WireId) -> Wire | None:
        """Return a wire as the edit leaves it."""
        return self._find("wires", key)  # type: ignore[return-value]

    def region(self, key: RegionId) -> Region | None:
        """Return a region as the edit leaves it."""
        return self._find("regions", key)  # type: ignore[return-value]

    def set(self, setting: Setting, value: Any) -> None:
        """Change the title, the note, the actions or the view settings."""
        self._settings[setting] = value

    def get(self, setting: Setting) -> Any:
        """Return a setting as the edit leaves it."""
        return self._settings.get(setting, getattr(self.document, setting))

    def finish(self, name: str) -> ChangeSet:
        """Return the changes: what is removed, from the last to the first, then what is replaced and added."""
        changes: list[Change] = []
        for table, touched in self._touched.items():
            changes += _removals(getattr(self.document, table), touched)
        for table, touched in reversed(self._touched.items()):
            parts = getattr(self.document, table)
            kept = ((parts.get(key), after) for key, after in touched.items() if after is not None)
            changes += [PartChange(before, after) for before, after in kept if before != after]
        for setting, value in self._settings.items():
            before = getattr(self.document, setting)
            if before != value:
                changes.append(SettingChange(setting, before, value))
        return ChangeSet(name, tuple(changes))

    def _find(self, table: str, key: Any) -> Part | None:
        touched = self._touched[table]
        return touched[key] if key in touched else getattr(self.document, table).get(key)


def _removals(parts: Mapping[Any, Part], touched: Mapping[Any, Part | None]) -> list[PartChange]:
    """Return the removals from one table, the last part first, so that each place is still right."""
    gone = {key for key, after in touched.items() if after is None and key in parts}
    places = [(place, parts[key]) for place, key in enumerate(parts) if key in gone] if gone else []
    return [PartChange(part, None, place) for place, part in reversed(places)]
