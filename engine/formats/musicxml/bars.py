"""How long the bars of a MusicXML score are: as long as their metre, unless their notes say otherwise.

A part that goes on beyond the end of its bar does not lengthen it for the others; what was clipped is reported."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.canvas.music import MAX_STEPS, Bar
from engine.errors import FormatError
from engine.formats.raw_score import nearest

SHOWN = 8  # places named in one sentence


class BarReach(NamedTuple):
    """How far one part goes in one bar, in sixteenths: where its last note begins, where its notes end, and where all
    that is written in it ends."""

    part: str
    last: float
    sounding: float
    written: float


@dataclass
class Surplus:
    """What lay beyond the end of bars, as (index of the bar, names of the parts)."""

    rests: list[tuple[int, str]] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)
    kept: list[tuple[int, str]] = field(default_factory=list)

    def sentences(self, pickup: bool) -> list[str]:
        """In plain words; a pick-up is bar 0."""
        said = []
        for found, words in (
            (self.rests, "Rests beyond the end of the bar were left out"),
            (self.notes, "Notes that went past the end of the bar were cut there"),
            (self.kept, "Bars with more notes than their metre has room for were made longer"),
        ):
            if found:
                places = ", ".join(f"{bar + (not pickup)}{names and f' ({names})'}" for bar, names in found[:SHOWN])
                more = " and more" if len(found) > SHOWN else ""
                said.append(f"{words}: bar{'s' if len(found) > 1 else ''} {places}{more}.")
        return said


def bars_of(
    lengths: Mapping[int, float], spans: Mapping[int, Sequence[BarReach]], metres: Mapping[int, tuple[int, int]]
) -> tuple[tuple[Bar, ...], Surplus]:
    """(the bars, what lay beyond their ends); a bar with nothing but its rest is as long as its metre."""
    bars, surplus = [], Surplus()
    metre = (4, 4)
    total = 0
    for index in range(max(lengths) + 1):
        metre = metres.get(index, metre)
        full = Bar.full(*metre)
        steps = nearest(lengths.get(index, 0.0)) or full.steps
        if steps > full.steps:
            steps = _clipped(index, full.steps, steps, spans.get(index, ()), surplus)
        cut = [span for span in spans.get(index, ()) if nearest(span.sounding) > steps]  # also one long note of a chord
        if cut:
            surplus.notes.append((index, _names(cut, spans[index])))
        total += steps
        if total > MAX_STEPS:
            raise FormatError(
                f"The score is longer than {MAX_STEPS:,} sixteenths, the most a piece can have; export a"
                " shorter part of it."
            )
        if steps <= full.steps:
            bars.append(full._replace(steps=steps))
        else:
            unit = 4 if steps <= 256 else 1
            bars.append(Bar(-(-steps * unit // 16), unit, steps))
    return tuple(bars), surplus


def _clipped(index: int, full: int, steps: int, spans: Sequence[BarReach], surplus: Surplus) -> int:
    """The length of a bar in which something lies beyond its metre: the metre's, unless notes begin there or all
    parts go on with notes."""
    beyond = [span for span in spans if nearest(span.written) > full]
    names = _names(beyond, spans)
    sounding = max((nearest(span.sounding) for span in spans), default=0)
    if sounding <= full:
        surplus.rests.append((index, names))
        return full
    together = len(beyond) == len([span for span in spans if span.written])
    if not together and all(nearest(span.last) < full for span in beyond):
        return full
    surplus.kept.append((index, names if not together else ""))
    return steps if together else sounding


def _names(some: Sequence[BarReach], spans: Sequence[BarReach]) -> str:
    """The parts of some spans of a bar; nothing where the score has one part."""
    return ", ".join(dict.fromkeys(span.part for span in some if span.part and len(spans) > 1))
