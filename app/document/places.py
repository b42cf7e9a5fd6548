"""Where the program keeps its own files on this computer.

PALIMPSEST_HOME puts all of them in one folder (a portable copy, a test)."""

import os
from pathlib import Path

from PySide6.QtCore import QStandardPaths

APP_NAME = "Palimpsest"


def home() -> Path:
    """The folder of settings, recovery copies and the log; made if missing."""
    given = os.environ.get("PALIMPSEST_HOME")
    folder = (
        Path(given)
        if given
        else Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)) / APP_NAME
    )
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def documents() -> Path:
    """Where a file dialog opens when nothing was saved yet."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation) or Path.home())
