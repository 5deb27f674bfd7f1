"""Special functions under the names of `torch.special`."""

from core.tensor.operations import FUNCTIONS

_PREFIX = "special."
globals().update({name.removeprefix(_PREFIX): one for name, one in FUNCTIONS.items() if name.startswith(_PREFIX)})
