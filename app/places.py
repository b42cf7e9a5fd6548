"""Where the program keeps its own files on this computer. PALIMPSEST_HOME puts all of them in one folder (a portable copy, a test)."""

import os
from pathlib import Path

from PySide6.QtCore import QStandardPaths

APP_NAME = "Palimpsest"


def home() -> Path:
    """The folder of settings, recovery copies and the log; made if missing."""
    given = os.environ.get("PALIMPSEST_HOME")
    folder = Path(given) if given else Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)) / APP_NAME
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def documents() -> Path:
    """Where a file dialog opens when nothing was saved yet."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation) or Path.home())


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside the file, flush to disk, then take its place: a reader sees the old file or the new one, never half of one."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
