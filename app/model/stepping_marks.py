"""Where stepping is to stop, and the events that the user wants to find again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.model.signal import Signal
from core.debug.branch import land
from core.debug.breakpoints import OnNode, Stop
from core.debug.recording import Recording
from core.expr.ids import NodeId


@dataclass(frozen=True, slots=True)
class _Bookmark:
    """An event of the recording in which it was marked; None where that was read and is not made again yet."""

    recording: Recording | None
    index: int

    def place_in(self, recording: Recording | None) -> int:
        """Where the event is in another recording, or the nearest before it."""
        if recording is None or self.recording is None or recording is self.recording:
            return self.index
        return land(self.recording, recording, self.index).index


class SteppingMarks:
    """The stops and the bookmarks of a document. `changed` is emitted when there are others."""

    def __init__(self) -> None:
        self.changed: Signal[None] = Signal()
        self._stops: tuple[Stop, ...] = ()
        self._bookmarks: tuple[_Bookmark, ...] = ()
        self._kept = self._all

    @property
    def stops(self) -> tuple[Stop, ...]:
        """Where to stop, in the order in which the stops were set."""
        return self._stops

    @property
    def breakpoints(self) -> Mapping[NodeId, bool]:
        """The nodes of the document that are stopped at, and whether the stop is on."""
        found = [(stop.trigger, stop.enabled) for stop in self._stops]
        return {NodeId(str(one.origin)): on for one, on in found if isinstance(one, OnNode) and one.origin is not None}

    def set_stops(self, stops: Iterable[Stop]) -> None:
        """Stop at these from now on; equal ones count once."""
        self._stops = tuple(dict.fromkeys(stops))
        self.changed.emit(None)

    def toggle_stop(self, node: NodeId) -> None:
        """Stop whenever a node is about to run, or no longer."""
        kept = [one for one in self._stops if not (isinstance(one.trigger, OnNode) and one.trigger.origin == node)]
        self.set_stops(kept if len(kept) < len(self._stops) else [*kept, Stop(OnNode(origin=node))])

    def bookmarks_in(self, recording: Recording | None) -> tuple[int, ...]:
        """Where the bookmarks are in a recording, in order; those of earlier recordings are matched to its events.

        Without a recording they are where the file has them.
        """
        count = None if recording is None else len(recording.events)
        places = {one.place_in(recording) for one in self._bookmarks} if count != 0 else set()
        return tuple(sorted(place for place in places if count is None or place < count))

    def recall_bookmarks(self, recording: Recording | None, indices: Iterable[int]) -> None:
        """Mark these events only."""
        self._bookmarks = tuple(_Bookmark(recording, index) for index in indices)
        self.changed.emit(None)

    def settle(self, recording: Recording) -> None:
        """Take bookmarks that were read before there was a recording for events of this one."""
        were_kept = self.are_kept
        self._bookmarks = tuple(_Bookmark(one.recording or recording, one.index) for one in self._bookmarks)
        if were_kept:
            self.keep()

    def toggle_bookmark(self, recording: Recording, index: int) -> None:
        """Mark an event, or take its mark away."""
        kept = tuple(one for one in self._bookmarks if one.place_in(recording) != index)
        self._bookmarks = kept if len(kept) < len(self._bookmarks) else (*kept, _Bookmark(recording, index))
        self.changed.emit(None)

    @property
    def are_kept(self) -> bool:
        """Whether there are the same marks as when they were last opened or saved."""
        return self._kept == self._all

    def keep(self) -> None:
        """Note that the file of the document has the marks as they are now."""
        self._kept = self._all

    @property
    def _all(self) -> tuple[frozenset[Stop], frozenset[_Bookmark]]:
        return frozenset(self._stops), frozenset(self._bookmarks)

    def clear(self) -> None:
        """Take all away, as for another document."""
        self._stops, self._bookmarks = (), ()
        self.changed.emit(None)
