"""Einstein summation: products and sums over named dimensions, by permuting, multiplying matrices and summing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import OperandError
from core.ops.registry import Words, compose
from core.ops.spec import Attribute, Category, Kind, Port, Sample

_ELLIPSIS = "..."


@dataclass(frozen=True)
class _Labelled:
    """A tensor whose dimensions have names; those that `...` stands for have numbers."""

    tensor: Any
    labels: tuple[str, ...]

    def size(self, label: str) -> int:
        return int(self.tensor.shape[self.labels.index(label)])


def _einsum(ops: Words, equation: str, operands: Sequence[Any]) -> Any:
    terms, output = _parse(equation, operands)
    parts = [_diagonals(ops, _Labelled(one, labels)) for one, labels in zip(operands, terms, strict=True)]
    _check_sizes(equation, parts)
    product = parts[0]
    for place, part in enumerate(parts[1:], 2):
        needed = {*output, *(label for later in parts[place:] for label in later.labels)}
        product = _multiply(ops, product, part, needed)
    gone = [label for label in product.labels if label not in output]
    ordered = ops.permute(product.tensor, tuple(map(product.labels.index, [*output, *gone])))
    return ops.sum(ordered, tuple(range(len(output), ordered.ndim))) if gone else ordered


def _parse(equation: str, operands: Sequence[Any]) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Return the labels of every operand, and those of the result."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    written = left.split(",")
    if len(written) != len(operands):
        raise OperandError(
            f"einsum: the equation {equation!r} is for {len(written)} operands, but {len(operands)} are given."
        )
    pairs = list(zip(operands, written, strict=True))
    terms = [_labels(equation, term, one.ndim) for one, term in pairs]
    wide = max((one.ndim - len(term) + len(_ELLIPSIS) for one, term in pairs if _ELLIPSIS in term), default=0)
    present = [label for term in terms for label in term]
    if arrow:
        output = _labels(equation, right, len(right.replace(_ELLIPSIS, "")) + (wide if _ELLIPSIS in right else 0))
    else:
        output = tuple(sorted({one for one in present if present.count(one) == 1 or one.isdigit()}, key=_order))
    if not set(output) <= set(present) or len(set(output)) < len(output):
        raise OperandError(f"einsum: the output of {equation!r} has to name dimensions of the operands, each once.")
    return terms, output


def _order(label: str) -> tuple[bool, int, str]:
    return (True, 0, label) if label.isalpha() else (False, -int(label), "")


def _labels(equation: str, term: str, ndim: int) -> tuple[str, ...]:
    """Return one label for each dimension; those of `...` are counted from the right, for broadcasting."""
    before, dots, after = term.partition(_ELLIPSIS)
    if not (before + after).isalpha() and before + after:
        raise OperandError(f"einsum: dimensions are named by letters, but {equation!r} has {term!r}.")
    hidden = ndim - len(before) - len(after)
    if hidden < 0 or (hidden and not dots):
        raise OperandError(
            f"einsum: the subscript {term!r} of {equation!r} is for a tensor with {len(before + after)} dimensions, "
            f"but this one has {ndim}."
        )
    return (*before, *(str(number) for number in reversed(range(hidden))), *after)


def _check_sizes(equation: str, parts: Sequence[_Labelled]) -> None:
    sizes: dict[str, int] = {}
    for part in parts:
        for label in part.labels:
            size = part.size(label)
            if sizes.setdefault(label, size) != size and 1 not in (size, sizes[label]):
                raise OperandError(
                    f"einsum: the dimension {label!r} of {equation!r} has the sizes {sizes[label]} and {size}, "
                    "which do not broadcast together."
                )
            sizes[label] = max(size, sizes[label])


def _diagonals(ops: Words, part: _Labelled) -> _Labelled:
    """Where a label occurs twice in a term, take the diagonal."""
    tensor, labels = part.tensor, list(part.labels)
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            first = labels.index(label)
            second = labels.index(label, first + 1)
            tensor = ops.diagonal(tensor, 0, first, second)
            del labels[second], labels[first]
            labels.append(label)
    return _Labelled(tensor, tuple(labels))


def _summed(ops: Words, part: _Labelled, needed: set[str]) -> _Labelled:
    """Sum over the dimensions that nothing else needs."""
    gone = tuple(place for place, label in enumerate(part.labels) if label not in needed)
    if not gone:
        return part
    return _Labelled(ops.sum(part.tensor, gone), tuple(label for label in part.labels if label in needed))


def _multiply(ops: Words, first: _Labelled, second: _Labelled, needed: set[str]) -> _Labelled:
    """Multiply two tensors as batches of matrices, summing over what only they share."""
    first = _summed(ops, first, needed | set(second.labels))
    second = _summed(ops, second, needed | set(first.labels))
    shared = [label for label in first.labels if label in second.labels]
    if any(first.size(label) != second.size(label) for label in shared):
        return _broadcast(ops, first, second, needed)
    batch = [label for label in shared if label in needed]
    inner = [label for label in shared if label not in needed]
    rows = [label for label in first.labels if label not in shared]
    columns = [label for label in second.labels if label not in shared]
    left = _as_batch(ops, first, batch, rows, inner)
    right = _as_batch(ops, second, batch, inner, columns)
    sizes = [*map(first.size, batch + rows), *map(second.size, columns)]
    return _Labelled(ops.reshape(ops.bmm(left, right), tuple(sizes)), (*batch, *rows, *columns))


def _as_batch(ops: Words, part: _Labelled, batch: list[str], rows: list[str], columns: list[str]) -> Any:
    ordered = ops.permute(part.tensor, tuple(map(part.labels.index, [*batch, *rows, *columns])))
    return ops.reshape(ordered, tuple(math.prod(map(part.size, group)) for group in (batch, rows, columns)))


def _broadcast(ops: Words, first: _Labelled, second: _Labelled, needed: set[str]) -> _Labelled:
    """Multiply element by element, where a dimension of length 1 has to be repeated."""
    labels = (*first.labels, *(label for label in second.labels if label not in first.labels))
    aligned = []
    for part in (first, second):
        present = [label for label in labels if label in part.labels]
        ordered = ops.permute(part.tensor, tuple(map(part.labels.index, present)))
        aligned.append(ops.reshape(ordered, tuple(part.size(label) if label in present else 1 for label in labels)))
    return _summed(ops, _Labelled(aligned[0] * aligned[1], labels), needed)


EINSUM = compose(
    "einsum",
    Category.LINALG,
    "einsum",
    "Multiplies tensors and sums over dimensions, as an equation of their names says.",
    formula="einsum(equation, operands)",
    body=lambda ops, operands, equation: _einsum(ops, equation, operands),
    inputs=(Port("operands", variadic=True),),
    attributes=(Attribute("equation", Kind.TEXT, summary="Such as ij,jk->ik: one letter for each dimension."),),
    signature=("equation", "operands"),
    methods=(),
    keywords=("einstein", "contraction", "tensor product", "transpose"),
    samples=(
        Sample([(2, 3), (3, 2)], equation="ij,jk->ik"),
        Sample([(2, 3)], equation="ij->ji"),
        Sample([(2, 2, 3), (2, 3, 2)], equation="bij,bjk->bik"),
        Sample([(3,), (3,), (3,)], equation="i,i,i->"),
        Sample([(3, 3)], equation="ii->i"),
        Sample([(2, 2, 3), (3, 2)], equation="...ij,jk->...ik"),
    ),
)
