"""The roll's layout, scrolling and zooming: where ruler and keyboard lie, how far one can go, and that the point
under the mouse stays while zooming."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.document.document import Document, Preview
from app.roll.canvas import RollCanvas
from app.roll.ruler import Corner
from app.roll.scale import ROW, STEP

FIT = (0.6, 1.4)  # how much of the view's width a piece takes at 100 % to be fitted when first shown
USUAL = (43, 79)  # pitches to be in view when a piece is first shown, even if it has none of them
TAIL = 48  # pixels of desk beyond the last bar
ZOOM = 1.2  # a notch of the wheel


class RollScroller(RollCanvas):
    """A canvas that scrolls and zooms."""

    view_changed = Signal()  # scale or scroll

    def __init__(self, document: Document, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(document, preview, parent)
        self.corner = Corner(self)
        self._fitted = False

    def showEvent(self, event: QShowEvent) -> None:
        """The first time, a piece that nearly fills the view is made to fill it, and its voices are brought to the
        middle."""
        super().showEvent(event)
        if not self._fitted:
            self._fitted = True
            self._first_look()

    def _first_look(self) -> None:
        lowest, highest = self.page.span
        lowest, highest = min(lowest, USUAL[0]), max(highest, USUAL[1])
        rows = self.viewport().height() // (highest - lowest + 3)
        self.zoom_rows(0, min(ROW, max(ROW - 2, rows)) - self.scale.row)
        if FIT[0] <= self.scale.x(self.piece.steps) / max(1, self.viewport().width()) <= FIT[1]:
            self.zoom_fit()
        self.center_pitch((lowest + highest) // 2)

    def sizeHint(self) -> QSize:
        return QSize(900, 560)

    def place_parts(self) -> None:
        """Lay out ruler and keyboard around the viewport."""
        inside = self.viewport().geometry()
        self.ruler.setGeometry(inside.left(), 0, inside.width(), inside.top())
        self.keyboard.setGeometry(0, inside.top(), inside.left(), inside.height())
        self.corner.setGeometry(0, 0, inside.left(), inside.top())

    def resizeEvent(self, event: QResizeEvent) -> None:
        middle = (
            self.scale.pitch_at(self.verticalScrollBar().value() + event.oldSize().height() / 2)
            if event.oldSize().height() > 0
            else 62
        )
        self.place_parts()
        self.update_ranges()
        self.center_pitch(middle)

    def update_ranges(self) -> None:
        """Fit the scroll bars to the page."""
        size, across, down = self.viewport().size(), self.horizontalScrollBar(), self.verticalScrollBar()
        length = round(self.scale.x(self.page.piece.steps))
        spare = length - size.width()
        across.setRange(0, spare + TAIL if spare > 2 else 0)
        across.setPageStep(size.width())
        across.setSingleStep(max(8, round(self.scale.step * 4)))
        down.setRange(0, max(0, self.scale.height - size.height()))
        down.setPageStep(size.height())
        down.setSingleStep(self.scale.row * 3)
        self._follow_parts()

    def _scrolled(self) -> None:
        self._fade.drop()
        self._follow_parts()
        self.viewport().update()

    def _follow_parts(self) -> None:
        self.ruler.scale, self.ruler.offset = self.scale, self.horizontalScrollBar().value()
        self.ruler.update()
        self.keyboard.show_at(self.scale, self.verticalScrollBar().value())
        self.view_changed.emit()

    def center_pitch(self, pitch: int) -> None:
        """Bring a pitch to the middle."""
        self.verticalScrollBar().setValue(self.scale.y(pitch) - self.viewport().height() // 2)

    def scroll_by(self, turn: int) -> None:
        """Sideways by a turn of the wheel (eighths of a degree)."""
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - round(turn / 120 * 84))

    def reveal(self, step: int, pitch: int | None = None) -> None:
        """Scroll until a place can be seen."""
        x, width = self.x_of(step), self.viewport().width()
        if not 0 <= x <= width - 24:
            self.horizontalScrollBar().setValue(round(self.scale.x(step) - width * 0.25))
        if pitch is not None:
            y = self.scale.y(pitch) - self.verticalScrollBar().value()
            if not 0 <= y <= self.viewport().height() - self.scale.row:
                self.center_pitch(pitch)

    # Zoom

    def zoom_at(self, x: float, factor: float) -> None:
        """Zoom in time; what lies at the viewport's pixel x stays there."""
        self.zoom_to(x, self.scale.step * factor)

    def zoom_to(self, x: float, pixels: float) -> None:
        """A sixteenth of so many pixels; what lies at the viewport's pixel x stays there."""
        bar = self.horizontalScrollBar()
        step = self.scale.step_at(x + bar.value())
        self.set_scale(self.scale.with_step(pixels))
        bar.setValue(round(self.scale.x(step) - x))

    def zoom_rows(self, y: float, pixels: int) -> None:
        """Higher or lower rows; the pitch at the viewport's pixel y stays there."""
        bar = self.verticalScrollBar()
        row = (y + bar.value()) / self.scale.row
        self.set_scale(self.scale.taller(pixels))
        bar.setValue(round(row * self.scale.row - y))

    def zoom_in(self) -> None:
        """A notch closer, around the cursor or the middle."""
        self.zoom_at(self._zoom_centre(), ZOOM)

    def zoom_out(self) -> None:
        """A notch farther."""
        self.zoom_at(self._zoom_centre(), 1 / ZOOM)

    def zoom_reset(self) -> None:
        """As when first shown: 100 %, or the whole of a piece that nearly fills the view."""
        step = self.scale.step_at(self.horizontalScrollBar().value())
        self.zoom_to(0, STEP)
        self._first_look()
        self.horizontalScrollBar().setValue(round(self.scale.x(step)))

    def zoom_fit(self) -> None:
        """The whole piece in view."""
        self.zoom_to(0, self.viewport().width() / max(1, self.piece.steps))
        self.horizontalScrollBar().setValue(0)

    def _zoom_centre(self) -> float:
        x = self.x_of(self.document.cursor[1])
        return x if self.hasFocus() and 0 <= x <= self.viewport().width() else self.viewport().width() / 2

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn, keys_held = event.angleDelta(), event.modifiers()
        notches = (turn.y() or turn.x()) / 120
        if keys_held & Qt.KeyboardModifier.ControlModifier:
            if keys_held & Qt.KeyboardModifier.ShiftModifier:
                self.zoom_rows(event.position().y(), 1 if notches > 0 else -1)
            else:
                self.zoom_at(event.position().x(), ZOOM**notches)
            event.accept()
            return
        exact = event.pixelDelta()
        across, down = (exact.x(), exact.y()) if not exact.isNull() else (turn.x() / 120 * 84, turn.y() / 120 * 78)
        if keys_held & Qt.KeyboardModifier.ShiftModifier:
            across, down = across or down, 0
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - round(across))
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() - round(down))
        event.accept()
