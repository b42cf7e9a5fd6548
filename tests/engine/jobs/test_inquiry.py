"""Questions as jobs: one final event, the figures of the functions behind them, nothing after cancelling, a sentence
where weights are missing."""

import numpy as np
import pytest

from engine.canvas.mask import Brush, Mask
from engine.canvas.project import fresh
from engine.canvas.text import Sentence
from engine.errors import ModelError
from engine.jobs import inquiry
from engine.jobs.inquiry import QUESTIONS, Inquiry
from engine.jobs.request import FINAL, Answered, Cancelled, Failed, Loading, Partial
from engine.sampling import questions
from engine.sampling.modalities import open_piece
from engine.sampling.music_cells import TOKENS
from tests.engine.choir import choir
from tests.engine.toys import exact_nats

PIECE = choir("C5 D5 E5 F5", "G4 A4 G4 A4", "E4 F4 B3 C4", "C3 D3 G3 F3")
KEEP, OPEN = fresh(PIECE).masks[0], fresh(PIECE, Brush.REWRITE).masks[0]
SPANS = tuple((voice, step, step + 4) for voice in range(4) for step in range(0, 16, 4))


class Toy:
    """Logits that depend on the cell and on how much is hidden, so that answers differ."""

    vocabulary, length, card = TOKENS, 128, {}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        _, rows, steps = tokens.shape
        place = np.arange(rows * steps).reshape(rows, steps, 1)
        near = np.where(shown, tokens, 0).sum((1, 2))[:, None, None, None]
        return np.sin(place * 0.7 + np.arange(TOKENS) * 1.3 + near * 0.01).astype(np.float32)


def ask(question, mask=KEEP, spans=SPANS, models=lambda modality, method: Toy(), cancelled=lambda: False, **options):
    return list(inquiry.run(Inquiry(question, PIECE, mask, spans, options), cancelled, models))


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_ends_with_exactly_one_answer(question):
    events = ask(question, OPEN if question == "ask" else KEEP)
    assert isinstance(events[0], Loading) and isinstance(events[-1], Answered)
    assert sum(isinstance(event, FINAL) for event in events) == 1
    assert any(isinstance(event, Partial) for event in events)


def test_surprise_is_the_engines_own_figure():
    cells = open_piece(PIECE, KEEP, Toy()).cells
    exact = questions.last(questions.surprise(Toy(), cells, SPANS))
    assert np.array_equal(ask("surprise")[-1].value, exact)


def test_what_was_reported_does_not_change_afterwards(monkeypatch):
    monkeypatch.setattr(questions, "NOTES_AT_ONCE", 4)
    events = [event for event in ask("surprise") if isinstance(event, Partial)]
    assert [int(np.isfinite(event.value).sum()) for event in events] == [4, 8, 12, 16]


def test_the_values_of_a_note_are_odds_that_add_up():
    values = ask("why not", spans=SPANS[:1])[-1].value
    assert sum(p for _, p in values) == pytest.approx(1.0, abs=1e-5)
    assert [p for _, p in values] == sorted((p for _, p in values), reverse=True)
    assert len(ask("why not", spans=SPANS[:1], count=3)[-1].value) == 3


def test_the_likelihood_of_a_selection_is_exact():
    cells, query = open_piece(PIECE, KEEP, Toy()).cells, np.zeros((4, 16), dtype=bool)
    query[2, 4:8] = query[3, 8:12] = True
    exact = exact_nats(Toy(), cells, query) / np.log(2)
    assert ask("likelihood", spans=((2, 4, 8), (3, 8, 12)))[-1].value == pytest.approx(exact)


def test_cells_to_settle_come_best_first():
    answers = ask("ask", OPEN, samples=2)[-1].value
    assert len(answers) == len(SPANS) and [a.nats for a in answers] == sorted((a.nats for a in answers), reverse=True)


def test_of_words_the_most_uncertain_one_is_asked_for():
    class Words(Toy):
        """The surer of a word, the further on it stands."""

        vocabulary, length, card = 4, 49, {"vocabulary": ("a", "b", "c", "d")}

        def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
            odds = np.zeros((*tokens.shape, 4), dtype=np.float32)
            odds[..., 0] = np.abs(np.arange(tokens.shape[-1]) - 2)[None, None]
            return odds

    page, mask = Sentence(("a", "b", "c", "d")), Mask.filled(1, 4, Brush.REWRITE)
    spans = tuple((0, place, place + 1) for place in range(4))
    for most, number in (({}, 1), ({"most": 3}, 3)):
        asked = Inquiry("ask", page, mask, spans, most, seed=1)
        found = questions.last(inquiry.run(asked, models=lambda *_: Words())).value
        assert len(found) == number and (most or (found[0].row, found[0].step) == (0, 2))


def test_a_cancelled_inquiry_says_nothing_more():
    events = ask("surprise", cancelled=lambda: True)
    assert [type(event) for event in events] == [Loading, Cancelled]


def test_missing_weights_are_one_plain_sentence():
    def models(modality, method):
        raise ModelError(f"There are no {method} weights.")

    (failed,) = [event for event in ask("surprise", models=models) if isinstance(event, FINAL)]
    assert failed == Failed("There are no mac weights.", failed.details)
