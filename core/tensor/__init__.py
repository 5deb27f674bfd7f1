"""Tensors: arrays that remember how they were computed.

The class is in `tensor.py`; importing the package gives it the methods of all topics.
"""

from core.tensor import (
    casting,
    convert,
    copying,
    create,
    detaching,
    distinct,
    facts,
    functions,
    gradient,
    hooks,
    index,
    legacy,
    methods,
    nodes,
    overwriting,
    random,
    show,
    transposes,
)

__all__ = [
    "casting",
    "convert",
    "copying",
    "create",
    "detaching",
    "distinct",
    "facts",
    "functions",
    "gradient",
    "hooks",
    "index",
    "legacy",
    "methods",
    "nodes",
    "overwriting",
    "random",
    "show",
    "transposes",
]
