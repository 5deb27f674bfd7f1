"""Backward calls, prints and the clearing of gradients as code."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from core.expr.graph import Action, Aspect, Backward, ClearGrad, Print, Printable, Quantity, Seed, Source, Value
from core.expr.literal import code_of
from core.expr.spelling import ATOM
from core.expr.text import Text, joined, separated

Reference = Callable[[Source], Text]
"""Writes a result as it stands in the line of an action."""


def results_in(action: Action) -> Iterator[Source]:
    """Iterate over the results in an action, in the order in which they are written."""
    match action:
        case Backward(seeds, inputs=inputs):
            yield from (seed.root for seed in seeds)
            yield from (seed.gradient for seed in seeds if isinstance(seed.gradient, Source))
            yield from inputs
        case ClearGrad(node):
            yield Source(node)
        case Print(arguments):
            for one in arguments:
                parts = one if isinstance(one, tuple) else (one,)
                yield from (part.source for part in parts if isinstance(part, Quantity))


def numbers_in(action: Action) -> Iterator[Value]:
    """Iterate over the given numbers in an action whose seed is set on a line before."""
    if isinstance(action, Backward) and len(action.seeds) == 1 and isinstance(action.seeds[0].gradient, Value):
        yield action.seeds[0].gradient


def action_text(action: Action, reference: Reference) -> Text:
    """Return an action as a line of code."""
    match action:
        case Backward([seed]):
            gradient = [] if seed.gradient is None else [_gradient(seed, reference, keeps_seed=False)]
            arguments = [*gradient, *_options(action, reference)]
            return joined(reference(seed.root).at_least(ATOM), ".backward(", *separated(arguments), ")")
        case Backward(seeds):
            roots = joined("[", *separated(reference(seed.root) for seed in seeds), "]")
            gradients = joined("[", *separated(_gradient(seed, reference, keeps_seed=True) for seed in seeds), "]")
            given = [gradients] if any(seed.gradient is not None for seed in seeds) else []
            return joined("torch.autograd.backward(", *separated([roots, *given, *_options(action, reference)]), ")")
        case ClearGrad(node, to_zero):
            return joined(reference(Source(node)).at_least(ATOM), ".grad.zero_()" if to_zero else ".grad = None")
        case Print(arguments):
            return joined("print(", *separated(_argument(one, reference) for one in arguments), ")")


def _gradient(seed: Seed, reference: Reference, *, keeps_seed: bool) -> Text:
    match seed.gradient:
        case None:
            return Text("None")
        case Value():
            return Text(code_of(seed.gradient, as_leaf=False, keeps_seed=keeps_seed))
        case Source():
            return reference(seed.gradient)


def _options(action: Backward, reference: Reference) -> Iterator[Text]:
    if action.retain_graph is not None:
        yield Text(f"retain_graph={action.retain_graph}")
    if action.create_graph:
        yield Text("create_graph=True")
    if action.inputs:
        yield joined("inputs=[", *separated(map(reference, action.inputs)), "]")


def _argument(argument: Printable | tuple[Printable, ...], reference: Reference) -> Text:
    match argument:
        case str():
            return Text(repr(argument))
        case Quantity():
            return _quantity(argument, reference)
    return joined('f"', *(_piece(one, reference) for one in argument), '"')


def _piece(piece: Printable, reference: Reference) -> Text:
    if isinstance(piece, str):
        quoted = json.dumps(piece, ensure_ascii=False)[1:-1]
        return Text(quoted.replace("{", "{{").replace("}", "}}"))
    form = f":{piece.format}" if piece.format else ""
    return joined("{", _quantity(piece, reference), form, "}")


def _quantity(quantity: Quantity, reference: Reference) -> Text:
    text = reference(quantity.source)
    if quantity.aspect is not Aspect.VALUE:
        text = joined(text.at_least(ATOM), f".{quantity.aspect}")
    return joined(text.at_least(ATOM), ".item()") if quantity.as_number else text
