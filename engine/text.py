"""The text canvas: a frozen draft of sentences, each a row of words. Knows tokenising and how words are written by a person; no vocabulary."""

import re
import unicodedata
from dataclasses import dataclass, replace

from engine.errors import CanvasError

BLANK_WORD = ""  # an empty place, to be filled
MAX_WORDS = 49  # what the sentence models were trained on
MAX_SENTENCES = 1000

_TOKENS = re.compile(r"\w+|[^\w\s]+")
_PLAIN = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u2026": "...", "\u00a0": " "})


@dataclass(frozen=True)
class Sentence:
    """A row of words as the model's data has them; BLANK_WORD is an empty place."""

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if any(not isinstance(word, str) or any(c.isspace() for c in word) for word in self.words):
            raise CanvasError("A word may not contain spaces.")

    def with_words(self, words: tuple[str, ...]) -> "Sentence":
        """The sentence with other words."""
        return replace(self, words=words)


@dataclass(frozen=True)
class Draft:
    """Some sentences under a title."""

    sentences: tuple[Sentence, ...]
    title: str = ""

    def __post_init__(self) -> None:
        if not 1 <= len(self.sentences) <= MAX_SENTENCES:
            raise CanvasError(f"A draft has 1 to {MAX_SENTENCES:,} sentences.")

    def with_sentence(self, index: int, sentence: Sentence) -> "Draft":
        """The draft with one sentence replaced."""
        return replace(self, sentences=(*self.sentences[:index], sentence, *self.sentences[index + 1 :]))


def tokenise(text: str) -> tuple[str, ...]:
    """Words as the news data has them: runs of letters and digits, runs of signs, `,"` in two; curly quotes and dashes made plain."""
    plain = unicodedata.normalize("NFC", text).translate(_PLAIN)
    words: list[str] = []
    for word in _TOKENS.findall(plain):
        words.extend((",", word[1:]) if word.startswith(',"') else (word,))
    return tuple(words)
