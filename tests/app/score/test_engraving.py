"""Engraving: every note of a chorale has its place, both layouts, passages from the middle, and a picture that Qt
can draw in any colours."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.score.engrave import Engraver
from app.score.layout_xml import CLOSED, LAYOUTS, OPEN, STAVES, engraving_xml, passage, place_of
from app.score.svg import fit_for_qt
from engine.canvas.music import VOICES, Bar, Piece, Voice
from tests.app.sound_stage import piece_of_notes, scale

BLACKS = ("#000001", "#000002", "#000003", "#000004")


@pytest.fixture(scope="module")
def engraver():
    return Engraver()


@pytest.fixture(scope="module")
def chorale(chorales):
    return chorales["bwv66.6"]


def draw(engraving, colours=BLACKS, zoom=0.05):
    """The picture as an array (height, width, 3)."""
    renderer = QSvgRenderer(QByteArray(engraving.coloured("#202020", "#606060", colours)))
    assert renderer.isValid()
    image = QImage(round(engraving.width * zoom), round(engraving.height * zoom), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return pixels[:, : image.width(), 2::-1].copy()  # the image and its memory go with this function


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_note_of_a_chorale_has_a_head_in_its_bar(engraver, chorale, layout):
    made = engraver.one_line(passage(chorale, 0, len(chorale.bars), layout))
    heads = {(head.voice, head.onset) for head in made.heads if not head.rest}
    assert heads == {(v, note.start) for v, voice in enumerate(chorale.voices) for note in voice.notes}
    assert [(m.start, m.stop - m.start) for m in made.measures] == list(
        zip(chorale.bar_starts, [b.steps for b in chorale.bars], strict=True)
    )
    for head in made.heads:
        bar = next(m for m in made.measures if m.start <= head.step < m.stop)
        assert bar.left < head.x < bar.right
        assert len(bar.staves) == len(STAVES[layout])


def test_a_higher_note_stands_higher(engraver):
    made = engraver.one_line(passage(scale(bars=1), 0, 1, OPEN))
    heights = [head.y for head in made.heads if head.voice == 0]
    assert heights == sorted(heights, reverse=True) and heights[0] > heights[-1]


def test_a_tied_note_has_one_onset_and_several_heads(engraver):
    made = engraver.one_line(passage(piece_of_notes((0, 12, 8, 72)), 0, 2, CLOSED))
    assert [(head.onset, head.step) for head in made.heads if not head.rest] == [(12, 12), (12, 16)]


def test_a_passage_from_the_middle_knows_where_it_is(engraver):
    piece = piece_of_notes((0, 12, 8, 72), (0, 20, 4, 74), (3, 16, 16, 40), bars=3)
    made = engraver.one_line(passage(piece, 1, 2, CLOSED))
    assert [(head.voice, head.onset, head.step) for head in made.heads if not head.rest] == [
        (0, 12, 16),
        (0, 20, 20),
        (3, 16, 16),
    ]
    assert (made.measures[0].start, made.measures[0].stop) == (16, 32)


def test_equal_passages_are_equal_values(chorale):
    first = passage(chorale, 0, 4, CLOSED)
    assert first == passage(chorale, 0, 4, CLOSED) and hash(first) == hash(passage(chorale, 0, 4, CLOSED))
    assert first != passage(chorale, 0, 4, OPEN)


def test_steps_and_places_agree(engraver, chorale):
    made = engraver.one_line(passage(chorale, 0, 4, CLOSED))
    xs = [made.x_of(step) for step in range(made.measures[-1].stop)]
    assert all(a < b for a, b in pairwise(xs))
    assert all(abs(made.step_at(x) - step) < 0.01 for step, x in enumerate(xs))


def test_clicking_near_a_head_finds_it(engraver, chorale):
    made = engraver.one_line(passage(chorale, 0, 4, OPEN))
    for head in (head for head in made.heads if not head.rest):
        found = made.head_at(head.x + 110, head.y + 20)
        assert (found.voice, found.onset) == (head.voice, head.onset)
    assert made.head_at(-5000, -5000) is None


def test_qt_draws_it_in_the_voices_colours(engraver, qapp):
    made = engraver.one_line(passage(scale(), 0, 2, OPEN))
    picture = draw(made, ("#ff0000", "#00ff00", "#0000ff", "#ff00ff"))
    red = (picture == (255, 0, 0)).all(axis=2)
    purple = (picture == (255, 0, 255)).all(axis=2)
    grey = (picture == (0x60, 0x60, 0x60)).all(axis=2)
    assert red.sum() > 100 and purple.sum() > 30 and grey.sum() > 100
    assert (
        np.flatnonzero(red.any(axis=1)).max() < np.flatnonzero(purple.any(axis=1)).min()
    )  # the soprano is above the bass
    assert "@" not in made.coloured("#000000", "#000000", BLACKS).decode()


def test_qt_draws_noteheads_where_they_are_said_to_be(engraver, qapp):
    made = engraver.one_line(passage(scale(), 0, 2, OPEN))
    picture = draw(made, ("#ff0000",) * 4)
    for head in (head for head in made.heads if not head.rest):
        spot = picture[round(head.y * 0.05), round((head.x + 110) * 0.05)]
        assert tuple(spot) == (255, 0, 0) or head.voice == 3  # a whole note is hollow


def test_two_voices_on_a_staff_share_accidentals(engraver):
    """An F sharp in the soprano makes the alto's F natural in the same bar need its sign."""
    xml = engraving_xml(passage(piece_of_notes((0, 0, 4, 66), (1, 8, 4, 65), bars=1), 0, 1, CLOSED))
    assert xml.count("<accidental>sharp</accidental>") == 1 and xml.count("<accidental>natural</accidental>") == 1


def test_stems_go_apart_on_a_shared_staff():
    xml = engraving_xml(passage(scale(), 0, 2, CLOSED))
    assert xml.count("<stem>up</stem>") == 8 and xml.count("<stem>down</stem>") == 2


def test_a_pickup_six_eight_and_long_bars_are_engraved(engraver):
    for bars in (
        (Bar(4, 4, 4), Bar.full()),
        (Bar.full(6, 8),) * 2,
        (Bar.full(3, 2),),
        (Bar.full(5, 4), Bar.full(2, 4)),
    ):
        steps = sum(bar.steps for bar in bars)
        voices = tuple(Voice(k.name, k.program, (72 - 7 * i, *(-1,) * (steps - 1))) for i, k in enumerate(VOICES))
        made = engraver.one_line(passage(Piece(voices, bars), 0, len(bars), CLOSED))
        assert len(made.measures) == len(bars) and {h.onset for h in made.heads} == {0}


def test_another_thread_can_engrave_too(chorale):
    import threading

    found = []
    thread = threading.Thread(target=lambda: found.append(Engraver().one_line(passage(chorale, 0, 2, CLOSED))))
    thread.start()
    thread.join()
    assert found and found[0].heads


def test_music21_and_verovio_read_the_same_notes_from_our_musicxml(engraver, chorale):
    from music21 import converter

    from engine.formats import musicxml

    read = converter.parse(musicxml.write(chorale), format="musicxml")
    made = engraver.one_line(passage(chorale, 0, len(chorale.bars), OPEN))
    for voice, part in enumerate(read.parts):
        by_music21 = [round(float(n.offset) * 4) for n in part.stripTies().flatten().notes]
        assert by_music21 == sorted({h.onset for h in made.heads if h.voice == voice and not h.rest})


def test_names_that_are_not_ours_have_no_place():
    assert place_of("v2s31") == (2, 31)
    assert [place_of(name) for name in ("", "s1", "vs", "v1", "vxs2", "m18jz5jp")] == [None] * 6


def test_what_qt_cannot_read_is_gone(engraver, chorale):
    made = engraver.one_line(passage(chorale, 0, 4, CLOSED))
    assert (
        made.svg.count("<svg") == 1
        and "<style" not in made.svg
        and "<tspan" not in made.svg
        and "placeholder" not in made.svg
    )
    assert callable(fit_for_qt)
