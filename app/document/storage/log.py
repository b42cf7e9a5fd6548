"""The program's log and the report the user can copy. Nothing leaves the computer by itself."""

import logging
import logging.handlers
import os
import platform
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable
from io import TextIOWrapper
from types import TracebackType

from app.document.storage import places
from engine.errors import PalimpsestError

LINES = 400
_recent: deque[str] = deque(maxlen=LINES)
listeners: list[Callable[[BaseException, str], None]] = []  # called on the main thread with what nobody caught
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _Memory(logging.Handler):
    """Keeps the last lines for the report."""

    def emit(self, record: logging.LogRecord) -> None:
        _recent.append(self.format(record))


def begin() -> None:
    """Log to a file of at most 512 KB (and one older), keep the last lines in memory, and log what nobody caught."""
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    handlers: list[logging.Handler] = [_Memory()]
    try:
        handlers.append(_private_file())
    except OSError:
        pass  # a folder that cannot be written must not stop the program
    for handler in handlers:
        handler.setFormatter(logging.Formatter(_FORMAT))
        root.addHandler(handler)
    sys.excepthook = _uncaught
    threading.excepthook = lambda args: _uncaught(args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback)


def _private_file() -> logging.Handler:
    """The log file, which only its owner may read; something else of that name is set aside."""
    path = places.home() / "log.txt"
    for each in (path, path.with_name(f"{path.name}.1")):
        if os.path.lexists(each) and (each.is_symlink() or not each.is_file()):
            each.replace(each.with_suffix(".broken"))
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    for each in (path, path.with_name(f"{path.name}.1")):
        if each.is_file():
            each.chmod(0o600)  # made by an older program
    return _File(path, maxBytes=512 * 1024, backupCount=1, encoding="utf-8")


class _File(logging.handlers.RotatingFileHandler):
    """Each file it begins is its owner's alone."""

    def _open(self) -> TextIOWrapper:
        stream = super()._open()
        os.chmod(self.baseFilename, 0o600)
        return stream


def report(details: str = "") -> str:
    """What helps to fix a fault: versions, the fault, the last log lines. The home folder's name is left out."""
    import engine

    parts = [
        f"Palimpsest {engine.__version__}",
        f"Python {platform.python_version()} on {platform.system()} {platform.release()} {platform.machine()}",
        f"Qt {_version('PySide6')}, numpy {_version('numpy')}",
        f"onnxruntime {_version('onnxruntime')}, torch {_version('torch')}",
        "",
        details.strip(),
        "",
        "Last log lines:",
        *list(_recent)[-60:],
    ]
    return "\n".join(parts).replace(os.path.expanduser("~"), "~")


def _version(package: str) -> str:
    """The installed version without importing the package."""
    from importlib import metadata

    for name in (package, f"{package}-Essentials"):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return "not installed"


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    text = "".join(traceback.format_exception(kind, error, trace))
    logging.getLogger("app").error("uncaught: %s", text)
    if sys.__stderr__ is not None and not isinstance(error, PalimpsestError):
        sys.__stderr__.write(text)
    if threading.current_thread() is threading.main_thread():
        for listener in listeners:
            listener(error, text)
