"""Our chord reader beside music21's: the same root, third and seventh on the same beats. Asks no network."""

from collections.abc import Sequence
from typing import Any

from engine.canvas.chord import Chord
from engine.canvas.music import Piece, sounding
from engine.theory.chords.reader import beat_chords


def music21_root(pitches: Sequence[int]) -> tuple[int, bool, bool]:
    """(root's pitch class, whether the third is minor, whether there is a seventh) as music21 reads a chord."""
    from music21 import chord

    read = chord.Chord(sorted(pitches))
    return (
        read.root().pitchClass,
        read.isMinorTriad() or read.quality in ("minor", "diminished"),
        bool(read.seventh),
    )


def _quality(chord: Chord) -> tuple[int, bool, bool]:
    """The same of a chord of ours."""
    own = {(tone - chord.root_class) % 12 for tone in chord.tones}
    return (
        chord.root_class,
        3 in own and 4 not in own,
        "seventh" in chord.kind
        or chord.kind
        in (
            "dominant",
            "half-diminished",
        ),
    )


def agreement(pieces: Sequence[Piece]) -> dict[str, Any]:
    """On how many beats our reader finds a chord, and how often music21 reads the same root, third and seventh."""
    beats = same = named = 0
    for piece in pieces:
        pitch = sounding(piece.grid())
        for step, chord in beat_chords(piece):
            beats += 1
            pitches = [int(p) for p in pitch[:, step] if p >= 0]
            classes = {p % 12 for p in pitches}
            full = chord is not None and len(classes) >= 3 and classes <= set(chord.tones)
            if chord is not None and full:
                named += 1
                same += music21_root(pitches) == _quality(chord)
    return {"label": "our reader and music21's", "beats": beats, "named": named, "same": same / max(1, named)}
