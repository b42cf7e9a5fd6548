"""The eight-bar passages of Bach that come with the program, as pieces with their number and name.

Where they come from: training.data.excerpts."""

import json
from dataclasses import dataclass
from functools import cache

import assets
from engine.canvas.music import Piece
from engine.errors import FormatError
from engine.formats.plain import piece_from_plain, take

BARS = 8
STEPS = BARS * 16


@dataclass(frozen=True)
class Excerpt:
    """A passage from the start of one phrase to the end of another; `bwv` as the catalogue counts and `name` its
    hymn's first line."""

    bwv: str
    name: str
    piece: Piece

    @property
    def title(self) -> str:
        """Its name as the user would look for it."""
        return f"{self.name}, BWV {self.bwv}" if self.name else f"BWV {self.bwv}"


@cache
def read_excerpts() -> tuple[Excerpt, ...]:
    """All of them, or one sentence where the file is not what it should be."""
    try:
        plain = json.loads(assets.bach_excerpts().read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FormatError("The Bach excerpts are missing or damaged; reinstall Palimpsest.", str(error)) from None
    found = take(plain, "excerpts", list)
    return tuple(
        Excerpt(take(row, "bwv", str), take(row, "name", str), piece_from_plain(take(row, "piece", dict)))
        for row in found
    )
