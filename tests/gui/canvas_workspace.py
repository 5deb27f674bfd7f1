"""A document with its history, values and pictures, as small as the canvas needs it: the real parts, joined."""

from contextlib import contextmanager

from app.canvas.canvas import Canvas
from app.model.history import History
from app.model.selection import Selection
from app.model.theme import load_theme
from app.render.build import FrameBuilder, Scene
from app.render.build.arrange import arrange
from app.render.build.ground import lay_ground
from app.render.frame import Frame
from core.expr.changes import apply
from core.expr.evaluate import evaluate
from core.expr.graph import new_document
from core.expr.parse import parse
from core.expr.states import Failed, Waiting


def arranged(code: str):
    """The document that code stands for, laid out."""
    document = parse(code).document
    ground = lay_ground(Scene(evaluate(document), load_theme("dark")), None)
    changes, _ = arrange(ground)
    return apply(document, changes.changes)


class Workspace:
    """Satisfies `CanvasModel`; every change is shown on the canvas at once."""

    def __init__(self, document=None, theme="dark"):
        self.history = History(document or new_document())
        self.theme = load_theme(theme)
        self.selection = Selection()
        self.builder = FrameBuilder()
        self.evaluation = evaluate(self.document)
        self.canvas: Canvas | None = None
        self.history.changed.connect(self._changed)

    @property
    def document(self):
        return self.history.document

    def select(self, selection):
        self.selection = selection
        if self.canvas is not None:
            self.canvas.show_selection(selection)

    def perform(self, changes, *, merge=""):
        self.history.apply(changes, merge=merge)

    @contextmanager
    def step(self, name):
        with self.history.step(name):
            yield

    def value_of(self, source):
        tensor = self.evaluation.tensor(source)
        return None if tensor is None else tensor.array

    def gradient_of(self, node):
        leaves = [tensor for tensor in self.evaluation.results(node) if tensor.is_leaf and tensor.grad is not None]
        return leaves[0].grad.array if leaves else None

    def reason_at(self, part):
        match self.evaluation.states.get(part):
            case Failed(problem):
                return f"{problem.message} {problem.hint}".strip()
            case Waiting(on):
                return f"Waits for {', '.join(on)}."
        return ""

    def frame(self) -> Frame:
        return self.builder.frame(Scene(self.evaluation, self.theme))

    def node(self, name):
        return next(node for node in self.document.nodes.values() if node.name == name)

    def wire(self, source, target, place=0):
        wires = self.document.wiring.out_of(self.node(source).id)
        return [wire for wire in wires if wire.target == self.node(target).id][place]

    def _changed(self, _):
        self.evaluation = evaluate(self.document, self.evaluation)
        self.selection = self.selection.within(self.document)
        if self.canvas is not None:
            self.canvas.show_frame(self.frame())
            self.canvas.show_selection(self.selection)
