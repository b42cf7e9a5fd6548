"""How brushes and notes are painted: solid, dots, hatch and scrapes; pointed, round, square and notched note ends;
voice badges. All flat QPainter, used by the roll, the lanes, the thumbnails, the tool palette and the legend. Knows
no piece and no widget."""

from enum import IntEnum

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from app.widgets.theme import Theme, faded, mix, sans
from engine.canvas.mask import Brush
from engine.canvas.music import VOICES

RADIUS = 3.0
LETTER_ROOM = 20.0  # a note narrower than this (pixels) carries no letter


class NoteState(IntEnum):
    """How sure a note is: the four brushes at rest, then the four states of a preview."""

    REWRITE = 0
    WHISPER = 1
    SUGGEST = 2
    KEPT = 3
    SETTLED = 4
    UNSURE = 5
    OPEN = 6
    SCRAPED = 7


def note_path(voice: int, rect: QRectF) -> QPainterPath:
    """The outline of a note: soprano pointed, alto round, tenor square, bass notched at its beginning; the far end
    is slightly rounded."""
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    radius = min(2.0, rect.width() / 3, rect.height() / 3)
    tip = min(rect.height() * 0.42, rect.width() * 0.5)
    middle = rect.center().y()
    path = QPainterPath(QPointF(right - radius, top))
    path.quadTo(QPointF(right, top), QPointF(right, top + radius))
    path.lineTo(QPointF(right, bottom - radius))
    path.quadTo(QPointF(right, bottom), QPointF(right - radius, bottom))
    if voice == 0:
        path.lineTo(left + tip + 1, bottom)
        path.quadTo(QPointF(left + tip, bottom), QPointF(left + tip - 1, bottom - 1.2))
        path.lineTo(left, middle)
        path.lineTo(left + tip - 1, top + 1.2)
        path.quadTo(QPointF(left + tip, top), QPointF(left + tip + 1, top))
    elif voice == 1:
        bend = min(rect.height() * 0.5, rect.width() * 0.6)
        path.lineTo(left + bend, bottom)
        path.cubicTo(
            QPointF(left + bend * 0.3, bottom), QPointF(left, bottom - rect.height() * 0.2), QPointF(left, middle)
        )
        path.cubicTo(
            QPointF(left, top + rect.height() * 0.2), QPointF(left + bend * 0.3, top), QPointF(left + bend, top)
        )
    elif voice == 2:
        path.lineTo(left, bottom)
        path.lineTo(left, top)
    else:
        path.lineTo(left, bottom)
        path.lineTo(left + tip, middle)
        path.lineTo(left, top)
    path.closeSubpath()
    return path


def _pen(colour: QColor, width: float, dashes: tuple[float, ...] = ()) -> QPen:
    """A pen with flat ends; dashes and gaps in pixels."""
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if dashes:
        pen.setDashPattern([part / width for part in dashes])
    return pen


def dots(painter: QPainter, rect: QRectF, colour: QColor, size: float = 1.5, grid: float = 4.0) -> None:
    """A field of dots, clipped by the painter's clip."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    across, down = int(rect.width() // grid), int(rect.height() // grid)
    left = rect.left() + (rect.width() - (across - 1) * grid - size) / 2
    top = rect.top() + (rect.height() - (down - 1) * grid - size) / 2
    painter.drawRects([QRectF(left + i * grid, top + j * grid, size, size) for j in range(down) for i in range(across)])


def hatch(painter: QPainter, rect: QRectF, colour: QColor, width: float = 1.4, every: float = 5.0) -> None:
    """Lines at 45 degrees on a grid of the page, so neighbours join; clipped by the painter's clip."""
    painter.setPen(_pen(colour, width))
    gap = every * 2**0.5
    first = (rect.left() + rect.top()) // gap * gap
    count = int((rect.width() + rect.height()) // gap) + 2
    painter.drawLines(
        [
            QLineF(first + i * gap - rect.top(), rect.top(), first + i * gap - rect.bottom(), rect.bottom())
            for i in range(count)
        ]
    )


def scrapes(painter: QPainter, rect: QRectF, colour: QColor, across: float = 28.0, down: float = 7.0) -> None:
    """Sparse level strokes in staggered rows, as a knife leaves them."""
    painter.setPen(_pen(colour, 1.0))
    lines = []
    across = min(across, max(12.0, rect.width() * 0.45))
    rows = max(1, int((rect.height() - 4) // down))
    top = rect.top() + (rect.height() - (rows - 1) * down) / 2
    for row in range(rows):
        y = round(top + row * down) + 0.5
        x = rect.left() + across * 0.2 + (row % 3) * across * 0.37
        length = (across * 0.36, across * 0.28, across * 0.42)[row % 3]
        while x + length < rect.right() - 4:
            lines.append(QLineF(x, y, x + length, y))
            x += across
    painter.drawLines(lines)


def fill_brush(painter: QPainter, rect: QRectF, brush: Brush, theme: Theme, radius: float = RADIUS) -> None:
    """A swatch or a run of cells in a brush's fill and edge."""
    colour = theme.brushes[brush]
    inner = rect.adjusted(0.75, 0.75, -0.75, -0.75)
    shape = QPainterPath()
    shape.addRoundedRect(inner, radius, radius)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if brush is Brush.KEEP:
        painter.fillPath(shape, colour)
        painter.restore()
        return
    painter.fillPath(
        shape, mix(colour, theme.paper, {Brush.WHISPER: 0.10, Brush.SUGGEST: 0.14, Brush.REWRITE: 0.03}[brush])
    )
    painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    if brush is Brush.WHISPER:
        dots(painter, inner, colour)
    elif brush is Brush.SUGGEST:
        hatch(painter, inner, faded(colour, 0.5))
    else:
        scrapes(painter, inner, faded(colour, 0.38))
    painter.restore()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    dashes = {Brush.WHISPER: (), Brush.SUGGEST: (4.0, 2.5), Brush.REWRITE: (4.0, 3.0)}[brush]
    painter.setPen(_pen(colour, 1.25, dashes))
    painter.drawPath(shape)
    painter.restore()


def paint_note(
    painter: QPainter, rect: QRectF, voice: int, state: NoteState, theme: Theme, letter: str | None = None
) -> None:
    """One note in its voice's shape and its state's ink.

    `letter` None: the voice's letter if there is room; '' none."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = theme.voices[voice]
    _STATES[state](painter, rect, voice, colour, theme)
    text = VOICES[voice].letter if letter is None else letter
    if text and rect.width() >= LETTER_ROOM and rect.height() >= 9 and state not in (NoteState.OPEN, NoteState.SCRAPED):
        _letter(painter, rect, voice, state, text, colour, theme)
    painter.restore()


def _letter(
    painter: QPainter, rect: QRectF, voice: int, state: NoteState, text: str, colour: QColor, theme: Theme
) -> None:
    painter.setFont(sans(min(11.0, max(9.0, rect.height() - 3)) if len(text) == 1 else 9, 700))
    left = rect.left() + (9 if voice in (0, 3) else 7)
    metrics = painter.fontMetrics()
    width = metrics.horizontalAdvance(text)
    if left + width > rect.right() - 1:
        return
    if state in (NoteState.WHISPER, NoteState.SUGGEST):  # a quiet patch, for letters on dots and hatches do not read
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.paper)
        painter.drawRect(QRectF(left - 2, rect.top() + 1.5, width + 4, rect.height() - 3))
    painter.setPen(theme.onvoice if state is NoteState.KEPT else colour)
    painter.drawText(
        QRectF(left, rect.top(), width + 2, rect.height()),
        Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
        text,
    )


def _inner(rect: QRectF) -> QRectF:
    """The middle line of a 1.25 px edge."""
    return rect.adjusted(0.625, 0.625, -0.625, -0.625)


def _kept(painter: QPainter, rect: QRectF, voice: int, colour: QColor, theme: Theme) -> None:
    painter.fillPath(note_path(voice, rect), colour)


def _edged(
    painter: QPainter,
    path: QPainterPath,
    colour: QColor,
    wash: QColor,
    dashes: tuple[float, ...] = (),
    width: float = 1.25,
) -> None:
    painter.fillPath(path, wash)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(colour, width, dashes))
    painter.drawPath(path)


def _settled(painter: QPainter, rect: QRectF, voice: int, colour: QColor, theme: Theme) -> None:
    _edged(painter, note_path(voice, _inner(rect)), colour, mix(colour, theme.paper, 0.30))


def _unsure(painter: QPainter, rect: QRectF, voice: int, colour: QColor, theme: Theme) -> None:
    _edged(painter, note_path(voice, _inner(rect)), colour, mix(colour, theme.paper, 0.06), (2.5, 2.0))


def _open(painter: QPainter, rect: QRectF, voice: int, colour: QColor, theme: Theme) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(faded(colour, 0.6), 1.0, (1.5, 2.5)))
    painter.drawPath(note_path(voice, _inner(rect)))


def _whisper(painter: QPainter, rect: QRectF, voice: int, colour: QColor, theme: Theme) -> None:
    path = note_path(voice, _inner(rect))
    painter.fillPath(path, mix(colour, theme.paper, 0.10))
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    dots(painter, rect, colour)
    painter.restore()
    _edged(painter, path, colour, QColor(Qt.GlobalColor.transparent))


def _suggest(painter: QPainter, rect: QRectF, voice: int, colour: QColor, theme: Theme) -> None:
    path = note_path(voice, _inner(rect))
    painter.fillPath(path, theme.paper)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    hatch(painter, rect, faded(colour, 0.5))
    painter.restore()
    _edged(painter, path, colour, QColor(Qt.GlobalColor.transparent), (4.0, 2.5))


def _ghost_strokes(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Two strokes of paper through a scraped note."""
    painter.setPen(_pen(theme.paper, max(1.0, rect.height() * 0.12)))
    third = rect.height() / 3
    width = rect.width()
    painter.drawLine(QLineF(rect.left(), rect.top() + third, rect.left() + width * 0.6, rect.top() + third))
    painter.drawLine(
        QLineF(rect.left() + width * 0.3, rect.top() + 2 * third, rect.right() - width * 0.1, rect.top() + 2 * third)
    )


def _scraped(painter: QPainter, rect: QRectF, voice: int, colour: QColor, theme: Theme) -> None:
    painter.fillPath(note_path(voice, rect), mix(theme.ghost, theme.paper, 0.75))
    _ghost_strokes(painter, rect, theme)


def _rewrite(painter: QPainter, rect: QRectF, voice: int, colour: QColor, theme: Theme) -> None:
    path = note_path(voice, _inner(rect))
    painter.fillPath(path, mix(theme.ghost, theme.paper, 0.45))
    _ghost_strokes(painter, rect, theme)
    _edged(painter, path, faded(colour, 0.85), QColor(Qt.GlobalColor.transparent), (4.0, 3.0))


_STATES = {
    NoteState.REWRITE: _rewrite,
    NoteState.WHISPER: _whisper,
    NoteState.SUGGEST: _suggest,
    NoteState.KEPT: _kept,
    NoteState.SETTLED: _settled,
    NoteState.UNSURE: _unsure,
    NoteState.OPEN: _open,
    NoteState.SCRAPED: _scraped,
}


def paint_badge(painter: QPainter, rect: QRectF, voice: int, theme: Theme, faint: bool = False) -> None:
    """A voice's badge: diamond, circle, square or shield with its letter."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(0.45 if faint else 1.0)
    path = QPainterPath()
    middle = rect.center()
    if voice == 0:
        corners = (
            (middle.x(), rect.top()),
            (rect.right(), middle.y()),
            (middle.x(), rect.bottom()),
            (rect.left(), middle.y()),
        )
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
        path.closeSubpath()
    elif voice == 1:
        path.addEllipse(rect.adjusted(1, 1, -1, -1))
    elif voice == 2:
        path.addRoundedRect(rect.adjusted(1.5, 1.5, -1.5, -1.5), 1.5, 1.5)
    else:
        body = rect.adjusted(1.5, 1.5, -1.5, -0.5)
        path.moveTo(body.topLeft())
        path.lineTo(body.topRight())
        path.lineTo(body.right(), body.top() + body.height() * 0.6)
        path.lineTo(middle.x(), body.bottom())
        path.lineTo(body.left(), body.top() + body.height() * 0.6)
        path.closeSubpath()
    painter.fillPath(path, QBrush(theme.voices[voice]))
    painter.setPen(theme.onvoice)
    painter.setFont(sans(9, 700))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, VOICES[voice].letter)
    painter.restore()


def paint_swatch(painter: QPainter, rect: QRectF, grade: int, theme: Theme, radius: float = 2.0) -> None:
    """A grade of surprise: its colour with 0 to 3 upright ticks."""
    ground = theme.surprise[grade]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(rect, radius, radius)
    painter.setBrush(QColor("#14171D") if ground.lightnessF() > 0.45 else QColor("#FFFFFF"))
    for tick in range(grade):
        painter.drawRect(
            QRectF(rect.center().x() - 0.9 + (tick - (grade - 1) / 2) * 4, rect.center().y() - 3.5, 1.8, 7)
        )
