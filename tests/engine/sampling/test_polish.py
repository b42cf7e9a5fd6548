"""Polishing: words that do not fit both their sides are drawn again, and nothing else is touched."""

from itertools import pairwise

import numpy as np
import pytest

from engine.canvas.mask import Brush, Mask
from engine.canvas.text import Sentence
from engine.jobs.job import run
from engine.jobs.request import Done, Request

WORDS = ("a", "b", "c", "d")


class Alike:
    """A word is the same as its trusted neighbours, and anything where it has none; asked from left to right, MAC sees
    only the left one."""

    vocabulary, length, card = len(WORDS), 49, {"vocabulary": WORDS}

    def __init__(self):
        self.shown = []

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        self.shown.append(np.array(shown))
        seen = np.pad(np.where(shown, tokens, -1), ((0, 0), (0, 0), (1, 1)), constant_values=-1)
        words = np.arange(len(WORDS))
        return sum(4.0 * (seen[..., k : k + tokens.shape[-1], None] == words) for k in (0, 2)).astype(np.float32)


def written(polish, method="mac", brushes=(3, 0, 0, 0, 0, 0, 3), words="a b c d b c a", **options):
    network = Alike()
    request = Request(
        Sentence(tuple(words.split())),
        Mask((bytes(brushes),)),
        method,
        {"pool": 1, "tidy": False, "polish": polish, "temperature": 1.6} | options,
        16,
        3,
    )
    *_, last = run(request, models=lambda *_: network)
    assert isinstance(last, Done), last
    return [canvas.words for canvas in last.canvases], network, last


def misfits(sentences):
    return sum(left != right for words in sentences for left, right in pairwise(words))


@pytest.mark.parametrize("method", ["mac", "sfarm", "sunmask"])
def test_polished_words_fit_their_neighbours_better(method):
    rough, _, _ = written(0, method)
    smooth, _, _ = written(4, method)
    assert misfits(smooth) < misfits(rough) / 2


def test_kept_words_stay_and_a_round_takes_three_calls_that_hide_every_third_word():
    kept = (3, 0, 0, 3, 0, 0, 3)
    sentences, network, last = written(2, brushes=kept)
    assert all((words[0], words[3], words[6]) == ("a", "d", "a") for words in sentences)
    polishing = network.shown[-6:]
    hidden = np.array(polishing[:3])[:, 0, 0]
    assert (~hidden).sum(0).tolist() == [0, 1, 1, 0, 1, 1, 0]
    assert all(line.sum() >= 5 for line in hidden)
    _, rough, _ = written(0, brushes=kept)
    assert len(network.shown) - len(rough.shown) == 6
    assert None in last.nats  # what was changed no longer has the nats of its first draft


def test_suggested_words_are_left_as_they_were_drawn():
    believed, suggested = (3, 0, int(Brush.SUGGEST), 0, 3), "a b c b a"
    sentences, _, _ = written(6, "sunmask", believed, suggested, hold=1.0, dwell=0)
    assert {words[2] for words in sentences} == {"c"}


def test_an_alternative_does_not_depend_on_how_many_are_polished():
    few = Request(Sentence(("a", "b", "c")), Mask((bytes([3, 0, 0]),)), "mac", {"pool": 1, "tidy": False}, 2, 5)
    many = Request(Sentence(("a", "b", "c")), Mask((bytes([3, 0, 0]),)), "mac", {"pool": 1, "tidy": False}, 9, 5)
    (*_, first), (*_, second) = (run(request, models=lambda *_: Alike()) for request in (few, many))
    assert [canvas.words for canvas in first.canvases] == [canvas.words for canvas in second.canvases[:2]]
