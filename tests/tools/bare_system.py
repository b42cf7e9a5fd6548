"""`python -m tests.tools.bare_system SYSTEM PACKAGE`: installs a .deb on a bare Debian or Ubuntu without Python and
runs the end-to-end tests (tests/end_to_end/test_program.py) against it there, as an ordinary user.

SYSTEM is the folder of a system made by `debootstrap --variant=minbase SUITE SYSTEM`. Needs root, for chroot and
mounts; what it mounts it unmounts again. With --appimage the tests run an AppImage instead."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

USER = 12345  # nobody has this number, nobody is an administrator
TESTS = "tests/end_to_end/test_program.py"
START = '#!/bin/sh\nexec "{image}" "$@"\n'


def main(arguments: list[str] | None = None) -> int:
    """Install, check that there is no Python, run the tests; returns pytest's exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bare_system", description="Tests on a bare system.")
    parser.add_argument("system", type=Path, help="the folder of a system made by debootstrap")
    parser.add_argument("package", type=Path, help="the .deb, whose dependencies are installed too")
    parser.add_argument("--appimage", type=Path, help="run this instead, on what the .deb's dependencies brought")
    chosen, more = parser.parse_known_args(arguments)
    system = chosen.system.resolve()
    place = Path(tempfile.mkdtemp(prefix="palimpsest-bare-"))
    place.chmod(0o777)
    with ExitStack() as mounted:
        for path in (Path("/proc"), Path("/dev"), place):
            mount(mounted, path, system / path.relative_to("/"))
        install(system, chosen.package)
        say(system, "cat", "/etc/os-release")
        for name in ("python3", "python"):
            if subprocess.run(["chroot", system, "sh", "-c", f"command -v {name}"], capture_output=True).stdout:
                sys.exit(f"{name} is installed there: this would not show that the program needs none.")
        folder = use_appimage(chosen.appimage, place) if chosen.appimage else "/usr/bin"
        own = {
            "PALIMPSEST_PROGRAM": folder,
            "PALIMPSEST_INSIDE": f"chroot --userspec={USER}:{USER} {system}",
            "PALIMPSEST_PLACE": str(place),
            "PALIMPSEST_FULL": "1",
        }
        tests = [sys.executable, "-m", "pytest", "-v", TESTS, *more]
        return subprocess.run(tests, env={**os.environ, **own}).returncode


def mount(mounted: ExitStack, path: Path, there: Path) -> None:
    """Show a folder of this system in the other one until the end."""
    there.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "--bind", path, there], check=True)
    mounted.callback(subprocess.run, ["umount", there], check=True)


def install(system: Path, package: Path) -> None:
    """Let apt install the package and what it depends on, as a user would."""
    shutil.copy(package, system / "palimpsest.deb")
    shutil.copy("/etc/resolv.conf", system / "etc/resolv.conf")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "--no-install-recommends", "--reinstall", "/palimpsest.deb"]):
        subprocess.run(["chroot", system, "apt-get", "-q", *words], env=quiet, check=True, stdout=subprocess.DEVNULL)
    (system / "palimpsest.deb").unlink()


def use_appimage(image: Path, place: Path) -> str:
    """A folder with the two commands as small scripts that start the AppImage."""
    folder = place / "appimage"
    folder.mkdir(mode=0o755)
    copy = folder / image.name
    shutil.copy(image, copy)
    copy.chmod(0o755)
    for name in ("palimpsest", "palimpsest-gui"):
        (folder / name).write_text(START.format(image=copy), encoding="utf-8")
        (folder / name).chmod(0o755)
    return str(folder)


def say(system: Path, *words: str) -> None:
    """Print what a command says there."""
    subprocess.run(["chroot", system, *words], check=True)


if __name__ == "__main__":
    sys.exit(main())
