"""Running a program in two libraries, and finding where they disagree."""

import math
import warnings
from collections.abc import Callable, Iterator


def run(text: str, space: dict) -> bool:
    """Run a statement and say whether it ended with an error."""
    space.setdefault("log", [])
    space.setdefault("twice", lambda y, x: second_gradient(space["torch"].autograd.grad, y, x))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(text, space)
        except Exception:
            return True
    return False


def second_gradient(grad: Callable, y, x):
    """Return the gradient of the sum of a gradient."""
    return grad(grad(y, x, create_graph=True)[0].sum(), x)[0]


def graph(root) -> str:
    """Write a graph as text: its nodes by name, each with its edges; a node that comes again by its number."""
    numbers: dict = {}

    def written(node) -> str:
        if node is None or node in numbers:
            return "-" if node is None else f"#{numbers[node]}"
        numbers[node] = len(numbers)
        edges = [f"{written(after)}:{number}" for after, number in node.next_functions]
        return f"{type(node).__name__}({', '.join(edges)})"

    return written(root)


def outcome(question: Callable[[], object]) -> object:
    """Return the answer to a question, or that it has none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return question()
        except RuntimeError:
            return "RuntimeError"


def facts(tensor, tensors: dict) -> dict[str, object]:
    """Return everything about a tensor that two libraries have to agree on."""
    base = outcome(lambda: tensor._base)
    return {
        "dtype": str(tensor.dtype),
        "shape": tuple(tensor.shape),
        "stride": visible_strides(tensor),
        "values": tensor.detach().tolist(),
        "requires_grad": outcome(lambda: tensor.requires_grad),
        "is_leaf": outcome(lambda: tensor.is_leaf),
        "graph": outcome(lambda: graph(tensor.grad_fn)),
        "output_nr": outcome(lambda: tensor.output_nr),
        "version": outcome(lambda: tensor._version),
        "is_view": tensor._is_view(),
        "base": [name for name, one in tensors.items() if one is base],
        "retains": tensor.retains_grad,
        "grad's node": outcome(lambda: None if tensor.grad is None else type(tensor.grad.grad_fn).__name__),
        "grad's stride": outcome(lambda: None if tensor.grad is None else visible_strides(tensor.grad)),
        "grad": outcome(lambda: None if tensor.grad is None else tensor.grad.tolist()),
    }


def visible_strides(tensor) -> list[int]:
    """Return the strides that make a difference: not those of dimensions of length 1, nor of empty tensors."""
    lengths = zip(tensor.stride(), tensor.shape, strict=True)
    return [step for step, length in lengths if length > 1] if tensor.numel() else []


def tensors_of(space: dict) -> dict:
    return {name: one for name, one in space.items() if name[0] == "v" and hasattr(one, "unsqueeze")}


def differences(statements: list[str], reference, tested) -> Iterator[str]:
    """Run a program in both libraries and say where they disagree."""
    spaces = {"torch": reference}, {"torch": tested}
    for number, text in enumerate(statements):
        errors = [run(text, space) for space in spaces]
        if errors[0] != errors[1]:
            yield f"{number}: {text!r}: an error: {errors[0]} / {errors[1]}"
        seen = [tensors_of(space) for space in spaces]
        if seen[0].keys() != seen[1].keys():
            yield f"{number}: {text!r}: variables {sorted(seen[0].keys() ^ seen[1].keys())}"
            return
        if len(statements) % 2 and number < len(statements) - 1:
            continue  # looking at a view's history renews it; half of the programs are left alone till the end
        if all(errors) and any(not alike(one.tolist(), seen[1][name].tolist()) for name, one in seen[0].items()):
            return  # PyTorch may have written half of it before it noticed
        for name in seen[0]:
            first, second = (facts(one[name], one) for one in seen)
            for fact in first:
                if not alike(first[fact], second[fact]):
                    yield f"{number}: {text!r}: {name}.{fact}: {first[fact]} / {second[fact]}"
    if not alike(spaces[0]["log"], spaces[1]["log"]):
        yield f"hooks saw {spaces[0]['log']} / {spaces[1]['log']}"


def alike(first: object, second: object) -> bool:
    """Whether two values are equal, numbers within what rounding may do to them."""
    if isinstance(first, float) and isinstance(second, float):
        if math.isnan(first) or math.isnan(second):
            return math.isnan(first) and math.isnan(second)
        return first == second or math.isclose(first, second, rel_tol=2e-4, abs_tol=1e-5)
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        return len(first) == len(second) and all(map(alike, first, second))
    return first == second


def shortened(statements: list[str], reference, tested) -> list[str]:
    """Take away statements as long as the two libraries still disagree."""
    for place in reversed(range(len(statements))):
        fewer = statements[:place] + statements[place + 1 :]
        if next(differences(fewer, reference, tested), None):
            statements = fewer
    return statements
