"""Animations: a card that slides in, a picture that fades into the next.

With reduced motion everything changes at once."""

from PySide6.QtCore import QEasingCurve, QPoint, QPropertyAnimation, QVariantAnimation
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from app.widgets.theme import look

POPOVER, HEAT, SETTLE, ACCEPT = 120, 150, 160, 200  # milliseconds
RISE = 6  # pixels a card comes up


class Slide(QPropertyAnimation):
    """Brings a widget to its place; one that is there already goes at once."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, b"pos", widget)
        self._widget = widget
        self.setDuration(POPOVER)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)

    def to(self, place: QPoint) -> None:
        """Show the widget at a place."""
        self.stop()
        if self._widget.isVisible() or look.reduced_motion:
            self._widget.move(place)
        else:
            self.setStartValue(place + QPoint(0, RISE))
            self.setEndValue(place)
            self.start()
        self._widget.show()


class Fade(QVariantAnimation):
    """The picture of before, over a widget, paler from frame to frame."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget, self._picture = widget, QPixmap()
        self.setStartValue(1.0)
        self.setEndValue(0.0)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.valueChanged.connect(lambda _value: widget.update())
        self.finished.connect(self.drop)

    def begin(self, picture: QPixmap, milliseconds: int) -> None:
        """Let this picture go."""
        self.stop()
        self._picture = picture
        self.setDuration(milliseconds)
        self.start()

    def drop(self) -> None:
        """What was before is gone."""
        if self.under_way:
            self._picture = QPixmap()
            self.stop()
            self._widget.update()

    @property
    def under_way(self) -> bool:
        """Whether something is fading."""
        return not self._picture.isNull()

    def paint(self, painter: QPainter) -> None:
        """What is left of it, in pixels of the widget."""
        if self.under_way:
            painter.setOpacity(float(self.currentValue()))
            painter.drawPixmap(0, 0, self._picture)
            painter.setOpacity(1.0)
