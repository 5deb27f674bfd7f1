"""Commands that walk through the backward pass."""

from __future__ import annotations

from collections.abc import Callable

from app.actions.action import Action, Run, Scope
from app.actions.conditions import has_one_node, selected_nodes
from app.actions.desk import Desk
from app.model.session import Session
from core.debug.cursor import Move
from core.debug.steps import StepSize


def _said(move: Callable[[Session], Move]) -> Run:
    """A command that moves the cursor, and says why where it does not, or where it came to rest."""

    def run(session: Session, desk: Desk) -> None:
        made = move(session)
        if made.hits:
            desk.say(f"Stopped at a stop, event {made.after}.")
        elif made.message:
            desk.say(made.message, refused=not made.moved)

    return run


def _step(size: StepSize, *, forward: bool = True) -> Run:
    return _said(lambda session: session.stepping.move(size, forward=forward))


def can_step(session: Session, desk: Desk) -> bool:
    """There is something whose backward pass can be walked through, or that says why not."""
    return bool(session.document.nodes)


def is_stepping(session: Session, desk: Desk) -> bool:
    """A step was taken, and stepping was not left since."""
    return session.stepping.is_stepping


def _right_steps(session: Session, desk: Desk) -> bool:
    """The right arrow steps while stepping, and begins it unless there is the one node that it moves on from."""
    return session.stepping.is_stepping or not has_one_node(session, desk)


def _is_stepping_at_node(session: Session, desk: Desk) -> bool:
    return has_one_node(session, desk) and can_step(session, desk)


def _run_to(*, forward: bool) -> Run:
    return _said(lambda session: session.stepping.to_node(selected_nodes(session)[0], forward=forward))


def _play(*, forward: bool) -> Run:
    return lambda session, desk: session.stepping.player.play(forward=forward)


def _faster(by: int) -> Run:
    def run(session: Session, desk: Desk) -> None:
        session.stepping.player.faster(by)
        desk.say(f"Speed {session.stepping.player.speed:g}×")

    return run


def _toggle_stop(session: Session, desk: Desk) -> None:
    for node in selected_nodes(session):
        session.stepping.marks.toggle_stop(node)


def _stops_here(session: Session, desk: Desk) -> bool:
    breakpoints = session.stepping.marks.breakpoints
    return bool(session.selection.nodes) and all(key in breakpoints for key in session.selection.nodes)


def _toggle_bookmark(session: Session, desk: Desk) -> None:
    recording = session.stepping.recording
    if recording is not None:
        session.stepping.marks.toggle_bookmark(recording, session.stepping.index)


def _bookmarks(session: Session) -> tuple[int, ...]:
    recording = session.stepping.recording
    return () if recording is None else session.stepping.marks.bookmarks_in(recording)


def _is_marked(session: Session, desk: Desk) -> bool:
    return session.stepping.index in _bookmarks(session)


def _has_bookmarks(session: Session, desk: Desk) -> bool:
    return is_stepping(session, desk) and bool(_bookmarks(session))


def _is_playing(*, forward: bool) -> Callable[[Session, Desk], bool]:
    def playing(session: Session, desk: Desk) -> bool:
        player = session.stepping.player
        return player.is_playing and player.is_forward == forward

    return playing


ACTIONS = (
    Action(
        "step_next", "Next node", _step(StepSize.NODE), ("F10", "PgDown"), "next",
        "Play the next node: it receives, computes and hands on.", Scope.CANVAS, can_step,
        passing_shortcuts=("Right",), passing_when=_right_steps,
    ),
    Action(
        "step_previous", "Previous node", _step(StepSize.NODE, forward=False), ("Shift+F10", "PgUp"),
        "previous", "Take the last node step back.", Scope.CANVAS, is_stepping,
        passing_shortcuts=("Left",), passing_when=is_stepping,
    ),
    Action(
        "event_next", "Next event", _step(StepSize.MICRO), ("Shift+Right", "F11"), "", "Go on by a single event.",
        Scope.CANVAS, can_step,
    ),
    Action(
        "event_previous", "Previous event", _step(StepSize.MICRO, forward=False), ("Shift+Left",), "",
        "Go back by a single event.", Scope.CANVAS, is_stepping,
    ),
    Action(
        "finish_node", "Finish this node", _said(lambda session: session.stepping.finish_node()), ("Shift+F11",), "",
        "Go to where the node that runs is done.", Scope.CANVAS, is_stepping,
    ),
    Action(
        "continue", "Continue", _step(StepSize.RUN), ("Ctrl+Right", "F5"), "continue", "Run to the next stop.",
        Scope.CANVAS, can_step,
    ),
    Action(
        "reverse_continue", "Continue backwards", _step(StepSize.RUN, forward=False), ("Ctrl+Left",),
        "reverse_continue", "Run back to the stop before.", Scope.CANVAS, is_stepping,
    ),
    Action(
        "run_to_node", "Run to this node", _run_to(forward=True), ("Ctrl+F10",), "",
        "Go on to where the selected node is about to run.", Scope.CANVAS, _is_stepping_at_node,
    ),
    Action(
        "run_back_to_node", "Run back to this node", _run_to(forward=False), ("Ctrl+Shift+F10",), "",
        "Go back to where the selected node was about to run.", Scope.CANVAS, _is_stepping_at_node,
    ),
    Action(
        "play", "Play", _play(forward=True), (), "play", "Take steps by the clock, or pause.", Scope.CANVAS,
        can_step, _is_playing(forward=True), passing_shortcuts=("Space",), passing_when=is_stepping,
    ),
    Action(
        "play_backwards", "Play backwards", _play(forward=False), ("Shift+Space",), "play_backwards",
        "Take steps back by the clock, or pause.", Scope.CANVAS, is_stepping, _is_playing(forward=False),
    ),
    Action("faster", "Faster", _faster(1), ("+", "="), "", "Play faster.", Scope.CANVAS, can_step),
    Action("slower", "Slower", _faster(-1), ("-",), "", "Play slower.", Scope.CANVAS, can_step),
    Action(
        "to_start", "Go to the start", _said(lambda session: session.stepping.to_start()), (), "start",
        "Go to before the backward pass.", Scope.CANVAS, is_stepping,
        passing_shortcuts=("Home",), passing_when=is_stepping,
    ),
    Action(
        "to_end", "Go to the end", _said(lambda session: session.stepping.to_end()), ("End",), "end",
        "Go to after the backward pass.", Scope.CANVAS, can_step,
    ),
    Action(
        "go_to_step", "Go to step…", lambda session, desk: desk.ask_step(), ("Ctrl+G",), "",
        "Type the number of a step.", Scope.CANVAS, can_step,
    ),
    Action(
        "stop_here", "Stop at this node", _toggle_stop, ("F9",), "breakpoint",
        "Come to rest whenever the selected node is about to run.", Scope.CANVAS,
        lambda session, desk: bool(session.selection.nodes), _stops_here,
    ),
    Action(
        "bookmark", "Bookmark", _toggle_bookmark, ("Ctrl+F2",), "bookmark", "Mark this event, to find it again.",
        Scope.CANVAS, is_stepping, _is_marked,
    ),
    Action(
        "next_bookmark", "Next bookmark", _said(lambda session: session.stepping.to_bookmark()), (), "",
        "Go to the next event that was marked.", Scope.CANVAS, _has_bookmarks,
        passing_shortcuts=("F2",), passing_when=is_stepping,
    ),
    Action(
        "previous_bookmark", "Previous bookmark",
        _said(lambda session: session.stepping.to_bookmark(forward=False)), ("Shift+F2",), "",
        "Go to the event before that was marked.", Scope.CANVAS, _has_bookmarks,
    ),
    Action(
        "restart", "Restart", _said(lambda session: session.stepping.restart()), ("Ctrl+Shift+F5",), "history",
        "Go back to event 0, and stay in stepping.", Scope.CANVAS, is_stepping,
    ),
    Action(
        "leave_stepping", "Leave stepping", lambda session, desk: session.stepping.leave(), ("Shift+F5",), "close",
        "Show the values only.", Scope.CANVAS, is_stepping,
    ),
)  # fmt: skip
