"""Opens the window as `python -m app` does, prints the moment (seconds since 1970) of its first painting, and leaves.

Used by tests.tools.bench.window."""

import sys
import time


def main() -> int:
    """Run the program until it can be seen."""
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QPaintEvent

    from app.window.main_window import Window

    painted = Window.paintEvent

    def first(window: Window, event: QPaintEvent) -> None:
        painted(window, event)
        print(time.time(), flush=True)
        QTimer.singleShot(0, window.close)

    Window.paintEvent = first  # type: ignore[method-assign,assignment]
    from app.__main__ import main as run

    return run([])


if __name__ == "__main__":
    sys.exit(main())
