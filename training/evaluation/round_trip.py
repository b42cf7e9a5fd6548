"""python -m training.evaluation.round_trip --data DIR: whether text comes back as it was.

Lines of the news folder are written as a user would and read again, and back; sentences of --raw FILE are read and
written again, up to engine.canvas.writing.NORMALISED. Prints shares and the first failures."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.canvas.writing import detokenise, normalised, tokenise
from engine.errors import PalimpsestError
from engine.formats.plain_text import sentences
from training.data.news import lines_of, part_files
from training.fitting.flags import parse


@dataclass(frozen=True)
class RoundTripConfig:
    """What to read and how much of it."""

    data: str = ""  # folder of tokenised news text, as for training.emnlp
    part: str = "train"  # train or valid
    raw: str = ""  # a file of sentences as people write them
    sentences: int = 10_000  # at most this many of each
    show: int = 10  # failures printed of each


@dataclass(frozen=True)
class Outcome:
    """How many of what was tried came back, and (wanted, came) of those that did not."""

    name: str
    tried: int
    failures: tuple[tuple[str, str], ...]

    def lines(self, show: int) -> list[str]:
        """The outcome in words."""
        well = self.tried - len(self.failures)
        first = f"{self.name}: {well:,} of {self.tried:,} come back ({well / max(1, self.tried):.2%})"
        return [
            first,
            *(line for wanted, came in self.failures[:show] for line in (f"  wanted  {wanted}", f"  came    {came}")),
        ]


def tried(name: str, texts: Iterable[str], wanted: Callable[[str], str], came: Callable[[str], str]) -> Outcome:
    """Each text after a round trip, beside what it should be."""
    pairs = [(wanted(text), came(text)) for text in texts]
    return Outcome(name, len(pairs), tuple(pair for pair in pairs if pair[0] != pair[1]))


def of_tokens(lines: Iterable[str]) -> tuple[Outcome, Outcome]:
    """Tokenised lines written and taken apart again; and what was written, taken apart and written again."""
    rows = [" ".join(line.split()) for line in lines]
    written = [detokenise(row.split()) for row in rows]
    spaced = dict(zip(rows, written, strict=True))
    return (
        tried("words written and read again", rows, str, lambda row: " ".join(tokenise(spaced[row]))),
        tried("what was written, read and written again", written, str, lambda text: detokenise(tokenise(text))),
    )


def of_text(lines: Iterable[str]) -> Outcome:
    """Sentences as people write them, taken apart and written again."""
    return tried("sentences read and written again", lines, normalised, lambda text: detokenise(tokenise(text)))


def main(argv: list[str] | None = None) -> int:
    """The command; 1 if something did not come back."""
    config = parse(RoundTripConfig, __doc__ or "", argv)
    if not config.data and not config.raw:
        raise SystemExit("Name a folder of tokenised text with --data DIR, or a file of sentences with --raw FILE.")
    outcomes: list[Outcome] = []
    try:
        if config.data:
            lines = (line for file in part_files(Path(config.data), config.part) for line in lines_of(file))
            outcomes.extend(of_tokens(islice(lines, config.sentences)))
        if config.raw:
            outcomes.append(
                of_text(
                    islice(
                        (found for line in lines_of(Path(config.raw)) for found in sentences(line)), config.sentences
                    )
                )
            )
    except (PalimpsestError, OSError) as error:
        raise SystemExit(str(error)) from None
    print("\n".join(line for outcome in outcomes for line in outcome.lines(config.show)))
    return int(any(outcome.failures for outcome in outcomes))


if __name__ == "__main__":
    raise SystemExit(main())
