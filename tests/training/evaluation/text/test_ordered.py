"""How well drafts are put in order: counted on drafts whose scores are known, and measured with a toy."""

import numpy as np
import pytest

from engine.jobs.worth import VERDICT
from tests.training.data.toy_news import WORDS, Follower
from training.data.marks import CRITIC_LEARNED, CRITIC_LEFT_OUT, LEARNED, LEFT_OUT, MarkedPrompt, read_prompts
from training.evaluation.text.marked import best, in_order
from training.evaluation.text.ordered import ORDERS, Scored, first, scored

USABLE = np.array([False, True, False, True, False])
NATS, VERDICT_ON = np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([0.0, 9.0, 0.0, 0.0, 0.0])
KNOWN = Scored(USABLE, NATS, np.arange(5.0), np.arange(5.0)[::-1], VERDICT_ON)


def test_orders_are_counted_by_pairs_by_the_best_four_and_by_the_first():
    found = {name: (in_order([KNOWN], order), first(KNOWN, order(KNOWN))) for name, order in ORDERS.items()}
    assert found["no order"] == (0.5, pytest.approx(0.4)), "any may come first"
    assert found["likelihood"] == (pytest.approx(3 / 6), 0.0) and found["without the critic"] == (0.5, 0.0)
    assert found["the page's order"] == (pytest.approx(5 / 6), 1.0)
    assert found["the page's before exact counts"] == (pytest.approx(4 / 6), 1.0)
    assert found["a perfect order"] == (1.0, 1.0)
    assert best(KNOWN, ORDERS["likelihood"](KNOWN)) == 0.5


class Judge(Follower):
    """Is for drafts with a certain word."""

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        logits = np.zeros((*tokens.shape, len(WORDS)), dtype=np.float32)
        logits[:, 0, -1, VERDICT[0]] = (tokens[:, 0] == WORDS.index("war")).any(-1)
        return logits


def test_a_draft_is_scored_by_likelihood_worth_and_verdict():
    drafts = (("the", "people", "say", "."), ("the", "people", "war", "."))
    found = scored(Follower(), Judge(), MarkedPrompt("the people _ .", drafts, (3.0, 2.0)))
    assert found.usable.tolist() == [True, False] and found.verdict.tolist() == [0, 1]
    assert found.nats[0] < found.nats[1] - 5 and found.worth[0] > found.worth[1], "the toy writes fillers and no war"


def test_what_the_critic_is_measured_on_was_learned_by_neither_network():
    learned = {prompt.text for path in (LEARNED, CRITIC_LEARNED) for prompt in read_prompts(path)}
    left_out = {prompt.text for path in (LEFT_OUT, CRITIC_LEFT_OUT) for prompt in read_prompts(path)}
    assert len(learned) > 1800 and len(left_out) > 260 and not learned & left_out
