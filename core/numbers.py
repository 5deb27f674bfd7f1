"""Numbers as Gradwalk writes them: four significant digits, a true minus, signs for NaN and infinity."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

MINUS = "−"
SIGNIFICANT = 4
"""Digits of a number on screen; full precision is for hover and copy."""

_PLAIN_EXPONENTS = range(-3, 5)


def number(value: bool | int | float | complex, digits: int = SIGNIFICANT) -> str:
    """`value` with at most `digits` significant digits: "0.3333", "−1.2e−8", "NaN", "−∞", "T".

    Integers keep all their digits, and numbers below 100,000 keep those in front of the point.
    """
    match value:
        case bool():
            return "T" if value else "F"
        case int():
            return _minus(str(value))
        case complex():
            return _complex(value, digits)
        case _:
            return _minus(_real(float(value), digits))


def vector(values: Iterable[bool | int | float | complex], digits: int = SIGNIFICANT) -> str:
    """Several numbers as a list: "[4, 16]"."""
    return f"[{', '.join(number(value, digits) for value in values)}]"


def shape(sizes: Sequence[int]) -> str:
    """A shape as a list of sizes; "[ ]" for a scalar."""
    return f"[{', '.join(map(str, sizes))}]" if sizes else "[ ]"


def full(value: bool | int | float | complex) -> str:
    """`value` with every digit it has, to be shown on hover and copied: "-1.2e-08", "nan", "True"."""
    return repr(value)


def _real(value: float, digits: int) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    if int(exponent) not in _PLAIN_EXPONENTS and value:
        return f"{_trimmed(mantissa)}e{int(exponent)}"
    text = _trimmed(f"{value:.{max(digits - 1 - int(exponent), 0)}f}")
    return "0" if text == "-0" else text


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _complex(value: complex, digits: int) -> str:
    real, imaginary = number(value.real, digits), number(value.imag, digits)
    return f"{real} {MINUS} {imaginary[1:]}i" if imaginary.startswith(MINUS) else f"{real} + {imaginary}i"


def _minus(text: str) -> str:
    return text.replace("-", MINUS)
