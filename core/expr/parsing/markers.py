"""Comments that mean something: titles of `with` blocks, and frames that code has no other words for.

A frame stands between ``# region detach: title`` and ``# endregion``, which editors can fold. One that is switched
off has ``off`` behind its kind; a plain comment frame is ``# region comment: title``. Lines that belong to a frame
but cannot stand together with its others are put into it again by ``# region detach continued: title``; a number
tells frames apart that look the same: ``continued 2`` is the last but one.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from core.expr.graph import Region, RegionKind

_BEGIN = re.compile(
    r"#\s*region\s+(?P<kind>[a-z_]+)(?P<off>\s+off)?(?P<folded>\s+folded)?(?P<back>\s+continued(\s+[0-9]{1,9})?)?"
    r"\s*(:\s*(?P<title>.*))?$"
)
_END = re.compile(r"#\s*endregion\b")


@dataclass(frozen=True, slots=True)
class Marker:
    """A comment that begins a frame, or ends one when `kind` is None.

    With `back` it goes on with an earlier frame: the last (1) that looks like this, the last but one (2) ...
    """

    line: int
    column: int
    kind: RegionKind | None = None
    title: str = ""
    enabled: bool = True
    folded: bool = False
    back: int = 0


class Markers:
    """The comments of a program, taken in order as its statements are read."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        comments = list(_comments(text))
        alone = [one for one in comments if not lines[one[0] - 1][: one[1]].strip()]
        self._waiting = deque(marker for one in alone if (marker := _marker(*one)) is not None)
        self._titles = {line: comment.lstrip("#").strip() for line, _, comment in comments}

    def before(self, line: int, column: int = 0) -> Iterator[Marker]:
        """Take the markers that stand before a line, at a column or further in."""
        while self._waiting and self._waiting[0].line < line and self._waiting[0].column >= column:
            yield self._waiting.popleft()

    def title(self, line: int) -> tuple[str, int]:
        """Return the title in the comment behind the code of a line, and which earlier frame it goes on with."""
        comment = self._titles.get(line, "")
        match = _CONTINUED.search(comment)
        return (comment[: match.start()].strip(), _back(match[1])) if match else (comment, 0)


def _comments(text: str) -> Iterator[tuple[int, int, str]]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield *token.start, token.string
    except (tokenize.TokenError, SyntaxError):  # what is wrong with the code is said elsewhere
        return


def _marker(line: int, column: int, text: str) -> Marker | None:
    if _END.match(text):
        return Marker(line, column)
    match = _BEGIN.match(text)
    kind = next((one for one in RegionKind if match is not None and match["kind"] == one), None)
    if match is None or kind is None:
        return None
    return Marker(
        line,
        column,
        kind,
        match["title"] or "",
        enabled=match["off"] is None,
        folded=match["folded"] is not None,
        back=_back(match["back"] or ""),
    )


_CONTINUED = re.compile(r"\((continued(?: [0-9]{1,9})?)\)$")


def _back(words: str) -> int:
    """Return the number in ``continued 2``; 1 when there is none, and 0 when nothing is continued."""
    return int(words.split()[1]) if len(words.split()) > 1 else int(bool(words))


def continued(back: int) -> str:
    """Return the words that go on with an earlier frame."""
    return "" if back == 0 else "continued" if back == 1 else f"continued {back}"


def region_line(region: Region, title: str, back: int) -> str:
    """Return the comment that begins a frame, or puts lines into an earlier one."""
    states = ("off" * (not region.enabled), "folded" * region.folded, continued(back))
    words = " ".join(filter(None, ("# region", region.kind, *states)))
    return f"{words}: {title}" if title else words


END_LINE = "# endregion"
"""The comment that ends a frame."""
