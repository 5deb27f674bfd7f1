"""What a node computes, as one expression: the text of the expression bar, of titles and of messages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from core.expr.graph import Alias, Call, Document, Leaf, Node, Slot, Source
from core.expr.ids import NodeId
from core.expr.names import names_of, outputs_of
from core.expr.operations import has_several_results, lengths_of, ports_of
from core.expr.regions import is_cut
from core.expr.spelling import ATOM
from core.expr.text import MISSING, CallWriter, Text, constant_text, joined

LONGEST = 160
"""Characters of an expression; what would make it longer is written as a name."""


class Expressions:
    """The expressions of the nodes of one document, made when they are asked for.

    Nodes with a name stand for themselves in the expressions of others. One without is written out wherever it
    is used, however often that is.
    """

    def __init__(self, document: Document, writer: CallWriter | None = None) -> None:
        self._document = document
        self._writer = writer or CallWriter()
        self._texts: dict[NodeId, Text] = {}

    @cached_property
    def names(self) -> Mapping[NodeId, str]:
        """A name for every node: its own, or one that is not in use."""
        return names_of(self._document)

    def of(self, node: NodeId) -> Text:
        """Return what a node computes, written out even if the node has a name."""
        nodes, pending = self._document.nodes, [node]
        while pending:
            key = pending[-1]
            sources = self._document.wiring.sources(key)
            missing = [one for one in sources if one not in self._texts and not nodes[one].name]
            if key in self._texts or not missing:
                self._texts[pending.pop()] = self._texts.get(key) or self._written(nodes[key])
            else:
                pending += missing
        return self._texts[node]

    def title(self, node: NodeId) -> str:
        """Return a short name for a node: its own, its expression when that is short, or a made-up one."""
        text = self._document.nodes[node].name or self.of(node).text
        return text if len(text) <= 14 else self.names[node]

    def result_title(self, source: Source) -> str:
        """Return a short name for a result: that of its node, with its place where the node has several."""
        node = self._document.nodes[source.node]
        outputs = outputs_of(node)
        if source.output < len(outputs) and outputs[source.output]:
            return outputs[source.output]
        title = self.title(source.node)
        return f"{title}[{source.output}]" if has_several_results(node) else title

    def _written(self, node: Node) -> Text:
        match node:
            case Leaf(value=value):
                return Text(value.text).of(node.id)
            case Alias():
                return self._input(node, Slot(ports_of(node)[0].name)).of(node.id)
            case Call():
                lengths = lengths_of(self._document, node)
                return self._writer.write(node, lambda slot: self._input(node, slot), lengths).of(node.id)

    def _input(self, node: Node, slot: Slot) -> Text:
        wire = self._document.wiring.at(node.id, slot)
        if wire is None:
            given = node.constants if isinstance(node, Call) else {}
            return constant_text(given[slot]) if slot in given else MISSING
        text = self.reference(wire.source)
        return joined(text.at_least(ATOM), ".detach()") if is_cut(self._document, wire) else text

    def reference(self, source: Source) -> Text:
        """Return a result as it stands in the expression of another node."""
        node = self._document.nodes[source.node]
        outputs = outputs_of(node)
        if source.output < len(outputs) and outputs[source.output]:
            return Text(outputs[source.output]).of(node.id)
        text = Text(node.name) if node.name else self._texts[node.id]
        if len(text.text) > LONGEST or isinstance(node, Leaf):
            text = Text(self.names[node.id])
        if has_several_results(node):
            text = joined(text.at_least(ATOM), f"[{source.output}]")
        return text if text.node == node.id else text.of(node.id)
