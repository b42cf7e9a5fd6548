"""One engraved passage or page as a value: its SVG with places for colours, and where noteheads and bars are in it.
Knows neither Verovio nor Qt."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

INK, LINES, VOICE = "@ink@", "@lines@", "@voice{}@"  # stand where colours go: another theme needs no new engraving
HEAD_WIDTH = 226.0  # of a notehead, in the picture's units
SPACE = 180.0  # of a staff, in the picture's units


class NoteHead(NamedTuple):
    """One notehead, or a rest (`rest`): its note's voice and true onset, its own step, and its left middle
    in the picture's units."""

    voice: int
    onset: int
    step: int
    x: float
    y: float
    rest: bool


class Measure(NamedTuple):
    """A bar in the picture: first step, step after the last, left and right edge, and (top, bottom) of each staff."""

    start: int
    stop: int
    left: float
    right: float
    staves: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Engraving:
    """One page: an SVG with places for colours, its size in units, and where things stand."""

    svg: str
    width: float
    height: float
    heads: tuple[NoteHead, ...]
    measures: tuple[Measure, ...]

    def coloured(self, ink: str, lines: str, voices: tuple[str, ...], sans: str = "sans-serif") -> bytes:
        """The SVG in colours, its chord symbols in a font of this family."""
        text = self.svg.replace(INK, ink).replace(LINES, lines).replace('"sans-serif"', f'"{sans}"')
        for voice, colour in enumerate(voices):
            text = text.replace(VOICE.format(voice), colour)
        return text.encode()

    @cached_property
    def _line(self) -> tuple[list[float], list[float]]:
        """Steps and their x in order of time."""
        first: dict[float, float] = {}
        for head in self.heads:
            first[head.step] = min(head.x, first.get(head.step, head.x))
        if self.measures:
            first[self.measures[-1].stop] = self.measures[-1].right
        steps = sorted(first)
        return steps, [first[step] for step in steps]

    def x_of(self, step: float) -> float:
        """Where a step is, between the notes around it."""
        steps, xs = self._line
        if not steps:
            return 0.0
        at = bisect_right(steps, step) - 1
        if at < 0:
            return xs[0]
        if at + 1 >= len(steps):
            return xs[-1]
        return xs[at] + (xs[at + 1] - xs[at]) * (step - steps[at]) / (steps[at + 1] - steps[at])

    def step_at(self, x: float) -> float:
        """The step at an x."""
        steps, xs = self._line
        at = min(max(0, bisect_right(xs, x) - 1), max(0, len(steps) - 2))
        if len(steps) < 2 or x <= xs[0]:
            return steps[0] if steps else 0.0
        share = (x - xs[at]) / max(1e-9, xs[at + 1] - xs[at])
        return steps[at] + (steps[at + 1] - steps[at]) * min(1.0, share)

    def head_at(self, x: float, y: float, reach: float = SPACE * 0.8) -> NoteHead | None:
        """The note nearest to a point, within reach."""
        near = [(abs(head.x + HEAD_WIDTH / 2 - x) + abs(head.y - y), head) for head in self.heads if not head.rest]
        distance, head = min(near, key=lambda entry: entry[0], default=(reach + 1, None))
        return head if distance <= reach * 1.5 else None
