"""The roll's picture of the page: painted squares that are kept while they are right, the heat-map, and the fade from
one kind of page to the next. What lies over the page is overlay's."""

from math import inf

import numpy as np
from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QAbstractScrollArea

from app.roll.options import RollOptions
from app.roll.painting.far import FAR, paint_far
from app.roll.painting.notes import Drawn, RollPage, StepSpan
from app.roll.painting.paper import paint_paper, paint_regions, paint_signs
from app.roll.painting.sprites import Sprites, paint_notes
from app.roll.painting.tiles import Tiles
from app.roll.scrolling import RollScroller
from app.roll.shown import ShownPage
from app.widgets.motion import HEAT, Fade
from app.widgets.theme import look, theme
from engine.theory.spelling import pitch_name

PAINTING = 0.008  # seconds of a frame for squares of a page that is being written
NEXT_FRAME = 33  # milliseconds until squares that were left for lack of time are painted


class RollPicture(QObject):
    """Paints the page into the viewport of a scroll area."""

    def __init__(
        self, area: QAbstractScrollArea, shown: ShownPage, scroller: RollScroller, options: RollOptions
    ) -> None:
        super().__init__(area)
        self._area, self._shown, self._scroller, self._options = area, shown, scroller, options
        self.tiles = Tiles(self._paint_tile)
        self.fade = Fade(area.viewport())
        self._sprites = Sprites()
        self._surprise: np.ndarray | None = None
        for bar in (area.horizontalScrollBar(), area.verticalScrollBar()):
            bar.valueChanged.connect(self._scrolled)
        shown.changing.connect(self.fade_in)
        shown.changed.connect(self._page_changed)
        shown.voice_changed.connect(self.repaint)
        scroller.rescaled.connect(self._rescaled)
        options.switched.connect(self._switched)
        look.changed.connect(self.repaint)

    @property
    def surprise(self) -> np.ndarray | None:
        """Bits (4, steps) at onsets: the heat-map; None switches it off."""
        return self._surprise

    @surprise.setter
    def surprise(self, bits: np.ndarray | None) -> None:
        if (bits is None) != (self._surprise is None):
            self.fade_in(HEAT)
        self._surprise = bits
        self.repaint()

    def repaint(self) -> None:
        """Paint every square again."""
        self.tiles.clear()
        self._area.viewport().update()

    def fade_in(self, milliseconds: int) -> None:
        """Whatever is painted next comes out of what is in view now."""
        if look.reduced_motion or not self._area.isVisible():
            return
        ratio, area = self._area.devicePixelRatioF(), self._scroller.in_view
        picture = QPixmap(area.size().toSize() * ratio)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        painter.translate(-area.topLeft())
        self.tiles.show(painter, area, ratio)
        painter.end()
        self.fade.begin(picture, milliseconds)

    def _page_changed(self, _old: RollPage, span: StepSpan | None) -> None:
        """Repaint what differs; squares of a page that is being written may wait for their turn."""
        running = self._shown.preview.running
        if not running:
            self.tiles.forget_late()
        if span is not None:
            scale = self._scroller.scale
            (self.tiles.outdate if running else self.tiles.forget)(scale.x(span[0]), scale.x(span[1]))
        self._area.viewport().update()

    def _scrolled(self) -> None:
        self.fade.drop()
        self._area.viewport().update()

    def _rescaled(self) -> None:
        self.fade.drop()
        self.repaint()

    def _switched(self, name: str) -> None:
        if name not in ("chords", "chord_lane"):
            self.repaint()

    # Painting

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """An area of the page; the painter works in the page's pixels."""
        viewport = self._area.viewport()
        seconds = PAINTING if self._shown.preview.running else inf
        if not self.tiles.show(painter, area, self._area.devicePixelRatioF(), seconds):
            QTimer.singleShot(NEXT_FRAME, viewport, viewport.update)
        if self.fade.under_way:
            origin = self._scroller.origin
            painter.translate(origin)
            self.fade.paint(painter)
            painter.translate(-origin)

    def _paint_tile(self, painter: QPainter, area: QRectF) -> None:
        colours, page, scale, order = theme(), self._shown.page, self._scroller.scale, self._shown.order
        ratio = self._area.devicePixelRatioF()
        pale = self._options.silent | frozenset(order[:-1] if self._options.ghosting else ())
        paint_paper(painter, page, scale, area, colours)
        paint_regions(painter, page, scale, area, colours)
        if scale.step < FAR:
            paint_far(painter, page, scale, area, colours, order, pale, ratio)
        else:
            self._sprites.set_look(colours, scale.row, ratio)
            label = self._name_of if self._options.note_names else None
            paint_notes(painter, page, scale, area, self._sprites, order, pale, label, self._surprise)
        paint_signs(painter, page, scale, area, colours)

    def _name_of(self, note: Drawn) -> str:
        piece = self._shown.page.piece
        own = next((mark.spelling for mark in piece.voices[note.voice].marks if mark.step == note.start), None)
        return pitch_name(note.pitch, piece.key, own)
