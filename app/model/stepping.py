"""Stepping through the backward passes of the document that is open, also while it is edited.

Each edit that makes a difference begins a branch: the passes are recorded again, the cursor keeps its place, and
the recording before is kept to be compared with. Nothing is recorded in advance where that would take long.
"""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from app.model.branches import Branch, Branches, Comparison
from app.model.ghosts import GhostValues
from app.model.history import MERGE_WINDOW, Clock
from app.model.obstacles import Obstacle, obstacle_in
from app.model.player import Player
from app.model.signal import Signal
from app.model.stepping_marks import SteppingMarks
from core.debug.branch import land
from core.debug.breakpoints import OnNode, Stop, Stops, find_hits
from core.debug.cursor import Cursor, Move
from core.debug.document import record_evaluation
from core.debug.recording import Recording
from core.debug.steps import Step, StepSize, step_at
from core.expr.evaluate import Evaluation, evaluate
from core.expr.ids import NodeId

MOST_NODES = 400
MOST_ELEMENTS = 1_000_000
"""A document with more nodes, or more numbers in its tensors, is recorded only when stepping begins."""


class Stepping:
    """The recording of the document's passes, and a place in it.

    `recorded` is emitted when there is another recording, `moved` when the cursor moves or cannot, `compared` when
    there is something to compare with or no longer. `marks` are the stops and the bookmarks.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.recorded: Signal[None] = Signal()
        self.moved: Signal[Move] = Signal()
        self.compared: Signal[Comparison | None] = Signal()
        self.marks = SteppingMarks()
        self.player = Player(self.advance, clock)
        self._clock = clock
        self._evaluation: Evaluation | None = None
        self._branches: Branches | None = None
        self._cursor: Cursor | None = None
        self._anchor: tuple[Recording, int] | None = None
        self._comparison: Comparison | None = None
        self._ghosts: GhostValues | None = None
        self._is_stepping = False
        self._edited_at = float("-inf")
        self.marks.changed.connect(self._set_stops)

    # What is recorded

    def begin(self, evaluation: Evaluation) -> None:
        """Turn to another document."""
        self.player.pause()
        self._evaluation = evaluation
        self._forget()
        self.marks.clear()
        self.marks.keep()
        self.recorded.emit(None)
        self.compared.emit(None)

    def follow(self, evaluation: Evaluation) -> None:
        """Keep up with an edit of the document."""
        self._evaluation = evaluation
        if self._branches is None or not self._is_stepping:
            self._forget()
            self.recorded.emit(None)
            return
        goes_on = self._clock() - self._edited_at < MERGE_WINDOW
        if self._branches.follow(evaluation.document, lambda: _recorded(evaluation), goes_on=goes_on):
            self._edited_at = self._clock()
            self._take_branch(self._branches)

    @property
    def recording(self) -> Recording | None:
        """The recording; None where making it would take long and stepping has not begun."""
        if self._branches is None and self._evaluation is not None and _is_quick(self._evaluation):
            self._record(self._evaluation)
        return None if self._branches is None else self._branches.current.recording

    @property
    def branch(self) -> Branch | None:
        """The recording with its number."""
        return None if self.recording is None or self._branches is None else self._branches.current

    @property
    def earlier(self) -> tuple[Branch, ...]:
        """The recordings before, and those that were left by undoing."""
        return () if self._branches is None else self._branches.earlier

    @property
    def obstacle(self) -> Obstacle | None:
        """Why nothing can be stepped through; None where it can be, or where that is not known yet."""
        recording = self.recording
        if recording is None or self._evaluation is None:
            return None
        return obstacle_in(self._evaluation, recording)

    @property
    def is_stepping(self) -> bool:
        """Whether a step was taken, until stepping is left."""
        return self._is_stepping

    @property
    def ghosts(self) -> GhostValues | None:
        """The gradients that would have been without cuts, while stepping; None where finding them would take long."""
        evaluation = self._evaluation
        if self._branches is None or not self._is_stepping or evaluation is None or not _is_quick(evaluation):
            return None
        current = self._branches.current
        if self._ghosts is None or self._ghosts.recording is not current.recording:
            self._ghosts = GhostValues(current.document, current.recording)
        return self._ghosts

    # What is compared

    @property
    def comparison(self) -> Comparison | None:
        """What the last edit has changed; None before there was one, and after it was looked at."""
        return self._comparison

    def compare_with(self, number: int) -> None:
        """Compare with an earlier recording, by its number."""
        if self._branches is not None:
            self._branches.compare_with(number)
            self._show_comparison(self._branches)

    def close_comparison(self) -> None:
        """Do not compare any more, until the next edit."""
        if self._comparison is not None:
            self._comparison = None
            self.compared.emit(None)

    # Where the cursor is

    @property
    def index(self) -> int:
        """The event that has happened last."""
        return 0 if self._cursor is None else self._cursor.index

    @property
    def stops(self) -> Stops | None:
        """Where the stops hit in the recording."""
        cursor = self._cursor_now
        return None if cursor is None else cursor.stops

    @property
    def step(self) -> Step | None:
        """The node step that the cursor is in."""
        cursor = self._cursor_now
        return None if cursor is None else cursor.step

    def move(self, size: StepSize, *, forward: bool = True) -> Move:
        """Take one step."""
        return self._go(lambda cursor: cursor.move(size, forward))

    def advance(self, size: StepSize, forward: bool = True) -> Move:
        """Take one step, but go no farther than the next stop: what playing does."""

        def step(cursor: Cursor) -> Move:
            before, marks = cursor.index, cursor.stops.marks
            move = cursor.move(size, forward)
            mark = _nearest(marks, before, forward=forward)
            if mark is None or not min(before, move.after) <= mark <= max(before, move.after):
                return move
            return Move(before, cursor.go_to(mark).after, hits=cursor.stops.at(mark))

        return self._go(step)

    def finish_node(self) -> Move:
        """Go to where the node that runs is done."""
        return self._go(lambda cursor: cursor.finish_node())

    def to_start(self) -> Move:
        """Go to before the first pass."""
        return self._go(lambda cursor: cursor.to_start())

    def to_end(self) -> Move:
        """Go to after the last pass."""
        return self._go(lambda cursor: cursor.to_end())

    def to_step(self, number: int) -> Move:
        """Go to where a node step is done; PositionError when there is no such step."""
        return self._go(lambda cursor: cursor.to_step(number))

    def to_event(self, index: int) -> Move:
        """Go to an event; PositionError when there is no such event."""
        return self._go(lambda cursor: cursor.go_to(index))

    def to_node(self, node: NodeId, *, forward: bool = True) -> Move:
        """Run to where a node of the document is about to run, or stay and say why it does not."""

        def run(cursor: Cursor) -> Move:
            hits = find_hits(cursor.recording, Stop(OnNode(origin=node)))
            place = _nearest(hits.indices, cursor.index, forward=forward)
            side = "after" if forward else "before"
            why = hits.problem or f"It does not run {side} event {cursor.index}."
            return Move(cursor.index, cursor.index, why) if place is None else cursor.go_to(place)

        return self._go(run)

    @property
    def bookmarks(self) -> tuple[int, ...]:
        """The events that the user wants to find again, in order."""
        return self.marks.bookmarks_in(self.recording)

    def toggle_bookmark(self) -> None:
        """Mark the event at the cursor, or take its mark away."""
        cursor = self._cursor_now
        if cursor is not None:
            self.marks.toggle_bookmark(cursor.recording, cursor.index)

    def to_bookmark(self, *, forward: bool = True) -> Move:
        """Go to the next bookmark, or the one before."""

        def go(cursor: Cursor) -> Move:
            place = _nearest(self.bookmarks, cursor.index, forward=forward)
            why = f"There is no bookmark {'after' if forward else 'before'} this event."
            return Move(cursor.index, cursor.index, why) if place is None else cursor.go_to(place)

        return self._go(go)

    def restart(self) -> Move:
        """Go to before the first pass, and stay in stepping."""
        self.player.pause()
        return self.to_start()

    def leave(self) -> None:
        """End stepping: the document is shown with its values only."""
        if self._is_stepping:
            self.player.pause()
            self._forget()
            self.recorded.emit(None)
            self.compared.emit(None)

    # How one thing leads to another

    @property
    def _cursor_now(self) -> Cursor | None:
        recording = self.recording
        if self._cursor is None and recording is not None and recording.events:
            self._cursor = Cursor(recording, stops=Stops(recording, self.marks.stops))
        return self._cursor

    def _record(self, evaluation: Evaluation) -> None:
        recording = _recorded(evaluation)
        self._branches = Branches(evaluation.document, recording)
        self.marks.settle(recording)

    def _set_stops(self, _: None) -> None:
        if self._cursor is not None:
            self._cursor.stops = Stops(self._cursor.recording, self.marks.stops)

    def _forget(self) -> None:
        self._branches = self._cursor = self._anchor = self._comparison = self._ghosts = None
        self._is_stepping = False

    def _go(self, move: Callable[[Cursor], Move]) -> Move:
        """Make a move and tell of it; where there is nothing to step through, say why."""
        if self._branches is None and self._evaluation is not None:
            self._record(self._evaluation)
            self.recorded.emit(None)
        cursor, obstacle = self._cursor_now, self.obstacle
        if cursor is None or obstacle is not None:
            made = Move(self.index, self.index, "" if obstacle is None else f"{obstacle.message} {obstacle.hint}")
        else:
            self._is_stepping = True
            made = move(cursor)
            self._anchor = cursor.recording, cursor.index
            self.player.note(made, travels=_is_one_step(cursor.recording.steps, made))
        self.moved.emit(made)
        return made

    def _take_branch(self, branches: Branches) -> None:
        """Show the recording of another branch, at the place where the user was last."""
        recording, self._cursor, message = branches.current.recording, None, ""
        before, cursor = self.index, self._cursor_now
        if cursor is not None and self._anchor is not None:
            old, place = self._anchor
            landing = land(old, recording, place)
            cursor.index, message = landing.index, landing.message
        self.recorded.emit(None)
        self._show_comparison(branches)
        if message:
            self.moved.emit(Move(before, self.index, message))

    def _show_comparison(self, branches: Branches) -> None:
        self._comparison = None if branches.baseline is None else Comparison(branches.baseline, branches.current)
        self.compared.emit(self._comparison)


def _recorded(evaluation: Evaluation) -> Recording:
    """Record the passes of a document.

    After an edit only some nodes were computed again. The engine runs those that were made last first, so that
    only an evaluation of the whole document goes back in the order of its code.
    """
    document = evaluation.document
    is_whole = len(evaluation.computed) == len(document.nodes)
    return record_evaluation(evaluation if is_whole else evaluate(document, limit=evaluation.limit))


def _is_quick(evaluation: Evaluation) -> bool:
    keys = evaluation.document.nodes
    if len(keys) > MOST_NODES:
        return False
    return sum(tensor.array.size for key in keys for tensor in evaluation.results(key)) <= MOST_ELEMENTS


def _is_one_step(steps: Sequence[Step], move: Move) -> bool:
    """Whether a move goes forward within one node step."""
    return move.before < move.after and step_at(steps, move.before + 1) is step_at(steps, move.after)


def _nearest(places: Sequence[int], index: int, *, forward: bool) -> int | None:
    """The nearest of the sorted places after `index`, or before it."""
    place = bisect_right(places, index) if forward else bisect_left(places, index) - 1
    return places[place] if 0 <= place < len(places) else None
