"""Ask me on a page of words: the open words of the active sentence, and how a chosen word is put there."""

from typing import TYPE_CHECKING

from app.insight.ask_me import Ask, AskMe
from app.sentence import changes
from app.sentence.subject import view_of
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.project import Project
from engine.canvas.text import Sentence
from engine.sampling.questions import Answer, Span

if TYPE_CHECKING:
    from app.page.page import Page


class AskWords(AskMe):
    """Values are numbers of words."""

    _page: "Page"

    def canvas(self) -> Sentence:
        """The active sentence."""
        document = self._page.document
        return changes.draft_of(document.project).sentences[document.part]

    def spans(self) -> tuple[Span, ...]:
        """Every word that may change."""
        return tuple((0, at, at + 1) for at, free in enumerate(~self._page.document.mask.pinned()[0]) if free)

    def values(self, answer: Answer) -> tuple[tuple[int, float], ...]:
        """Any word."""
        return answer.values

    def name(self, value: int) -> str:
        """The word."""
        return f"“{self._word(value)}”"

    def where(self, best: Ask) -> str:
        """Its number."""
        return tr("word {n}", n=best.step + 1)

    def put(self, best: Ask, value: int) -> Project:
        """The word, kept."""
        document = self._page.document
        place = (document.part, best.step)
        return changes.with_word(document.project, place, self._word(value), Brush.KEEP)

    def _word(self, value: int) -> str:
        questions = view_of(self._page).questions
        assert questions is not None  # a page has them from the beginning
        return questions.word(value)
