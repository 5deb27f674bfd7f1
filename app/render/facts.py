"""What a file says in words about a node or a wire of a frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Facts:
    """`key` names the part the same way each time, `words` describe it, and `data` holds its numbers by name."""

    key: str
    words: str = ""
    data: Mapping[str, str] = field(default_factory=dict)
