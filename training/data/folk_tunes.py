"""Folk tunes that no network was trained on, as melodies without other voices: from the collection of Fink (1843) in
music21's corpus. Only for evaluation; nothing of it is kept here."""

from collections.abc import Iterator
from pathlib import Path

from engine.canvas.music import REST, VOICES, Key, Piece, Voice
from engine.theory.spelling import tonic_place
from training.data.chorales import bars_of, voice_of

BOOK = "essenFolksong/fink0"
LONGEST = 256  # sixteenths
SHORTEST = 64
RANGE = (60, 81)  # what a soprano sings without strain; a tune is moved into it by the fewest semitones


def songs(metre: str) -> Iterator[tuple[str, str]]:
    """(title, text in ABC) of the book's songs in one metre ("6/8")."""
    from music21 import corpus

    text = Path(str(corpus.getWork(BOOK))).read_text(encoding="utf-8", errors="replace").replace("\r", "")
    for song in text.split("\nX:")[1:]:
        lines = song.splitlines()
        if f"M: {metre}" in lines:
            title = next((line[2:].strip() for line in lines if line.startswith("T:")), "")
            yield title, "X:" + song


def tunes(metre: str, count: int, pick_up: bool = False) -> list[Piece]:
    """The first tunes of a metre that are whole on the sixteenth grid, of a usual length and range."""
    found: list[Piece] = []
    for title, text in songs(metre):
        piece = tune(title, text)
        if piece is not None and not (pick_up and piece.bars[0].complete):
            found.append(piece)
        if len(found) == count:
            break
    return found


def tune(title: str, text: str) -> Piece | None:
    """A melody as the soprano of an otherwise empty page, or None where it does not fit."""
    from music21 import converter

    part = next(iter(converter.parse(text, format="abc").recurse().getElementsByClass("Part")))
    durations = [float(note.quarterLength) * 4 for note in part.flatten().notesAndRests]
    if any(length % 1 or length == 0 for length in durations):
        return None
    bars = tuple(bars_of(part))
    steps = sum(bar.steps for bar in bars)
    if not SHORTEST <= steps <= LONGEST or any(not bar.complete for bar in bars[1:-1]):
        return None
    cells, _, _ = voice_of(part, steps)
    pitches = [cell for cell in cells if cell >= 0]
    if max(pitches) - min(pitches) > RANGE[1] - RANGE[0]:
        return None
    moves = [by for by in range(-12, 13) if RANGE[0] <= min(pitches) + by and max(pitches) + by <= RANGE[1]]
    by = min(moves, key=abs)
    melody = tuple(cell + by if cell >= 0 else cell for cell in cells)
    rest = (REST,) * steps
    voices = tuple(
        Voice(kind.name, kind.program, melody if number == 0 else rest) for number, kind in enumerate(VOICES)
    )
    signature = next(iter(part.flatten().getElementsByClass("KeySignature")), None)
    fifths = ((0 if signature is None else int(signature.sharps)) + 7 * by + 6) % 12 - 6
    minor = (voices[0].notes[-1].pitch - 7 * tonic_place(Key(fifths, True))) % 12 == 0
    return Piece(voices, bars, Key(fifths, minor), title=title)
