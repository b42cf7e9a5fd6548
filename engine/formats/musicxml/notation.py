"""How sixteenths are written: note values and ties, beams, accidentals and clefs.

Knows engraving rules; writes no file."""

from typing import NamedTuple

from engine.canvas.music import Bar, Key
from engine.theory.spelling import LETTERS, Spelled

VALUES = {1: ("16th", 0), 2: ("eighth", 0), 3: ("eighth", 1), 4: ("quarter", 0), 6: ("quarter", 1), 8: ("half", 0)}
VALUES |= {12: ("half", 1), 16: ("whole", 0), 24: ("whole", 1), 32: ("breve", 0), 48: ("breve", 1)}
FLAGS = {"eighth": 1, "16th": 2}
ACCIDENTALS = {
    -3: "triple-flat",
    -2: "flat-flat",
    -1: "flat",
    0: "natural",
    1: "sharp",
    2: "double-sharp",
    3: "triple-sharp",
}
CLEFS = (("G", 2, 0), ("G", 2, 0), ("G", 2, -1), ("F", 4, 0))  # sign, line, octave; by voice


class NotatedNote(NamedTuple):
    """A written note or rest (pitch None): step, length, value name, dots, and whether it is tied to its neighbours."""

    start: int
    length: int
    pitch: int | None
    value: str
    dots: int
    tied_from: bool
    tied_to: bool
    onset: int


def values(place: int, length: int, beat: int) -> list[int]:
    """Lengths of written notes that make up `length` sixteenths at a place in the bar, so that beats stay visible."""
    found = []
    while length:
        inside = place % beat
        if length in VALUES and (inside == 0 or inside + length <= beat or (inside % 2 == 0 and length in (4, 8))):
            value = length
        elif inside:
            value = max(v for v in VALUES if v <= min(length, beat - inside))
        else:
            value = max(v for v in VALUES if v <= length and (v % beat == 0 or v <= beat))
        found.append(value)
        place += value
        length -= value
    return found


def bar_places(bars: tuple[Bar, ...]) -> list[int]:
    """Where in its metre each bar begins: a pick-up ends its bar."""
    first = bars[0].beats * 16 // bars[0].unit - bars[0].steps if len(bars) > 1 else 0
    return [first] + [0] * (len(bars) - 1)


def beams(notes: list[NotatedNote], start: int, place: int, bar: Bar) -> list[tuple[str, ...]]:
    """The beams of each written note, one word for each level; flagged notes of one beat hang together."""
    span = 6 if bar.unit == 8 and bar.beats % 3 == 0 else 4
    levels: list[list[str]] = [[] for _ in notes]
    group: list[int] = []
    for index in range(len(notes) + 1):
        note = notes[index] if index < len(notes) else None
        flagged = note is not None and note.pitch is not None and note.value in FLAGS
        if group and (
            not flagged
            or note is None
            or (place + note.start - start) // span != (place + notes[group[0]].start - start) // span
        ):
            _beam(notes, group, levels)
            group = []
        if flagged:
            group.append(index)
    return [tuple(found) for found in levels]


def _beam(notes: list[NotatedNote], group: list[int], levels: list[list[str]]) -> None:
    """Beam one group of flagged notes; a lone sixteenth gets a hook."""
    if len(group) < 2:
        return
    for at, index in enumerate(group):
        levels[index].append("begin" if at == 0 else "end" if at == len(group) - 1 else "continue")
    short = [FLAGS[notes[index].value] == 2 for index in group]
    for at, index in enumerate(group):
        if short[at]:
            before, after = at > 0 and short[at - 1], at + 1 < len(group) and short[at + 1]
            hook = "forward hook" if at == 0 else "backward hook"
            levels[index].append("continue" if before and after else "end" if before else "begin" if after else hook)


class Accidentals:
    """The accidentals in force in one bar of one voice."""

    def __init__(self, key: Key) -> None:
        self._signature = {letter: signature_alter(letter, key) for letter in LETTERS}
        self._bar: dict[tuple[str, int], int] = {}

    def new_bar(self) -> None:
        """Forget the bar before."""
        self._bar.clear()

    def needed(self, note: Spelled, tied: bool) -> str:
        """The sign to print before a note, or nothing; a tied note needs none."""
        spot = (note.letter, note.octave)
        if tied or self._bar.get(spot, self._signature[note.letter]) == note.alter:
            return ""
        self._bar[spot] = note.alter
        return ACCIDENTALS.get(note.alter, "")


def signature_alter(letter: str, key: Key) -> int:
    """What the key signature does to a letter."""
    place = LETTERS.index(letter)
    return 1 if place < key.fifths else -1 if place >= 7 + key.fifths else 0
