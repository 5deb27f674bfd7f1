"""Nodes and wires of a picture in words, for files that can be searched and read aloud."""

from __future__ import annotations

from collections.abc import Iterator

from app.render.build.moments import moment_text
from app.render.build.walk import Walk
from app.render.facts import Facts
from app.render.looks import GradientLine, GradientState
from core.debug.arrays import Part
from core.debug.explain import explain, explain_step
from core.debug.text import plain, written
from core.expr.expression import Expressions
from core.expr.graph import Call, Leaf, Wire
from core.expr.ids import NodeId, RegionId

_UNSAID = {GradientState.NO_GRAD_FN: "not recorded", GradientState.NONE: "None"}


class Describer:
    """Says in words what a picture shows."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._document = walk.scene.document
        self._evaluation = walk.scene.evaluation
        self._texts = Expressions(self._document)

    def facts(self) -> dict[str, Facts]:
        """The facts of all nodes, wires and regions, by their ids."""
        found: dict[str, Facts] = {key: self._node(key) for key in self._document.nodes}
        found.update({key: self._wire(wire) for key, wire in self._document.wires.items()})
        found.update({key: self._region(key, place) for place, key in enumerate(self._document.regions, 1)})
        return found

    def title(self) -> str:
        """What the picture is of: the title of the document, or its expressions."""
        return self._document.title or "; ".join(self._equations()) or "Empty expression"

    def summary(self) -> str:
        """The expressions, the moment, and the gradients of the leaves, in sentences."""
        leaves = [key for key, node in self._document.nodes.items() if isinstance(node, Leaf)]
        said = [*self._equations(), f"{moment_text(self._walk.progress)}"]
        said += [f"{self._texts.names[key]} = {self._value(key)}, gradient {self._gradient(key)}" for key in leaves]
        return ". ".join(said) + "."

    def moment(self) -> str:
        """When the picture is taken."""
        return moment_text(self._walk.progress)

    def remark(self) -> str:
        """What has happened in the step that ends here, or in the event where the cursor stands."""
        progress = self._walk.progress
        if progress is None:
            return ""
        at_end = progress.index == progress.step.last and not progress.is_before
        recording = progress.recording
        told = explain_step(recording, progress.step) if at_end else explain(recording, progress.index)
        return " ".join(text for text in (plain(told.headline), plain(told.body)) if text)

    def _equations(self) -> Iterator[str]:
        for key, node in self._document.nodes.items():
            if not self._document.wiring.out_of(key) and not isinstance(node, Leaf):
                yield f"{self._texts.names[key]} = {self._texts.of(key).text}"

    def _node(self, key: NodeId) -> Facts:
        node = self._document.nodes[key]
        kind = "leaf" if isinstance(node, Leaf) else node.op if isinstance(node, Call) else "alias"
        name, value, gradient = self._texts.names[key], self._value(key), self._gradient(key)
        words = f"{name}, {kind}: value {value}, gradient {gradient}"
        return Facts(name, words, {"op": kind, "value": value, "grad": gradient})

    def _wire(self, wire: Wire) -> Facts:
        source, target = self._texts.names[wire.source.node], self._texts.names[wire.target]
        place = f"-{wire.slot.place}" if wire.slot.place else ""
        look = self._walk.wires[wire.id][0].look
        carried = self._carried(wire)
        words = f"{source} to {target}: {look.state}" + (
            f", gradient {written(carried)}" if carried is not None else ""
        )
        data = {"state": str(look.state), "grad": "" if carried is None else written(carried)}
        return Facts(f"{source}-{target}-{wire.slot.port}{place}", words, data)

    def _region(self, key: RegionId, place: int) -> Facts:
        region = self._document.regions[key]
        state = "on" if region.enabled else "off"
        words = f"{region.kind} {region.title}".strip()
        return Facts(f"{region.kind}-{place}", f"{words}, {state}", {"state": state})

    def _value(self, key: NodeId) -> str:
        results = self._evaluation.results(key)
        return ", ".join(written(tensor.array) for tensor in results) or "not computed"

    def _gradient(self, key: NodeId) -> str:
        line = self._walk.nodes[key].look.gradient
        if isinstance(line, GradientLine) and line.preview is None:
            return _UNSAID.get(line.state, f"{line.state}: {line.text}")
        progress, route = self._walk.progress, self._walk.route
        if progress is None or route is None:
            return "None"
        return written(progress.node(route.passage.heads[key]).gradient)

    def _carried(self, wire: Wire) -> Part:
        progress, route = self._walk.progress, self._walk.route
        edge = route.passage.edges.get(wire.id) if route is not None else None
        return progress.state.edge(edge).gradient if progress is not None and edge is not None else None
