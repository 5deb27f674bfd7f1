"""Random numbers: a generator that can be seeded, and tensors filled by it."""

from __future__ import annotations

import functools
import secrets
from typing import Any

import numpy as np

from core.errors import KindError, MissingError, OperandError, ShapeError
from core.ops.arrays import common_shape
from core.ops.likeness import BERNOULLI
from core.tensor.create import Device, filled, filled_like, made, settings, sized
from core.tensor.device import check_device
from core.tensor.dtype import get_default_dtype
from core.tensor.operations import METHODS
from core.tensor.overwriting import copy_
from core.tensor.tensor import Array, Tensor, method, wrap

Shape = tuple[int, ...]

_bernoulli = METHODS[BERNOULLI.name]


class Generator:
    """A source of random numbers; with the same seed it gives the same numbers."""

    def __init__(self, device: Device = None) -> None:
        check_device(device)
        self.seed()

    def manual_seed(self, seed: int) -> Generator:
        """Start again, with the numbers that belong to `seed`."""
        self._seed = int(seed) % 2**64
        self.__dict__.pop("numbers", None)
        return self

    @functools.cached_property
    def numbers(self) -> np.random.Generator:
        """The numbers that belong to the seed; they are begun when the first is asked for."""
        return np.random.default_rng(self._seed)

    def seed(self) -> int:
        """Start again with a seed that nobody can foresee, and return it."""
        self.manual_seed(secrets.randbits(63))
        return self._seed

    def initial_seed(self) -> int:
        """Return the seed that the generator started from."""
        return self._seed

    def get_state(self) -> Tensor:
        """Return where the generator is in its numbers, for `set_state`."""
        words = self.numbers.bit_generator.state
        parts = (words["state"]["state"], words["state"]["inc"], words["has_uint32"], words["uinteger"], self._seed)
        return wrap(np.frombuffer(b"".join(part.to_bytes(16, "little") for part in parts), np.uint8).copy())

    def set_state(self, new_state: Tensor) -> Generator:
        """Go back to where the generator was when `get_state` was called."""
        if new_state.array.dtype != np.uint8 or new_state.array.size != 80:
            raise OperandError("This is not the state of a generator.", "Pass what get_state() returned.")
        memory = new_state.array.tobytes()
        state, step, has_half, half, seed = (int.from_bytes(memory[at : at + 16], "little") for at in range(0, 80, 16))
        words = {"bit_generator": "PCG64", "state": {"state": state, "inc": step}}
        self.numbers.bit_generator.state = {**words, "has_uint32": has_half, "uinteger": half}
        self._seed = seed
        return self


default_generator = Generator()
get_rng_state = default_generator.get_state
set_rng_state = default_generator.set_state
manual_seed = default_generator.manual_seed
initial_seed = default_generator.initial_seed
seed = default_generator.seed


def source(generator: Generator | None) -> np.random.Generator:
    """Return the numpy generator to draw from: the given one's, or the one that everything shares."""
    return (generator or default_generator).numbers


def _uniform(name: str, shape: Shape, kind: np.dtype[Any], generator: Generator | None) -> Array:
    """Draw from 0 up to, but without, 1."""
    _check_floating(name, kind)
    below_one = 1 - np.finfo(kind).epsneg
    drawn: Array = np.minimum(source(generator).random(shape), below_one)
    return drawn.astype(kind)


def _normal(name: str, shape: Shape, kind: np.dtype[Any], generator: Generator | None) -> Array:
    _check_floating(name, kind)
    return source(generator).standard_normal(shape).astype(kind)


def _check_floating(name: str, kind: np.dtype[Any]) -> None:
    if kind.kind != "f":
        raise MissingError(f"{name}() is not implemented for {kind}: it draws floating point numbers.")


def rand(*size: Any, generator: Generator | None = None, **options: Any) -> Tensor:
    """Draw numbers from [0, 1), all equally likely, in the given shape."""
    return filled("rand", size, options, lambda shape, kind: _uniform("rand", shape, kind, generator))


def randn(*size: Any, generator: Generator | None = None, **options: Any) -> Tensor:
    """Draw numbers from the normal distribution with mean 0 and variance 1, in the given shape."""
    return filled("randn", size, options, lambda shape, kind: _normal("randn", shape, kind, generator))


def rand_like(input: Tensor, generator: Generator | None = None, **options: Any) -> Tensor:  # noqa: A002  # torch's
    """Draw numbers from [0, 1) in the shape and type of `input`."""
    return filled_like("rand_like", input, options, lambda like, kind: _uniform("rand", like.shape, kind, generator))


def randn_like(input: Tensor, generator: Generator | None = None, **options: Any) -> Tensor:  # noqa: A002
    """Draw numbers from the normal distribution in the shape and type of `input`."""
    return filled_like("randn_like", input, options, lambda like, kind: _normal("randn", like.shape, kind, generator))


def randint(*bounds_and_size: Any, generator: Generator | None = None, **options: Any) -> Tensor:
    """Draw whole numbers from `low` (0) up to, but without, `high`.

    It is called as randint(high, size) or randint(low, high, size).
    """
    names = ("high", "size") if len(bounds_and_size) + ("size" in options) == 2 else ("low", "high", "size")
    given = dict(zip(names, bounds_and_size, strict=False))
    given |= {name: options.pop(name) for name in ("low", "high", "size") if name in options}
    if not given.keys() >= {"high", "size"}:
        raise KindError("randint() takes (high, size) or (low, high, size).")
    low, high, size = given.get("low", 0), given["high"], given["size"]
    if low >= high:
        raise OperandError(f"randint(): there is no whole number from {low} up to, but without, {high}.")
    kind, requires_grad = settings("randint", options)
    return made(source(generator).integers(low, high, sized((size,))).astype(kind or np.int64), requires_grad)


def randint_like(input: Tensor, *bounds: int, **options: Any) -> Tensor:  # noqa: A002
    """Draw whole numbers in the shape and type of `input`, up to `high` or from `low` up to `high`."""
    return randint(*bounds, tuple(input.shape), **{"dtype": input.dtype} | options)


def randperm(n: int, *, generator: Generator | None = None, **options: Any) -> Tensor:
    """Draw an order of the numbers from 0 up to, but without, `n`."""
    kind, requires_grad = settings("randperm", options)
    return made(source(generator).permutation(n).astype(kind or np.int64), requires_grad)


def normal(mean: Any = 0.0, std: Any = 1.0, size: Any = None, *, generator: Generator | None = None) -> Tensor:
    """Draw numbers from normal distributions; mean and standard deviation are numbers or tensors."""
    middle, spread = (one.array if isinstance(one, Tensor) else one for one in (mean, std))
    if np.any(np.asarray(spread) < 0):
        raise OperandError("normal(): the standard deviation cannot be negative.")
    shape = sized((size,)) if size is not None else common_shape(np.shape(middle), np.shape(spread), by="normal")
    kind = next((one.array.dtype for one in (mean, std) if isinstance(one, Tensor)), get_default_dtype().numpy)
    return made((middle + spread * _normal("normal", shape, kind, generator)).astype(kind))


@method
def bernoulli(self: Tensor, p: float | None = None, *, generator: Generator | None = None) -> Tensor:
    """Draw 1 with the probability that the tensor, or else `p`, gives for each element, and 0 otherwise."""
    probability = self.array if p is None else np.full_like(self.array, p)
    if np.any((probability < 0) | (probability > 1)):
        raise OperandError("bernoulli(): the probabilities have to be between 0 and 1.")
    drawn = source(generator).random(probability.shape) < probability
    return _bernoulli(self, made(drawn.astype(probability.dtype)))  # type: ignore[no-any-return]


@method
def multinomial(
    self: Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Draw positions, each with a probability in proportion to its number in the last dimension of the tensor."""
    weights = self.array
    if weights.ndim not in (1, 2):
        raise ShapeError(f"multinomial(): the weights have to have 1 or 2 dimensions, not {weights.ndim}.")
    if np.any(weights < 0) or np.any(weights.sum(-1) <= 0) or not np.all(np.isfinite(weights)):
        raise OperandError("multinomial(): the weights have to be finite, not negative, and not all 0.")
    rows = [_draw(source(generator), row, num_samples, replacement) for row in np.atleast_2d(weights)]
    return made(np.stack(rows) if weights.ndim == 2 else rows[0])


def _draw(numbers: np.random.Generator, weights: Array, count: int, replacement: bool) -> Array:
    if not replacement and count > np.count_nonzero(weights):
        raise OperandError(f"multinomial(): {count} positions cannot be drawn without replacement from these weights.")
    chances = weights.astype(np.float64)
    return numbers.choice(len(weights), count, replacement, chances / chances.sum())


def _drawn(self: Tensor, array: Any) -> Tensor:
    return copy_(self, wrap(array))


@method
def uniform_(self: Tensor, from_: float = 0.0, to: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Overwrite the tensor with numbers from [from_, to), all equally likely."""
    unit = _uniform("uniform_", self.array.shape, self.array.dtype, generator)
    return _drawn(self, from_ + unit * (to - from_))


@method
def normal_(self: Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Overwrite the tensor with numbers from a normal distribution."""
    if std < 0:
        raise OperandError("normal_(): the standard deviation cannot be negative.")
    return _drawn(self, mean + std * _normal("normal_", self.array.shape, self.array.dtype, generator))


@method
def exponential_(self: Tensor, lambd: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Overwrite the tensor with numbers from an exponential distribution with rate `lambd`."""
    _check_floating("exponential_", self.array.dtype)
    return _drawn(self, source(generator).standard_exponential(self.array.shape) / lambd)


@method
def bernoulli_(self: Tensor, p: Any = 0.5, *, generator: Generator | None = None) -> Tensor:
    """Overwrite the tensor with 1, with probability `p`, and 0 otherwise."""
    chance = p.array if isinstance(p, Tensor) else p
    return _drawn(self, source(generator).random(self.array.shape) < chance)


@method
def random_(self: Tensor, *bounds: int, generator: Generator | None = None) -> Tensor:
    """Overwrite the tensor with whole numbers from `from` (0) up to, but without, `to`.

    Without any bounds it draws from all that the type can tell apart.
    """
    low, high = bounds if len(bounds) == 2 else (0, bounds[0] if bounds else _limit(self.array.dtype))
    if low >= high:
        raise OperandError(f"random_(): there is no whole number from {low} up to, but without, {high}.")
    return _drawn(self, source(generator).integers(low, high, self.array.shape))


def _limit(kind: np.dtype[Any]) -> int:
    """Return up to where all whole numbers can be told apart in a type."""
    return 2 if kind.kind == "b" else 2 ** (np.finfo(kind).nmant + 1) if kind.kind == "f" else int(np.iinfo(kind).max)
