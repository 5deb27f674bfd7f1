"""Gradients that travel during a node step: those the node receives, then those it sends on.

What travels is data, like a frame. Where it is at a moment is computed for all packets together, for the
screen and for animations in files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.render.geometry import Floats, points_at
from app.render.looks import PacketLook
from app.render.marks import Cubic, Point
from app.render.motion import Moment, Phase

_DOCKING = 0.7
"""The share of its way after which a packet turns from the wire to its dock."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A packet and the wire it belongs to; `dock` is where it waits beside the producer's socket."""

    look: PacketLook
    wire: Cubic
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
        self._arriving = _wires(self._received), _docks(self._received)
        self._leaving = _wires(self._sent), _docks(self._sent)

    def at(self, moment: Moment) -> tuple[Sequence[PacketLook], Floats]:
        """The packets that are visible at a moment, and their places (n, 2) in the scene."""
        match moment.phase:
            case Phase.BEFORE:
                return _looks(self._received), self._arriving[1]
            case Phase.RECEIVE:
                return _looks(self._received), self._arrived(moment.progress)
            case Phase.DELIVER:
                return _looks(self._sent), self._delivered(moment.progress)
            case _:
                return (), np.zeros((0, 2))

    def _arrived(self, progress: float) -> Floats:
        """In a straight line from the docks into the socket, where packets of a sum meet."""
        wires, docks = self._arriving
        return docks + (wires[:, 0] - docks) * progress

    def _delivered(self, progress: float) -> Floats:
        """Along the wires, from the consumer to the producer, and at the end into the docks."""
        wires, docks = self._leaving
        along = points_at(wires, np.full(len(wires), 1.0 - progress))
        turned = max(progress - _DOCKING, 0.0) / (1.0 - _DOCKING)
        return np.asarray(along + (docks - along) * turned * turned)


def _looks(parcels: Sequence[Parcel]) -> list[PacketLook]:
    return [parcel.look for parcel in parcels]


def _wires(parcels: Sequence[Parcel]) -> Floats:
    return np.array([parcel.wire for parcel in parcels], dtype=np.float64).reshape(-1, 4, 2)


def _docks(parcels: Sequence[Parcel]) -> Floats:
    """Where each packet waits; without a dock, in the producer's socket."""
    return np.array([parcel.dock or parcel.wire[0] for parcel in parcels], dtype=np.float64).reshape(-1, 2)
