"""Typing one chord in the lane: Enter takes it, Tab goes on to the next beat, Shift+Tab back, Esc gives up."""

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.theme import sans, theme
from app.words import tr

WIDTH = 92
STEPS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1, Qt.Key.Key_Return: 0, Qt.Key.Key_Enter: 0}  # beats to go on by


class ChordEditor(QLineEdit):
    """A field over the lane, hidden while nothing is typed."""

    entered = Signal(int, str, int)  # step, what was typed, beats to go on by (0: typing ends)
    pasted = Signal(int, str)  # step, several lines or bars of chords
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.step = 0
        self._before = ""
        self.setFont(sans(12, 600))
        self.setPlaceholderText(tr("Am7"))
        self.setAccessibleName(tr("Chord"))
        self.textEdited.connect(self._plain)
        self.hide()

    def open(self, step: int, text: str, at: QPoint, height: int) -> None:
        """Show the field at a place with the chord that stands there."""
        self.step, self._before = step, text
        self.setText(text)
        self.selectAll()
        self._plain()
        lane = self.parentWidget()
        assert lane is not None
        right = max(0, lane.width() - WIDTH)
        self.setGeometry(max(0, min(at.x(), right)), at.y(), WIDTH, height)
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def wrong(self) -> None:
        """What was typed is no chord: the field stays, marked."""
        self._dress(theme().lint.name())
        self.selectAll()

    def close_quietly(self) -> None:
        """Hide the field; nothing more is taken."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            if event.type() == QEvent.Type.ShortcutOverride:  # keys typed here are not the window's
                event.accept()
                return True
            if event.key() in STEPS:
                self.entered.emit(self.step, self.text(), STEPS[Qt.Key(event.key())])
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_quietly()
                return True
            if event.matches(QKeySequence.StandardKey.Paste):
                text = QGuiApplication.clipboard().text()
                if "\n" in text.strip() or "|" in text:
                    self.close_quietly()
                    self.pasted.emit(self.step, text)
                    return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.isVisible() and event.reason() == Qt.FocusReason.MouseFocusReason and self.text() != self._before:
            self.entered.emit(self.step, self.text(), 0)
        self.close_quietly()

    def _plain(self) -> None:
        self._dress(theme().focus.name())

    def _dress(self, edge: str) -> None:
        colours = theme()
        self.setStyleSheet(
            f"QLineEdit {{ background: {colours.raised.name()}; color: {colours.ink.name()};"
            f" border: 2px solid {edge}; border-radius: 4px; padding: 0 3px; }}"
        )
