"""The table of all operations, in the order they were defined.

The operation modules fill it with `define` while `core.ops` is imported; other packages may add their own
in the same way. A name can be taken only once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from core.errors import ArgumentError
from core.ops.rule import ARRAY_WORDS, FACTS, RESERVED, Rule, compile_formula, parse_rule
from core.ops.spec import (
    REQUIRED,
    Attribute,
    Body,
    Category,
    Domain,
    Kind,
    Op,
    Overload,
    Port,
    Promotion,
    Sample,
    Spelling,
)

_OPS: dict[str, Op] = {}


def define(
    name: str,
    category: Category,
    symbol: str,
    summary: str,
    *,
    formula: str,
    forward: Callable[..., Any],
    inputs: Iterable[str | Port] = ("self",),
    attributes: Iterable[Attribute] = (),
    vjp: Mapping[str, str | tuple[str, str]] | None = None,
    node: str = "",
    operator: str = "",
    reflected: str = "",
    methods: Iterable[str] | None = None,
    functions: Iterable[str] | None = None,
    nn: Iterable[str] = (),
    in_place: bool = False,
    promotion: Promotion = Promotion.COMMON,
    outputs: tuple[str, ...] = ("result",),
    keywords: Iterable[str] = (),
    plain_results: bool = False,
    many_results: bool = False,
    is_view: bool = False,
    zero_fills: bool = False,
    signature: Iterable[str] = (),
    overload: Overload | None = None,
    in_place_overload: int = 0,
    scatters: bool = False,
    hidden: bool = False,
    elements: Callable[..., int] | None = None,
    pieces: Callable[..., int] | None = None,
    prepare: Callable[..., Any] | None = None,
    body: Body | None = None,
    for_matrices: str = "",
    domain: Domain | None = None,
    kinks: str = "",
    samples: Iterable[Sample] = (),
) -> Op:
    """Add an operation to the table and return its record.

    `vjp` maps an input's name to the formula of its gradient (and, where the exact one is hard to read, to
    a pair: the formula and what to show instead). `methods` and `functions` default to the name itself; a
    hidden operation, which only the gradients of others use, has none.
    """
    if name in _OPS:
        raise ArgumentError(f"There already is an operation named {name!r}.", "Choose another name.")
    ports = tuple(port if isinstance(port, Port) else Port(port) for port in inputs)
    settings = tuple(attributes)
    rules = _rules(name, vjp or {}, ports, settings, outputs)
    record = Op(
        name=name,
        category=category,
        symbol=symbol,
        summary=summary,
        formula=formula,
        forward=forward,
        inputs=ports,
        attributes=settings,
        rules=rules,
        saved=tuple(dict.fromkeys(word for rule in rules if rule for word in rule.names)),
        node_name="" if body is not None else node or f"{name.title().replace('_', '')}Backward0",
        spelling=Spelling(
            operator,
            reflected,
            _spelled(methods, name, hidden),
            _spelled(functions, name, hidden),
            tuple(nn),
            in_place,
        ),
        promotion=promotion,
        keywords=tuple(keywords),
        outputs=outputs,
        plain_results=plain_results,
        many_results=many_results,
        is_view=is_view,
        zero_fills=zero_fills,
        signature=tuple(signature),
        overload=overload,
        in_place_overload=in_place_overload,
        scatters=scatters,
        hidden=hidden,
        elements=elements,
        pieces=pieces,
        prepare=_body(prepare) if prepare is not None else None,
        body=body,
        for_matrices=for_matrices,
        domain=domain or Domain(),
        kinks=kinks,
        samples=tuple(samples),
    )
    _OPS[name] = record
    ARRAY_WORDS[name] = forward
    return record


def compose(
    name: str,
    category: Category,
    symbol: str,
    summary: str,
    *,
    formula: str,
    body: Callable[..., Any] | None = None,
    inputs: Iterable[str | Port] = ("self",),
    attributes: Iterable[Attribute] = (),
    signature: Iterable[str] = (),
    **further: Any,
) -> Op:
    """Add an operation that consists of others: it leaves their nodes behind, and none of its own.

    The formula says of which. Where it takes more than a formula, `body` computes it: a function of the words
    (`ops.exp`), the inputs and the attributes, which runs on arrays and on tensors alike.
    """
    ports = [port if isinstance(port, Port) else Port(port) for port in inputs]
    settings = tuple(attributes)
    order = [*(port.name for port in ports), *(one.name for one in settings)]
    defaults = _defaults(name, order, ports, settings) if not signature else {}
    made = _body(body) if body is not None else compile_formula(formula, order, defaults)
    return define(
        name,
        category,
        symbol,
        summary,
        formula=formula,
        forward=made(ARRAY_WORDS),
        inputs=ports,
        attributes=settings,
        signature=signature,
        body=made,
        **further,
    )


class Words:
    """The words of formulas as attributes, for code: `ops.exp(x)`."""

    def __init__(self, meanings: Mapping[str, Any]) -> None:
        self._meanings = meanings

    def __getattr__(self, name: str) -> Any:
        meaning = self.__dict__[name] = self._meanings[name]  # found at once from now on
        return meaning


def _body(function: Callable[..., Any]) -> Body:
    return lambda words: functools.partial(function, Words(words))


def _defaults(
    name: str, order: Sequence[str], ports: Iterable[Port], attributes: Iterable[Attribute]
) -> dict[str, Any]:
    """Return the defaults of those arguments that have one; these have to be the last."""
    defaults = {port.name: None for port in ports if port.optional}
    defaults |= {one.name: one.default for one in attributes if one.default is not REQUIRED}
    if set(order[len(order) - len(defaults) :]) != defaults.keys():
        raise ArgumentError(
            f"{name}: an argument without a default follows one that has one.", "Give the order with signature=."
        )
    return defaults


def _spelled(names: Iterable[str] | None, name: str, hidden: bool) -> tuple[str, ...]:
    if names is not None:
        return tuple(names)
    return () if hidden else (name,)


def define_word(name: str, meaning: Any) -> None:
    """Let formulas use a number, or a function that no gradient passes: of shapes, of numbers, or to a mask."""
    ARRAY_WORDS[name] = meaning


def get(name: str) -> Op:
    """Return the operation of that name."""
    try:
        return _OPS[name]
    except KeyError:
        raise ArgumentError(f"There is no operation named {name!r}.") from None


def all_ops() -> Iterator[Op]:
    """Iterate over all operations, in the order they were defined."""
    return iter(tuple(_OPS.values()))


def values_read(op: Op, rules: Iterable[Rule | None]) -> bool:
    """Whether any of `rules` reads values (of inputs or results), which a graph has to keep."""
    kept = {port.name for port in op.inputs} | set(op.outputs)
    kept |= {attribute.name for attribute in op.attributes if attribute.kind is Kind.INDEX}
    return any(name in kept for rule in rules if rule for name in rule.names)


def _rules(
    name: str,
    vjp: Mapping[str, str | tuple[str, str]],
    ports: tuple[Port, ...],
    attributes: tuple[Attribute, ...],
    outputs: tuple[str, ...],
) -> tuple[Rule | None, ...]:
    inputs = {port.name for port in ports}
    if unknown := vjp.keys() - inputs:
        raise ArgumentError(f"{name}: a rule is given for {unknown}, which is not an input.")
    known = inputs | {attribute.name for attribute in attributes} | set(outputs)
    if vjp and (taken := [one for one in known if one in RESERVED or one.startswith("_")]):
        raise ArgumentError(f"{name}: a rule means something else by {taken[0]!r}.", "Choose another name for it.")
    texts = (vjp.get(port.name) for port in ports)
    return tuple(_rule(text, known) if text else None for text in texts)


def _rule(text: str | tuple[str, str], known: Iterable[str]) -> Rule:
    return parse_rule(text, known) if isinstance(text, str) else parse_rule(text[0], known, text[1])


__all__ = ["FACTS", "Words", "all_ops", "compose", "define", "define_word", "get", "values_read"]
