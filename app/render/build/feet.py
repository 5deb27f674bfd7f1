"""The foot of a figure, which makes it readable on its own."""

from __future__ import annotations

from app.model.metrics import metrics
from app.render.build.headlines import expression_formula, roots_of
from app.render.build.moments import moment_text
from app.render.build.progress import Progress
from app.render.build.scene import Scene
from app.render.draw_overlay import overlay_size
from app.render.formula import Literal
from app.render.looks import Side
from app.render.marks import Rect
from app.render.overlays import FigureEntry, Footer, Scale
from core.expr.expression import Expressions

_GAP = 16.0
_NARROWEST = 560.0
_MARGINS = 60.0
"""What a foot leaves free at both sides of a figure."""
_FLOWS = {
    Side.RIGHT: "right to left",
    Side.LEFT: "left to right",
    Side.BOTTOM: "upwards",
    Side.TOP: "downwards",
}


def with_foot(
    scene: Scene, progress: Progress | None, area: Rect, entries: tuple[FigureEntry, ...], scales: tuple[Scale, ...],
    flow: Side,
) -> tuple[Rect, tuple[Footer]]:  # fmt: skip
    """The area of a figure made larger by a foot: the formula, the moment and what the signs mean."""
    missing = max(0.0, _NARROWEST - area.width)
    area = Rect(area.x - missing / 2, area.y, area.width + missing, area.height)
    width, document = area.width - _MARGINS, scene.document
    formula = expression_formula(document, width, metrics().type.size.body)
    foot = Footer(
        formula=formula or Literal(document.title),
        moment=f"{moment_text(progress)}. Grad mode {'on' if _grad_mode(progress) else 'off'}.",
        entries=entries,
        width=width,
        root=_root_name(scene),
        flow=f"gradient flows {_FLOWS[flow]}; width by log of its norm",
        scales=scales,
    )
    return Rect(area.x, area.y, area.width, area.height + _GAP + overlay_size(foot, scene.theme)[1]), (foot,)


def _grad_mode(progress: Progress | None) -> bool:
    return progress is None or progress.recording.pass_at(progress.index).begin.grad_enabled


def _root_name(scene: Scene) -> str:
    """What the gradients are of, if it is one tensor."""
    roots = roots_of(scene.document)
    return Expressions(scene.document).title(roots[0]) if len(roots) == 1 else ""
