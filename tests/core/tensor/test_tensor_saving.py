"""Files of tensors: what goes in comes out, and nothing else does."""

import io
import json
import pickle
import zipfile

import numpy as np
import pytest

import core as torch


def round_trip(value):
    memory = io.BytesIO()
    torch.save(value, memory)
    memory.seek(0)
    return torch.load(memory)


@pytest.mark.parametrize(
    "value",
    [
        None, True, 3, -2.5, float("inf"), "text", [1, [2.0, "a"]], (1, (2,)), {1, 2}, {"a": {"b": None}, 3: []},
        torch.Size([2, 3]), torch.float64, torch.device("cpu"),
    ],
    ids=str,
)  # fmt: skip
def test_plain_values(value):
    loaded = round_trip(value)
    assert loaded == value and type(loaded) is type(value)


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.float64, torch.int8, torch.int64, torch.bool])
def test_tensors_keep_their_bits(dtype):
    x = torch.tensor([[0.0, 1.0, 3.7], [-1.0, 2.0, 1e-3]]).to(dtype)
    loaded = round_trip({"x": x, "row": x[0], "turned": x.t()})
    assert torch.equal(loaded["x"], x) and loaded["x"].dtype is dtype
    assert torch.equal(loaded["turned"], x.t())


def test_numbers_that_are_easily_lost():
    x = torch.tensor([float("nan"), float("inf"), -0.0, 1e-45])
    assert round_trip(x).numpy().tobytes() == x.numpy().tobytes()
    assert round_trip(0.1) == 0.1


def test_flags_are_kept_and_histories_are_not():
    x = torch.tensor([1.0], requires_grad=True)
    loaded = round_trip([x, x * 2, x.detach()])
    assert [one.requires_grad for one in loaded] == [True, True, False]
    assert all(one.is_leaf for one in loaded)


def test_what_appears_twice_is_one_thing_again():
    x = torch.ones(2)
    first, second = round_trip([x, x])
    assert first is second


def test_arrays_and_files_on_disk(tmp_path):
    path = tmp_path / "weights.pt"
    torch.save({"w": np.arange(3)}, path)
    assert torch.load(str(path))["w"].tolist() == [0, 1, 2]


def test_what_cannot_be_saved_leaves_an_existing_file_alone(tmp_path):
    path = tmp_path / "weights.pt"
    torch.save(1, path)
    with pytest.raises(TypeError, match="state_dict"):
        torch.save({"model": torch.nn.Linear(2, 1)}, path)
    assert torch.load(path) == 1


class Loud:
    def __reduce__(self):
        return print, ("this ran",)


def test_reading_a_file_runs_nothing(tmp_path, capsys):
    path = tmp_path / "foreign.pt"
    path.write_bytes(pickle.dumps(Loud()))
    with pytest.raises(ValueError, match="not a file that save"):
        torch.load(path)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr(
            "manifest.json", json.dumps({"format": "gradwalk tensors", "version": 1, "value": ["tensor", 0, False]})
        )
        made.writestr("tensors/0.npy", object_array())
    archive.seek(0)
    with pytest.raises(ValueError, match="damaged"):
        torch.load(archive)
    assert capsys.readouterr().out == ""


def object_array() -> bytes:
    memory = io.BytesIO()
    np.save(memory, np.array([Loud()], dtype=object), allow_pickle=True)
    return memory.getvalue()


def manifest(value, **changes):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        archive.writestr(
            "manifest.json", json.dumps({"format": "gradwalk tensors", "version": 1, "value": value} | changes)
        )
    memory.seek(0)
    return memory


@pytest.mark.parametrize(
    "file",
    [
        manifest(["unheard of", 1]),
        manifest(["tensor", 0, True]),
        manifest(["tensor", "zero", True]),
        manifest(["dict", [1]]),
        manifest(1, version=99),
        manifest(1, format="another"),
        io.BytesIO(b""),
        io.BytesIO(b"PK\x03\x04 cut off"),
    ],
)
def test_damaged_files_are_refused(file):
    with pytest.raises(ValueError, match="file"):
        torch.load(file)


def test_a_compressed_entry_could_be_huge_and_is_refused():
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "manifest.json", json.dumps({"format": "gradwalk tensors", "version": 1, "value": "x" * 100000})
        )
    memory.seek(0)
    with pytest.raises(ValueError, match="compressed"):
        torch.load(memory)
