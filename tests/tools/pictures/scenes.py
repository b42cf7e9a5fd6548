"""Every screen of the program, one after the other in one window: a table of scenes, each of which brings the window to
a screen and returns what there is to look at, for pictures (tests.tools.pictures.screenshots) and measures
(tests.tools.pictures.text_fit)."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from tests.tools.living import live, live_until
from tests.tools.pictures.dialog_scenes import DIALOGS

if TYPE_CHECKING:
    from app.window.main_window import Window

SEED = "20817"
TOUR_SEED = "4472"
TOUR = (
    "Thousands of fans had waited in the rain outside the stadium. The tour was a great disaster, and the band said"
    " they would come back next year. Their manager, back in Threlfall, would not say why."
)
TOUR_PAINT = {"WHISPER": "The they would , .", "SUGGEST": "was a and the said", "REWRITE": "great come back next year"}


def start_page(window: "Window") -> "Window":
    """The start page with some recent files."""
    import time

    day = 86400.0
    for past, title in ((2, "Evening hymn in F"), (1, "Chorale study 3"), (0, "Ode to Joy, darker bass")):
        window.state.remember(Path.home() / "Music" / f"{title}.palimpsest", title, "music", time.time() - past * day)
    window.tabs.show_start()
    return window


def streaming(window: "Window") -> "Window":
    """Ode to Joy with the soprano kept and the rest streaming in."""
    from app.document.examples import EXAMPLES

    window.tabs.open_example(EXAMPLES[0])
    live(100)
    page = window.page
    assert page is not None
    page.panel._seed.setText(SEED)
    page.rewrites.verb("harmonise")
    live_until(
        lambda: page.preview.ready or (page.preview.total > 0 and page.preview.step >= 0.6 * page.preview.total), 60
    )
    return window


def alternatives(window: "Window") -> "Window":
    """Four alternatives with their grades."""
    page = window.page
    assert page is not None
    live_until(lambda: page.preview.ready and None not in page.preview.grades, 60)
    page.preview.choose(2)
    return window


def steps(window: "Window") -> "Window":
    """One of them half way through its steps."""
    page = window.page
    assert page is not None and page.preview.reel is not None
    page.timeline.toggle()
    page.preview.watch(page.preview.reel.last * 2 // 5)
    return window


def history(window: "Window") -> "Window":
    """The history panel."""
    assert window.page is not None
    window.page.timeline.hide()
    window.page.show_panel("history")
    return window


def insight(window: "Window") -> "Window":
    """An accepted result with its grade, surprise and findings, and what else its most surprising tenor note could
    be."""
    page = window.page
    assert page is not None
    page.rewrites.accept()
    page.show_panel("insight")
    page.insight.toggle_heat()
    live_until(lambda: page.insight.heat.finished or page.insight.heat.problem != "", 60)
    tenor = next(((voice, start) for _, voice, start in page.insight.heat.notes() if voice == 2), None)
    if tenor is not None:
        page.insight.jump_to_note(*tenor)
        page.insight.why_not.ask_here()
        live_until(lambda: not page.insight.why_not.asker.running, 60)
    return window


def score(window: "Window") -> "Window":
    """The score under the roll: Bach's own chorale, two voices of two bars to be rewritten, a selected phrase."""
    from app.document.accept import region_of
    from app.document.examples import EXAMPLES
    from engine.canvas.mask import Brush

    window.tabs.open_example(next(example for example in EXAMPLES if example.name == "chorale"))
    page = window.page
    assert page is not None
    page.under.show_part("score")  # type: ignore[union-attr]
    page.painting.paint_region("Paint", region_of(page.pointing.piece, (1, 2), (2, 3)), Brush.REWRITE)
    page.document.selection = frozenset((0, note.start) for note in page.pointing.piece.voices[0].notes[4:8])
    page.transport.locate(page.pointing.piece.bar_starts[2])
    live_until(lambda: not page.under.score.busy and page.insight.result is not None, 60)  # type: ignore[union-attr]
    return window


def chords(window: "Window") -> "Window":
    """Chords asked for on neighbouring beats, one of them being typed."""
    from app.document.examples import EXAMPLES

    window.tabs.open_example(EXAMPLES[0])
    page = window.page
    assert page is not None and page.roll is not None
    lane = page.parts.widget.frame.lane  # type: ignore[attr-defined]
    lane.paste_lines(0, "C Am7 Dm7 G7/B | C F#m7b5 G C")
    lane.edit(40)
    lane.editor.setText("Bb7")
    return window


def bach(window: "Window") -> "Window":
    """A round of Is it Bach?, answered."""
    window.tabs.show_bach()
    made = window.tabs.bach
    assert made is not None
    live_until(lambda: made.round is not None, 60)
    if made.round is not None:
        made.sound.begun = {0, 1}
        made.say(made.round.bach)
        live_until(lambda: made._next is not None, 60)
    return window


def sentence_writing(window: "Window") -> "Window":
    """A draft of three sentences, the middle one painted and being rewritten."""
    from app.sentence import changes
    from engine.canvas.mask import Brush

    window.files.new_text()
    page = window.page
    assert page is not None
    page.painting.set_tool("select")
    page.canvas.setFocus()
    page.canvas.commands.put_text(TOUR)
    project, words = page.document.project, changes.words_of(page.document.project, 1)
    for brush, chosen in TOUR_PAINT.items():
        project = changes.painted(
            project, [(1, at) for at, word in enumerate(words) if word in chosen.split()], Brush[brush]
        )
    page.document.apply("Paint", project)
    page.canvas.word_cursor.go(1, 0)
    page.painting.set_tool("KEEP")
    page.panel._seed.setText(TOUR_SEED)
    page.rewrites.rewrite()
    live_until(
        lambda: page.preview.ready or (page.preview.total > 0 and page.preview.step >= 0.5 * page.preview.total), 60
    )
    return window


def sentence(window: "Window") -> "Window":
    """Its alternatives, and what else a word could be."""
    page = window.page
    assert page is not None
    live_until(lambda: page.preview.ready, 60)
    page.canvas.word_cursor.go(1, 14, select=True)
    page.canvas.ask_here()
    live_until(lambda: bool(page.controller.choices.popover.rows), 20)  # type: ignore[attr-defined]
    return window


def sentence_insight(window: "Window") -> "Window":
    """How surprising its words are, and which open one decides most."""
    page = window.page
    assert page is not None
    page.controller.choices.close()  # type: ignore[attr-defined]
    page.generation.reject()
    page.insight.toggle_heat()
    live_until(lambda: page.insight.heat.finished or page.insight.heat.problem != "", 60)
    page.canvas.word_cursor.go(1, 0)
    page.insight.ask_what_next()
    live_until(lambda: not page.insight.ask_me.asker.running, 60)
    return window


SCENES: dict[str, Callable[["Window"], QWidget]] = {
    "start": start_page,
    "streaming": streaming,
    "alternatives": alternatives,
    "steps": steps,
    "history": history,
    "insight": insight,
    "score": score,
    "chords": chords,
    "bach": bach,
    "sentence-writing": sentence_writing,
    "sentence": sentence,
    "sentence-insight": sentence_insight,
    **DIALOGS,
}
