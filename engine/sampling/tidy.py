"""The rules for a tidy sentence: a capital at its start, an end sign at its end and nowhere else, no quote marks, no
sign beside a sign, closing brackets only after opening ones, no word twice in a row, and 's, 'll and the like only
after their apostrophe. Pinned words are the user's own."""

from functools import lru_cache

import numpy as np

from engine.sampling.cells import NoRules

ENDS = (".", "?", "!")
PAUSES = (",", ";", ":", "-", "--", "...", "/", "&")
QUOTES = frozenset('"“”„«»`')
BRACKETS = frozenset("()[]{}")
PAIRS = {")": "(", "]": "["}
APOSTROPHE = "'"
CLITICS = ("s", "t", "ll", "re", "ve", "d", "m")  # what an apostrophe joins to the word before it
NOT = "t"  # of don't
AUXILIARIES = ("ai", "are", "could", "did", "do", "does", "had", "has", "have", "is", "must", "need", "should", "was")
STEMS = frozenset(f"{verb}n" for verb in (*AUXILIARIES, "were", "would"))  # words that come only before 't
NEGATED = STEMS | {"can", "won"}


def never_written(word: str) -> bool:
    """Whether a word is never written: quotes, brackets, and several signs as one, which belong to a quotation."""
    signs = not any(letter.isalnum() for letter in word)
    return bool((QUOTES | BRACKETS) & set(word)) or (signs and len(word) > 1 and word not in PAUSES)


@lru_cache(maxsize=4)
def kinds(vocabulary: tuple[str, ...]) -> dict[str, np.ndarray]:
    """Bool arrays (words,): which words may begin a sentence, which end it, which are barred, which are signs."""
    return {
        "beginning": np.array([word[:1].isupper() or word[:1].isdigit() for word in vocabulary]),
        "ending": np.array([word in ENDS for word in vocabulary]),
        "barred": np.array([never_written(word) for word in vocabulary]),
        "sign": np.array([word in ENDS + PAUSES for word in vocabulary]),
        "clitic": np.array([word in CLITICS for word in vocabulary]),
        "apostrophe": np.array([word == APOSTROPHE for word in vocabulary]),
        "not": np.array([word == NOT for word in vocabulary]),
        "stem": np.array([word.lower() in STEMS for word in vocabulary]),
        "negated": np.array([word.lower() in NEGATED for word in vocabulary]),
        "folded": np.unique([word.casefold() for word in vocabulary], return_inverse=True)[1],
    }


class TidyRules(NoRules):
    """The rules for one sentence: a bool array (words of the sentence, vocabulary) of what is barred at each place."""

    def __init__(self, vocabulary: tuple[str, ...], words: tuple[str, ...], pinned: np.ndarray) -> None:
        kind = kinds(vocabulary)
        barred = np.repeat(kind["barred"][None], len(words), 0)
        if len(words) > 1:
            barred[:-1] |= kind["ending"]
            barred[-1] = ~kind["ending"]
            barred[0] |= ~kind["beginning"]
        for place in range(len(words)):
            first, second = (self.room(words, pinned, place + k) for k in (1, 2))
            if first and not first & {"", *CLITICS}:
                barred[place] |= kind["apostrophe"]
            if not (first & {"", APOSTROPHE} and second & {"", NOT}):
                barred[place] |= kind["stem"]
        for closing, place in owed(words, pinned):
            if closing in vocabulary:
                barred[place, vocabulary.index(closing)] = False
        barred[barred.all(1)] = False  # a vocabulary that has nothing for a place
        self.barred, self.kind = barred, kind
        self._beside: dict[tuple[int, int], np.ndarray] = {}

    @staticmethod
    def room(words: tuple[str, ...], pinned: np.ndarray, place: int) -> set[str]:
        """What may come to stand at a place: "" for any word, else the pinned one or the end sign."""
        if place >= len(words) - 1 and not (place < len(words) and pinned[place]):
            return {ENDS[0]}
        return {words[place]} if pinned[place] else {""}

    def bar(self, logits: np.ndarray, tokens: np.ndarray, known: np.ndarray, wanted: np.ndarray | None = None) -> None:
        """What is barred at a place, and what may not stand beside the known words on either side of it."""
        known = known & (tokens < self.barred.shape[1])
        padded = np.pad(known, ((0, 0), (0, 0), (1, 1)))
        beside = ~known & (padded[..., :-2] | padded[..., 2:])
        if wanted is None:
            logits[:, :, self.barred] = -np.inf
        else:
            beside &= wanted
            logits[wanted] = np.where(self.barred[np.nonzero(wanted)[-1]], -np.inf, logits[wanted])
        for row, line, place in zip(*np.nonzero(beside), strict=True):
            odds = logits[row, line, place]
            sides = [side for side in (-1, 1) if padded[row, line, place + 1 + side]]
            barred = np.any([self.beside(int(tokens[row, line, place + side]), side) for side in sides], axis=0)
            if place > 1 and known[row, line, place - 2 : place].all():
                barred = barred | self.after(*tokens[row, line, place - 2 : place].tolist())
            if np.isfinite(odds[~barred]).any():
                odds[barred] = -np.inf

    def beside(self, word: int, side: int) -> np.ndarray:
        """Bool (vocabulary,): what may not stand beside a word; on the left (-1) or the right (1)."""
        if (word, side) in self._beside:
            return self._beside[word, side]
        kind = self.kind
        barred = kind["folded"] == kind["folded"][word]
        if kind["sign"][word]:
            barred = barred | kind["sign"] | kind["apostrophe"]
        if side == -1:
            barred = barred | (~kind["clitic"] if kind["apostrophe"][word] else kind["clitic"])
            if kind["stem"][word]:
                barred = barred | ~kind["apostrophe"]
        else:
            barred = barred | (kind["apostrophe"] if not kind["clitic"][word] else False)
            barred = barred | (kind["stem"] if not kind["apostrophe"][word] else False)
        self._beside[word, side] = barred
        return barred

    def after(self, before: int, word: int) -> np.ndarray:
        """Bool (vocabulary,): what may not follow two words; after an apostrophe t is just where it says not."""
        kind = self.kind
        if not kind["apostrophe"][word]:
            return np.zeros(len(kind["sign"]), dtype=bool)
        return ~kind["not"] if kind["stem"][before] else (kind["not"] & ~kind["negated"][before])

    def broken(self, tokens: np.ndarray, known: np.ndarray) -> np.ndarray:
        """Known cells that hold what is barred at their place."""
        inside = tokens < self.barred.shape[1]
        place = np.arange(tokens.shape[-1])
        return known & inside & self.barred[place, np.where(inside, tokens, 0)]


def owed(words: tuple[str, ...], pinned: np.ndarray) -> list[tuple[str, int]]:
    """(closing bracket, place) of free places where a pinned bracket may be closed."""
    found = []
    for closing, opening in PAIRS.items():
        for start in (i for i, word in enumerate(words) if word == opening and pinned[i]):
            closed = any(words[i] == closing and pinned[i] for i in range(start + 1, len(words)))
            found += [] if closed else [(closing, i) for i in range(start + 2, len(words) - 1) if not pinned[i]]
    return found
