"""What PyTorch does with recorded programs, the core does too: values, gradients, flags, nodes, errors and texts."""

import pytest
from recorded_programs import cases, faults, listed

import core

CASES = cases()
LISTED = listed()
AT_MOST = 15


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_program_has_its_recorded_outcome(case):
    found = faults(case, core)
    if case["id"] in LISTED:
        assert found, "This passes: take it off the list in docs/differences.md."
    else:
        assert not found


def test_only_a_few_programs_of_breadth_are_listed_as_different_each_with_a_reason():
    breadth = {case["id"] for case in CASES if case.get("tier", 1) == 2}
    assert LISTED.keys() <= breadth
    assert len(LISTED) <= AT_MOST
    assert all(LISTED.values())


def test_no_program_is_lost():
    assert len(CASES) == 590


# That a difference is noticed -------------------------------------------------------------------------

TENSOR = {
    "t": "tensor", "dtype": "float32", "shape": [1], "data": [2.0],
    "requires_grad": True, "is_leaf": False, "grad_fn": "MulBackward",
}  # fmt: skip
LOOK = "torch.ones(1, requires_grad=True) * 2"


def noticed(source, observe, expect, raises=None):
    return faults({"id": "own", "source": source, "observe": observe, "expect": expect, "raises": raises}, core)


def test_the_right_outcome_is_found_right():
    assert not noticed("", [LOOK], [TENSOR])
    assert not noticed("", [LOOK], [TENSOR | {"grad_fn": "*"}])
    assert not noticed("", ["float('nan')", "{'a': (1,)}"], [
        {"t": "float", "v": "nan"}, {"t": "dict", "v": [["a", {"t": "tuple", "v": [{"t": "int", "v": 1}]}]]},
    ])  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        {"dtype": "float64"}, {"shape": [1, 1]}, {"data": [2.001]}, {"data": ["nan"]}, {"data": ["inf"]}, {"data": []},
        {"requires_grad": False}, {"is_leaf": True}, {"grad_fn": None}, {"grad_fn": "DivBackward"}, {"t": "none"},
    ],
    ids=str,
)  # fmt: skip
def test_each_wrong_fact_of_a_tensor_is_noticed(wrong):
    assert noticed("", [LOOK], [TENSOR | wrong])


def test_missing_and_unexpected_errors_are_noticed():
    error = {"t": "error", "type": "RuntimeError", "keys": ["grad|slope"]}
    assert not noticed("torch.ones(1).backward()", [], [], error)
    assert noticed("torch.ones(1).backward()", [], [])
    assert noticed("", [], [], error)
    assert noticed("torch.ones(1).backward()", [], [], error | {"type": "TypeError"})
    assert noticed("torch.ones(1).backward()", [], [], error | {"keys": ["version"]})
    assert noticed("", ["torch.ones(1).backward()"], [{"t": "none"}])


def test_missing_and_unexpected_warnings_are_noticed():
    text = "__import__('warnings').warn('careful')"
    warns = {"t": "warns", "category": "UserWarning", "keys": ["careful"], "value": {"t": "none"}}
    silent = {"t": "silent", "value": {"t": "none"}}
    assert not noticed("", [text, "None"], [warns, silent])
    assert noticed("", [text], [silent])
    assert noticed("", ["None"], [warns])
    assert noticed("", [text], [warns | {"keys": ["bold"]}])


def test_lists_and_tuples_differ_and_so_do_booleans_and_integers():
    one = {"t": "int", "v": 1}
    assert noticed("", ["[1]"], [{"t": "tuple", "v": [one]}])
    assert noticed("", ["(1, 1)"], [{"t": "tuple", "v": [one]}])
    assert noticed("", ["True"], [one])


def test_the_list_is_read_from_its_table(tmp_path):
    path = tmp_path / "differences.md"
    path.write_text(
        "# A\n\n## Programs that differ\n\n| program | reason |\n| --- | --- |\n| `a/b` | It is hard. |\n\n## Next\n"
    )
    assert listed(path) == {"a/b": "It is hard."}


def test_a_program_leaves_no_switch_turned():
    source = (
        "torch.set_grad_enabled(False); torch.set_default_dtype(torch.float64); torch.autograd.set_detect_anomaly(True)"
    )
    assert not noticed(source, [], [])
    assert core.is_grad_enabled()
    assert core.get_default_dtype() is core.float32
    assert not core.is_anomaly_enabled()
