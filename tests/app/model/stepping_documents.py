"""Documents to step through, each with its session."""

from app.model.files import Opened
from app.model.session import Session
from core.expr.parse import parse

INDEXING = """
x = torch.tensor([1., 2.], requires_grad=True)
y = 2*x[0]*x[0] + 4*x[1]*x[1]
y.backward()
"""

FROZEN_BRANCH = """
a = torch.tensor(2., requires_grad=True)
w = torch.tensor(3., requires_grad=True)
b = torch.tensor(4., requires_grad=True)
with torch.no_grad():
    u = a*w
    t = u + 1
s = b*5
y = t + s
y.backward()
"""

ROOT_TO_THE_HALF = """
z = torch.tensor([4., 0., 1.], requires_grad=True)
y = torch.where(z > 0, z**0.5, 0).sum()
y.backward()
"""

VECTOR_ROOT = """
x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x*x
"""


class Clock:
    """Time in seconds, which stands still until it is told to go on."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now

    def advance(self, milliseconds):
        self.now += milliseconds / 1000


def session_of(code, clock=None):
    return Session(Opened(parse(code).document), clock=clock or Clock())


def node(session, name):
    return next(key for key, one in session.document.nodes.items() if one.name == name)


def only_region(session):
    (region,) = session.document.regions
    return region
