"""A chord as a frozen value: root, kind, changed degrees, bass.

Knows which notes it has; how it is written and read stands in engine.theory.chords.symbols."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.errors import CanvasError

ADD, ALTER, OMIT = "add", "alter", "subtract"  # as MusicXML calls them
NONE = "none"  # the kind of no chord
PLACES = range(-15, 20)  # of roots and basses on the line of fifths: F double flat to B double sharp
SCALE = {1: 0, 2: 2, 3: 4, 4: 5, 5: 7, 6: 9, 7: 11, 9: 14, 11: 17, 13: 21}  # semitones of a major scale's degrees
FIFTHS = {1: 0, 2: 2, 3: 4, 4: -1, 5: 1, 6: 3, 7: 5, 9: 2, 11: -1, 13: 3}  # the same on the line of fifths
MAY_ALTER = (5, 9, 11, 13)

TRIAD, MINOR_TRIAD = ((1, 0), (3, 0), (5, 0)), ((1, 0), (3, -1), (5, 0))
SEVENTH, NINTH, ELEVENTH, THIRTEENTH = (7, -1), (9, 0), (11, 0), (13, 0)

# MusicXML's kinds: the degrees of each, as (degree, semitones from the major scale's)
KINDS: dict[str, tuple[tuple[int, int], ...]] = {
    "major": TRIAD,
    "minor": MINOR_TRIAD,
    "augmented": ((1, 0), (3, 0), (5, 1)),
    "diminished": ((1, 0), (3, -1), (5, -1)),
    "dominant": (*TRIAD, SEVENTH),
    "major-seventh": (*TRIAD, (7, 0)),
    "minor-seventh": (*MINOR_TRIAD, SEVENTH),
    "diminished-seventh": ((1, 0), (3, -1), (5, -1), (7, -2)),
    "augmented-seventh": ((1, 0), (3, 0), (5, 1), SEVENTH),
    "half-diminished": ((1, 0), (3, -1), (5, -1), SEVENTH),
    "major-minor": (*MINOR_TRIAD, (7, 0)),
    "major-sixth": (*TRIAD, (6, 0)),
    "minor-sixth": (*MINOR_TRIAD, (6, 0)),
    "dominant-ninth": (*TRIAD, SEVENTH, NINTH),
    "major-ninth": (*TRIAD, (7, 0), NINTH),
    "minor-ninth": (*MINOR_TRIAD, SEVENTH, NINTH),
    "dominant-11th": (*TRIAD, SEVENTH, NINTH, ELEVENTH),
    "major-11th": (*TRIAD, (7, 0), NINTH, ELEVENTH),
    "minor-11th": (*MINOR_TRIAD, SEVENTH, NINTH, ELEVENTH),
    "dominant-13th": (*TRIAD, SEVENTH, NINTH, ELEVENTH, THIRTEENTH),
    "major-13th": (*TRIAD, (7, 0), NINTH, ELEVENTH, THIRTEENTH),
    "minor-13th": (*MINOR_TRIAD, SEVENTH, NINTH, ELEVENTH, THIRTEENTH),
    "suspended-second": ((1, 0), (2, 0), (5, 0)),
    "suspended-fourth": ((1, 0), (4, 0), (5, 0)),
    "power": ((1, 0), (5, 0)),
    NONE: (),
}


class Degree(NamedTuple):
    """A degree that is added, altered or left out; `alter` in semitones from the major scale's, so that a minor
    seventh is (7, -1)."""

    value: int
    alter: int
    change: str


@dataclass(frozen=True, order=True)
class Chord:
    """A chord; root and bass are places on the line of fifths (C = 0). No root and the kind `none`: no chord here."""

    root: int | None
    kind: str = "major"
    degrees: tuple[Degree, ...] = ()
    bass: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS or (self.root is None) != (self.kind == NONE):
            raise CanvasError(f"There is no kind of chord {self.kind!r} here.")
        if self.root is None and (self.degrees or self.bass is not None):
            raise CanvasError("Where there is no chord, there are no degrees and no bass.")
        if any(place is not None and place not in PLACES for place in (self.root, self.bass)):
            raise CanvasError("A chord's root and bass have at most two sharps or flats.")
        own = dict(KINDS[self.kind])
        for value, alter, change in self.degrees:
            fits = {
                ALTER: value in MAY_ALTER and value in own and alter in (-1, 1) and own[value] != alter,
                ADD: value in SCALE and value != 1 and -1 <= alter <= (value != 7) and own.get(value) != alter,
                OMIT: value in own and value != 1 and alter == 0,
            }
            if not fits.get(change, False):
                raise CanvasError(f"Degree {value} of this chord cannot be changed so.")
        replaced = [degree.value for degree in self.degrees if degree.change != ADD]
        omitted = sum(degree.change == OMIT for degree in self.degrees)
        added = len(self.degrees) - len(replaced)
        if len(set(replaced)) < len(replaced) or len(self.parts) != len(own) - omitted + added:
            raise CanvasError("The changes of this chord contradict each other.")
        if (self.kind, self.degrees) != normal(self.kind, self.degrees):
            raise CanvasError("The degrees of a chord must be in order.")
        if self.bass is not None and self.bass == self.root:
            raise CanvasError("A bass that is the root is not named.")

    @cached_property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """The (degree, semitones from the major scale's) that sound, low to high."""
        own = dict(KINDS[self.kind])
        for value, alter, change in self.degrees:
            if change == ALTER:
                own[value] = alter
            elif change == OMIT:
                own.pop(value, None)
        added = [(value, alter) for value, alter, change in self.degrees if change == ADD]
        return tuple(sorted({*own.items(), *added}))

    @cached_property
    def tones(self) -> tuple[int, ...]:
        """Pitch classes of the notes, the root first; a bass that is none of them comes last."""
        if self.root is None:
            return ()
        root = self.root * 7
        found = [(root + SCALE[value] + alter) % 12 for value, alter in self.parts]
        return tuple(dict.fromkeys([*found, self.bass_class]))

    @property
    def root_class(self) -> int:
        """The pitch class of the root; -1 where there is no chord."""
        return -1 if self.root is None else self.root * 7 % 12

    @property
    def bass_class(self) -> int:
        """The pitch class of the lowest note; -1 where there is no chord."""
        return self.root_class if self.bass is None else self.bass * 7 % 12

    @cached_property
    def telling(self) -> tuple[int, ...]:
        """Pitch classes without which it is another chord: all but a perfect fifth, and of a ninth or more only the
        highest beside third and seventh."""
        highest = max((value for value, _ in self.parts if value > 7), default=0)
        own = self.root_class
        return tuple(
            dict.fromkeys(
                (own + SCALE[value] + alter) % 12
                for value, alter in self.parts
                if (value, alter) != (5, 0) and (value <= 7 or value == highest)
            )
        )

    def moved(self, fifths: int) -> "Chord":
        """The chord moved along the line of fifths, so that its kind stays; respelled where it had three signs."""
        if self.root is None:
            return self
        root, bass = _near(self.root + fifths), None if self.bass is None else _near(self.bass + fifths)
        return Chord(root, self.kind, self.degrees, None if bass == root else bass)  # B# under C may become C too


class Harmony(NamedTuple):
    """A chord asked for from `step` on, until the next one."""

    step: int
    chord: Chord


def _place(degree: Degree) -> tuple[int, int, int]:
    """Degrees stand by number; at one degree what is altered comes before what is added."""
    return degree.value, (ALTER, OMIT, ADD).index(degree.change), degree.alter


FLAT_FIFTH = Degree(5, -1, ALTER)


def normal(kind: str, degrees: Iterable[Degree]) -> tuple[str, tuple[Degree, ...]]:
    """A kind and its degrees in order, each once; a minor seventh with a flat fifth is half-diminished."""
    found = sorted(set(degrees), key=_place)
    if kind == "minor-seventh" and FLAT_FIFTH in found:
        return "half-diminished", tuple(degree for degree in found if degree != FLAT_FIFTH)
    return kind, tuple(found)


NO_CHORD = Chord(None, NONE)


def _near(place: int) -> int:
    """A place of the same sound with fewer than two signs."""
    while place < -8:
        place += 12
    while place > 12:
        place -= 12
    return place


def fifths_of(semitones: int) -> int:
    """How far an interval goes along the line of fifths, with the fewest signs."""
    return (semitones * 7 + 5) % 12 - 5


def harmony_at(harmonies: tuple[Harmony, ...], step: int) -> Chord | None:
    """The chord in force at a step; None before the first."""
    found = None
    for harmony in harmonies:
        if harmony.step > step:
            break
        found = harmony.chord
    return found
