"""The external gradient of a root, as a field: none, ones, or numbers of the root's shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial

from app.model.inspection.fields import Field, FieldKind, Section
from core import numbers
from core.errors import ArgumentError
from core.expr import edits
from core.expr.changes import ChangeSet
from core.expr.evaluate import Evaluation, evaluate
from core.expr.graph import Action, Backward, Document, Leaf, Seed, Source, Value
from core.expr.ids import NodeId
from core.expr.literal import array_of, retyped
from core.expr.passes import passes_of, usual_passes


class Given(StrEnum):
    """What can be passed to backward."""

    NONE = "none"
    ONES = "ones"
    OWN = "own"


_HELP = "The external gradient; 1 by default for a single number."
_SEVERAL = "The root has several elements: pass ones or your own."
_TITLES = ((Given.NONE, "none"), (Given.ONES, "ones"), (Given.OWN, "your own"))


def seed_section(evaluation: Evaluation, node: NodeId) -> Section | None:
    """The fields of a root; None for a node that no backward pass starts from."""
    root = Source(node)
    tensor = evaluation.tensor(root)
    seed = _seed(evaluation, root)
    if tensor is None or not tensor.requires_grad or isinstance(evaluation.document.nodes[node], Leaf) or seed is None:
        return None
    return Section("Passed to backward", tuple(_fields(evaluation, seed, tensor.array.shape)))


def _fields(evaluation: Evaluation, seed: Seed, shape: tuple[int, ...]) -> Iterator[Field]:
    given = _given(seed, shape)
    choose = partial(_choose, evaluation=evaluation, root=seed.root, shape=shape)
    titles = tuple((str(key), title) for key, title in _TITLES if shape or key is not Given.ONES)
    problem = _SEVERAL if seed.gradient is None and not _is_single(shape) else ""
    yield Field("seed", "gradient", FieldKind.CHOICE, str(given), choose, titles, help=_HELP, problem=problem)
    if given is Given.OWN and isinstance(seed.gradient, Value):
        edit = partial(_type, evaluation=evaluation, root=seed.root, shape=shape)
        summary = f"Of the shape {numbers.shape(shape)}."
        yield Field("seed_value", "value", FieldKind.VALUE, seed.gradient.text, edit, help=summary)


def _given(seed: Seed, shape: tuple[int, ...]) -> Given:
    match seed.gradient:
        case None:
            return Given.NONE
        case Value(text) if shape and text == _ones(shape):  # a single number is typed, whatever it is
            return Given.ONES
    return Given.OWN


def _ones(shape: tuple[int, ...]) -> str:
    return f"ones({', '.join(map(str, shape))})" if shape else "1."


def _is_single(shape: tuple[int, ...]) -> bool:
    return all(length == 1 for length in shape)


def _choose(document: Document, chosen: str, evaluation: Evaluation, root: Source, shape: tuple[int, ...]) -> ChangeSet:
    match Given(chosen):
        case Given.NONE:
            return with_seed(document, evaluation, root, None)
        case Given.ONES:
            return with_seed(document, evaluation, root, Value(_ones(shape)))
        case Given.OWN:
            return with_seed(document, evaluation, root, Value(_listed(shape)))


def _listed(shape: tuple[int, ...]) -> str:
    """Ones that are written out, so that they can be changed one by one."""
    text = "1."
    for length in reversed(shape):
        text = f"[{', '.join([text] * length)}]"
    return text if len(text) < 200 else f"{_ones(shape)} * 1."


def _type(document: Document, text: str, evaluation: Evaluation, root: Source, shape: tuple[int, ...]) -> ChangeSet:
    value = retyped(text)
    given = array_of(value).shape
    if given != shape:
        raise ArgumentError(
            f"The gradient has to have the root's shape {numbers.shape(shape)}, not {numbers.shape(given)}."
        )
    return with_seed(document, evaluation, root, value)


def given_text(document: Document, root: Source) -> str:
    """What is passed to backward for a root, as it is typed: 1 for nothing, "" for what another node computes."""
    seeds = (seed for one in passes_of(document) for seed in one.seeds if seed.root == root)
    match next(seeds, Seed(root)).gradient:
        case Value(text):
            return text
        case None:
            return _ones(())
    return ""


def pass_gradient(document: Document, text: str, root: Source) -> ChangeSet:
    """Pass another external gradient for a root, or none for an empty text."""
    evaluation = evaluate(document)
    tensor = evaluation.tensor(root)
    if tensor is None or not text.strip():
        return with_seed(document, evaluation, root, None)
    return _type(document, text, evaluation, root, tensor.array.shape)


def with_seed(document: Document, evaluation: Evaluation, root: Source, gradient: Value | None) -> ChangeSet:
    """Start from a root with another external gradient; a document without passes gets the usual ones first."""
    actions: Sequence[Action] = document.actions
    if not passes_of(document):
        actions = [*actions, *usual_passes(evaluation)]
    return edits.set_actions(document, [_reseeded(one, root, gradient) for one in actions])


def _reseeded(action: Action, root: Source, gradient: Value | None) -> Action:
    if not isinstance(action, Backward):
        return action
    seeds = (replace(seed, gradient=gradient) if seed.root == root else seed for seed in action.seeds)
    return replace(action, seeds=tuple(seeds))


def _seed(evaluation: Evaluation, root: Source) -> Seed | None:
    """The seed of a root in the passes of the document, or in the usual ones."""
    passes = passes_of(evaluation.document) or tuple(usual_passes(evaluation))
    return next((seed for one in passes for seed in one.seeds if seed.root == root), None)
