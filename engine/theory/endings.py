"""How a passage ends: where its last chord is, which notes it may have, and whether it is the tonic in root
position with all voices ending together.

Knows pitches and keys, no tokens and no sampling."""

from dataclasses import dataclass

import numpy as np

from engine.canvas.music import Key, Piece, sounding
from engine.theory.key_finder import correlations, ending_on, key_from_row
from engine.theory.spelling import tonic_place

BEAT = 4
LONGEST = 2  # beats: of a longer last note, only this much is the last chord
FIFTH = 7
OUTER = [3, 0]  # the voices whose last note tells the key: the bass, or else the soprano
MAJOR_THIRD, MINOR_THIRD = 4, 3


@dataclass(frozen=True)
class LastChord:
    """The tonic chord a passage should end with: steps start..stop-1, its rows free to be written, semitones of the
    key note, and the thirds it may have (in minor the major one too)."""

    start: int
    stop: int
    rows: tuple[int, ...]
    tonic: int
    thirds: tuple[int, ...]
    beat: int = BEAT  # sixteenths

    @property
    def first(self) -> int:
        """Where the last two beats begin, or the beat before a long last chord: from here it is written again."""
        return max(0, min(self.stop - 2 * self.beat, self.start - self.beat))

    def fits(self, pitch: np.ndarray) -> bool:
        """Whether pitches (4, steps), -1 where nothing sounds, end so: every voice at once, on this chord, and with its
        third, if only the bass is to be written perhaps without."""
        chord = pitch[:, self.stop - 1]
        if (chord < 0).any() or (pitch[:, self.stop :] >= 0).any() or (chord[3] - self.tonic) % 12:
            return False
        degrees, bare = set(((chord - self.tonic) % 12).tolist()), self.rows == (3,)
        return any({0, third, FIFTH} >= degrees and (bare or third in degrees) for third in self.thirds)

    def allowed(self, row: int, pitch: np.ndarray, left: int) -> np.ndarray:
        """Bool (12,): pitch classes that a voice may take in the chord, given what the others (4,) have there (-1:
        nothing yet) and how many voices are left, this one counted; the third comes with the last at the latest."""
        others = set(((pitch[pitch >= 0] - self.tonic) % 12).tolist())
        thirds = [third for third in self.thirds if third in others] or list(self.thirds)
        degrees = [0] if row == 3 else thirds if left == 1 and not others & set(thirds) else [0, *thirds, FIFTH]
        return np.isin((np.arange(12) - self.tonic) % 12, degrees)


def last_chord(
    pitch: np.ndarray, onset: np.ndarray, pinned: np.ndarray, key: Key | None, beat: int = BEAT
) -> LastChord | None:
    """The tonic chord with which a passage can end, or None where kept notes do not allow it; arrays are (4, steps).

    Voices that are kept to the end of the page say where the end is. Without a key the notes decide."""
    kept = [row for row in range(4) if pinned[row, -1]]
    stops = {int(np.flatnonzero(pitch[row] >= 0)[-1]) + 1 if (pitch[row] >= 0).any() else 0 for row in kept}
    steps_with_notes = np.flatnonzero((pitch >= 0).any(0))
    if len(stops) > 1 or not len(steps_with_notes):
        return None
    stop = stops.pop() if stops else int(steps_with_notes[-1]) + 1
    if stop < 2:
        return None
    leader = kept[0] if kept else 0
    begun = int(np.max(np.flatnonzero(onset[leader, :stop]), initial=0))
    start = max(begun if kept else min(begun, stop - beat), stop - LONGEST * beat, 0)
    inside = pinned[:, start:stop]
    rows = tuple(row for row in range(4) if not inside[row].any())
    fixed = [row for row in range(4) if row not in rows]
    if not rows or not inside[fixed].all() or (pinned[:, stop:] & (pitch[:, stop:] >= 0)).any():
        return None
    key = key or key_from_row(int(correlations(np.bincount(pitch[pitch >= 0] % 12, minlength=12)).argmax()))
    tonic = tonic_place(key) * 7 % 12
    degrees = {int(pitch[row, stop - 1] - tonic) % 12 for row in fixed}
    thirds = tuple(
        third for third in ((MINOR_THIRD, MAJOR_THIRD) if key.minor else (MAJOR_THIRD,)) if degrees <= {0, third, FIFTH}
    )
    if not thirds or (3 in fixed and (pitch[3, stop - 1] - tonic) % 12):
        return None
    return LastChord(start, stop, rows, tonic, thirds, beat)


def end_of(piece: Piece, pinned: np.ndarray | None = None) -> int:
    """The step after the last that sounds in the voices kept (bool (4, steps); None: all) to the end of the page;
    where none is kept or sounds, the page's own end."""
    pitch = sounding(piece.grid())
    kept = pitch if pinned is None else pitch[pinned[:, -1]]
    steps_with_notes = np.flatnonzero((kept >= 0).any(0))
    return int(steps_with_notes[-1]) + 1 if len(steps_with_notes) else piece.steps


def ending_key(piece: Piece, pinned: np.ndarray) -> Key | None:
    """The key a piece should end in: its own, or where it has no signature the one of the notes that are kept (None:
    there are none); a tune that ends on the relative key's tonic is in that key."""
    pitch = np.where(pinned, sounding(piece.grid()), -1)
    line = next((row[row >= 0] for row in pitch if (row >= 0).any()), None)
    key = piece.key
    if key == Key():
        fit = correlations(np.bincount(pitch[pitch >= 0] % 12, minlength=12))
        if not fit.any():
            return None
        ends = [row[row >= 0] for row, kept in zip(pitch[OUTER], pinned[OUTER], strict=True) if kept[-1]]
        if ends and len(ends[0]):
            fit = ending_on(fit, int(ends[0][-1]))
        key = key_from_row(int(fit.argmax()))
    relative = Key(key.fifths, not key.minor)
    return relative if line is not None and line[-1] % 12 == tonic_place(relative) * 7 % 12 else key
