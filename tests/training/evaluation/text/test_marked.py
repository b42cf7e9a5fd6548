"""What was learned from marked drafts: counted on drafts whose likelihoods are known."""

from dataclasses import replace

import numpy as np
import pytest

from engine.sampling.methods import OWN_DEFAULTS
from tests.training.data.toy_news import Follower
from training.data.marks import LEARNED, LEFT_OUT, MarkedPrompt, read_prompts
from training.evaluation.text.marked import Judged, best, drawn, in_order, likelihood

USABLE = np.array([True, False, False])
LEARNT = Judged(USABLE, np.array([-5.0, -4.0, -6.0]), np.array([-4.0, -4.5, -6.0]))
UNTAUGHT = Judged(USABLE, LEARNT.before, LEARNT.before - 1.0)


def test_pairs_are_in_order_where_the_usable_draft_is_likelier():
    assert in_order([LEARNT], lambda each: each.before) == 0.5
    assert in_order([LEARNT], lambda each: each.after - each.before) == 1.0
    assert in_order([LEARNT, UNTAUGHT], lambda each: each.after - each.before) == 0.75, "as far apart counts half"
    assert best(LEARNT, LEARNT.after) == pytest.approx(1 / 3), "all three are shown"


def test_what_would_be_drawn_changes_with_likelihood_at_the_page_s_temperature():
    weight = np.exp(np.array([1.0, -0.5, 0.0]) / OWN_DEFAULTS["text"]["temperature"])
    assert drawn(LEARNT) == pytest.approx(weight[0] / weight.sum())
    assert drawn(UNTAUGHT) == pytest.approx(1 / 3)
    assert drawn(replace(LEARNT, usable=~USABLE)) == pytest.approx(weight[1:].sum() / weight.sum())


def test_the_likelihood_of_a_draft_is_that_of_its_new_words():
    prompt = MarkedPrompt("the people _ .", (("the", "people", "say", "."), ("the", "people", "war", ".")), (3.0, 0.0))
    found = likelihood(Follower(), prompt)
    assert found[0] > found[1] + 5, "the toy writes fillers and no war"


def test_the_marks_of_the_shipped_network_are_there_and_left_out_prompts_are_not_learned():
    learned, left_out = (read_prompts(path) for path in (LEARNED, LEFT_OUT))
    assert (len(learned), len(left_out)) == (840, 120)
    assert not {prompt.text for prompt in learned} & {prompt.text for prompt in left_out}
    assert all(0 <= mark <= 3 for prompt in learned for mark in prompt.marks)
