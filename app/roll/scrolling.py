"""The roll's scale and scrolling: scroll limits, where a point of the page is in the viewport, and zooming at the
mouse. Paints nothing."""

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea

from app.roll.painting.notes import RollPage
from app.roll.scale import ROW, STEP, Scale
from app.roll.shown import ShownPage

FIT = (0.6, 1.4)  # how much of the view's width a piece takes at 100 % to be fitted when first shown
USUAL = (43, 79)  # pitches to be in view when a piece is first shown, even if it has none of them
TAIL = 48  # pixels beyond the last bar
ZOOM = 1.2  # a notch of the wheel
MOST_ROW = 18  # pixels of a semitone when all of a piece is fitted into the view


class RollScroller(QObject):
    """Scrolls and zooms a scroll area over the page that is shown."""

    changed = Signal()  # scale, range or scroll position
    rescaled = Signal()  # the scale

    def __init__(self, area: QAbstractScrollArea, shown: ShownPage) -> None:
        super().__init__(area)
        self._area, self._shown = area, shown
        self._across, self._down = area.horizontalScrollBar(), area.verticalScrollBar()
        self.scale = Scale().fitting(*shown.page.span)
        self._across.valueChanged.connect(self.changed)
        self._down.valueChanged.connect(self.changed)
        shown.changed.connect(self._page_changed)

    # Where things are

    @property
    def origin(self) -> QPointF:
        """The point of the page at the viewport's upper left."""
        return QPointF(self._across.value(), self._down.value())

    @property
    def in_view(self) -> QRectF:
        """The part of the page in view, in its pixels."""
        return QRectF(self._area.viewport().rect()).translated(self.origin)

    def x_of(self, step: float) -> float:
        """Pixel of a step in the viewport; the viewport begins right of the keyboard."""
        return self.scale.x(step) - self._across.value()

    def to_page(self, at: QPointF) -> QPointF:
        """From pixels of the viewport to pixels of the page."""
        return at + self.origin

    def from_page(self, at: QPointF) -> QPointF:
        """From pixels of the page to pixels of the viewport."""
        return at - self.origin

    # Scrolling

    def show_first(self) -> None:
        """A piece that nearly fills the view is made to fill it, and its voices are brought to the middle; where that
        would hide the highest notes, these are at the top."""
        lowest, highest = self._shown.page.span
        lowest, highest = min(lowest, USUAL[0]), max(highest, USUAL[1])
        rows = self._area.viewport().height() // (highest - lowest + 3)
        self.zoom_rows(0, min(ROW, max(ROW - 2, rows)) - self.scale.row)
        if FIT[0] <= self.scale.x(self._shown.piece.steps) / max(1, self._area.viewport().width()) <= FIT[1]:
            self.zoom_fit()
        self.center_pitch((lowest + highest) // 2)
        self._down.setValue(min(self._down.value(), self.scale.y(self._shown.page.span[1]) - 2 * self.scale.row))

    def resized(self, old_height: int) -> None:
        """The viewport has another size: what was in its middle stays there."""
        middle = self.scale.pitch_at(self._down.value() + old_height / 2) if old_height > 0 else 62
        self.update_ranges()
        self.center_pitch(middle)

    def update_ranges(self) -> None:
        """Fit the scroll bars to the page."""
        size = self._area.viewport().size()
        spare = round(self.scale.x(self._shown.page.piece.steps)) - size.width()
        self._across.setRange(0, spare + TAIL if spare > 2 else 0)
        self._across.setPageStep(size.width())
        self._across.setSingleStep(max(8, round(self.scale.step * 4)))
        self._down.setRange(0, max(0, self.scale.height - size.height()))
        self._down.setPageStep(size.height())
        self._down.setSingleStep(self.scale.row * 3)
        self.changed.emit()

    def center_pitch(self, pitch: int) -> None:
        """Bring a pitch to the middle."""
        self._down.setValue(self.scale.y(pitch) - self._area.viewport().height() // 2)

    def move_by(self, across: float, down: float = 0.0) -> None:
        """Scroll by a number of pixels."""
        self._across.setValue(self._across.value() + round(across))
        self._down.setValue(self._down.value() + round(down))

    def turn_sideways(self, turn: int) -> None:
        """Sideways by a turn of the wheel (eighths of a degree)."""
        self._across.setValue(self._across.value() - round(turn / 120 * 84))

    def reveal(self, step: int, pitch: int | None = None) -> None:
        """Scroll until a place can be seen."""
        x, width = self.x_of(step), self._area.viewport().width()
        if not 0 <= x <= width - 24:
            self._across.setValue(round(self.scale.x(step) - width * 0.25))
        if pitch is not None:
            y = self.scale.y(pitch) - self._down.value()
            if not 0 <= y <= self._area.viewport().height() - self.scale.row:
                self.center_pitch(pitch)

    def _page_changed(self, old: RollPage, _span: object) -> None:
        """Rows for all notes, and room for all bars."""
        page = self._shown.page
        scale = self.scale.fitting(*page.span)
        if scale != self.scale:
            self.set_scale(scale)
        elif (old.piece.bars, old.piece.key) != (page.piece.bars, page.piece.key):
            self.update_ranges()

    # Zoom

    def set_scale(self, scale: Scale) -> None:
        """Use another scale; everything must be painted again."""
        self.scale = scale
        self.rescaled.emit()
        self.update_ranges()

    def zoom_at(self, x: float, factor: float) -> None:
        """Zoom in time; what lies at the viewport's pixel x stays there."""
        self.zoom_to(x, self.scale.step * factor)

    def zoom_to(self, x: float, pixels: float) -> None:
        """Set the pixels per sixteenth; what is at the viewport's pixel x stays there."""
        step = self.scale.step_at(x + self._across.value())
        self.set_scale(self.scale.with_step(pixels))
        self._across.setValue(round(self.scale.x(step) - x))

    def zoom_rows(self, y: float, pixels: int) -> None:
        """Higher or lower rows; the pitch at the viewport's pixel y stays there."""
        row = (y + self._down.value()) / self.scale.row
        self.set_scale(self.scale.taller(pixels))
        self._down.setValue(round(row * self.scale.row - y))

    def zoom_by(self, notches: int) -> None:
        """Closer (1) or farther (-1), around the keyboard cursor or the middle."""
        width, x = self._area.viewport().width(), self.x_of(self._shown.document.cursor[1])
        self.zoom_at(x if self._area.hasFocus() and 0 <= x <= width else width / 2, ZOOM**notches)

    def zoom_whole(self) -> None:
        """Every bar and every note in view; if they are already, 100 % again."""
        before = self.scale
        self.zoom_fit()
        lowest, highest = self._shown.page.span
        rows = self._area.viewport().height() // (highest - lowest + 3)
        self.zoom_rows(0, min(rows, MOST_ROW) - self.scale.row)
        self.center_pitch((lowest + highest) // 2)
        if self.scale == before:
            self.zoom_to(0, STEP)
            self.zoom_rows(0, ROW - self.scale.row)
            self.center_pitch((lowest + highest) // 2)
            self.reveal(self._shown.document.cursor[1])

    def zoom_fit(self) -> None:
        """All bars in view."""
        self.zoom_to(0, self._area.viewport().width() / max(1, self._shown.piece.steps))
        self._across.setValue(0)

    def wheel(self, event: QWheelEvent) -> None:
        """Scroll; with Ctrl zoom in time, with Ctrl+Shift in pitch."""
        turn, held = event.angleDelta(), event.modifiers()
        notches = (turn.y() or turn.x()) / 120
        if held & Qt.KeyboardModifier.ControlModifier:
            if held & Qt.KeyboardModifier.ShiftModifier:
                self.zoom_rows(event.position().y(), 1 if notches > 0 else -1)
            else:
                self.zoom_at(event.position().x(), ZOOM**notches)
            event.accept()
            return
        exact = event.pixelDelta()
        across, down = (exact.x(), exact.y()) if not exact.isNull() else (turn.x() / 120 * 84, turn.y() / 120 * 78)
        if held & Qt.KeyboardModifier.ShiftModifier:
            across, down = across or down, 0
        self.move_by(-round(across), -round(down))
        event.accept()
