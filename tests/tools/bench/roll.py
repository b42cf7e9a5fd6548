"""`python -m tests.tools.bench.roll`: how fast the roll paints, measured.

Scrolls a piece of 500 bars x 4 voices at 1440 x 900, near and from afar, edits it and streams a preview over it. On
a machine without a screen set QT_QPA_PLATFORM=offscreen."""

import argparse
import sys
from collections.abc import Callable
from time import perf_counter

import numpy as np
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.document.document import Document, Preview
from app.roll import changes
from app.roll.lanes import LaneStrip
from app.roll.view import RollView
from app.widgets.stylesheet import use_theme
from engine.canvas.mask import Mask
from engine.canvas.music import VOICES, Bar, Note, Piece, Voice, cells_of
from engine.canvas.project import Project
from engine.jobs.request import Placed, Request

SIZE = (1440, 900)
LENGTHS = (1, 2, 2, 4, 4, 4, 8)  # sixteenths, as often as they stand here


def long_piece(bars: int, seed: int = 0) -> Piece:
    """A piece of 4/4 bars full of notes."""
    random, steps = np.random.default_rng(seed), bars * 16
    voices = []
    for kind in VOICES:
        notes: list[Note] = []
        start = 0
        while start < steps:
            length = min(int(random.choice(LENGTHS)), steps - start)
            notes.append(Note(start, length, int(random.integers(kind.low, kind.high))))
            start += length
        voices.append(Voice(kind.name, kind.program, cells_of(notes, steps)))
    return Piece((voices[0], voices[1], voices[2], voices[3]), (Bar.full(),) * bars)


def timed(action: Callable[[int], object], times: int) -> str:
    """Run an action and its painting many times: mean, frames a second, 95th percentile and worst, in words."""
    seconds = []
    for turn in range(times):
        begin = perf_counter()
        action(turn)
        QApplication.processEvents()
        seconds.append(perf_counter() - begin)
    spans = np.array(seconds[3:]) * 1000
    return (
        f"{spans.mean():6.2f} ms a frame, {1000 / spans.mean():5.0f} frames/s, 95 % under"
        f" {np.percentile(spans, 95):5.1f} ms, worst {spans.max():5.1f} ms"
    )


def measure(bars: int, theme: str) -> list[str]:
    """Lines of figures."""
    use_theme(theme)
    piece = long_piece(bars)
    mask = Mask.from_array(np.random.default_rng(1).integers(0, 4, (4, bars)).repeat(16, axis=1))
    document, preview = Document(Project(piece, (mask,))), Preview()
    window = QWidget()
    window.resize(*SIZE)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    roll = RollView(document, preview)
    lanes = LaneStrip(document, preview, roll)
    column.addWidget(roll, 1)
    column.addWidget(lanes)
    window.show()
    QApplication.processEvents()
    bar = roll.horizontalScrollBar()
    lines = []
    for pixels in (7.0, 24.0, 2.0, 0.5):
        roll.scroller.zoom_to(0, pixels)
        QApplication.processEvents()
        lines.append(
            f"scrolling, a sixteenth {pixels:4.1f} px :"
            f" {timed(lambda turn: bar.setValue(turn * 24 % max(1, bar.maximum())), 300)}"
        )
    roll.scroller.zoom_to(0, 7.0)
    bar.setValue(0)
    lines.append(
        "zooming at the mouse           :"
        f" {timed(lambda turn: roll.scroller.zoom_at(400, 1.05 if turn % 20 < 10 else 1 / 1.05), 60)}"
    )
    lines.append(
        "drawing notes                  :"
        f" {timed(lambda turn: roll.commands.commit(changes.add_note(document.project, 0, turn * 2, 2, 70)), 60)}"
    )
    preview.begin(Request(piece, mask), document.project, 0, "bench")
    settled = np.random.default_rng(2).random((60, 1, 4, piece.steps))

    def stream(turn: int) -> None:
        preview.place(Placed(turn, (piece.grid(),), settled[turn]), None)
        roll.shown.refresh()

    lines.append(f"a step of a preview            : {timed(stream, 60)}")
    window.close()
    return lines


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.roll", description=__doc__)
    parser.add_argument("--bars", type=int, default=500, help="bars of the piece (default 500)")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    given = parser.parse_args()
    application = QApplication.instance() or QApplication(sys.argv[:1])
    print(f"{given.bars} bars x 4 voices, {SIZE[0]} x {SIZE[1]}, {application.platformName()}")  # type: ignore[attr-defined]
    print("\n".join(measure(given.bars, given.theme)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
