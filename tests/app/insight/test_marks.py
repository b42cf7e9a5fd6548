"""Marks over the roll: what is in view is drawn, all of it, and nothing else is looked at however long the piece is."""

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from app.insight import marks as module
from app.insight.marks import WIDTH, Marks, finding_notes
from app.roll.painting.sprites import note_rect
from app.roll.scale import Scale
from app.widgets.stylesheet import use_theme
from engine.canvas.music import VOICES, Bar, Note, Piece, Voice, cells_of
from engine.theory.finding import Finding

STEPS = 16 * 1000
LONG = 160  # sixteenths of the one long note
NEAR, FAR = Scale(), Scale(step=0.1)


@pytest.fixture
def looked(qapp, monkeypatch):
    """Marks of a thousand bars with a finding in every beat, and which of their findings are looked at."""
    use_theme("light")
    notes = [Note(0, LONG, 70), *(Note(step, 4, 70) for step in range(LONG, STEPS, 4))]
    voices = [Voice(kind.name, kind.program, cells_of(notes, STEPS)) for kind in VOICES]
    findings = tuple(Finding("range", (0,), ((0, note.start),), (1, 1, 1), "too high") for note in notes)
    seen = []
    monkeypatch.setattr(module, "finding_notes", lambda piece, each: seen.append(each) or finding_notes(piece, each))
    marks = Marks(lambda: None)
    marks.show(Piece(tuple(voices), (Bar.full(),) * 1000), findings)
    return marks, seen


def painted(marks, scale, left, right, monkeypatch):
    """The first steps of the findings that are painted in a stretch of the page."""
    steps = []
    monkeypatch.setattr(marks, "_paint", lambda painter, scale, finding, notes, colours: steps.append(finding.step))
    image = QImage(10, 10, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    marks.paint(painter, scale, QRectF(left, 0, right - left, 500))
    painter.end()
    return steps


def test_only_what_may_be_in_view_is_looked_at(looked, monkeypatch):
    marks, seen = looked
    left, right = NEAR.x(8000), NEAR.x(8100)
    steps = painted(marks, NEAR, left, right, monkeypatch)
    assert set(range(8000, 8100, 4)) <= set(steps) and len(seen) < 150
    seen.clear()
    finding = marks._findings[1000]
    centre = marks._sign(NEAR, finding_notes(marks._piece, finding)).center()
    assert marks.finding_at(centre, NEAR) is finding and len(seen) < 150
    assert marks.finding_at(QPointF(centre.x(), -900), NEAR) is None


def test_a_note_that_began_long_before_the_part_in_view_is_marked(looked, monkeypatch):
    marks, _ = looked
    assert 0 in painted(marks, NEAR, NEAR.x(LONG - 8), NEAR.x(LONG + 40), monkeypatch)


def test_from_far_away_there_is_one_sign_in_a_place(looked, monkeypatch):
    marks, _ = looked
    steps = painted(marks, FAR, 0, FAR.x(STEPS), monkeypatch)
    assert FAR.x(STEPS) / WIDTH - 2 <= len(steps) <= FAR.x(STEPS) / WIDTH + 2


def test_the_sign_of_a_note_at_the_top_of_the_page_is_below_it_and_whole(looked):
    marks, _ = looked
    top = next(pitch for pitch in range(127, 0, -1) if NEAR.y(pitch) >= 0)
    for pitch in range(40, top + 1):
        sign = marks._sign(NEAR, [(0, 0, 4, pitch)])
        assert sign.top() >= 0 and not sign.intersects(note_rect(NEAR, 0, 4, pitch))
