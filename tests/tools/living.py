"""Letting a window live for a while, or until something is so, in tools that nobody sits at."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QTimer


def live(milliseconds: int) -> None:
    """Let the window live for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def live_until(condition: Callable[[], bool], seconds: float) -> None:
    """Let the window live until something is so, or for so many seconds."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        live(20)
