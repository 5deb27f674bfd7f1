"""Running a recorded program, and comparing what it shows with its outcome. The format is in cases/README.md."""

import io
import json
import warnings
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

import numpy as np

CASES = Path(__file__).parent / "cases"
DIFFERENCES = Path(__file__).parents[2] / "docs" / "differences.md"
DIGITS = {"float16": (1e-2, 1e-3), "float32": (1e-5, 1e-6), "float64": (1e-10, 1e-12)}
SINGLE = DIGITS["float32"]
EXACT = (0.0, 0.0)


def cases():
    """All recorded programs."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(CASES.glob("*.json")))
    return [case for text in texts for case in json.loads(text)["cases"]]


def listed(path=DIFFERENCES):
    """The programs that are said to differ, with the reasons: rows of the table under the heading of that name."""
    section = path.read_text(encoding="utf-8").partition("## Programs that differ")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in section.splitlines() if "|" in line]
    return {row[0].strip("`"): row[-1] for row in rows if row[0].startswith("`")}


def faults(case, torch):
    """Run a program and say everything in which it differs from its outcome."""
    space = {"torch": torch, "np": np, "__name__": "case"}
    with global_settings_kept(torch), quiet():
        raised, _ = outcome(lambda: exec(compile(case["source"], case["id"], "exec"), space))
        if fault := ending_fault(case.get("raises"), raised):
            return [f"the program: {fault}"]
        return [
            f"{text}: {fault}"
            for text, expected in zip(case["observe"], case["expect"], strict=True)
            if (fault := observed_fault(expected, text, space, torch))
        ]


@contextmanager
def global_settings_kept(torch):
    """Put the switches back that a program may turn."""
    try:
        yield
    finally:
        torch.set_grad_enabled(True)
        torch.set_default_dtype(torch.float32)
        torch.autograd.set_detect_anomaly(False)
        torch.set_printoptions(profile="default")


@contextmanager
def quiet():
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(io.StringIO()))
        stack.enter_context(redirect_stderr(io.StringIO()))
        yield


def outcome(question):
    """The answer to a question, or the error that it raises; and the warnings it gives."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            answer = question()
        except Exception as error:
            answer = error
    return answer, [warning.message for warning in caught]


def ending_fault(expected, raised):
    if expected is None:
        return f"raised {raised!r}" if isinstance(raised, Exception) else ""
    return error_fault(expected["type"], expected["keys"], raised)


def observed_fault(expected, text, space, torch):
    value, given = outcome(lambda: eval(text, space))
    match expected:
        case {"t": "warns", "category": category, "keys": keys, "value": inner}:
            if all(error_fault(category, keys, warning) for warning in given):
                return f"no {category} with {keys} among {given}"
            return value_fault(inner, value, torch)
        case {"t": "silent", "value": inner}:
            return f"warned: {given[0]}" if given else value_fault(inner, value, torch)
    return value_fault(expected, value, torch)


def error_fault(kind, keys, error):
    """Say in what an error or warning differs from the expected one."""
    if kind not in [one.__name__ for one in type(error).__mro__]:
        return f"{kind} was expected, not {error!r}"
    text = str(error).lower()
    return next((f"{key!r} is not in {text!r}" for key in keys if not any_of(key.lower().split("|"), text)), "")


def any_of(words, text):
    return any(word in text for word in words)


def value_fault(expected, value, torch):
    """Say in what a value differs from an expected one, or return an empty text."""
    if expected["t"] == "error":
        return error_fault(expected["type"], expected["keys"], value)
    if isinstance(value, Exception):
        return f"raised {value!r}"
    if (kind := kind_of(value, torch)) != expected["t"]:
        return f"a value of kind {expected['t']} was expected, not {kind}: {value!r}"
    match kind:
        case "tensor":
            return tensor_fault(expected, value)
        case "ndarray":
            return facts_fault(expected, array_facts(value)) or data_fault(expected, value)
        case "list" | "tuple":
            return elements_fault(expected["v"], list(value), torch)
        case "dict":
            keys = [key for key, _ in expected["v"]]
            if keys != list(map(str, value)):
                return f"the keys are {list(value)}"
            return elements_fault([one for _, one in expected["v"]], list(value.values()), torch)
        case "float":
            return numbers_fault([expected["v"]], [value], SINGLE)
        case "none":
            return ""
    return facts_fault({"v": expected["v"]}, {"v": plain(kind, value)})


def kind_of(value, torch):
    match value:
        case None:
            return "none"
        case torch.Tensor():
            return "tensor"
        case bool() | np.bool_():
            return "bool"
        case np.ndarray() | np.generic():
            return "ndarray"
        case torch.dtype():
            return "dtype"
    for kind in (int, float, str, tuple, list, dict):
        if isinstance(value, kind):
            return kind.__name__
    return "node" if hasattr(value, "next_functions") else "object"


def plain(kind, value):
    """A value as its outcome is written."""
    match kind:
        case "dtype":
            return str(value).rpartition(".")[2]
        case "node":
            return node_name(value)
    return value


def node_name(node):
    return type(node).__name__.rstrip("0123456789")


def tensor_fault(expected, tensor):
    node = None if tensor.grad_fn is None else node_name(tensor.grad_fn)
    if expected["grad_fn"] == "*" and node is not None:
        node = "*"
    facts = {
        "dtype": plain("dtype", tensor.dtype),
        "shape": list(tensor.shape),
        "requires_grad": tensor.requires_grad,
        "is_leaf": tensor.is_leaf,
        "grad_fn": node,
    }
    return facts_fault(expected, facts) or data_fault(expected, tensor.detach().cpu().numpy())


def array_facts(value):
    return {"dtype": value.dtype.name, "shape": list(value.shape)}


def facts_fault(expected, found):
    return next((f"{key} is {one!r}, not {expected[key]!r}" for key, one in found.items() if one != expected[key]), "")


def data_fault(expected, array):
    return numbers_fault(expected["data"], array.reshape(-1).tolist(), DIGITS.get(expected["dtype"], EXACT))


def numbers_fault(expected, found, digits):
    """Compare numbers; an expected NaN or infinity is a text."""
    wanted = [float(one) if isinstance(one, str) else one for one in expected]
    if len(found) != len(wanted):
        return f"{len(found)} elements, not {len(wanted)}"
    relative, absolute = digits
    pairs = enumerate(zip(wanted, found, strict=True))
    return next((f"element {k} is {b}, not {a}" for k, (a, b) in pairs if not close(a, b, relative, absolute)), "")


def close(wanted, found, relative, absolute):
    if wanted == found or (wanted != wanted and found != found):
        return True
    return abs(wanted - found) <= absolute + relative * abs(wanted) < float("inf")


def elements_fault(expected, found, torch):
    if len(expected) != len(found):
        return f"{len(found)} elements, not {len(expected)}"
    pairs = enumerate(zip(expected, found, strict=True))
    return next((f"[{place}] {fault}" for place, (a, b) in pairs if (fault := value_fault(a, b, torch))), "")
