"""The words the sentence network knows, and the questions a page asks about single words: what else could go there, and
how likely an alternative is. Values only; asking and showing are done elsewhere."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

import assets
from engine.canvas.mask import Brush, Mask
from engine.canvas.text import BLANK_WORD, Sentence
from engine.errors import ModelError
from engine.jobs.cards import read_card
from engine.jobs.inquiry import QUESTIONS, Inquiry
from engine.jobs.job import Models
from engine.sampling.methods import METHODS

SHOWN = 10  # words a user is offered
WHAT_ELSE, HOW_LIKELY = "why not", "surprise"


@dataclass(frozen=True)
class Choices:
    """What a word could be: the most likely words with their probabilities, what is left for all others, and the
    bits of the word that is there."""

    words: tuple[tuple[str, float], ...]
    others: float
    bits: float | None


@dataclass(frozen=True)
class Vocabulary:
    """The network's words in the order of their tokens."""

    words: tuple[str, ...]

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.words)

    def knows(self, word: str) -> bool:
        """Whether the network has this word; a blank is always fine."""
        return word == BLANK_WORD or word in self._known

    def word(self, token: int) -> str:
        """The word of a token."""
        return self.words[token]

    def choices(self, found: tuple[tuple[int, float], ...], own: str) -> Choices:
        """(token, probability), the most likely first, as words to show; `own` is the word that is there."""
        every = [(self.words[token], share) for token, share in found if token < len(self.words)]
        share_of_own = next((share for other, share in every if other == own), None)
        return Choices(
            tuple(every[:SHOWN]),
            max(0.0, 1.0 - sum(share for _, share in every[:SHOWN])),
            -math.log2(share_of_own) if share_of_own else None,
        )


def choices_inquiry(sentence: Sentence, at: int) -> Inquiry:
    """What else a word could be, given all others except the blanks."""
    return Inquiry(WHAT_ELSE, sentence, _all_shown(sentence), ((0, at, at + 1),), {"open": 1})


def bits_inquiry(sentence: Sentence, mask: Mask, vocabulary: Vocabulary | None) -> Inquiry | None:
    """How many bits each rewritten word of an alternative has, each given all others; None where that cannot be
    said."""
    free = np.flatnonzero(~mask.pinned()[0])
    words = [sentence.words[at] for at in free]
    if not words or BLANK_WORD in words or (vocabulary is not None and not all(map(vocabulary.knows, words))):
        return None
    return Inquiry(HOW_LIKELY, sentence, _all_shown(sentence), tuple((0, int(at), int(at) + 1) for at in free))


def _all_shown(sentence: Sentence) -> Mask:
    """Everything is shown to the network; blanks stay open whatever the mask says."""
    return Mask.filled(1, len(sentence.words), Brush.KEEP)


def read_vocabulary(models: Models | None) -> Vocabulary | None:
    """The words of the sentence network's card; None without a network.

    In the engine thread; reads only a file's header."""
    asked = QUESTIONS[WHAT_ELSE].method
    if models is not None:
        return _of_card(models("text", asked).card)
    for method in (asked, *METHODS):
        path = assets.weights("text", method)
        if path.exists():
            try:
                return _of_card(read_card(path).get("card"))
            except ModelError:
                continue
    return None


def _of_card(card: Any) -> Vocabulary | None:
    words = card.get("vocabulary") if isinstance(card, dict) else None
    return Vocabulary(tuple(map(str, words))) if isinstance(words, (list, tuple)) and words else None
