"""The numbers of leaves, as text: what they mean, how they are kept, and what is refused."""

import numpy as np
import pytest

from core.expr.graph import Value
from core.expr.literal import array_of, code_of, retyped, seed_of
from core.expr.syntax import CodeError


@pytest.mark.parametrize(
    ("text", "kept", "numbers"),
    [
        ("3", "3.", 3.0),
        ("[1, 2]", "[1., 2.]", [1.0, 2.0]),
        ("[[1,2],\n [3,4.5]]", "[[1., 2.], [3., 4.5]]", [[1, 2], [3, 4.5]]),
        ("-2.5e-3", "-2.5e-3", float(np.float32(-2.5e-3))),
        ("2 * (3 + 1)", "2. * (3. + 1.)", 8.0),
        ("1/3", "1./3.", float(np.float32(1 / 3))),
        ("-inf", "-inf", float("-inf")),
        ("float('inf')", "inf", float("inf")),
        ("2*math.pi", "2 * pi", float(np.float32(2 * np.pi))),
        ("ones(2) * 0.5", "ones(2) * 0.5", [0.5, 0.5]),
        ("-ones(2)", "-ones(2)", [-1, -1]),
        ("tensor([1, 2]) * 2", "tensor([1, 2]) * 2", [2, 4]),
        ("torch.tensor([1, 2])", "[1., 2.]", [1, 2]),
        ("torch.zeros(2)", "zeros(2)", [0, 0]),
        ("arange(3)", "arange(3)", [0, 1, 2]),
        ("arange(1, 4, 2)", "arange(1, 4, 2)", [1, 3]),
        ("linspace(0, 1, 3)", "linspace(0, 1, 3)", [0, 0.5, 1]),
        ("eye(2)", "eye(2)", [[1, 0], [0, 1]]),
        ("full((2,), 7)", "full((2,), 7)", [7, 7]),
        ("[]", "[]", []),
        ("zeros(0, 3)", "zeros(0, 3)", []),
    ],
)
def test_texts_of_floating_point_leaves(text, kept, numbers):
    value = retyped(text)
    assert value == Value(kept, "float32")
    assert array_of(value).tolist() == numbers
    assert array_of(value).dtype == np.float32
    assert retyped(value.text, value.dtype) == value


def test_types_follow_the_text_and_stay_otherwise():
    assert retyped("[True, False]").dtype == "bool"
    assert retyped("[1, 2]", "int64") == Value("[1, 2]", "int64")
    assert retyped("[1.5]", "int64").dtype == "float32"
    assert retyped("[1.5]", "float64") == Value("[1.5]", "float64")
    assert retyped("[1]", "bool").dtype == "int64"
    assert retyped("zeros(2, dtype=torch.float64)") == Value("zeros(2)", "float64")
    assert retyped("tensor([1, 2], dtype=long)") == Value("[1, 2]", "int64")
    assert array_of(retyped("[1.7]", "int64", exactly=True)).tolist() == [1]


def test_random_numbers_are_those_of_their_seed():
    first, same, other = (array_of(retyped(f"randn(3, seed={seed})")) for seed in (1, 1, 2))
    assert first.tolist() == same.tolist() != other.tolist()
    for text in ("rand(5, seed=3)", "randn(2, 2)", "randperm(4)", "randint(0, 5, (3,), seed=9)", "randint(5, (3,))"):
        numbers = array_of(retyped(text))
        assert numbers.tolist() == array_of(retyped(text)).tolist()
    assert seed_of(retyped("randn(3, seed=4) * 0.1")) == 4
    assert seed_of(retyped("randn(3)")) == 0
    assert seed_of(retyped("ones(3)")) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "needs a value"),
        ("[1, [2]]", "same length"),
        ("1/0", "divides by zero"),
        ("10**10**10", "too large"),
        ("2.0**100000", "too large"),
        ("(-1)**0.5", "complex"),
        ("1j", "not a number"),
        ("'a'", "not a number"),
        ("x + 1", "not a number"),
        ("[x]", "plain number"),
        ("zeros(10**5, 10**5)", "too large"),
        ("zeros(-1)", "not negative"),
        ("zeros(1.5)", "integers"),
        ("zeros([[1]])", "integers"),
        ("zeros" + "(" + "1," * 40 + ")", "up to 32 dimensions"),
        ("ones(2, 3, shape=4)", "is called as ones"),
        ("arange(0, 1, -1)", "steps of that direction"),
        ("arange(0, 1, 0)", "steps of that direction"),
        ("arange(1e12)", "too large"),
        ("randn(2, seed=-1)", "seed"),
        ("randn(2, seed=0) + randn(2, seed=1)", "random numbers once"),
        ("randint(5, 2, (3,))", "the lower one first"),
        ("ones(2) + ones(3)", "do not fit together"),
        ("[1] * 3", "Lists cannot be calculated"),
        ("ones(2) @ ones(2)", "operator does not work"),
        ("open('f')", "not a number"),
        ("__import__('os').system('x')", "not a number"),
        ("(lambda: 1)()", "does not make a leaf"),
        ("9" * 5000, "Exceeds the limit"),
        ("1 if 1 else 2", "not a number"),
        ("[" * 100 + "1" + "]" * 100, "same length"),
        ("1" * 200_001, "characters"),
        ("a = 1", "not an expression"),
        ("zeros(2, dtype=complex)", "no tensors of type"),
    ],
)  # fmt: skip
def test_other_texts_are_refused_with_the_reason(text, message):
    with pytest.raises(CodeError, match=message):
        retyped(text)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (Value("[1., 2.]"), "torch.tensor([1., 2.])"),
        (Value("[1., 2.]", "float64"), "torch.tensor([1., 2.], dtype=torch.float64)"),
        (Value("[1, 2]", "int64"), "torch.tensor([1, 2])"),
        (Value("inf"), "torch.tensor(torch.inf)"),
        (Value("zeros(2)"), "torch.zeros(2)"),
        (Value("zeros(2)", "int64"), "torch.zeros(2, dtype=torch.int64)"),
        (Value("arange(3)"), "torch.arange(3, dtype=torch.float32)"),
        (Value("randn(2, seed=3)"), "torch.randn(2)"),
        (Value("ones(2) * 0.5"), "torch.as_tensor(torch.ones(2) * 0.5)"),
    ],
)
def test_values_as_code(value, code):
    assert code_of(value) == code


def test_an_array_is_shared_and_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        array_of(Value("[1., 2.]"))[0] = 5
