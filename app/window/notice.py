"""A message that floats over the page for a while: a hint, a small problem, what was just done.

Never asks, never blocks."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.widgets.icons import icon
from app.widgets.labels import button, label, literal
from app.widgets.popover import SHADOW, paint_card
from app.widgets.theme import look
from app.words import tr

SECONDS = 8
WIDEST = 460  # pixels of its words


class Notice(QWidget):
    """One at a time, at the foot of its parent."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self._words = label("", wrap=True)
        self._act = button(tr("Do it"))
        self._act.hide()
        self._action: Callable[[], None] | None = None
        self._act.clicked.connect(self._do)
        close = QToolButton()
        close.setIcon(icon("close"))
        close.setAccessibleName(tr("Close this notice"))
        close.clicked.connect(self.hide)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 10, 8 + SHADOW, 10 + SHADOW)
        line.addWidget(self._words)
        line.addWidget(self._act)
        line.addWidget(close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        look.changed.connect(self.update)
        self.hide()

    def say(
        self, sentence: str, seconds: int = SECONDS, offer: str = "", action: Callable[[], None] | None = None
    ) -> None:
        """Show a sentence, perhaps with a button that does something about it."""
        self._action = action
        self._act.setText(literal(offer or tr("Do it")))
        self._act.setVisible(action is not None)
        self._words.ensurePolished()
        self._words.setFixedWidth(min(WIDEST, self._words.fontMetrics().horizontalAdvance(sentence) + 8))
        self._words.setText(sentence)  # at its final width, by which it chooses its height
        self.setAccessibleName(sentence)
        self.adjustSize()
        self._place()
        self.show()
        self.raise_()
        self._timer.start(seconds * 1000)

    @property
    def text(self) -> str:
        """What it says, empty when hidden."""
        return self._words.text() if self.isVisible() else ""

    def _do(self) -> None:
        self.hide()
        if self._action is not None:
            self._action()

    def _place(self) -> None:
        room = self._over.size()
        self.move(QPoint((room.width() - self.width()) // 2, room.height() - self.height() - 44))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_card(QPainter(self), QRectF(self.rect()).adjusted(0.5, 0.5, -SHADOW - 0.5, -SHADOW - 0.5))
