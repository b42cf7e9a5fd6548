"""The application object: macOS hands over files that were double-clicked as events to it, not on the command line."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """Opens what the system asks for; files that come before there is a window wait for it."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._waiting: list[Path] = []
        self._open: Callable[[Path], None] | None = None

    def open_with(self, action: Callable[[Path], None]) -> None:
        """How to open a file, from now on and those that waited."""
        self._open = action
        waiting, self._waiting = self._waiting, []
        for path in waiting:
            action(path)

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return super().event(event)
        path = Path(event.file())
        if self._open is None:
            self._waiting.append(path)
        else:
            self._open(path)
        return True
