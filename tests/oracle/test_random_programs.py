"""Random programs mean the same here and in PyTorch: values, gradients, errors, versions, and the whole graph."""

from collections import Counter

import pytest
from program_kinds import TEXTS, kinds
from program_runs import differences, shortened
from random_programs import program

import core

torch = pytest.importorskip("torch", reason="PyTorch is what the programs are compared with")

BLOCK = 100


@pytest.mark.parametrize("first", range(0, 2500, BLOCK))
def test_programs_mean_the_same_in_both_libraries(first):
    for seed in range(first, first + BLOCK):
        statements = program(seed, torch)
        if next(differences(statements, torch, core), None) is not None:
            short = shortened(statements, torch, core)
            found = list(differences(short, torch, core))
            pytest.fail("\n".join([f"The program of seed {seed}, shortened:", *short, "differs:", *found[:5]]))


def test_every_kind_of_statement_occurs_and_runs():
    """What programs are said to be about, they are about: in one of twenty or more, or of a hundred at the rarest."""
    share = Counter(kind for seed in range(300) for kind in +kinds(program(seed, torch), torch))
    often = {"view", "view of a view", "write through a view", "in-place method", "broadcasting", "indexing", "no_grad"}
    often |= {"detach", "assignment to a part", "reduction", "backward half-way", "hook", "error", "end"}
    assert {kind for kind in often if share[kind] < 15} == set()
    assert {kind for kind in {*TEXTS, *often} if share[kind] < 3} == set()


def test_programs_are_short_and_long():
    lengths = Counter(len(program(seed, torch)) // 5 for seed in range(150))
    assert lengths.keys() >= {0, 1, 2, 3, 4, 5}


def test_a_program_depends_on_its_seed_only():
    assert program(7, torch) == program(7, torch)
    assert program(7, torch) != program(8, torch)


def test_a_difference_is_noticed():
    statements = ["v0 = torch.tensor([1.0, 2.0])", "v0.add_(1)"]
    assert list(differences(statements, torch, torch)) == []

    class Other:
        """PyTorch, but that it makes tensors of doubles."""

        autograd = torch.autograd

        @staticmethod
        def tensor(numbers):
            return torch.tensor(numbers, dtype=torch.float64)

    assert any("dtype" in one for one in differences(statements, torch, Other))
