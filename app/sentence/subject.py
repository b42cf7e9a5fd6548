"""A page of words as the heat-map sees it: the active sentence, its words in the order of their distance from the
cursor."""

from typing import TYPE_CHECKING

import numpy as np

from app.insight.subject import Named
from app.sentence import changes
from app.sentence.view import SentenceView
from app.words import tr
from engine.canvas.text import BLANK_WORD, Sentence
from engine.sampling.questions import Span

if TYPE_CHECKING:
    from app.page.page import Page


def view_of(page: "Page") -> SentenceView:
    """The canvas of a page of sentences."""
    view = page.parts.widget
    assert isinstance(view, SentenceView)
    return view


class Words:
    """The active sentence as a Subject; blanks and words the model does not have cannot be measured."""

    modality, one, many = "text", "word", "words"
    nothing = "There are no words here yet."
    off = (
        "How surprising is each word, given all the rest of its sentence? Bright means that the model expected"
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
        part, at = self._view.place
        middle = at if part == self._view.document.part else 0
        known = [k for k, word in enumerate(canvas.words) if word != BLANK_WORD and not self._view.unknown(word)]
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
        return Named(str(at + 1), canvas.words[at], tr("Word {n}, {word}", n=at + 1, word=canvas.words[at]), None)
