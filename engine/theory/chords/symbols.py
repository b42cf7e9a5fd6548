"""Chord symbols as musicians write them, read into a chord and printed again: Am7, G7/B, F#dim, Cmaj9#11, N.C.

A symbol is a root, then words in any of their usual spellings (engine.theory.chords.words), then perhaps a slash and a
bass. What is printed is always read back as the same chord."""

import re
from functools import lru_cache

from engine.canvas.chord import ADD, ALTER, KINDS, NO_CHORD, NONE, OMIT, Chord, Degree
from engine.errors import CanvasError
from engine.theory.chords.words import ALTERED, BEFORE_SUS, kind_of

LONGEST = 40  # characters of a symbol
LETTERS = "FCGDAEB"  # the line of fifths from F (-1) to B (5)
SIGNS = {"♯": "#", "♭": "b", "𝄪": "##", "𝄫": "bb", "−": "-", "–": "-", "º": "°", "˚": "°", "△": "Δ", "∆": "Δ", "Ø": "ø"}
_PLAIN = {ord(sign): made for sign, made in SIGNS.items()}
SUFFIXES = {
    "major": "",
    "minor": "m",
    "augmented": "aug",
    "diminished": "dim",
    "dominant": "7",
    "major-seventh": "maj7",
    "minor-seventh": "m7",
    "diminished-seventh": "dim7",
    "augmented-seventh": "aug7",
    "half-diminished": "m7b5",
    "major-minor": "mmaj7",
    "major-sixth": "6",
    "minor-sixth": "m6",
    "dominant-ninth": "9",
    "major-ninth": "maj9",
    "minor-ninth": "m9",
    "dominant-11th": "11",
    "major-11th": "maj11",
    "minor-11th": "m11",
    "dominant-13th": "13",
    "major-13th": "maj13",
    "minor-13th": "m13",
    "suspended-second": "sus2",
    "suspended-fourth": "sus4",
    "power": "5",
    NONE: "N.C.",
}
_NOTE = r"([A-Ha-h])(##?|bb?|x)?"
_ROOT, _BASS = re.compile(_NOTE), re.compile(rf"\s*/\s*{_NOTE}$")
GERMAN = {"Cis": 7, "Des": -5, "Dis": 9, "Es": -3, "Eis": 11, "Fes": -8, "Fis": 6, "Ges": -6, "Gis": 8, "As": -4}
GERMAN |= {"Ais": 10, "His": 12, "Ces": -7, "B": -2}
_GERMAN_NOTE = r"(Cis|Des|Dis|Es(?!us)|Eis|Fes|Fis|Ges|Gis|As(?!us)|Ais|His|Ces|B(?![#b]))"
_GERMAN_ROOT, _GERMAN_BASS = re.compile(_GERMAN_NOTE), re.compile(rf"\s*/\s*{_GERMAN_NOTE}$")
GERMAN_NAMES = {-2: "B", 5: "H", 12: "H#"}
_NO_CHORD = re.compile(r"n\.? ?c\.?|no ?chord", re.IGNORECASE)


def parse_chord(text: str, german: bool = False) -> Chord:
    """The chord of a symbol, or one sentence for what is none; in German B is B flat. H is B natural everywhere."""
    plain = " ".join(text.translate(_PLAIN).split())
    if not plain:
        raise CanvasError("There is no chord to read; type one such as Am7, G7/B or N.C.")
    if len(plain) > LONGEST:
        raise _not_a_chord(plain[:LONGEST] + "...", "it is too long for one")
    return _parsed(plain, german)


@lru_cache(maxsize=4096)
def _parsed(plain: str, german: bool) -> Chord:
    if _NO_CHORD.fullmatch(plain):
        return NO_CHORD
    found = (_GERMAN_ROOT.match(plain) if german else None) or _ROOT.match(plain)
    if found is None:
        raise _not_a_chord(plain, "a chord begins with a note from A to G")
    root, rest = _place(found), plain[found.end() :]
    under = (_GERMAN_BASS.search(rest) if german else None) or _BASS.search(rest)
    bass = None if under is None else _place(under)
    try:
        kind, degrees = kind_of(rest if under is None else rest[: under.start()])
        return Chord(root, kind, degrees, None if bass == root else bass)
    except CanvasError as error:
        why = str(error).rstrip(".")
        raise _not_a_chord(plain, why[:1].lower() + why[1:]) from None


def _place(note: re.Match[str]) -> int:
    """The place on the line of fifths of a matched note."""
    if note.re in (_GERMAN_ROOT, _GERMAN_BASS):
        return GERMAN[note[1]]
    letter, signs = note[1].upper(), note[2] or ""
    alter = 2 if signs == "x" else len(signs) * (-1 if "b" in signs else 1)
    return (5 if letter == "H" else LETTERS.index(letter) - 1) + 7 * alter


def _not_a_chord(text: str, why: str) -> CanvasError:
    return CanvasError(f"{text!r} is not a chord: {why}. Type one such as Am7, G7/B, F#dim or N.C.")


def is_chord(text: str) -> bool:
    """Whether a word of foreign text is a chord symbol: capital roots only, so that words such as `a` are none."""
    if not text[:1].isupper():
        return False
    try:
        parse_chord(text)
    except CanvasError:
        return False
    return True


def chord_symbol(chord: Chord, german: bool = False) -> str:
    """The symbol of a chord, in plain characters."""
    if chord.root is None:
        return SUFFIXES[NONE]
    bass = "" if chord.bass is None else "/" + note_name(chord.bass, german)
    return note_name(chord.root, german) + suffix(chord) + bass


def note_name(place: int, german: bool = False) -> str:
    """The name of a root or bass, a place on the line of fifths."""
    if german and place in GERMAN_NAMES:
        return GERMAN_NAMES[place]
    alter = (place + 1) // 7
    return LETTERS[(place + 1) % 7] + ("#" * alter if alter > 0 else "b" * -alter)


def suffix(chord: Chord) -> str:
    """What stands between root and bass."""
    word, used = _kind_word(chord)
    left = sorted((each for each in chord.degrees if each not in used), key=lambda each: each.change == OMIT)
    changes = "".join(_change(degree, chord, word) for degree in left)
    return f"({changes})" if not word and changes[:1] in ("#", "b") else word + changes


def _kind_word(chord: Chord) -> tuple[str, tuple[Degree, ...]]:
    """(the word of a kind, the added degrees that it names already)."""
    word, ninth = SUFFIXES[chord.kind], Degree(9, 0, ADD)
    if chord.kind in ("major-sixth", "minor-sixth") and ninth in chord.degrees:
        return word + "/9", (ninth,)
    if chord.kind == "dominant" and set(ALTERED) <= set(chord.degrees):
        return "7alt", ALTERED
    if chord.kind.startswith("suspended"):
        for name, tones in BEFORE_SUS.items():
            added = tuple(Degree(*tone, ADD) for tone in tones)
            if set(added) <= set(chord.degrees):
                return name + word, added
    return word, ()


def _change(degree: Degree, chord: Chord, word: str) -> str:
    """One changed degree; only a sign and a number where that would be read as the same change."""
    value, alter, change = degree
    sign = {-1: "b", 0: "", 1: "#"}[alter]
    if change == OMIT:
        return f"no{value}"
    if change == ADD and value == 7:
        return "addmaj7" if alter == 0 else "add7"
    own = {each for each, _ in KINDS[chord.kind]}
    replaced = {each.value for each in chord.degrees if each.change == ALTER}
    has_seventh = 7 in own or any(figure in word for figure in ("7", "9", "13"))
    bare = alter != 0 and has_seventh and (value not in own or value in replaced or value not in (5, 9, 11, 13))
    return f"{sign}{value}" if change == ALTER or bare else f"add{sign}{value}"
