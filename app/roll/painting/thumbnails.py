"""Small pictures of pieces: every voice as bars of its colour over faint bar lines, with the areas to be rewritten.

For alternatives and the start page."""

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from app.roll.painting.notes import RollPage, page_of
from app.widgets.ink import scrapes
from app.widgets.theme import Theme, faded, mix
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import REST, VOICES, Piece, orphan_holds
from engine.canvas.project import Project

PADDING = 5.0
THICK = 3.6  # pixels of a note at the most
FEWEST = 20  # semitones a picture spans at least


def paint_sheet(painter: QPainter, rect: QRectF, piece: Piece | None, theme: Theme) -> QRectF:
    """A sheet of paper with a piece in small, or an empty one; returns the paper's outline."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sheet = rect.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(theme.line, 1))
    painter.setBrush(theme.paper)
    painter.drawRoundedRect(sheet, 6, 6)
    if piece is not None:
        paint_thumbnail(painter, sheet.adjusted(2, 2, -2, -2), piece, theme)
    return sheet


def paint_thumbnail(painter: QPainter, rect: QRectF, piece: Piece, theme: Theme, mask: Mask | None = None) -> None:
    """A piece in a rectangle (no frame, no ground); cells that a mask frees show as dashed boxes, and their notes as
    ghosts."""
    paint_small(painter, rect, page_of(Project(piece, (mask or Mask.filled(4, piece.steps, Brush.KEEP),))), theme)


def unfinished(piece: Piece, cells: np.ndarray) -> RollPage:
    """A page whose cells (4, steps) are still being written; no piece is made of them, which would take long."""
    cells = cells.copy()
    cells[orphan_holds(cells)] = REST
    return RollPage(piece, cells, np.full(cells.shape, Brush.KEEP, dtype=np.uint8))


def paint_small(painter: QPainter, rect: QRectF, page: RollPage, theme: Theme) -> None:
    """A page of the roll as a small picture."""
    piece = page.piece
    inside = rect.adjusted(PADDING, PADDING, -PADDING, -PADDING)
    low, high = _range(page)
    across, down = inside.width() / max(1, piece.steps), inside.height() / (high - low + 1)
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    _bar_lines(painter, rect, inside, piece, across, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for region in page.regions:
        top = inside.top() + (high - min(region.high, high)) * down
        bottom = inside.top() + (high - max(region.low, low) + 1) * down
        _region(
            painter,
            QRectF(inside.left() + region.start * across, top, (region.stop - region.start) * across, bottom - top),
            theme,
        )
    thick = min(THICK, max(1.5, down * 1.5))
    for voice in (3, 2, 1, 0):
        _notes(painter, page, voice, inside, across, down, high, thick, theme)
    painter.restore()


def _range(page: RollPage) -> tuple[int, int]:
    """Lowest and highest pitch of the picture."""
    pitches = np.concatenate([line.pitches for line in page.lines])
    low, high = (int(pitches.min()), int(pitches.max())) if len(pitches) else (VOICES[3].low, VOICES[0].high)
    for region in page.regions:
        low, high = min(low, max(region.low, VOICES[3].low)), max(high, min(region.high, VOICES[0].high))
    spare = max(0, FEWEST - (high - low))
    return low - spare // 2 - 1, high + spare - spare // 2 + 1


def _bar_lines(painter: QPainter, rect: QRectF, inside: QRectF, piece: Piece, across: float, theme: Theme) -> None:
    every = 1
    while piece.steps * across / len(piece.bars) * every < 8:
        every *= 2
    painter.setPen(QPen(theme.soft, 1))
    places = (round(inside.left() + start * across) + 0.5 for start in piece.bar_starts[every::every])
    painter.drawLines([QLineF(x, rect.top(), x, rect.bottom()) for x in places])


def _region(painter: QPainter, box: QRectF, theme: Theme) -> None:
    colour = theme.brushes[Brush.REWRITE]
    path = QPainterPath()
    path.addRoundedRect(box, 3, 3)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    scrapes(painter, box, faded(colour, 0.38), 18.0, 6.0)
    painter.restore()
    pen = QPen(faded(colour, 0.8), 1)
    pen.setDashPattern([3, 2.5])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _notes(
    painter: QPainter,
    page: RollPage,
    voice: int,
    inside: QRectF,
    across: float,
    down: float,
    high: int,
    thick: float,
    theme: Theme,
) -> None:
    line = page.lines[voice]
    if not len(line.starts):
        return
    left = np.round(line.starts * across, 1)
    width = np.maximum(1.2, np.round((line.stops - line.starts) * across - 0.8, 1))
    ghost = page.states[voice][line.starts] == Brush.REWRITE
    bars = np.unique(np.stack([left, line.pitches, width, ghost], axis=1), axis=0)
    painter.setPen(Qt.PenStyle.NoPen)
    for pale, colour in ((0, theme.voices[voice]), (1, mix(theme.ghost, theme.paper, 0.8))):
        painter.setBrush(colour)
        some = bars[bars[:, 3] == pale]
        tops = inside.top() + (high - some[:, 1] + 0.5) * down - thick / 2
        boxes = zip((inside.left() + some[:, 0]).tolist(), tops.tolist(), some[:, 2].tolist(), strict=True)
        painter.drawRects([QRectF(x, top, w, thick) for x, top, w in boxes])  # each call lets a busy network in between
