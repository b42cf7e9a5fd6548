"""The Insight panel of a page of words: how surprising each word of the active sentence is, and which open word
decides most. Sections as for music."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.insight.ask_section import AskSection, paint_question
from app.insight.heat import Heat
from app.insight.heat_section import HeatSection
from app.insight.insight import Insight
from app.insight.panel import ASK_KEY
from app.insight.selection_bits import SelectionBits
from app.sentence.ask_words import AskWords
from app.sentence.subject import Words, view_of
from app.widgets.labels import fill_scrolling

if TYPE_CHECKING:
    from app.page.page import Page


class SentenceInsight(Insight):
    """What can be said of the active sentence."""

    def __init__(self, page: "Page") -> None:
        super().__init__(page)
        self._view = view = view_of(page)
        self.heat = Heat(Words(view), page.document, page.preview, view, page.worker, self)
        self.selection_bits = SelectionBits(page.document, self.heat, page.worker, self)
        self.surprise = HeatSection(self.heat, self.selection_bits)
        self.surprise.jumped.connect(self._jump)
        self.heat.changed.connect(view.viewport().update)
        self.ask_me = AskWords(page, self)
        self.ask = AskSection(self.ask_me, ASK_KEY, "word", "Weigh the open words of the sentence")
        self.ask_me.changed.connect(view.viewport().update)
        view.overlays.append(self._paint_question)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(20, 8, 20, 16)
        column.setSpacing(18)
        for part in (self.surprise, self.ask):
            column.addWidget(part)
        column.addStretch(1)
        fill_scrolling(self, body)

    def shut(self) -> None:
        """The page is being closed: ask nothing more."""
        for asking in (self.heat.asking, self.selection_bits.asking, self.ask_me.asking):
            asking.cancel()

    def _jump(self, _row: int, at: int) -> None:
        """Go to a word and select it."""
        document = self._page.document
        self._view.go(document.part, at)
        document.selection = frozenset({(document.part, at)})

    def _paint_question(self, painter: QPainter) -> None:
        best = self.ask_me.best
        box = self._view.layout_.box(self._page.document.part, best.step) if best is not None else None
        if best is not None and box is not None:
            paint_question(painter, QPointF(box.rect.center().x() - 30, box.rect.top() - 18), best.share)
