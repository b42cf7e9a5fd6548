"""The page from afar: when a sixteenth is only a pixel or two wide, notes are laid out as one array of pixels
instead of one by one."""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.roll.painting.notes import RollPage
from app.roll.scale import Scale
from app.widgets.ink import NoteState
from app.widgets.theme import Theme, mix

FAR = 2.5  # pixels of a sixteenth below which this file paints
PALE = (NoteState.REWRITE, NoteState.OPEN, NoteState.UNSURE)


def paint_far(
    painter: QPainter,
    page: RollPage,
    scale: Scale,
    area: QRectF,
    theme: Theme,
    order: tuple[int, ...],
    pale_voices: frozenset[int],
    ratio: float,
) -> None:
    """The notes in an area as plain bars; the last voice of `order` on top, those of `pale_voices` pale."""
    picture = _Picture(scale, area, ratio, page.cells.shape[1])
    for voice in order:
        strength = 0.3 if voice in pale_voices else 1.0
        colours = [mix(theme.voices[voice], theme.paper, share * strength) for share in (1.0, 0.35)]
        pale = np.isin(page.states[voice], PALE)
        picture.lay(page.cells_sounding[voice], page.cells[voice] >= 0, pale, colours)
    picture.paint(painter)


def paint_far_selection(
    painter: QPainter,
    page: RollPage,
    scale: Scale,
    area: QRectF,
    places: Iterable[tuple[int, int]],
    colour: QColor,
    ratio: float,
) -> None:
    """Selected notes in an area as bars of one colour."""
    picture = _Picture(scale, area, ratio, page.cells.shape[1])
    starts: list[list[int]] = [[], [], [], []]
    for voice, start in places:
        starts[voice].append(start)
    for voice, chosen in enumerate(starts):
        if chosen:
            line = page.lines[voice]
            here = np.isin(line.starts, chosen)
            edges = np.zeros(page.cells.shape[1] + 1, dtype=np.int64)
            edges[line.starts[here]] += 1
            np.subtract.at(edges, line.stops[here], 1)
            covered = np.cumsum(edges[:-1]) > 0
            pitch = np.where(covered, page.cells_sounding[voice], -1)
            picture.lay(pitch, page.cells[voice] >= 0, np.zeros(len(pitch), dtype=bool), [colour, colour])
    picture.paint(painter)


class _Picture:
    """Pixels (rows of pitches x device columns) of an area, painted at once."""

    def __init__(self, scale: Scale, area: QRectF, ratio: float, steps: int) -> None:
        self.scale, self.ratio = scale, ratio
        self.high, self.low = scale.pitch_at(area.top()), scale.pitch_at(area.bottom())
        self.left = area.left()
        columns = area.left() + np.arange(int(np.ceil(area.width() * ratio)) + 1) / ratio
        at = np.floor(columns / scale.step).astype(np.int64)
        self.edges = np.clip(at, 0, steps)  # the first step of each column, and of the one after the last
        self.inside = (at[:-1] < steps) & (at[:-1] >= 0)
        self.pixels = np.zeros((self.high - self.low + 1, len(self.edges) - 1), dtype=np.uint32)

    def lay(self, pitch: np.ndarray, onset: np.ndarray, pale: np.ndarray, colours: list[QColor]) -> None:
        """Lay one voice over what is there: pitch (or less than 0) and paleness of each step; a gap of a pixel
        is before an onset where there is room."""
        first, last = int(self.edges[0]), int(self.edges[-1])
        if first >= last:
            return
        codes = np.zeros((len(self.pixels), last - first), dtype=np.uint8)
        row = pitch[first:last]
        shown = np.flatnonzero((row >= self.low) & (row <= self.high))
        codes[self.high - row[shown], shown] = np.where(pale[first:last][shown], 1, 2)
        starts = np.minimum(self.edges[:-1] - first, codes.shape[1] - 1)
        if self.scale.step * self.ratio >= 1:
            columns = codes[:, starts]
            if self.scale.step * self.ratio >= 2:
                follows = np.minimum(self.edges[1:], len(onset) - 1)
                columns[:, (self.edges[1:] > self.edges[:-1]) & onset[follows]] = 0
        else:
            columns = np.maximum.reduceat(codes, starts, axis=1)
        columns[:, ~self.inside] = 0
        self.pixels[columns == 2] = colours[0].rgb()
        self.pixels[columns == 1] = colours[1].rgb()

    def paint(self, painter: QPainter) -> None:
        """Copy the pixels to the page, each row as high as a semitone, with a hair of paper between rows."""
        tall = self.scale.row * self.ratio  # may be a fraction
        row = (np.arange(int(len(self.pixels) * tall)) / tall).astype(np.int64)
        image = self.pixels[row]
        if tall > 6:
            image[np.flatnonzero(np.diff(row, prepend=-1))] = 0
        height, width = image.shape
        picture = QImage(image.data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied)
        picture.setDevicePixelRatio(self.ratio)
        painter.drawImage(QPointF(self.left, self.scale.y(self.high)), picture)
