"""Where the program keeps its own files on this computer.

PALIMPSEST_HOME puts all of them in one folder (a portable copy, a test)."""

import functools
import logging
import os
import tempfile
from pathlib import Path

from PySide6.QtCore import QStandardPaths

APP_NAME = "Palimpsest"


def home() -> Path:
    """The folder of settings, recovery copies and the log; made if missing, and nobody else's to enter.

    Where it cannot be made there is one for as long as the program runs."""
    given = os.environ.get("PALIMPSEST_HOME")
    folder = (
        Path(given)
        if given
        else Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)) / APP_NAME
    )
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        return _instead(str(folder), repr(error))
    return folder


@functools.cache
def _instead(folder: str, why: str) -> Path:
    """A folder for this session alone; said once."""
    from app.document.storage import own_files
    from app.words import tr

    logging.getLogger(__name__).error("%s cannot be made: %s", folder, why)
    own_files.say(tr("The program's folder cannot be created; settings and recovery copies last only until you quit."))
    return Path(tempfile.mkdtemp(prefix="palimpsest-"))


def documents() -> Path:
    """Where a file dialog opens when nothing was saved yet."""
    named = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(named) if named and Path(named).is_dir() else Path.home()
