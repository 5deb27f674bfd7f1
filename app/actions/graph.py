"""Commands about the graph: adding to it, and placing it."""

from __future__ import annotations

from app.actions.action import Action, Scope
from app.actions.conditions import has_nodes

ACTIONS = (
    Action(
        "add", "Add…", lambda session, desk: desk.show_search(), ("Tab", "Shift+A"), "plus",
        "Search for an operation or a tensor to add; double-click does the same.", Scope.CANVAS,
    ),
    Action(
        "expression", "Write an expression", lambda session, desk: desk.focus_expression(), ("Ctrl+L",), "edit",
        "Type code such as y = 2*x[0] + b; it becomes nodes.",
    ),
    Action(
        "code", "Read code…", lambda session, desk: desk.show_dialog("code"), ("Ctrl+Shift+O",), "",
        "Paste several lines of PyTorch-like code; they are read, never run.",
    ),
    Action(
        "find", "Find a node…", lambda session, desk: desk.find_node(), ("Ctrl+F",), "search",
        "Go to a node by its name, its operation or its expression.", enabled_when=has_nodes,
    ),
    Action(
        "arrange", "Arrange", lambda session, desk: desk.arrange(), ("L",), "layout", "Place all nodes in layers.",
        Scope.CANVAS, has_nodes,
    ),
)  # fmt: skip
