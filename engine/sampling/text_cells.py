"""How a sentence reaches a network and comes back: words to tokens of a closed vocabulary, unknown words kept verbatim.

No sampling here."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.canvas.mask import Mask
from engine.canvas.start import CellRows
from engine.canvas.text import BLANK_WORD, MAX_WORDS, Sentence
from engine.canvas.wordpieces import split
from engine.errors import CanvasError
from engine.sampling.cells import Cells, NoRules
from engine.sampling.orders import chronological_key
from engine.sampling.tidy import TidyRules

MOST_PIECES = 8  # of one word; the rest of a longer one is not read


@dataclass(frozen=True)
class EncodedSentence:
    """A sentence ready for a sampler, and its own words to put back where pinned."""

    cells: Cells
    words: tuple[str, ...]
    vocabulary: tuple[str, ...]


def encode(
    sentence: Sentence,
    mask: Mask,
    vocabulary: tuple[str, ...],
    index: Mapping[str, int],
    pieces: Mapping[str, int] | None = None,
    tidy: bool = False,
) -> EncodedSentence:
    """The sentence for a sampler. Blanks are always free; an unknown word must be pinned, since it cannot be written.

    An unknown word is read as the form that differs from it in case only, or by its pieces where the network has any.
    With `tidy` what is written keeps to TidyRules."""
    words = sentence.words
    if not 1 <= len(words) <= MAX_WORDS:
        raise CanvasError(f"A sentence may have 1 to {MAX_WORDS} words, not {len(words)}; split it in two.")
    blank = np.array([[word == BLANK_WORD for word in words]])
    pinned = mask.pinned() & ~blank
    trusted = mask.trusted() & ~blank
    size = len(vocabulary)
    tokens = np.array([[read_as(word, index, size + 1) for word in words]])
    unknown = (tokens > size) & ~blank
    for place in np.flatnonzero(unknown & ~pinned & trusted):
        raise CanvasError(
            f"“{words[place]}” is not in the model's vocabulary, so it cannot be a suggestion; keep it, or let it be"
            " rewritten."
        )
    tokens[blank] = 0
    side = np.zeros((len(words), 0), dtype=np.int64)
    if pieces:
        side = np.full((len(words), MOST_PIECES), -1, dtype=np.int64)
        for place in np.flatnonzero(unknown[0]):
            found = split(words[place], pieces)[:MOST_PIECES]
            side[place, : len(found)] = found
    rules = TidyRules(vocabulary, words, pinned[0]) if tidy else NoRules()
    cells = Cells(tokens, pinned, trusted, side, chronological_key(1, len(words)), size, rules)
    return EncodedSentence(cells, words, vocabulary)


def read_as(word: str, index: Mapping[str, int], unknown: int) -> int:
    """The token by which a word is read: its own, or that of a form which differs from it in case only."""
    forms = (word, word.lower(), word.capitalize(), word.upper())
    return next((index[form] for form in forms if form in index), unknown)


def decode(encoded: EncodedSentence, tokens: np.ndarray) -> tuple[str, ...]:
    """Words of a token row (1, length); pinned words come back verbatim."""
    pinned = encoded.cells.pinned[0]
    size = len(encoded.vocabulary)
    return tuple(
        old if keep else (encoded.vocabulary[token] if token < size else BLANK_WORD)
        for old, keep, token in zip(encoded.words, pinned, tokens[0].tolist(), strict=True)
    )


def write(encoded: EncodedSentence, tokens: np.ndarray) -> CellRows:
    """Tokens (1, length) as a branch's beginning: the words written so far, and blanks."""
    words = decode(encoded, tokens)
    return (
        tuple(BLANK_WORD if keep else word for word, keep in zip(words, encoded.cells.pinned[0].tolist(), strict=True)),
    )


def read(encoded: EncodedSentence, rows: CellRows) -> np.ndarray:
    """Tokens (1, length) of a branch's beginning; a word the network does not have is open."""
    size, index = len(encoded.vocabulary), {word: token for token, word in enumerate(encoded.vocabulary)}
    tokens = np.array([[size if word == BLANK_WORD else index.get(str(word), size) for word in rows[0]]])
    return np.where(encoded.cells.pinned, encoded.cells.tokens, tokens)
