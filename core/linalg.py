"""Linear algebra under the names of `torch.linalg`."""

from core.tensor.operations import FUNCTIONS

_PREFIX = "linalg."
globals().update({name.removeprefix(_PREFIX): one for name, one in FUNCTIONS.items() if name.startswith(_PREFIX)})
