"""Closes as musicians name them: which two chords make a full, half, deceptive or plagal close in a key.

Of several chords that would do, the first that has the melody's note is taken."""

from engine.canvas.chord import Chord, Harmony
from engine.canvas.music import Key, Piece, sounding
from engine.errors import CanvasError
from engine.theory.chords.reader import beat_steps
from engine.theory.spelling import tonic_place

ChordDegrees = tuple[tuple[int, str], ...]  # places on the line of fifths from the tonic, and the kind, best first

TONIC: dict[bool, ChordDegrees] = {False: ((0, "major"),), True: ((0, "minor"), (0, "major"))}
DOMINANT: dict[bool, ChordDegrees] = dict.fromkeys((False, True), ((1, "dominant"), (1, "major")))
DOMINANT_TRIAD: dict[bool, ChordDegrees] = dict.fromkeys((False, True), ((1, "major"),))
SUBDOMINANT: dict[bool, ChordDegrees] = {False: ((-1, "major"),), True: ((-1, "minor"),)}
BEFORE_HALF: dict[bool, ChordDegrees] = {
    False: ((-1, "major"), (2, "minor"), (0, "major"), (3, "minor")),
    True: ((-1, "minor"), (0, "minor"), (2, "diminished"), (-4, "major")),
}
SUBMEDIANT: dict[bool, ChordDegrees] = {False: ((3, "minor"),), True: ((-4, "major"),)}

# the chord before, and the one that closes; by whether the key is minor
CADENCES = {
    "full": (DOMINANT, TONIC),
    "half": (BEFORE_HALF, DOMINANT_TRIAD),
    "deceptive": (DOMINANT, SUBMEDIANT),
    "plagal": (SUBDOMINANT, TONIC),
}


def cadence(piece: Piece, kind: str, step: int, key: Key | None = None) -> tuple[Harmony, Harmony]:
    """The two chords of a close whose last one stands on the beat at or before `step`, in a key (None: the piece's)."""
    beats = [beat for beat in beat_steps(piece) if beat <= step]
    if len(beats) < 2:
        raise CanvasError("A close takes two beats; put the cursor on a later one.")
    before, last = (
        Harmony(beat, _fitting(piece, beat, degrees[(key or piece.key).minor], key or piece.key))
        for beat, degrees in zip(beats[-2:], CADENCES[kind], strict=True)
    )
    return before, last


def _fitting(piece: Piece, step: int, degrees: ChordDegrees, key: Key) -> Chord:
    """The first of the chords that has the highest voice's note, else the first."""
    sounding_now = [int(pitch) for pitch in sounding(piece.grid())[:, step] if pitch >= 0]
    tonic = tonic_place(key)
    chords = [Chord(tonic + fifths, kind) for fifths, kind in degrees]
    return next((chord for chord in chords if sounding_now and max(sounding_now) % 12 in chord.tones), chords[0])
