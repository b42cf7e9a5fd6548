"""Why not ...? with a stand-in model: the odds of a note, taking another value as one step, neighbours that adapt,
and keys that stay in the popover."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.insight.why_not import neighbours, value_name, values_of, with_value
from engine.canvas.edits import note_at
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST, Key
from engine.canvas.project import Project, fresh
from engine.errors import ModelError
from engine.sampling import questions
from engine.sampling.modalities import open_piece
from engine.sampling.music_cells import to_cells, to_tokens
from tests.engine.choir import choir
from tests.tools.stand_in import StandIn

PIECE = choir("C5 D5 E5 F5", "G4 A4 G4 A4", "E4 F4 B3 C4", "C3 D3 G3 F3")


def open_page(desk, mask=None):
    page = desk.window.tabs.add_page(fresh(PIECE) if mask is None else Project(PIECE, (mask,)))
    return page.insight.why_not


def ask(desk, why, voice=2, step=8):
    desk.document.selection = frozenset({(voice, step)})
    desk.key(Qt.Key.Key_Y)
    desk.wait(lambda: bool(why.popover.rows))
    return why.popover


def free(*voices):
    states = np.full((4, PIECE.steps), Brush.KEEP)
    states[list(voices)] = Brush.REWRITE
    return Mask.from_array(states)


def test_the_odds_are_the_engines_own(desk):
    why = open_page(desk)
    popover = ask(desk, why)
    exact = dict(
        questions.top_values(StandIn(), open_piece(PIECE, fresh(PIECE).masks[0], StandIn()).cells, (2, 8, 12), 100)
    )
    for made in popover.rows:
        token = int(to_tokens(np.array(made.value.cell)))
        assert made.value.share == pytest.approx(exact[token], rel=1e-5)
    assert popover.isVisible() and len(popover.rows) == 5
    assert sum(made.now for made in popover.rows) == 1, "the note's own value is always among them"


def test_taking_a_value_is_one_named_step(desk):
    why = open_page(desk)
    popover = ask(desk, why)
    taken = next(made for made in popover.rows if made.isChecked()).value
    popover.use.click()
    canvas = desk.document.project.canvas
    assert canvas.voices[2].cells[8] == taken.cell and canvas.voices[2].cells[:8] == PIECE.voices[2].cells[:8]
    assert desk.document.stack.count() == 1 and "instead of B3" in desk.document.stack.command(0).text()
    assert not popover.isVisible()
    desk.document.stack.undo()
    assert desk.document.project.canvas == PIECE


def test_arrows_choose_and_sound_enter_takes_and_escape_closes(desk):
    why = open_page(desk)
    sounded = []
    desk.page.canvas.sounded.connect(lambda pitch, voice: sounded.append((pitch, voice)))
    popover = ask(desk, why)
    popover.rows[0].click()
    assert sounded == [(popover.rows[0].value.cell, 2)]
    desk.key(Qt.Key.Key_Down)
    assert popover.rows[1].isChecked() and sounded[-1] == (popover.rows[1].value.cell, 2)
    desk.key(Qt.Key.Key_Escape)
    assert not popover.isVisible() and desk.document.selection == frozenset({(2, 8)})
    popover = ask(desk, why)
    row = next(place for place, made in enumerate(popover.rows) if not made.now)
    popover.rows[row].click()
    cell = popover.rows[row].value.cell
    desk.key(Qt.Key.Key_Return)
    assert desk.document.project.canvas.voices[2].cells[8] == cell


def test_neighbours_adapt_and_accepting_is_still_one_step(desk):
    mask = free(1, 2, 3)
    why = open_page(desk, mask)
    popover = ask(desk, why)
    cell = next(made for made in popover.rows if made.isChecked()).value.cell
    popover.adapt.setChecked(True)
    popover.use.click()
    desk.rewritten()
    for piece in desk.preview.canvases:
        assert piece.voices[2].cells[8] == cell, "what was chosen stays"
        assert piece.voices[0] == PIECE.voices[0], "kept cells stay"
    asked = ~desk.preview.before.masks[0].pinned()
    desk.page.rewrites.accept()
    assert desk.document.stack.count() == 1
    assert (desk.document.project.masks[0].array() == np.where(asked, Brush.KEEP, mask.array())).all()


def test_rejecting_what_adapted_brings_the_old_note_back(desk):
    why = open_page(desk, free(1, 2, 3))
    popover = ask(desk, why)
    popover.adapt.setChecked(True)
    popover.use.click()
    desk.rewritten()
    desk.page.generation.reject()
    assert desk.document.project.canvas == PIECE and desk.document.stack.count() == 0


def test_neighbours_are_near_free_and_not_the_note_itself():
    note = note_at(PIECE.voices[2], 8)
    assert set(neighbours(PIECE, free(1, 3), 2, note)) == {(voice, step) for voice in (1, 3) for step in (4, 8, 12)}
    assert (2, 8) not in neighbours(PIECE, free(2), 2, note) and neighbours(
        PIECE, free(2), 0, note_at(PIECE.voices[0], 0)
    ) == ((2, 4), (2, 0))


def test_a_pitch_a_rest_and_the_note_before_going_on():
    note = note_at(PIECE.voices[2], 8)
    assert with_value(PIECE, 2, note, 60).voices[2].cells[8:12] == (60, HOLD, HOLD, HOLD)
    assert with_value(PIECE, 2, note, REST).voices[2].cells[8:12] == (REST,) * 4
    assert note_at(with_value(PIECE, 2, note, HOLD).voices[2], 10).start == 4
    assert [value_name(cell, Key()) for cell in (60, REST, HOLD)] == ["C4", "rest", "hold on"]


def test_the_notes_own_value_is_shown_even_if_it_is_unlikely():
    odds = tuple(
        (int(to_tokens(np.array(pitch))), share)
        for pitch, share in ((60, 0.5), (62, 0.2), (64, 0.1), (65, 0.1), (67, 0.05), (69, 0.03))
    )
    values = values_of(odds, 69, Key())
    assert [value.cell for value in values.shown] == [60, 62, 64, 65, 69]
    assert values.bits == pytest.approx(-np.log2(0.03)) and values.others == pytest.approx(0.07)
    assert int(to_cells(np.array(odds[0][0]))) == 60


def test_an_edit_closes_it_and_drops_the_question(make_desk):
    desk = make_desk(seconds=0.3)
    why = open_page(desk)
    desk.document.selection = frozenset({(2, 8)})
    why.ask_here()
    assert why.popover.isVisible() and why.asker.running
    desk.page.edits.transpose(1)
    assert not why.popover.isVisible() and not why.asker.running


def test_where_there_is_no_note_or_no_model_a_sentence_says_so(make_desk):
    def models(modality, method):
        raise ModelError("There are no MAC weights.")

    desk = make_desk(models=models)
    why = open_page(desk)
    said = []
    desk.page.status.connect(said.append)
    desk.document.selection = frozenset()
    desk.page.insight.why_not.ask(0, 0)
    desk.wait(lambda: why.popover._says.text() == "There are no MAC weights.")
    why.close()
    desk.page.canvas.select_all()
    desk.page.canvas.delete()
    why.ask(0, 0)
    assert not why.popover.isVisible() and "no note here" in said[-1]


def test_with_the_heat_map_on_a_click_on_a_note_asks(desk):
    why = open_page(desk)
    desk.click(8, 59)
    desk.qtbot.wait(350)
    assert not why.popover.isVisible()
    desk.page.insight.toggle_heat()
    desk.wait(lambda: desk.page.insight.heat.finished)
    desk.click(8, 59)
    desk.wait(lambda: why.popover.isVisible())
