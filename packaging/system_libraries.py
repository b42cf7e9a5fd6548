"""Which system libraries Qt and the MIDI ports need on Linux, which of them are missing, and how to install them with
apt-get.

Only prepare.py uses this."""

from __future__ import annotations  # also read by an old Python, for which prepare.py prints an error

import ctypes
import os
import platform
import subprocess
from collections.abc import Sequence

# Library -> Debian and Ubuntu package. Read off PySide6's and python-rtmidi's own files (`objdump -p`), less what every
# Debian has.
QT_LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11.so.6": "libx11-6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfreetype.so.6": "libfreetype6",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libbrotlidec.so.1": "libbrotli1",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libasound.so.2": "libasound2",
}
WINDOW_LIBRARIES = {
    "libpulse.so.0": "libpulse0",  # not linked but looked for by miniaudio: without it most desktops stay silent
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}


# Renamed in Debian 13 and Ubuntu 24.04, whose C library is 2.39 or newer; there the old names are ambiguous.
RENAMED = {"libglib2.0-0": "libglib2.0-0t64", "libasound2": "libasound2t64"}
RENAMED_SINCE = (2, 39)


def missing(libraries: dict[str, str]) -> dict[str, str]:
    """Those of the libraries that the loader does not find, each with its package."""
    return {library: _package(package) for library, package in libraries.items() if not _loads(library)}


def install(packages: Sequence[str]) -> str:
    """Install packages with apt-get as root; what it complained about, or ''."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
    ):
        result = subprocess.run(command, env=quiet, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode:
            return f"{' '.join(command)}\n{result.stdout}"
    return ""


def _package(package: str) -> str:
    """The package's name on this release."""
    numbers = tuple(int(part) for part in platform.libc_ver()[1].split(".") if part.isdigit())
    return RENAMED.get(package, package) if numbers >= RENAMED_SINCE else package


def _loads(library: str) -> bool:
    """Whether the system's loader finds a shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
