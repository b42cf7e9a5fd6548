"""Places the words a sentence should be about: stressed where they already are, else in place of others.

Pure functions; knows no widget."""

import re
from collections.abc import Sequence

from app.sentence import changes
from app.words import tr
from engine.canvas.mask import PINNED, Brush
from engine.canvas.project import Project
from engine.canvas.text import BLANK_WORD, MAX_WORDS, tokenise
from engine.canvas.writing import CLAUSE_ENDS, CLAUSE_WORDS, stands_free
from engine.errors import CanvasError

FRESH = 12  # words and signs of a sentence that is written around some words
_BETWEEN = re.compile(r"[,;\n]+")


def phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """What was typed, as phrases of words: a comma parts them."""
    found = (
        tuple(word for word in tokenise(changes.cleaned(piece)) if word != BLANK_WORD) for piece in _BETWEEN.split(text)
    )
    return tuple(dict.fromkeys(phrase for phrase in found if any(map(stands_free, phrase))))


def place_of(words: Sequence[str], phrase: Sequence[str]) -> int | None:
    """Where a phrase occurs among words, ignoring case; None if nowhere."""
    row, sought = [word.casefold() for word in words], [word.casefold() for word in phrase]
    return next((at for at in range(len(row) - len(sought) + 1) if row[at : at + len(sought)] == sought), None)


def about(project: Project, part: int, topics: Sequence[tuple[str, ...]], unknown: frozenset[int]) -> Project:
    """The sentence with the phrases stressed: those it lacks take the place of other words, or lengthen it.

    The other words start from what they are; what is whispered, or not known to the model, stays."""
    words, states = changes.words_of(project, part), changes.states_of(project, part)
    stays = {at for at, state in enumerate(states) if state is Brush.WHISPER} | unknown
    words = words or (*[BLANK_WORD] * (FRESH - 1), ".")
    end = changes.closing(words)
    places = {topic: place_of(words, topic) for topic in topics}
    stressed = {at + i for topic, at in places.items() if at is not None for i in range(len(topic))}
    row = [
        (word, Brush.KEEP if at in stressed or at >= end else Brush.WHISPER if at in stays else Brush.SUGGEST)
        for at, word in enumerate(words)
    ]
    missing = [topic for topic, at in places.items() if at is None]
    for number, topic in enumerate(missing):
        row = _with(row, topic, (number + 1) / (len(missing) + 1))
    if len(row) > MAX_WORDS:
        raise CanvasError(tr("A sentence may have at most {n} words and punctuation marks.", n=MAX_WORDS))
    if all(state & PINNED for _, state in row):
        raise CanvasError(tr("Nothing is left that may change; stress fewer words."))
    return changes.written(project, part, [word for word, _ in row], [state for _, state in row])


def _with(row: list[tuple[str, Brush]], topic: tuple[str, ...], share: float) -> list[tuple[str, Brush]]:
    """The row with a phrase in place of as many free words, those that say something before those that join, as near
    as can be to a share of its length; inserted between others where there is no such place."""
    size, kept = len(topic), [(word, Brush.KEEP) for word in topic]
    end = changes.closing([word for word, _ in row])
    target = share * end
    gaps = [at for at in range(end - size + 1) if all(not state & PINNED for _, state in row[at : at + size])]
    if gaps and len([1 for _, state in row[:end] if not state & PINNED]) > size:
        best = min(
            gaps, key=lambda at: (sum(_joins(word) for word, _ in row[at : at + size]), abs(at + size / 2 - target))
        )
        return [*row[:best], *kept, *row[best + size :]]
    at = min(
        range(end + 1),
        key=lambda place: (
            0 < place < end and all(state is Brush.KEEP for _, state in row[place - 1 : place + 1]),
            abs(place - target),
        ),
    )
    return [*row[:at], (BLANK_WORD, Brush.REWRITE), *kept, (BLANK_WORD, Brush.REWRITE), *row[at:]]


def _joins(word: str) -> bool:
    """Whether a word holds others together rather than says something; a blank says nothing yet, and goes first."""
    return word != BLANK_WORD and (word.lower() in CLAUSE_WORDS | CLAUSE_ENDS or not stands_free(word))
