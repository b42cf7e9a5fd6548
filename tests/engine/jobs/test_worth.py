"""What a draft is worth: likely words, words that fit each other, no word twice."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from engine.jobs import worth
from engine.sampling.cells import NoRules

WORDS = (*(f"w{n}" for n in range(worth.COMMON)), "fire", "Fire", "airport", "school")
FIRE, AIRPORT, SCHOOL = WORDS.index("fire"), WORDS.index("airport"), WORDS.index("school")


class Neighbours:
    """Expects the word that stands before, if it is shown; notes what it was asked."""

    vocabulary, length, card = len(WORDS), 49, {"vocabulary": WORDS}

    def __init__(self):
        self.asked = []

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        self.asked.append((tokens, shown, wanted))
        logits = np.zeros((*tokens.shape, len(WORDS)), dtype=np.float32)
        for place in np.argwhere(shown[:, 0, :-1] & (tokens[:, 0, :-1] < len(WORDS))):
            logits[place[0], 0, place[1] + 1, tokens[place[0], 0, place[1]]] = 5.0
        return logits


@dataclass
class SomeCells:
    free: np.ndarray
    vocabulary: int = len(WORDS)
    rules: NoRules = field(default_factory=NoRules)

    @property
    def side(self):
        return np.zeros((self.free.shape[-1], 0), dtype=np.int64)


def drafts(*rows):
    return np.array(rows)[:, None]


def test_every_word_is_asked_about_once_with_its_neighbours_in_view():
    mac, tokens = Neighbours(), drafts([1, 2, 3, 4, 5], [5, 4, 3, 2, 1])
    found = worth.fit(mac, SomeCells(np.ones((1, 5), bool)), tokens)
    ((asked, shown, wanted),) = mac.asked
    assert found.shape == (2, 5) and (wanted == ~shown).all() and (asked[~shown] == len(WORDS)).all()
    assert (wanted.reshape(2, worth.APART, 5).sum(1) == 1).all(), "each word once"
    assert not (wanted[..., 1:] & wanted[..., :-1]).any(), "never beside another that is hidden"


def test_words_that_fit_what_stands_beside_them_are_worth_more():
    fitting, odd = worth.fit(Neighbours(), SomeCells(np.ones((1, 4), bool)), drafts([7, 7, 7, 7], [7, 8, 9, 3]))
    assert fitting[1:].min() > odd[1:].max()


def test_a_likelier_draft_and_one_without_a_word_twice_are_worth_more():
    cells, mac = SomeCells(np.array([[False, True, True, False]])), Neighbours()
    likely, unlikely = worth.worth(worth.features(mac, cells, drafts([1, 2, 3, 4], [1, 2, 3, 4])), np.array([2, 6]), 2)
    assert likely - unlikely == pytest.approx(worth.LIKELY * 2)
    rows = drafts([FIRE, 2, SCHOOL, AIRPORT], [FIRE, 2, FIRE + 1, AIRPORT])
    found, fits = worth.features(mac, cells, rows), worth.fit(mac, cells, rows)
    assert found.tolist() == np.stack([fits[:, [1, 2]].mean(1), fits[:, [0, 3]].mean(1), [0, 1]], -1).tolist()
    once = found * [1, 1, 0]
    for judge in (worth.promise, lambda made: worth.worth(made, np.zeros(2), 2)):
        assert judge(found) - judge(once) == pytest.approx([0, worth.TWICE])
        assert (judge(once + np.array([1, 0, 0])) > judge(once)).all() and (
            judge(once + np.array([0, 1, 0])) > judge(once)
        ).all()


class Judge:
    """Is for drafts that end on a certain word, and notes what it was shown."""

    vocabulary, length, card = len(WORDS), 49, {"vocabulary": WORDS}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        self.shown = tokens, shown, side, wanted
        logits = np.zeros((*tokens.shape, len(WORDS)), dtype=np.float32)
        logits[:, 0, -1, worth.VERDICT[0]] = tokens[:, 0, -2] == FIRE
        logits[:, 0, -1, worth.VERDICT[1]] = tokens[:, 0, -2] == SCHOOL
        return logits


def test_a_critic_reads_whole_drafts_and_is_asked_behind_their_end():
    judge, cells = Judge(), SomeCells(np.array([[False, True, False]]))
    assert worth.verdicts(judge, cells, drafts([1, 2, FIRE], [1, 2, SCHOOL], [1, 2, 3])).tolist() == [1, -1, 0]
    tokens, shown, side, wanted = judge.shown
    assert tokens[0, 0].tolist() == [1, 2, FIRE, len(WORDS)] and len(side) == 4
    assert shown[0, 0].tolist() == [True, False, True, False], "new words are seen without trust"
    assert wanted[0, 0].tolist() == [False, False, False, True]


def test_of_a_long_draft_the_last_words_are_judged():
    judge, words = Judge(), [1] * 60 + [FIRE]
    assert worth.verdicts(judge, SomeCells(np.ones((1, 61), bool)), drafts(words)).tolist() == [1]
    assert judge.shown[0].shape[-1] == Judge.length


def test_common_and_unknown_words_may_stand_twice():
    assert worth.repeated(np.array([3, 3, len(WORDS) + 1, len(WORDS) + 1]), WORDS) == 0
    assert worth.repeated(np.array([FIRE, FIRE + 1, FIRE, AIRPORT]), WORDS) == 2


def test_a_word_the_network_cannot_write_says_nothing():
    found = worth.fit(Neighbours(), SomeCells(np.ones((1, 3), bool)), drafts([len(WORDS) + 1, 2, 3]))
    assert found[0, 0] == 0 and np.isfinite(found).all()


def test_drafts_that_say_the_same_in_other_common_words_come_last():
    tokens = drafts([3, FIRE, 4], [5, FIRE + 1, 6], [3, SCHOOL, 4], [1, 2, 3], [1, 2, 4])
    assert worth.different_first([1, 0, 3, 2, 4], tokens, WORDS) == [1, 3, 2, 4, 0]
