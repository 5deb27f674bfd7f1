"""Where the parts of a card stand: its rows, its sockets and the tip of a root."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from app.model.metrics import metrics
from app.render.looks import CardSize, NodeLook, Side, Silhouette
from app.render.marks import Point, Rect
from app.render.measure import LEAF_INDENT, pill_width

_LEAF_WELL_INDENT = 5.0
_WELL_PAD = 6.0
_PILL_OVERLAP = 4.0
"""A pill may reach this far into the room before labels."""
_PILL_GAP = 4.0


@dataclass(frozen=True, slots=True)
class CardBox:
    """Where the parts of a card stand, from the upper left corner of the card with its tip."""

    width: float
    height: float
    body: Rect  # without a root's tip
    title_left: float
    label_left: float
    right: float  # where values end
    value_middle: float
    well: Rect
    well_label: float  # where the words in the well begin
    inputs: tuple[Point, ...]
    outputs: tuple[Point, ...]

    @property
    def value(self) -> Rect:
        """The row under the title, where a leaf is edited in place."""
        top = self.body.y + metrics().size.card_title
        return Rect(self.label_left, top, self.right - self.label_left, self.well.y - top)

    @property
    def switch(self) -> Rect:
        """A leaf's requires_grad switch."""
        width, height = metrics().size.switch
        top = self.body.y + (metrics().size.card_title - height) / 2
        return Rect(self.right - width, top, width, height)


def card_box(look: NodeLook) -> CardBox:
    """Where the parts of a card stand."""
    pills: tuple[float, ...] = ()
    if look.output_side is Side.RIGHT and any(socket.constant for socket in look.inputs):
        pills = tuple(pill_width(socket.constant) if socket.constant else 0.0 for socket in look.inputs)
    return _box(look.size, look.silhouette, look.output_side, len(look.inputs), len(look.outputs), pills)


@lru_cache(maxsize=1024)
def _box(
    size: CardSize, silhouette: Silhouette, side: Side, inputs: int, outputs: int, pills: tuple[float, ...]
) -> CardBox:
    pad = metrics().space.card_pad
    tip = metrics().size.root_tip if silhouette is Silhouette.ROOT else 0.0
    body = _body(size, tip, side)
    width = body.width + (tip if side.horizontal else 0.0)
    height = body.height + (0.0 if side.horizontal else tip)
    rounded = silhouette is Silhouette.LEAF
    sockets = _along(body, side.opposite, inputs)
    left = LEAF_INDENT if rounded and side is not Side.LEFT else 0.0
    right = LEAF_INDENT if rounded and side is Side.LEFT else 0.0
    well = _well(size, body, bool(left), bool(right))
    return CardBox(
        width=width,
        height=height,
        body=body,
        title_left=body.x + pad + left * 4 / 3,
        label_left=body.x + pad + 2 + left + max(0.0, max(pills, default=0.0) / 2 - _PILL_OVERLAP),
        right=body.right - pad - right,
        value_middle=body.y + metrics().size.card_title + size.value / 2 + 0.2,
        well=well,
        well_label=max(well.x + _WELL_PAD, body.x + _pill_in(well, sockets, pills) / 2 + _PILL_GAP),
        inputs=sockets,
        outputs=(_tip(width, height, side),) if tip and outputs == 1 else _along(body, side, outputs),
    )


def _pill_in(well: Rect, sockets: tuple[Point, ...], pills: tuple[float, ...]) -> float:
    """The width of the widest pill that reaches into the well."""
    beside = (width for (_, y), width in zip(sockets, pills, strict=False) if well.y - 4 < y < well.bottom + 4)
    return max(beside, default=-2 * _PILL_GAP)


def _body(size: CardSize, tip: float, side: Side) -> Rect:
    height = metrics().size.card_title + size.value + size.well + metrics().size.card_bottom
    return Rect(tip if side is Side.LEFT else 0.0, tip if side is Side.TOP else 0.0, size.width, height)


def _well(size: CardSize, body: Rect, left: bool, right: bool) -> Rect:
    """Narrower where a leaf's corner is round."""
    inset = metrics().space.well_inset
    before, after = inset + _LEAF_WELL_INDENT * left, inset + _LEAF_WELL_INDENT * right
    top = body.y + metrics().size.card_title + size.value
    return Rect(body.x + before, top, body.width - before - after, size.well)


def _tip(width: float, height: float, side: Side) -> Point:
    match side:
        case Side.RIGHT:
            return width, height / 2
        case Side.LEFT:
            return 0.0, height / 2
        case Side.TOP:
            return width / 2, 0.0
        case Side.BOTTOM:
            return width / 2, height


def _along(body: Rect, side: Side, count: int) -> tuple[Point, ...]:
    """Sockets spread over a side: beside the rows, or over the whole width."""
    if not side.horizontal:
        y = body.y if side is Side.TOP else body.bottom
        return tuple((body.x + body.width * (index + 1) / (count + 1), y) for index in range(count))
    size = metrics().size
    x = body.x if side is Side.LEFT else body.right
    if count == 2 and body.height == size.card_height:
        return tuple((x, body.y + y) for y in size.socket_y_two)
    pitch = (body.height - size.card_title - size.card_bottom) / max(count, 1)
    return tuple((x, body.y + size.card_title + pitch * (index + 0.5)) for index in range(count))
