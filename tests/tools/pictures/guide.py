"""`python -m tests.tools.pictures.guide [FOLDER]`: the pictures of docs/GUIDE.md, made with the shipped models."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

PICTURES = Path(__file__).resolve().parents[3] / "docs" / "guide"
SIZE = (1200, 780)
LIMIT = 250_000  # bytes of a picture


def main(arguments: list[str] | None = None) -> int:
    """Take every picture; says how large each is."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.pictures.guide", description="Pictures of the guide.")
    parser.add_argument("folder", type=Path, nargs="?", default=PICTURES, help="where to put them")
    parser.add_argument("--stand-in", action="store_true", help="rules of thumb instead of the shipped networks")
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    if sys.platform == "linux":
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        os.environ["PALIMPSEST_HOME"] = home
        return max(take(chosen.folder, chosen.stand_in).values()) > LIMIT


def take(folder: Path, stand_in: bool) -> dict[str, int]:
    """Every picture of the guide; name -> bytes."""
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication(sys.argv[:1])
    from app.document.storage.settings import Settings, State
    from app.document.worker import Worker
    from app.widgets.stylesheet import use_theme
    from app.widgets.theme import look
    from app.window.main_window import Window
    from tests.tools.living import live
    from tests.tools.pictures.guide_scenes import GUIDE, PASSED_THROUGH
    from tests.tools.stand_in import stand_in_models

    look.reduced_motion = True
    use_theme("light")
    window = Window(Settings(), State(), Worker("engine", stand_in_models(0.0, shipped=not stand_in)), Worker("disk"))
    window.files.questions.ask_unsaved = lambda title: "discard"  # type: ignore[method-assign]
    window.resize(*SIZE)
    window.show()
    sizes = {}
    for name, scene in GUIDE.items():
        widget = scene(window)
        live(150)
        if name not in PASSED_THROUGH:
            path = folder / f"{name}.png"
            widget.grab().toImage().save(str(path), None, 0)  # type: ignore[call-overload]  # 0: pressed hardest
            sizes[name] = path.stat().st_size
            print(f"{path.name}: {sizes[name] // 1000} kB", flush=True)
        if widget is not window:
            widget.close()
    window.close()
    application.processEvents()
    return sizes


if __name__ == "__main__":
    sys.exit(main())
