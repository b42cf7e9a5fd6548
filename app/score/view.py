"""The score as a widget under the roll: one line of music that scrolls, linked both ways with the page.

Engraving is Strip's business."""

from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QByteArray, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from app.document.accept import seen
from app.document.document import Document, Preview
from app.document.worker import Worker
from app.roll.follow import Follow
from app.score.engrave import Engraving, Head
from app.score.layout_xml import CLOSED, LAYOUTS, OPEN
from app.score.strip import Strip
from app.score.tints import paint_playhead, paint_selection, paint_tints
from app.widgets.theme import look, mix, sans, theme
from app.words import tr
from engine.canvas.music import Piece

TALL = {CLOSED: 5000.0, OPEN: 7900.0}  # units from edge to edge that the view's height shows
PIXMAPS = 10
MARGIN = 8


class ScoreView(QAbstractScrollArea):
    """Place it, set `playhead`, listen to its signals; call `close_worker` before it goes."""

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
        self._strip = Strip(self._worker, self)
        self._layout = CLOSED
        self._playhead: float | None = None
        self.follow = Follow(self)
        self._pixmaps: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()
        self.overlays: list[
            Callable[[QPainter, Engraving, float], None]
        ] = []  # more to paint over each engraved passage
        self._trouble = ""
        self._stale = True
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Score"))
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._strip.changed.connect(self._came)
        self._strip.failed.connect(self._failed)
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
        return self._layout

    @staves.setter
    def staves(self, layout: str) -> None:
        if layout in LAYOUTS and layout != self._layout:
            self._layout = layout
            self.refresh()
            self.layout_changed.emit(layout)

    @property
    def playhead(self) -> float | None:
        """The step being heard."""
        return self._playhead

    @playhead.setter
    def playhead(self, step: float | None) -> None:
        if step != self._playhead:
            self._playhead = step
            if step is not None and self._strip.count and self.isVisible():
                self.follow.turn(self.x_of(step))
            self.viewport().update()

    @property
    def busy(self) -> bool:
        """Whether the picture is not yet what it should be."""
        return self._stale or self._strip.waiting

    def refresh(self) -> None:
        """Engrave what changed and can be seen; hidden, wait until shown."""
        self._stale = True
        if self.isVisible() and self.document.kind == "music":
            self._stale = False
            self._trouble = ""
            self._strip.set_piece(self.piece, self._layout)
            self._fit()
            self._want()
        self.viewport().update()

    def reveal(self, step: float, gently: bool = True) -> None:
        """Bring a step into view; gently: only if it is not."""
        if self._strip.count and not (gently and self._in_view(step)):
            bar = self.horizontalScrollBar()
            bar.setValue(round(bar.value() + self.x_of(step) - MARGIN * 4))

    def reveal_selection(self) -> None:
        """Bring the selection into view, unless some of it is."""
        steps = sorted(onset for _, onset in self.document.selection)
        if steps and self._strip.count and not any(self._in_view(step) for step in steps):
            self.reveal(steps[0])

    def _in_view(self, step: float) -> bool:
        return 0 <= self.x_of(step) <= self.viewport().width() - 2 * MARGIN

    def close_worker(self) -> None:
        """End the engraving thread."""
        self._worker.shutdown(2.0)

    # Where things stand

    @property
    def zoom(self) -> float:
        """Pixels for each unit."""
        return self.viewport().height() / TALL[self._layout]

    def x_of(self, step: float) -> float:
        """Pixel in the viewport of a step."""
        index = self._strip.index_of(step)
        lefts, made = self._strip.lefts(), self._strip.engraving(index)
        inside = made.x_of(step) if made is not None else 0.0
        return (lefts[index] + inside) * self.zoom - self.horizontalScrollBar().value() + MARGIN

    def at(self, point: QPointF) -> tuple[Engraving, float, float] | None:
        """(engraving, x, y in its units) under a point of the viewport."""
        lefts = self._strip.lefts()
        x = (point.x() - MARGIN + self.horizontalScrollBar().value()) / self.zoom
        for index in range(self._strip.count):
            made = self._strip.engraving(index)
            if made is not None and lefts[index] <= x < lefts[index + 1]:
                return made, x - lefts[index], (point.y() - self._top(made)) / self.zoom
        return None

    def head_point(self, voice: int, onset: int) -> QPointF | None:
        """Where in the viewport a note's first head is."""
        lefts = self._strip.lefts()
        for index in range(self._strip.count):
            made = self._strip.engraving(index)
            for head in made.heads if made else ():
                if made is not None and not head.rest and (head.voice, head.onset) == (voice, onset):
                    x = (lefts[index] + head.x + 110) * self.zoom - self.horizontalScrollBar().value() + MARGIN
                    return QPointF(x, head.y * self.zoom + self._top(made))
        return None

    def _top(self, made: Engraving) -> float:
        """The upper edge of an engraving in pixels, so that the staves of all stand at one height."""
        if not made.measures:
            return 0.0
        staves = made.measures[0].staves
        return self.viewport().height() / 2 - (staves[0][0] + staves[-1][1]) / 2 * self.zoom

    # Painting

    def sizeHint(self) -> QSize:
        return QSize(900, 200)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.viewport().rect(), colours.paper)
        lefts, drawn = self._strip.lefts(), False
        for index in self._visible():
            made = self._strip.engraving(index)
            if made is None:
                continue
            drawn = True
            painter.save()
            painter.translate(lefts[index] * self.zoom - self.horizontalScrollBar().value() + MARGIN, self._top(made))
            paint_tints(painter, made, self.zoom, self.document, self.preview, self._layout)
            painter.drawPixmap(0, 0, self._pixmap(made))
            paint_selection(painter, made, self.zoom, self.document)
            for paint in self.overlays:
                paint(painter, made, self.zoom)
            painter.restore()
        if self._playhead is not None and drawn:
            paint_playhead(painter, self.x_of(self._playhead), self.viewport().height())
        if not drawn:
            painter.setPen(colours.ink2)
            painter.setFont(sans(13))
            words = self._trouble or tr("Engraving the score …")
            painter.drawText(QRectF(self.viewport().rect()), Qt.AlignmentFlag.AlignCenter, words)

    def _pixmap(self, made: Engraving) -> QPixmap:
        colours, ratio = theme(), self.devicePixelRatioF()
        key = (id(made), colours.name, round(self.zoom, 6), ratio)
        if key not in self._pixmaps:
            size = QSize(max(1, round(made.width * self.zoom * ratio)), max(1, round(made.height * self.zoom * ratio)))
            pixmap = QPixmap(size)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            lines = mix(colours.ink2, colours.paper, 0.75).name()
            picture = QSvgRenderer(
                QByteArray(made.coloured(colours.ink.name(), lines, tuple(c.name() for c in colours.voices)))
            )
            picture.render(painter, QRectF(0, 0, size.width() / ratio, size.height() / ratio))
            painter.end()
            self._pixmaps[key] = pixmap
            while len(self._pixmaps) > PIXMAPS:
                self._pixmaps.popitem(last=False)
        return self._pixmaps[key]

    # Following

    def _visible(self) -> range:
        if not self._strip.count:
            return range(0)
        lefts = self._strip.lefts()
        first, last = (
            self.horizontalScrollBar().value() / self.zoom,
            (self.horizontalScrollBar().value() + self.viewport().width()) / self.zoom,
        )
        seen = [i for i in range(self._strip.count) if lefts[i + 1] >= first and lefts[i] <= last]
        return range(seen[0], seen[-1] + 1) if seen else range(0)

    def _want(self) -> None:
        self._strip.want(self._visible())

    def _fit(self) -> None:
        """A scroll bar for the width."""
        bar, whole = self.horizontalScrollBar(), self._strip.lefts()[-1] * self.zoom + 2 * MARGIN
        bar.setRange(0, max(0, round(whole) - self.viewport().width()))
        bar.setPageStep(self.viewport().width())
        bar.setSingleStep(40)

    def _came(self) -> None:
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

    # Mouse and keys

    def wheelEvent(self, event: QWheelEvent) -> None:
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (event.angleDelta().y() or event.angleDelta().x()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or found is None:
            return
        made, x, y = found
        head = made.head_at(x, y)
        if head is None:
            self.located.emit(int(made.step_at(x)))
        else:
            self._pick(head, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def _pick(self, head: Head, more: bool) -> None:
        """Select a note here and on the roll; sound it."""
        place = (head.voice, head.onset)
        self.document.selection = self.document.selection ^ {place} if more else frozenset({place})
        pitch = self.piece.voices[head.voice].cells[head.onset]
        if pitch >= 0:
            self.document.cursor = (head.voice, head.onset, pitch)
            self.sounded.emit(pitch, head.voice)
            self.picked.emit(head.onset, pitch)

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
            self._pick(Head(voice, later[0].start, later[0].start, 0, 0, False), False)
            self.reveal(later[0].start)
