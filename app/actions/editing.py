"""Commands that change the document."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial

from app.actions.action import Action, Scope
from app.actions.clipboard import copy, cut, paste
from app.actions.conditions import (
    has_nodes,
    has_one_node,
    has_selected_calls,
    has_selected_nodes,
    has_selected_wires,
    has_selection,
    is_editing,
    selected_nodes,
)
from app.actions.desk import Desk
from app.model.selection import Selection
from app.model.session import Session
from core.expr import edits
from core.expr.graph import Call, RegionKind
from core.expr.ids import NodeId


def undo(session: Session, desk: Desk) -> None:
    """Takes back the last step, and says which it was."""
    name = session.history.undo_name
    if session.history.undo():
        desk.say(f"Undone: {name}")


def redo(session: Session, desk: Desk) -> None:
    """Does the step again that was taken back last."""
    name = session.history.redo_name
    if session.history.redo():
        desk.say(f"Done again: {name}")


def delete(session: Session, desk: Desk) -> None:
    """Removes what is selected; what is in a removed frame stays."""
    chosen = session.selection
    session.perform(edits.delete(session.document, chosen.nodes, chosen.wires, chosen.regions))


def dissolve(session: Session, desk: Desk) -> None:
    """Removes the selected nodes, and leads the wires into them to where their results went."""
    with session.step("Dissolve"):
        for node in selected_nodes(session):
            session.perform(edits.dissolve(session.document, node))


def duplicate(session: Session, desk: Desk, *, with_inputs: bool = False) -> None:
    """Copies the selected nodes beside themselves, and selects the copies."""
    before = session.document.nodes.keys()
    session.perform(edits.duplicate(session.document, selected_nodes(session), with_inputs=with_inputs))
    select_new(session, before)


def select_new(session: Session, before: Container[NodeId]) -> None:
    """Selects the nodes that were not there before."""
    new = [key for key in session.document.nodes if key not in before]
    session.select(Selection(frozenset(new), current=new[-1] if new else None))


def select_all(session: Session, desk: Desk) -> None:
    """Selects every node and frame."""
    nodes, regions = session.document.nodes, session.document.regions
    session.select(Selection(frozenset(nodes), regions=frozenset(regions), current=session.selection.current))


def rename(session: Session, desk: Desk) -> None:
    """Lets the user type a name into the card of the selected node."""
    desk.edit_name(selected_nodes(session)[0])


def switch_requires_grad(session: Session, desk: Desk) -> None:
    """Turns the recording of the selected tensors on, or off if it is on for all that are not recorded anyway."""
    chosen = [key for key in selected_nodes(session) if not _is_recorded(session, key)]
    if not chosen:
        desk.say("This is recorded already: it is computed from tensors that require a gradient.", refused=True)
        return
    on = not all(session.document.nodes[key].requires_grad for key in chosen)
    session.perform(edits.set_requires_grad(session.document, chosen, on))


def _is_recorded(session: Session, key: NodeId) -> bool:
    """Whether the results of an operation require gradients because what they are computed from does."""
    if session.document.nodes[key].requires_grad:
        return False
    return any(one.requires_grad and not one.is_leaf for one in session.evaluation.results(key))


def switch_retains_grad(session: Session, desk: Desk) -> None:
    """Lets the selected tensors keep their gradient, or not."""
    chosen = selected_nodes(session)
    on = not all(session.document.nodes[key].retains_grad for key in chosen)
    session.perform(edits.set_retains_grad(session.document, chosen, on))


def switch_muted(session: Session, desk: Desk) -> None:
    """Lets the selected operations hand on their first input, or compute again."""
    calls = _calls(session)
    muted = not all(node.muted for node in calls)
    session.perform(edits.set_muted(session.document, [node.id for node in calls], muted))


def switch_detached(session: Session, desk: Desk) -> None:
    """Cuts the gradient on the selected wires, or lets it pass again."""
    wires = [wire for key, wire in session.document.wires.items() if key in session.selection.wires]
    detached = not all(wire.detached for wire in wires)
    session.perform(edits.set_detached(session.document, [wire.id for wire in wires], detached))


def unwrap(session: Session, desk: Desk) -> None:
    """Takes the selected frames away; what is in them stays."""
    session.perform(edits.delete(session.document, regions=session.selection.regions))


def _calls(session: Session) -> list[Call]:
    nodes = (session.document.nodes[key] for key in selected_nodes(session))
    return [node for node in nodes if isinstance(node, Call)]


def _all(session: Session, holds: Callable[[NodeId], bool]) -> bool:
    return bool(session.selection.nodes) and all(map(holds, session.selection.nodes))


def _requires_grad(session: Session, desk: Desk) -> bool:
    return _all(session, lambda key: session.document.nodes[key].requires_grad)


def _retains_grad(session: Session, desk: Desk) -> bool:
    return _all(session, lambda key: session.document.nodes[key].retains_grad)


def _is_muted(session: Session, desk: Desk) -> bool:
    return has_selected_calls(session, desk) and all(node.muted for node in _calls(session))


def _is_detached(session: Session, desk: Desk) -> bool:
    chosen = session.selection.wires
    return bool(chosen) and all(session.document.wires[key].detached for key in chosen)


def _frame(kind: RegionKind) -> Callable[[Session, Desk], None]:
    return lambda session, desk: desk.take_up(kind)


ACTIONS = (
    Action(
        "undo", "Undo", undo, ("Ctrl+Z",), "undo", "Take back the last edit.",
        enabled_when=lambda session, desk: bool(session.history.undo_name),
        title_now=lambda session: f"Undo {session.history.undo_name}".rstrip(),
    ),
    Action(
        "redo", "Redo", redo, ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", "Do again what was taken back.",
        enabled_when=lambda session, desk: bool(session.history.redo_name),
        title_now=lambda session: f"Redo {session.history.redo_name}".rstrip(),
    ),
    Action(
        "cut", "Cut", cut, ("Ctrl+X",), "", "Copy the selected nodes, and remove them.", enabled_when=has_selected_nodes
    ),
    Action(
        "copy", "Copy", copy, ("Ctrl+C",), "copy", "Put the selected nodes onto the clipboard, as text.",
        enabled_when=has_selected_nodes,
    ),
    Action("paste", "Paste", paste, ("Ctrl+V",), "", "Add the nodes, or the code, that is on the clipboard."),
    Action(
        "duplicate", "Duplicate", duplicate, ("Ctrl+D",), "", "Copy the selected nodes beside themselves.",
        enabled_when=has_selected_nodes,
    ),
    Action(
        "duplicate_with_inputs", "Duplicate with inputs", partial(duplicate, with_inputs=True), ("Ctrl+Shift+D",), "",
        "Copy the selected nodes, connected to the same inputs.", enabled_when=has_selected_nodes,
    ),
    Action(
        "delete", "Delete", delete, ("Del", "Backspace"), "delete", "Remove what is selected.",
        Scope.CANVAS, has_selection,
    ),
    Action(
        "dissolve", "Dissolve", dissolve, ("Ctrl+Del", "Ctrl+Backspace"), "",
        "Remove the selected nodes, and connect what was before them with what is behind.",
        Scope.CANVAS, has_selected_nodes,
    ),
    Action("select_all", "Select all", select_all, ("Ctrl+A",), "", "Select every node.", enabled_when=has_nodes),
    Action(
        "rename", "Rename", rename, (), "edit", "Type a name for the selected node.", Scope.CANVAS, has_one_node,
        passing_shortcuts=("F2",), passing_when=is_editing,
    ),
    Action(
        "requires_grad", "Requires grad", switch_requires_grad, ("R",), "",
        "Record what is computed from the selected tensors, or not.", Scope.CANVAS, has_selected_nodes, _requires_grad,
    ),
    Action(
        "retain_grad", "Retain grad", switch_retains_grad, ("Shift+R",), "",
        "Let the selected tensors keep their gradient although they are no leaves.",
        Scope.CANVAS, has_selected_nodes, _retains_grad,
    ),
    Action(
        "no_grad", "no_grad region", _frame(RegionKind.NO_GRAD), ("N",), "no_grad",
        "Frame the selection, or draw a frame, in which nothing is recorded.", Scope.CANVAS,
    ),
    Action(
        "detach_region", "detach region", _frame(RegionKind.DETACH), ("D",), "scissors",
        "Frame the selection, or draw a frame, whose results are cut from the graph.", Scope.CANVAS,
    ),
    Action(
        "enable_grad", "enable_grad region", _frame(RegionKind.ENABLE_GRAD), ("Shift+N",), "enable_grad",
        "Frame the selection, or draw a frame, in which recording is on again.", Scope.CANVAS,
    ),
    Action(
        "inference_mode", "inference_mode region", _frame(RegionKind.INFERENCE_MODE), (), "inference_mode",
        "Frame the selection, or draw a frame, whose results can never be recorded.", Scope.CANVAS,
    ),
    Action(
        "comment", "Comment frame", _frame(RegionKind.COMMENT), ("C",), "comment",
        "Put a frame with a title around the selection.", Scope.CANVAS,
    ),
    Action(
        "unwrap", "Remove frame", unwrap, (), "", "Take the selected frame away; what is in it stays.",
        enabled_when=lambda session, desk: bool(session.selection.regions),
    ),
    Action(
        "detach_wire", "Detach wire", switch_detached, ("X",), "scissors",
        "Let the value pass the selected wire, but not the gradient.", Scope.CANVAS, has_selected_wires, _is_detached,
    ),
    Action(
        "mute", "Bypass", switch_muted, ("M",), "", "Let the selected operations hand on their first input.",
        Scope.CANVAS, has_selected_calls, _is_muted,
    ),
)  # fmt: skip
