"""A table of vectors that are learned."""

from __future__ import annotations

import numpy as np

from core.errors import ArgumentError
from core.nn import functional, init
from core.nn.module import Module
from core.nn.parameter import Parameter
from core.tensor.tensor import Tensor, wrap


class Embedding(Module):
    """Looks up a vector of length `embedding_dim` for every index; the one at `padding_idx` stays as it is."""

    def __init__(self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = padding_idx
        self.weight = Parameter(wrap(np.empty((num_embeddings, embedding_dim), np.float32)))
        init.normal_(self.weight)
        if padding_idx is not None:
            self.weight.array[padding_idx] = 0

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None) -> Embedding:
        """Make a table of given vectors, which are not changed by training unless `freeze` is False."""
        if embeddings.array.ndim != 2:
            raise ArgumentError(f"The vectors have to be the rows of a matrix, not of shape {list(embeddings.shape)}.")
        rows, length = embeddings.array.shape
        made = cls(rows, length, padding_idx)
        made.weight = Parameter(embeddings, requires_grad=not freeze)
        return made

    def forward(self, input: Tensor) -> Tensor:
        """Look up the vectors."""
        return functional.embedding(input, self.weight, self.padding_idx)  # type: ignore[no-any-return]

    def extra_repr(self) -> str:
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}"
