"""How large a document may be: what code makes, and what a file holds, alike."""

MAX_NODES = 20_000
MAX_PLACE = 100_000
"""Inputs of one port, results of one operation, and parts of one kind are fewer than this."""
MAX_FRAMES = 50
"""How many frames may stand inside each other."""
MAX_CODE = 300_000
"""The longest text, in characters: code, a note, or the words of a print."""
MAX_BITS = 1024
"""The longest integer; those that fit a tensor have 64."""
