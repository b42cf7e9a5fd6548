"""A word as pieces of a fixed list: the longest that fits first (WordPiece), in lower case without accents.

No torch here."""

import unicodedata
from collections.abc import Mapping

UNKNOWN_PIECE = "[UNK]"
LONGEST = 100  # letters; a longer word is one unknown piece


def split(word: str, place: Mapping[str, int]) -> list[int]:
    """The numbers of a word's pieces; `place` maps a piece (inside a word with ## before it) to its number."""
    plain = "".join(c for c in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(c) != "Mn")
    found: list[int] = []
    start = 0
    while start < len(plain) <= LONGEST:
        prefix = "##" if start else ""
        for stop in range(len(plain), start, -1):
            number = place.get(prefix + plain[start:stop])
            if number is not None:
                found.append(number)
                start = stop
                break
        else:
            return [place[UNKNOWN_PIECE]]
    return found or [place[UNKNOWN_PIECE]]
