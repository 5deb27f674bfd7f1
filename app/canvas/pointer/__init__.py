"""The pointer: what it is over, how it looks and what it says there, and which gesture its buttons begin."""
