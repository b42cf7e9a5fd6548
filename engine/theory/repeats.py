"""Repeated sequences inside one line of symbols: which passages recur, and how often. Knows no pitches."""

from collections.abc import Sequence

import numpy as np


def closed_repeats(symbols: Sequence[int], lengths: Sequence[int]) -> list[tuple[int, int, int]]:
    """(first event, length in ticks, times) of every closed repeat of a line of events.

    Event i is the symbol symbols[i] followed by lengths[i] - 1 hold ticks. A repeat starts on an event, reaches at
    least one tick into a second event and occurs twice or more (overlaps allowed); it is closed when no longer
    repeat that contains it occurs as often. Sorting the suffixes that start on events makes every passage that
    cannot grow to the right one interval of neighbours in that order; it cannot grow to the left when the events
    before its occurrences differ."""
    ticks = np.asarray(lengths, dtype=np.int64)
    if len(ticks) < 2:
        return []
    starts = np.cumsum(ticks) - ticks
    text = np.zeros(int(ticks.sum()), dtype=np.int64)  # 0 = hold
    text[starts] = np.unique(np.asarray(symbols), return_inverse=True)[1] + 1
    order, common = _sorted_suffixes(text, starts)
    _, kinds = np.unique(np.stack([text[starts], ticks], -1), axis=0, return_inverse=True)
    before = np.concatenate(
        [[-1], kinds.reshape(-1)[:-1]]
    )  # the first event has nothing before it, which no other event shares
    return [
        (event, length, times)
        for event, length, times, growable in _intervals(order.tolist(), common.tolist(), before.tolist())
        if length > ticks[event] and not growable
    ]


def _sorted_suffixes(text: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(events in the order of their suffixes, ticks each shares with the next), by prefix doubling."""
    size = len(text)
    ranks = [np.concatenate([text, [-1]])]  # rank of the first 2**k ticks from each place; -1 past the end
    while len(np.unique(ranks[-1][starts])) < len(starts):
        width = 1 << (len(ranks) - 1)
        after = ranks[-1][np.minimum(np.arange(size) + width, size)]
        pairs = ranks[-1][:size] * (size + 2) + after + 1
        ranks.append(np.concatenate([np.unique(pairs, return_inverse=True)[1].reshape(-1), [-1]]))
    order = np.argsort(ranks[-1][starts])
    left, right = starts[order[:-1]], starts[order[1:]]
    common = np.zeros(len(left), dtype=np.int64)
    for level in range(len(ranks) - 1, -1, -1):
        a, b = np.minimum(left + common, size), np.minimum(right + common, size)
        same = (ranks[level][a] == ranks[level][b]) & (np.maximum(a, b) + (1 << level) <= size)
        common += same * (1 << level)
    return order, common


def _intervals(order: list[int], common: list[int], before: list[int]) -> list[tuple[int, int, int, bool]]:
    """(an event, shared ticks, how many suffixes share them, whether all have the same event before) for every
    branching."""
    found = []
    open_: list[list[int]] = []  # [shared ticks, first place in the order, event before all or -2 where they differ]
    for place in range(len(order)):
        shared = common[place] if place < len(common) else 0
        first, left = place, before[order[place]]
        while open_ and open_[-1][0] > shared:
            depth, first, other = open_.pop()
            left = other if other == left else -2
            found.append((order[first], depth, place - first + 1, left >= 0))
        if shared:
            if open_ and open_[-1][0] == shared:
                open_[-1][2] = open_[-1][2] if open_[-1][2] == left else -2
            else:
                open_.append([shared, first, left])
    return found
