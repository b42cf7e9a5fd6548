"""The pictures of docs/GUIDE.md as scenes, in the order of the guide: each brings the window to what its chapter
describes and returns what there is to look at."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from tests.tools.living import live, live_until
from tests.tools.pictures import scenes
from tests.tools.pictures.dialog_scenes import import_dialog, mixer, shown
from tests.tools.pictures.scenes import SEED, sentence, sentence_writing, start_page, streaming

if TYPE_CHECKING:
    from app.page.page import Page
    from app.window.main_window import Window

CHORDS = "C | G7 | Am E7 | F G | C | Dm G7 | Am D7 | G7 C"
FAULTY = {  # voice -> MIDI pitches of quarters: fifths between soprano and bass, octaves between alto and bass
    0: (67, 69, 71, 72, 71, 69, 67, 67),
    1: (64, 65, 67, 67, 67, 65, 62, 64),
    2: (60, 60, 62, 64, 62, 60, 59, 60),
    3: (48, 50, 52, 48, 43, 53, 55, 48),
}


def _page(window: "Window") -> "Page":
    assert window.page is not None
    return window.page


def _rewritten(page: "Page") -> None:
    live_until(lambda: page.preview.ready and None not in page.preview.grades, 90)


def alternatives(window: "Window") -> QWidget:
    """Four alternatives with their grades, the whole piece in view."""
    _page(window).canvas.zoom_reset()
    return scenes.alternatives(window)


def paint(window: "Window") -> QWidget:
    """The result accepted, and two bars of its bass painted to be rewritten."""
    from app.document.accept import region_of
    from engine.canvas.mask import Brush

    page = _page(window)
    page.rewrites.accept()
    page.show_panel("rewrite")
    page.painting.set_tool("REWRITE")
    page.painting.paint_region("Paint", region_of(page.pointing.piece, (3,), (4, 5)), Brush.REWRITE)
    live(100)
    return window


def compare(window: "Window") -> QWidget:
    """Four other basses for these bars."""
    page = _page(window)
    page.panel._seed.setText(SEED)
    page.rewrites.rewrite()
    _rewritten(page)
    page.preview.choose(1)
    return window


def faulty(window: "Window") -> QWidget:
    """Two bars with faults that a teacher would mark, and the list of them."""
    from engine.canvas.music import Note, blank_piece, cells_of
    from engine.canvas.project import fresh

    blank = blank_piece(2, title="Exercise 3")
    voices = tuple(
        voice.with_cells(cells_of([Note(4 * at, 4, pitch) for at, pitch in enumerate(FAULTY[row])], blank.steps))
        for row, voice in enumerate(blank.voices)
    )
    window.tabs.add_page(fresh(replace(blank, voices=voices)))
    page = _page(window)
    page.show_panel("insight")
    page.canvas.zoom_reset()
    live_until(lambda: page.insight.result is not None, 30)
    live(300)
    return window


def lead_sheet(window: "Window") -> QWidget:
    """Chords above the melody, and a harmony that follows them."""
    from app.document.examples import EXAMPLES
    from engine.theory.chords.lines import placed_in, read_lines

    window.tabs.open_example(EXAMPLES[0])
    page = _page(window)
    piece = replace(page.pointing.piece, chords=placed_in(page.pointing.piece, read_lines(CHORDS)))
    page.document.apply("Chords", replace(page.document.project, canvas=piece))
    page.panel._seed.setText(SEED)
    page.rewrites.verb("chords")
    _rewritten(page)
    page.canvas.zoom_reset()
    return window


def models(window: "Window") -> QWidget:
    """The shipped models with their cards."""
    from app.window.dialogs.models import ModelsDialog

    return shown(ModelsDialog(window))


GUIDE: dict[str, Callable[["Window"], QWidget]] = {
    "start": start_page,
    "writing": streaming,
    "alternatives": alternatives,
    "paint": paint,
    "compare": compare,
    "mend": faulty,
    "lead-sheet": lead_sheet,
    "import": import_dialog,
    "sound": mixer,
    "sentence-writing": sentence_writing,
    "sentence": sentence,
    "models": models,
}
PASSED_THROUGH = ("writing", "sentence-writing")  # on the way to the next one; no picture of their own
