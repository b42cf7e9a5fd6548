"""Saving pages, and keeping them true to their files: a guard for unsaved work, and what another program wrote."""

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.document.document import Document
from app.document.storage.file_watch import FileWatch
from app.window.files.questions import FileQuestions
from app.window.files.reading import PROJECT, ReadFile, read_file
from app.words import tr
from engine.canvas.music import Piece
from engine.canvas.project import Project
from engine.errors import PalimpsestError
from engine.formats import FORMATS, changed_since, save_file
from engine.jobs.request import Failed

if TYPE_CHECKING:
    from app.window.main_window import Window


class FileSaving(QObject):
    """The part of the File menu that writes."""

    def __init__(self, window: "Window", questions: FileQuestions) -> None:
        super().__init__(window)
        self._window, self._questions = window, questions
        self.watch = FileWatch(lambda: [page.document for page in window.pages], self)
        self.watch.changed.connect(self._changed_on_disk)
        self.watch.gone.connect(self._gone_from_disk)

    def save(self) -> bool:
        """Save the page; the first time it asks where."""
        return self.keep(self._document())

    def save_as(self) -> bool:
        """Ask where, and save."""
        return self._save_elsewhere(self._document())

    def keep(self, document: Document) -> bool:
        """Save a page where it came from, unless another program wrote there since; the first time ask where."""
        path = document.path
        if path is None:
            return self._save_elsewhere(document)
        if document.seen is not None and changed_since(path, document.seen):
            answer = self._questions.ask_changed(path.name)
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
            self._window.disk.call(read_file, document.path, then=then, failed=partial(self.not_read, document.path))

    def _reloaded(self, document: Document, read: ReadFile) -> None:
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
        self.remember(path, project)
        self._window.notice.say(tr("Saved as {name}.", name=path.name), 3)
        return True

    def remember(self, path: Path, project: Project) -> None:
        kind = "music" if isinstance(project.canvas, Piece) else "text"
        self._window.state.remember(path, project.canvas.title or path.stem, kind, time.time())

    def may_close(self, document: Document) -> bool:
        """Ask about unsaved work; False if the page must stay."""
        if not document.modified:
            return True
        answer = self._questions.ask_unsaved(document.title or tr("Untitled"))
        if answer == "save":
            try:
                return self.keep(document)
            except PalimpsestError as error:
                self._window.dialogs.complain(str(error), tr("The page is still open."), error.details)
                return False
        return answer == "discard"

    def _save_elsewhere(self, document: Document) -> bool:
        path = self._questions.ask_save(tr("Save"), document.title or tr("Untitled"), PROJECT)
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
        path = self._questions.ask_save(
            tr("Export {name}", name=kind.name),
            document.title or tr("Untitled"),
            kind.extensions[0],
            document.path or document.source,
        )
        if path:
            save_file(path, document.project)
            self._window.notice.say(tr("Exported {name}.", name=path.name), 4)

    def not_read(self, path: Path, failed: Failed) -> None:
        """Say why a file could not be read."""
        self._window.state.forget(str(path))
        self._window.dialogs.complain(
            failed.sentence, tr("Nothing was changed; your open pages are unaffected."), failed.details
        )

    def _document(self) -> Document:
        page = self._window.page
        assert page is not None
        return page.document
