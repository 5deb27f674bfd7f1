"""Edits: functions from a document to the changes of one act.

None of them changes the document it is given. An edit that could never be valid raises `EditError` and says why;
one that makes a document with problems, such as shapes that do not fit, is made, and the problems are shown.
"""

from core.expr.edits.actions import set_actions
from core.expr.edits.copies import cut_out, duplicate, paste
from core.expr.edits.errors import EditError
from core.expr.edits.expressions import add_expression, replace_expression
from core.expr.edits.nodes import (
    add_call,
    add_leaf,
    delete,
    move,
    rename,
    rename_result,
    set_attribute,
    set_constant,
    set_dtype,
    set_muted,
    set_requires_grad,
    set_retains_grad,
    set_value,
)
from core.expr.edits.regions import (
    put_into_region,
    set_region_bounds,
    set_region_enabled,
    set_region_kind,
    set_region_title,
    unwrap,
    wrap,
)
from core.expr.edits.settings import set_note, set_title
from core.expr.edits.wires import (
    bend,
    connect,
    disconnect,
    dissolve,
    insert_on_wire,
    set_detached,
    why_not_connect,
)

__all__ = [
    "EditError", "add_call", "add_expression", "add_leaf", "bend", "connect", "cut_out", "delete", "disconnect",
    "dissolve", "duplicate", "insert_on_wire", "move", "paste", "put_into_region", "rename", "rename_result",
    "replace_expression", "set_actions", "set_attribute", "set_constant", "set_detached", "set_dtype", "set_muted",
    "set_note", "set_region_bounds", "set_region_enabled", "set_region_kind", "set_region_title", "set_requires_grad",
    "set_retains_grad", "set_title", "set_value", "unwrap", "why_not_connect", "wrap",
]  # fmt: skip
