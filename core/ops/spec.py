"""What an operation is: one record that every part of Gradwalk reads.

Tensor methods, the engine, the palette, the inspector, explanations, formulas, generated code and the
contract tests all take what they know about an operation from its `Op`. Adding one means writing one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.ops.rule import Rule


class Category(StrEnum):
    """Where the palette lists an operation, and the tint of its card."""

    ARITHMETIC = "arithmetic"
    ELEMENTWISE = "elementwise"
    ACTIVATION = "activation"
    REDUCTION = "reduction"
    LINALG = "linalg"
    SHAPE = "shape"
    INDEXING = "indexing"
    COMPARE = "compare"
    LOSS = "loss"
    CUSTOM = "custom"


class Promotion(StrEnum):
    """How the inputs' element types become the type an operation computes in."""

    NONE = "none"  # each input is taken as it is
    SAME = "same"  # all inputs have to be of one type
    COMMON = "common"  # all inputs are brought to their common type
    NUMERIC = "numeric"  # as COMMON, and truth values are refused
    FLOAT = "float"  # as COMMON, and integers become the default floating point type
    FLOATING = "floating"  # as COMMON, and integers are refused


class Kind(StrEnum):
    """What an attribute holds, and so which field the inspector shows for it."""

    FLAG = "flag"
    INTEGER = "integer"
    NUMBER = "number"
    DIM = "dim"
    DIMS = "dims"
    SHAPE = "shape"
    INDEX = "index"
    CHOICE = "choice"
    DTYPE = "dtype"
    PAIRS = "pairs"  # a number of dimensions, or the dimensions of one tensor and those of another
    TEXT = "text"


class Takes(StrEnum):
    """What an input may be given as."""

    TENSOR = "a tensor"
    NUMBER = "a number"
    EITHER = "a tensor or a number"


@dataclass(frozen=True, slots=True)
class Port:
    """One input of an operation.

    `variadic` takes a list of tensors and `optional` may be None. What is taken `as_is`, such as a condition
    or an index, has no part in finding the element type that the operation computes in. Where a
    `number_is_setting`, as in `x ** 2`, a plain number is no input: the node has no edge for it.
    """

    name: str
    summary: str = ""
    takes: Takes = Takes.TENSOR
    variadic: bool = False
    optional: bool = False
    as_is: bool = False
    number_is_setting: bool = False


Body = Callable[[dict[str, Any]], Callable[..., Any]]
"""Given what the words of formulas mean, the function that computes an operation from other ones."""

Overload = Callable[[Sequence[Any], Mapping[str, Any]], int]
"""Given the inputs and attributes of a call: the number at the end of the node's name, as PyTorch counts."""

REQUIRED: Any = object()
"""The default of an attribute that has none."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """One setting of an operation that is not a tensor, with its limits.

    `choices` are the only values of a CHOICE; of another kind, the words that are taken besides.
    """

    name: str
    kind: Kind
    default: Any = REQUIRED
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[Any, ...] = ()
    summary: str = ""
    splat: bool = False  # may also be given as separate arguments: x.view(2, 3)
    keyword_only: bool = False
    written: bool = False  # in code also where it has its default: PyTorch has none


@dataclass(frozen=True, slots=True)
class Sample:
    """Inputs an operation is tested and demonstrated with.

    `inputs` are shapes, filled with numbers from the operation's domain, or arrays taken as they are.
    """

    inputs: tuple[Any, ...]
    attributes: dict[str, Any]

    def __init__(self, *inputs: Any, **attributes: Any) -> None:
        object.__setattr__(self, "inputs", inputs)
        object.__setattr__(self, "attributes", attributes)


@dataclass(frozen=True, slots=True)
class Domain:
    """The real numbers an operation is defined and smooth on, as an interval that samples come from."""

    low: float = -2.0
    high: float = 2.0
    text: str = "all real numbers"


@dataclass(frozen=True, slots=True)
class Spelling:
    """How an operation is written in code."""

    operator: str = ""  # infix or prefix: "+", "@", "**", ">", "neg"
    reflected: str = ""  # the infix operator whose right operand is the first input: "-" of 1 - x
    methods: tuple[str, ...] = ()  # x.exp()
    functions: tuple[str, ...] = ()  # torch.exp(x)
    nn: tuple[str, ...] = ()  # torch.nn.functional.relu(x)
    in_place: bool = False  # each method also exists with a trailing underscore


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Op:
    """One operation.

    `rules` holds, per input, how its gradient follows from the gradient `g` of the result; None marks an
    input that takes none. `formula` is the forward computation in the same notation.
    """

    name: str
    category: Category
    symbol: str
    summary: str
    formula: str
    forward: Callable[..., Any]
    inputs: tuple[Port, ...]
    attributes: tuple[Attribute, ...]
    rules: tuple[Rule | None, ...]
    saved: tuple[str, ...]  # what the rules read, in the order they take it
    node_name: str
    spelling: Spelling
    promotion: Promotion
    keywords: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ("result",)
    is_view: bool = False
    zero_fills: bool = False  # the rule puts g into zeros: nothing was read elsewhere
    domain: Domain = Domain()
    kinks: str = ""  # what the gradient is where the operation has none, as PyTorch defines it
    samples: tuple[Sample, ...] = ()

    plain_results: bool = False  # several results come as a tuple whose parts have no names
    many_results: bool = False  # as many results as the input asks for: split, unbind
    signature: tuple[str, ...] = ()  # the order of the arguments, where it is not inputs, then attributes
    overload: Overload | None = None  # for sum() and sum(dim), say, whose nodes have different names
    in_place_overload: int = 0  # what the in-place form adds to the number that `overload` gives
    scatters: bool = False  # writes where an index says: in place, what it puts there must not share the memory
    hidden: bool = False  # part of a gradient, or of x[...] and of writing in place: not offered to the user
    elements: Callable[..., int] | None = None  # how many the result has, where its inputs do not tell
    pieces: Callable[..., int] | None = None  # how many results there are, where an attribute or a length says it
    prepare: Body | None = None  # what happens to the inputs first, by other operations: they leave their nodes
    body: Body | None = None  # of a composite, which consists of other operations and has no node of its own
    for_matrices: str = ""  # of a composite: the operation that it is when both inputs have two dimensions

    @property
    def is_differentiable(self) -> bool:
        """Whether any input can receive a gradient."""
        return self.body is not None or any(rule is not None for rule in self.rules)

    @property
    def slots(self) -> tuple[int, ...]:
        """The places of the inputs that a gradient can go to; a node has one edge for each."""
        return tuple(place for place, rule in enumerate(self.rules) if rule is not None)

    @property
    def has_many_results(self) -> bool:
        """Whether the forward function returns a tuple of results."""
        return self.many_results or len(self.outputs) > 1
