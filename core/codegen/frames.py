"""Frames as code: `with` blocks for those that PyTorch knows, comments for the others."""

from __future__ import annotations

from collections.abc import Iterator

from core.expr.graph import Document, Region, RegionKind
from core.expr.ids import RegionId
from core.expr.parsing.markers import END_LINE, continued, region_line
from core.expr.regions import frames_around

_BLOCKS = {
    RegionKind.NO_GRAD: "with torch.no_grad():",
    RegionKind.ENABLE_GRAD: "with torch.enable_grad():",
    RegionKind.INFERENCE_MODE: "with torch.inference_mode():",
}
_STEP = "    "


class FrameWriter:
    """Knows which frames are open, and writes the lines that lead from one place to another."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._open: list[Region] = []
        self._written: list[Region] = []

    @property
    def indent(self) -> str:
        """What stands before each line in the frames that are open."""
        return _STEP * sum(map(_is_block, self._open))

    def lead_to(self, region: RegionId | None) -> Iterator[str]:
        """Close and open frames until a region is the innermost one; iterate over the lines for it."""
        wanted = list(reversed([*frames_around(self._document, region)]))
        common = sum(1 for mine, other in zip(self._open, wanted, strict=False) if mine is other)
        while len(self._open) > common:
            closing = self._open.pop()
            if not _is_block(closing):
                yield self.indent + END_LINE
        for frame in wanted[common:]:
            yield self.indent + _first_line(frame, self._back(frame))
            if frame not in self._written:
                self._written.append(frame)
            self._open.append(frame)

    def _back(self, frame: Region) -> int:
        """Return how many frames back, among those that look the same, one was written; 0 for a new one."""
        if frame not in self._written:
            return 0
        look = _look(frame)
        alike = [one for one in self._written if _look(one) == look]
        return len(alike) - alike.index(frame)


def _is_block(region: Region) -> bool:
    return region.enabled and region.kind in _BLOCKS


def _look(region: Region) -> tuple[object, ...]:
    return region.kind, _title(region), region.enabled, region.folded, region.parent


def _title(region: Region) -> str:
    return " ".join(region.title.split())


def _first_line(region: Region, back: int) -> str:
    title = _title(region)
    if not _is_block(region):
        return region_line(region, title, back)
    comment = " ".join(filter(None, (title, f"({continued(back)})" if back else "")))
    return f"{_BLOCKS[region.kind]}  # {comment}" if comment else _BLOCKS[region.kind]
