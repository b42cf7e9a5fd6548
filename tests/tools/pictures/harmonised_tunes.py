"""python -m tests.tools.pictures.harmonised_tunes [FOLDER]: three folk tunes with pick-ups, in 4/4, 3/4 and 6/8, for
docs/CHORALES.md, and Ode to Joy under the masks of figures 3 to 5 of the SUNMASK paper for docs/PAPERS.md: harmonised
once by the default method and the shipped network, as pictures of their scores. Nothing is selected."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QGuiApplication, QImage

from app.score.export import engraved_pages, png
from engine.canvas.music import Piece
from engine.jobs.models import load_predictor
from training.data.folk_tunes import tunes
from training.evaluation.chorales.endings import harmonised
from training.evaluation.ode_to_joy import answer, queries

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


def pieces() -> Iterator[tuple[str, Piece]]:
    """The file of each picture, and what it shows."""
    for metre, name in METRES.items():
        yield name, harmonised(tunes(metre, 1, pick_up=True)[0], "sunmask", {}, 1, load_predictor)
    for figure, (piece, mask) in queries().items():
        yield f"ode-{figure}.png", answer(piece, mask)


def main() -> None:
    """The command."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs")
    _application = QGuiApplication([])
    for name, piece in pieces():
        image = QImage.fromData(png(engraved_pages(piece)[0], DPI))
        without_empty_foot(image).convertToFormat(QImage.Format.Format_Grayscale8).save(str(folder / name))
        print(f"{folder / name}: {piece.title}")


if __name__ == "__main__":
    main()
