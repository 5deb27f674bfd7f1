"""Programs that use autograd in every way, against what PyTorch makes of them."""

import json

import pytest
from written_programs import FILES, difference, outcome, outcomes_file, programs

import core

PROGRAMS = [(program, path) for path in FILES for program in programs(path)]


def recorded(path):
    return json.loads(outcomes_file(path).read_text(encoding="utf-8"))


@pytest.mark.parametrize(("program", "path"), PROGRAMS, ids=[program.name for program, _ in PROGRAMS])
def test_a_program_does_what_it_does_in_pytorch(program, path):
    expected = recorded(path)[program.name]
    found = outcome(program, core)
    for look, one, other in zip(["the program itself", *program.looks], found, expected, strict=True):
        assert not difference(one, other), f"{look}: {difference(one, other)}"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_recorded_outcomes_are_pytorchs(path):
    torch = pytest.importorskip("torch")
    expected = recorded(path)
    for program in programs(path):
        assert not difference(outcome(program, torch), expected[program.name]), program.name


def test_a_difference_is_noticed():
    tensor = {"tensor": ["float64", [1], False, True, None], "data": [1.0]}
    assert difference(tensor, {**tensor, "data": [1.0 + 1e-12]}) == ""
    assert difference(tensor, {**tensor, "data": [1.0 + 1e-7]})
    assert difference(tensor, {**tensor, "tensor": ["float32", [1], False, True, None]})
    assert difference({"tuple": [1, 2]}, [1, 2])
    assert difference([1], [1, 2])
    assert difference(True, 1.5)
    assert difference({"error": "ValueError"}, {"error": "TypeError"})
