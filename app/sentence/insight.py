"""The Insight panel of a page of words: how surprising each word of the active sentence is, and which open word
decides most. The sections are those of music; this file says what a word is to them."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

from app.insight.ask_me import Ask, AskMe
from app.insight.heat import Heat
from app.insight.insight import Insight
from app.insight.panel import ASK_KEY
from app.insight.sections.ask import AskSection, paint_question
from app.insight.sections.heat import HeatSection
from app.insight.selection_bits import SelectionBits
from app.insight.subject import Named
from app.sentence import changes
from app.sentence.view import SentenceView
from app.widgets.labels import fill_scrolling
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.project import Project
from engine.canvas.text import BLANK_WORD, Sentence
from engine.jobs.percentiles import single_marks
from engine.sampling.questions import Answer, Span

if TYPE_CHECKING:
    from app.page.page import Page


class Words:
    """The active sentence as a Subject; blanks and words the model does not have cannot be measured."""

    modality, one, many = "text", "word", "words"
    nothing = "There are no words here yet."
    off = (
        "How surprising is each word, given the rest of its sentence? {strong} means that the model expected"
        " something else."
    )
    passages = "passages of news"

    def __init__(self, view: SentenceView) -> None:
        self._view = view

    def canvas(self) -> Sentence:
        """The active sentence."""
        document = self._view.document
        return changes.draft_of(document.project).sentences[document.part]

    def shape(self, canvas: Sentence) -> tuple[int, int]:
        """One row."""
        return 1, len(canvas.words)

    def spans(self, canvas: Sentence) -> tuple[Span, ...]:
        """Every word the model has."""
        part, at = self._view.word_cursor.place
        middle = at if part == self._view.document.part else 0
        known = [k for k, word in enumerate(canvas.words) if word != BLANK_WORD and not self._view.shown.unknown(word)]
        return tuple((0, k, k + 1) for k in sorted(known, key=lambda k: abs(k - middle)))

    def carried(self, old: Sentence, bits: np.ndarray, new: Sentence) -> np.ndarray:
        """Nothing stays: every word was measured given all the others."""
        return np.full((1, len(new.words)), np.nan)

    def selected(self, canvas: Sentence) -> tuple[Span, ...]:
        """The selected words of the sentence that can be measured."""
        document = self._view.document
        chosen = {at for part, at in document.selection if part == document.part}
        return tuple(sorted(span for span in self.spans(canvas) if span[1] in chosen))

    def named(self, canvas: Sentence, row: int, at: int) -> Named | None:
        """The word."""
        if at >= len(canvas.words):
            return None
        number, word = changes.word_number(canvas.words, at), canvas.words[at]
        return Named(str(number), word, tr("Word {n}, {word}", n=number, word=word), None)


class OpenWords:
    """The words of the active sentence that may change, as OpenCells; values are tokens of words."""

    audible = False

    def __init__(self, view: SentenceView) -> None:
        self._document, self._shown = view.document, view.shown

    def canvas(self) -> Sentence:
        """The active sentence."""
        return changes.draft_of(self._document.project).sentences[self._document.part]

    def spans(self) -> tuple[Span, ...]:
        """Every word that may change."""
        return tuple((0, at, at + 1) for at, free in enumerate(~self._document.mask.pinned()[0]) if free)

    def values(self, answer: Answer) -> tuple[tuple[int, float], ...]:
        """Any word."""
        return answer.values

    def name(self, value: int) -> str:
        """The word."""
        return f"“{self._word(value)}”"

    def where(self, best: Ask) -> str:
        """Its number."""
        words, at = self.canvas().words, best.step
        number = changes.word_number(words, at)
        sign = at > 0 and number == changes.word_number(words, at - 1)
        return tr("the sign after word {n}", n=number) if sign else tr("word {n}", n=number)

    def put(self, best: Ask, value: int) -> Project:
        """The word, kept."""
        place = (self._document.part, best.step)
        return changes.with_word(self._document.project, place, self._word(value), Brush.KEEP)

    def _word(self, token: int) -> str:
        assert self._shown.vocabulary is not None, "an answer comes from a network with words"
        return self._shown.vocabulary.word(token)


class SentenceInsight(Insight):
    """What can be said of the active sentence."""

    def __init__(self, page: "Page") -> None:
        super().__init__(page)
        view = page.parts.widget
        assert isinstance(view, SentenceView)
        self._view = view
        self.heat = Heat(Words(view), page.document, page.preview, view.picture, page.worker, self)
        self.selection_bits = SelectionBits(page.document, self.heat, page.worker, self)
        self.surprise = HeatSection(self.heat, self.selection_bits)
        self.surprise.jumped.connect(self._jump)
        self.heat.changed.connect(view.viewport().update)
        self.ask_me = AskMe(OpenWords(view), page.document, page.preview, page.worker, self)
        self.ask = AskSection(self.ask_me, ASK_KEY, "word", "Compare the open words of the sentence")
        self.ask_me.changed.connect(view.viewport().update)
        view.picture.overlays.append(self._paint_question)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(20, 8, 20, 16)
        column.setSpacing(18)
        for part in (self.surprise, self.ask):
            column.addWidget(part)
        column.addStretch(1)
        fill_scrolling(self, body)
        page.worker.call(single_marks, "text", then=self._calibrate)

    def _calibrate(self, marks: tuple[float, ...] | None) -> None:
        """Grade surprise by what is usual in real text, where that was measured."""
        if marks is None or not isValid(self):
            return
        half, most, nearly = (f"{mark:.1f}" for mark in marks)
        tip = tr(
            "Of words in real news, half stay under {half} bits, 80 % under {most} and 95 % under {nearly}.",
            half=half,
            most=most,
            nearly=nearly,
        )
        self._view.picture.surprise_marks = marks
        self.surprise.set_marks(marks, tip)
        self._view.viewport().update()

    def shut(self) -> None:
        """The page is being closed: ask nothing more."""
        for asker in (self.heat.asker, self.selection_bits.asker, self.ask_me.asker):
            asker.cancel()

    def _jump(self, _row: int, at: int) -> None:
        """Go to a word and select it."""
        document = self._page.document
        self._view.word_cursor.go(document.part, at)
        document.selection = frozenset({(document.part, at)})

    def _paint_question(self, painter: QPainter) -> None:
        best = self.ask_me.best
        box = self._view.picture.layout.box(self._page.document.part, best.step) if best is not None else None
        if best is not None and box is not None:
            paint_question(painter, QPointF(box.rect.center().x() - 30, box.rect.top() - 18), best.share)
