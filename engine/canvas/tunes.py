"""Public-domain tunes written down as plain tables: the melodies of the gallery, the examples and the paper's
figures."""

from dataclasses import dataclass, replace

from engine.canvas.music import Bar, Key, Note, Piece, Tempo, blank_piece, cells_of
from engine.theory.spelling import parse_name

PHRASE_END = "!"  # a fermata on this note


@dataclass(frozen=True)
class Tune:
    """A melody: bars separated by |, each note a name with octave and, after a colon, its length in sixteenths (4 if
    none); ! ends a phrase."""

    title: str
    key: Key
    beats: int
    quarters: float
    notes: str


TUNES = {
    "ode": Tune(
        "Ode to Joy",
        Key(0),
        4,
        96,
        "E5 E5 F5 G5 | G5 F5 E5 D5 | C5 C5 D5 E5 | E5:6 D5:2 D5:8 | E5 E5 F5 G5 | G5 F5 E5 D5 | C5 C5 D5 E5 | D5:6 C5:2"
        " C5:8",
    ),
    "hundredth": Tune(
        "Old Hundredth",
        Key(1),
        4,
        80,
        "G4 | G4 F#4 E4 D4 | G4 A4 B4! B4 | B4 B4 A4 G4 | C5 B4 A4! G4 | A4 B4 A4 G4 | E4 F#4 G4! D5 | B4 G4 A4 C5 | B4"
        " A4 G4!",
    ),
    "anne": Tune(
        "St Anne",
        Key(0),
        4,
        88,
        "G4 | E4 A4 G4 C5 | C5 B4 C5! G4 | C5 G4 A4 F#4 | G4:12! B4 | C5 A4 D5 B4 | C5 A4 B4! G4 | A4 C5 D5 B4 |"
        " C5:12!",
    ),
    "danket": Tune(
        "Nun danket",
        Key(1),
        4,
        84,
        "D5 | D5 D5 E5 E5 | D5:12! B4 | C5 B4 A4 B4 | A4:8 G4! A4 | A4 A4 B4 B4 | A4:12! A4 | B4:2 C#5:2 D5 D5 C#5 |"
        " D5:12! D5 | E5 D5 C5 B4 | C5:12! B4 | A4 B4 A4:6 G4:2 | G4:12!",
    ),
}


def read_tune(tune: Tune) -> Piece:
    """The piece of a tune: the melody in the soprano, rests below."""
    full = Bar.full(tune.beats, 4)
    notes, bars, fermatas, step = [], [], [], 0
    for text in tune.notes.split("|"):
        first = step
        for word in text.split():
            name, _, length = word.replace(PHRASE_END, "").partition(":")
            note = Note(step, int(length or 4), parse_name(name).pitch)
            fermatas += [step] if PHRASE_END in word else []
            notes.append(note)
            step += note.length
        bars.append(full._replace(steps=step - first))
    blank = blank_piece(len(bars), tune.beats, 4)
    voices = tuple(
        replace(voice, cells=cells_of(notes if row == 0 else [], step)) for row, voice in enumerate(blank.voices)
    )
    soprano, alto, tenor, bass = voices
    marks = tuple(fermatas) if fermatas else None
    return Piece(
        (soprano, alto, tenor, bass), tuple(bars), tune.key, (Tempo(0, float(tune.quarters)),), marks, tune.title
    )
