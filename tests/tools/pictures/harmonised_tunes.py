"""python -m tests.tools.pictures.harmonised_tunes [FOLDER]: three folk tunes with pick-ups, in 4/4, 3/4 and 6/8,
harmonised once by the default method and the shipped network, as pictures of their scores for docs/CHORALES.md. Nothing
is selected."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QGuiApplication, QImage

from app.score.export import engraved_pages, png
from engine.jobs.models import load_predictor
from training.data.folk_tunes import tunes
from training.evaluation.chorales.endings import harmonised

METRES = {"4/4": "tune-4-4.png", "3/4": "tune-3-4.png", "6/8": "tune-6-8.png"}
DPI = 110
WHITE = 0xFFFFFFFF
MARGIN = 30  # pixels


def without_empty_foot(image: QImage) -> QImage:
    """The picture down to its last line that is not white."""
    last = image.height() - 1
    while last > 0 and all(image.pixel(x, last) == WHITE for x in range(image.width())):
        last -= 1
    return image.copy(0, 0, image.width(), min(image.height(), last + MARGIN))


def main() -> None:
    """The command."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs")
    _application = QGuiApplication([])
    for metre, name in METRES.items():
        piece = harmonised(tunes(metre, 1, pick_up=True)[0], "sunmask", {}, 1, load_predictor)
        image = QImage.fromData(png(engraved_pages(piece)[0], DPI))
        without_empty_foot(image).convertToFormat(QImage.Format.Format_Grayscale8).save(str(folder / name))
        print(f"{folder / name}: {piece.title}")


if __name__ == "__main__":
    main()
