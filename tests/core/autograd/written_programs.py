"""Programs in text files, and what PyTorch makes of them.

A program begins with a line `## name`; lines that begin with `>>` are expressions whose values are looked at
once the others have run. The outcomes are recorded in a file beside, so that PyTorch is only needed to record
them anew: `python tests/core/autograd/written_programs.py`.
"""

import importlib
import io
import json
import math
import warnings
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

FILES = sorted(Path(__file__).parents[1].glob("*/programs/*.txt"))
PRECISION = {"float16": 1e-2, "float32": 1e-5, "float64": 1e-9}


@dataclass
class Program:
    name: str
    source: list[str] = field(default_factory=list)
    looks: list[str] = field(default_factory=list)


def programs(path):
    """Read the programs of a file."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            found.append(Program(f"{path.stem}: {line[3:]}"))
        elif line.startswith(">> "):
            found[-1].looks.append(line[3:])
        else:
            found[-1].source.append(line)
    return found


def outcome(program, torch):
    """Run a program and return its error, if any, and the values that were looked at, in the form of JSON."""
    space = {"torch": torch, "__name__": "program"}
    failure = None
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            exec(compile("\n".join(program.source), program.name, "exec"), space)
        except Exception as error:
            failure = encoded(error, torch)
        values = [looked_at(text, space, torch) for text in program.looks]
    torch.set_grad_enabled(True)
    return [failure, *values]


def looked_at(text, space, torch):
    try:
        return encoded(eval(text, space), torch)
    except Exception as error:
        return encoded(error, torch)


def encoded(value, torch):
    """Return a value in a form that JSON can hold, and that says what matters of it."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case torch.Tensor():
            node = type(value.grad_fn).__name__.rstrip("0123456789") if value.grad_fn is not None else None
            facts = [
                str(value.dtype).removeprefix("torch."),
                list(value.shape),
                value.requires_grad,
                value.is_leaf,
                node,
            ]
            return {"tensor": facts, "data": encoded(value.detach().reshape(-1).tolist(), torch)}
        case tuple():
            return {"tuple": [encoded(one, torch) for one in value]}
        case list():
            return [encoded(one, torch) for one in value]
        case dict():
            return {"dict": [[encoded(key, torch), encoded(one, torch)] for key, one in value.items()]}
        case torch.dtype():
            return {"dtype": str(value)}
        case Exception():
            return {"error": next(one.__name__ for one in type(value).__mro__ if one.__module__ == "builtins")}
        case _:
            kind = type(value).__name__
            return {"node": kind.rstrip("0123456789")} if hasattr(value, "next_functions") else {"object": kind}


def difference(found, expected, precision=1e-6):
    """Say where two outcomes differ, or return an empty text."""
    if isinstance(expected, dict) and isinstance(found, dict) and found.keys() == expected.keys():
        kind = expected.get("tensor", ["float64"])[0]
        pairs = ((key, found[key], expected[key]) for key in expected)
        return next(
            (f"{key} {why}" for key, one, other in pairs if (why := difference(one, other, PRECISION.get(kind, 0)))), ""
        )
    if isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        pairs = enumerate(zip(found, expected, strict=True))
        return next((f"[{place}] {why}" for place, pair in pairs if (why := difference(*pair, precision))), "")
    numbers = (int, float)
    if (
        type(expected) in numbers
        and type(found) in numbers
        and math.isclose(found, expected, rel_tol=1e-5, abs_tol=1e-7)
    ):
        return "" if precision > 1e-9 or math.isclose(found, expected, rel_tol=precision, abs_tol=1e-11) else "rounded"
    return "" if found == expected else f"is {found!r}, not {expected!r}"


def outcomes_file(path):
    return path.with_suffix(".json")


def record(path, torch):
    """Write what PyTorch makes of the programs of a file beside it."""
    made = {program.name: outcome(program, torch) for program in programs(path)}
    lines = [f"{json.dumps(name)}: {json.dumps(values)}" for name, values in made.items()]
    outcomes_file(path).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    for file in FILES:
        record(file, importlib.import_module("torch"))
