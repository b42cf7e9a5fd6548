"""A row of choices, one of them active: SUNMASK, MAC, SFARM; Rewrite, History. Draws itself; knows no meaning."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QWidget

from app.widgets.theme import faded, look, sans, theme


class WordButton(QAbstractButton):
    """A word that is on or off; how it looks is for those who make one of it."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)


class _Segment(WordButton):
    """One choice."""

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(sans(13, 600)).horizontalAdvance(self.text()) + 20, 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inside = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.raised)
            painter.drawRoundedRect(inside, 5, 5)
        if self.hasFocus():
            painter.setPen(QPen(colours.focus, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(inside, 5, 5)
        ink = colours.ink if self.isChecked() or self.underMouse() else colours.ink2
        painter.setPen(ink if self.isEnabled() else faded(ink, 0.6))
        painter.setFont(sans(13, 600 if self.isChecked() else 400))
        painter.drawText(inside, Qt.AlignmentFlag.AlignCenter, self.text())


class Segments(QWidget):
    """The row; `chosen` carries the name the user chose."""

    chosen = Signal(str)

    def __init__(self, choices: dict[str, str], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, _Segment] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        for key, text in choices.items():
            segment = _Segment(text, self)
            segment.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            self._group.addButton(segment)
            self._buttons[key] = segment
            row.addWidget(segment, 1)
        self._buttons[next(iter(choices))].setChecked(True)
        self.setFixedHeight(32)
        look.changed.connect(self.update)

    @property
    def current(self) -> str:
        """The name that is taken."""
        return next(key for key, segment in self._buttons.items() if segment.isChecked())

    @current.setter
    def current(self, key: str) -> None:
        self._buttons[key].setChecked(True)

    def segment(self, key: str) -> QAbstractButton:
        """One choice's button, for a tip."""
        return self._buttons[key]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        keys = list(self._buttons)
        taken = self._buttons[keys[(keys.index(self.current) + step) % len(keys)]]
        taken.setFocus(Qt.FocusReason.TabFocusReason)
        taken.click()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().sunk)
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
