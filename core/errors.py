"""The errors Gradwalk raises: each says what happened, where, and what to do about it.

Every class is also the built-in exception that PyTorch raises in the same situation, so that code
written for either catches both.
"""

from __future__ import annotations


class GradwalkError(Exception):
    """What happened, and (in `hint`) what to do; `str()` gives both."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message} {hint}" if hint else message)
        self.message = message
        self.hint = hint


class GradientError(GradwalkError, RuntimeError):
    """A backward pass that cannot start or cannot go on."""


class InPlaceError(GradwalkError, RuntimeError):
    """A write into a tensor that autograd has to refuse."""


class ShapeError(GradwalkError, RuntimeError):
    """Shapes that do not fit together."""


class DtypeError(GradwalkError, RuntimeError):
    """An element type that an operation does not take."""


class OperandError(GradwalkError, RuntimeError):
    """Values, or a combination of arguments, that an operation cannot compute with."""


class ArgumentError(GradwalkError, ValueError):
    """An argument of the right kind with an impossible value."""


class KindError(GradwalkError, TypeError):
    """An argument of the wrong kind."""


class OptionError(KindError, ValueError, RuntimeError):
    """A word that is not one of the choices; PyTorch has several exceptions for that."""


class PositionError(GradwalkError, IndexError):
    """An index or a dimension that is out of range."""


class MissingError(GradwalkError, NotImplementedError):
    """Something that no rule is written for, such as a second derivative of a custom function."""


class DeviceError(GradwalkError, RuntimeError):
    """A device that tensors cannot be on."""


class UnknownNameError(GradwalkError, AttributeError):
    """An attribute that an object does not have, or not yet."""


class NameRefusedError(GradwalkError, KeyError):
    """A name that cannot be given to something."""

    __str__ = Exception.__str__  # KeyError would show the message in quotes


class SizeError(GradwalkError, MemoryError):
    """A result that would take more memory than is allowed; it was not computed."""
