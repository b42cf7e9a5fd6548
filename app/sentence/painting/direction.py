"""Which words are read from right to left, and where they go in a line read from left to right (Unicode's algorithm,
word by word). Knows no font."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

RIGHT_TO_LEFT, LEFT_TO_RIGHT = frozenset({"R", "AL"}), frozenset({"L"})


@lru_cache(maxsize=10_000)
def direction(word: str) -> int:
    """-1 if a word is read from right to left, 1 if from left to right, 0 for signs, digits and blanks: those follow
    their neighbours."""
    kinds = (unicodedata.bidirectional(sign) for sign in word)
    return next((-1 if kind in RIGHT_TO_LEFT else 1 for kind in kinds if kind in RIGHT_TO_LEFT | LEFT_TO_RIGHT), 0)


def runs(words: Sequence[str]) -> list[range]:
    """The places of words that stand from right to left: from one such word to the last before the next of the other
    kind."""
    found: list[range] = []
    going = False
    for at, way in enumerate(map(direction, words)):
        if way < 0:
            found.append(range(found.pop().start if going else at, at + 1))
        going = way < 0 or (going and way == 0)
    return found


def mirrored(words: Sequence[str], spans: Sequence[tuple[float, float]]) -> tuple[list[tuple[float, float]], set[int]]:
    """(left, right) of the words of one line, given as if all were read from left to right; and the places of those
    that were reversed."""
    made, turned = list(spans), set[int]()
    for run in runs(words):
        low, high = spans[run[0]][0], spans[run[-1]][1]
        for at in run:
            left, right = spans[at]
            made[at] = (low + high - right, low + high - left)
            turned.add(at)
    return made, turned
