"""The sentences about gradients on their way: what a rule made of them, and what they became on arrival."""

from __future__ import annotations

import numpy as np

from core import numbers
from core.debug.arrays import Array, size_of
from core.debug.context import (
    arrivals_before,
    called,
    grad_fn,
    on_the_way,
    root_label,
    step_number,
    target_of,
)
from core.debug.events import Blocked, EdgeId, NonFinite, Receive, Seed, Sum, Unbroadcast, Vjp, ZeroFill
from core.debug.explanation import Equation, Explanation, formula_term, number_term
from core.debug.factor import local_factor
from core.debug.findings import why_cut
from core.debug.formulas import formula_of, operand_label, with_labels
from core.debug.recording import Recording
from core.debug.source import Cut, Reason
from core.debug.telling import tell
from core.debug.text import Ink, Run, Text, code, counted, gradient, joined, name, say, times, value


@tell.register
def _(event: Vjp, recording: Recording) -> Explanation:
    target = called(recording, target_of(recording, event).node)
    headline = say("{} hands {} to {}.", called(recording, event.node), gradient(event.result), target)
    formula = formula_of(recording, event)
    equation = _chain(recording, event, target.text) if formula else None
    remark = say("input {}", code(recording.nodes[event.node].slot_name(event.slot)))
    return Explanation("VJP", remark, headline, _how(recording, event), equation, formula)


def _how(recording: Recording, event: Vjp) -> Text:
    """Say what a rule does to the gradient."""
    if event.rule is None:
        return say("{} computed it from {}.", grad_fn(recording, event.node), gradient(event.incoming[0]))
    if passes_on(event):
        return say("The gradient that came in is passed on as it is.")
    local = local_value(event)
    if local is None:
        return say("The rule gives {}.", code(with_labels(recording, event)))
    incoming, size = gradient(event.incoming[0]), size_of(event.result)
    if size > size_of(event.incoming[0]):
        share = () if local.text == "1" else say(", times {},", local)
        return say("The gradient {} that came in{} goes to each of the {} elements.", incoming, share, size)
    return say("The gradient {} that came in is multiplied by the local factor {}.", incoming, local)


def passes_on(event: Vjp) -> bool:
    """Whether a rule hands on the gradient as it is."""
    return event.rule is not None and event.rule.text == "g"


def local_value(event: Vjp) -> Run | None:
    """Return what the gradient was multiplied with, where that is a factor for each element."""
    factor = local_factor(event)
    return None if factor is None else value(_uniform(factor))


def _chain(recording: Recording, event: Vjp, target: str) -> Equation:
    """Return the chain rule for one edge: in letters, in numbers, and the result."""
    local, result = local_value(event), number_term("=", gradient(event.result))
    terms = [formula_term("=", with_labels(recording, event))]
    if local is not None and not passes_on(event):
        terms += [number_term("=", gradient(event.incoming[0]), "incoming"), number_term("×", local, "local factor")]
    return Equation(root_label(recording, event), target, (*terms, result))


def _uniform(factor: Array) -> Array:
    """Return an array of equal elements as the one number it stands for."""
    return np.asarray(factor.flat[0]) if factor.size > 1 and np.all(factor == factor.flat[0]) else factor


@tell.register
def _(event: ZeroFill, recording: Recording) -> Explanation:
    headline = (*_what_was_read(recording, event), Run("."))
    others = "The other element" if event.zeros == 1 else f"The other {event.zeros} elements"
    body = say("The gradient goes there. {} had no part in it: {}.", others, Run("0", Ink.GRADIENT))
    remark = say("{} of {}", event.written, counted(event.written + event.zeros, "element"))
    return Explanation("Zero-fill", remark, headline, body)


def _what_was_read(recording: Recording, event: ZeroFill) -> Text:
    return say("{} read only {}", called(recording, event.node), cells_read(event))


def cells_read(event: ZeroFill) -> str:
    """Return which elements were read: "element 0", "elements 0 and 2", "12 of 40 elements"."""
    if not event.cells:
        return f"{event.written} of {counted(event.written + event.zeros, 'element')}"
    listed = [str(cell[0]) if len(cell) == 1 else str(list(cell)) for cell in event.cells]
    if len(listed) == 1:
        return f"element {listed[0]}"
    return f"elements {', '.join(listed[:-1])} and {listed[-1]}"


@tell.register
def _(event: Unbroadcast, recording: Recording) -> Explanation:
    before, after = event.before, event.after
    if not event.axes:
        headline = say("A gradient is converted from {} to {}.", code(str(before.dtype)), code(str(after.dtype)))
        return Explanation("Convert", (), headline, say("It has the type of the tensor that it is for."))
    to = name(target_name(recording, event))
    shapes = tuple(code(numbers.shape(one.shape)) for one in (before, after))
    headline = say("{} was broadcast from {} to {}, so its gradient is summed.", to, shapes[1], shapes[0])
    body = say("Each copy has a gradient of its own; over {} they add up to {}.", axes_summed(event), gradient(after))
    return Explanation("Broadcast sum", say("{} to {}", *shapes), headline, body)


def axes_summed(event: Unbroadcast) -> str:
    """Return the axes of a broadcast sum: "axis 0", "axes 0 and 1", "all axes"."""
    if len(event.axes) == len(event.before.shape) > 1:
        return "all axes"
    listed = [str(axis) for axis in event.axes]
    return f"axis {listed[0]}" if len(listed) == 1 else f"axes {', '.join(listed[:-1])} and {listed[-1]}"


def target_name(recording: Recording, event: Unbroadcast) -> str:
    """Return the name of the tensor that a gradient is for."""
    node = recording.nodes[event.node]
    return node.label if event.slot is None else recording.nodes[node.edges[event.slot].node].label


@tell.register
def _(event: Blocked, recording: Recording) -> Explanation:
    headline = say("No gradient goes from {} to {}.", called(recording, event.node), _untouched(recording, event))
    return Explanation("Blocked", say(event.reason), headline, _why_blocked(recording, event))


def _untouched(recording: Recording, event: Blocked) -> Text:
    """Return the name of the input that gets no gradient."""
    expression = recording.expression
    if expression is not None and event.origin is not None:
        operands = expression.operands(event.origin)
        if event.slot < len(operands) and operands[event.slot] is not None:
            return (name(expression.label(operands[event.slot])),)
    return say("its input {}", code(recording.nodes[event.node].slot_name(event.slot)))


def _why_blocked(recording: Recording, event: Blocked) -> Text:
    target = recording.nodes[event.node].edges.get(event.slot)
    if target is None or event.reason is not Reason.UNUSED:
        return why_cut(Cut(event.reason, event.region, event.blamed), recording.expression)
    if target.node in recording.pass_at(event.index).begin.expected:
        return say("{} computed none for it.", grad_fn(recording, event.node))
    return say("Nothing that was asked for lies that way.")


@tell.register
def _(event: Receive, recording: Recording) -> Explanation:
    receiver, sender = called(recording, event.node), _from(recording, event.source)
    headline = say("{} receives {}{}.", receiver, gradient(event.gradient), sender)
    missing = event.expected - event.place
    body = say("{} more will follow.", missing) if missing else say("It is the only contribution.")
    return Explanation("Receive", _counted(recording, event), headline, body)


@tell.register
def _(event: Sum, recording: Recording) -> Explanation:
    label = called(recording, event.node)
    is_root = any(isinstance(arrival, Seed) for arrival in arrivals_before(recording, event))
    used = "is a root and is used as well" if is_root else f"is used {times(event.expected)}"
    headline = say("{} {}, so its gradients add.", label, used)
    body = (*_arriving(recording, event), *_joining(recording, event))
    senders = [arrival.source for arrival in arrivals_before(recording, event) if not isinstance(arrival, Seed)]
    before = f"from {_sender(recording, senders[-1])}" if len(senders) == 1 else "so far"
    terms = (
        number_term("=", gradient(event.before), "before", before),
        number_term("+", gradient(event.incoming), "incoming", f"from {_sender(recording, event.source)}"),
        number_term("=", gradient(event.after), "after", f"now in {label.text}"),
    )
    equation = Equation(root_label(recording, event), label.text, terms)
    return Explanation("Sum", _counted(recording, event), headline, body, equation)


def _arriving(recording: Recording, event: Sum) -> Text:
    """Say what a contribution is, and what became of it on the way."""
    if event.source is None:
        return say("{} is the external gradient.", gradient(event.incoming))
    sender = called(recording, event.source.node)
    for earlier in on_the_way(recording, event.source, event.index):
        match earlier:
            case ZeroFill():
                given = recording.state_at(event.index).node(event.source.node).gradients[0]
                read = _what_was_read(recording, earlier)
                return say("{}: its gradient {} becomes {}.", read, gradient(given), gradient(event.incoming))
            case Unbroadcast(axes=axes, before=before) if axes:
                summed = say("is summed over {} to {}", axes_summed(earlier), gradient(event.incoming))
                return say("What {} sends, {}, {}.", sender, gradient(before), summed)
    return say("{} sends {}.", sender, gradient(event.incoming))


def _joining(recording: Recording, event: Sum) -> Text:
    """Say what a contribution is added to."""
    earlier, before = arrivals_before(recording, event), gradient(event.before)
    if len(earlier) != 1:
        return say(" Add it to {}, the sum of {}.", before, counted(len(earlier), "earlier one"))
    first = earlier[0]
    if isinstance(first, Seed) or first.source is None:
        return say(" Add it to {}, the external gradient.", before)
    if event.source is not None and first.source.node == event.source.node:
        return say(" Add it to {}, which it sent for its other input.", before)
    step = step_number(recording, first.index)
    return say(" Add it to {}, which {} sent in step {}.", before, called(recording, first.source.node), step)


def _from(recording: Recording, source: EdgeId | None) -> Text:
    return () if source is None else say(" from {}", called(recording, source.node))


def _sender(recording: Recording, source: EdgeId | None) -> str:
    return "outside" if source is None else recording.nodes[source.node].label


def _counted(recording: Recording, event: Receive | Sum) -> Text:
    return say("contribution {} of {} to {}", event.place, event.expected, called(recording, event.node))


@tell.register
def _(event: NonFinite, recording: Recording) -> Explanation:
    node, met = grad_fn(recording, event.node), [_bad(one) for _, one in event.operands]
    first = next(one for one in recording.events if isinstance(one, NonFinite)) is event
    maker = say("{} × {}", *met) if met else (node,)
    headline = say("{} makes {} {}.", maker, "the first" if first else "a new", _bad(float(event.what)))
    where = f"At element {_element(event.element)}" if event.element else "There"
    if not met:
        body = say("{}; {} in all.", where, counted(event.count, "element"))
        return Explanation("Non-finite", (node,), headline, body)
    incoming, factor = met
    held = _held(recording, event)
    local = say("{}, so the local factor is {}.", held, factor) if held else say("the local factor is {}.", factor)
    body = (*say("{}, ", where), *local, *say(" The gradient that came in is {}.", incoming))
    return Explanation("Non-finite", (node,), headline, body)


def _held(recording: Recording, event: NonFinite) -> Text:
    """Say what the saved tensors hold at the element: "z = 0"."""
    made_by = recording.events[event.index - 1]
    if not isinstance(made_by, Vjp):
        return ()
    arrays = [(operand, one) for operand, one in made_by.operands if isinstance(one, np.ndarray)]
    return joined(
        [
            say("{} = {}", name(operand_label(recording, made_by, operand)), value(held[event.element]))
            for operand, held in arrays
            if held.shape == made_by.result.shape
        ]
    )


def _bad(number: float) -> Run:
    return Run(numbers.number(number), Ink.GRADIENT if np.isfinite(number) else Ink.NONFINITE)


def _element(element: tuple[int, ...]) -> str:
    return str(element[0]) if len(element) == 1 else str(list(element))
