"""The tempo in the bar above a page: a click or Enter makes it a number to type; Enter takes it, Esc leaves it.

Shows and asks; the edit is the page's."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QToolButton, QWidget

from app.words import tr

SLOWEST, FASTEST = 1.0, 1000.0  # quarters a minute, as a piece allows


class TempoField(QWidget):
    """`chosen` carries quarters a minute; `left` says that the keys may go back to the page."""

    chosen = Signal(float)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._quarters = 0.0
        self.shown = QToolButton()
        self.shown.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.shown.setToolTip(tr("Quarter notes per minute at the playhead; click to change them"))
        self.shown.clicked.connect(self.edit)
        self.number = QDoubleSpinBox()
        self.number.setRange(SLOWEST, FASTEST)
        self.number.setDecimals(1)
        self.number.setAccessibleName(tr("Tempo in quarter notes per minute"))
        self.number.setFixedWidth(84)
        self.number.hide()
        self.number.installEventFilter(self)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.shown)
        line.addWidget(self.number)

    def show_tempo(self, quarters: float) -> None:
        """What holds at the playhead."""
        if quarters != self._quarters:
            self._quarters = quarters
            self.shown.setText(tr("Tempo {n}", n=f"{quarters:g}"))
            self.shown.setAccessibleName(self.shown.text())

    def edit(self) -> None:
        """Type another number."""
        self.number.setValue(self._quarters)
        self.shown.hide()
        self.number.show()
        self.number.setFocus()
        self.number.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._close(event.key() != Qt.Key.Key_Escape)
                self.left.emit()
                return True
        if event.type() == QEvent.Type.FocusOut and self.number.isVisible():
            self._close(True)
        return super().eventFilter(watched, event)

    def _close(self, taken: bool) -> None:
        if self.number.isHidden():
            return
        self.number.interpretText()
        value = round(self.number.value(), 1)
        self.number.hide()
        self.shown.show()
        if taken and value != round(self._quarters, 1):
            self.chosen.emit(value)
