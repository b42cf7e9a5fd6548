"""Our MusicXML made ready for engraving: names on every note, four staves or a choir's two, and bars cut from the
middle of a piece. Knows no Verovio."""

import re
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree as Tree

from engine.canvas.edits_bars import crop
from engine.canvas.music import Piece
from engine.formats import musicxml
from engine.formats.musicxml.notation import Accidentals
from engine.theory.spelling import Spelled

LONGEST_TITLE = 56  # characters across an A4 page
OPEN, CLOSED = "four staves", "two staves"
LAYOUTS = (CLOSED, OPEN)
STAVES = {OPEN: ((0,), (1,), (2,), (3,)), CLOSED: ((0, 1), (2, 3))}  # the voices of each staff
SIGN, SIGNS = re.compile(r"[#b](?=\d)"), {"#": "♯", "b": "♭"}  # before a degree of a chord
CLEFS = (("G", "2"), ("F", "4"))  # of the two staves


class Passage(NamedTuple):
    """What to engrave: bars first..stop-1 of a piece, already cut out, so that equal passages are equal values.

    `number` is the first bar's, as counted."""

    piece: Piece
    layout: str
    number: int
    goes_on: bool  # whether something is before it: then metre and tempo are not said again
    start: int  # the first step in the whole piece
    onsets: tuple[int, ...]  # of the notes that sound into the passage, by voice: their true first step, else -1
    ends: bool  # whether the piece ends with it


def passage(piece: Piece, first: int, stop: int, layout: str) -> Passage:
    """Bars first..stop-1 of a piece."""
    stop = min(stop, len(piece.bars))
    begin = piece.bar_starts[first]
    end = piece.bar_starts[stop] if stop < len(piece.bars) else piece.steps
    whole = first == 0 and stop == len(piece.bars)
    part = piece if whole else _without_repeated_chord(crop(piece, begin, end), piece, begin)
    onsets = tuple(_into(voice.cells, begin) for voice in piece.voices)
    said = begin == 0 or any(tempo.step == begin for tempo in piece.tempos)
    return Passage(
        part, layout, first + (0 if piece.has_pickup else 1), not said, begin, onsets, stop == len(piece.bars)
    )


def _without_repeated_chord(part: Piece, piece: Piece, begin: int) -> Piece:
    """A chord that began before the passage is not named again at its start."""
    named = any(harmony.step == begin for harmony in piece.chords)
    return part if named else replace(part, chords=tuple(harmony for harmony in part.chords if harmony.step))


def _into(cells: tuple[int, ...], begin: int) -> int:
    """The onset of a note that sounds across a step, else -1."""
    step = begin
    while step > 0 and cells[step] == -1:
        step -= 1
    return step if step < begin else -1


def note_name(voice: int, step: int) -> str:
    """The id of a written note or rest by voice and step."""
    return f"v{voice}s{step}"


@lru_cache(maxsize=4096)
def place_of(name: str) -> tuple[int, int] | None:
    """(voice, step) of an id, None for others."""
    head, _, tail = name.partition("s")
    return (int(head[1:]), int(tail)) if head[:1] == "v" and head[1:].isdigit() and tail.isdigit() else None


def engraving_xml(asked: Passage, breaks: tuple[int, ...] = ()) -> str:
    """MusicXML with an id on every note and rest (steps count from the passage's start), laid out as asked; `breaks`
    are the bars (from 0) that begin a system."""
    root = Tree.fromstring(musicxml.write(replace(asked.piece, title=shortened(asked.piece.title))))
    parts = root.findall("part")
    for voice, part in enumerate(parts):
        step = 0
        for index, measure in enumerate(part.findall("measure")):
            measure.set("number", str(index + asked.number))
            if index in breaks:
                measure.insert(0, Tree.Element("print", {"new-system": "yes"}))
            for note in measure.findall("note"):
                note.set("id", note_name(voice, step))
                step += int(note.findtext("duration", "0"))
        first = part.find("measure")
        if asked.goes_on and first is not None:
            for direction in first.findall("direction"):
                first.remove(direction)
            time = first.find("attributes/time")
            if time is not None:
                time.set("print-object", "no")
        if asked.ends:
            barline = Tree.SubElement(part.findall("measure")[-1], "barline", location="right")
            Tree.SubElement(barline, "bar-style").text = "light-heavy"
    _tidy_fermatas(parts, STAVES[asked.layout])
    _print_chords(root)
    if asked.layout == CLOSED:
        _close(root, parts, asked.piece)
    else:
        _group(root, "P1", "P4", "bracket")
    return Tree.tostring(root, encoding="unicode")


def shortened(title: str) -> str:
    """A title that fits across a page."""
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1].rstrip() + "…"


def _print_chords(root: Tree.Element) -> None:
    """Chord symbols with real accidentals; Verovio would print their degrees once more."""
    for harmony in root.iter("harmony"):
        for degree in harmony.findall("degree"):
            harmony.remove(degree)
        kind = harmony.find("kind")
        if kind is not None:
            kind.set("text", SIGN.sub(lambda sign: SIGNS[sign[0]], kind.get("text", "")))


def _group(root: Tree.Element, first: str, last: str, symbol: str) -> None:
    """A bracket or brace before the staves, and bar lines through them if they are a pair."""
    names = root.find("part-list")
    assert names is not None
    ids = [part.get("id") for part in names.findall("score-part")]
    begin = Tree.Element("part-group", type="start", number="1")
    Tree.SubElement(begin, "group-symbol").text = symbol
    Tree.SubElement(begin, "group-barline").text = "yes" if symbol == "brace" else "no"
    names.insert(ids.index(first), begin)
    names.insert(ids.index(last) + 2, Tree.Element("part-group", type="stop", number="1"))


def _tidy_fermatas(parts: list[Tree.Element], staves: tuple[tuple[int, ...], ...]) -> None:
    """Where two voices share a staff, one fermata above the staff is enough."""
    for voices in staves:
        for voice in voices[1:]:
            for note in parts[voice].iter("note"):
                notations = note.find("notations")
                fermata = None if notations is None else notations.find("fermata")
                if notations is not None and fermata is not None:
                    notations.remove(fermata)


def _close(root: Tree.Element, parts: list[Tree.Element], piece: Piece) -> None:
    """Two voices on each staff: the upper with stems up, the lower with stems down, and accidentals for both
    together."""
    names = root.find("part-list")
    assert names is not None
    for staff, (upper, lower) in enumerate(STAVES[CLOSED]):
        accidentals = Accidentals(piece.key)
        for above, below in zip(parts[upper].findall("measure"), parts[lower].findall("measure"), strict=True):
            clef = above.find("attributes/clef")
            if clef is not None:
                for child in list(clef):
                    clef.remove(child)
                for tag, text in zip(("sign", "line"), CLEFS[staff], strict=True):
                    Tree.SubElement(clef, tag).text = text
            notes = [list(above.findall("note")), list(below.findall("note"))]
            length = sum(int(note.findtext("duration", "0")) for note in notes[0])
            backup = Tree.Element("backup")
            Tree.SubElement(backup, "duration").text = str(length)
            for voice, stem in enumerate(("up", "down")):
                for note in notes[voice]:
                    _mark(note, voice + 1, stem)
            end = above.find("barline")
            if end is not None:
                above.remove(end)
            above.extend([backup, *notes[1], *([] if end is None else [end])])
            _sign(notes, accidentals)
        root.remove(parts[lower])
        scores = {part.get("id"): part for part in names.findall("score-part")}
        names.remove(scores[f"P{lower + 1}"])
        for tag, text in (("part-name", ""), ("part-abbreviation", "")):
            found = scores[f"P{upper + 1}"].find(tag)
            if found is not None:
                found.text = text
    _group(root, "P1", "P3", "brace")


def _mark(note: Tree.Element, voice: int, stem: str) -> None:
    """Voice and stem of a note."""
    found = note.find("voice")
    if found is not None:
        found.text = str(voice)
    if note.find("pitch") is not None:
        at = [child.tag for child in note]
        before = max(at.index(tag) for tag in ("voice", "type", "dot", "accidental") if tag in at)
        made = Tree.Element("stem")
        made.text = stem
        note.insert(before + 1 + (at.count("dot") - 1 if at[before] == "dot" else 0), made)


def _sign(notes: list[list[Tree.Element]], accidentals: Accidentals) -> None:
    """Accidentals of one bar worked out again: what one voice shows holds for the other on its staff."""
    accidentals.new_bar()
    timed = []
    for voice, row in enumerate(notes):
        step = 0
        for note in row:
            timed.append((step, voice, note))
            step += int(note.findtext("duration", "0"))
    for _, _, note in sorted(timed, key=lambda entry: entry[:2]):
        for old in note.findall("accidental"):
            note.remove(old)
        pitch = note.find("pitch")
        if pitch is None:
            continue
        spelled = Spelled(
            pitch.findtext("step", "C"), int(pitch.findtext("alter", "0")), int(pitch.findtext("octave", "4"))
        )
        tied = any(tie.get("type") == "stop" for tie in note.findall("tie"))
        if sign := accidentals.needed(spelled, tied):
            tags = [child.tag for child in note]
            made = Tree.Element("accidental")
            made.text = sign
            note.insert(tags.index("stem"), made)
