"""Figures for the tests of files: a document with every kind of mark in its picture."""

import functools

import numpy as np

from app.export.pictures import Moment, PictureRequest, figures_of
from app.model.theme import ThemeName
from core.expr.parse import parse

CODE = """
\"\"\"Cut in two places\"\"\"
import torch
m = torch.tensor([[0.4, -0.7, -0.1], [0.5, 0.3, -0.8]], requires_grad=True)
b = torch.tensor([0.2, -0.1, 0.3], requires_grad=True)
c = torch.tensor(2., requires_grad=True)
with torch.no_grad():
    k = c * 3
y = ((m + b) * c.detach()).tanh().mean() + k
y.backward()
"""


def document(code=CODE):
    parsed = parse(code)
    assert not parsed.problems
    return parsed.document


@functools.cache
def figure(code=CODE, theme=ThemeName.PRINT, at=Moment.END, **more):
    return next(figures_of(document(code), PictureRequest(at=at, theme=theme, **more)))


def pixels(image):
    """A QImage as an array (height, width, 4) of red, green, blue and how opaque."""
    image = image.convertToFormat(image.Format.Format_RGBA8888)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return data[:, : image.width()].astype(int)
