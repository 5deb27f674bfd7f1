"""Bringing files of older versions up to date, one step at a time.

The file format has a schema number. When it changes in a way that older versions would misread, the number
goes up by one and a function here turns a file of the number before into one of the new number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

SCHEMA = 1
"""The number that is written now."""

Step = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the content of a file with one schema number into that of the next."""

STEPS: Mapping[int, Step] = {}
"""The step that leads away from each older schema number."""


def migrate(
    content: dict[str, Any], found: int, steps: Mapping[int, Step] = STEPS, wanted: int = SCHEMA
) -> dict[str, Any]:
    """Return the content as a file with the schema number `wanted` would have it."""
    for schema in range(found, wanted):
        content = steps[schema](content)
    return content
