"""The text canvas: a frozen draft of sentences, each a row of words.

Splitting and joining words is in engine.canvas.writing; no vocabulary."""

from dataclasses import dataclass, field, replace

from engine.canvas.writing import BLANK_WORD, WRITTEN_BLANK, detokenise, joins, normalised, tokenise
from engine.errors import CanvasError

__all__ = [
    "BLANK_WORD",
    "GAPS",
    "LINE",
    "LONGEST",
    "MAX_SENTENCES",
    "MAX_TOTAL",
    "MAX_WORDS",
    "PARAGRAPH",
    "WRITTEN_BLANK",
    "Draft",
    "Sentence",
    "detokenise",
    "joins",
    "normalised",
    "tokenise",
]

LINE, PARAGRAPH = "\n", "\n\n"
GAPS = (" ", LINE, PARAGRAPH)  # what may stand before a sentence, from the nearest on
MAX_WORDS = 200  # of one sentence that can be rewritten; longer than a network's window, it is read in windows
MAX_SENTENCES = 1000
LONGEST = 10_000  # words of one sentence that can be shown, saved and opened again
MAX_TOTAL = 200_000  # words of a draft


@dataclass(frozen=True)
class Sentence:
    """A row of words as the model's data has them; BLANK_WORD is an empty place. `gap` is what stands before it in
    the text: a space in its paragraph, a line break, or an empty line."""

    words: tuple[str, ...]
    gap: str = field(default=LINE, compare=False)

    def __post_init__(self) -> None:
        if self.gap not in GAPS:
            raise CanvasError("Before a sentence there is a space, a line break or an empty line.")
        if any(not isinstance(word, str) or any(c.isspace() for c in word) for word in self.words):
            raise CanvasError("A word may not contain spaces.")
        if len(self.words) > LONGEST:
            raise CanvasError(
                f"A sentence may have at most {LONGEST:,} words, not {len(self.words):,}; split it into shorter ones."
            )

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
        total = sum(len(sentence.words) for sentence in self.sentences)
        if total > MAX_TOTAL:
            raise CanvasError(f"A draft has at most {MAX_TOTAL:,} words, not {total:,}; take a shorter part of it.")

    def with_sentence(self, index: int, sentence: Sentence) -> "Draft":
        """The draft with one sentence replaced; it stays in its paragraph."""
        sentence = replace(sentence, gap=self.sentences[index].gap)
        return replace(self, sentences=(*self.sentences[:index], sentence, *self.sentences[index + 1 :]))

    def text(self) -> str:
        """The draft as one writes it, sentences in their paragraphs."""
        rows = [(sentence.gap, detokenise(sentence.words)) for sentence in self.sentences if sentence.words]
        return "".join(words if not place else gap + words for place, (gap, words) in enumerate(rows))
