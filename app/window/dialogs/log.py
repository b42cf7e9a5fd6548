"""The log to look at, and the report to copy. Shows what app.document.storage.log holds."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from app.document.storage import log
from app.widgets.labels import button, label, row
from app.words import tr


class LogDialog(QDialog):
    """A report as it would be copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Log and report"))
        self._text = QPlainTextEdit(log.report())
        self._text.setReadOnly(True)
        self._text.setAccessibleName(tr("Report"))
        self._copy = button(tr("Copy report"), "dark")
        self._copy.clicked.connect(self._copied)
        close = button(tr("Close"))
        close.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.addWidget(label(tr("Log and report"), "title"))
        column.addWidget(
            label(
                tr("Versions and the latest log lines. It stays on this computer unless you send it to someone."),
                "second",
                wrap=True,
            )
        )
        column.addWidget(self._text, 1)
        column.addLayout(row(self._copy, None, close))
        self.resize(720, 520)

    def _copied(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())
        self._copy.setText(tr("Copied"))
