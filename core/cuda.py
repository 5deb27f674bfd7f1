"""What programs ask about graphics cards: there are none here."""


def is_available() -> bool:
    """Return whether tensors can be on a graphics card."""
    return False


def device_count() -> int:
    """Return the number of graphics cards."""
    return 0
