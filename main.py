"""The one way in: `python main.py [FILE]` opens the window, `python main.py COMMAND ...` works without one."""

import sys
from pathlib import Path

from app import preflight


def main(arguments: list[str] | None = None) -> int:
    """Run a command, or open the window, as the command line says; return the exit status."""
    try:
        return _main(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # while the program was still loading
        print("Stopped.", file=sys.stderr)
        return 130


def _main(arguments: list[str]) -> int:
    from app import cli

    if arguments and (arguments[0] in cli.COMMANDS or arguments[0].startswith("-")):
        return cli.main(arguments)
    if arguments and not _is_there(arguments[0]):
        print(f"{arguments[0]}: neither a command nor a file. See `{cli.PROGRAM} --help`.", file=sys.stderr)
        return 1
    if problems := preflight.problems(window=True):
        print("\n".join(problems), file=sys.stderr)
        return 1
    from app import run

    return run.main(arguments)


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:  # such as a name that is too long
        return False


if __name__ == "__main__":
    sys.exit(main())
