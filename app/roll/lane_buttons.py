"""The buttons at the left of the lanes: a voice's badge, and the small switches Mute and Solo."""

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.roll.describe import voice_word
from app.widgets.ink import paint_badge
from app.widgets.theme import mix, sans, theme
from app.words import tr


class Badge(QAbstractButton):
    """A voice's badge; pressing it makes the voice the active one."""

    def __init__(self, voice: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.voice = voice
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the roll
        self.setAccessibleName(tr("Select the {voice}", voice=voice_word(voice)))
        self.setToolTip(tr("Select the {voice} (Ctrl+Alt+{number})", voice=voice_word(voice), number=voice + 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours = theme()
        paint_badge(
            painter,
            QRectF((self.width() - 19) / 2 + 1, (self.height() - 19) / 2, 19, 19),
            self.voice,
            colours,
            faint=False,
        )
        if self.isChecked():
            painter.fillRect(QRectF(0, 2, 2, self.height() - 4), colours.ink)
        _paint_focus(self, painter)


class LetterSwitch(QAbstractButton):
    """M or S: a small switch."""

    def __init__(self, letter: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.letter = letter
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.setToolTip(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme()
        box = QRectF(1, 1, self.width() - 2, self.height() - 2)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked():
            painter.setBrush(colours.ink)
            painter.drawRoundedRect(box, 4, 4)
        elif self.underMouse():
            painter.setBrush(mix(colours.sunk, colours.win, 0.8))
            painter.drawRoundedRect(box, 4, 4)
        painter.setPen(colours.paper if self.isChecked() else colours.ink2)
        painter.setFont(sans(11, 700 if self.isChecked() else 400))
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, self.letter)
        _paint_focus(self, painter)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            self.update()
        return super().event(event)


def _paint_focus(widget: QWidget, painter: QPainter) -> None:
    if widget.hasFocus():
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme().focus, 2))
        painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), 4, 4)
