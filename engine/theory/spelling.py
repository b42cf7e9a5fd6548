"""How a pitch is written: places on the line of fifths, note names, key names.

The key decides unless a note brought its own spelling."""

import re
from typing import NamedTuple

from engine.canvas.music import Key, Voice
from engine.errors import CanvasError

LETTERS = "FCGDAEB"  # the line of fifths from F (-1) to B (5); every seven places the accidental rises by one sharp
STEP_SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
LOWEST_PLACE = {
    False: -3,
    True: -2,
}  # first of the twelve places in use, from the signature's; by whether the key is minor
_NAME = re.compile(r"([A-G])(#*|b*)(-?\d+)")


class Spelled(NamedTuple):
    """A written note: letter, alteration in semitones (sharps positive), octave as in C4 = middle C."""

    letter: str
    alter: int
    octave: int

    @property
    def name(self) -> str:
        """The name in plain characters, such as F#4 or Bb3."""
        return f"{self.letter}{accidental(self.alter)}{self.octave}"

    @property
    def pitch(self) -> int:
        """The MIDI pitch that sounds."""
        return (self.octave + 1) * 12 + STEP_SEMITONES[self.letter] + self.alter


def accidental(alter: int) -> str:
    """Sharps or flats in plain characters."""
    return "#" * alter if alter >= 0 else "b" * -alter


def letter_of(place: int) -> tuple[str, int]:
    """(letter, alteration) of a place on the line of fifths."""
    return LETTERS[(place + 1) % 7], (place + 1) // 7


def place_of(letter: str, alter: int) -> int:
    """The place on the line of fifths of a letter with an alteration."""
    return LETTERS.index(letter) - 1 + 7 * alter


def class_name(place: int) -> str:
    """The name without an octave, such as F# or Bb."""
    letter, alter = letter_of(place)
    return letter + accidental(alter)


def place_in_key(pitch: int, key: Key) -> int:
    """Where a key puts a pitch: seven scale steps and the alterations Bach uses most (G sharp in A minor, never A
    flat)."""
    lowest = key.fifths + LOWEST_PLACE[key.minor]
    return lowest + (pitch * 7 - lowest) % 12


def spell(pitch: int, key: Key, place: int | None = None) -> Spelled:
    """A MIDI pitch as written in a key, or at a given place on the line of fifths."""
    letter, alter = letter_of(place_in_key(pitch, key) if place is None else place)
    octave, wrong = divmod(pitch - alter - STEP_SEMITONES[letter], 12)
    if wrong:
        raise CanvasError(f"{letter}{accidental(alter)} is not a spelling of the MIDI pitch {pitch}.")
    return Spelled(letter, alter, octave - 1)


def pitch_name(pitch: int, key: Key = Key(), place: int | None = None) -> str:
    """The name of a MIDI pitch, such as F#4."""
    return spell(pitch, key, place).name


def parse_name(name: str) -> Spelled:
    """A note from a name such as F#4."""
    match = _NAME.fullmatch(name)
    if not match:
        raise CanvasError(f"{name!r} is not the name of a note; write one like F#4 or Bb3.")
    signs = match[2]
    return Spelled(match[1], len(signs) * (-1 if "b" in signs else 1), int(match[3]))


def places(voice: Voice, key: Key) -> dict[int, int]:
    """The place on the line of fifths of each note by its onset; a note's own spelling goes before the key's."""
    own = {mark.step: mark.spelling for mark in voice.marks if mark.spelling is not None}
    return {note.start: own.get(note.start, place_in_key(note.pitch, key)) for note in voice.notes}


def tonic_place(key: Key) -> int:
    """The key note's place on the line of fifths."""
    return key.fifths + (3 if key.minor else 0)


def key_name(key: Key) -> str:
    """The name of a key, such as A minor or Bb major."""
    return f"{class_name(tonic_place(key))} {'minor' if key.minor else 'major'}"


KEYS = tuple(Key(fifths, minor) for minor in (False, True) for fifths in range(-7, 8))
KEY_NAMES = {key_name(key): key for key in KEYS}
