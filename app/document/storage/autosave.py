"""Recovery copies of every page with unsaved work, also of pages never saved, and finding the copies left by a
crash."""

import logging
import os
import shutil
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from app.document.document import Document
from app.document.storage import own_files, places
from app.document.worker import Worker
from app.words import ago, tr
from engine.canvas.project import Project
from engine.errors import PalimpsestError
from engine.formats import project as project_file
from engine.formats.files import PRIVATE, Seen, read_bytes, write_bytes
from engine.jobs.request import Failed

log = logging.getLogger(__name__)

FOLDER = "recovery"
COPY = "copy.palimpsest"
FACTS = "facts.json"
LOCK = "lock"


@dataclass(frozen=True)
class Rescue:
    """A copy that an ended session left: where it lies, what it is called, the file it belongs to, and when it was
    written."""

    folder: Path
    title: str
    path: Path | None
    saved: float
    seen: Seen | None = None  # that file, as it was when it was last read or written by the ended session

    def sentence(self) -> str:
        """Plain words for the start page."""
        clock = time.strftime("%H:%M", time.localtime(self.saved))
        today = time.strftime("%F", time.localtime(self.saved)) == time.strftime("%F")
        when = tr("{clock} today", clock=clock) if today else time.strftime("%d %B, %H:%M", time.localtime(self.saved))
        return tr("The last session ended early. Your work up to {when} is here.", when=when)

    def read(self) -> Project:
        """The rescued project."""
        return project_file.read(read_bytes(self.folder / COPY, project_file.LIMIT))

    def discard(self) -> None:
        """Delete the copy."""
        remove(self.folder)


class Autosave(QObject):
    """Watches documents; a change is copied after at most `seconds`, by the disk worker, atomically."""

    saved = Signal()
    failed = Signal(str)  # copies cannot be written; reported once, until writing works again

    def __init__(self, disk: Worker, seconds: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._disk = disk
        self._session = places.home() / FOLDER / f"{time.strftime('%Y%m%d-%H%M%S')}-{uuid.uuid4().hex[:8]}"
        self._lock: QLockFile | None = None
        self._slots: dict[Document, Path] = {}
        self._dirty: set[Document] = set()
        self._inherited: dict[Document, Rescue] = {}  # where rescued work lies until it lies somewhere else
        self._failing = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.flush)
        self.last: float | None = None
        self.seconds = seconds

    def watch(self, document: Document) -> None:
        """Copy this document from now on."""
        self._slots[document] = self._session / uuid.uuid4().hex[:8]
        document.changed.connect(lambda: self._changed(document))
        document.modified_changed.connect(lambda: self._changed(document))

    def inherit(self, document: Document, rescue: Rescue) -> None:
        """Copy rescued work now; where it came from goes once this is on disk, or the page was saved or closed."""
        self._inherited[document] = rescue
        self._dirty.add(document)
        self.flush()

    def holds(self, rescue: Rescue) -> bool:
        """Whether rescued work is open in a page already."""
        return any(rescue.folder == other.folder for other in self._inherited.values())

    def _let_go(self, document: Document) -> None:
        """The work lies safely elsewhere: delete the copy it was rescued from."""
        rescue = self._inherited.pop(document, None)
        if rescue is not None:
            self._disk.call(rescue.discard)

    def forget(self, document: Document) -> None:
        """The page was closed by its owner: its copy is no longer needed."""
        self._dirty.discard(document)
        self._let_go(document)
        folder = self._slots.pop(document, None)
        if folder is not None:
            self._disk.call(remove, folder)

    def _changed(self, document: Document) -> None:
        if document not in self._slots:
            return
        if document.modified:
            self._soon(document)
        else:
            self._dirty.discard(document)
            self._let_go(document)
            self._disk.call(remove, self._slots[document])

    def _soon(self, document: Document) -> None:
        self._dirty.add(document)
        if not self._timer.isActive():
            self._timer.start(self.seconds * 1000)

    def flush(self) -> None:
        """Copy what changed since the last copy."""
        dirty, self._dirty = self._dirty, set()
        if dirty:
            self._take_lock()
        for document in dirty:
            then, failed = partial(self._copied, document), partial(self._not_copied, document)
            values = document.project, document.title, document.path, document.seen
            self._disk.call(_copy, self._slots[document], *values, then=then, failed=failed)

    def _copied(self, document: Document, moment: float) -> None:
        self.last, self._failing = moment, False
        self._let_go(document)
        self.saved.emit()

    def _not_copied(self, document: Document, failed: Failed) -> None:
        """Try again later: the disk may have room by then."""
        log.error("a recovery copy could not be written: %s %s", failed.sentence, failed.details)
        if document in self._slots and document.modified:
            self._soon(document)
            if not self._failing:
                self._failing = True
                self.failed.emit(tr("Recovery copies cannot be written now; save your work, or free some disk space."))

    def _take_lock(self) -> None:
        """Mark the session as alive, so that a second window does not offer its copies."""
        if self._lock is None:
            try:
                own_files.make_folder(self._session)
            except OSError:
                return  # the copy itself will say so, and the next one tries again
            lock = QLockFile(str(self._session / LOCK))
            lock.setStaleLockTime(0)
            self._lock = lock if lock.tryLock(0) else None
            with suppress(OSError):
                (self._session / LOCK).chmod(PRIVATE)

    def status(self) -> str:
        """For the status bar."""
        return tr("Autosaved {when}", when=ago(self.last)) if self.last else ""

    def close(self) -> None:
        """A proper end: nothing to rescue is left behind."""
        self._timer.stop()
        self._dirty.clear()
        if self._lock is not None:
            self._lock.unlock()
        _try_to_remove(self._session)


def rescues() -> list[Rescue]:
    """What ended sessions left behind, newest first."""
    found = []
    for session in _folders(places.home() / FOLDER):
        if _alive(session):
            continue
        copies = [folder for folder in _folders(session) if (folder / COPY).is_file()]
        if not copies:
            _try_to_remove(session)
        found += [rescue for folder in copies if (rescue := _facts(folder)) is not None]
    return sorted(found, key=lambda rescue: -rescue.saved)


def _folders(folder: Path) -> list[Path]:
    """The folders in a folder, as far as they can be seen."""
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
    except OSError as error:
        if not isinstance(error, FileNotFoundError):
            log.warning("%s could not be looked into: %r", folder.name, error)
        return []


def _alive(session: Path) -> bool:
    lock = QLockFile(str(session / LOCK))
    lock.setStaleLockTime(0)
    if not (session / LOCK).exists():
        return False
    if lock.tryLock(0):  # its owner is gone: Qt takes over the lock of a process that does not run
        lock.unlock()
        return False
    return True


def _facts(folder: Path) -> Rescue | None:
    try:
        saved = own_files.moment((folder / COPY).stat().st_mtime)
    except (OSError, ValueError):
        return None
    fields: dict[str, own_files.Check] = {
        "title": own_files.text,
        "path": lambda value: value and own_files.path(value),
        "seen": _file_seen,
    }
    found: own_files.ReadResult[dict[str, Any]] = own_files.read(folder / FACTS, own_files.fitting(fields), {})
    facts = found.value
    where = Path(facts["path"]) if facts.get("path") else None
    return Rescue(folder, facts.get("title", ""), where, saved, facts.get("seen"))


def _file_seen(value: Any) -> Seen | None:
    if value is None:
        return None
    size, changed, checksum = value
    if type(size) is not int or type(changed) is not int:
        raise ValueError(f"{value!r:.80} is not a file state")
    return Seen(size, changed, own_files.text(checksum))


def _copy(folder: Path, project: Project, title: str, path: Path | None, seen: Seen | None) -> float:
    """Write a copy and its facts; runs in the disk thread."""
    try:
        own_files.make_folder(folder)
    except OSError as error:
        raise PalimpsestError(tr("The folder for recovery copies could not be created."), repr(error)) from None
    facts = {"title": own_files.shown(title), "path": str(path) if path else None, "seen": seen, "process": os.getpid()}
    own_files.write(folder / FACTS, facts)
    write_bytes(folder / COPY, project_file.write(project), private=True)
    return time.time()


def remove(folder: Path) -> None:
    """Delete a folder of ours with what is in it."""
    try:
        shutil.rmtree(folder)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise PalimpsestError(tr("A recovery copy could not be deleted."), repr(error)) from None


def _try_to_remove(folder: Path) -> None:
    """Delete a folder of ours; if it stays, that is no reason to stop."""
    try:
        remove(folder)
    except PalimpsestError as error:
        log.warning("%s %s", error, error.details)
