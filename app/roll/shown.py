"""Which page the roll shows: the document's, a gesture's proposal, or a preview over either. Says what is about to
change and what has changed; knows no pixels."""

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.document.document import Document, Preview
from app.roll.changes import NotePlaces, piece_of
from app.roll.painting.notes import RollPage, changed_steps, page_of, preview_page
from app.widgets.motion import ACCEPT, SETTLE
from engine.canvas.music import Piece
from engine.canvas.project import Project


class ShownPage(QObject):
    """The page in view, and the notes that can be taken hold of."""

    changing = Signal(int)  # a page of another kind is about to be shown: milliseconds for it to fade in
    changed = Signal(object, object)  # the RollPage shown before; the steps (first, stop) that differ, or None
    voice_changed = Signal(int)  # the active voice
    proposed = Signal(object)  # the project of a gesture in progress, or None

    def __init__(self, document: Document, preview: Preview, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document, self.preview = document, preview
        self.page = page_of(document.project)
        self._proposal: Project | None = None
        self._proposed_selection: NotePlaces | None = None
        self._edit_page: tuple[Project, RollPage] | None = None
        self._voice = document.cursor[0]
        self._was_running = False  # whether a preview was running when the page was last worked out
        preview.changed.connect(self.refresh)
        document.cursor_changed.connect(self._cursor_changed)

    # What is shown

    @property
    def piece(self) -> Piece:
        """The piece of the document."""
        return piece_of(self.document.project)

    @property
    def project(self) -> Project:
        """The project whose mask is in view: a gesture's, a longer page under a preview, or the document's."""
        before = self.preview.before
        if self._proposal is None and before is not None and self.page.piece is before.canvas:
            return before
        return self._proposal or self.document.project

    @property
    def selection(self) -> NotePlaces:
        """The notes with a ring: the document's selection, or a gesture's."""
        return self._proposed_selection if self._proposed_selection is not None else self.document.selection

    @property
    def voice(self) -> int:
        """The active voice, 0 (soprano) to 3: that of the keyboard cursor."""
        return self.document.cursor[0]

    @property
    def order(self) -> tuple[int, ...]:
        """Voices from bottom to top: the active one last."""
        return (*(v for v in (3, 2, 1, 0) if v != self.voice), self.voice)

    def _cursor_changed(self) -> None:
        if self.voice != self._voice:
            self._voice = self.voice
            self.voice_changed.emit(self.voice)

    # Showing another page

    def propose(self, project: Project | None, selection: NotePlaces | None = None) -> None:
        """Show a project that is not (yet) the document's; None ends it."""
        self._proposal, self._proposed_selection = project, selection if project is not None else None
        self.refresh()
        self.proposed.emit(project)

    def refresh(self) -> None:
        """Work out the page again."""
        old, new = self.page, self._make_page()
        was_running, self._was_running = self._was_running, self.preview.running
        if self._proposal is None and not self.preview.running and (old.resting, was_running) != (new.resting, False):
            self.changing.emit(SETTLE if was_running else ACCEPT)
        self.page = new
        self.changed.emit(old, changed_steps(old, new))

    def _make_page(self) -> RollPage:
        if self._proposal is not None:
            return page_of(self._proposal)
        project, preview = self.document.project, self.preview
        before = preview.before
        if before is None or not isinstance(before.canvas, Piece) or preview.hold_original:
            return page_of(project)
        if (passing := preview.passing) is not None:
            return preview_page(project, before, np.asarray(passing[0]), passing[1], preview.base)
        if preview.running:
            return page_of(before if before.canvas.steps != self.piece.steps else project)
        shown = preview.shown
        return (
            preview_page(project, before, shown.grid(), None, preview.base)
            if isinstance(shown, Piece)
            else page_of(project)
        )

    # What can be edited

    def edit_page(self, project: Project | None = None) -> RollPage:
        """The notes that can be taken hold of: the document's, whatever the preview shows."""
        project = project or self._proposal or self.document.project
        if self._edit_page is None or self._edit_page[0] is not project:
            self._edit_page = (project, page_of(project))
        return self._edit_page[1]

    def hidden_voices(self, step: float) -> set[int]:
        """Voices whose own note at a time is covered by the preview."""
        if self.page.resting or not 0 <= step < self.page.states.shape[1]:
            return set()
        return {v for v in range(4) if not self.page.states[v, int(step)] & 1 or self.page.states[v, int(step)] > 3}
