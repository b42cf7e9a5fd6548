"""What the words after a chord's root mean: m, maj7, sus4, (b9), no3 and their many spellings, as a kind and degrees.

Knows no roots and no basses; engine.theory.chords.symbols does."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.canvas.chord import ADD, ALTER, KINDS, MAY_ALTER, OMIT, Degree, normal
from engine.errors import CanvasError

MAJOR, MINOR, DIMINISHED, HALF, AUGMENTED = "major", "minor", "diminished", "half-diminished", "augmented"
DELTA, DOMINANT, SUS, ALT, SIX_NINE = "delta", "dominant", "sus", "alt", "six nine"
NUMBER, PLUS, MINUS = "number", "plus", "minus"

SPELLED: dict[str, tuple[str, ...]] = {
    MAJOR: ("major", "Major", "maj", "Maj", "MAJ", "ma", "Ma", "MA", "M", "j"),
    DELTA: ("Δ", "^"),  # a major seventh, with or without its number
    MINOR: ("minor", "Minor", "min", "Min", "MIN", "mi", "Mi", "MI", "m"),
    DIMINISHED: ("diminished", "dim", "Dim", "DIM", "°", "o"),
    HALF: ("half-diminished", "halfdim", "half-dim", "ø", "h"),
    AUGMENTED: ("augmented", "aug", "Aug", "AUG"),
    DOMINANT: ("dominant", "dom", "Dom"),
    SUS: ("sus2sus4", "sus24", "sus2", "sus4", "sus", "Sus2", "Sus4", "Sus", "SUS2", "SUS4", "SUS"),
    ALT: ("altered", "alt", "Alt"),
    ADD: ("add", "Add", "ADD"),
    OMIT: ("omit", "Omit", "no", "No"),
    SIX_NINE: ("6/9", "69"),
    PLUS: ("+",),
    MINUS: ("-",),
}
_MEANING = {word: meaning for meaning, words in SPELLED.items() for word in words}
_GAP = re.compile(r"[\s(),/\[\]]+")
_DEGREE = re.compile(r"([#b]?)(13|11|10|[2345679])(?:th|nd|rd)?")
_WORD = re.compile("|".join(re.escape(word) for word in sorted(_MEANING, key=len, reverse=True)))
_SMALL_ADD = re.compile(r"m(?=add)")  # a minor chord with an added note, and not `ma`

# what stands before sus: the degrees that are then added
BEFORE_SUS = {
    "13": ((7, -1), (9, 0), (13, 0)),
    "maj13": ((7, 0), (9, 0), (13, 0)),
    "9": ((7, -1), (9, 0)),
    "maj9": ((7, 0), (9, 0)),
    "6/9": ((6, 0), (9, 0)),
    "7": ((7, -1),),
    "maj7": ((7, 0),),
    "6": ((6, 0),),
}
ALTERED = (Degree(5, -1, ALTER), Degree(5, 1, ADD), Degree(9, -1, ADD), Degree(9, 1, ADD))  # what 7alt stands for
_WITH_9, _WITH_11, _WITH_13 = (Degree(number, 0, ADD) for number in (9, 11, 13))
_SHARP_5 = Degree(5, 1, ALTER)
# third and fifth, whether the seventh is major, and the number: the kind, and what is changed in it
EXTENDED: dict[tuple[str, bool, int], tuple[str, tuple[Degree, ...]]] = {
    (MAJOR, False, 6): ("major-sixth", ()),
    (MAJOR, True, 6): ("major-sixth", ()),
    (MINOR, False, 6): ("minor-sixth", ()),
    (AUGMENTED, False, 7): ("augmented-seventh", ()),
    (AUGMENTED, False, 9): ("augmented-seventh", (_WITH_9,)),
    (AUGMENTED, True, 7): ("major-seventh", (_SHARP_5,)),
    (AUGMENTED, True, 9): ("major-ninth", (_SHARP_5,)),
    (DIMINISHED, False, 7): ("diminished-seventh", ()),
    (DIMINISHED, False, 9): ("diminished-seventh", (_WITH_9,)),
    (DIMINISHED, True, 7): ("diminished", (Degree(7, 0, ADD),)),
    (HALF, False, 7): ("half-diminished", ()),
    (HALF, False, 9): ("half-diminished", (_WITH_9,)),
    (HALF, False, 11): ("half-diminished", (_WITH_9, _WITH_11)),
    (MINOR, True, 7): ("major-minor", ()),
    (MINOR, True, 9): ("major-minor", (_WITH_9,)),
    (MINOR, True, 11): ("major-minor", (_WITH_9, _WITH_11)),
    (MINOR, True, 13): ("major-minor", (_WITH_9, _WITH_13)),
} | {
    (third, major, number): (name, ())
    for third, major, names in (
        (MAJOR, False, ("dominant", "dominant-ninth", "dominant-11th", "dominant-13th")),
        (MAJOR, True, ("major-seventh", "major-ninth", "major-11th", "major-13th")),
        (MINOR, False, ("minor-seventh", "minor-ninth", "minor-11th", "minor-13th")),
    )
    for number, name in zip((7, 9, 11, 13), names, strict=True)
}


@dataclass(frozen=True)
class Word:
    """One word of a symbol; a number has its sign in semitones."""

    meaning: str
    text: str
    number: int = 0
    sign: int = 0


def words(text: str) -> list[Word]:
    """The words of what stands after a root; brackets, commas and spaces only part them."""
    found, at = [], 0
    while at < len(text):
        gap = None if text.startswith("6/9", at) else _GAP.match(text, at)
        if gap:
            at = gap.end()
            continue
        degree = None if text.startswith(("6/9", "69"), at) else _DEGREE.match(text, at)
        if degree:
            sign = {"#": 1, "b": -1, "": 0}[degree[1]]
            found.append(Word(NUMBER, degree[0], int(degree[2]), sign))
            at = degree.end()
            continue
        word = _SMALL_ADD.match(text, at) or _WORD.match(text, at)
        if word is None:
            raise CanvasError(f"{text[at:]!r} means nothing in a chord")
        found.append(Word(_MEANING[word[0]], word[0]))
        at = word.end()
    return found


def kind_of(text: str) -> tuple[str, tuple[Degree, ...]]:
    """(kind, changed degrees) of what stands after a root, or an error that says what is wrong with it."""
    reading = _Reading()
    for word in words(text):
        reading.take(word)
    return reading.result()


@dataclass
class _Reading:
    """What the words of one symbol have said so far."""

    third: str = ""
    major: bool = False  # the seventh
    number: int = 0
    sus: str = ""
    waiting: str = ""  # add, omit, plus or minus, for the number that follows
    signs: list[tuple[int, int]] = field(default_factory=list)
    added: list[tuple[int, int]] = field(default_factory=list)
    omitted: list[int] = field(default_factory=list)
    begun: bool = False
    delta: bool = False
    added_major: bool = False

    def take(self, word: Word) -> None:
        """One more word."""
        if self.waiting in (PLUS, MINUS) and word.meaning != NUMBER:
            self._lone_sign()
        if self.waiting in (ADD, OMIT) and word.meaning not in (NUMBER, MAJOR, DELTA):
            raise CanvasError(f"{word.text!r} is no degree of a chord")
        HANDLERS[word.meaning](self, word)
        self.begun = True

    def third_word(self, word: Word) -> None:
        """m, dim, aug or a half-diminished sign: first, or (aug) after the number."""
        if word.meaning == AUGMENTED and self.number and self.third != AUGMENTED:
            self.signs.append((5, 1))
        elif self.third or self.number or self.sus:
            raise CanvasError("it says twice what kind of chord it is")
        else:
            self.third = word.meaning

    def major_word(self, word: Word) -> None:
        """maj: the seventh to come is major; a triangle is one by itself."""
        if self.waiting or self.number:
            self.added_major = True
        else:
            self.major, self.delta = True, word.meaning == DELTA

    def dominant_word(self, word: Word) -> None:
        """dom says nothing that its number does not."""

    def sus_word(self, word: Word) -> None:
        """sus is sus4; both at once is sus4 with a second."""
        kind = word.text.lower()
        if self.sus:
            raise CanvasError("it is suspended twice")
        self.sus = "suspended-second" if kind == "sus2" else "suspended-fourth"
        if kind in ("sus24", "sus2sus4"):
            self.added.append((2, 0))

    def alt_word(self, word: Word) -> None:
        """An altered dominant."""
        self.number = self.number or 7
        self.signs += [(5, -1), (5, 1), (9, -1), (9, 1)]

    def six_nine(self, word: Word) -> None:
        """A sixth and a ninth."""
        self.number = 6
        self.added.append((9, 0))

    def wait(self, word: Word) -> None:
        """add, no, + and - look at what follows."""
        if word.meaning == PLUS and not self.begun:
            self.third = AUGMENTED
        elif word.meaning == MINUS and not self.begun:
            self.third = MINOR
        else:
            self.waiting = word.meaning

    def number_word(self, word: Word) -> None:
        """A number: a degree that is added, left out or altered, or how far the chord goes up in thirds."""
        number, sign = (9, 1) if (word.number, word.sign) == (10, -1) else (word.number, word.sign)
        waiting, self.waiting = self.waiting, ""
        if waiting in (PLUS, MINUS):
            self.signs.append((number, 1 if waiting == PLUS else -1))
        elif waiting == OMIT:
            self.omitted.append(number)
        elif waiting == ADD:
            self.added.append((number, sign if number != 7 or self.added_major else -1))
            self.added_major = False
        elif sign:
            self.signs.append((number, sign))
        elif number in (2, 4) or (self.number and (number > 7 or (number == 7 and self.added_major))):
            self.added.append((number, 0))
            self.added_major = False
        elif self.number or number in (3, 10):
            raise CanvasError(f"{word.text!r} cannot stand there")
        else:
            self.number = number

    def _lone_sign(self) -> None:
        """A plus after the number raises the fifth."""
        if self.waiting == MINUS:
            raise CanvasError("a number is missing after its '-'")
        self.signs.append((5, 1))
        self.waiting = ""

    def result(self) -> tuple[str, tuple[Degree, ...]]:
        """The kind and the changed degrees."""
        if self.waiting == PLUS:
            self._lone_sign()
        if self.waiting:
            raise CanvasError(f"a number is missing at its end, after {self.waiting!r}")
        kind, changes = self._base()
        own, degrees = dict(KINDS[kind]), list(changes)
        for value, alter in self.signs:
            replaced = any(degree.value == value and degree.change == ALTER for degree in degrees)
            if value in MAY_ALTER and value in own and not replaced:
                degrees += [Degree(value, alter, ALTER)] if own[value] != alter else []
            else:
                degrees.append(Degree(value, alter, ADD))
        degrees += [Degree(value, alter, ADD) for value, alter in self.added if own.get(value) != alter]
        degrees += [Degree(value, 0, OMIT) for value in self.omitted]
        return normal(kind, degrees)

    def _base(self) -> tuple[str, tuple[Degree, ...]]:
        """The kind before any sign."""
        if self.sus:
            if self.third in (DIMINISHED, HALF, AUGMENTED):
                raise CanvasError("a suspended chord has no third to tell its kind")
            name = ("maj" if self.major and self.number != 6 else "") + str(self.number or ("7" if self.delta else ""))
            name = name.replace("11", "9")
            if name and name not in BEFORE_SUS:
                raise CanvasError(f"{name!r} cannot be suspended")
            return self.sus, tuple(Degree(*tone, ADD) for tone in BEFORE_SUS.get(name, ()))
        third, number = self.third or MAJOR, self.number or (7 if self.delta else 0)
        if number == 5:
            return ("power" if not self.third and not self.major else third), ()
        if not number:
            return third, ()
        found = EXTENDED.get((third, self.major, number))
        if found is None:
            raise CanvasError(f"there is no {third} chord with {'maj' if self.major else ''}{number}")
        return found


HANDLERS: dict[str, Callable[[_Reading, Word], None]] = {
    MAJOR: _Reading.major_word,
    DELTA: _Reading.major_word,
    MINOR: _Reading.third_word,
    DIMINISHED: _Reading.third_word,
    HALF: _Reading.third_word,
    AUGMENTED: _Reading.third_word,
    DOMINANT: _Reading.dominant_word,
    SUS: _Reading.sus_word,
    ALT: _Reading.alt_word,
    SIX_NINE: _Reading.six_nine,
    ADD: _Reading.wait,
    OMIT: _Reading.wait,
    PLUS: _Reading.wait,
    MINUS: _Reading.wait,
    NUMBER: _Reading.number_word,
}
