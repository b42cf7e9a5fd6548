"""The roll's picture: which page is shown (document, a gesture's proposal, a preview), what lies where on it, and
its painting. No mouse, no keys."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from app.document.document import Document, Preview
from app.roll.changes import Places
from app.roll.follow import Follow
from app.roll.gestures import Gesture
from app.roll.keyboard import WIDTH, Keyboard
from app.roll.options import RollOptions
from app.roll.painting.far import FAR, paint_far
from app.roll.painting.notes import Drawn, Page, changed_steps, page_of, preview_page
from app.roll.painting.overlay import paint_overlay
from app.roll.painting.paper import paint_paper, paint_regions, paint_signs
from app.roll.painting.sprites import Sprites, paint_notes
from app.roll.painting.tiles import Tiles
from app.roll.ruler import CHORDS, HEIGHT, Ruler
from app.roll.scale import Scale, beat_lines
from app.widgets.motion import ACCEPT, SETTLE, Fade
from app.widgets.theme import look, theme
from engine.canvas.music import Piece
from engine.canvas.project import Project
from engine.theory.chord_names import chord_names
from engine.theory.spelling import pitch_name

FRAME_MS = 33  # a preview repaints at most this often
PAINTING = 0.008  # seconds of a frame for squares of a page that is being written
EDGE = 5.0  # pixels at a note's ends that stretch it


class RollCanvas(RollOptions):
    """Four voices of a document on one page, with the preview over them."""

    proposed = Signal(object)  # the project of a gesture under way, or None
    refreshed = Signal()  # the page in view was worked out again

    def __init__(self, document: Document, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.preview = document, preview
        self.ruler, self.keyboard = Ruler(self, self.piece), Keyboard(self)
        self.page = page_of(document.project)
        self.scale = Scale().fitting(*self.page.span)
        self.snap = "beat"
        self.gesture: Gesture | None = None
        self.overlays: list[
            Callable[[QPainter, Scale, QRectF], None]
        ] = []  # more to paint over the page: called with painter, scale, area
        self.follow = Follow(self)  # the page turns with the playhead
        self._playhead: float | None = None
        self._proposal: Project | None = None
        self._proposed_selection: Places | None = None
        self._chords = True
        self._sprites = Sprites()
        self.tiles = Tiles(self._paint_tile)
        self._edit_page: tuple[Project, Page] | None = None
        self._writing = False  # whether the page shown last was being written
        self._fade = Fade(self.viewport())
        self._last_frame = 0.0
        self._frames = QTimer(self)
        self._frames.setSingleShot(True)
        self._frames.timeout.connect(self.show_preview_now)

    # What is shown

    def refresh(self) -> None:
        """Work out the page again and repaint what differs."""
        old, new = self.page, self._make_page()
        writing, self._writing = self._writing, self.preview.running
        if self._proposal is None and not self.preview.running and (old.resting, writing) != (new.resting, False):
            self.fade_from_here(SETTLE if writing else ACCEPT)
        if not self.preview.running:
            self.tiles.forget_late()
        self.page = new
        piece = self.page.piece
        self.ruler.piece, self.keyboard.key = piece, piece.key
        span = changed_steps(old, self.page)
        scale = self.scale.fitting(*self.page.span)
        if scale != self.scale:
            self.set_scale(scale)
        elif span is not None:
            left, right = self.scale.x(span[0]), self.scale.x(span[1])
            (self.tiles.outdate if self.preview.running else self.tiles.forget)(left, right)
            shift = self.horizontalScrollBar().value()
            self.viewport().update(
                QRectF(left - shift - 8, 0, right - left + 16, self.viewport().height()).toAlignedRect()
            )
        if old.piece.bars != piece.bars or old.piece.key != piece.key:
            self.update_ranges()
            self.keyboard.update()
        if span is not None:
            self._name_chords()
        self.refresh_overlay()
        self.refreshed.emit()

    def _make_page(self) -> Page:
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

    @property
    def shown_project(self) -> Project:
        """The project whose mask is in view: a gesture's, a longer page under a preview, or the document's."""
        before = self.preview.before
        if self._proposal is None and before is not None and self.page.piece is before.canvas:
            return before
        return self._proposal or self.document.project

    def propose(self, project: Project | None, selection: Places | None = None) -> None:
        """Show a project that is not (yet) the document's; None ends it."""
        self._proposal, self._proposed_selection = project, selection if project is not None else None
        self.refresh()
        self.proposed.emit(project)

    def preview_changed(self) -> None:
        """Show the preview soon: a stream of steps is drawn at most thirty times a second."""
        if not self._frames.isActive():
            since = (monotonic() - self._last_frame) * 1000
            self._frames.start(max(0, round(FRAME_MS - since)))

    def show_preview_now(self) -> None:
        """Show the newest step at once."""
        self._last_frame = monotonic()
        self.refresh()

    def fade_from_here(self, milliseconds: int) -> None:
        """Whatever is painted next comes out of what is in view now."""
        if look.reduced_motion or not self.isVisible():
            return
        ratio, size = self.devicePixelRatioF(), self.viewport().size()
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        area = QRectF(self.horizontalScrollBar().value(), self.verticalScrollBar().value(), size.width(), size.height())
        painter.translate(-area.topLeft())
        self.tiles.show(painter, area, ratio)
        painter.end()
        self._fade.begin(picture, milliseconds)

    def set_scale(self, scale: Scale) -> None:
        """Use another scale; everything is painted afresh."""
        self._fade.drop()
        self.scale = scale
        self.tiles.clear()
        self.update_ranges()
        self.repaint_all()

    def update_ranges(self) -> None:
        """Fit the scroll bars to the page."""
        raise NotImplementedError

    def place_parts(self) -> None:
        """Lay out ruler and keyboard around the viewport."""
        raise NotImplementedError

    def repaint_all(self) -> None:
        """Paint everything afresh."""
        self.tiles.clear()
        self.viewport().update()
        self.ruler.update()
        self.keyboard.update()

    def refresh_overlay(self) -> None:
        """Paint what lies over the page again."""
        self.viewport().update()

    # Over the page

    @property
    def playhead(self) -> float | None:
        """In steps; None hides it."""
        return self._playhead

    @playhead.setter
    def playhead(self, step: float | None) -> None:
        old, self._playhead = self._playhead, step
        for at in (old, step):
            if at is not None:
                x = self.x_of(at)
                self.viewport().update(QRect(round(x) - 3, 0, 7, self.viewport().height()))
                self.ruler.update(QRect(round(x) - 9, 0, 19, self.ruler.height()))
        self.ruler.playhead = step
        if step is not None and self.gesture is None:
            self.follow.turn(self.x_of(step))

    @property
    def chords(self) -> bool:
        """Whether chord names stand above the bars."""
        return self._chords

    @chords.setter
    def chords(self, chords: bool) -> None:
        self._chords = chords
        self.setViewportMargins(WIDTH, HEIGHT + (CHORDS if chords else 0), 0, 0)
        self.place_parts()
        self._name_chords()

    def _name_chords(self) -> None:
        """Name what the page shows; while a preview streams the old names stay, for they would flicker."""
        if self._chords and not self.preview.running:
            self.ruler.chords = chord_names(
                self.page.piece, beat_lines(self.page.piece.bars)[:-1].tolist(), self.page.cells
            )
        if not self.preview.running:
            self.ruler.update()

    # Where things are

    def x_of(self, step: float) -> float:
        """Pixel of a step in the viewport; the viewport begins `keyboard.width()` right of this widget."""
        return self.scale.x(step) - self.horizontalScrollBar().value()

    def to_page(self, at: QPointF) -> QPointF:
        """From pixels of the viewport to pixels of the page."""
        return at + QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def from_page(self, at: QPointF) -> QPointF:
        """From pixels of the page to pixels of the viewport."""
        return at - QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def edit_page(self, project: Project | None = None) -> Page:
        """The notes one can take hold of: the document's, whatever the preview shows."""
        project = project or self._proposal or self.document.project
        if self._edit_page is None or self._edit_page[0] is not project:
            self._edit_page = (project, page_of(project))
        return self._edit_page[1]

    def hit(self, at: QPointF, project: Project | None = None, voice: int | None = None) -> tuple[Drawn, str] | None:
        """(note, zone) under a point of the page; zone is left, right or body. The active voice lies on top."""
        page, scale = self.edit_page(project or self.document.project), self.scale
        step, pitch = scale.step_at(at.x()), scale.pitch_at(at.y())
        free = self.hidden_voices(step)
        for index in reversed(self._order()):
            note = page.note_at(index, step) if voice in (None, index) and index not in free else None
            if note is not None and note.pitch == pitch:
                left, right = scale.x(note.start), scale.x(note.stop)
                edge = min(EDGE, (right - left) / 3)
                return note, "right" if right - at.x() <= edge else "left" if at.x() - left <= edge / 2 else "body"
        return None

    def hidden_voices(self, step: float) -> set[int]:
        """Voices whose own note at a time is covered by the preview."""
        if self.page.resting or not 0 <= step < self.page.states.shape[1]:
            return set()
        return {v for v in range(4) if not self.page.states[v, int(step)] & 1 or self.page.states[v, int(step)] > 3}

    def notes_in(self, frame: QRectF) -> Places:
        """The notes a rectangle of the page touches."""
        scale, page = self.scale, self.edit_page(self.document.project)
        first, last = scale.step_at(frame.left()), scale.step_at(frame.right())
        low, high = scale.pitch_at(frame.bottom()), scale.pitch_at(frame.top())
        return frozenset(
            (v, note.start)
            for v in range(4)
            for note in page.visible(v, first, last)
            if low <= note.pitch <= high and v not in self.hidden_voices(note.start)
        )

    @property
    def shown_selection(self) -> Places:
        """What is ringed: the document's selection, or a gesture's."""
        return self._proposed_selection if self._proposed_selection is not None else self.document.selection

    def _order(self) -> tuple[int, ...]:
        """Voices from below to above: the active one last."""
        return (*(v for v in (3, 2, 1, 0) if v != self.voice), self.voice)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        left, top = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        area = QRectF(event.rect()).translated(left, top)
        painter.translate(-left, -top)
        if not self.tiles.show(painter, area, self.devicePixelRatioF(), PAINTING if self.preview.running else inf):
            QTimer.singleShot(FRAME_MS, self.viewport(), self.viewport().update)
        if self._fade.under_way:
            painter.translate(left, top)
            self._fade.paint(painter)
            painter.translate(-left, -top)
        paint_overlay(self, painter, area)
        painter.end()

    def _paint_tile(self, painter: QPainter, area: QRectF) -> None:
        colours, page, scale = theme(), self.page, self.scale
        paint_paper(painter, page, scale, area, colours)
        paint_regions(painter, page, scale, area, colours)
        if scale.step < FAR:
            paint_far(painter, page, scale, area, colours, self._order(), self.ghosting, self.devicePixelRatioF())
        else:
            self._sprites.set_look(colours, scale.row, self.devicePixelRatioF())
            label = self._name_of if self.note_names else None
            paint_notes(painter, page, scale, area, self._sprites, self._order(), self.ghosting, label, self.surprise)
        paint_signs(painter, page, scale, area, colours)

    def _name_of(self, note: Drawn) -> str:
        own = next(
            (mark.spelling for mark in self.page.piece.voices[note.voice].marks if mark.step == note.start), None
        )
        return pitch_name(note.pitch, self.page.piece.key, own)
