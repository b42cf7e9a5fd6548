"""What a page of each kind is made of: its canvas, its strip and the names of its actions. Adding a kind of page is adding a row to VIEWS."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.brush_panel import Legend
from app.document import Document
from app.preview import Preview
from engine.mask import Brush

if TYPE_CHECKING:
    from app.page import Page

BRUSHES = (("keep", Brush.KEEP), ("whisper", Brush.WHISPER), ("suggest", Brush.SUGGEST), ("rewrite_brush", Brush.REWRITE))


@dataclass(frozen=True)
class View:
    """One kind of page; `canvas` is the widget that is edited, `strip` what stands beneath it. The other fields name actions."""

    icon: str
    canvas: Callable[[Document, Preview], QWidget]
    strip: Callable[[Document, Preview, QWidget], QWidget] | None
    legend: Callable[[], QWidget] | None
    tools: tuple[str, ...]
    commands: tuple[str, ...]
    transport: tuple[str, ...]
    verbs: tuple[str, ...]
    more: tuple[str, ...]
    parts: tuple[str, ...]
    menu: tuple[str, ...]
    insight: Callable[["Page"], QWidget] | None = None


def _roll(document: Document, preview: Preview) -> QWidget:
    from app.roll import RollView

    return RollView(document, preview)


def _lanes(document: Document, preview: Preview, canvas: QWidget) -> QWidget:
    from app.lanes import LaneStrip

    return LaneStrip(document, preview, canvas)  # type: ignore[arg-type]


def _insight(page: "Page") -> QWidget:
    from app.insight.panel import InsightPanel

    return InsightPanel(page)


VIEWS: dict[str, View] = {
    "music": View(
        icon="note",
        canvas=_roll,
        strip=_lanes,
        legend=Legend,
        tools=("select", "draw", "erase"),
        commands=("paint_voice", "paint_bars", "paint_rest", "invert"),
        transport=("play", "stop", "loop", "metronome"),
        verbs=("verb_harmonise", "verb_bass", "verb_vary", "verb_fill", "verb_continue"),
        more=("verb_compose",),
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
            "",
            "insert_bars",
            "delete_bars",
            "fermata",
        ),
        insight=_insight,
    ),
}
