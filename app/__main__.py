"""`python -m app [FILES]`: opens the window.

Imports nothing heavy before it can be seen; torch is left to the engine thread."""

import gc
import os
import sys


def collect_from_now_on() -> None:
    """Let Python look for unreachable objects again, but not among all that the start has made, which stays."""
    gc.freeze()
    gc.enable()


def main(arguments: list[str] | None = None) -> int:
    """Run the program; returns its exit code."""
    gc.disable()  # the start makes a million objects and leaves none behind: looking among them is a tenth of its time
    from app.preload import preload

    preload()
    from app.document.storage.settings import Settings, State

    settings = Settings()
    if "QT_SCALE_FACTOR" not in os.environ and settings.scale_factor != 1.0:
        os.environ["QT_SCALE_FACTOR"] = str(settings.scale_factor)
    from PySide6.QtCore import QTimer

    from app.application import Application
    from app.document.storage import log

    log.begin()
    application = Application(sys.argv[:1])
    application.setApplicationName("Palimpsest")
    application.setDesktopFileName("palimpsest")
    from app.document.worker import Worker
    from app.widgets.stylesheet import use_theme
    from app.widgets.theme import look
    from app.window.main_window import Window
    from app.window.top_strip import mark_icon

    use_theme(str(settings["theme"]))
    look.reduced_motion = not settings["motion"]
    worker, disk = Worker("engine"), Worker("disk")
    window = Window(settings, State(), worker, disk)
    log.listeners.append(window.uncaught)
    application.setWindowIcon(mark_icon())
    window.fit(window.screen().availableGeometry().size())
    window.show()
    files = arguments if arguments is not None else sys.argv[1:]
    QTimer.singleShot(0, lambda: window.after_start(files))
    QTimer.singleShot(0, collect_from_now_on)
    application.open_with(lambda path: window.after_start([str(path)]))
    code = application.exec()
    ended = worker.shutdown(5) and disk.drain(5)
    if not ended:  # stuck inside an import that cannot be stopped; everything is saved by now
        os._exit(code)
    return code


if __name__ == "__main__":
    sys.exit(main())
