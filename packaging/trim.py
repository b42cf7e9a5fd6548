"""What a frozen program for Linux carries and does not need: the debugger's notes in Python's own libraries, and
libraries of the system that only something left out had asked for. Standard library only."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

NEEDED = re.compile(r"NEEDED\s+(\S+)")
OPENED = "libpython"  # opened by name when the program starts; no file says that it needs it


def program_or_library(path: Path) -> bool:
    """Whether a file is one that Linux's loader reads."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(4) == b"\x7fELF"


def strip_debug(inside: Path) -> list[Path]:
    """Take the debugger's notes out of Python's own libraries: 25 MB where Python was built on this computer."""
    found = [*inside.glob("libpython*"), *inside.glob("python3*/lib-dynload/*.so")]
    files = sorted(path for path in found if not path.is_symlink()) if shutil.which("strip") else []
    for path in files:
        subprocess.run(["strip", "--strip-debug", path], check=True)
    return files


def needed(path: Path) -> set[str]:
    """The libraries that a program or library names."""
    return set(NEEDED.findall(subprocess.run(["objdump", "-p", path], capture_output=True, text=True).stdout))


def drop_unneeded(program: Path) -> list[Path]:
    """Remove the system's libraries (those directly in _internal) that nothing inside needs; returns which."""
    inside = program / "_internal"
    names = {path: needed(path) for path in sorted(program.rglob("*")) if program_or_library(path)}
    gone: list[Path] = []
    while True:
        wanted = set().union(*names.values())
        idle = [
            path
            for path in names
            if path.parent == inside and path.name.startswith("lib") and path.name not in wanted
            if not path.name.startswith(OPENED)
        ]
        if not idle:
            return gone
        for path in idle:
            path.unlink()
            del names[path]
        gone += idle
