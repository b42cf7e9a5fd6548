"""The lane strip below the roll: S A T B x time, where masks are painted quickly.

A drag paints a rectangle of lanes and time with the active brush, a double click a whole voice; each voice has Mute
and Solo. Follows the roll's scale and scroll position."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.document.document import Document, Preview
from app.roll.changes import Change, paint_spans, piece_of, stroke_name
from app.roll.describe import place_words, voice_word
from app.roll.keyboard import WIDTH
from app.roll.lane_buttons import Badge, LetterSwitch
from app.roll.painting.tiles import Tiles
from app.roll.scale import cell_of
from app.roll.view import RollView
from app.widgets.ink import fill_brush
from app.widgets.theme import look, mix, theme
from app.words import brush_word, tr
from engine.canvas.mask import Brush
from engine.canvas.music import VOICES
from engine.canvas.project import Project

LATTICE = 140.0  # pixels: a long run is painted from a multiple of this, so that its pattern stays put while scrolling


def _run_around(row: np.ndarray, step: int) -> tuple[int, int]:
    """(start, stop) of the cells of one brush around a step."""
    seams = np.concatenate([[0], np.flatnonzero(row[1:] != row[:-1]) + 1, [len(row)]])
    index = int(np.searchsorted(seams, step, side="right"))
    return int(seams[index - 1]), int(seams[index])


class LaneSizes(NamedTuple):
    """Pixels of a lane, between two, and above the first."""

    lane: int
    gap: int
    padding: int

    @property
    def height(self) -> int:
        """Of the whole strip."""
        return 4 * self.lane + 3 * self.gap + 2 * self.padding


USUAL, LOW = LaneSizes(20, 4, 9), LaneSizes(15, 3, 5)  # and in a low window


class LaneStrip(QWidget):
    """Lanes of a document under its roll."""

    muted = Signal(int, bool)  # voice, on
    soloed = Signal(int, bool)
    status = Signal(str)

    def __init__(self, document: Document, preview: Preview, roll: RollView) -> None:
        super().__init__()
        self.document, self.preview, self.roll = document, preview, roll
        self._brush, self._sizes = Brush.REWRITE, USUAL
        self._from: tuple[int, float] | None = None  # lane and time (steps) of the press
        self._before: tuple[object, object] = (None, None)  # the page a stroke began from
        self._tiles = Tiles(self._paint_tile)
        self._mask = roll.shown.project.masks[0]  # what the squares show
        self._look: tuple[float, str] = (0.0, "")
        self._clicked = -1  # undo index after the last click, so that a double click replaces it
        self.badges = [Badge(voice, self) for voice in range(4)]
        self.mutes = [LetterSwitch("M", tr("Mute the {voice}", voice=voice_word(v)), self) for v in range(4)]
        self.solos = [LetterSwitch("S", tr("Solo the {voice}", voice=voice_word(v)), self) for v in range(4)]
        self.setFixedHeight(self._sizes.height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setAccessibleName(tr("Lanes"))
        self.setToolTip("")
        self._connect()

    def _connect(self) -> None:
        for voice in range(4):
            self.badges[voice].clicked.connect(lambda _on=False, v=voice: self._choose_voice(v))
            self.mutes[voice].toggled.connect(lambda on, v=voice: self.muted.emit(v, on))
            self.solos[voice].toggled.connect(lambda on, v=voice: self.soloed.emit(v, on))
        self.roll.view_changed.connect(self.update)
        self.roll.shown.proposed.connect(self.update)
        self.roll.tool_changed.connect(self._tool_changed)
        self.roll.voice_changed.connect(self._voice_changed)
        self.document.changed.connect(self._document_changed)
        self.roll.shown.changed.connect(self._page_shown)
        look.changed.connect(self.update)
        self._tool_changed(self.roll.tool)
        self._voice_changed(self.roll.voice)

    @property
    def brush(self) -> Brush:
        """The brush in hand, or the last one that was."""
        return self._brush

    def _document_changed(self) -> None:
        if self._from is not None and (self.document.project.canvas, self.document.project.masks) != self._before:
            self.cancel()
        self.update()

    def _page_shown(self) -> None:
        """Another page may have other brushes; while one is being written they stay, and nothing is painted."""
        if self.roll.shown.project.masks[0] is not self._mask:
            self.update()

    def _tool_changed(self, tool: object) -> None:
        if isinstance(tool, Brush):
            self._brush = tool

    def _choose_voice(self, voice: int) -> None:
        self.roll.voice = voice

    def _voice_changed(self, voice: int) -> None:
        self.badges[voice].setChecked(True)

    # Layout and painting

    def sizeHint(self) -> QSize:
        return QSize(900, self._sizes.height)

    def set_low(self, low: bool) -> None:
        """Take less of a low window."""
        sizes = LOW if low else USUAL
        if sizes != self._sizes:
            self._sizes = sizes
            self._tiles.clear()
            self.setFixedHeight(sizes.height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        lane = self._sizes.lane
        for voice in range(4):
            top = self.lane_top(voice)
            self.badges[voice].setGeometry(2, top - 2, 28, lane + 4)
            self.mutes[voice].setGeometry(30, top, 18, lane)
            self.solos[voice].setGeometry(48, top, 18, lane)

    def lane_top(self, voice: int) -> int:
        """The upper edge of a lane."""
        return self._sizes.padding + voice * (self._sizes.lane + self._sizes.gap)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, offset = theme(), self.roll.horizontalScrollBar().value()
        self._follow()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.win)
        painter.setClipRect(QRectF(WIDTH, 0, self.roll.viewport().width(), self.height()))
        painter.translate(WIDTH - offset, 0)
        self._tiles.show(
            painter, QRectF(offset, 0, self.roll.viewport().width(), self.height()), self.devicePixelRatioF()
        )
        painter.end()

    def _follow(self) -> None:
        """Forget the squares of which the mask, the scale or the theme is another now."""
        look_now = (self.roll.scale.step, theme().name)
        mask = self.roll.shown.project.masks[0]
        if look_now != self._look or mask.shape != self._mask.shape:
            self._tiles.clear()
        elif mask is not self._mask:
            for old, new in zip(self._mask.array(), mask.array(), strict=True):
                differs = np.flatnonzero(old != new)
                if len(differs):  # a run is painted as one, so all of it goes: its edges may lie far from the change
                    ends = [_run_around(row, int(step)) for row in (old, new) for step in (differs[0], differs[-1])]
                    left, right = min(start for start, _ in ends), max(stop for _, stop in ends)
                    self._tiles.forget(self.roll.scale.x(left), self.roll.scale.x(right))
        self._look, self._mask = look_now, mask

    def _paint_tile(self, painter: QPainter, area: QRectF) -> None:
        painter.fillRect(area, theme().win)
        mask, scale = self._mask.array(), self.roll.scale
        first, last = (
            max(0, int(scale.step_at(area.left())) - 1),
            min(mask.shape[1], int(scale.step_at(area.right())) + 2),
        )
        for voice, row in enumerate(mask):
            seams = np.flatnonzero(row[1:] != row[:-1]) + 1
            inside = seams[np.searchsorted(seams, first) : np.searchsorted(seams, last)].tolist()
            before, after = seams[seams < first], seams[seams >= last]
            edges = [int(before[-1]) if len(before) else 0, *inside, int(after[0]) if len(after) else len(row)]
            for start, stop in pairwise(sorted(set(edges))):
                self._paint_run(painter, area, voice, start, stop, Brush(int(row[start])))

    def _paint_run(self, painter: QPainter, area: QRectF, voice: int, start: int, stop: int, brush: Brush) -> None:
        colours, left, right = theme(), self.roll.scale.x(start), self.roll.scale.x(stop)
        top = self.lane_top(voice)
        if right - left < 3:
            painter.fillRect(
                QRectF(left, top, max(1.0, right - left), self._sizes.lane),
                mix(colours.brushes[brush], colours.win, 0.9 if brush is Brush.KEEP else 0.4),
            )
            return
        if left < area.left() - LATTICE:
            left += np.floor((area.left() - LATTICE - left) / LATTICE + 1) * LATTICE
        fill_brush(
            painter, QRectF(left, top, min(right, area.right() + LATTICE) - left, self._sizes.lane), brush, colours
        )

    # Mouse

    def _at(self, at: QPointF) -> tuple[int, float]:
        """(lane, time in steps) of a point, kept on the page."""
        sizes = self._sizes
        lane = min(3, max(0, int((at.y() - sizes.padding + sizes.gap / 2) // (sizes.lane + sizes.gap))))
        piece = piece_of(self.roll.document.project)
        return lane, min(
            max(0.0, self.roll.scale.step_at(at.x() - WIDTH + self.roll.horizontalScrollBar().value())),
            piece.steps - 1e-6,
        )

    def _painted(self, at: QPointF) -> Project:
        assert self._from is not None
        piece = piece_of(self.document.project)
        lane, step = self._at(at)
        lanes, times = sorted((lane, self._from[0])), sorted((step, self._from[1]))
        start, stop = (
            cell_of(piece, times[0], self.roll.options.snap)[0],
            cell_of(piece, times[1], self.roll.options.snap)[1],
        )
        return paint_spans(
            self.document.project, self.brush, [(voice, start, stop) for voice in range(lanes[0], lanes[1] + 1)]
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() >= WIDTH:
            self._from = self._at(event.position())
            self._before = (self.document.project.canvas, self.document.project.masks)
            self._propose(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is not None:
            self._propose(event.position())
        else:
            self._describe(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._from is None:
            return
        after, self._from = self._painted(event.position()), None
        self._commit(after)
        self._clicked = self.document.stack.index()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.position().x() < WIDTH:
            return
        if self._clicked == self.document.stack.index() and self.document.stack.undoText() == stroke_name(self.brush):
            self.document.stack.undo()  # the first click of the two was not meant as its own stroke
        self._clicked = -1
        lane, _ = self._at(event.position())
        self._commit(paint_spans(self.document.project, self.brush, [(lane, 0, piece_of(self.document.project).steps)]))

    def wheelEvent(self, event: QWheelEvent) -> None:
        scroller, turn = self.roll.scroller, event.angleDelta()
        scroller.wheel(event) if event.modifiers() else scroller.turn_sideways(turn.y() or turn.x())

    def cancel(self) -> bool:
        """Give up a stroke under way; False if there is none."""
        if self._from is None:
            return False
        self._from = None
        self.roll.shown.propose(None)
        return True

    def _propose(self, at: QPointF) -> None:
        self.roll.shown.propose(self._painted(at), self.document.selection)
        self._describe(at)

    def _commit(self, project: Project) -> None:
        self.roll.shown.propose(None)
        self.roll.commands.commit(Change(stroke_name(self.brush), project, self.document.selection))

    def _describe(self, at: QPointF) -> None:
        lane, step = self._at(at)
        brush = Brush(self.roll.shown.project.masks[0].rows[lane][int(step)])
        self.status.emit(
            f"{place_words(piece_of(self.document.project), int(step))}, {VOICES[lane].name.lower()},"
            f" {brush_word(brush)}"
        )
