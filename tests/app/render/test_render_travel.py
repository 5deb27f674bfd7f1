"""Packets of a node step: where they are at each moment."""

import numpy as np
import pytest

from app.render.geometry import curve
from app.render.looks import NumberText, PacketLook
from app.render.motion import Moment, Phase
from app.render.travel import Flight, Parcel, Travel

TWO = PacketLook(NumberText("2"))
THREE = PacketLook(NumberText("3"))
WIRE = curve((0.0, 0.0), (200.0, 80.0))
DOCK = (43.0, -38.0)


def flight() -> Flight:
    return Flight(
        Travel(received=(Parcel(TWO, (WIRE,), DOCK),), sent=(Parcel(THREE, (WIRE,), DOCK), Parcel(TWO, (WIRE,))))
    )


def test_what_is_received_moves_from_its_dock_into_the_socket():
    looks, places = flight().at(Moment(Phase.BEFORE, 0.0))
    assert list(looks) == [TWO]
    assert places.tolist() == [list(DOCK)]
    half = flight().at(Moment(Phase.RECEIVE, 0.5))[1]
    assert half.tolist() == [[DOCK[0] / 2, DOCK[1] / 2]]
    assert flight().at(Moment(Phase.RECEIVE, 1.0))[1].tolist() == [[0.0, 0.0]]


def test_what_is_sent_runs_from_the_consumer_to_the_producer_and_ends_in_its_dock():
    looks, start = flight().at(Moment(Phase.DELIVER, 0.0))
    assert list(looks) == [THREE, TWO]
    assert np.allclose(start, [[200.0, 80.0]] * 2)
    end = flight().at(Moment(Phase.DELIVER, 1.0))[1]
    assert np.allclose(end, [DOCK, [0.0, 0.0]])


def test_a_packet_never_jumps():
    steps = np.linspace(0, 1, 400)
    path = np.array([flight().at(Moment(Phase.DELIVER, share))[1][0] for share in steps.tolist()])
    assert np.hypot(*np.diff(path, axis=0).T).max() < 4.0


def test_it_follows_a_wire_that_is_led_around_something_at_an_even_speed():
    bent = (curve((0.0, 0.0), (100.0, 100.0)), curve((100.0, 100.0), (400.0, 0.0)))
    along = Flight(Travel(sent=(Parcel(TWO, bent),)))
    path = np.array([along.at(Moment(Phase.DELIVER, share))[1][0] for share in np.linspace(0, 1, 41).tolist()])
    assert np.hypot(*(path - (100, 100)).T).min() < 6
    steps = np.hypot(*np.diff(path, axis=0).T)
    assert steps.max() < 1.2 * steps.min()


@pytest.mark.parametrize("phase", [Phase.COMPUTE, Phase.AFTER])
def test_nothing_is_on_its_way_while_the_node_computes_and_after_the_step(phase):
    looks, places = flight().at(Moment(phase, 0.5))
    assert not looks
    assert places.shape == (0, 2)


def test_a_step_without_packets_has_none_at_any_moment():
    for phase in Phase:
        looks, places = Flight(Travel()).at(Moment(phase, 0.3))
        assert len(looks) == len(places) == 0
