"""Becomes the package `palimpsest` of the wheel: it finds the program's folders beside itself and starts them.

They keep their names inside `palimpsest/rooms`, so nothing called `app` or `engine` lands in anybody's
site-packages, and they are found only in a process that was started here."""

import sys
from pathlib import Path

ROOMS = Path(__file__).resolve().parent / "rooms"


def command_line() -> int:
    """`palimpsest harmonize ...`: the program without a window."""
    sys.path.insert(0, str(ROOMS))
    from engine.__main__ import main

    return main(prog="palimpsest")


def window() -> int:
    """`palimpsest-gui [FILES]`: the window."""
    sys.path.insert(0, str(ROOMS))
    from app.__main__ import main

    return main()


if __name__ == "__main__":  # the frozen program (packaging/palimpsest.spec); one file on disk under two names
    sys.exit(window() if "gui" in Path(sys.argv[0]).stem else command_line())
