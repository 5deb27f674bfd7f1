"""The popup that finds what to add."""
