"""What lies over the page and moves often: the loop, selection rings, a gesture's frame, the keyboard cursor, the
playhead. Painted afresh each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.roll.painting.far import FAR, paint_far_selection
from app.roll.scale import Scale, cell_of
from app.widgets.ink import fill_brush
from app.widgets.theme import Theme, faded, sans, theme
from app.words import tr
from engine.canvas.mask import Brush

if TYPE_CHECKING:
    from app.roll.canvas import RollCanvas


def paint_overlay(view: RollCanvas, painter: QPainter, area: QRectF) -> None:
    """Everything over the page, in the page's pixels."""
    colours, scale = theme(), view.scale
    if view.loop is not None:
        painter.setPen(QPen(faded(colours.ink2, 0.5), 1))
        for x in (round(scale.x(view.loop[0])) + 0.5, round(scale.x(view.loop[1])) - 0.5):
            painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
    if view.gesture is None and not any(len(line.starts) for line in view.page.lines):
        _paint_hint(painter, QRectF(view.viewport().rect()).translated(view.to_page(QPointF())), colours)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_selection(view, painter, area, colours)
    gesture = view.gesture
    if gesture is not None and gesture.frame is not None:
        _paint_frame(painter, gesture.frame, gesture.frame_brush, colours)
    for paint in view.overlays:
        painter.save()
        paint(painter, scale, area)
        painter.restore()
    if view.hasFocus():
        _paint_cursor(view, painter, colours)
    if view.playhead is not None:
        x = scale.x(view.playhead)
        painter.setPen(QPen(faded(colours.ink, 0.85), 1.5))
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))


def _paint_hint(painter: QPainter, view: QRectF, colours: Theme) -> None:
    """What to do with an empty page, in the middle of what is seen of it."""
    text = tr("Press 2 and draw a melody, or bring in a file with Ctrl+I.")
    painter.setFont(sans(13))
    box = QRectF(painter.fontMetrics().boundingRect(text)).adjusted(-14, -7, 14, 7)
    box.moveCenter(view.center())
    painter.fillRect(box, faded(colours.paper, 0.9))
    painter.setPen(colours.ink2)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _paint_selection(view: RollCanvas, painter: QPainter, area: QRectF, colours: Theme) -> None:
    if not view.shown_selection:
        return
    scale, page = view.scale, view.edit_page()
    if scale.step < FAR:
        paint_far_selection(painter, page, scale, area, view.shown_selection, colours.focus, view.devicePixelRatioF())
        return
    first, last = scale.step_at(area.left()) - 1, scale.step_at(area.right()) + 1
    painter.setPen(QPen(colours.focus, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for voice in range(4):
        for note in page.visible(voice, first, last):
            if (voice, note.start) in view.shown_selection and voice not in view.hidden_voices(note.start):
                rect = note_rect(scale, note.start, note.stop, note.pitch)
                painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 3.5, 3.5)


def note_rect(scale: Scale, start: int, stop: int, pitch: int) -> QRectF:
    """The pixels of a note."""
    return QRectF(
        scale.x(start) + 0.5, scale.y(pitch) + 0.5, max(2.0, scale.x(stop) - scale.x(start) - 1), scale.row - 1
    )


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


def _paint_cursor(view: RollCanvas, painter: QPainter, colours: Theme) -> None:
    """The keyboard cursor: a ring around one cell of the grid, with a bar in the voice's colour."""
    voice, step, pitch = view.document.cursor
    if step >= view.piece.steps:
        return
    scale = view.scale
    _, stop = cell_of(view.piece, step, view.snap)
    rect = note_rect(scale, step, max(stop, step + 1), pitch).adjusted(-1, -1, 1, 1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(faded(colours.paper, 0.9), 4))
    painter.drawRoundedRect(rect, 3, 3)
    pen = QPen(colours.focus, 2)
    pen.setDashPattern([1.5, 1])
    painter.setPen(pen)
    painter.drawRoundedRect(rect, 3, 3)
    painter.fillRect(QRectF(rect.left() + 2, rect.top() + 2.5, 3, rect.height() - 5), colours.voices[voice])
