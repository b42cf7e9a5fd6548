"""`python -m tests.tools.pictures.screenshots OUTDIR`: pictures of every screen, light and dark, at 900 x 600, at
1440 x 900 and at 200 per cent, in one folder, with a list of the texts that do not fit.

Uses the shipped model, or a stand-in without one."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

THEMES = ("light", "dark")
SIZES = {"900": (900, 600, 1), "1440": (1440, 900, 1), "200": (1440, 900, 2)}  # points, and pixels to a point


def main(arguments: list[str] | None = None) -> int:
    """Take every picture; one process for each scale, for Qt reads it once."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.pictures.screenshots", description="Take pictures of every screen."
    )
    parser.add_argument("folder", type=Path, help="where to put the pictures")
    parser.add_argument("--theme", choices=THEMES, action="append", help="only this theme")
    parser.add_argument("--size", choices=SIZES, action="append", help="only this size")
    parser.add_argument("--scene", action="append", help="only this screen; those before it are passed through")
    parser.add_argument("--stand-in", action="store_true", help="rules of thumb instead of the shipped networks")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.one:
        take(chosen)
        return 0
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for scale in sorted({SIZES[name][2] for name in chosen.size or SIZES}):
        with tempfile.TemporaryDirectory() as home:
            own = {"QT_SCALE_FACTOR": str(scale), "PALIMPSEST_HOME": home}
            if sys.platform == "linux" and not os.environ.get("DISPLAY"):
                own["QT_QPA_PLATFORM"] = "offscreen"
            command = [sys.executable, "-m", "tests.tools.pictures.screenshots", *(arguments or sys.argv[1:])]
            subprocess.run([*command, "--one", str(scale)], env={**os.environ, **own}, check=True)
    return 0


def take(chosen: argparse.Namespace) -> None:
    """All pictures of one scale."""
    from PySide6.QtWidgets import QApplication

    application = QApplication(sys.argv[:1])
    from app.document.storage.settings import Settings, State
    from app.document.worker import Worker
    from app.widgets.stylesheet import use_theme
    from app.widgets.theme import look
    from app.window.main_window import Window
    from tests.tools.living import live
    from tests.tools.pictures.scenes import SCENES
    from tests.tools.pictures.text_fit import misfits, watch_painting
    from tests.tools.stand_in import stand_in_models

    watch_painting()
    look.reduced_motion = True
    use_theme("light")
    models = stand_in_models() if chosen.stand_in else stand_in_models(0.06, shipped=True)
    window = Window(Settings(), State(), Worker("engine", models), Worker("disk"))
    window.files.questions.ask_unsaved = lambda title: "discard"  # type: ignore[method-assign]
    sizes = {name: size for name, size in SIZES.items() if size[2] == chosen.one and name in (chosen.size or SIZES)}
    window.resize(1440, 900)
    window.show()
    for name, scene in SCENES.items():
        widget = scene(window)
        live(100)
        for size, (width, height, _) in sizes.items() if name in (chosen.scene or SCENES) else ():
            for theme in chosen.theme or THEMES:
                use_theme(theme)
                window.resize(width, height)
                live(120)
                path = chosen.folder / f"{name}-{theme}-{size}.png"
                widget.grab().save(str(path))
                for line in misfits(widget):
                    print(f"{path.name}: {line}", flush=True)
        use_theme("light")
        if widget is not window:
            widget.close()
    window.close()
    application.processEvents()


if __name__ == "__main__":
    sys.exit(main())
