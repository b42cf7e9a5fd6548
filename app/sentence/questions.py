"""What a page asks of the sentence network besides a rewrite: which words it knows, what else could stand somewhere,
how likely an alternative is. Everything is an inquiry of the one engine thread and can be given up."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QObject, Signal

import assets
from app.document.worker import Worker
from engine.canvas.mask import Brush, Mask
from engine.canvas.text import BLANK_WORD, Sentence
from engine.errors import ModelError
from engine.jobs.inquiry import QUESTIONS, Inquiry
from engine.jobs.request import Answered, Cancelled, Failed
from engine.sampling.methods import METHODS

SHOWN = 10  # words a person is offered
WHAT_ELSE, HOW_LIKELY = "why not", "surprise"


@dataclass(frozen=True)
class Choices:
    """What could stand at a word: the likeliest words with their probabilities, what is left for all others, and the
    bits of the word that stands there."""

    words: tuple[tuple[str, float], ...]
    others: float
    bits: float | None


class Questions(QObject):
    """Asks; answers come on the main thread."""

    known = Signal()  # the vocabulary was read

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._waiting: dict[int, tuple[Callable[[Any], None], Callable[[Failed], None] | None]] = {}
        self._job: int | None = None
        self._order: tuple[str, ...] = ()
        self.vocabulary: frozenset[str] | None = None  # None: no model, or not read yet; then nothing is unknown
        worker.heard.connect(self._heard)
        worker.call(read_vocabulary, worker.models, then=self._read)

    def _read(self, words: tuple[str, ...] | None) -> None:
        if not shiboken6.isValid(self):
            return  # the page was closed meanwhile
        self._order = words or ()
        self.vocabulary = frozenset(words) if words else None
        self.known.emit()

    def unknown(self, word: str) -> bool:
        """Whether the model is there and does not have this word."""
        return self.vocabulary is not None and word != BLANK_WORD and word not in self.vocabulary

    def word(self, token: int) -> str:
        """The word of a number."""
        return self._order[token]

    def ask(
        self, sentence: Sentence, at: int, then: Callable[[Choices], None], failed: Callable[[Failed], None]
    ) -> None:
        """What else could stand at a word, given all others but the blanks; an older question is given up."""
        self.give_up()
        inquiry = Inquiry(WHAT_ELSE, sentence, _shown(sentence), ((0, at, at + 1),), {"open": 1})
        self._job = self._submit(inquiry, lambda found: then(self._choices(found, sentence.words[at])), failed)

    def give_up(self) -> None:
        """Nobody waits for the answer any more."""
        if self._job is not None:
            self._waiting.pop(self._job, None)
            self._worker.cancel(self._job)
            self._job = None

    def bits(self, sentence: Sentence, mask: Mask, then: Callable[[float], None]) -> None:
        """Bits a rewritten word of an alternative, each word given all others, on average."""
        free = np.flatnonzero(~mask.pinned()[0])
        if not len(free) or any(self.unknown(sentence.words[at]) or not sentence.words[at] for at in free):
            return
        inquiry = Inquiry(HOW_LIKELY, sentence, _shown(sentence), tuple((0, int(at), int(at) + 1) for at in free))
        self._submit(inquiry, lambda bits: then(float(np.mean(bits))), None)

    def _submit(self, inquiry: Inquiry, then: Callable[[Any], None], failed: Callable[[Failed], None] | None) -> int:
        job = self._worker.submit(inquiry)
        self._waiting[job] = (then, failed)
        return job

    def _heard(self, job: int, event: object) -> None:
        if job not in self._waiting or not isinstance(event, (Answered, Failed, Cancelled)):
            return
        then, failed = self._waiting.pop(job)
        if isinstance(event, Answered):
            then(event.value)
        elif isinstance(event, Failed) and failed is not None:
            failed(event)

    def _choices(self, found: tuple[tuple[int, float], ...], word: str) -> Choices:
        """Tokens as words."""
        every = [(self.word(token), share) for token, share in found if token < len(self._order)]
        own = next((share for other, share in every if other == word), None)
        return Choices(
            tuple(every[:SHOWN]),
            max(0.0, 1.0 - sum(share for _, share in every[:SHOWN])),
            -math.log2(own) if own else None,
        )


def _shown(sentence: Sentence) -> Mask:
    """Everything is shown to the network; blanks stay open whatever the mask says."""
    return Mask.filled(1, len(sentence.words), Brush.KEEP)


def read_vocabulary(models: Any) -> tuple[str, ...] | None:
    """The words of the sentence network's card, in its order; None without a network.

    In the engine thread; reads only a file's header."""
    asked = QUESTIONS[WHAT_ELSE].method
    if models is not None:
        return _words(models("text", asked).card)
    from app.window.dialogs.model_card import read_card

    for method in (asked, *METHODS):
        path = assets.weights("text", method)
        if path.exists():
            try:
                return _words(read_card(path).get("card"))
            except ModelError:
                continue
    return None


def _words(card: Any) -> tuple[str, ...] | None:
    words = card.get("vocabulary") if isinstance(card, dict) else None
    return tuple(map(str, words)) if isinstance(words, (list, tuple)) and words else None
