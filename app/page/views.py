"""What a page of each kind is made of: its canvas, its strip and the names of its actions.

Adding a kind of page is adding a row to VIEWS."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.document.document import Document
from app.document.preview import Preview
from app.page.canvas_protocol import CanvasParts, InsightParts
from app.page.panels.alternatives import AlternativesStrip
from app.page.panels.brush_panel import Legend
from engine.canvas.mask import Brush

if TYPE_CHECKING:
    from app.document.worker import Worker
    from app.page.page import Page

BRUSHES = (
    ("keep", Brush.KEEP),
    ("whisper", Brush.WHISPER),
    ("suggest", Brush.SUGGEST),
    ("rewrite_brush", Brush.REWRITE),
)


@dataclass(frozen=True)
class View:
    """One kind of page; `canvas` makes the widget that is edited and what is below it.

    The other fields name actions."""

    icon: str
    canvas: Callable[[Document, Preview], CanvasParts]
    legend: Callable[[], QWidget] | None
    tools: tuple[str, ...]
    commands: tuple[str, ...]
    transport: tuple[str, ...]
    verbs: tuple[str, ...]
    more: tuple[str, ...]
    parts: tuple[str, ...]
    menu: tuple[str, ...]
    insight: Callable[["Page"], InsightParts] | None = None
    alternatives: Callable[[Document, Preview], AlternativesStrip] = AlternativesStrip
    attach: Callable[["Page", "Worker"], object] | None = None  # what this kind of page has besides
    tool_names: Mapping[str, str] = field(
        default_factory=dict
    )  # the canvas's names of tools, where they differ from the actions'
    words: Mapping[str, tuple[str, str]] = field(
        default_factory=dict
    )  # actions that are called otherwise here: (text, tip)
    labels: Mapping[str, str] = field(default_factory=dict)  # options that are called otherwise here
    cell: tuple[str, str] = ("sixteenth", "sixteenths")  # what one cell is called, and several


def _roll(document: Document, preview: Preview) -> CanvasParts:
    from app.roll.lanes import LaneStrip
    from app.roll.view import RollView

    roll = RollView(document, preview)
    return CanvasParts(roll, roll, roll=roll, strip=LaneStrip(document, preview, roll))


def _insight(page: "Page") -> InsightParts:
    from app.insight.panel import InsightPanel

    panel = InsightPanel(page)
    return InsightParts(panel, panel, music=panel)


def _sentence_insight(page: "Page") -> InsightParts:
    from app.sentence.insight import SentenceInsight

    panel = SentenceInsight(page)
    return InsightParts(panel, panel)


def _sentences(document: Document, preview: Preview) -> CanvasParts:
    from app.sentence.view import SentenceView

    draft = SentenceView(document, preview)
    return CanvasParts(draft, draft, draft=draft)


def _rows(document: Document, preview: Preview) -> AlternativesStrip:
    from app.sentence.panels.alternatives import SentenceStrip

    return SentenceStrip(document, preview)


def _word_legend() -> QWidget:
    from app.sentence.panels.legend import WordLegend

    return WordLegend()


def _sentence_controller(page: "Page", worker: "Worker") -> object:
    from app.sentence.controller import SentenceController

    return SentenceController(page, worker)


VIEWS: dict[str, View] = {
    "music": View(
        icon="note",
        canvas=_roll,
        legend=Legend,
        tools=("select", "draw", "erase"),
        commands=("paint_voice", "paint_bars", "paint_rest", "invert"),
        transport=("play", "stop", "loop", "metronome"),
        verbs=("verb_harmonise", "verb_bass", "verb_vary", "verb_fill", "verb_continue"),
        more=("verb_chords", "verb_suggest_chords", "verb_compose"),
        parts=("accept_bars", "accept_s", "accept_a", "accept_t", "accept_b"),
        menu=(
            "cut",
            "copy",
            "paste",
            "delete",
            "split",
            "",
            "paint_notes",
            "paint_bars",
            "",
            "verb_vary",
            "verb_fill",
            "reharmonise",
            "why_not",
            "",
            "insert_bars",
            "delete_bars",
            "chord",
            "fermata",
        ),
        insight=_insight,
    ),
    "text": View(
        icon="text",
        canvas=_sentences,
        legend=_word_legend,
        tools=("select", "draw", "erase"),
        commands=("paint_notes", "paint_sentence", "paint_unstressed", "invert"),
        transport=("copy_all",),
        verbs=("verb_rest", "verb_about", "verb_shorter", "verb_blank", "verb_start"),
        more=("verb_longer",),
        parts=("accept_bars", "accept_to_cursor"),
        menu=(
            "ask_word",
            "",
            "cut",
            "copy",
            "paste",
            "delete",
            "",
            "paint_notes",
            "paint_unstressed",
            "",
            "insert_blank",
            "split",
            "join",
            "remove_sentence",
        ),
        insight=_sentence_insight,
        alternatives=_rows,
        attach=_sentence_controller,
        tool_names={"draw": "type", "erase": "blank"},
        words={
            "cut": ("Cu&t", "Move the selected words to the clipboard"),
            "copy": ("&Copy", "Copy the selected words"),
            "paste": ("&Paste", "Paste text at the cursor"),
            "delete": ("&Delete", "Delete the selected words"),
            "split": ("S&plit sentence", "Start a new sentence at the word under the cursor"),
            "select_all": ("Select &all", "Select the sentence; press again for the whole draft"),
            "select": ("&Select", "Select words, see what else could go there, drag them out"),
            "draw": ("&Type", "Type and paste"),
            "erase": ("&Blank", "Click between words to add a blank, on a blank to remove it"),
            "paint_notes": ("This &phrase", "Paint the selected words with the brush"),
            "insight_panel": ("&Insight panel", "Surprise, and which word decides most"),
            "surprise": ("&Surprise", "How surprising each word is, given the rest of its sentence"),
            "ask_me": ("&Ask me", "Which open word decides most of the others"),
            "accept_bars": ("Accept the selected words", "Accept only the selected words"),
        },
        labels={"temperature": "Wording"},
        cell=("word", "words"),
    ),
}
