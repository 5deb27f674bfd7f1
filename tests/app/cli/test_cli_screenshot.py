"""``screenshot``: the whole window, drawn without a display."""

import numpy as np
import pytest
from PySide6.QtGui import QImage

from app.model.colour import channels
from app.model.theme import load_theme

CODE = "x = torch.tensor([1., 2.], requires_grad=True); y = (x * x).sum(); y.backward()"


@pytest.fixture
def shoot(command, tmp_path):
    def run(*more, name="w.png", code=CODE):
        path = tmp_path / name
        return (*command("screenshot", "-e", code, "--to", path, *more), path)

    return run


def pixels(path):
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return data[:, : image.width(), 2::-1].astype(int)


def share(picture, colour):
    """How much of a picture has a colour."""
    wanted = np.array([round(255 * channel) for channel in channels(colour)])
    return (np.abs(picture - wanted).max(axis=2) <= 4).mean()


@pytest.mark.parametrize(("more", "size"), [((), (1440, 900)), (("--size", "1000x700", "--scale", "2"), (2000, 1400))])
def test_the_picture_has_the_size_of_the_window(shoot, more, size):
    status, out, err, path = shoot(*more)
    assert (status, out, err) == (0, f"{path}\n", "")
    image = QImage(str(path))
    assert (image.width(), image.height()) == size


@pytest.mark.parametrize("name", ["dark", "light", "high-contrast"])
def test_the_window_is_drawn_in_the_theme(shoot, name):
    status, _, _, path = shoot("--theme", name)
    assert status == 0
    assert share(pixels(path), load_theme(name).colour("canvas")) > 0.2


def test_a_step_brings_gradients_onto_the_canvas(shoot):
    amber = load_theme("dark").colour("gradient.base")
    before, after = (share(pixels(shoot("--at", at)[3]), amber) for at in ("before", "2"))
    assert after > 2 * before


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--at", "9"), "There is no step 9."),
        (("--at", "each"), "A screenshot shows one moment"),
        (("--theme", "print"), "A screenshot shows one moment, in a theme of the window."),
        (("--scale", "0"), "Choose a scale"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_line(shoot, more, words):
    status, out, err, path = shoot(*more)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert words in err
    assert not path.exists()


def test_other_formats_are_refused(shoot):
    status, _, err, path = shoot(name="w.jpg")
    assert status == 1 and "Let the name end with .png." in err
    assert not path.exists()


def test_a_document_without_a_pass_has_no_steps(shoot):
    assert shoot(code="x = torch.tensor(1.)")[0] == 0
    status, _, err, _ = shoot("--at", "0", code="x = torch.tensor(1.)")
    assert status == 1 and "no backward pass" in err


@pytest.mark.parametrize("size", ["1440", "1x1", "axb", "99999x900"])
def test_odd_sizes_are_wrong_usage(shoot, size):
    assert shoot("--size", size)[0] == 2


def test_what_cannot_be_computed_is_reported_in_a_line(shoot):
    status, out, err, path = shoot(code="x = torch.ones(2)\ny = x @ torch.ones(3)")
    assert (status, out) == (1, f"{path}\n")
    assert err.startswith("<code>:2:5: ") and err.count("\n") == 1
