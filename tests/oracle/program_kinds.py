"""What random programs are about: which kinds of statements occur in them, and ran without an error."""

import re
from collections import Counter

from program_runs import run, tensors_of

OPERANDS = re.compile(r"v\d+ = (v\d+)(?:\.contiguous\(\))? [-+*/] (v\d+)")
TEXTS = {
    "in-place method": r"\.\w+_\(|torch\.\w+_\(| [-+*/]= ",
    "assignment to a part": r"v\d+\[.*\] [-+*]?= ",
    "indexing": r"= v\d+\[",
    "indexing with lists or tensors": r"v\d+\[.*(\[|tensor)",
    "indexing with a mask": r"v\d+\[v\d+ >|masked",
    "detach": r"\.detach\(\)|\.data\b",
    "detach in place": r"\.detach_\(\)",
    "no_grad": r"torch\.no_grad",
    "flag of a leaf": r"\.requires_grad",
    "retain_grad": r"or v\d+\.retain_grad",
    "hook": r"register_hook",
    "backward half-way": r"backward\(.*retain|grad\(",
    "second derivative": r"twice|create_graph",
    "reduction": r"\.(sum|mean|max|min|prod|amax)\(",
    "several results": r"split|chunk|unbind|broadcast_tensors",
    "other modes": r"enable_grad|inference_mode|set_grad_enabled",
    "gradient of a leaf": r"\.grad\b",
    "end": r"\)\.backward\(\)$",
}


def kinds(statements, torch):
    """Run a program and count its statements by kind."""
    space, found = {"torch": torch}, Counter()
    for text in statements:
        before = tensors_of(space)
        views = {name for name, one in before.items() if one._is_view()}
        shapes = {name: tuple(one.shape) for name, one in before.items()}
        if run(text, space):
            found["error"] += 1
            continue
        found.update(kind for kind, pattern in TEXTS.items() if re.search(pattern, text))
        operands = OPERANDS.search(text)
        found["broadcasting"] += bool(operands and len({shapes[name] for name in operands.groups()}) > 1)
        target = re.search(r"(?:^|\s)(v\d+)(?:\.\w+_\(|\[.*\] \W?= | [-+*/]= )", text)
        found["write through a view"] += bool(target and target[1] in views)
        made = [one for name, one in tensors_of(space).items() if before.get(name) is not one]
        found["view"] += any(one._is_view() for one in made)
        found["view of a view"] += any(one._is_view() for one in made) and any(name in text for name in views)
    return found
