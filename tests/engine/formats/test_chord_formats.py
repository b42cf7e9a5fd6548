"""Chord symbols in files: MusicXML <harmony>, MIDI markers, project files of before and after, and lines of text."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import mido
import pytest
from hypothesis import given

from engine.canvas.chord import ADD, ALTER, NO_CHORD, OMIT, Harmony
from engine.canvas.edits import put_note
from engine.canvas.music import Bar, Piece, blank_piece
from engine.canvas.project import fresh
from engine.errors import CanvasError, FormatError
from engine.formats import midi, musicxml, project
from engine.formats.musicxml.harmony import read_harmony
from engine.theory.chords.lines import placed_in, read_lines
from engine.theory.chords.symbols import chord_symbol, parse_chord
from tests.engine.pieces import chords
from tests.engine.theory.chords.test_symbols import IN_USE
from tests.tools.counts import FULL


def sheet(*symbols: str, bars: int = 4) -> Piece:
    """A melody of whole notes with a chord on each half bar."""
    piece = blank_piece(bars, title="Lead sheet")
    for bar in range(bars):
        piece = put_note(piece, 0, bar * 16, 16, 60 + bar % 24)
    return replace(piece, chords=tuple(Harmony(8 * k, parse_chord(symbol)) for k, symbol in enumerate(symbols)))


def names(chords_) -> str:
    return " ".join(f"{step}:{chord_symbol(chord)}" for step, chord in chords_)


def harmony(body: str) -> str:
    """What is read of one <harmony> in a bar of one note."""
    score = (
        "<score-partwise><part-list><score-part id='P1'><part-name>M</part-name></score-part></part-list><part id='P1'>"
        f"<measure><attributes><divisions>4</divisions></attributes><harmony>{body}</harmony>"
        "<note><pitch><step>C</step><octave>5</octave></pitch><duration>16</duration></note></measure></part>"
        "</score-partwise>"
    )
    piece, remarks = musicxml.read(score.encode())
    return names(piece.chords) or " ".join(remarks)


@given(chords())
def test_any_chord_comes_back_from_musicxml(chord):
    """Alterations, added and missing degrees, inversions and slash basses, at a step inside a held note."""
    piece = replace(sheet("C"), chords=(Harmony(0, chord), Harmony(21, NO_CHORD), Harmony(22, chord)))
    assert musicxml.read(musicxml.write(piece))[0].chords == piece.chords


def test_harmonies_of_other_programs():
    """Degrees as MusicXML counts them, inversions without a bass, kinds known by their text only."""
    root = "<root><root-step>G</root-step></root>"
    degree = (
        "<degree><degree-value>{}</degree-value><degree-alter>{}</degree-alter><degree-type>{}</degree-type></degree>"
    )
    assert harmony(root + "<kind>dominant</kind><inversion>1</inversion>") == "0:G7/B"
    assert harmony(root + "<kind>minor-seventh</kind>" + degree.format(5, -1, ALTER)) == "0:Gm7b5"
    assert harmony(root + "<kind>suspended-fourth</kind>" + degree.format(7, 0, ADD)) == "0:G7sus4"
    assert (
        harmony(root + "<kind>dominant</kind>" + degree.format(9, -1, ADD) + degree.format(3, 0, OMIT)) == "0:G7b9no3"
    )
    assert harmony(root + "<kind>diminished</kind>" + degree.format(5, 1, ALTER)) == "0:Gdimadd5no5"
    assert harmony(root + "<kind text='7sus'>other</kind>") == "0:G7sus4"
    assert harmony(root + "<kind>none</kind>") == "0:N.C."
    assert "Some chord symbols are of a kind that is not known here" in harmony(root + "<kind>Tristan</kind>")
    assert "Some chord symbols" in harmony("<function>V</function><kind>dominant</kind>")


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        ("<kind>major</kind><inversion>00100</inversion>", "Fbb"),
        ("<kind>diminished-seventh</kind><inversion>3</inversion>", "Fbbdim7"),  # its bass would have four flats
        ("<kind>major</kind><degree><degree-value>9</degree-value><degree-alter>1e400</degree-alter></degree>", None),
        ("<kind>major</kind><degree><degree-value>9</degree-value><degree-alter>x</degree-alter></degree>", None),
        ("<kind>major</kind><bass><bass-step>B</bass-step><bass-alter>1e400</bass-alter></bass>", "Fbb"),
    ],
)
def test_a_harmony_made_to_harm_is_read_as_far_as_it_goes_or_left_out(inside, found):
    root = "<root><root-step>F</root-step><root-alter>-2</root-alter></root>"
    chord = read_harmony(ElementTree.fromstring(f"<harmony>{root}{inside}</harmony>"), 0)
    assert chord == (None if found is None else parse_chord(found))


def test_a_bass_that_becomes_the_root_by_respelling_is_not_named():
    assert parse_chord("C/B#").moved(8) == parse_chord("G#")


def otherwise_in_music21(chord) -> bool:
    """An added minor seventh is counted from a dominant chord, says MusicXML, but music21 counts it from the major scale; and
    of two fifths it keeps one."""
    fifths = [degree for degree in chord.degrees if degree.value == 5]
    return any(degree == (7, -1, ADD) for degree in chord.degrees) or len(fifths) > 1


def test_musicxml_is_read_alike_by_music21():
    """The symbols in common use, with notes, basses and places; in the full counts all of them."""
    from music21 import converter
    from music21 import harmony as m21

    symbols = IN_USE[:: 1 if FULL else 12]
    score = converter.parseData(musicxml.write(sheet(*symbols, bars=len(symbols) // 2 + 1)).decode(), format="musicxml")
    found = list(score.recurse().getElementsByClass(m21.Harmony))
    assert [each.getOffsetInHierarchy(score) for each in found] == [2.0 * k for k in range(len(symbols))]
    for symbol, each in zip(symbols, found, strict=True):
        chord = parse_chord(symbol)
        theirs = {pitch.pitchClass for pitch in each.pitches}
        assert (theirs == set(chord.tones)) != otherwise_in_music21(chord), symbol
        assert not chord.tones or each.bass().pitchClass == chord.bass_class, symbol


def test_midi_markers_carry_chords_both_ways():
    """Exact for files of ours."""
    piece = sheet("A", "B", "C", "N.C.", "F#m7b5/C")
    assert midi.read(midi.write(piece))[0].chords == piece.chords


@pytest.mark.parametrize(
    ("kind", "texts", "found"),
    [
        ("marker", ["Am", "G7/B"], "0:Am 16:G7/B"),
        ("text", ["C", "Verse 1", "F", "G"], "0:C 32:F 48:G"),
        ("marker", ["A", "B", "C"], ""),  # rehearsal letters
        ("text", ["And", "a", "Dear", "Em"], ""),  # a song's words
    ],
)
def test_texts_of_foreign_midi_files(kind, texts, found):
    """Chord symbols where they are chord symbols."""
    song = mido.MidiFile(type=0, ticks_per_beat=4)
    track = mido.MidiTrack()
    for bar, text in enumerate(texts):
        track.append(mido.MetaMessage(kind, text=text, time=0))
        track.append(mido.Message("note_on", note=60 + bar, velocity=70, time=0))
        track.append(mido.Message("note_off", note=60 + bar, velocity=0, time=16))
    song.tracks.append(track)
    import io

    stream = io.BytesIO()
    song.save(file=stream)
    assert names(midi.read(stream.getvalue())[0].chords) == found


def test_projects_of_before_open_and_new_ones_say_chords_plainly():
    """The field may be missing; what is no chord in it is damage."""
    piece = sheet("C", "G7/B")
    plain = json.loads(project.write(fresh(piece)))
    assert plain["canvas"]["chords"] == ["0 C", "8 G7/B"]
    assert project.read(json.dumps(plain).encode()).canvas.chords == piece.chords
    del plain["canvas"]["chords"]
    assert project.read(json.dumps(plain).encode()).canvas.chords == ()
    for wrong in (["0 Hello"], ["x C"], ["C"], [4], ["4 C", "4 D"], ["640 C"]):
        plain["canvas"]["chords"] = wrong
        with pytest.raises((FormatError, CanvasError)):
            project.read(json.dumps(plain).encode())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("C | G7 | Am F | G", "0:C 16:G7 32:Am 40:F 48:G"),
        ("| C / / G | % | F . | N.C. |", "0:C 12:G 16:C 28:G 32:F 48:N.C."),
        ("C G Am F", "0:C 16:G 32:Am 48:F"),
        ("C Am7 G7 | F", "0:C 8:Am7 12:G7 16:F"),
        ("||: Hm | B | H7 :||", "0:Bm 16:Bb 32:B7"),
        ("{title: Song}\n[C]Hello [G7/B]dear [Am]friend", "0:C 16:G7/B 32:Am"),
        ("Verse 1\nC      G7\nHello dear friend\nAm   F\nof mine", "0:C 16:G7 32:Am 48:F"),
    ],
)
def test_lines_of_chords(text, found):
    """Bars, beats, repeats of a bar, ChordPro, chords above words, German names where there is an H."""
    assert names(placed_in(blank_piece(4), read_lines(text))) == found


def test_lines_begin_in_the_first_whole_bar():
    """A pick-up has no bar of its own in them, unless it is named."""
    piece = blank_piece(3, 3, 4)
    bars = (Bar(3, 4, 4), *piece.bars[1:])
    short = replace(piece, bars=bars, voices=tuple(replace(v, cells=v.cells[:28]) for v in piece.voices))
    assert names(placed_in(short, read_lines("C | G D"))) == "4:C 16:G 24:D"
    assert names(placed_in(short, read_lines("C | G D"), 0)) == "0:C 4:G 12:D"


@pytest.mark.parametrize(("text", "sentence"), [("| | |", "no chords in this text"), ("C | Hy", "is not a chord")])
def test_what_holds_no_chords(text, sentence):
    """One sentence."""
    with pytest.raises(CanvasError, match=sentence):
        read_lines(text)
