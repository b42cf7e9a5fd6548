"""New, open, save, import and export: from paths to pages and back, with a guard for unsaved work.

Formats themselves live in the engine."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QMimeData, QObject, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.document.document import Document
from app.document.storage import places
from app.document.storage.autosave import Rescue
from app.document.storage.file_watch import UNKNOWN, FileWatch
from app.page.views import VIEWS
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.music import Piece, blank_piece
from engine.canvas.project import Project, fresh
from engine.canvas.text import Draft, Sentence
from engine.errors import Trouble
from engine.formats import FORMATS, changed_since, inspect_file, open_file, save_file
from engine.formats.files import Seen
from engine.formats.import_plan import ImportPlan
from engine.jobs.request import Failed

if TYPE_CHECKING:
    from app.page.page import Page
    from app.window.main_window import Window

log = logging.getLogger(__name__)

PATIENCE = 500  # milliseconds before reading is worth a word
PROJECT = FORMATS["project"].extensions[0]


class Read(NamedTuple):
    """What a file holds: a project, or a plan that the user has yet to agree to."""

    path: Path
    seen: Seen | None = None
    project: Project | None = None
    plan: ImportPlan | None = None


def read_file(path: Path) -> Read:
    """Read a file by its ending; runs in the disk thread."""
    plan = inspect_file(path)
    if plan is not None:
        return Read(path, plan=plan)
    opened = open_file(path)
    return Read(path, opened.seen, opened.project)


def endings(own: bool = True) -> tuple[str, ...]:
    """The endings of files that can be opened in the views there are; `own` also of projects."""
    kinds = [each for each in FORMATS.values() if set(each.holds) & set(VIEWS)]
    return tuple(end for each in kinds for end in each.extensions if own or end != PROJECT)


class FileDesk(QObject):
    """What the File menu does. Questions to the user are methods of their own, so that a test can answer them."""

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window = window
        self.watch = FileWatch(lambda: [page.document for page in window.pages], self)
        self.watch.changed.connect(self._changed_on_disk)
        self.watch.gone.connect(self._gone_from_disk)

    # Questions

    def ask_open(self, title: str, suffixes: tuple[str, ...]) -> Path | None:
        """A file to open."""
        wanted = " ".join(f"*{suffix}" for suffix in suffixes)
        chosen, _ = QFileDialog.getOpenFileName(
            self._window, title, str(self._folder()), f"{tr('Files to open')} ({wanted});;{tr('All files')} (*)"
        )
        return Path(chosen) if chosen else None

    def ask_save(self, title: str, name: str, suffix: str) -> Path | None:
        """Where to save."""
        plain = "".join("-" if sign in '/\\:*?"<>|' else sign for sign in name)
        chosen, _ = QFileDialog.getSaveFileName(
            self._window, title, str(self._folder() / f"{plain}{suffix}"), f"*{suffix}"
        )
        path = Path(chosen) if chosen else None
        return path if path is None or path.suffix.lower() == suffix else path.with_name(path.name + suffix)

    def ask_unsaved(self, title: str) -> str:
        """save, discard or cancel."""
        return self._choose(
            tr("Unsaved changes"),
            tr("Save the changes to {title}?", title=title),
            tr("If you do not save, your changes since the last save are lost."),
            {
                "save": (tr("Save"), QMessageBox.ButtonRole.AcceptRole),
                "discard": (tr("Don't save"), QMessageBox.ButtonRole.DestructiveRole),
            },
        )

    def ask_changed(self, name: str) -> str:
        """overwrite, elsewhere, reload or cancel."""
        return self._choose(
            tr("Changed by another program"),
            tr("{name} was changed by another program since you opened it.", name=name),
            tr("Overwriting loses what the other program wrote; reloading can be undone."),
            {
                "elsewhere": (tr("Save as ..."), QMessageBox.ButtonRole.AcceptRole),
                "overwrite": (tr("Overwrite"), QMessageBox.ButtonRole.DestructiveRole),
                "reload": (tr("Reload"), QMessageBox.ButtonRole.ActionRole),
            },
        )

    def _choose(self, title: str, text: str, more: str, answers: dict[str, tuple[str, QMessageBox.ButtonRole]]) -> str:
        """The name of the chosen answer; the first is the default, and Esc means cancel."""
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(title)
        box.setText(text)
        box.setInformativeText(more)
        buttons = {name: box.addButton(words, role) for name, (words, role) in answers.items()}
        buttons["cancel"] = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(next(iter(buttons.values())))
        box.setEscapeButton(buttons["cancel"])
        box.exec()
        return next((name for name, button in buttons.items() if button is box.clickedButton()), "cancel")

    def ask_plan(self, plan: ImportPlan, name: str) -> Piece | None:
        """Show what an import changes; the piece if the user agrees."""
        from app.window.dialogs.import_preview import ImportDialog

        dialog = ImportDialog(plan, name, self._window)
        return dialog.piece() if dialog.exec() else None

    def _folder(self) -> Path:
        remembered = self._window.state.get("folder")
        return Path(remembered) if isinstance(remembered, str) and Path(remembered).is_dir() else places.documents()

    # Opening

    def new(self) -> "Page":
        """An empty page of eight bars: rests may be written, what is drawn is kept."""
        return self._window.tabs.add_page(fresh(blank_piece(8), Brush.REWRITE))

    def new_text(self) -> None:
        """A page with an empty sentence, ready to be typed."""
        page = self._window.tabs.add_page(fresh(Draft((Sentence(()),))))
        page.painting.set_tool("draw")

    def open(self) -> None:
        """Ask for a file and open it."""
        path = self.ask_open(tr("Open"), endings())
        if path:
            self.open_path(path)

    def import_file(self, then: Callable[[], None] | None = None) -> None:
        """Ask for a file of another program."""
        path = self.ask_open(tr("Import"), endings())
        if path:
            self.open_path(path, then)

    def open_path(self, path: Path, then: Callable[[], None] | None = None) -> None:
        """Open a file, or show it if it is open already."""
        path = path.absolute()
        if (known := next((page for page in self._window.pages if page.document.path == path), None)) is not None:
            self._window.tabs.show_page(known)
            return
        self._window.state.set("folder", str(path.parent))
        disk = self._window.disk
        job = disk.call(
            read_file,
            path,
            then=lambda read: self._window.attempt(partial(self._opened, then, read)),
            failed=partial(self._not_opened, path),
        )
        QTimer.singleShot(PATIENCE, self, partial(self._still_reading, path, job))

    def _still_reading(self, path: Path, job: int) -> None:
        """Say so if a file takes more than a moment, and let the user give up."""
        disk = self._window.disk
        if disk.pending(job):
            self._window.notice.say(tr("Reading {name} …", name=path.name), 60, tr("Cancel"), partial(disk.cancel, job))
            disk.event_received.connect(lambda number, _event: self._window.notice.hide() if number == job else None)

    def _opened(self, then: Callable[[], None] | None, read: Read) -> None:
        if read.project is not None:
            page = self._window.tabs.add_page(read.project, read.path)
            page.document.seen = read.seen
            self.watch.follow()
            self._remember(read.path, read.project)
        elif read.plan is not None:
            piece = self.ask_plan(read.plan, read.path.name)
            if piece is None:
                return
            page = self._window.tabs.add_page(fresh(piece if piece.title else replace(piece, title=read.path.stem)))
            page.document.mark_unsaved()
        if then is not None:
            self._window.attempt(then)

    def _not_opened(self, path: Path, failed: Failed) -> None:
        self._window.state.forget(str(path))
        self._window.dialogs.complain(
            failed.sentence, tr("Nothing was changed; your open pages are unaffected."), failed.details
        )

    def rescue(self, rescue: Rescue) -> None:
        """Open rescued work; the old copy goes once this session has its own."""
        page = self._window.tabs.add_page(rescue.read(), hint=rescue.title)
        page.document.path = rescue.path
        page.document.seen = rescue.seen or (UNKNOWN if rescue.path else None)
        self.watch.follow()
        page.document.mark_unsaved()
        page.document.named.emit()
        self._window.autosave.inherit(page.document, rescue)

    # Saving

    def save(self) -> bool:
        """Save the page; the first time it asks where."""
        return self._keep(self._document())

    def save_as(self) -> bool:
        """Ask where, and save."""
        return self._save_elsewhere(self._document())

    def _keep(self, document: Document) -> bool:
        """Save a page where it came from, unless another program wrote there since; the first time ask where."""
        path = document.path
        if path is None:
            return self._save_elsewhere(document)
        if document.seen is not None and changed_since(path, document.seen):
            answer = self.ask_changed(path.name)
            if answer == "elsewhere":
                return self._save_elsewhere(document)
            if answer == "reload":
                self.reload(document)
            if answer != "overwrite":
                return False
        return self._write(document, path)

    def reload(self, document: Document) -> None:
        """Take what the file holds now, as one step that can be undone."""
        if document.path is not None:
            then = partial(self._reloaded, document)
            self._window.disk.call(read_file, document.path, then=then, failed=partial(self._not_opened, document.path))

    def _reloaded(self, document: Document, read: Read) -> None:
        if read.project is not None and read.seen is not None and document.path == read.path:
            document.reload(tr("Reload"), read.path, read.project, read.seen)
            self._window.notice.say(tr("Reloaded {name}.", name=read.path.name), 3)

    def _changed_on_disk(self, document: Document) -> None:
        name = document.path.name if document.path else ""
        if document.modified:
            words = tr("{name} was changed by another program; when you save, you will be asked what to do.", name=name)
            self._window.notice.say(words)
        else:
            words = tr("{name} was changed by another program.", name=name)
            self._window.notice.say(words, 60, tr("Reload"), partial(self.reload, document))

    def _gone_from_disk(self, document: Document) -> None:
        name = document.path.name if document.path else ""
        document.mark_unsaved()
        self._window.notice.say(tr("{name} was moved or deleted by another program; save to keep it.", name=name))

    def _write(self, document: Document, path: Path) -> bool:
        project = document.project
        seen = save_file(path, project)
        document.saved(path, project, seen)
        self.watch.follow()
        self._remember(path, project)
        self._window.notice.say(tr("Saved as {name}.", name=path.name), 3)
        return True

    def _remember(self, path: Path, project: Project) -> None:
        kind = "music" if isinstance(project.canvas, Piece) else "text"
        self._window.state.remember(path, project.canvas.title or path.stem, kind, time.time())

    def may_close(self, document: Document) -> bool:
        """Ask about unsaved work; False if the page must stay."""
        if not document.modified:
            return True
        answer = self.ask_unsaved(document.title or tr("Untitled"))
        if answer == "save":
            try:
                return self._keep(document)
            except Trouble as trouble:
                self._window.dialogs.complain(str(trouble), tr("The page is still open."), trouble.details)
                return False
        return answer == "discard"

    def _save_elsewhere(self, document: Document) -> bool:
        path = self.ask_save(tr("Save"), document.title or tr("Untitled"), PROJECT)
        return self._write(document, path) if path else False

    # Exporting

    def export_midi(self) -> None:
        """A MIDI file for a DAW."""
        self._export("midi")

    def export_musicxml(self) -> None:
        """A MusicXML score."""
        self._export("musicxml")

    def export_text(self) -> None:
        """Plain text."""
        self._export("text")

    def _export(self, name: str) -> None:
        document, kind = self._document(), FORMATS[name]
        path = self.ask_save(tr("Export {name}", name=kind.name), document.title or tr("Untitled"), kind.extensions[0])
        if path:
            save_file(path, document.project)
            self._window.notice.say(tr("Exported {name}.", name=path.name), 4)

    def _document(self) -> Document:
        page = self._window.page
        assert page is not None
        return page.document

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
