"""Ask me with a stand-in model: which cells are weighed, the question and its meter, taking an answer as Keep in one
step, and asking again."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.insight.notes import CANDIDATES, candidates, settled
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST
from engine.canvas.project import Project, fresh
from engine.errors import ModelError
from engine.sampling.music_cells import TOKENS, to_tokens
from engine.sampling.questions import Answer
from tests.engine.choir import choir

PIECE = choir("C5 D5 E5 F5", "G4 A4 G4 A4", "E4 F4 B3 C4", "C3 D3 G3 F3")
OPEN = fresh(PIECE, Brush.REWRITE).masks[0]


class Followers:
    """Lower voices that are sure of themselves as soon as the soprano of their beat is known, and guess among eight
    pitches before."""

    vocabulary, length, card = TOKENS, 128, {}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        logits = np.full((*tokens.shape, TOKENS), -20.0, dtype=np.float32)
        logits[..., 20:28] = 0.0
        known = np.repeat(shown[:, :1, ::4], 4, axis=-1)[..., : tokens.shape[-1]]
        logits[:, 1:, :, 20] += np.where(known, 12.0, 0.0)
        logits[:, 0, :, 21] += 1.0  # some soprano note is a little more likely
        return logits


@pytest.fixture
def desk(make_desk):
    """A desk whose model is Followers."""
    return make_desk(models=lambda modality, method: Followers())


def token(cell):
    return int(to_tokens(np.array(cell)))


def open_page(desk, mask=OPEN):
    page = desk.window.tabs.add_page(Project(PIECE, (mask,)))
    page.show_panel("insight")
    return page.insight


def asked(desk, insight):
    desk.key(Qt.Key.Key_Q)
    desk.wait(lambda: not insight.ask_me.asker.running)
    desk.qtbot.wait(1)
    return insight.ask_me.best


def answers(insight):
    return [
        made
        for made in insight.ask.findChildren(QPushButton)
        if made.isVisible() and made.accessibleName().startswith("Keep ")
    ]


def test_q_asks_the_question_that_decides_most(desk):
    insight = open_page(desk)
    best = asked(desk, insight)
    assert best.row == 0 and best.step % 4 == 0 and 0 < best.share < 1
    assert insight.ask.words.text().startswith(
        f"Settling the soprano at 1.{best.step // 4 + 1} decides {round(100 * best.share)} % of what is open."
    )
    assert insight.ask._open.text() == f"{best.bits_open:.0f} bits still open"
    assert 1 <= len(answers(insight)) <= 3


def test_an_answer_is_kept_in_one_step_and_the_next_question_comes(desk):
    insight = open_page(desk)
    best = asked(desk, insight)
    first = insight.ask_me.first_bits
    sounded = []
    desk.page.canvas.sounded.connect(lambda pitch, voice: sounded.append((pitch, voice)))
    cell = best.values[0][0]
    answers(insight)[0].click()
    assert desk.document.project.canvas.voices[best.row].cells[best.step] == cell and sounded == [(cell, best.row)]
    assert desk.document.mask.array()[best.row, best.step] == Brush.KEEP and desk.document.stack.count() == 1
    desk.wait(lambda: not insight.ask_me.asker.running)
    again = insight.ask_me.best
    assert (again.row, again.step) != (best.row, best.step)
    assert again.bits_open < first == insight.ask_me.first_bits, "the meter counts from where the user began"
    assert insight.ask.meter._done > 0


def test_an_edit_puts_the_question_away(desk):
    insight = open_page(desk)
    asked(desk, insight)
    desk.page.edits.transpose(1)
    assert not insight.ask_me.on and insight.ask.begin.isVisible()


def test_where_nothing_is_open_it_says_so(desk):
    insight = open_page(desk, fresh(PIECE).masks[0])
    insight.ask.begin.click()
    assert "Everything is kept" in insight.ask.words.text() and not insight.ask_me.on


def test_without_weights_one_sentence_says_what_is_missing(make_desk):
    def models(modality, method):
        raise ModelError(f"There are no {method.upper()} weights.")

    desk = make_desk(models=models)
    insight = open_page(desk)
    insight.ask.begin.click()
    desk.wait(lambda: insight.ask.words.text() == "There are no SFARM weights.")


def test_open_beats_nearest_the_view_are_weighed():
    mask = Mask.from_array(np.where(np.arange(4)[:, None] == 3, Brush.REWRITE, np.full((4, 16), Brush.KEEP)))
    assert [step for _, step, _ in candidates(PIECE, mask, 9)] == [8, 12, 4, 0] and {
        voice for voice, _, _ in candidates(PIECE, mask, 0)
    } == {3}
    off_beat = mask.paint(Brush.KEEP, 3, 0, 16).paint(Brush.REWRITE, 3, 5, 7)
    assert candidates(PIECE, off_beat, 0) == ((3, 5, 6), (3, 6, 7))
    long = choir("C5 " * 100)
    assert len(candidates(long, fresh(long, Brush.REWRITE).masks[0], 0)) == CANDIDATES


def test_the_best_question_has_values_that_can_be_kept(desk):
    best_ask = open_page(desk).ask_me.best_of
    only_hold = Answer(1, 4, 2.0, 0.1, 0.4, ((token(HOLD), 0.9),))
    second = Answer(3, 8, 1.0, 0.1, 0.2, ((token(HOLD), 0.5), (token(55), 0.3), (token(REST), 0.2)))
    best = best_ask([only_hold, second])
    assert (best.row, best.step, best.values) == (3, 8, ((55, 0.3), (REST, 0.2)))
    assert best.bits_open == pytest.approx(5.0 / np.log(2))
    assert best_ask([only_hold]) is None and best_ask([Answer(0, 0, 0.0, 0.0, 0.0, ((token(60), 1.0),))]) is None


def test_what_is_settled_lasts_to_the_next_beat_or_kept_cell():
    project = Project(PIECE, (OPEN.paint(Brush.KEEP, 3, 10, 11),))
    after = settled(project, 3, 8, 50)
    assert (
        after.canvas.voices[3].cells[8:11] == (50, HOLD, 55)
        and after.masks[0].array()[3].tolist().count(Brush.KEEP) == 2
    )
    assert settled(project, 2, 4, REST).canvas.voices[2].cells[4:9] == (REST, REST, REST, REST, 59)
