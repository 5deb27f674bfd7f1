"""A document as PyTorch code that computes the same, in the same order, and reads back as the same document.

An expression is written into another one only where that keeps the order of evaluation, since the order decides
how the backward pass runs. What is used more than once, or would make a line too long, gets a line and a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.codegen.actions import action_text, numbers_in, results_in
from core.codegen.frames import FrameWriter
from core.expr.graph import Action, Alias, Call, Document, Leaf, Node, Slot, Source, Value
from core.expr.ids import NodeId, RegionId
from core.expr.literal import code_of, seed_of
from core.expr.names import names_of, outputs_of
from core.expr.operations import first_wired, has_several_results, is_taken_apart, lengths_of, slots_of
from core.expr.regions import is_cut
from core.expr.spelling import ATOM
from core.expr.syntax import CodeError
from core.expr.text import MISSING, CallWriter, Mark, Text, constant_text, joined

LONGEST = 88
"""Characters of a line; a longer expression is divided."""

_NN = "F."


@dataclass(frozen=True, slots=True)
class Code:
    """Code, the stretches of it that nodes are written as, and the line (from 1) that each action stands on."""

    text: str
    marks: tuple[Mark, ...]
    action_lines: tuple[int, ...]

    def line_of(self, node: NodeId) -> int | None:
        """Return the line that computes a node, counted from 1; None when there is none."""
        start = next((mark.start for mark in self.marks if mark.node == node), None)
        return None if start is None else self.text.count("\n", 0, start) + 1


def to_code(document: Document) -> Code:
    """Return a document as code."""
    return _Program(document).written()


class _Program:
    """Writes the lines. `_pending` are the expressions that wait, in order, to be written into a later one."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._writer = CallWriter("torch.", _NN)
        self._names = names_of(document)
        self._result_uses = _count_uses(document)
        self._uses = Counter(result.node for result in self._result_uses.elements())
        self._frames = FrameWriter(document)
        self._region: RegionId | None = None
        self._pending: list[NodeId] = []
        self._texts: dict[NodeId, Text] = {}
        self._stated: set[NodeId] = set()
        self._lines: list[Text] = []
        self._seed = 0

    def written(self) -> Code:
        for key in self._document.ordering.nodes:
            self._add_node(self._document.nodes[key])
        action_lines = [self._add_action(action) for action in self._document.actions]
        self._state(len(self._pending))
        self._lead_to(None)
        head = list(self._head())
        body = joined(*(part for line in (*map(Text, head), *self._lines) for part in (line, "\n")))
        return Code(body.text, body.marks, tuple(line + len(head) for line in action_lines))

    def _head(self) -> Iterator[str]:
        yield from docstring(self._document)
        yield "import torch"
        if any(_NN in line.text for line in self._lines):
            yield "import torch.nn.functional as F"
        yield ""

    # One node after the other -------------------------------------------------------------------------------

    def _add_node(self, node: Node) -> None:
        if node.region != self._region:
            self._state(len(self._pending))
            self._region = node.region
        wires = {wire.slot: wire for wire in self._document.wiring.into(node.id)}
        self._settle(wires[slot].source for slot in slots_of(self._document, node) if slot in wires)
        text = self._written(node)
        self._texts[node.id] = text
        self._pending.append(node.id)
        if not self._can_wait(node, text):
            self._state(len(self._pending))

    def _can_wait(self, node: Node, text: Text) -> bool:
        named = node.name or node.retains_grad or outputs_of(node) or isinstance(node, Alias)
        drawn = isinstance(node, Leaf) and seed_of(node.value) is not None
        return not named and not drawn and self._uses[node.id] == 1 and len(text.text) <= LONGEST * 2 // 3

    def _settle(self, results: Iterable[Source]) -> None:
        """Let go of the waiting expressions that are written into the next one; the others get their own lines.

        Only those that wait last keep their place in time, as far as they are written in the order they wait in.
        """
        wanted = [result.node for result in results if result.node not in self._stated]
        left = list(wanted)
        inside = 0
        while inside < len(self._pending) and self._pending[-1 - inside] in left:
            del left[left.index(self._pending[-1 - inside]) :]
            inside += 1
        kept = set(self._pending[len(self._pending) - inside :])
        late = [self._pending.index(key) for key in wanted if key not in kept]
        self._state(max(late, default=-1) + 1)
        del self._pending[len(self._pending) - inside :]

    def _state(self, count: int) -> None:
        """Write the first of the waiting expressions as lines of their own."""
        for key in self._pending[:count]:
            self._lead_to(self._region)
            self._stated.add(key)
            self._state_node(self._document.nodes[key], self._texts[key])
        del self._pending[:count]

    def _state_node(self, node: Node, text: Text) -> None:
        if isinstance(node, Leaf):
            self._set_seed([node.value])
        for line in self._assignments(node, text):
            self._add_line(line)
        if node.retains_grad:
            self._add_line(joined(self._reference(Source(node.id)), ".retain_grad()"))

    def _assignments(self, node: Node, text: Text) -> Iterator[Text]:
        """Iterate over the lines of a node: its expression, with the names that it and its results have."""
        outputs = outputs_of(node)
        named = [place for place, name in enumerate(outputs) if name]
        if is_taken_apart(node):
            yield joined(f"{', '.join(outputs)} = ", text)
            return
        if len(named) == 1 and not node.name and self._uses[node.id] == self._result_uses[Source(node.id, named[0])]:
            yield joined(f"{outputs[named[0]]} = ", text.at_least(ATOM), f"[{named[0]}]")
            return
        own = self._names[node.id]
        is_named = node.name or self._uses[node.id] or node.retains_grad or named or isinstance(node, Alias)
        yield joined(f"{own} = ", text) if is_named else text
        yield from (Text(f"{outputs[place]} = {own}[{place}]") for place in named)

    # What is written ----------------------------------------------------------------------------------------

    def _written(self, node: Node) -> Text:
        match node:
            case Leaf(value=value):
                code = self._leaf_code(node.id, value)
                return Text(f"{code[:-1]}, requires_grad=True)" if node.requires_grad else code).of(node.id)
            case Alias():
                text = self._input(node, *slots_of(self._document, node))
            case Call(muted=True):
                slot = first_wired(self._document, node)
                text = self._input(node, slot) if slot else MISSING
            case Call():
                text = self._writer.write(node, lambda slot: self._input(node, slot), lengths_of(self._document, node))
        return (joined(text.at_least(ATOM), ".requires_grad_()") if node.requires_grad else text).of(node.id)

    def _leaf_code(self, key: NodeId, value: Value) -> str:
        try:
            return code_of(value)
        except CodeError as error:
            message = f"The numbers of {self._names[key]} cannot be written as code: {error.message}"
            raise CodeError(message, error.hint) from None

    def _input(self, node: Node, slot: Slot) -> Text:
        wire = self._document.wiring.at(node.id, slot)
        if wire is None:
            given = node.constants if isinstance(node, Call) else {}
            return constant_text(given[slot]) if slot in given else MISSING
        text = self._reference(wire.source)
        return joined(text.at_least(ATOM), ".detach()") if is_cut(self._document, wire) else text

    def _reference(self, source: Source) -> Text:
        node = self._document.nodes[source.node]
        outputs = outputs_of(node)
        if source.output < len(outputs) and outputs[source.output]:
            return Text(outputs[source.output]).of(node.id)
        is_stated = source.node in self._stated
        text = Text(self._names[source.node]).of(node.id) if is_stated else self._texts[source.node]
        return joined(text.at_least(ATOM), f"[{source.output}]") if has_several_results(node) else text

    # Lines --------------------------------------------------------------------------------------------------

    def _add_action(self, action: Action) -> int:
        if self._region is not None:
            self._state(len(self._pending))
            self._region = None
        self._settle(results_in(action))
        text = action_text(action, self._reference)
        self._state(len(self._pending))
        self._lead_to(None)
        self._set_seed(numbers_in(action))
        self._add_line(text)
        return len(self._lines)

    def _set_seed(self, values: Iterable[Value]) -> None:
        """Say which random numbers are meant, unless they are the next ones anyway."""
        for seed in map(seed_of, values):
            if seed is None:
                continue
            if seed != self._seed:
                self._add_line(Text(f"torch.manual_seed({seed})"))
            self._seed = seed + 1

    def _lead_to(self, region: RegionId | None) -> None:
        self._lines += map(Text, self._frames.lead_to(region))

    def _add_line(self, text: Text) -> None:
        self._lines.append(joined(self._frames.indent, text))


def _count_uses(document: Document) -> Counter[Source]:
    """Count how often each result stands in the code, apart from its own line."""
    used = Counter(wire.source for wire in document.wires.values())
    for action in document.actions:
        used.update(results_in(action))
    return used


def docstring(document: Document) -> Sequence[str]:
    """Return the lines with the title and the note of a document, if it has any."""
    title, note = " ".join(document.title.split()), document.note.strip()
    if not title and not note:
        return []
    text = f"{title or 'Untitled'}\n\n{note}\n" if note else title
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if escaped.endswith('"'):
        escaped = escaped[:-1] + '\\"'
    return [*f'"""{escaped}"""'.split("\n"), ""]
