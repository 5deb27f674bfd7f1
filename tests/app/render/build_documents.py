"""Documents from code, evaluated, laid out and recorded, for the tests of frames."""

from dataclasses import dataclass

from app.model.theme import load_theme
from app.render.build import FrameBuilder, Scene
from app.render.build.arrange import arrange
from app.render.build.ground import lay_ground
from core.debug.document import record_evaluation
from core.debug.recording import Recording
from core.expr.changes import apply
from core.expr.evaluate import Evaluation, evaluate
from core.expr.expression import Expressions
from core.expr.parse import parse

SHARED = """
x = torch.tensor([1., 2.], requires_grad=True)
a = x[0]
m2 = 2*a*a
b = x[1]
m4 = 4*b*b
y = m2 + m4
y.backward()
"""
NO_GRAD = """
a = torch.tensor(2., requires_grad=True)
w = torch.tensor(3., requires_grad=True)
b = torch.tensor(4., requires_grad=True)
with torch.no_grad():
    u = a * w
    t = 1 + u
s = 5 * b
y = t + s
y.backward()
"""
DETACHED = """
c = torch.tensor(3., requires_grad=True)
z = c * c.detach()
z.backward()
"""
WHERE_NAN = """
p = torch.tensor([3., 1., 2.], requires_grad=True)
q = torch.tensor([1., 1., 1.], requires_grad=True)
z = (p - q)**2
r = z**0.5
y = torch.where(z > 0, r, 0).sum()
y.backward()
"""
TWICE = """
a = torch.tensor(3., requires_grad=True)
b = torch.tensor(2., requires_grad=True)
y = a * b + a
y.backward(retain_graph=True)
y.backward()
"""
NETWORK = """
import torch.nn.functional as F
x = torch.randn(4, 3)
W = torch.randn(3, 8, requires_grad=True)
b = torch.zeros(8, requires_grad=True)
V = torch.randn(8, 2, requires_grad=True)
t = torch.randn(4, 2)
h = torch.tanh(x @ W + b)
loss = F.mse_loss(h @ V, t)
loss.backward()
"""
SKIPS = """
x = torch.tensor([1., 2.], requires_grad=True)
h1 = x.sin()
h2 = h1.cos()
h3 = h2.exp() + x
h4 = h3.tanh() + h1 + x
y = (h4 * x).sum()
y.backward()
"""
MISFIT = """
a = torch.tensor([1., 2., 3.], requires_grad=True)
b = torch.tensor([1., 2.], requires_grad=True)
c = a + b
d = c * 2
"""


@dataclass(frozen=True)
class Case:
    """A document with everything that a picture of it needs."""

    evaluation: Evaluation
    recording: Recording

    def scene(self, index: int = 0, **more) -> Scene:
        recording = self.recording if self.recording.events else None
        return Scene(self.evaluation, load_theme("dark"), recording, index, **more)

    def after(self, step: int, **more) -> Scene:
        return self.scene(self.recording.steps[step].last, **more)

    def node(self, name: str) -> str:
        """The id of a node, by its name or its expression."""
        texts = Expressions(self.evaluation.document)
        keys = self.evaluation.document.nodes
        return next(key for key in keys if name in (texts.names[key], texts.of(key).text))

    def wire(self, source: str, target: str, place: int = 0) -> str:
        """The id of the `place`-th wire between two nodes."""
        start, end = self.node(source), self.node(target)
        found = [wire.id for wire in self.evaluation.document.wires.values() if wire.target == end]
        return [key for key in found if self.evaluation.document.wires[key].source.node == start][place]


def laid_out(code: str, **more) -> Case:
    """A document from code, with its nodes arranged."""
    parsed = parse(f"import torch\n{code}")
    assert not parsed.problems, parsed.problems
    evaluation = evaluate(parsed.document)
    changes, _ = arrange(lay_ground(Scene(evaluation, load_theme("dark"), **more), None))
    return evaluated(apply(parsed.document, changes.changes))


def evaluated(document) -> Case:
    """A document with its values and its recording."""
    evaluation = evaluate(document)
    return Case(evaluation, record_evaluation(evaluation))


def looks(case: Case, scene: Scene) -> dict:
    """The looks of a fresh frame, by the names of the nodes."""
    frame = FrameBuilder().frame(scene)
    names = Expressions(case.evaluation.document).names
    return {names[node.id]: node.look for node in frame.nodes}
