"""Where tensors live: always in the memory of the computer itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.errors import DeviceError, KindError


@dataclass(frozen=True, init=False, repr=False)
class device:  # noqa: N801  # torch's name
    """The CPU; another device is an error that says so."""

    type: str
    index: Any

    def __init__(self, type: str | device, index: Any = None) -> None:  # noqa: A002
        if isinstance(type, device):
            type, index = type.type, type.index  # noqa: A001
        if not isinstance(type, str):
            raise KindError(f"A device is named by a text such as 'cpu', not by {type!r}.")
        name, _, number = type.partition(":")
        if name != "cpu":
            raise DeviceError(f"There is no device {type!r} here.", "All tensors are on 'cpu'.")
        object.__setattr__(self, "type", name)
        object.__setattr__(self, "index", int(number) if number else index)

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self) -> str:
        return (
            f"device(type={self.type!r})" if self.index is None else f"device(type={self.type!r}, index={self.index})"
        )


CPU = device("cpu")


def check_device(one: str | device | None) -> None:
    """Refuse every device but the CPU."""
    if one is not None:
        device(one)
