"""Tensors in files: `save` and `load`.

A file is a zip archive with the numbers of every tensor (`tensors/0.npy` ...) and a manifest in JSON that says
how they are nested in dictionaries and lists. It holds data only: reading one runs no code.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numpy as np

from core.errors import ArgumentError, KindError
from core.tensor import dtype as dtypes
from core.tensor.create import made
from core.tensor.device import CPU, device
from core.tensor.size import Size
from core.tensor.tensor import Array, Tensor

File = str | Path | IO[bytes]

_FORMAT = "gradwalk tensors"
_VERSION = 1
_MANIFEST = "manifest.json"


def save(obj: Any, f: File) -> None:
    """Write numbers, texts, tensors, and lists, tuples and dictionaries of them into a file."""
    writer = _Writer()
    manifest = {"format": _FORMAT, "version": _VERSION, "value": writer.coded(obj)}
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        archive.writestr(_MANIFEST, json.dumps(manifest))
        for number, array in enumerate(writer.arrays):
            with archive.open(_entry(number), "w") as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)
    if isinstance(f, str | Path):
        Path(f).write_bytes(memory.getvalue())
    else:
        f.write(memory.getvalue())


def load(f: File, map_location: Any = None, *, weights_only: bool = True) -> Any:
    """Read what `save` has written."""
    if map_location is not None:
        device(map_location)
    stored = Path(f).read_bytes() if isinstance(f, str | Path) else f.read()
    try:
        with zipfile.ZipFile(io.BytesIO(stored)) as archive:
            manifest = json.loads(archive.read(_member(archive, _MANIFEST)))
            if manifest["format"] != _FORMAT or manifest["version"] > _VERSION:
                raise ArgumentError(f"The file is of another format or a newer version: {manifest['version']}.")
            return _Reader(lambda number: _read_array(archive, number)).value(manifest["value"])
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError) as error:
        if isinstance(error, ArgumentError):
            raise
        raise ArgumentError(
            f"This is not a file that save() has written, or it is damaged ({error}).",
            "Files of other libraries hold code as well as numbers, and are not read.",
        ) from error


def _entry(number: int) -> str:
    return f"tensors/{number}.npy"


def _member(archive: zipfile.ZipFile, name: str) -> zipfile.ZipInfo:
    """Return an entry of the archive; a compressed one could be far larger than its file."""
    info = archive.getinfo(name)
    if info.compress_type != zipfile.ZIP_STORED:
        raise ArgumentError(f"The entry {name} of the file is compressed, which save() never does.")
    return info


def _read_array(archive: zipfile.ZipFile, number: int) -> Array:
    stored = io.BytesIO(archive.read(_member(archive, _entry(number))))
    return np.lib.format.read_array(stored, allow_pickle=False)


class _Writer:
    """Turns values into JSON, and collects the arrays of the tensors among them."""

    def __init__(self) -> None:
        self.arrays: list[Array] = []
        self._numbers: dict[int, int] = {}

    def coded(self, value: Any) -> Any:
        """Return what stands for a value in the manifest: itself, or a list that begins with its kind."""
        match value:
            case None | bool() | int() | str():
                return value
            case float():
                return ["float", value.hex()]
            case Tensor():
                return ["tensor", self._number(value, value.array), value.requires_grad]
            case np.ndarray() | np.generic():
                return ["array", self._number(value, np.asarray(value))]
            case dict():
                return ["dict", [[self.coded(key), self.coded(one)] for key, one in value.items()]]
            case Size():
                return ["size", list(value)]
            case list() | tuple() | set():
                return [type(value).__name__, [self.coded(one) for one in value]]
            case dtypes.dtype():
                return ["dtype", value.name]
            case device():
                return ["device", str(value)]
        raise KindError(
            f"A {type(value).__name__} cannot be saved: a file holds numbers, texts, tensors, and lists and "
            "dictionaries of them.",
            "Of a module, save module.state_dict().",
        )

    def _number(self, owner: Any, array: Array) -> int:
        """Return the number of an array in the file; what appears twice is stored once."""
        if id(owner) not in self._numbers:
            self._numbers[id(owner)] = len(self.arrays)
            self.arrays.append(array)
        return self._numbers[id(owner)]


class _Reader:
    """Turns what stands in the manifest into values again."""

    def __init__(self, array: Callable[[int], Array]) -> None:
        self._array = array
        self._tensors: dict[int, Tensor] = {}

    def value(self, coded: Any) -> Any:
        """Return the value that something in the manifest stands for."""
        match coded:
            case None | bool() | int() | str():
                return coded
            case ["float", str(text)]:
                return float.fromhex(text)
            case ["tensor", int(number), bool(flag)]:
                return self._tensor(number, flag)
            case ["array", int(number)]:
                return self._array(number)
            case ["dict", list(items)]:
                return {self.value(key): self.value(one) for key, one in items}
            case ["size", list(lengths)]:
                return Size(lengths)
            case ["list" | "tuple" | "set" as kind, list(items)]:
                return {"list": list, "tuple": tuple, "set": set}[kind](map(self.value, items))
            case ["dtype", str(name)]:
                return dtypes.of(name)
            case ["device", str()]:
                return CPU
        raise ArgumentError(f"The manifest of the file holds something unknown: {str(coded)[:40]}.")

    def _tensor(self, number: int, flag: bool) -> Tensor:
        if number not in self._tensors:
            self._tensors[number] = made(self._array(number), flag)
        return self._tensors[number]
