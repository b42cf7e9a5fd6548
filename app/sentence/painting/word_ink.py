"""How words are painted: a solid, dotted or hatched line below, a dashed box with the old word above, a wave under
what the model does not know. Flat QPainter; knows no draft and no widget."""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from app.sentence.painting.measure import GLOSS_INSET, GLOSS_SIZE
from app.widgets.ink import hatch, paint_swatch
from app.widgets.theme import SURPRISE_BITS, Theme, faded, mix, serif
from engine.canvas.mask import Brush
from engine.canvas.text import BLANK_WORD

PAD = 4.0  # of a box around its word


def paint_text(painter: QPainter, rect: QRectF, baseline: float, text: str, font: QFont, colour: QColor) -> None:
    """A word at its place; one that is too wide for its place is drawn narrower, one without end is cut."""
    painter.setFont(font)
    painter.setPen(colour)
    metrics = QFontMetricsF(font)
    wide = metrics.horizontalAdvance(text)
    if wide <= rect.width() + 0.5:
        painter.drawText(QPointF(rect.left() + (rect.width() - wide) / 2, baseline), text)
        return
    if wide > 2 * rect.width():
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        wide = max(1.0, metrics.horizontalAdvance(text))
    painter.save()
    painter.translate(rect.left(), baseline)
    painter.scale(min(1.0, rect.width() / wide), 1.0)
    painter.drawText(QPointF(0, 0), text)
    painter.restore()


def box_of(rect: QRectF, joined: bool, joins: bool) -> QRectF:
    """The box around a word; closer where it hangs on a neighbour."""
    return rect.adjusted(-0.5 if joined else -PAD, -1, 0.5 if joins else PAD, 3)


def paint_line(painter: QPainter, rect: QRectF, brush: Brush, theme: Theme, scale: float = 1.0) -> None:
    """The line below a word that is not to be rewritten."""
    colour, foot = theme.brushes[brush], rect.bottom() - 1.0
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if brush is Brush.KEEP:
        painter.fillRect(QRectF(rect.left(), foot, rect.width(), 4 * scale), colour)
    elif brush is Brush.WHISPER:
        pen = QPen(colour, 1.8 * scale)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.01, 1.9])
        painter.setPen(pen)
        painter.drawLine(QLineF(rect.left() + 1, foot + 2, rect.right() - 1, foot + 2))
    elif brush is Brush.SUGGEST:
        strip = QRectF(rect.left(), foot - 0.5, rect.width(), 5 * scale)
        painter.setClipRect(strip, Qt.ClipOperation.IntersectClip)
        hatch(painter, strip, colour)
    painter.restore()


def paint_surprise(
    painter: QPainter,
    rect: QRectF,
    bits: float,
    theme: Theme,
    scale: float = 1.0,
    marks: Sequence[float] = SURPRISE_BITS,
) -> None:
    """A strip below a word instead of its line: how surprising it is, as colour and ticks."""
    grade = bisect_right(marks, bits)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_swatch(painter, QRectF(rect.left(), rect.bottom() - 1, rect.width(), 9 * scale), grade, theme)
    painter.restore()


def paint_box(painter: QPainter, rect: QRectF, theme: Theme, sure: float = 1.0) -> None:
    """The dashed box of a word to be rewritten; `sure` (0 to 1) is how settled the new word is."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(mix(theme.acctint, theme.paper, 0.25 + 0.3 * sure))
    pen = QPen(faded(theme.accent, 0.55 + 0.45 * sure), 1.25)
    pen.setDashPattern([4 / 1.25, 3 / 1.25])
    painter.setPen(pen)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.restore()


def paint_gloss(painter: QPainter, rect: QRectF, word: str, theme: Theme, zoom: float = 1.0) -> None:
    """The old word above the new one, in italic, struck through."""
    if word == BLANK_WORD:
        return
    font = serif(GLOSS_SIZE * zoom, italic=True)
    metrics = QFontMetricsF(font)
    room = max(rect.width() + 10, 26.0)
    text = metrics.elidedText(word, Qt.TextElideMode.ElideRight, room)
    baseline = rect.top() - 3
    painter.save()
    painter.setFont(font)
    painter.setPen(theme.gloss)
    painter.drawText(QPointF(rect.left() + GLOSS_INSET, baseline), text)
    painter.setPen(QPen(faded(theme.gloss, 0.8), 1))
    height = baseline - metrics.xHeight() * 0.5
    left = rect.left() + GLOSS_INSET
    painter.drawLine(QLineF(left - 1, height, left + 1 + metrics.horizontalAdvance(text), height))
    painter.restore()


def paint_pair(painter: QPainter, frame: QRectF, old: str, new: str, theme: Theme) -> None:
    """A word over the one it replaced, for the gallery."""
    font = serif(27, 700)
    wide = QFontMetricsF(font).horizontalAdvance(new)
    word = QRectF(frame.center().x() - wide / 2, frame.center().y() - 12, wide, 34)
    above = QFontMetricsF(serif(18, italic=True))
    left, base = frame.center().x() - above.horizontalAdvance(old) / 2, word.top() - 7
    painter.save()
    painter.setFont(serif(18, italic=True))
    painter.setPen(theme.gloss)
    painter.drawText(QPointF(left, base), old)
    painter.drawLine(
        QLineF(
            left - 2, base - above.xHeight() / 2, left + above.horizontalAdvance(old) + 2, base - above.xHeight() / 2
        )
    )
    paint_text(painter, word, word.bottom() - 8, new, font, theme.ink)
    paint_line(painter, word.adjusted(0, 0, 0, 5), Brush.KEEP, theme)
    painter.restore()


def paint_wave(painter: QPainter, left: float, right: float, y: float, colour: QColor) -> None:
    """A wave under a word the model does not know."""
    path = QPainterPath(QPointF(left, y))
    x, up = left, True
    while x < right:
        path.quadTo(QPointF(x + 2, y + (-2.4 if up else 2.4)), QPointF(x + 4, y))
        x, up = x + 4, not up
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 1.25))
    painter.setClipRect(QRectF(left, y - 4, right - left, 8), Qt.ClipOperation.IntersectClip)
    painter.drawPath(path)
    painter.restore()


def paint_ring(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The focus ring around a word, 2 px away."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.focus, 2))
    painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), 5, 5)
    painter.restore()


def paint_selected(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The wash behind a selected word."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(faded(theme.focus, 0.13)))
    painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), 5, 5)
    painter.restore()


def paint_blank(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """A blank: the dashed box with a line to write on."""
    paint_box(painter, rect, theme, 0.0)
    painter.save()
    painter.setPen(QPen(faded(theme.accent, 0.7), 1.25))
    painter.drawLine(QLineF(rect.left() + 9, rect.bottom() - 10, rect.right() - 9, rect.bottom() - 10))
    painter.restore()
