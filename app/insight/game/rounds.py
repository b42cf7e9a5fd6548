"""What a round is: which passage of Bach, which side it is on, and how both are made alike, so that only the music
differs. Knows no widgets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from app.words import tr
from engine.canvas.edits_bars import crop
from engine.canvas.music import REST, VOICES, Bar, Key, Piece, Tempo, Voice, blank_piece, sounding
from engine.errors import CanvasError
from engine.theory.excerpts import STEPS, Excerpt
from engine.theory.key_finder import key_of

if TYPE_CHECKING:
    from app.page.page import Page

MINE = "mine"  # the source that is no method
TEMPO = Tempo(0, 84.0)
SIGNATURES = range(-5, 7)  # every key once


@dataclass(frozen=True)
class Draw:
    """What chance decided: the passage, and whether it is heard first.

    The seed decides it, and what the model writes."""

    seed: int
    excerpt: Excerpt
    bach: int  # 0: A is Bach, 1: B is


@dataclass(frozen=True)
class Round:
    """A and B as they are heard, with their grades (None where one has none)."""

    draw: Draw
    source: str  # a method, or MINE
    pieces: tuple[Piece, Piece]
    grades: tuple[float | None, float | None]

    @property
    def bach(self) -> int:
        """Which of the two is Bach."""
        return self.draw.bach


def draw(seed: int, excerpts: Sequence[Excerpt], heard: Mapping[str, int]) -> Draw:
    """One of the passages that were heard least often, on a side of chance."""
    rng = np.random.default_rng(seed)
    times = [heard.get(excerpt.bwv, 0) for excerpt in excerpts]
    fresh = [excerpt for excerpt, often in zip(excerpts, times, strict=True) if often == min(times)]
    return Draw(seed, fresh[int(rng.integers(len(fresh)))], int(rng.integers(2)))


def frame_of(piece: Piece) -> Piece:
    """The bars and phrase ends of a piece without its notes: what the model fills, so that both breathe at the same
    places."""
    return replace(blank_piece(1), voices=tuple(_blank(piece.steps)), bars=piece.bars, fermatas=piece.fermatas)


def _blank(steps: int) -> list[Voice]:
    return [Voice(kind.name, kind.program, (REST,) * steps) for kind in VOICES]


def own_bars(piece: Piece, start: int = 0) -> Piece:
    """Eight bars of the user's piece from the bar of a step on, or a sentence that says what is missing."""
    starts = [step for step in piece.bar_starts if step + STEPS <= piece.steps]
    if not starts or any(bar[:2] != Bar.full()[:2] for bar in piece.bars):
        raise CanvasError(tr("Bach plays eight bars of 4/4; your piece needs as many."))
    first = max((step for step in starts if step <= start), default=starts[0])
    bars = crop(piece, first, first + STEPS)
    if np.mean(sounding(bars.grid()) == REST) > 0.5 or any(len(voice.notes) < 3 for voice in bars.voices):
        raise CanvasError(tr("Your eight bars need all four voices; write or rewrite the missing ones first."))
    return bars


def page_bars(page: "Page | None") -> tuple[Piece, str]:
    """The eight bars of a page from the first selected note on, or its first eight, and its title."""
    canvas = page.document.project.canvas if page is not None else None
    if page is None or not isinstance(canvas, Piece):
        raise CanvasError(tr("Open a music page first; its selected or first eight bars are compared with Bach."))
    return own_bars(canvas, min((step for _, step in page.document.selection), default=0)), page.document.title or tr(
        "Untitled"
    )


def alike(bach: Piece, other: Piece) -> tuple[Piece, Piece]:
    """Both in one key signature, tempo and instrument, moved as little as their voices' ranges allow."""
    keys = key_of(bach), key_of(other)

    def cost(fifths: int) -> tuple[int, int]:
        moved = [(piece, _shift(fifths - key.fifths)) for piece, key in zip((bach, other), keys, strict=True)]
        return sum(_outside(piece, shift) for piece, shift in moved), max(abs(shift) for _, shift in moved)

    fifths = min(SIGNATURES, key=cost)
    return _moved(bach, keys[0], fifths), _moved(other, keys[1], fifths)


def _shift(fifths: int) -> int:
    """Semitones from -6 to 5 of the given number of fifths."""
    return (7 * fifths + 6) % 12 - 6


def _outside(piece: Piece, shift: int) -> int:
    """By how many semitones the shifted notes leave their voices' ranges, added up."""
    pitches = (
        (note.pitch + shift, kind) for voice, kind in zip(piece.voices, VOICES, strict=True) for note in voice.notes
    )
    return sum(max(0, kind.low - pitch) + max(0, pitch - kind.high) for pitch, kind in pitches)


def _moved(piece: Piece, key: Key, fifths: int) -> Piece:
    """The piece in another signature with the usual voices; spellings move along, velocities and words stay behind."""
    by = fifths - key.fifths
    shift = _shift(by)
    voices = []
    for voice, kind in zip(piece.voices, VOICES, strict=True):
        cells = tuple(cell + shift if cell >= 0 else cell for cell in voice.cells)
        marks = tuple(
            mark._replace(velocity=None, lyric="", spelling=mark.spelling + by)
            for mark in voice.marks
            if mark.spelling is not None
        )
        voices.append(Voice(kind.name, kind.program, cells, marks))
    return replace(piece, voices=tuple(voices), key=Key(fifths, key.minor), tempos=(TEMPO,))
