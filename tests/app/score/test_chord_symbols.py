"""Chord symbols above the score: with real accidentals, once each, and in pages for PDF too."""

from dataclasses import replace

from app.score.engrave import Engraver
from app.score.layout_xml import CLOSED, OPEN, engraving_xml, passage
from engine.canvas.chord import Harmony
from engine.canvas.edits import put_note
from engine.canvas.music import blank_piece
from engine.theory.chords.symbols import parse_chord


def sheet():
    piece = blank_piece(4)
    for bar in range(4):
        piece = put_note(piece, 0, bar * 16, 16, 72 + bar)
    chords = ["Bb7/D", "F#m7b5", "C7b9#11", "N.C."]
    return replace(piece, chords=tuple(Harmony(12 * k, parse_chord(name)) for k, name in enumerate(chords)))


def test_chord_symbols_are_engraved_once_each():
    for layout in (OPEN, CLOSED):
        svg = Engraver().one_line(passage(sheet(), 0, 4, layout)).svg
        for name in ("B♭7/D", "F♯m7♭5", "C7♭9♯11", "N.C."):
            assert svg.count(f">{name}<") == 1, (layout, name)
    assert "B♭7/D" in Engraver().pages(passage(sheet(), 0, 4, CLOSED))[0].svg


def test_a_passage_does_not_name_again_what_began_before_it():
    assert engraving_xml(passage(sheet(), 2, 4, CLOSED)).count("<harmony>") == 1  # N.C. in bar 3
    assert engraving_xml(passage(sheet(), 0, 4, CLOSED)).count("<harmony>") == 4
