"""Modules of which PyTorch is the measure: what they compute, how they are shown, and their lists."""

import pytest

import core
from core import nn
from core.errors import ArgumentError, PositionError

A, B = core.tensor([[1.0, -2.0, 3.0], [0.5, 0.0, -1.0]]), core.tensor([[0.0, 1.0, 2.0], [1.0, 1.0, 1.0]])
SIGNS, PLANES = core.tensor([1.0, -1.0]), core.arange(24.0).reshape(2, 4, 3)
functional = nn.functional

CALLS = {
    "PairwiseDistance()": (nn.PairwiseDistance(), (A, B), functional.pairwise_distance(A, B)),
    "CosineSimilarity()": (nn.CosineSimilarity(), (A, B), functional.cosine_similarity(A, B)),
    "HingeEmbeddingLoss()": (
        nn.HingeEmbeddingLoss(2.0), (A[:, 0], SIGNS), functional.hinge_embedding_loss(A[:, 0], SIGNS, 2.0)
    ),
    "MarginRankingLoss()": (
        nn.MarginRankingLoss(0.5), (A[:, 0], B[:, 0], SIGNS),
        functional.margin_ranking_loss(A[:, 0], B[:, 0], SIGNS, 0.5),
    ),
    "TripletMarginLoss()": (nn.TripletMarginLoss(), (A, B, A + 1), functional.triplet_margin_loss(A, B, A + 1)),
    "SoftMarginLoss()": (nn.SoftMarginLoss(), (A[:, 0], SIGNS), functional.soft_margin_loss(A[:, 0], SIGNS)),
    "CosineEmbeddingLoss()": (nn.CosineEmbeddingLoss(), (A, B, SIGNS), functional.cosine_embedding_loss(A, B, SIGNS)),
    "PoissonNLLLoss()": (nn.PoissonNLLLoss(), (A, B), functional.poisson_nll_loss(A, B)),
    "GaussianNLLLoss()": (
        nn.GaussianNLLLoss(reduction="sum"), (A, B, B + 1), functional.gaussian_nll_loss(A, B, B + 1, reduction="sum")
    ),
    "GroupNorm(2, 4, eps=1e-05, affine=True, bias=True)": (
        nn.GroupNorm(2, 4), (PLANES,), functional.group_norm(PLANES, 2)
    ),
    "InstanceNorm1d(4, eps=1e-05, momentum=0.1, affine=False, bias=False, track_running_stats=False)": (
        nn.InstanceNorm1d(4), (PLANES,), functional.instance_norm(PLANES)
    ),
    "RMSNorm((3,), eps=None, elementwise_affine=True)": (nn.RMSNorm(3), (A,), functional.rms_norm(A, (3,))),
    "Unflatten(dim=1, unflattened_size=(3, 1))": (nn.Unflatten(1, (3, 1)), (A,), A[:, :, None]),
}  # fmt: skip


@pytest.mark.parametrize("shown", CALLS)
def test_a_module_calls_its_function(shown):
    module, inputs, expected = CALLS[shown]
    assert repr(module) == shown
    assert core.allclose(module(*inputs), expected)


def test_instance_norm_follows_the_examples_when_it_is_asked_to():
    module = nn.InstanceNorm1d(4, track_running_stats=True)
    module(PLANES)
    assert module.running_mean.tolist() == pytest.approx([0.7, 1.0, 1.3, 1.6])
    assert module.running_var.tolist() == pytest.approx([1.0] * 4)
    still = module.running_mean.tolist()
    module.eval()(PLANES)
    assert module.running_mean.tolist() == still


def test_a_plane_without_a_batch_is_normalized_alike():
    assert core.allclose(nn.InstanceNorm1d(4)(PLANES[0]), nn.InstanceNorm1d(4)(PLANES)[0])


def test_groups_have_to_come_out_even():
    with pytest.raises(ArgumentError, match="3 channels"):
        nn.GroupNorm(2, 3)


@pytest.mark.parametrize("made", [nn.Sequential(nn.ReLU(), nn.Tanh()), nn.ModuleList([nn.ReLU(), nn.Tanh()])])
def test_modules_are_put_into_lists_and_taken_out(made):
    made.insert(1, nn.Sigmoid()).append(nn.GELU())
    assert [type(one).__name__ for one in made] == ["ReLU", "Sigmoid", "Tanh", "GELU"]
    assert isinstance(made.pop(0), nn.ReLU)
    del made[-1]
    assert [name for name, _ in made.named_children()] == ["0", "1"]
    with pytest.raises(PositionError, match="no place 7"):
        made.insert(7, nn.ReLU())
    with pytest.raises(PositionError):
        made.pop(7)


def test_a_table_is_made_of_given_vectors():
    table = nn.Embedding.from_pretrained(A)
    assert not table.weight.requires_grad
    assert table(core.tensor([1])).tolist() == [[0.5, 0.0, -1.0]]
    assert nn.Embedding.from_pretrained(A, freeze=False).weight.requires_grad
    with pytest.raises(ArgumentError, match="matrix"):
        nn.Embedding.from_pretrained(A[0])
