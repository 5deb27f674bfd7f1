"""Random programs over tensors.

A program is a list of statements. It is written while it runs with the reference library, so that later
statements know the shapes that earlier ones made; an error is a legal outcome of a statement. The programs are
about what is easily wrong: views, writes through them, indexing, broadcasting, detaching and no_grad blocks.
"""

import argparse
import importlib
import math
import random
from collections.abc import Callable

from program_runs import differences, outcome, run, shortened

DTYPES = ("float32", "float64")
SHAPES = ((), (1,), (2,), (3,), (4,), (2, 3), (3, 2), (1, 3), (2, 1), (2, 2), (2, 1, 3), (2, 2, 2), (0, 2))
NUMBERS = (-2.0, -1.5, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)


class Author:
    """Writes one program. `names` are its variables so far; `space` is where it runs."""

    def __init__(self, seed: int, module) -> None:
        self.random = random.Random(seed)
        self.space = {"torch": module}
        self.names: list[str] = []
        self.dtype = self.random.choice(DTYPES)
        self.statements: list[str] = []

    def write(self, length: int) -> list[str]:
        for _ in range(self.random.randint(1, 3)):
            self.add(self.leaf())
        for _ in range(length):
            self.add(self.in_a_mode(self.statement()))
        self.add(self.end())
        return self.statements

    def add(self, text: str) -> None:
        self.statements.append(text)
        run(text, self.space)
        self.names = [name for name in self.space if name[0] == "v" and name[1:].isdigit()]

    # What a statement is made of ------------------------------------------------------------------------

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def new(self) -> str:
        return f"v{1 + max((int(name[1:]) for name in self.names), default=-1)}"

    def name(self) -> str:
        """Pick a variable, the newer ones more often."""
        place = int(len(self.names) * math.sqrt(self.random.random()))
        return self.names[min(place, len(self.names) - 1)]

    def shape(self, name: str) -> tuple[int, ...]:
        return tuple(self.space[name].shape)

    def numbers(self, shape: tuple[int, ...]) -> str:
        if not shape:
            return str(self.random.choice(NUMBERS))
        return f"[{', '.join(self.numbers(shape[1:]) for _ in range(shape[0]))}]"

    def leaf(self) -> str:
        shape = self.pick(*SHAPES)
        flag = ", requires_grad=True" if self.chance(0.75) else ""
        rows = f".reshape({shape})" if 0 in shape else ""
        return f"{self.new()} = torch.tensor({self.numbers(shape)}, dtype=torch.{self.dtype}{flag}){rows}"

    def other(self, name: str) -> str:
        """Pick something to combine a variable with: a number, a fitting variable, or any."""
        if self.chance(0.35):
            return str(self.pick(2, 0.5, -1, 3.0, 1, -0.25))
        fitting = [one for one in self.names if fits(self.shape(one), self.shape(name))]
        return self.random.choice(fitting) if fitting and self.chance(0.9) else self.name()

    def dim(self, name: str, extra: int = 0) -> int:
        count = len(self.shape(name)) + extra
        if self.chance(0.03):
            return count + 1
        return self.random.randint(-count, count - 1) if count else self.pick(0, -1)

    # Statements -----------------------------------------------------------------------------------------

    def statement(self) -> str:
        kinds: list[tuple[int, Callable[[], str]]] = [
            (4, self.elementwise),
            (6, self.binary),
            (8, self.view),
            (5, self.index),
            (4, self.copy),
            (2, self.reduce),
            (9, self.write_in_place),
            (6, self.assign),
            (2, self.several),
            (1, self.leaf),
            (2, self.flag),
            (1, self.leaf_gradient),
            (2, self.combine),
            (1, self.half_way),
        ]
        weights = [weight for weight, _ in kinds]
        return self.random.choices([kind for _, kind in kinds], weights)[0]()

    def in_a_mode(self, text: str) -> str:
        if self.chance(0.12):
            return f"with torch.no_grad():\n    {text}"
        if self.chance(0.04):
            mode = self.pick("enable_grad()", "set_grad_enabled(False)", "no_grad(), torch.enable_grad()")
            return f"with torch.{mode}:\n    {text}"
        return text

    def elementwise(self) -> str:
        x = self.name()
        form = self.pick(
            "{x}.sin()", "{x}.tanh()", "torch.relu({x})", "{x}.abs()", "torch.sigmoid({x})", "-{x}", "{x}.square()",
            "{x} ** 2", "{x} ** 3", "1 - {x}", "2 / ({x}.abs() + 1)", "{x}.clamp(-1, 1)", "{x}.sqrt()",
            "({x} / 4).exp()", "{x}.reciprocal()", "{x}.clone()", "{x}.detach()", "{x}.data", "{x} + 0",
            "{x}.sign()", "{x}.double()", "{x}.float()", "torch.where({x} > 0, {x}, 0.5)", "{x}.cumsum(0)",
            "torch.zeros_like({x})", "torch.ones_like({x})", "{x}.round()", "{x}.masked_fill({x} > 1, 0.5)",
        )  # fmt: skip
        if "(0)" in form or "masked" in form or "where" in form or self.overlaps_itself(x):
            x = self.in_rows(x)
        return f"{self.new()} = {form.format(x=x)}"

    def binary(self) -> str:
        x = self.name()
        form = self.pick(
            "{x} + {y}", "{x} - {y}", "{x} * {y}", "{x} / {y}", "{y} * {x}", "{y} - {x}", "torch.maximum({x}, {z})",
            "torch.where({x} > 0, {x}, {z})", "torch.add({x}, {z}, alpha=2)", "torch.minimum({x}, {z})",
            "torch.lerp({x}, {z}, 0.25)", "torch.addcmul({x}, {x}, {z})",
        )  # fmt: skip
        z = self.other(x)
        while not z.startswith("v"):
            z = self.other(x) if self.chance(0.9) else self.name()
        if (self.space[x].dim(), self.space[z].dim()) in ((2, 2), (2, 1), (1, 1)) and self.chance(0.2):
            form = "{x} @ {z}"
        x, y, z = map(self.in_rows, (x, self.other(x), z))
        return f"{self.new()} = {form.format(x=x, y=y, z=z)}"

    def in_rows(self, operand: str) -> str:
        """Make an operand contiguous: of mixed layouts the libraries may choose different ones for the result."""
        tensor = self.space.get(operand)
        if tensor is None or tensor.stride() == rows_of(tensor.shape):
            return operand
        copied = "clone(memory_format=torch.contiguous_format)" if tensor.is_contiguous() else "contiguous()"
        return f"{operand}.{copied}"

    def view(self) -> str:
        x = self.name()
        shape = self.shape(x)
        options = [
            lambda: f"{x}.t()",
            lambda: f"{x}.T",
            lambda: f"{x}.transpose({self.dim(x)}, {self.dim(x)})",
            lambda: f"{x}.permute({self.order(len(shape))})",
            lambda: f"{x}.unsqueeze({self.dim(x, 1)})",
            lambda: f"{x}.squeeze()",
            lambda: f"{x}.squeeze({self.dim(x)})",
            lambda: f"{x}.view({self.other_shape(shape)})",
            lambda: f"{x}.view(-1)",
            lambda: f"{x}.reshape({self.other_shape(shape)})",
            lambda: f"{x}.flatten()",
            lambda: f"{x}.expand({self.larger_shape(shape)})",
            lambda: f"{x}.narrow({self.dim(x)}, {self.pick(0, 0, 1)}, {self.pick(1, 2)})",
            lambda: f"{x}.select({self.dim(x)}, {self.pick(0, 0, 1, -1)})",
            lambda: f"{x}.diagonal({self.pick('', '', '1', '-1')})",
            lambda: f"{x}.unfold({self.dim(x)}, 2, {self.pick(1, 2)})",
            lambda: f"{x}.movedim({self.dim(x)}, {self.dim(x)})",
            lambda: f"{x}.contiguous()",
            lambda: f"{x}.mT",
            lambda: f"{x}.as_strided({self.window(x)})" if self.fills_its_memory(x) else f"{x}[:]",
            lambda: f"{x}.view_as({self.name()})",
            lambda: f"{x}.expand_as({self.name()})",
            lambda: f"{x}[...]",
            lambda: f"{x}[:]",
        ]
        return f"{self.new()} = {self.random.choice(options)()}"

    def order(self, count: int) -> str:
        order = list(range(count))
        self.random.shuffle(order)
        return ", ".join(str(place - count if self.chance(0.2) else place) for place in order) or "()"

    def other_shape(self, shape: tuple[int, ...]) -> str:
        count = math.prod(shape)
        shapes = [(count,), (1, count), (count, 1), (-1,), *((a, count // a) for a in (2, 3) if count % a == 0)]
        return ", ".join(map(str, self.random.choice(shapes)))

    def larger_shape(self, shape: tuple[int, ...]) -> str:
        wanted = [self.pick(2, 3, 1) if length == 1 else self.pick(length, -1) for length in shape]
        lead = [self.pick(1, 2)] if self.chance(0.4) else []
        return ", ".join(map(str, lead + wanted)) or "()"

    def window(self, x: str) -> str:
        count = max(self.space[x].numel(), 1)
        size = self.pick((2,), (1, 2), (2, 2), (min(count, 3),), ())
        stride = tuple(self.pick(0, 1, 1, 2, 3) for _ in size)
        offset = f", {self.pick(0, 1)}" if self.chance(0.3) else ""
        return f"{size}, {stride}{offset}"

    def place(self, x: str) -> str:
        """Write what may stand between the square brackets behind a variable."""
        shape = self.shape(x)
        if self.chance(0.12):
            return f"{x} > {self.pick(0, 0.5)}"
        parts = [self.part(length) for length in shape[: self.random.randint(1, max(len(shape), 1))]]
        if self.chance(0.12):
            parts.insert(self.random.randint(0, len(parts)), "None")
        if self.chance(0.12):
            parts.insert(self.random.randint(0, len(parts)), "...")
        return ", ".join(parts) or self.pick("...", "()", "None")

    def part(self, length: int) -> str:
        last = max(length - 1, 0)
        return self.pick(
            lambda: str(self.random.randint(-length, last)),
            lambda: str(self.random.randint(0, last)),
            lambda: ":",
            lambda: f"{self.random.randint(0, last)}:",
            lambda: f":{self.random.randint(0, length)}",
            lambda: f"-{self.random.randint(1, length + 1)}:",
            lambda: "::2",
            lambda: f"[{self.random.randint(0, last)}]",
            lambda: f"[{self.random.randint(0, last)}, {self.random.randint(-length, last)}]",
            lambda: f"torch.tensor([{self.random.randint(0, last)}, {self.random.randint(0, last)}])",
            lambda: f"torch.tensor({self.random.randint(0, last)})",
            lambda: str(length) if self.chance(0.1) else "0",
        )()

    def index(self) -> str:
        x = self.name()
        place = self.place(x)
        with_positions = "[" in place or ">" in place
        rows = ".contiguous()" if with_positions and not self.space[x].is_contiguous() else ""
        return f"{self.new()} = {x}{rows}[{place}]"

    def copy(self) -> str:
        name = self.name()
        x, shape = self.in_rows(name), self.shape(name)
        same = [one for one in self.names if self.shape(one) == shape]
        rows = shape[0] if shape else 1
        blocks = [one for one in self.names if self.shape(one) != (0,)]  # PyTorch's gradient is wrong behind such
        zeros = f"torch.zeros({shape}, dtype=torch.int64)"
        form = self.random.choice(
            [
                f"torch.cat([{x}, {self.random.choice(same)}], {self.dim(name)})",
                f"torch.stack([{x}, {self.random.choice(same)}], {self.dim(name, 1)})",
                f"torch.cat([{x}, {self.name()}])",
                f"{x}.repeat({', '.join(str(self.pick(1, 2)) for _ in range(max(len(shape), 1)))})",
                f"{x}.flip({self.dim(name)})",
                f"{x}.roll({self.pick(1, -1, 2)}, {self.dim(name)})",
                f"{x}.tril()",
                f"{x}.index_select({self.dim(name)}, torch.tensor([0, {self.random.randint(0, max(rows - 1, 0))}]))",
                f"{x}.gather({self.dim(name)}, torch.zeros({shape}, dtype=torch.int64))",
                f"{x}.masked_select({x} > 0)",
                f"{x}.take(torch.tensor([0, -1]))",
                f"{x}.repeat_interleave(2)",
                f"torch.diag({x})",
                f"{x}.index_add(0, torch.tensor([0]), {self.name()})" if rows else f"{x}.clone()",
                f"{x}.scatter({self.dim(name)}, {zeros}, {self.pick('1.5', self.random.choice(same))})",
                f"{x}.scatter_add({self.dim(name)}, {zeros}, {self.random.choice(same)})",
                f"{x}.scatter_reduce({self.dim(name)}, {zeros}, {self.random.choice(same)}, {self.reduction()})",
                f"{x}.select_scatter({self.name()}.clone(), {self.dim(name)}, {self.pick(0, -1)})",
                f"{x}.slice_scatter({self.name()}.clone(), {self.dim(name)}, {self.pick(0, 1)})",
                f"{x}.diagonal_scatter({self.name()}.clone())",
                f"torch.block_diag({x}, {self.random.choice(blocks)})" if name in blocks else f"{x}.clone()",
                f"torch.unique({x})",
                f"{x}.index_put((torch.tensor([0]),), {self.name()}, accumulate={self.pick(True, False)})",
            ]
        )
        return f"{self.new()} = {form}"

    def reduction(self) -> str:
        return f"{self.pick('sum', 'prod', 'mean', 'amax', 'amin')!r}, include_self={self.pick(True, False)}"

    def reduce(self) -> str:
        name = self.name()
        x = self.in_rows(name)
        form = self.pick(
            "{x}.sum()", "{x}.sum({d})", "{x}.mean()", "{x}.mean({d}, keepdim=True)", "{x}.max()", "{x}.amax({d})",
            "{x}.max({d}).values", "{x}.min({d})[0]", "{x}.sum({d}, keepdim=True)", "{x}.prod()", "{x}.prod({d})",
        )  # fmt: skip
        return f"{self.new()} = {form.format(x=x, d=self.dim(name))}"

    def several(self) -> str:
        x = self.name()
        first = self.new()
        second = f"v{int(first[1:]) + 1}"
        call = self.pick(
            "{x}.split({n}, {d})", "{x}.chunk(2, {d})", "{x}.unbind({d})", "torch.split({x}, [1, {n}], {d})",
            "torch.broadcast_tensors({x}, {y})", "torch.tensor_split({x}, 2, {d})",
        )  # fmt: skip
        call = call.format(x=x, y=self.name(), n=self.pick(1, 1, 2), d=self.dim(x))
        if self.chance(0.5):
            return f"{first}, {second} = {call}"
        return f"{first} = {call}[{self.pick(0, -1)}]"

    def write_in_place(self) -> str:
        x = self.name()
        if self.overlaps_itself(x):
            return self.elementwise()
        if self.chance(0.12) and not self.is_kept(x):
            form = self.pick("unsqueeze_({d})", "squeeze_()", "t_()", "transpose_({d}, 0)")
            return f"{x}.{form.format(d=self.dim(x))}"
        y, z = self.apart(x, self.other(x)), self.apart(x, self.name())
        rows = [one for one in self.names if self.shape(one)[:1] != (0,)]
        form = self.pick(
            "{x}.add_({y})", "{x}.mul_({y})", "{x}.sub_({y})", "{x}.div_({y})", "{x} += {y}", "{x} *= {y}",
            "{x} -= {y}", "{x}.copy_({z})", "{x}.zero_()", "{x}.fill_({n})", "{x}.fill_({z}.sum())", "{x}.relu_()",
            "{x}.clamp_(-1, 1)", "{x}.tanh_()", "{x}.neg_()", "{x}.abs_()", "{x}.square_()", "{x}.pow_(2)",
            "{x}.sigmoid_()", "{x}.masked_fill_({x} > 0, {n})", "{x}.masked_fill_({z} > 0, {n})", "{x}.tril_()",
            "{x}.addcmul_({z}, {z}, value=0.5)", "{x}.exp_()",
            # PyTorch fails a check of its own when what keeps its gradient and is detached in place is written to
            "{x}.retains_grad or {x}.detach_()", "{r}.index_add_(0, torch.tensor([0]), {z})",
            "{r}.index_fill_(0, torch.tensor([0]), {n})", "{x}.add_({z}, alpha=3)", "{x}.detach().add_(1)",
            "{x}.scatter_({d}, torch.zeros({s}, dtype=torch.int64), {n})", "{x}.lerp_({z}, 0.5)", "torch.relu_({x})",
            "{x}.scatter_reduce_({d}, torch.zeros({s}, dtype=torch.int64), {z}.clone(), {m})",
            "{x}.masked_scatter_({x} > 0, {z}.repeat([9] * max({z}.dim(), 1)))", "{x}.data.mul_(2)",
            "{r}.index_copy_(0, torch.tensor([0]), {z})", "w = {w}; w.data = torch.ones_like(w)",
        )  # fmt: skip
        r = self.random.choice([one for one in rows if not self.overlaps_itself(one)] or ["torch.ones(2)"])
        return form.format(
            x=x,
            y=y,
            z=z,
            r=r,
            w=self.random.choice(self.lonely_leaves() or ["torch.ones(2)"]),
            n=self.pick("0", "1.5", "-1"),
            m=self.reduction(),
            d=self.dim(x),
            s=self.shape(x),
        )

    def assign(self) -> str:
        x = self.name()
        if self.overlaps_itself(x):
            return self.binary()
        place = self.place(x)
        values = ["0", "1.5", f"{self.name()}.sum()", f"{x} * 2"]
        if ">" not in place:  # PyTorch lets the only value of a mask share memory
            values += [f"{self.name()}.clone()", f"{self.name()}.clone()", f"{self.name()}[0].clone()"]
        return f"{x}[{place}] {self.pick('=', '=', '=', '+=', '*=')} {self.random.choice(values)}"

    def is_kept(self, name: str) -> bool:
        """Whether somebody relies on the shape of a tensor: PyTorch gets lost when it changes in place then.

        Hooks that are registered afterwards go to the value before the change if there were any, else to the new one.
        """
        tensor = self.space[name]
        return outcome(lambda: tensor.is_leaf) is not False or tensor.retains_grad or bool(tensor._backward_hooks)

    def overlaps_itself(self, name: str) -> bool:
        """Whether elements share their memory: PyTorch lets some writes pass then, in no certain order."""
        tensor = self.space[name]
        reach = 0
        for step, length in sorted(zip(tensor.stride(), tensor.shape, strict=True)):
            if length > 1 and step <= reach:
                return True
            reach += step * (length - 1)
        return False

    def apart(self, name: str, other: str) -> str:
        """Copy what shares the memory of a tensor, unless both are in one piece: overlaps are noticed only then.

        PyTorch compares the strides of dimensions of length 1, too, which mean nothing.
        """
        first, second = self.space[name], self.space.get(other)
        if second is None or first.untyped_storage().data_ptr() != second.untyped_storage().data_ptr():
            return other
        whole = first.is_contiguous() and second.is_contiguous() and 1 not in (*first.shape, *second.shape)
        return other if whole else f"{other}.clone()"

    def fills_its_memory(self, name: str) -> bool:
        """Whether nothing lies behind a tensor: PyTorch leaves what it needed for some results, such as losses."""
        tensor = self.space[name]
        base = tensor if tensor._base is None else tensor._base
        return tensor.numel() > 0 and base.untyped_storage().nbytes() == base.numel() * base.element_size()

    def lonely_leaves(self) -> list[str]:
        """Return the leaves that are neither views nor have any."""
        bases = [self.space[name]._base for name in self.names]
        return [
            name
            for name, base in zip(self.names, bases, strict=True)
            if base is None
            and outcome(lambda name=name: self.space[name].is_leaf) is True
            and not any(one is self.space[name] for one in bases)
        ]

    def flag(self) -> str:
        x = self.name()
        return self.pick(
            f"{x}.requires_grad_()", f"{x}.requires_grad_(False)", f"{x}.requires_grad = True",
            # PyTorch fails a check of its own when a later result of several is written to and has to keep its gradient
            f"{x}._is_view() and {x}.grad_fn is None or {x}.output_nr or {x}.retain_grad()",
            f"{x}._is_view() and {x}.grad_fn is None or {x}.register_hook(lambda g: log.append(('{x}', g.tolist())))",
            f"{x}._is_view() and {x}.grad_fn is None or {x}.register_hook(lambda g: g * 2)",
            f"del {x}" if len(self.names) > 3 else f"{x}.requires_grad_()",
        )  # fmt: skip

    def leaf_gradient(self) -> str:
        """Use, change or clear a gradient that has arrived."""
        x = self.random.choice([one for one in self.names if gradient_of(self.space[one]) is not None] or self.names)
        return self.pick(
            f"{x}.grad = None", f"{x}.grad.zero_()", f"{x}.grad.mul_(0.5)", f"{self.new()} = {x}.grad.detach() * 2",
            f"{x}.grad = torch.ones_like({x})", f"with torch.no_grad():\n    {x} -= 0.5 * {x}.grad",
            f"{self.new()} = {x}.grad.detach().clone()",
        )  # fmt: skip

    def combine(self) -> str:
        """Use an operation that brings many elements together."""
        # What cumprod saves is copied: after a write through .data, its gradient depends on the formula that is used.
        name = self.name()
        form = self.pick(
            "{x}.softmax({d})", "{x}.log_softmax({d})", "{x}.logsumexp({d})", "{x}.norm()", "{x}.var()", "{x}.std()",
            "{x}.var({d})", "{x}.clone().cumprod({d}).clone()", "{x}.sort({d}).values", "{x}.median()",
            "torch.nn.functional.mse_loss({x}, {z})", "torch.nn.functional.relu({x})", "{x}.median({d})[0]",
            "torch.nn.functional.l1_loss({x}, {z})", "torch.einsum('...i->...', {x})", "torch.linalg.vector_norm({x})",
            "torch.nn.functional.leaky_relu({x}, 0.1)", "torch.nn.functional.gelu({x}.clamp(-3, 3))",
            "{x}.logcumsumexp({d})",
            "torch.nn.functional.smooth_l1_loss({x}, {z})", "torch.nn.functional.softplus({x})", "{x}.diff()",
            "torch.outer({x}, {z})", "{x}.amin()", "{x}.aminmax()[1]", "{x}.lerp({z}, 0.25)",
            "torch.nn.functional.normalize({x}, dim={d})", "torch.cdist({x}, {z})", "torch.dist({x}, {z})",
            "torch.nn.functional.pad({x}, (1, 1))", "torch.hypot({x}, {z})", "torch.atan2({x}, {z})", "{x}.trace()",
        )  # fmt: skip
        x, z = self.in_rows(name), self.in_rows(self.other_tensor(name))
        return f"{self.new()} = {form.format(x=x, z=z, d=self.dim(name))}"

    def other_tensor(self, name: str) -> str:
        """Pick a variable, if possible one that can be broadcast to another."""
        other = self.other(name)
        return other if other.startswith("v") else name

    def half_way(self) -> str:
        x, y = self.name(), self.name()
        return self.pick(
            f"{x}.sum().backward()", f"{x}.sum().backward(retain_graph=True)",
            f"{self.new()} = torch.autograd.grad({x}.sum(), {y}, retain_graph=True)[0] + 0",
            f"log.append(torch.autograd.grad(({x} * {x}).sum(), {y}, create_graph=True)[0].tolist())",
            f"log.append(twice(({x} * {x} * {x}).sum(), {y}).tolist())" if math.prod(self.shape(x)) else "",
            f"{x}.backward(torch.ones_like({x}), retain_graph=True)", f"{x}.sum().backward(create_graph=True)",
        )  # fmt: skip

    def end(self) -> str:
        roots = self.random.sample(self.names, min(len(self.names), self.random.randint(1, 3)))
        terms = " + ".join(self.pick("{x}.sum()", "({x} * {x}).sum()", "({x} * 3).sum()").format(x=x) for x in roots)
        return f"({terms}).backward()"


def rows_of(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the strides of a tensor that lies in memory row by row."""
    return tuple(math.prod(max(length, 1) for length in shape[place + 1 :]) for place in range(len(shape)))


def gradient_of(tensor):
    return outcome(lambda: tensor.grad)


def fits(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Whether the first shape can be broadcast to the second."""
    ends = zip(reversed(first), reversed(second), strict=False)
    return len(first) <= len(second) and all(a in (1, b) for a, b in ends)


def program(seed: int, reference) -> list[str]:
    """Return the program that belongs to a seed: 1 to 25 statements besides those that make leaves."""
    author = Author(seed, reference)
    return author.write(author.random.randint(1, 25))


def main() -> None:
    """Compare many programs and print the shortest form of those that differ."""
    arguments = argparse.ArgumentParser(description=main.__doc__)
    arguments.add_argument("first", type=int)
    arguments.add_argument("last", type=int)
    arguments.add_argument("--show", type=int, default=5)
    given = arguments.parse_args()
    reference, tested = importlib.import_module("torch"), importlib.import_module("core")
    bad = []
    for seed in range(given.first, given.last):
        statements = program(seed, reference)
        if next(differences(statements, reference, tested), None):
            bad.append(seed)
            if len(bad) <= given.show:
                short = shortened(statements, reference, tested)
                print(f"--- seed {seed}", *short, *list(differences(short, reference, tested))[:4], sep="\n")  # noqa: T201
    print(f"{len(bad)} of {given.last - given.first} differ: {bad[:60]}")  # noqa: T201


if __name__ == "__main__":
    main()
