"""Notices when another program writes, moves or deletes the files of open pages.

Knows documents and the disk; what the user is asked is in app.window.files."""

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from app.document.document import Document
from engine.formats import changed_since
from engine.formats.files import Seen

SETTLE = 300  # milliseconds after the last sign of a change: other programs write in several strokes
UNKNOWN = Seen(-1, -1, "")  # of a file that was not looked at: treat it as another program's


class FileWatch(QObject):
    """Looks after the files of the documents that are open now; each state of a file is reported once."""

    changed = Signal(object)  # a document whose file another program has written
    gone = Signal(object)  # a document whose file is no longer there

    def __init__(self, documents: Callable[[], Iterable[Document]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = documents
        self._reported: dict[Document, tuple[int, int] | None] = {}
        self._watcher = QFileSystemWatcher(self)
        self._timer = QTimer(self, singleShot=True, interval=SETTLE)
        self._timer.timeout.connect(self.look)
        self._watcher.fileChanged.connect(lambda _path: self._timer.start())
        self._watcher.directoryChanged.connect(lambda _path: self._timer.start())

    def follow(self) -> None:
        """Pages were opened, saved or closed: watch their files, and the folders in which these may be replaced."""
        paths = [document.path for document in self._documents() if document.path is not None]
        wanted = {str(each) for path in paths for each in (path, path.parent) if each.exists()}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if gone := list(watched - wanted):
            self._watcher.removePaths(gone)
        if new := list(wanted - watched):
            self._watcher.addPaths(new)

    def look(self) -> None:
        """Report every file that changed."""
        for document in self._documents():
            if document.path is None or document.seen is None:
                continue
            state = _state(document.path)
            if self._reported.get(document, document.seen[:2]) == state:
                continue
            self._reported[document] = state
            if state is None:
                self.gone.emit(document)
            elif changed_since(document.path, document.seen):
                self.changed.emit(document)
        self._reported = {
            document: state for document, state in self._reported.items() if document in set(self._documents())
        }
        self.follow()


def _state(path: Path) -> tuple[int, int] | None:
    """(size, time of the last change), or None if there is no file."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_size, about.st_mtime_ns
