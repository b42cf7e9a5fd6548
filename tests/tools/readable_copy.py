"""The program and its Python where every user of this computer may read them, for tests that run as another user.

The project or the interpreter often lies in a folder that is closed to others, root's home for example."""

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("app", "engine", "assets", "tests")


@dataclass(frozen=True)
class Place:
    """Where a command of the project is run, by which Python, with what in its environment."""

    folder: Path
    python: str
    environment: dict[str, str] = field(default_factory=dict)


def place_for(user, environment, folder):
    """A Place that a user (keywords of subprocess.run) may read: the project itself, or a copy of it in `folder`."""
    here = Place(ROOT, sys.executable)
    return here if _starts(here, user, environment) else _copied(folder)


def _starts(place, user, environment):
    """Whether a user can import the window there."""
    command = [place.python, "-c", "import app.window.main_window, tests.tools.quiet_window"]
    try:
        done = subprocess.run(command, cwd=place.folder, env=environment, capture_output=True, **user)
    except PermissionError:
        return False
    return done.returncode == 0


def _copied(folder):
    base, library = Path(sys.base_prefix), Path(sysconfig.get_path("stdlib"))
    python = folder / "python" / "bin" / Path(os.path.realpath(sys.executable)).name
    python.parent.mkdir(parents=True)
    _link(os.path.realpath(sys.executable), python)
    for shared in base.glob("lib/libpython*"):
        (folder / "python" / "lib").mkdir(exist_ok=True)
        _link(shared, folder / "python" / "lib" / shared.name)
    _linked(library, folder / "python" / library.relative_to(base), "site-packages", "test")
    _linked(Path(sysconfig.get_path("purelib")), folder / "packages")
    for room in ROOMS:
        _linked(ROOT / room, folder / "project" / room)
    paths = {"PYTHONPATH": str(folder / "packages"), "LD_LIBRARY_PATH": str(folder / "python" / "lib")}
    return Place(folder / "project", str(python), paths)


def _linked(source, target, *left_out):
    """A tree of hard links (it takes no room), or of copies where the folders lie on two disks; open to read."""
    shutil.copytree(source, target, copy_function=_link, ignore=shutil.ignore_patterns(*left_out))
    for each, _, _ in os.walk(target):
        os.chmod(each, 0o755)


def _link(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
