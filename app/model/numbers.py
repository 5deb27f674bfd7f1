"""How numbers are written on screen: as in the sentences and formulas of the core."""

from core.numbers import MINUS, SIGNIFICANT, full, number, shape, vector

__all__ = ["MINUS", "SIGNIFICANT", "full", "number", "shape", "vector"]
