"""The card that says what went wrong: what happened, what was kept, what to do; details and a report to copy.

Never a lost page."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from app.document.storage import log
from app.widgets.icons import icon
from app.widgets.labels import button, label, row
from app.widgets.theme import look, theme
from app.words import tr


class ErrorCard(QFrame):
    """A card with a bar at its left; `dismissed` when the user closes it."""

    dismissed = Signal()

    def __init__(self, sentence: str, kept: str = "", details: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._details = details
        self.setAccessibleName(tr("Problem: {sentence}", sentence=sentence))
        what = label(sentence, "heading", wrap=True)
        self._more = button(tr("Details"), "quiet")
        self._more.setCheckable(True)
        self._copy = button(tr("Copy report"))
        self._close = QToolButton()
        self._close.setIcon(icon("close"))
        self._close.setAccessibleName(tr("Close"))
        self._close.setToolTip(tr("Close"))
        self._text = QPlainTextEdit(details or sentence)
        self._text.setReadOnly(True)
        self._text.setAccessibleName(tr("Details"))
        self._text.setMaximumHeight(120)
        self._text.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 12, 10, 12)
        column.setSpacing(8)
        top = row(what, self._close, spacing=4)
        top.setStretch(0, 1)
        top.setAlignment(self._close, Qt.AlignmentFlag.AlignTop)
        column.addLayout(top)
        column.addWidget(label(kept or tr("Your page is unchanged."), "second", wrap=True))
        column.addLayout(row(self._copy, self._more, None, spacing=4))
        column.addWidget(self._text)
        self._more.toggled.connect(self._text.setVisible)
        self._copy.clicked.connect(self._copied)
        self._close.clicked.connect(self.dismissed.emit)
        look.changed.connect(self.update)

    def _copied(self) -> None:
        QGuiApplication.clipboard().setText(log.report(self._details))
        self._copy.setText(tr("Copied"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(QRectF(1, 8, 3, self.height() - 16), theme().lint)
