"""Commands about documents and their files."""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import has_nodes

ACTIONS = (
    Action(
        "new", "New", lambda session, desk: desk.new_document(), ("Ctrl+N",), "file", "Begin an empty expression."
    ),
    Action(
        "open", "Open…", lambda session, desk: desk.open_document(), ("Ctrl+O",), "folder",
        "Open a document, code, or a picture that holds a document.",
    ),
    Action(
        "save", "Save", lambda session, desk: desk.save_document(), ("Ctrl+S",), "save",
        "Write the document to its file.",
    ),
    Action(
        "save_as", "Save as…", lambda session, desk: desk.save_document(anew=True), ("Ctrl+Shift+S",), "",
        "Write the document to another file.",
    ),
    Action(
        "export", "Export…", lambda session, desk: desk.export_document(), ("Ctrl+E",), "export",
        "Write a picture, an animation or code.", enabled_when=has_nodes,
    ),
    Action(
        "copy_picture", "Copy as picture", lambda session, desk: desk.copy_picture(), ("Ctrl+Shift+C",), "",
        "Put a picture of the whole document onto the clipboard.", enabled_when=has_nodes,
    ),
    Action(
        "close", "Close", lambda session, desk: desk.close_window(), ("Ctrl+Q",), "",
        "Close the window; what is not saved is asked about.",
    ),
)  # fmt: skip
