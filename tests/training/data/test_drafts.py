"""Prompts for the critic: what is hidden, what is left out, and files that go on where they were cut."""

import numpy as np
import pytest

from engine.sampling.tidy import never_written
from training.data import drafts
from training.data.drafts import HIDING, Prompt

WORDS = ("The", "dogs", "cats", "see", "hear", "all", "birds", '"', ",", ".")
SENTENCES = {8: np.array([[0, 1, 3, 5, 6, 8, 4, 9], [0, 2, 7, 3, 5, 7, 6, 9]])}


class Fixed:
    """The same odds for every word at every place."""

    vocabulary, length, card = len(WORDS), 49, {"vocabulary": WORDS}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        return np.zeros((*tokens.shape, len(WORDS)), dtype=np.float32)


def some(count):
    return [prompt for _, prompt in zip(range(count), drafts.prompts(SENTENCES, WORDS, 1), strict=False)]


@pytest.mark.parametrize("hide", sorted(set(HIDING), key=lambda hide: hide.__name__))
def test_every_way_of_hiding_hides_some_words_and_keeps_some(hide):
    for number in range(50):
        free = hide(np.random.default_rng(number), 9)
        assert free.shape == (9,) and free.any() and not free.all()


def test_the_end_is_kept_and_what_no_draft_may_say_is_not_hidden():
    for prompt in some(200):
        hidden = [WORDS[token] for token in prompt.tokens[prompt.free]]
        assert hidden and not prompt.free[-1] and not any(map(never_written, hidden))
    assert any('"' in [WORDS[token] for token in prompt.tokens] for prompt in some(200))


def test_drafts_differ_from_the_author_in_hidden_words_only():
    for number, prompt in enumerate(some(8)):
        found = drafts.drafted(prompt, WORDS, number, lambda *_: Fixed()).drafts
        assert (found[:, ~prompt.free] == prompt.tokens[~prompt.free]).all()
        assert not (found == prompt.tokens).all(1).any() and len(np.unique(found, axis=0)) == len(found)


def test_a_file_that_was_cut_short_is_gone_on_with(tmp_path, monkeypatch):
    made = []

    def drafted(prompt, vocabulary, number):
        made.append(number)
        return Prompt(prompt.tokens, prompt.free, prompt.tokens[None] * 0)

    monkeypatch.setattr(drafts, "drafted", drafted)
    path = tmp_path / "drafts.jsonl"
    assert list(drafts.write(path, SENTENCES, WORDS, 3, 1)) == [1, 2, 3]
    whole = path.read_text()
    path.write_text(whole[:-5])
    assert list(drafts.write(path, SENTENCES, WORDS, 4, 1)) == [3, 4] and made == [0, 1, 2, 2, 3]
    assert path.read_text().startswith(whole)
    again = drafts.read(path)
    assert [prompt.tokens.tolist() for prompt in again] == [prompt.tokens.tolist() for prompt in some(4)]
    assert all((one.free == two.free).all() for one, two in zip(again, some(4), strict=True))
