"""The best different ones of a pool: what counts as alike, the order, and that a draw does not depend on the pool."""

from dataclasses import replace

import numpy as np
import pytest

from engine.canvas.mask import Brush, Mask
from engine.canvas.text import Sentence
from engine.errors import ModelError
from engine.jobs import job, models, worth
from engine.jobs.job import run
from engine.jobs.models import load_predictor
from engine.jobs.pool import by_grade, by_worth, different
from engine.jobs.request import Done, Request
from engine.sampling.methods import METHODS
from engine.sampling.modalities import MODALITIES
from engine.sampling.options import filled
from engine.theory.grade import grade
from tests.engine.stored.make import piece
from tests.tools.stand_in import StandIn

WORDS = ("cats", "Cats", "dogs", "birds", "fish", "mice", ",", ".")
ODDS = np.log(np.array([0.3, 0.1, 0.25, 0.15, 0.1, 0.05, 0.04, 0.01]))


class Fixed:
    """The same odds at every place."""

    vocabulary, length, card = len(WORDS), 49, {"vocabulary": WORDS}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        return np.broadcast_to(ODDS.astype(np.float32), (*tokens.shape, len(WORDS))).copy()


def asked(method="mac", count=4, pool=32, ranked=False, **options):
    sentence = Sentence(("", "see", "", "."))
    request = Request(
        sentence,
        Mask((bytes([0, 3, 0, 3]),)),
        method,
        {"pool": pool, "tidy": False, "temperature": 1.0} | options,
        count,
        1,
        ranked=ranked,
    )
    *_, last = run(request, models=lambda *_: Fixed())
    assert isinstance(last, Done), last
    return last


def exact(canvas):
    return -sum(ODDS[WORDS.index(canvas.words[place])] for place in (0, 2))


def codec_cells(words):
    mask = Mask((bytes(0 if not word else 3 for word in words),))
    options = filled(METHODS["mac"].options_for("text"), {"tidy": False})
    return MODALITIES[Sentence].open(Sentence(words), mask, Fixed(), options).cells


def worths(last):
    """Of alternatives: where each word has the same odds everywhere, a new word's worth is its odds."""
    return [-exact(canvas) / 2 * (worth.LIKELY + worth.NEW) for canvas in last.canvases]


@pytest.mark.parametrize("method", ["mac", "sfarm", "sunmask"])
def test_they_come_best_first_with_their_exact_nats_and_none_twice(method):
    last = asked(method)
    assert len(last.canvases) == 4
    nats = [exact(canvas) for canvas in last.canvases]
    assert worths(last) == sorted(worths(last), reverse=True) and last.nats == pytest.approx(nats, abs=1e-4)
    assert len({tuple(word.lower() for word in canvas.words) for canvas in last.canvases}) == 4


def test_a_draw_does_not_depend_on_the_size_of_the_pool():
    loose = {canvas.words for canvas in asked(pool=1, count=8).canvases}
    assert loose == {canvas.words for canvas in asked(pool=8, count=8).canvases}
    assert {canvas.words for canvas in asked(pool=16, count=16).canvases} >= loose


def test_the_pool_finds_likelier_ones_than_the_first_draws():
    plain = np.mean([exact(canvas) for canvas in asked(pool=1).canvases])
    assert np.mean([exact(canvas) for canvas in asked().canvases]) < plain


def test_the_kept_steps_belong_to_the_draws_shown():
    last = asked("sunmask", steps=3)
    for k, canvas in enumerate(last.canvases):
        assert last.reel.canvas(last.reel.last, k).words == canvas.words


def no_critic():
    raise ModelError("There is none.")


class Liking(Fixed):
    """A critic that is for one word."""

    def __init__(self, word):
        self.word = WORDS.index(word)

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        logits = np.zeros((*tokens.shape, len(WORDS)), dtype=np.float32)
        logits[:, 0, -1, worth.VERDICT[0]] = 9.0 * (tokens[:, 0] == self.word).any(-1)
        return logits


def test_only_promising_drafts_are_looked_at_closer():
    calls = []

    class Counted(Fixed):
        def __call__(self, tokens, *rest):
            calls.append(len(tokens))
            return super().__call__(tokens, *rest)

    tokens = np.array([[[2, 0, 3, 7]], [[0, 0, 2, 7]], [[3, 0, 4, 7]], [[2, 0, 2, 7]]])
    cells = codec_cells(("", "Cats", "", "."))
    *_, ranked = by_worth(range(4), 2, tokens, None, cells, Counted, no_critic)
    assert ranked.order == (1, 3) and sum(calls) == 4 * 3 + 2 * 2, "three calls a draft to fit, two to count two words"


def test_a_critic_has_a_say_in_what_is_promising_and_in_the_order():
    tokens = np.array([[[2, 0, 3, 7]], [[0, 0, 2, 7]], [[3, 0, 4, 7]], [[2, 0, 5, 7]]])
    cells = codec_cells(("", "Cats", "", "."))
    *_, plain = by_worth(range(4), 2, tokens, None, cells, Fixed, no_critic)
    *_, judged = by_worth(range(4), 2, tokens, None, cells, Fixed, lambda: Liking("mice"))
    assert 3 not in plain.order and judged.order[0] == 3


def test_drafts_that_say_the_same_do_not_crowd_out_another(monkeypatch):
    monkeypatch.setattr(worth, "COMMON", WORDS.index("birds"))
    tokens = np.array([[[0, 0, 3, 7]], [[2, 0, 3, 7]], [[1, 0, 3, 7]], [[2, 0, 5, 7]]])
    cells = codec_cells(("", "Cats", "", "."))
    *_, ranked = by_worth(range(4), 2, tokens, None, cells, Fixed, no_critic)
    assert ranked.order == (0, 3), "the others say birds again, in likelier words"


def test_a_rewrite_shows_what_the_critic_is_for_and_can_do_without_one():
    def shown(critic):
        def models(_modality, method):
            return critic() if method == worth.CRITIC else Fixed()

        sentence = Sentence(("", "see", "", "."))
        options = {"pool": 32, "tidy": False, "temperature": 1.0, "polish": 0}
        *_, last = run(Request(sentence, Mask((bytes([0, 3, 0, 3]),)), "mac", options, 4, 1), models=models)
        return [canvas.words for canvas in last.canvases]

    plain, judged = shown(no_critic), shown(lambda: Liking("fish"))
    assert not any("fish" in words for words in plain) and all("fish" in words for words in judged[:2])


def test_so_many_drafts_are_looked_at_closer_as_are_shown_and_two_more(monkeypatch):
    asked_for = []
    monkeypatch.setattr(job, "by_worth", lambda kept, most, *rest: asked_for.append(most) or iter(()))
    asked(count=4, pool=32), asked(count=3, pool=1, ranked=True)
    assert asked_for == [6, 3]


def test_the_critic_is_for_models_of_its_words_and_for_the_shipped_weights_only(tmp_path, monkeypatch):
    critic, cards = load_predictor("text", worth.CRITIC), {}
    assert load_predictor("text", worth.CRITIC) is critic
    own = tmp_path / "own.safetensors"
    own.touch()
    shipped = models.weights_path
    monkeypatch.setattr(
        models, "weights_path", lambda *of: own if of[1] == "mac" and of[2:] == ("own",) else shipped(*of)
    )
    monkeypatch.setattr(models, "read_card", lambda path: {"card": cards.get(path, critic.card)})
    assert load_predictor("text", worth.CRITIC, "own") is critic
    for other in ({"vocabulary": ["a"]}, {"pieces": ["a"]}):
        cards[own] = critic.card | other
        with pytest.raises(ModelError, match="other words"):
            load_predictor("text", worth.CRITIC, "own")
    monkeypatch.setitem(models._settings, "folder", tmp_path)
    with pytest.raises(ModelError, match="no critic"):
        load_predictor("text", worth.CRITIC)


def test_sentences_alike_up_to_case_and_signs_are_one():
    rows = [("Cats", "see", "dogs", "."), ("cats", ",", "see", "dogs"), ("Cats", "see", "birds", ".")]
    assert different([Sentence(row) for row in rows]) == (0, 2)


def test_fewer_are_shown_where_there_are_not_enough_different_ones():
    sentence = Sentence(("", "see", "dogs", "."))
    request = Request(sentence, Mask((bytes([0, 3, 3, 3]),)), "mac", {"pool": 64, "tidy": False}, 16, 1)
    *_, last = run(request, models=lambda *_: Fixed())
    assert len(last.canvases) <= 7 and len(last.nats) == len(last.canvases)


def test_pieces_are_ordered_by_their_grade():
    grid = piece().grid()
    pieces = [
        piece().with_grid(np.where(grid >= 0, grid + shift * (np.arange(32) % 8 == 4), grid)) for shift in (3, 0, 1)
    ]
    *_, ranked = by_grade(pieces, range(3), None)
    grades = [grade(pieces[k]).overall for k in ranked.order]
    assert len(grades) == 3 and grades == sorted(grades) and list(ranked.grades) == grades


def test_ranked_alternatives_without_a_pool_are_the_same_ones_best_first():
    """Those alike stay, at the end: as many come as were asked for."""
    plain, ranked = (asked(pool=1, count=8, polish=0, ranked=ranked) for ranked in (False, True))
    assert sorted(canvas.words for canvas in ranked.canvases) == sorted(canvas.words for canvas in plain.canvases)
    first = {canvas.words: ranked.nats[k] for k, canvas in reversed(list(enumerate(ranked.canvases)))}
    assert list(ranked.nats[: len(first)]) == sorted(first.values()) and list(plain.nats) != sorted(plain.nats)


def test_ranked_music_comes_by_grade_and_brings_its_grades():
    mask = Mask.from_array(np.array([[Brush.KEEP], [0], [0], [0]]) * np.ones((1, 32), dtype=int))
    plain = Request(piece(), mask, "mac", {"correct": 0, "ending": 0}, 4, 3)
    came, ranked = (list(run(each, models=lambda *_: StandIn()))[-1] for each in (plain, replace(plain, ranked=True)))
    grades = [grade(canvas).overall for canvas in ranked.canvases]
    assert grades == sorted(grades) == list(ranked.grades) and not came.grades
    assert [ranked.canvases.index(canvas) for canvas in came.canvases] != [0, 1, 2, 3]
    assert set(ranked.canvases) == set(came.canvases)


def test_a_pool_of_music_shows_the_best_of_it_by_grade():
    mask = Mask.from_array(np.array([[Brush.KEEP], [0], [0], [0]]) * np.ones((1, 32), dtype=int))
    options = {"correct": 0, "ending": 0}
    every = list(run(Request(piece(), mask, "mac", options, 6, 3), models=lambda *_: StandIn()))[-1]
    best = list(run(Request(piece(), mask, "mac", options | {"pool": 6}, 2, 3), models=lambda *_: StandIn()))[-1]
    assert list(best.grades) == sorted({grade(canvas).overall for canvas in every.canvases})[:2]
