"""What the canvas shows: the frame of the document at the place where the debugger stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.model.metrics import metrics
from app.model.player import Motion
from app.model.session import Session
from app.model.signal import Signal
from app.render.build.arrange import arrange
from app.render.build.frames import FrameBuilder, with_room_for_overlays
from app.render.build.ground import Ground
from app.render.build.journeys import travel
from app.render.build.scene import Scene
from app.render.build.walk import Walk
from app.render.fonts import text_width
from app.render.frame import Frame
from app.render.marks import Rect, TextStyle
from app.render.overlays import Headline, Invitation, Legend, Scale
from app.render.travel import Travel
from core.debug.recording import Recording
from core.expr.changes import ChangeSet
from core.expr.ids import NodeId
from core.layout import Placement

_GRAIN = 24.0
"""What a canvas must grow by before its headline is made anew."""


@dataclass(frozen=True, slots=True, eq=False)
class _Reach:
    """How far everything reaches with some cards and some recording."""

    ground: Ground
    recording: Recording | None
    area: Rect


class Picture:
    """Makes a frame whenever what it shows has changed, once. `shown` is emitted with it.

    Where it shows a step on its way, `travel` has the packets that lead from the frame `before` to this one.
    """

    def __init__(self, session: Session) -> None:
        self.shown: Signal[Frame] = Signal()
        self._session = session
        self._builder = FrameBuilder()
        self._placement: Placement | None = None
        self._motion: Motion | None = None
        self.travel: Travel | None = None
        self._room: tuple[float, float] | None = None
        self._is_bare = False
        self._reach: _Reach | None = None
        self._scene = self._make_scene()
        self._frame = self.before = self._make_frame()
        for signal in (
            session.edited,
            session.opened,
            session.selected,
            session.themed,
            session.stepping.recorded,
            session.stepping.moved,
        ):
            signal.connect(self._follow)

    @property
    def frame(self) -> Frame:
        """The frame as it is now."""
        return self._frame

    @property
    def scene(self) -> Scene:
        """What the frame is of."""
        return self._scene

    @property
    def ground(self) -> Ground:
        """The cards with their sizes, which a layout starts from."""
        return self._builder.walk(self._scene).ground

    def arranged(self, pins: list[NodeId] | None = None) -> ChangeSet:
        """The moves that place all nodes anew, but those that are pinned."""
        changes, self._placement = arrange(self.ground, pins or [], self._placement)
        return changes

    def give_room(self, width: float, height: float, *, is_bare: bool = False) -> None:
        """Let the headline take half of a canvas, and keep overlays of their size off its cards.

        A bare canvas is one to be looked at: what helps at the controls is left out.
        """
        self._is_bare = is_bare
        self._room = max(width // _GRAIN, 1) * _GRAIN, max(height // _GRAIN, 1) * _GRAIN
        frame = self._make_frame()
        if (frame.overlays, frame.bounds) != (self._frame.overlays, self._frame.bounds):
            self.before, self.travel, self._frame = self._frame, None, frame
            self.shown.emit(frame)

    def _follow(self, _: object) -> None:
        scene = self._make_scene()
        if _shows_other(scene, self._scene):
            before = self._builder.walk(self._scene)
            self._scene, self.before = scene, self._frame
            self._frame = self._make_frame()
            self.travel = self._travel_from(before)
            self.shown.emit(self._frame)

    def _make_frame(self) -> Frame:
        frame = self._builder.frame(
            self._scene, with_room_for_overlays(self._found_reach(), self._room, is_bare=self._is_bare)
        )
        if self._room is None or not frame.overlays:
            return frame
        hidden = (Headline, Invitation, Legend, Scale) if self._is_bare else (Headline,)
        width, others = self._room[0] / 2, (one for one in frame.overlays if not isinstance(one, hidden))
        return replace(frame, overlays=(*_fitting(self.ground.headline(width), width), *others))

    def _found_reach(self) -> Rect:
        """How far everything reaches; that is found out again only when it may be different."""
        ground, recording, known = self.ground, self._scene.recording, self._reach
        if known is None or known.ground is not ground or known.recording is not recording:
            known = self._reach = _Reach(ground, recording, self._builder.reach(self._scene))
        return known.area

    def _travel_from(self, before: Walk) -> Travel | None:
        """What is on its way, if the last move was a step that is to be watched."""
        motion = self._session.stepping.player.motion
        is_new, self._motion = motion is not self._motion, motion
        if motion is None or not is_new or not motion.duration or motion.after != self._scene.index:
            return None
        return travel(before, self._builder.walk(self._scene))

    def _make_scene(self) -> Scene:
        stepping = self._session.stepping
        recording = stepping.recording
        ghosts = stepping.ghosts if self._session.selection else None
        at_nodes, at_wires = ghosts.near(self._session.selection) if ghosts is not None else ({}, {})
        return Scene(
            self._session.evaluation,
            self._session.theme,
            recording if recording is not None and recording.events else None,
            stepping.index,
            ghosts=at_nodes,
            wire_ghosts=at_wires,
            changed=stepping.comparison.changed if stepping.comparison is not None else frozenset(),
            breakpoints=stepping.marks.breakpoints,
        )


def _fitting(title: Headline | None, room: float) -> Iterator[Headline]:
    """The headline, if there is one, with its caption if there is room for it."""
    if title is not None:
        is_wide = text_width(title.caption, TextStyle(metrics().type.size.small)) > room
        yield replace(title, caption="") if is_wide else title


def _shows_other(scene: Scene, other: Scene) -> bool:
    """Whether two scenes may look different."""
    return (
        scene.evaluation is not other.evaluation
        or scene.theme is not other.theme
        or scene.recording is not other.recording
        or scene.index != other.index
        or scene.ghosts != other.ghosts
        or scene.wire_ghosts != other.wire_ghosts
        or scene.changed != other.changed
        or scene.breakpoints != other.breakpoints
    )
