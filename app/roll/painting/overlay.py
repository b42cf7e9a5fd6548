"""What lies over the page and moves often: the loop, selection rings, a gesture's frame, the keyboard cursor, the
playhead. Painted again each time."""

from collections.abc import Callable

from PySide6.QtCore import QLineF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QAbstractScrollArea

from app.roll.editing.mouse import RollMouse
from app.roll.options import RollOptions
from app.roll.painting.far import FAR, paint_far_selection
from app.roll.painting.sprites import note_rect
from app.roll.ruler import Ruler
from app.roll.scale import Scale, cell_of
from app.roll.scrolling import RollScroller
from app.roll.shown import ShownPage
from app.widgets.ink import fill_brush
from app.widgets.theme import Theme, faded, sans, theme
from app.words import tr
from engine.canvas.mask import Brush

RollExtra = Callable[[QPainter, Scale, QRectF], None]  # called with painter, scale, area


class RollOverlay:
    """Paints over the picture of the page."""

    def __init__(
        self,
        area: QAbstractScrollArea,
        shown: ShownPage,
        scroller: RollScroller,
        options: RollOptions,
        mouse: RollMouse,
        ruler: Ruler,
    ) -> None:
        self._area, self._shown, self._scroller, self._options = area, shown, scroller, options
        self._mouse, self._ruler = mouse, ruler
        self.extras: list[RollExtra] = []  # what others paint over the page
        self._playhead: float | None = None

    @property
    def playhead(self) -> float | None:
        """In steps; None hides it."""
        return self._playhead

    @playhead.setter
    def playhead(self, step: float | None) -> None:
        for at in (self._playhead, step):
            if at is not None:
                x = round(self._scroller.x_of(at))
                self._area.viewport().update(QRect(x - 3, 0, 7, self._area.viewport().height()))
        self._playhead = step

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Everything over an area of the page, in the page's pixels."""
        colours, scale, gesture, loop = theme(), self._scroller.scale, self._mouse.gesture, self._ruler.loop
        if loop is not None:
            painter.setPen(QPen(faded(colours.ink2, 0.5), 1))
            for x in (round(scale.x(loop[0])) + 0.5, round(scale.x(loop[1])) - 0.5):
                painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
        if gesture is None and not any(len(line.starts) for line in self._shown.page.lines):
            _paint_hint(painter, self._scroller.in_view, colours)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_selection(painter, area, colours)
        if gesture is not None and gesture.frame is not None:
            _paint_frame(painter, gesture.frame, gesture.frame_brush, colours)
        for paint in self.extras:
            painter.save()
            paint(painter, scale, area)
            painter.restore()
        if self._area.hasFocus():
            self._paint_cursor(painter, colours)
        if self._playhead is not None:
            x = scale.x(self._playhead)
            painter.setPen(QPen(faded(colours.ink, 0.85), 1.5))
            painter.drawLine(QLineF(x, area.top(), x, area.bottom()))

    def _paint_selection(self, painter: QPainter, area: QRectF, colours: Theme) -> None:
        selection = self._shown.selection
        if not selection:
            return
        scale, page = self._scroller.scale, self._shown.edit_page()
        if scale.step < FAR:
            paint_far_selection(painter, page, scale, area, selection, colours.focus, self._area.devicePixelRatioF())
            return
        first, last = scale.step_at(area.left()) - 1, scale.step_at(area.right()) + 1
        painter.setPen(QPen(colours.focus, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for voice in range(4):
            for note in page.visible(voice, first, last):
                if (voice, note.start) in selection and voice not in self._shown.hidden_voices(note.start):
                    rect = note_rect(scale, note.start, note.stop, note.pitch)
                    painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 3.5, 3.5)

    def _paint_cursor(self, painter: QPainter, colours: Theme) -> None:
        """The keyboard cursor: a ring around one cell of the grid, with a bar in the voice's colour."""
        voice, step, pitch = self._shown.document.cursor
        if step >= self._shown.piece.steps:
            return
        scale = self._scroller.scale
        _, stop = cell_of(self._shown.piece, step, self._options.snap)
        rect = note_rect(scale, step, max(stop, step + 1), pitch).adjusted(-1, -1, 1, 1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(faded(colours.paper, 0.9), 4))
        painter.drawRoundedRect(rect, 3, 3)
        pen = QPen(colours.focus, 2)
        pen.setDashPattern([1.5, 1])
        painter.setPen(pen)
        painter.drawRoundedRect(rect, 3, 3)
        painter.fillRect(QRectF(rect.left() + 2, rect.top() + 2.5, 3, rect.height() - 5), colours.voices[voice])


def _paint_hint(painter: QPainter, in_view: QRectF, colours: Theme) -> None:
    """What to do with an empty page, in the middle of what is seen of it."""
    text = tr("Press 2 and draw a melody, or import a file with Ctrl+I.")
    painter.setFont(sans(13))
    box = QRectF(painter.fontMetrics().boundingRect(text)).adjusted(-14, -7, 14, 7)
    box.moveCenter(in_view.center())
    painter.fillRect(box, faded(colours.paper, 0.9))
    painter.setPen(colours.ink2)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _paint_frame(painter: QPainter, frame: QRectF, brush: Brush | None, colours: Theme) -> None:
    """A rubber band, or the rectangle a brush is about to paint."""
    if brush is None:
        painter.setPen(QPen(colours.focus, 1))
        painter.setBrush(faded(colours.focus, 0.10))
        painter.drawRoundedRect(frame, 2, 2)
        return
    painter.setOpacity(0.45)
    fill_brush(painter, frame, brush, colours)
    painter.setOpacity(1.0)
