"""Makes an AppImage: a start program (packaging/linux/runtime.c, compiled here) and a squashfs image after it in one
file.

Needs a C compiler, mksquashfs and three libraries to link with; where one is missing, `Missing` says what to install.
Standard library only."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).resolve().parent / "linux" / "runtime.c"
MARK = (8, b"AI\x02")  # place and bytes by which file managers know an AppImage of the second kind
LINKED = ("libsquashfuse-dev", "libfuse3-dev", "libzstd-dev", "libc6-dev")  # Debian packages of which parts go inside
TOOLS = {"cc": "gcc", "mksquashfs": "squashfs-tools"}  # command -> Debian package
LIBRARIES = ("squashfuse_ll", "squashfuse", "fuse3", "zstd", "pthread")
FLAGS = ("-Os", "-s", "-static", "-D_FILE_OFFSET_BITS=64", "-Wl,--build-id=none")

APPRUN = """#!/bin/sh
# A first word that is no file is a command: `Palimpsest.AppImage harmonize ...`
here="$(dirname "$(readlink -f "$0")")/usr/lib/palimpsest"
case "$1" in
    harmonize|compose|rewrite|write|score|ask|models|--version|--help) exec "$here/palimpsest" "$@" ;;
    *) exec "$here/palimpsest-gui" "$@" ;;
esac
"""
RELINKING = """The first part of the AppImage is compiled from runtime.c, which is beside this file, and linked
statically with squashfuse, libfuse, zstd and the C library of Debian. libfuse and the C library are under the GNU
Lesser General Public License: to use others, compile runtime.c with yours and put the image after it:

    cc {flags} runtime.c {libraries} -o runtime
    tail -c +$(($(Palimpsest.AppImage --appimage-offset) + 1)) Palimpsest.AppImage | cat runtime - > Other.AppImage
"""


class Missing(Exception):
    """What cannot be done here, and what to install for it."""


def add_start_files(tree: Path, licences: Path) -> None:
    """What the top of an AppImage's tree holds beside usr/, and the licences of what its start program is made of."""
    (tree / "AppRun").write_text(APPRUN, encoding="utf-8")
    (tree / "AppRun").chmod(0o755)
    shutil.copy(tree / "usr/share/applications/palimpsest.desktop", tree)
    shutil.copy(tree / "usr/share/icons/hicolor/256x256/apps/palimpsest.png", tree)
    (tree / ".DirIcon").symlink_to("palimpsest.png")
    own = licences / "appimage-runtime"
    own.mkdir(parents=True)
    shutil.copy(SOURCE, own)
    words = {"flags": " ".join(FLAGS), "libraries": " ".join(f"-l{name}" for name in LIBRARIES)}
    (own / "README").write_text(RELINKING.format(**words), encoding="utf-8")
    for name in LINKED:
        text = Path(f"/usr/share/doc/{name}/copyright")
        if text.exists():
            shutil.copy(text, own / f"{name}.copyright")


def compile_runtime(path: Path) -> None:
    """The start program, linked statically."""
    for tool, package in TOOLS.items():
        if shutil.which(tool) is None:
            raise Missing(f"{tool} is not on the path: install {package}.")
    words = ["cc", *FLAGS, str(SOURCE), *(f"-l{name}" for name in LIBRARIES), "-o", str(path)]
    answer = subprocess.run(words, capture_output=True, text=True)
    if answer.returncode:
        line = next((line for line in answer.stderr.splitlines() if "error" in line or "cannot find" in line), "")
        raise Missing(f"its start program cannot be compiled ({line.strip()}): install {', '.join(LINKED)}.")


def build(tree: Path, path: Path, moment: int, work: Path) -> None:
    """Write the AppImage of a tree that has its start files; every file inside gets the time `moment`."""
    runtime, image = work / "runtime", work / "image.squashfs"
    compile_runtime(runtime)
    image.unlink(missing_ok=True)
    options = ["-comp", "zstd", "-Xcompression-level", "12", "-b", "256K", "-root-owned", "-noappend", "-no-xattrs"]
    times = ["-all-time", str(moment), "-mkfs-time", str(moment)]
    subprocess.run(["mksquashfs", tree, image, *options, *times, "-quiet", "-no-progress"], check=True)
    start, mark = MARK
    program = bytearray(runtime.read_bytes())
    program[start : start + len(mark)] = mark
    with path.open("wb") as out, image.open("rb") as packed:
        out.write(program)
        shutil.copyfileobj(packed, out)
    path.chmod(0o755)
