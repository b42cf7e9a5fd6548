"""`make package`: freezes the program into one folder, then packs it for this system; on Linux as a .deb, an AppImage
and an archive.

Runs with .venv's Python after `prepare.py package`; imports the standard library only. Everything lands in dist/."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

import appimage as into
import build_backend
import licences
import prepare
import system_libraries
import trim

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "package"
OUT = ROOT / "dist"
PROGRAM = BUILD / "palimpsest"  # the frozen program
LINUX_FILES = ROOT / "packaging" / "linux"
NAME = f"palimpsest-{build_backend.version()}-{platform.system().lower()}-{platform.machine()}"
MOMENT = 1_767_225_600  # of every file inside, so that two builds are the same: the first second of 2026
# By measurement (docs/PACKAGES.md): a ninth of xz's usual time. Debian 12, Ubuntu 22.04 and newer read zstd.
DEB_PRESSED = ("-Zzstd", "-z12")
OPTIONAL = "printsupport"  # Qt's plugin for CUPS, which is left alone where there is no CUPS
ENVIRONMENT = {**os.environ, "SOURCE_DATE_EPOCH": str(MOMENT), "PYTHONHASHSEED": "0", "QT_QPA_PLATFORM": "offscreen"}

ICON = """
import sys
from PySide6.QtWidgets import QApplication
application = QApplication([])
from app.window.top_strip import mark_icon
for size in (16, 32, 64, 128, 256):
    mark_icon().pixmap(size, size).save(f"{sys.argv[1]}/{size}.png")
"""

CONTROL = """Package: palimpsest
Version: {version}
Architecture: {architecture}
Maintainer: The Palimpsest developers <palimpsest@localhost>
Installed-Size: {size}
Depends: {depends}
Recommends: libpulse0, libcups2 | libcups2t64
Section: sound
Priority: optional
Description: keep what is good in four voices and let a model rewrite the rest
 Paint what to keep and what to rewrite, on four voices or on a sentence; a
 model on this computer rewrites the rest. With a window and a command line.
"""


def main(arguments: Sequence[str]) -> None:
    """Freeze, add licences, pack in the ways asked for, or in all that this system has."""
    ways = LINUX_WAYS if prepare.LINUX else OTHER_WAYS
    unknown = [name for name in arguments if name not in ways]
    if unknown:
        prepare.stop(f"Nothing is known about {unknown[0]!r}: say some of {', '.join(ways)}, or nothing for all.")
    freeze()
    owners = licences.write(PROGRAM, ROOT, prepare.read_project()["dependencies"])
    done = worked()
    said = f"{megabytes(PROGRAM)} MB, licences of {len(owners)} parts, {done:.0f} s of processor time"
    prepare.say(f"{PROGRAM.relative_to(ROOT)}: {said}")
    for name in arguments or ways:
        for path in ways[name]():
            prepare.say(f"{path.relative_to(ROOT)}: {megabytes(path)} MB, {worked() - done:.0f} s")
        done = worked()


def freeze() -> None:
    """Run PyInstaller; the program is a folder afterwards."""
    OUT.mkdir(exist_ok=True)
    shutil.rmtree(PROGRAM, ignore_errors=True)
    words = ["--noconfirm", "--log-level", "WARN", "--distpath", BUILD, "--workpath", BUILD / "work"]
    run(sys.executable, "-m", "PyInstaller", *words, ROOT / "packaging" / "palimpsest.spec")
    if prepare.LINUX:
        link = PROGRAM / "palimpsest-gui"
        link.unlink(missing_ok=True)
        link.symlink_to("palimpsest")
        trim.strip_debug(PROGRAM / "_internal")
        trim.drop_unneeded(PROGRAM)
    built = {"commit": output("git", "rev-parse", "--short", "HEAD"), "system": NAME}
    put(PROGRAM / "_internal" / "assets" / "build.json", json.dumps(built))


def make_tree(tree: Path) -> Path:
    """The files of an installed program, from / on: what the .deb and the AppImage share. All have the same time."""
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(PROGRAM, tree / "usr/lib/palimpsest", symlinks=True)
    places = {
        "palimpsest.desktop": "usr/share/applications",
        "palimpsest.xml": "usr/share/mime/packages",
        "palimpsest.1": "usr/share/man/man1",
    }
    for name, folder in places.items():
        text = (LINUX_FILES / name).read_text(encoding="utf-8").replace("@VERSION@", build_backend.version())
        put(tree / folder / name, text)
    (tree / "usr/share/man/man1/palimpsest-gui.1").symlink_to("palimpsest.1")
    (tree / "usr/bin").mkdir()
    for name in ("palimpsest", "palimpsest-gui"):
        (tree / "usr/bin" / name).symlink_to(f"../lib/palimpsest/{name}")
    copyright_ = (ROOT / "LICENSE").read_text(encoding="utf-8") + "\nEverything else: /usr/lib/palimpsest/licences\n"
    put(tree / "usr/share/doc/palimpsest/copyright", copyright_)
    icons = BUILD / "icons"
    icons.mkdir(exist_ok=True)
    run(sys.executable, "-c", ICON, icons)
    for path in sorted(icons.glob("*.png")):
        put(tree / f"usr/share/icons/hicolor/{path.stem}x{path.stem}/apps/palimpsest.png", path.read_bytes())
    for path in [*tree.rglob("*"), tree]:
        os.utime(path, (MOMENT, MOMENT), follow_symlinks=False)
    return tree


def deb() -> list[Path]:
    """The Debian package."""
    tree = make_tree(BUILD / "deb")
    architecture = output("dpkg", "--print-architecture")
    words = {
        "version": build_backend.version(),
        "architecture": architecture,
        "size": sum(path.stat().st_size for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
        // 1024,
        "depends": ", ".join(depends(PROGRAM)),
    }
    put(tree / "DEBIAN/control", CONTROL.format(**words))
    path = OUT / f"palimpsest_{build_backend.version()}_{architecture}.deb"
    run("dpkg-deb", "--root-owner-group", *DEB_PRESSED, "--build", tree, path)
    return [path]


def appimage() -> list[Path]:
    """An AppImage, where its start program can be compiled."""
    tree = make_tree(BUILD / "Palimpsest.AppDir")
    into.add_start_files(tree, tree / "usr/lib/palimpsest/licences")
    path = OUT / f"{NAME}.AppImage"
    try:
        into.build(tree, path, MOMENT, BUILD)
    except into.Missing as reason:
        prepare.say(f"No AppImage was made: {reason} Its tree is {tree.relative_to(ROOT)}.")
        return []
    return [path]


def archive() -> list[Path]:
    """The folder as one compressed file, the same for the same folder."""
    path = OUT / f"{NAME}.tar.xz"

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = MOMENT, 0, 0, "root", "root"
        return entry

    with tarfile.open(path, "w:xz", preset=1) as packed:
        packed.add(PROGRAM, "palimpsest", filter=plain)
    return [path]


def depends(folder: Path) -> list[str]:
    """The Debian packages of the libraries that the program itself asks the system for, under their old and new
    names; what those need in turn is their own packages' business."""
    files = [path for path in sorted(folder.rglob("*")) if trim.program_or_library(path)]
    wanted = {name for path in files if OPTIONAL not in path.parts for name in trim.needed(path)}
    found = licences.system_packages(sorted(wanted - {path.name for path in files}))
    return sorted(
        f"{name} | {system_libraries.RENAMED[name]}" if name in system_libraries.RENAMED else name
        for name in set(found.values())
    )


LINUX_WAYS = {"deb": deb, "appimage": appimage, "archive": archive}
OTHER_WAYS = {"archive": archive}  # and the installers of packaging/windows and packaging/macos, made from the folder

# -- small steps -------------------------------------------------------------------------------------------------------


def put(path: Path, content: str | bytes) -> None:
    """Write a file and the folders it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def run(*words: object) -> None:
    """Run a command in the project's folder; stop with a sentence where it fails."""
    if subprocess.run([str(word) for word in words], cwd=ROOT, env=ENVIRONMENT).returncode:
        prepare.stop(f"{Path(str(words[0])).name} failed; what it printed above says why.")


def output(*words: str) -> str:
    """What a command prints; nothing where it is missing."""
    try:
        return subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def worked() -> float:
    """Seconds of processor time so far, of this process and of what it started."""
    return sum(os.times()[:4])


def megabytes(path: Path) -> int:
    """Size of a file or folder."""
    files = (
        [path] if path.is_file() else [inner for inner in path.rglob("*") if inner.is_file() and not inner.is_symlink()]
    )
    return round(sum(file.stat().st_size for file in files) / 1e6)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except licences.LicenceError as error:
        prepare.stop(str(error))
