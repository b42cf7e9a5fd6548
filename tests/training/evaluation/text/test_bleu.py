"""Our BLEU against two others, nltk's and sacrebleu's, sentence by sentence."""

import numpy as np
import pytest
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
from sacrebleu.metrics import BLEU

from training.evaluation.text.bleu import bleu, self_bleu

COUNT = 50


@pytest.fixture(scope="module")
def sentences():
    """Sentences of 6 to 19 words out of 12, so that all orders match now and then and words repeat; two of them are
    the same."""
    rng = np.random.default_rng(3)
    drawn = [rng.integers(0, 12, rng.integers(6, 20)) for _ in range(COUNT - 1)]
    return [*drawn, drawn[0]]


def by_nltk(candidate, references):
    return sentence_bleu(
        [r.tolist() for r in references],
        candidate.tolist(),
        weights=(0.2,) * 5,
        smoothing_function=SmoothingFunction().method1,
    )


def by_sacrebleu(candidate, references):
    metric = BLEU(max_ngram_order=5, tokenize="none", smooth_method="floor", smooth_value=0.1, effective_order=False)
    return metric.sentence_score(" ".join(map(str, candidate)), [" ".join(map(str, r)) for r in references]).score / 100


@pytest.mark.parametrize("other", [by_nltk, by_sacrebleu])
def test_each_sentence_scores_as_in_another_implementation(sentences, other):
    references = [s[::-1] for s in sentences[:15]]
    assert bleu(sentences, references) == pytest.approx([other(s, references) for s in sentences], abs=1e-12)


@pytest.mark.parametrize("other", [by_nltk, by_sacrebleu])
def test_self_bleu_leaves_out_just_the_sentence_itself(sentences, other):
    some = [*sentences[:20], sentences[-1]]
    found = self_bleu(some)
    expected = [other(s, some[:k] + some[k + 1 :]) for k, s in enumerate(some)]
    assert found == pytest.approx(expected, abs=1e-12)
    assert found[0] == found[-1] == pytest.approx(1.0) and found[1:-1].max() < 1


def test_a_short_candidate_pays_for_its_brevity_and_a_foreign_one_scores_nothing():
    long = [np.arange(20)]
    assert bleu([np.arange(10)], long)[0] == pytest.approx(np.exp(-1)) and by_nltk(
        np.arange(10), long
    ) == pytest.approx(np.exp(-1))
    assert bleu([np.arange(50, 60)], long)[0] == 0
    assert self_bleu([np.arange(6), np.arange(12)]) == pytest.approx(
        [np.exp(-1), by_nltk(np.arange(12), [np.arange(6)])]
    )
