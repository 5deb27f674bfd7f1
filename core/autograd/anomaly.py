"""Switching anomaly detection on: which operation brought NaN or infinity into a backward pass."""

from __future__ import annotations

import warnings

from core.engine.anomaly import Anomaly
from core.engine.modes import STATE, LastingSwitch, ModeSwitch


class detect_anomaly(ModeSwitch):  # noqa: N801  # torch's name
    """A block in which the first NaN in a gradient is an error that says where it comes from.

    Forward operations have to be in the block too, so that it is known which lines called them. `check_inf`
    looks for infinity as well.
    """

    def __init__(self, check_nan: bool = True, check_inf: bool = False) -> None:
        warnings.warn(
            "Anomaly detection has been enabled. It is slow: use it for finding errors only.",
            UserWarning,
            stacklevel=2,
        )
        super().__init__(anomaly=Anomaly(check_nan, check_inf))


class set_detect_anomaly(LastingSwitch):  # noqa: N801
    """Switches anomaly detection on or off: at once when it is called, or for a block or a function."""

    def __init__(self, mode: bool, check_nan: bool = True, check_inf: bool = False) -> None:
        super().__init__(anomaly=Anomaly(check_nan, check_inf) if mode else None)


def is_anomaly_enabled() -> bool:
    """Return whether anomaly detection is on in this thread."""
    return STATE.mode.anomaly is not None


def is_anomaly_check_nan_enabled() -> bool:
    """Return whether anomaly detection is on and looks for NaN."""
    return STATE.mode.anomaly is not None and STATE.mode.anomaly.nan
