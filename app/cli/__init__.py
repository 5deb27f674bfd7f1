"""The command line: what the window can do, without a window.

Nothing heavy is imported before a command needs it.
"""

from app.cli.commands import COMMANDS
from app.cli.main import PROGRAM, main

__all__ = ["COMMANDS", "PROGRAM", "main"]
