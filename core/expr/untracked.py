"""Why no gradient goes back from a root: which leaves could require one, and what cuts the way to others."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from core.expr.evaluate import Evaluation
from core.expr.expression import Expressions
from core.expr.graph import RegionKind, Source, Wire
from core.expr.operations import op_of
from core.expr.regions import is_cut, modes_at

_MOST_NAMES = 4


def why_untracked(evaluation: Evaluation, root: Source) -> str:
    """Return what could be done to get a gradient from `root`; nothing, when none could ever come from it."""
    search = _Search(evaluation)
    search.follow(root)
    could = [f"{_either(search.leaves)} could require it: set requires_grad=True there."] if search.leaves else []
    return " Or: ".join([*could, *search.cuts] or search.without_gradients)


class _Search:
    """Goes back from a result as a gradient would, up to the leaves and to what cuts it off."""

    def __init__(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation
        self._document = evaluation.document
        self._titles = Expressions(evaluation.document)
        self.leaves: dict[str, None] = {}  # names, in the order in which they were found
        self.cuts: dict[str, None] = {}
        self.without_gradients: dict[str, None] = {}

    def follow(self, root: Source) -> None:
        """Find what lies behind a result."""
        pending = [root]
        for source in pending:
            pending += [one for one in self._before(source) if one not in pending]

    def _before(self, source: Source) -> Iterator[Source]:
        """Iterate over the results that a gradient would go to next; note where there are none."""
        title = self._titles.result_title(source)
        tensor = self._evaluation.tensor(source)
        node = self._document.nodes[source.node]
        modes = modes_at(self._document, node.region)
        wires = [wire for wire in self._document.wiring.into(source.node) if self._leads_on(wire)]
        if tensor is None or not tensor.dtype.is_floating_point:
            kind = "nothing" if tensor is None else f"{tensor.dtype}"
            self.without_gradients[f"{title} holds {kind}: only floating point numbers have gradients."] = None
        elif not wires:
            self.leaves[title] = None
        elif not modes.grad:
            kind = RegionKind.INFERENCE_MODE if modes.inference else RegionKind.NO_GRAD
            self.cuts[f"{title} is computed under {kind}(), which records nothing: take it out of that block."] = None
        else:
            for wire in wires:
                if is_cut(self._document, wire):
                    cut = self._titles.result_title(wire.source)
                    self.cuts[f"{cut} is cut off by detach() or .data: leave that out."] = None
                else:
                    yield wire.source

    def _leads_on(self, wire: Wire) -> bool:
        """Whether a gradient could go along a wire: there is a rule for the input."""
        op = op_of(self._document.nodes[wire.target])
        if op is None or op.body is not None:
            return True
        return any(port.name == wire.slot.port and rule for port, rule in zip(op.inputs, op.rules, strict=True))


def _either(names: Collection[str]) -> str:
    """List some names: x, w or b."""
    shown = list(names)[:_MOST_NAMES]
    if len(names) > _MOST_NAMES:
        shown[-1] = "another leaf"
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
