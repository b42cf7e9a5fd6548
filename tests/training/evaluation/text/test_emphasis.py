"""Emphasis: a network that follows only the trusted word is found out, one that follows both alike is not."""

import numpy as np
import pytest

from engine.canvas.mask import Brush
from tests.training.data.toy_news import WORDS, Follower, toy_folder
from training.evaluation.text.emphasis import PAIRS, Company, flipped, lean, measure, page
from training.evaluation.text.sentences import read_news, written


@pytest.fixture(scope="module")
def news(tmp_path_factory):
    return read_news(toy_folder(tmp_path_factory.mktemp("news") / "folder"), "valid")


def test_words_pull_towards_those_they_share_sentences_with(news):
    company = Company(news.training, len(WORDS))
    pull = dict(zip(WORDS, company.pull(0) - company.pull(2), strict=True))
    assert pull["good"] > 0.3 and pull["bad"] < -0.3 and abs(pull["."]) < 0.05
    rows = {2: np.array([[0, 1], [0, 0], [1, 2]])}
    assert Company(rows, 3).usual.tolist() == [2, 2, 1]
    assert Company(rows, 3).pull(0)[1] == pytest.approx(np.log((1 + 5) / (2 * 2 / 3 + 5)))


def test_a_lean_leaves_the_pair_itself_out():
    pull = np.array([9.0, 1.0, -9.0, -1.0])
    assert (
        lean(np.array([0, 1, 1, 2, 3]), pull, (0, 2)) == pytest.approx(1 / 3)
        and lean(np.array([0, 2]), pull, (0, 2)) == 0
    )


def test_both_words_are_pinned_and_one_is_trusted():
    sentence, mask = page(("war", "play"), 1, 15)
    assert (sentence.words[6], sentence.words[12]) == ("war", "play") and sentence.words.count("") == 13
    assert mask.array()[0, [6, 12, 0]].tolist() == [Brush.WHISPER, Brush.KEEP, Brush.REWRITE]


@pytest.mark.parametrize(("trusting", "found"), [(True, True), (False, False)])
def test_only_a_network_that_minds_the_brush_leans(news, trusting, found):
    network = Follower(trusting)
    rows = {row["label"]: row for row in measure(news, 24, 1, lambda modality, method: network)}
    assert list(rows) == ["success / disaster", "war / play", "all together"]
    first = rows["success / disaster"]
    assert (
        (first["p"] < 0.01) == found
        and (first["effect"] > 0.1) == found
        and (rows["all together"]["p"] < 0.01) == found
    )
    assert first["real"] > 0.1 and rows["all together"]["pairs"] == 2
    for side in first["samples"]:
        assert all("success" in text.lower() and "disaster" in text.lower() for text in side)


def test_flipping_gives_small_p_only_where_pairs_agree():
    rng = np.random.default_rng(0)
    assert flipped(np.ones(20), rng) == pytest.approx(1e-4, abs=1e-4)
    assert flipped(np.array([1.0, -1.0] * 10), rng) == 1.0
    exact = flipped(np.array([3.0, 1.0, 1.0, 1.0]), rng)  # |sum| = 6 only where all signs agree: 2 of 16
    assert exact == pytest.approx(1 / 8, abs=0.02)


def test_the_pairs_are_thirteen_and_share_no_word():
    assert len(PAIRS) == 13 and len({word for pair in PAIRS for word in pair}) == 26


def test_both_sides_share_their_random_sources_and_nothing_else_does(news, monkeypatch):
    jobs = []

    def noted(recipe, sentence, mask, count, seed, models):
        jobs.append((sentence.words, mask.array()[0, 6], seed))
        return written(recipe, sentence, mask, count, seed, models)

    network = Follower()
    monkeypatch.setattr("training.evaluation.text.emphasis.written", noted)
    measure(news, 10, 1, lambda modality, method: network)
    first, second = (
        [(words, seed) for words, brush, seed in jobs if brush == wanted] for wanted in (Brush.KEEP, Brush.WHISPER)
    )
    assert first == second and len({seed for _, seed in first}) == len(first) == 8
