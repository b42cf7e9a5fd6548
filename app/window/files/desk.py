"""New, open, import and drop: from paths to pages. Saving and exporting is a part of it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QObject, QTimer

from app.document.storage.autosave import Rescue
from app.document.storage.file_watch import UNKNOWN
from app.window.files.handover import NotationHandover
from app.window.files.questions import FileQuestions
from app.window.files.reading import ReadFile, endings, read_file
from app.window.files.saving import FileSaving
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.music import Piece, blank_piece
from engine.canvas.project import fresh
from engine.canvas.text import Draft, Sentence
from engine.jobs.request import Failed

if TYPE_CHECKING:
    from app.page.page import Page
    from app.window.main_window import Window

PATIENCE = 500  # milliseconds before reading is worth a word


class FileDesk(QObject):
    """What the File menu does; `saving` is the part that writes, `questions` what it asks the user."""

    saving: FileSaving
    handover: NotationHandover

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window = window
        self._waiting = False  # whether the notice says that a file is being read
        self.questions = FileQuestions(window, window.state, lambda: window.sound.player)
        self.saving = FileSaving(window, self.questions)
        self.handover = NotationHandover(window)

    def new(self, piece: Piece | None = None) -> "Page":
        """An empty page of eight bars: rests may be written, what is drawn is kept."""
        return self._window.tabs.add_page(fresh(piece or blank_piece(8), Brush.REWRITE))

    def ask_new(self) -> "Page | None":
        """An empty page with the key, metre, bars and pick-up the user wants."""
        piece = self.questions.ask_new()
        return self.new(piece) if piece is not None else None

    def new_text(self) -> None:
        """A page with an empty sentence, ready to be typed."""
        page = self._window.tabs.add_page(fresh(Draft((Sentence(()),))))
        page.painting.set_tool("draw")

    def open(self) -> None:
        """Ask for a file and open it."""
        path = self.questions.ask_open(tr("Open"), endings())
        if path:
            self.open_path(path)

    def import_file(self, then: Callable[[], None] | None = None) -> None:
        """Ask for a file of another program."""
        path = self.questions.ask_open(tr("Import"), endings())
        if path:
            self.open_path(path, then)

    def open_path(self, path: Path, then: Callable[[], None] | None = None) -> None:
        """Open a file, or show it if it is open already."""
        path = path.absolute()
        if (known := next((page for page in self._window.pages if page.document.path == path), None)) is not None:
            self._window.tabs.show_page(known)
            return
        self._window.state.set("folder", str(path.parent))
        job = self._window.disk.call(
            read_file, path, then=partial(self._read, then), failed=partial(self._not_read, path)
        )
        QTimer.singleShot(PATIENCE, self, partial(self._still_reading, path, job))

    def _still_reading(self, path: Path, job: int) -> None:
        """Say so if a file takes more than a moment, and let the user give up."""
        disk = self._window.disk
        if disk.pending(job):
            self._window.notice.say(tr("Reading {name} …", name=path.name), 60, tr("Cancel"), partial(disk.cancel, job))
            self._waiting = True

    def _read(self, then: Callable[[], None] | None, read: ReadFile) -> None:
        self._stop_waiting()
        self._window.attempt(partial(self._opened, then, read))

    def _not_read(self, path: Path, failed: Failed) -> None:
        self._stop_waiting()
        self.saving.not_read(path, failed)

    def _stop_waiting(self) -> None:
        if self._waiting:
            self._waiting = False
            self._window.notice.hide()

    def _opened(self, then: Callable[[], None] | None, read: ReadFile) -> None:
        if read.project is not None:
            page = self._window.tabs.add_page(read.project, read.path)
            page.document.seen = read.seen
            self.saving.watch.follow()
            self.saving.remember(read.path, read.project)
        elif read.plan is not None:
            piece = self.questions.ask_plan(read.plan, read.path.name)
            if piece is None:
                return
            page = self._window.tabs.add_page(fresh(piece if piece.title else replace(piece, title=read.path.stem)))
            page.document.source = read.path
            page.document.mark_unsaved()
        if then is not None:
            self._window.attempt(then)

    def rescue(self, rescue: Rescue) -> None:
        """Open rescued work; the old copy goes once this session has its own."""
        page = self._window.tabs.add_page(rescue.read(), hint=rescue.title)
        page.document.path = rescue.path
        page.document.seen = rescue.seen or (UNKNOWN if rescue.path else None)
        self.saving.watch.follow()
        page.document.mark_unsaved()
        page.document.named.emit()
        self._window.autosave.inherit(page.document, rescue)

    # Dropping

    def can_drop(self, mime: QMimeData) -> bool:
        """Whether at least one dropped file can be opened."""
        return any(path.suffix.lower() in endings() for path in _paths(mime))

    def drop(self, mime: QMimeData) -> None:
        """Open every dropped file."""
        for path in _paths(mime):
            self.open_path(path)


def _paths(mime: QMimeData) -> list[Path]:
    urls: list[Any] = mime.urls() if mime.hasUrls() else []
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
