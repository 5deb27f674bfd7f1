"""Cards in words, for those who do not see them."""

from __future__ import annotations

from app.render.looks import GradientLine, GradientState, HeatMap, NodeLook, Preview, Ring, Silhouette

_STATES = {
    GradientState.NONE: "no gradient yet",
    GradientState.NO_GRAD_FN: "not recorded",
    GradientState.WAITING: "gradient waits for more",
    GradientState.PENDING: "gradient pending",
    GradientState.CURRENT: "running now",
    GradientState.CHANGED: "gradient just changed",
    GradientState.ZERO: "gradient is zero",
    GradientState.NONFINITE: "gradient is not finite",
    GradientState.BLOCKED: "gradient blocked",
    GradientState.GHOST: "gradient blocked",
    GradientState.FAILED: "cannot run",
}
_KINDS = {Silhouette.LEAF: "leaf", Silhouette.ROOT: "root", Silhouette.OPERATION: ""}


def spoken(look: NodeLook) -> str:
    """A card in one sentence: what it is, what it holds, and what has become of its gradient."""
    parts = [" ".join(filter(None, (look.title, look.name, _KINDS[look.silhouette])))]
    parts += filter(None, (look.value.label, _words(look.value.preview), *_gradient(look)))
    if Ring.READY in look.rings:
        parts.append(f"number {look.queue} in the queue")
    return ", ".join(parts)


def _gradient(look: NodeLook) -> list[str]:
    line = look.gradient
    if not isinstance(line, GradientLine):
        return []
    return [_STATES.get(line.state, "gradient"), _words(line.preview), line.text]


def _words(preview: Preview | None) -> str:
    match preview:
        case None:
            return ""
        case HeatMap():
            return f"heat map of {preview.rows} by {preview.columns} cells"
        case _:
            return preview.text
