"""Room in the score: systems of one length, seconds between two voices side by side, chord symbols apart, titles that
fit across the page."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from app.score.engrave import Engraver, even_breaks
from app.score.engraving import Measure
from app.score.layout_xml import CLOSED, LONGEST_TITLE, passage, shortened
from app.score.svg import CHORD_GAP, ems
from engine.canvas.chord import Harmony
from engine.canvas.edits import put_note
from engine.canvas.music import blank_piece
from engine.theory.chords.symbols import parse_chord


def choir(bars):
    """Quarters in four voices; soprano and alto, tenor and bass meet in seconds."""
    piece = blank_piece(bars)
    for beat in range(bars * 4):
        for voice, pitches in enumerate(((72, 74), (71, 71), (60, 59), (59, 57))):
            piece = put_note(piece, voice, beat * 4, 4, pitches[beat % 2])
    return piece


@pytest.fixture(scope="module")
def engraver():
    return Engraver()


def test_systems_have_about_the_same_number_of_bars(engraver):
    pages = engraver.pages(passage(choir(19), 0, 19, CLOSED))
    measures = [measure for page in pages for measure in page.measures]
    firsts = [0, *(bar for bar, (one, two) in enumerate(pairwise(measures), 1) if two.left <= one.left), 19]
    lengths = [stop - start for start, stop in pairwise(firsts)]
    assert len(lengths) > 2 and max(lengths) - min(lengths) <= 1, lengths


def test_a_piece_of_one_system_has_no_breaks():
    assert even_breaks([Measure(0, 16, 0.0, 9.0, ()), Measure(16, 32, 9.0, 20.0, ())]) == ()


def test_heads_of_a_second_are_side_by_side(engraver):
    heads = engraver.one_line(passage(choir(2), 0, 2, CLOSED)).heads
    for step in range(0, 32, 4):
        tenor, bass = (next(head for head in heads if (head.voice, head.step) == (voice, step)) for voice in (2, 3))
        assert abs(tenor.x - bass.x) > 150, "a head is about 200 units wide"


def test_long_chord_symbols_do_not_touch(engraver):
    names = ["Bbmaj7#11/D", "F#m7b5", "C7b9#11", "Ebmaj9", "Am7", "Dm7b5/Ab"]
    piece = replace(choir(4), chords=tuple(Harmony(4 * k, parse_chord(name)) for k, name in enumerate(names)))
    svg = engraver.one_line(passage(piece, 0, 4, CLOSED)).svg
    found = re.findall(r'class="harm">\s*<text x="([\d.]+)" y="[\d.]+" font-size="([\d.]+)"[^>]*>([^<]*)<', svg)
    assert len(found) == len(names)
    for (x, size, words), (following, _, _) in pairwise(found):
        assert float(x) + float(size) * ems(words) + CHORD_GAP <= float(following) + 1


def test_a_long_title_fits_across_the_page(engraver):
    title = "A very long title that somebody gave to a piece of music, with its opus number and its dedication"
    assert shortened("Ode") == "Ode" and len(shortened(title)) <= LONGEST_TITLE
    svg = engraver.pages(passage(replace(choir(2), title=title), 0, 2, CLOSED))[0].svg
    assert shortened(title) in svg and title not in svg
