"""What tools can find out about a node: its operation, what it saved, where it leads, and who listens."""

import gc

import pytest

import core
from core.autograd.introspection import Keeping, describe
from core.engine.hooks import HookKind
from core.engine.modes import ModeSwitch
from core.ops.registry import all_ops


def leaf(*values):
    return core.tensor(list(values), requires_grad=True)


def test_the_facts_of_a_product():
    x, y = leaf(1.0, 2.0), leaf(3.0, 4.0)
    node = (x * y).grad_fn
    facts = describe(node)
    assert facts.name == "MulBackward0"
    assert facts.op in set(all_ops())
    assert {one.name: (one.value.tolist(), one.bytes, one.keeping) for one in facts.saved} == {
        "self": ([1.0, 2.0], 8, Keeping.KEPT),
        "other": ([3.0, 4.0], 8, Keeping.KEPT),
    }
    assert facts.next_edges == node.next_functions
    assert facts.hooks == ()
    assert facts.called_from == ()


def test_only_what_a_rule_needs_is_saved():
    x = leaf(1.0, 2.0)
    facts = describe((x * core.tensor([3.0, 4.0])).grad_fn)
    assert {one.name: one.bytes for one in facts.saved} == {"self": 0, "other": 8}


def test_shapes_and_settings_take_no_bytes():
    facts = describe(leaf(1.0, 2.0).reshape(2, 1).sum(1).grad_fn)
    assert facts.saved
    assert all(one.bytes == 0 for one in facts.saved)


def test_freed_values_are_told_apart_from_kept_ones():
    x = leaf(1.0)
    y = x.exp()
    y.sum().backward()
    (saved,) = describe(y.grad_fn).saved
    assert (saved.name, saved.value, saved.bytes, saved.keeping) == ("result", None, 0, Keeping.FREED)


def test_packed_values_are_not_unpacked_by_looking():
    unpacked = []
    with core.autograd.graph.saved_tensors_hooks(lambda t: ("packed", t), lambda p: unpacked.append(1) or p[1]):
        y = leaf(1.0).exp()
    (saved,) = describe(y.grad_fn).saved
    assert saved.keeping is Keeping.PACKED
    assert saved.value[0] == "packed"
    assert saved.bytes == 4
    assert unpacked == []


def test_the_values_of_a_custom_function_are_listed():
    class Keep(core.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            y = x.exp()
            ctx.save_for_backward(x, None, y)
            return y

        @staticmethod
        def backward(ctx, g):
            return g

    facts = describe(Keep.apply(leaf(1.0, 2.0)).grad_fn)
    assert facts.name == "KeepBackward"
    assert facts.op is None
    assert [(one.name, one.bytes) for one in facts.saved] == [
        ("saved_tensors[0]", 8),
        ("saved_tensors[1]", 0),
        ("saved_tensors[2]", 8),
    ]


def test_hooks_are_listed_in_the_order_in_which_they_run():
    def one(g): ...
    def two(g): ...
    def three(inputs, outputs): ...

    y = leaf(1.0) * 2
    y.grad_fn.register_hook(three)
    y.grad_fn.register_prehook(two)
    y.register_hook(one)
    y.retain_grad()
    kinds = [kind for kind, _ in describe(y.grad_fn).hooks]
    assert kinds == [HookKind.TENSOR, HookKind.RETAIN, HookKind.PRE, HookKind.POST]
    functions = [hook for _, hook in describe(y.grad_fn).hooks]
    assert [functions[0], *functions[2:]] == [one, two, three]


def test_hooks_of_a_leaf_are_found_at_its_node():
    def done(leaf): ...

    x = leaf(1.0)
    x.register_post_accumulate_grad_hook(done)
    node = (x * 2).grad_fn.next_functions[0][0]
    assert describe(node).hooks == ((HookKind.POST_ACCUMULATE, done),)


def test_nodes_are_numbered_as_they_are_made():
    x = leaf(1.0)
    first = x * 2
    second = x * 3
    third = first + second
    numbers = [describe(one.grad_fn).sequence_number for one in (first, second, third)]
    assert numbers == sorted(set(numbers))


def test_a_node_knows_what_it_was_drawn_as():
    with ModeSwitch(origin="the card at the top"):
        y = leaf(1.0) * 2
    assert describe(y.grad_fn).origin == "the card at the top"


def test_the_lines_of_the_program_are_there_in_anomaly_mode():
    with core.autograd.set_detect_anomaly(True):
        y = leaf(1.0) * 2
    assert "y = leaf(1.0) * 2" in describe(y.grad_fn).called_from[-1]


def test_saved_attributes_are_listed_and_can_be_read():
    node = (leaf(1.0, 2.0) ** 3).grad_fn
    names = [name for name in dir(node) if name.startswith("_saved_")]
    assert {name: getattr(node, name) for name in names}["_saved_exponent"] == 3
    with pytest.raises(AttributeError, match="_saved_base"):
        _ = node._saved_base


def test_a_saved_result_leads_back_to_its_node():
    y = leaf(1.0).exp()
    result = y.grad_fn._saved_result
    assert result.grad_fn is y.grad_fn
    assert result.data_ptr() == y.data_ptr()


def test_looking_keeps_nothing_alive():
    x = leaf(1.0)
    y = x.exp()
    describe(y.grad_fn)
    node = y.grad_fn
    before = len(gc.get_referrers(node))
    describe(node)
    assert len(gc.get_referrers(node)) == before


def test_saved_settings_look_as_in_pytorch():
    x = core.ones(2, 3, requires_grad=True)
    assert x.sum(1).grad_fn._saved_dim == (1,)
    assert x.mean((0, 1)).grad_fn._saved_dim == (0, 1)
    assert x.var(0).grad_fn._saved_dim == (0,)
    assert x.sum().grad_fn._saved_self_sym_sizes == (2, 3)
    assert x.prod(1).grad_fn._saved_dim == 1
    assert (x @ core.ones(3, 2)).grad_fn._saved_mat2.tolist() == [[1, 1]] * 3
    product = x @ core.ones(3, 2, requires_grad=True)
    assert product.grad_fn._saved_self_sym_strides == (3, 1)
