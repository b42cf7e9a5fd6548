"""The page below the notes: rows of the black keys, bars, beats, areas to be rewritten, and the signs above and
below notes (fermatas, lyrics)."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from app.roll.painting.notes import RollPage
from app.roll.painting.regions import Region
from app.roll.scale import Scale, beat_lines
from app.widgets.ink import scrapes
from app.widgets.theme import Theme, faded, mix, serif
from engine.canvas.mask import Brush
from engine.canvas.music import sounding

BLACK = frozenset((1, 3, 6, 8, 10))
NARROW = 6.0  # pixels between lines below which every second one is left out


def paint_paper(painter: QPainter, page: RollPage, scale: Scale, area: QRectF, theme: Theme) -> None:
    """Rows, bars and beats in an area of the page; beyond the last bar the desk shows."""
    end = scale.x(page.piece.steps)
    painter.fillRect(area, theme.paper)
    pitches = range(scale.pitch_at(area.bottom()), scale.pitch_at(area.top()) + 1)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.rowalt)
    painter.drawRects(
        [QRectF(area.left(), scale.y(pitch), area.width(), scale.row) for pitch in pitches if pitch % 12 in BLACK]
    )
    painter.setPen(QPen(theme.soft, 1))
    meeting = (
        scale.y(pitch) + scale.row - 0.5 for pitch in pitches if pitch % 12 in (0, 5)
    )  # where two white keys meet: below C and below F
    painter.drawLines([QLineF(area.left(), y, area.right(), y) for y in meeting])
    _lines(painter, beat_lines(page.piece.bars), scale, area, QPen(theme.soft, 1), exact=True)
    _lines(painter, np.array([*page.piece.bar_starts, page.piece.steps]), scale, area, QPen(theme.line, 1), exact=False)
    if area.right() > end:
        painter.fillRect(QRectF(end, area.top(), area.right() - end, area.height()), theme.win)


def _lines(painter: QPainter, steps: np.ndarray, scale: Scale, area: QRectF, pen: QPen, exact: bool) -> None:
    """Upright lines at some steps in an area; `exact`: none at all rather than fewer when they would crowd."""
    part = steps[
        np.searchsorted(steps, scale.step_at(area.left()) - 1) : np.searchsorted(steps, scale.step_at(area.right()) + 1)
    ]
    if len(steps) < 2:
        return
    gap = scale.x(float(steps[-1] - steps[0])) / (len(steps) - 1)
    if gap < NARROW:
        if exact:
            return
        every = 2 ** int(np.ceil(np.log2(NARROW / gap)))
        first = int(np.searchsorted(steps, part[0])) if len(part) else 0
        part = part[(-first) % every :: every]
    painter.setPen(pen)
    painter.drawLines(
        [QLineF(x, area.top(), x, area.bottom()) for x in (round(scale.x(step)) + 0.5 for step in part.tolist())]
    )


def paint_regions(painter: QPainter, page: RollPage, scale: Scale, area: QRectF, theme: Theme) -> None:
    """Dashed boxes with sparse scrapes where a brush says Rewrite.

    From afar only a tint and the upper and lower edge."""
    colour = theme.brushes[Brush.REWRITE]
    far = scale.step * 4 <= NARROW
    tint = faded(colour, 0.025)
    pen = QPen(mix(colour, theme.paper, 0.75), 1.0)
    pen.setDashPattern([4, 3])
    for region in page.regions_in(scale.step_at(area.left()) - 1, scale.step_at(area.right()) + 1):
        rect = region_rect(region, scale)
        painter.fillRect(rect.intersected(area).toAlignedRect(), tint)  # whole pixels take the fast way
        if not far:
            inside = QRectF(max(rect.left(), _tile_floor(area.left(), rect.left(), 28)), rect.top(), 0, rect.height())
            inside.setRight(min(rect.right(), area.right() + 56))
            scrapes(painter, inside, faded(colour, 0.26), 28.0, float(scale.row))
        painter.setPen(pen)
        left, right, top, bottom = rect.left(), rect.right(), rect.top(), rect.bottom()
        edges = [QLineF(left + 2, top, right - 1, top), QLineF(left + 2, bottom, right - 1, bottom)]
        painter.drawLines(
            edges
            if far
            else [*edges, QLineF(left, top + 2, left, bottom - 1), QLineF(right, top + 2, right, bottom - 1)]
        )


def _tile_floor(left: float, origin: float, every: float) -> float:
    """The last place at or before `left` on a lattice from `origin`, so that neighbouring tiles join."""
    return origin + np.floor((left - origin) / every - 1) * every


def region_rect(region: Region, scale: Scale) -> QRectF:
    """The pixels of a region."""
    left, right = round(scale.x(region.start)) + 1.5, round(scale.x(region.stop)) - 0.5
    return QRectF(
        left, scale.y(region.high) + 0.5, max(2.0, right - left), (region.high - region.low + 1) * scale.row - 1
    )


def paint_signs(painter: QPainter, page: RollPage, scale: Scale, area: QRectF, theme: Theme) -> None:
    """Fermatas above the highest note at their step, lyrics below their notes; only when there is room to read them."""
    first, last = scale.step_at(area.left()) - 24, scale.step_at(area.right()) + 4
    if scale.step >= 2:
        for step in page.piece.fermatas or ():
            if first <= step <= last:
                column = sounding(page.cells[:, : step + 1])[:, -1] if page.cells.size else np.array([-1])
                top = int(column.max()) if (column >= 0).any() else 72
                paint_fermata(painter, QPointF(scale.x(step) + min(14.0, scale.step * 2), scale.y(top) - 3), theme)
    if scale.step >= 4:
        painter.setFont(serif(11))
        painter.setPen(mix(theme.ink, theme.paper, 0.8))
        for voice, line in enumerate(page.piece.voices):
            for mark in line.marks:
                if mark.lyric and first <= mark.step <= last and page.cells[voice, mark.step] >= 0:
                    y = scale.y(int(page.cells[voice, mark.step])) + scale.row
                    painter.drawText(
                        QRectF(scale.x(mark.step) + 2, y - 1, 400, 15),
                        Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop,
                        mark.lyric,
                    )


def paint_fermata(painter: QPainter, foot: QPointF, theme: Theme) -> None:
    """An arc with a dot, standing on a point."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.ink, 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    path = QPainterPath(QPointF(foot.x() - 6, foot.y()))
    path.cubicTo(
        QPointF(foot.x() - 6, foot.y() - 9), QPointF(foot.x() + 6, foot.y() - 9), QPointF(foot.x() + 6, foot.y())
    )
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ink)
    painter.drawEllipse(QPointF(foot.x(), foot.y() - 1.2), 1.3, 1.3)
    painter.restore()
