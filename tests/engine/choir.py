"""Short pieces written by note names, for tests of voice leading."""

from engine.canvas.music import HOLD, REST, VOICES, Bar, Mark, Piece, Voice
from engine.theory.spelling import parse_name, place_of


def choir(soprano, alto="", tenor="", bass="", steps=4, marks=True):
    """A 4/4 piece from names such as 'C5 - Bb4 .

    D5': each lasts `steps` sixteenths, - holds on, . rests; a short voice rests to the end."""
    rows = [row.split() for row in (soprano, alto, tenor, bass)]
    length = -(-max(map(len, rows)) * steps // 16) * 16
    voices = []
    for kind, row in zip(VOICES, rows, strict=True):
        cells, spelled = [], []
        for name in row:
            if name == ".":
                cells += [REST] * steps
            elif name == "-":
                cells += [HOLD] * steps
            else:
                note = parse_name(name)
                spelled.append(Mark(len(cells), spelling=place_of(note.letter, note.alter)))
                cells += [note.pitch] + [HOLD] * (steps - 1)
        cells += [REST] * (length - len(cells))
        voices.append(Voice(kind.name, kind.program, tuple(cells), tuple(spelled) if marks else ()))
    return Piece(tuple(voices), (Bar.full(),) * (length // 16))
