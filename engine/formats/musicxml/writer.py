"""A piece as MusicXML 4.0, partwise: one part per voice, spelled by key, with ties, beams, fermatas, metre, key, tempo,
syllables and chord symbols."""

from bisect import bisect_left
from html import escape

from engine.canvas.chord import Harmony
from engine.canvas.music import HOLD, REST, VOICES, Mark, Piece, Voice
from engine.formats.musicxml.harmony import harmony_xml
from engine.formats.musicxml.notation import CLEFS, VALUES, Accidentals, NotatedNote, bar_places, beams, values
from engine.formats.plain import clean
from engine.formats.raw_score import MAX_WRITTEN, check_notes
from engine.theory.spelling import Spelled, place_in_key, spell

HEADER = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
<score-partwise version="4.0">
"""
FORTE = 90  # the velocity that MusicXML calls 100 %


def xml_text(text: str) -> str:
    """Text as XML may hold it: no control characters, spaces made plain."""
    return escape("".join(c if c.isprintable() else " " for c in clean(text)).strip(), quote=False)


def write_xml(piece: Piece) -> bytes:
    """The piece as the bytes of a .musicxml file."""
    check_notes(sum(len(voice.notes) for voice in piece.voices), MAX_WRITTEN)
    out = [HEADER, f"<work><work-title>{xml_text(piece.title)}</work-title></work>\n" if xml_text(piece.title) else ""]
    out.append("<identification><encoding><software>Palimpsest</software></encoding></identification>\n<part-list>\n")
    for row, (voice, kind) in enumerate(zip(piece.voices, VOICES, strict=True), 1):
        out.append(
            "<score-part"
            f' id="P{row}"><part-name>{xml_text(voice.name)}</part-name><part-abbreviation>{kind.letter}</part-abbreviation>'
        )
        out.append(
            f'<score-instrument id="P{row}-I1"><instrument-name>{kind.name}</instrument-name></score-instrument>'
        )
        out.append(
            "<midi-instrument"
            f' id="P{row}-I1"><midi-channel>{row}</midi-channel><midi-program>{voice.program + 1}</midi-program></midi-instrument>'
        )
        out.append("</score-part>\n")
    out.append("</part-list>\n")
    struck = {step for voice in piece.voices for step, cell in enumerate(voice.cells) if cell >= 0}
    lonely = [
        step for step in piece.fermatas or () if step not in struck
    ]  # the first voice carries those where no note begins
    for row in range(4):
        _part(piece, row, lonely if row == 0 else [], out)
    out.append("</score-partwise>\n")
    check_notes(sum(text.count("<pitch>") for text in out), MAX_WRITTEN)
    return "".join(out).encode("utf-8")


def _events(voice: Voice, cuts: set[int]) -> list[tuple[int, int, int | None, int]]:
    """(first step, stop, pitch or None for a rest, onset) of the voice in order, divided at the cuts (bar lines and
    lonely fermatas)."""
    found: list[tuple[int, int, int | None, int]] = []
    pitch: int | None = None
    begin = onset = 0
    for step, cell in enumerate(voice.cells):
        change = cell >= 0 or (cell == REST and (pitch is not None or step == 0))
        if change or step in cuts:
            if step > begin:
                found.append((begin, step, pitch, onset))
            begin = step
        if cell != HOLD and change:
            pitch, onset = (cell, step) if cell >= 0 else (None, step)
    found.append((begin, len(voice.cells), pitch, onset))
    return found


def _part(piece: Piece, row: int, lonely: list[int], out: list[str]) -> None:
    """One part."""
    voice = piece.voices[row]
    events = _events(voice, {*piece.bar_starts, *lonely})
    marks = {mark.step: mark for mark in voice.marks}
    fermatas = {step for step in piece.fermatas or () if voice.cells[step] >= 0} | set(lonely)
    accidentals = Accidentals(piece.key)
    chords = list(piece.chords) if row == 0 else []
    places = bar_places(piece.bars)
    out.append(f'<part id="P{row + 1}">\n')
    at = 0
    syllable_open = False
    metre = None
    first_number = 0 if piece.has_pickup else 1
    for index, bar in enumerate(piece.bars):
        start, stop = piece.bar_starts[index], piece.bar_starts[index] + bar.steps
        out.append(f'<measure number="{index + first_number}"' + ("" if bar.complete else ' implicit="yes"') + ">\n")
        if metre != bar[:2]:
            _attributes(piece, row, index, out)
            metre = bar[:2]
        if row == 0:
            _tempos(piece, start, stop, out)
        accidentals.new_bar()
        written: list[NotatedNote] = []
        while at < len(events) and events[at][0] < stop:
            first, until, pitch, onset = events[at]
            goes_on = pitch is not None and until < len(voice.cells) and voice.cells[until] == HOLD
            if pitch is None and bar.complete and until - first == bar.steps and first not in fermatas:
                _harmonies(chords, first, until, out)
                out.append(f'<note><rest measure="yes"/><duration>{bar.steps}</duration><voice>1</voice></note>\n')
            else:
                parts = values(places[index] + first - start, until - first, bar.beat_steps)
                for number, length in enumerate(parts):
                    tied_to = pitch is not None and (number < len(parts) - 1 or goes_on)
                    written.append(
                        NotatedNote(
                            first, length, pitch, *VALUES[length], pitch is not None and first > onset, tied_to, onset
                        )
                    )
                    first += length
            at += 1
        for note, beam in zip(written, beams(written, start, places[index], bar), strict=True):
            mark = marks.get(note.onset) if note.pitch is not None else None
            place = mark.spelling if mark is not None else None
            spelled = (
                None
                if note.pitch is None
                else spell(note.pitch, piece.key, place_in_key(note.pitch, piece.key) if place is None else place)
            )
            sign = accidentals.needed(spelled, note.tied_from) if spelled else ""
            lyric = ""
            if mark is not None and not note.tied_from and xml_text(mark.lyric):
                lyric, syllable_open = _lyric(xml_text(mark.lyric), syllable_open)
            _harmonies(chords, note.start, note.start + note.length, out)
            out.append(_note(note, spelled, sign, beam, mark, note.start in fermatas, lyric))
        out.append("</measure>\n")
    out.append("</part>\n")


def _attributes(piece: Piece, row: int, index: int, out: list[str]) -> None:
    """Metre, and in the first bar also divisions, key and clef."""
    bar = piece.bars[index]
    out.append("<attributes>")
    if index == 0:
        mode = "minor" if piece.key.minor else "major"
        out.append(f"<divisions>4</divisions><key><fifths>{piece.key.fifths}</fifths><mode>{mode}</mode></key>")
    out.append(f"<time><beats>{bar.beats}</beats><beat-type>{bar.unit}</beat-type></time>")
    if index == 0:
        sign, line, octave = CLEFS[row]
        change = f"<clef-octave-change>{octave}</clef-octave-change>" if octave else ""
        out.append(f"<clef><sign>{sign}</sign><line>{line}</line>{change}</clef>")
    out.append("</attributes>\n")


def _tempos(piece: Piece, start: int, stop: int, out: list[str]) -> None:
    """Tempo marks of one bar, placed by their distance from the bar line."""
    first, last = bisect_left(piece.tempos, (start,)), bisect_left(piece.tempos, (stop,))
    for tempo in piece.tempos[first:last]:
        shown = f"<metronome><beat-unit>quarter</beat-unit><per-minute>{tempo.quarters:.10g}</per-minute></metronome>"
        offset = f'<offset sound="yes">{tempo.step - start}</offset>' if tempo.step > start else ""
        sound = f'<sound tempo="{tempo.quarters!r}"/>'
        out.append(
            f'<direction placement="above"><direction-type>{shown}</direction-type>{offset}{sound}</direction>\n'
        )


def _harmonies(chords: list[Harmony], start: int, stop: int, out: list[str]) -> None:
    """The next chords, those that stand before `stop`, as marks on the note at `start`."""
    while chords and chords[0].step < stop:
        out.append(harmony_xml(chords.pop(0), start))


def _lyric(text: str, inside: bool) -> tuple[str, bool]:
    """(the syllable, whether its word goes on); a hyphen at the end joins it to the next."""
    goes_on = len(text) > 1 and text.endswith("-")
    syllabic = ("middle" if inside else "begin") if goes_on else ("end" if inside else "single")
    return f"<lyric><syllabic>{syllabic}</syllabic><text>{text[:-1] if goes_on else text}</text></lyric>", goes_on


def _note(
    note: NotatedNote,
    spelled: Spelled | None,
    sign: str,
    beam: tuple[str, ...],
    mark: Mark | None,
    fermata: bool,
    lyric: str,
) -> str:
    """One note or rest."""
    loud = f' dynamics="{mark.velocity * 100 / FORTE:.2f}"' if mark is not None and mark.velocity is not None else ""
    parts = [f"<note{loud}>"]
    if spelled is None:
        parts.append("<rest/>")
    else:
        alter = f"<alter>{spelled.alter}</alter>" if spelled.alter else ""
        parts.append(f"<pitch><step>{spelled.letter}</step>{alter}<octave>{spelled.octave}</octave></pitch>")
    parts.append(f"<duration>{note.length}</duration>")
    ties = [kind for kind, there in (("stop", note.tied_from), ("start", note.tied_to)) if there]
    parts += [f'<tie type="{kind}"/>' for kind in ties]
    parts.append(f"<voice>1</voice><type>{note.value}</type>" + "<dot/>" * note.dots)
    if sign:
        parts.append(f"<accidental>{sign}</accidental>")
    parts += [f'<beam number="{level}">{word}</beam>' for level, word in enumerate(beam, 1)]
    if ties or fermata:
        tied = "".join(f'<tied type="{kind}"/>' for kind in ties)
        parts.append(f"<notations>{tied}{'<fermata/>' if fermata else ''}</notations>")
    parts.append(f"{lyric}</note>\n")
    return "".join(parts)
