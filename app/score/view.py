"""The score as a widget under the roll: one line of music that scrolls, linked both ways with the page.

Engraving is done by passages, painting by picture."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from app.document.accept import seen
from app.document.document import Document, Preview
from app.document.worker import Worker
from app.score.layout_xml import LAYOUTS
from app.score.passages import EngravedPassages
from app.score.picture import ScorePicture
from app.score.places import MARGIN, ScorePlaces
from app.widgets.follow import Follow
from app.widgets.theme import look
from app.words import tr
from engine.canvas.music import Piece


class ScoreView(QAbstractScrollArea):
    """Place it, set `playhead`, connect its signals; call `close_worker` before it goes."""

    sounded = Signal(int, int)  # MIDI pitch, voice
    located = Signal(int)  # step
    picked = Signal(int, int)  # step and pitch of a note selected here
    layout_changed = Signal(str)

    def __init__(
        self, document: Document, preview: Preview, worker: Worker | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.document, self.preview = document, preview
        self._worker = worker or Worker("score")
        self.passages = EngravedPassages(self._worker, self)
        self.places = ScorePlaces(self, self.passages)
        self.picture = ScorePicture(self, self.places, document, preview)
        self.overlays = self.picture.extras  # more to paint over each engraved passage
        self.follow = Follow(self)
        self._playhead: float | None = None
        self._trouble = ""
        self._stale = True
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Score"))
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.passages.changed.connect(self._engraved)
        self.passages.failed.connect(self._failed)
        document.changed.connect(self.refresh)
        document.selection_changed.connect(self._repaint)
        preview.changed.connect(self.refresh)
        look.changed.connect(self._repaint)
        self.horizontalScrollBar().valueChanged.connect(self._scrolled)

    # What is shown

    @property
    def piece(self) -> Piece:
        """The alternative in view, or the page."""
        canvas = seen(self.document.project, self.preview)
        assert isinstance(canvas, Piece)
        return canvas

    @property
    def staves(self) -> str:
        """Four staves or two staves."""
        return self.places.staves

    @staves.setter
    def staves(self, layout: str) -> None:
        if layout in LAYOUTS and layout != self.places.staves:
            self.places.staves = layout
            self.refresh()
            self.layout_changed.emit(layout)

    @property
    def playhead(self) -> float | None:
        """The step that sounds."""
        return self._playhead

    @playhead.setter
    def playhead(self, step: float | None) -> None:
        if step != self._playhead:
            self._playhead = step
            if step is not None and self.passages.count and self.isVisible():
                self.follow.turn(self.x_of(step))
            self.viewport().update()

    @property
    def busy(self) -> bool:
        """Whether the picture is not yet what it should be."""
        return self._stale or self.passages.waiting

    def refresh(self) -> None:
        """Engrave what changed and can be seen; hidden, wait until shown."""
        self._stale = True
        if self.isVisible() and self.document.kind == "music":
            self._stale = False
            self._trouble = ""
            self.passages.set_piece(self.piece, self.places.staves)
            self._fit()
            self._want()
        self.viewport().update()

    def x_of(self, step: float) -> float:
        """Pixel in the viewport of a step."""
        return self.places.x_of(step)

    def reveal(self, step: float, gently: bool = True) -> None:
        """Bring a step into view; gently: only if it is not."""
        if self.passages.count and not (gently and self.places.in_view(step)):
            bar = self.horizontalScrollBar()
            bar.setValue(round(bar.value() + self.x_of(step) - MARGIN * 4))

    def reveal_selection(self) -> None:
        """Bring the selection into view, unless some of it is."""
        steps = sorted(onset for _, onset in self.document.selection)
        if steps and self.passages.count and not any(self.places.in_view(step) for step in steps):
            self.reveal(steps[0])

    def close_worker(self) -> None:
        """End the engraving thread."""
        self._worker.shutdown(2.0)

    # What the passages and the area say

    def _want(self) -> None:
        self.passages.want(self.places.visible())

    def _fit(self) -> None:
        """A scroll bar for the width."""
        bar = self.horizontalScrollBar()
        bar.setRange(0, max(0, round(self.places.width) - self.viewport().width()))
        bar.setPageStep(self.viewport().width())
        bar.setSingleStep(40)

    def _engraved(self) -> None:
        self._fit()
        self._want()
        self.viewport().update()

    def _failed(self, sentence: str) -> None:
        self._trouble = sentence
        self.viewport().update()

    def _scrolled(self, _value: int) -> None:
        self._want()
        self.viewport().update()

    def _repaint(self) -> None:
        self.viewport().update()

    # Qt's events

    def sizeHint(self) -> QSize:
        return QSize(900, 200)

    def paintEvent(self, _event: QPaintEvent) -> None:
        self.picture.paint(self._playhead, self._trouble or tr("Engraving the score …"))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._repaint()
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (event.angleDelta().y() or event.angleDelta().x()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.places.at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or found is None:
            return
        made, x, y = found
        head = made.head_at(x, y)
        if head is None:
            self.located.emit(int(made.step_at(x)))
        else:
            self._pick(head.voice, head.onset, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def _pick(self, voice: int, onset: int, adding: bool = False) -> None:
        """Select a note here and on the roll; play it."""
        place = (voice, onset)
        self.document.selection = self.document.selection ^ {place} if adding else frozenset({place})
        pitch = self.piece.voices[voice].cells[onset]
        if pitch >= 0:
            self.document.cursor = (voice, onset, pitch)
            self.sounded.emit(pitch, voice)
            self.picked.emit(onset, pitch)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if by is None or event.modifiers():
            super().keyPressEvent(event)
            return
        voice, step, _ = self.document.cursor
        notes = self.piece.voices[voice].notes
        later = (
            [note for note in notes if note.start > step]
            if by > 0
            else [note for note in reversed(notes) if note.start < step]
        )
        if later:
            self._pick(voice, later[0].start)
            self.reveal(later[0].start)
