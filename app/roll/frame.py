"""What is around the roll's viewport: ruler and chord lane above it, the keyboard at its left, and the corner between.
Keeps them at the page's scale, scroll position, piece and options."""

from PySide6.QtCore import QObject, QRect
from PySide6.QtWidgets import QAbstractScrollArea

from app.document.document import Document
from app.roll.chord_lane import HEIGHT as LANE
from app.roll.chord_lane import ChordLane
from app.roll.keyboard import WIDTH, Keyboard
from app.roll.options import RollOptions
from app.roll.painting.notes import RollPage, StepSpan
from app.roll.ruler import CHORDS, HEIGHT, Corner, Ruler
from app.roll.scale import beat_lines
from app.roll.scrolling import RollScroller
from app.roll.shown import ShownPage
from app.words import tr
from engine.theory.chord_names import chord_names


class RollFrame(QObject):
    """Ruler, chord lane, keyboard and corner of one roll."""

    def __init__(
        self,
        area: QAbstractScrollArea,
        document: Document,
        shown: ShownPage,
        scroller: RollScroller,
        options: RollOptions,
    ) -> None:
        super().__init__(area)
        self._area, self._shown, self._scroller, self._options = area, shown, scroller, options
        self.ruler, self.keyboard, self.corner = Ruler(area, shown.page.piece), Keyboard(area), Corner(area)
        self.lane = ChordLane(area, document)
        shown.changed.connect(self._page_changed)
        scroller.changed.connect(self._follow)
        options.snap_changed.connect(self._snap_changed)
        options.switched.connect(self._switched)
        self._name_chords()

    @property
    def margins(self) -> tuple[int, int, int, int]:
        """Pixels around the viewport: left, top, right, bottom."""
        return WIDTH, self._ruler_height + (LANE if self._options.chord_lane else 0), 0, 0

    @property
    def _ruler_height(self) -> int:
        return HEIGHT + (CHORDS if self._options.chords else 0)

    def place(self) -> None:
        """Lay the parts around the viewport."""
        inside = self._area.viewport().geometry()
        self.ruler.setGeometry(inside.left(), 0, inside.width(), self._ruler_height)
        self.lane.setGeometry(inside.left(), self._ruler_height, inside.width(), LANE)
        self.lane.setVisible(self._options.chord_lane)
        self.corner.rows = (
            (HEIGHT, tr("Sounds") if self._options.chords else ""),
            (self._ruler_height, tr("Chords") if self._options.chord_lane else ""),
        )
        self.keyboard.setGeometry(0, inside.top(), inside.left(), inside.height())
        self.corner.setGeometry(0, 0, inside.left(), inside.top())

    def show_playhead(self, step: float | None) -> None:
        """Move the playhead's mark on the ruler; None hides it."""
        for at in (self.ruler.playhead, step):
            if at is not None:
                self.ruler.update(QRect(round(self._scroller.x_of(at)) - 9, 0, 19, self.ruler.height()))
        self.ruler.playhead = step

    def update(self) -> None:
        """Paint ruler and keyboard again."""
        self.ruler.update()
        self.lane.update()
        self.keyboard.update()

    def _follow(self) -> None:
        """Go with the scale and the scroll position."""
        origin = self._scroller.origin.toPoint()
        self.ruler.scale, self.ruler.offset = self._scroller.scale, origin.x()
        self.ruler.update()
        self.lane.scale, self.lane.offset = self._scroller.scale, origin.x()
        self.lane.editor.close_quietly()
        self.lane.update()
        self.keyboard.show_at(self._scroller.scale, origin.y())

    def _page_changed(self, old: RollPage, span: StepSpan | None) -> None:
        page = self._shown.page
        self.ruler.piece = page.piece
        if span is not None:
            self._name_chords()

    def _snap_changed(self, snap: str) -> None:
        self.ruler.snap = self.lane.snap = snap

    def _switched(self, name: str) -> None:
        if name == "note_names":
            self.keyboard.all_names = self._options.note_names
            self.keyboard.update()
        elif name == "chords":
            self._name_chords()

    def _name_chords(self) -> None:
        """Name what the page shows; while a preview streams the old names stay, for they would flicker."""
        if self._shown.preview.running:
            return
        if self._options.chords:
            page = self._shown.page
            self.ruler.chords = chord_names(page.piece, beat_lines(page.piece.bars)[:-1].tolist(), page.cells)
        self.ruler.update()
