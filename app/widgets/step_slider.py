"""The time-line of a result's steps: a slider with a bar for how much each step changed.

Knows frames and shares, no pages."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider, QStyle, QWidget

from app.widgets.theme import faded, look, sans, theme
from app.words import tr

HEIGHT = 44
EDGE = 40  # pixels at each side, for the numbers of the first and last step
BARS = 20  # pixels of the highest bar
KNOB = 6.5
MARKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)  # possible distances between marks, in steps
ROOM = 26  # pixels between two marks, at least


class StepSlider(QSlider):
    """Its value is a frame. Arrows, Home and End, click and drag move it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._steps: tuple[int, ...] = ()
        self.activity = np.zeros(0)
        self.setAccessibleName(tr("Step of the result"))
        self.setToolTip(tr("Move to a step; the bars show how much each one changed"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)
        self.setPageStep(10)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(320, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(140, HEIGHT)

    def lay_out(self, steps: tuple[int, ...], activity: np.ndarray, frame: int) -> None:
        """Show the numbers of the kept steps and the share (0 to 1) each changed, and stand at a frame; says nothing
        about it."""
        self._steps, self.activity = steps, activity
        self.blockSignals(True)
        self.setRange(0, max(0, len(steps) - 1))
        self.setValue(frame)
        self.blockSignals(False)
        self.update()

    # Hands

    def x_of(self, frame: float) -> float:
        """Where a frame is, in pixels."""
        wide = self.width() - 2 * EDGE
        return EDGE + wide * frame / max(1, self.maximum())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._go(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._go(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def _go(self, x: float) -> None:
        self.setValue(
            QStyle.sliderValueFromPosition(0, self.maximum(), round(x - EDGE), max(1, self.width() - 2 * EDGE))
        )

    # Looks

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._steps:
            return
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line, here = HEIGHT - 14.0, self.x_of(self.value())
        self._paint_bars(painter, line)
        painter.setPen(QPen(colours.line, 2))
        painter.drawLine(QLineF(EDGE, line, self.width() - EDGE, line))
        painter.setPen(QPen(colours.ink, 2))
        painter.drawLine(QLineF(EDGE, line, here, line))
        self._paint_marks(painter, line)
        painter.setBrush(colours.raised)
        painter.setPen(QPen(colours.ink, 2))
        painter.drawEllipse(QPointF(here, line), KNOB, KNOB)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colours.focus, 2))
            painter.drawEllipse(QPointF(here, line), KNOB + 4, KNOB + 4)

    def _paint_bars(self, painter: QPainter, line: float) -> None:
        """Roots, so that the small changes of the end can still be seen."""
        colours = theme()
        wide = max(1.0, min(6.0, (self.x_of(1) - self.x_of(0)) - 1))
        heights = np.sqrt(self.activity) * BARS
        painter.setPen(Qt.PenStyle.NoPen)
        for frame, height in enumerate(heights.tolist()):
            if height > 0.5:
                painter.setBrush(faded(colours.accent, 0.75) if frame <= self.value() else colours.ghost)
                painter.drawRect(QRectF(self.x_of(frame) - wide / 2, line - 3 - height, wide, height))

    def _paint_marks(self, painter: QPainter, line: float) -> None:
        """Small marks under the line at round numbers, and the first and last number beside it."""
        colours, steps = theme(), self._steps
        painter.setPen(QPen(colours.ink3, 1))
        every = next(
            (n for n in MARKS if (self.width() - 2 * EDGE) * n / max(1, steps[-1] - steps[0]) >= ROOM), MARKS[-1]
        )
        for number in range(-(-steps[0] // every) * every, steps[-1] + 1, every):
            x = self.x_of(float(np.interp(number, steps, np.arange(len(steps)))))
            painter.drawLine(QLineF(x, line + 4, x, line + 8))
        painter.setFont(sans(11))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(0, line - 8, EDGE - 10, 16), middle | Qt.AlignmentFlag.AlignRight, str(steps[0]))
        painter.drawText(QRectF(self.width() - EDGE + 10, line - 8, EDGE - 10, 16), middle, str(steps[-1]))
