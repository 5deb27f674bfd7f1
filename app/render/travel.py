"""Gradients that travel during a node step: those the node receives, then those it sends on.

What travels is data, like a frame. Where it is at a moment is computed for all packets together, for the
screen and for animations in files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.render.geometry import Floats, flattened
from app.render.looks import PacketLook
from app.render.marks import Cubic, Point
from app.render.motion import Moment, Phase

_STOPS = 65
"""As many points of a wire are looked up, between which packets move in straight lines."""
_DOCKING = 0.7
"""The share of its way after which a packet turns from the wire to its dock."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A packet and the pieces of the wire it belongs to; `dock` is where it waits beside the producer's socket."""

    look: PacketLook
    course: tuple[Cubic, ...]
    dock: Point | None = None


@dataclass(frozen=True, slots=True)
class Travel:
    """One node step: packets that move from their docks into the node, and packets that leave it."""

    received: tuple[Parcel, ...] = ()
    sent: tuple[Parcel, ...] = ()


class Flight:
    """The packets of one step as arrays, from which their places at any moment follow."""

    def __init__(self, travel: Travel) -> None:
        self._received = [parcel for parcel in travel.received if parcel.dock is not None]
        self._sent = travel.sent
        self._sockets = np.array([parcel.course[0][0] for parcel in self._received]).reshape(-1, 2)
        self._docks = _docks(self._received)
        self._goals = _docks(self._sent)
        self._turning = np.array([parcel.dock is not None for parcel in self._sent], dtype=np.float64)[:, None]
        self._paths = np.array([_path(parcel.course) for parcel in self._sent]).reshape(-1, _STOPS, 2)

    def at(self, moment: Moment) -> tuple[Sequence[PacketLook], Floats]:
        """The packets that are visible at a moment, and their places (n, 2) in the scene."""
        match moment.phase:
            case Phase.BEFORE:
                return _looks(self._received), self._docks
            case Phase.RECEIVE:
                return _looks(self._received), self._arrived(moment.progress)
            case Phase.DELIVER:
                return _looks(self._sent), self._delivered(moment.progress)
            case _:
                return (), np.zeros((0, 2))

    def _arrived(self, progress: float) -> Floats:
        """In a straight line from the docks into the socket, where packets of a sum meet."""
        return np.asarray(self._docks + (self._sockets - self._docks) * progress)

    def _delivered(self, progress: float) -> Floats:
        """Along the wires, from the consumer to the producer, and at the end into the docks."""
        stop = (1.0 - progress) * (_STOPS - 1)
        below = min(int(stop), _STOPS - 2)
        along = self._paths[:, below] + (self._paths[:, below + 1] - self._paths[:, below]) * (stop - below)
        turned = max(progress - _DOCKING, 0.0) / (1.0 - _DOCKING)
        return np.asarray(along + (self._goals - along) * self._turning * turned**2)


def _looks(parcels: Sequence[Parcel]) -> list[PacketLook]:
    return [parcel.look for parcel in parcels]


def _docks(parcels: Sequence[Parcel]) -> Floats:
    """Where each packet waits; without a dock, in the producer's socket."""
    return np.array([parcel.dock or parcel.course[0][0] for parcel in parcels], dtype=np.float64).reshape(-1, 2)


def _path(course: Sequence[Cubic]) -> Floats:
    """Points (_STOPS, 2) at equal distances along a wire, from the producer to the consumer."""
    fine = flattened(np.array(course, dtype=np.float64), _STOPS).reshape(-1, 2)
    travelled = np.concatenate([[0.0], np.hypot(*np.diff(fine, axis=0).T).cumsum()])
    stops = np.linspace(0.0, travelled[-1], _STOPS)
    return np.stack([np.interp(stops, travelled, fine[:, axis]) for axis in (0, 1)], axis=1)
