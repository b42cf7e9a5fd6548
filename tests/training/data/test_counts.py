"""Counting words and their neighbours: what the tables hold is what was seen, less a discount, and nothing rare."""

from collections import Counter

import numpy as np
import pytest

from engine.neural.ngrams import FINENESS, CountTables, context_key
from training.data.counts import count, sizes_of

WORDS = 6
ROWS = np.random.default_rng(3).integers(0, WORDS, (300, 7)) // 2 * np.array([1, 1, 2, 1, 1, 2, 1])  # uneven
SENTENCES = {7: ROWS, 2: np.array([[5, 0]])}


def stored(tables):
    """{(context key, word): share}."""
    keys = np.repeat(tables["gaps"].cumsum(dtype=int), tables["sizes"]).tolist()
    return dict(
        zip(
            zip(keys, tables["columns"].tolist(), strict=True),
            np.exp(tables["shares"] / -FINENESS).tolist(),
            strict=True,
        )
    )


def seen():
    """Counts of (context key, word), by plain loops: of triples how often, of pairs after how many different words, of
    first words how often."""
    found, met = Counter(), set()
    for rows in SENTENCES.values():
        for row in rows.tolist():
            for side, words in enumerate((row, row[::-1])):
                found[int(context_key(side, None, WORDS, WORDS)), words[0]] += 1
                for far, near, word in zip([WORDS, *words], words, words[1:], strict=False):
                    found[int(context_key(side, far, near, WORDS)), word] += 1
                    met.add((side, far, near, word))
            for before, word, after in zip([WORDS, *row], row, [*row[1:], WORDS], strict=False):
                found[int(context_key(2, before, after, WORDS)), word] += 1
    for side, _, near, word in met:
        found[int(context_key(side, None, near, WORDS)), word] += 1
    return found


def test_tables_hold_just_what_was_seen_often_enough_less_a_discount():
    tables, found = stored(count(SENTENCES, WORDS, (2, 2, 2, 2, 2))), seen()
    assert set(tables) == {pair for pair, times in found.items() if times >= 2}
    totals = Counter()
    for (key, _), times in found.items():
        totals[key] += times
    for (key, word), share in tables.items():
        times, total = found[key, word], totals[key]
        assert times - 2.9 <= share * total * 1.04 and share * total <= times * 1.04
        assert times < 50 or share == pytest.approx(times / total, rel=0.1)


def test_rare_phrases_are_left_out():
    pair = int(context_key(0, None, 5, WORDS)), 0
    assert pair in stored(count(SENTENCES, WORDS, (1, 1, 1, 1, 1))) and pair not in stored(
        count(SENTENCES, WORDS, (2, 1, 1, 1, 1))
    )


def test_tables_are_sound_and_all_is_probability():
    tables = CountTables(WORDS, count(SENTENCES, WORDS, (2, 3, 2, 3, 3)))
    keys = tables.contexts(ROWS[:20], np.ones((20, 7), dtype=bool)).reshape(-1, 5)
    lookup = tables.lookup(keys)
    gains = np.zeros((140 * WORDS, 3))
    np.add.at(gains, (lookup.place, lookup.gate % 3), lookup.gain)
    for side in range(2):
        odds = lookup.known[:, [side]] * tables.strange + lookup.level[:, [side]] + gains[:, side].reshape(140, WORDS)
        assert np.allclose(np.exp(odds + tables.single).sum(-1), 1, atol=1e-5)


def test_a_text_where_nothing_repeats_has_no_tables():
    assert sizes_of(count({2: np.array([[0, 1]])}, 2, (9, 9, 9, 9, 9))) == () == sizes_of({})
