"""The heat-map with a stand-in model: exact figures, nearest the view first, dropped by an edit at once, never in
the way, a sentence without weights."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.insight.notes import carried, spans_of
from app.insight.sections.heat import SurpriseRow, grade_words
from app.widgets.theme import LIGHT, SURPRISE_BITS
from engine.canvas.edits import put_note
from engine.canvas.edits_bars import crop
from engine.canvas.project import fresh
from engine.errors import ModelError
from engine.sampling import questions
from engine.sampling.modalities import open_piece
from tests.engine.choir import choir
from tests.engine.toys import exact_nats
from tests.tools.stand_in import StandIn

PIECE = choir("C5 D5 E5 F5", "G4 A4 G4 A4", "E4 F4 B3 C4", "C3 D3 G3 F3")


def open_page(desk, piece=PIECE):
    page = desk.window.tabs.add_page(fresh(piece))
    page.show_panel("insight")
    return page.insight


def rows(insight):
    return [made for made in insight.surprise.findChildren(SurpriseRow) if made.isVisible()]


def test_h_shows_the_engines_own_bits_on_every_note(desk):
    insight = open_page(desk)
    desk.key(Qt.Key.Key_H)
    desk.wait(lambda: insight.heat.finished)
    spans = insight.heat._spans  # the stand-in's answer depends on the place in a batch
    *_, bits = questions.surprise(StandIn(), open_piece(PIECE, fresh(PIECE).masks[0], StandIn()).cells, spans)
    shown = desk.page.canvas.surprise
    assert np.isfinite(shown).sum() == 16
    assert [shown[voice, start] for voice, start, _ in spans] == pytest.approx(list(bits))
    assert f"{bits.sum():.0f} bits in all" in insight.surprise.words.text()
    desk.key(Qt.Key.Key_H)
    assert desk.page.canvas.surprise is None and not insight.heat.on


def test_the_most_surprising_notes_are_listed_and_lead_there(desk):
    insight = open_page(desk)
    insight.surprise.switch.click()
    desk.wait(lambda: insight.heat.finished)
    desk.qtbot.wait(1)
    assert len(rows(insight)) == 3 and insight.surprise.more.text() == "7 more to check"
    insight.surprise.more.click()
    desk.qtbot.wait(1)
    listed = [made._bits for made in rows(insight)]
    assert (
        len(listed) == 10
        and listed == sorted(listed, reverse=True)
        and listed[0] == pytest.approx(np.nanmax(insight.heat.bits))
    )
    rows(insight)[0].click()
    _, voice, start = insight.heat.notes()[0]
    assert desk.document.selection == frozenset({(voice, start)})


def test_notes_nearest_the_view_come_first():
    spans = spans_of(PIECE, 13)
    assert {start for _, start, _ in spans[:4]} == {12} and {start for _, start, _ in spans[-4:]} == {0}


def test_an_edit_cancels_at_once_and_notes_that_stay_keep_their_figure(make_desk):
    desk = make_desk(seconds=0.3)
    insight = open_page(desk)
    insight.toggle_heat()
    desk.wait(lambda: insight.heat.asker.running)
    job = insight.heat.asker._job
    desk.document.apply("Draw", replace(desk.document.project, canvas=put_note(PIECE, 0, 0, 4, 76)))
    assert not insight.heat.asker.running and not desk.window.worker.pending(job)
    desk.wait(lambda: insight.heat.finished)
    assert insight.heat.canvas is desk.document.project.canvas


def test_a_rewrite_right_after_the_piece_grew_shorter_finds_nothing_to_trip_over(desk):
    insight = open_page(
        desk, double := choir("C5 D5 E5 F5 " * 2, "G4 A4 G4 A4 " * 2, "E4 F4 B3 C4 " * 2, "C3 D3 G3 F3 " * 2)
    )
    insight.toggle_heat()
    desk.wait(lambda: insight.heat.finished)
    desk.document.apply("Shorter", fresh(crop(double, 0, 16)))
    desk.page.rewrites.verb("harmonise")
    desk.wait(lambda: desk.page.preview.ready)
    assert "Alternatives are not measured" in insight.surprise.words.text() and desk.page.canvas.surprise is None


def test_what_is_carried_over_is_only_what_stays():
    bits = np.arange(64, dtype=float).reshape(4, 16)
    longer = choir("C5 E5 E5 F5 G5", "G4 A4 G4 A4", "E4 F4 B3 C4", "C3 D3 G3 F3")
    kept = carried(PIECE, bits, longer)
    assert (
        kept.shape == (4, 32)
        and kept[0, 0] == 0
        and np.isnan(kept[0, 4])
        and kept[3, 12] == bits[3, 12]
        and np.isnan(kept[0, 16])
    )


def test_rewriting_goes_before_looking_and_alternatives_are_not_measured(make_desk):
    desk = make_desk(seconds=0.02)
    desk.open_example("ode")
    insight = desk.page.insight
    insight.toggle_heat()
    desk.key(Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert not insight.heat.asker.running
    desk.rewritten()
    assert desk.page.canvas.surprise is None and "Alternatives are not measured" in insight.surprise.words.text()
    desk.page.rewrites.accept()
    desk.wait(lambda: insight.heat.finished)
    assert np.isfinite(desk.page.canvas.surprise).sum() == sum(
        len(v.notes) for v in desk.document.project.canvas.voices
    )


def test_without_weights_one_sentence_says_what_is_missing(make_desk):
    def models(modality, method):
        raise ModelError(f"There are no {method.upper()} weights for {modality} yet; train them.")

    desk = make_desk(models=models)
    insight = open_page(desk)
    insight.toggle_heat()
    desk.wait(lambda: insight.heat.problem != "")
    assert insight.surprise.words.text() == "There are no MAC weights for music yet; train them."
    assert desk.page.canvas.surprise is None and not insight.heat.finished


def test_each_colour_has_words_and_ticks():
    assert len(grade_words(SURPRISE_BITS)) == len(LIGHT.surprise) == len(SURPRISE_BITS) + 1


def test_selected_notes_are_weighed_together(desk):
    insight = open_page(desk)
    insight.toggle_heat()
    desk.wait(lambda: insight.heat.finished)
    desk.document.selection = frozenset({(2, 4), (3, 8)})
    desk.wait(lambda: insight.surprise.selected.text() != "")
    query = np.zeros((4, 16), dtype=bool)
    query[2, 4:8] = query[3, 8:12] = True
    exact = exact_nats(StandIn(), open_piece(PIECE, fresh(PIECE).masks[0], StandIn()).cells, query) / np.log(2)
    assert insight.surprise.selected.text() == f"2 selected notes: {exact:.1f} bits together, given all the rest."
    desk.document.selection = frozenset()
    assert insight.surprise.selected.text() == ""


def test_closing_a_page_that_is_being_looked_at_leaves_nothing_behind(make_desk):
    desk = make_desk(seconds=0.2)
    insight = open_page(desk)
    insight.toggle_heat()
    desk.wait(lambda: insight.heat.asker.running)
    insight.look()
    job = insight.heat.asker._job
    desk.window.tabs.close_page()
    assert not desk.window.worker.pending(job)
    desk.qtbot.wait(600)
    assert desk.complaints == [] and desk.page is None
