"""How often the user was right, kept in a file on their computer, and what guessing would give. Knows no widgets."""

from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

from app.document.storage import own_files, places
from app.words import tr

FILE = "is-it-bach.json"
Score = tuple[int, int]  # right, of
_Book = tuple[dict[str, Score], dict[str, int]]


def tail(right: int, of: int) -> Fraction:
    """The exact probability that guessing between two is right at least so often."""
    return Fraction(sum(comb(of, k) for k in range(right, of + 1)), 2**of)


def per_cent(share: Fraction) -> str:
    """A percentage with as many digits as needed: 17, 1.1, under 0.1."""
    value = float(100 * share)
    return tr("under 0.1") if value < 0.1 else f"{value:.1f}" if value < 2 else f"{value:.0f}"


def sentence(score: Score) -> str:
    """The score beside what guessing does, and nothing more."""
    right, of = score
    if not of:
        return tr("No answers yet. By guessing alone, half of them are right.")
    words = tr("{right} of {of} right. By guessing alone {half}; as good or better happens in {share} % of cases.")
    return words.format(right=right, of=of, half=f"{of / 2:g}", share=per_cent(tail(right, of)))


class ScoreBook:
    """The scores by what Bach was heard against, and how often each passage of Bach was heard.

    A broken file is set aside and the score starts again."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or places.home()) / FILE
        self.problem = ""  # one sentence, where the file could not be read or written
        self.scores: dict[str, Score] = {}
        self.heard: dict[str, int] = {}
        self._read()

    def score(self, against: str) -> Score:
        """(right, of) against one opponent."""
        return self.scores.get(against, (0, 0))

    def note(self, against: str, right: bool, passage: str) -> None:
        """Write an answer down."""
        with own_files.alone(self._path):
            if not self.problem:  # another window may have written since
                self._read()
            before = self.score(against)
            self.scores[against] = (before[0] + right, before[1] + 1)
            self.heard[passage] = self.heard.get(passage, 0) + 1
            self._write()

    def reset(self, against: str) -> Score:
        """Reset one score and return the old one. The passages heard are not forgotten."""
        before = self.scores.pop(against, (0, 0))
        self._write()
        return before

    def restore(self, against: str, score: Score) -> None:
        """Undo a reset; answers given since are added."""
        now = self.score(against)
        self.scores[against] = (now[0] + score[0], now[1] + score[1])
        self._write()

    def _read(self) -> None:
        found: own_files.ReadResult[_Book] = own_files.read(self._path, _book, ({}, {}), report=False)
        self.scores, self.heard = found.value
        if not found.whole:
            self.problem = tr("The old score could not be read; it was set aside, and a new score begins.")

    def _write(self) -> None:
        plain = {"scores": {name: list(score) for name, score in self.scores.items()}, "heard": self.heard}
        if not own_files.write(self._path, plain):
            self.problem = tr("The score could not be saved; it lasts until you quit.")


def _book(plain: dict[str, Any]) -> own_files.ReadResult[_Book]:
    """The whole file or nothing: half a score is none."""
    scores = {name: _score(value) for name, value in plain["scores"].items()}
    return own_files.ReadResult((scores, {name: _count(value) for name, value in plain["heard"].items()}), True)


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1_000_000:
        raise ValueError(f"{value!r} is not a count")
    return value


def _score(value: Any) -> Score:
    right, of = (_count(number) for number in value)
    if right > of:
        raise ValueError("more right than answered")
    return right, of
