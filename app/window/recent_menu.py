"""Open Recent in the File menu: the remembered files, newest first. A click says which."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.document.storage.settings import State
from app.widgets.labels import literal
from app.words import tr


class RecentMenu(QMenu):
    """Filled when it opens."""

    chosen = Signal(str)  # a path

    def __init__(self, state: State, parent: QWidget) -> None:
        super().__init__(tr("Open &recent"), parent)
        self._state = state
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """Follow the remembered files."""
        self.clear()
        entries = self._state.recent
        for entry in entries:
            self._add(literal(entry["title"] or Path(entry["path"]).stem), entry["path"])
        if not entries:
            self.addAction(tr("Files you open or save appear here.")).setEnabled(False)
            return
        self.addSeparator()
        self.addAction(tr("Clear recent files")).triggered.connect(lambda _on=False: self._state.forget())

    def _add(self, title: str, path: str) -> QAction:
        action = self.addAction(title)
        action.setToolTip(path)
        action.triggered.connect(lambda _on=False: self.chosen.emit(path))
        return action
