"""Bars in MIDI: metres at steps, where an incomplete bar is a short metre with our mark beside it.

Files of other programs have no such mark; there a lone short metre is taken for a pick-up, its complement at the
end, or half of a split bar."""

import re

from engine.canvas.music import MAX_BARS, MAX_STEPS, UNITS, Bar
from engine.errors import FormatError
from engine.formats.raw_score import MOST_BEATS, possible_metre

SIGNATURE = "Written by Palimpsest"
QUARTER = 4  # sixteenths
_INCOMPLETE = re.compile(r"Incomplete bar of (\d{1,2})/(\d{1,2})")


def metres_of(bars: tuple[Bar, ...]) -> list[tuple[int, int, int]]:
    """(step, beats, unit) wherever the metre changes."""
    found: list[tuple[int, int, int]] = []
    step = 0
    for bar in bars:
        for beats, unit in [(bar.beats, bar.unit)] if bar.complete else _short(bar):
            if not found or found[-1][1:] != (beats, unit):
                found.append((step, beats, unit))
            step += beats * 16 // unit
    return found


def texts_of(bars: tuple[Bar, ...]) -> list[tuple[int, str]]:
    """(step, mark) that distinguishes incomplete bars from bars of a short metre."""
    found = [(0, SIGNATURE)]
    step = 0
    for bar in bars:
        if not bar.complete and len(_short(bar)) == 1:
            found.append((step, f"Incomplete bar of {bar.beats}/{bar.unit}"))
        step += bar.steps
    return found


def _short(bar: Bar) -> list[tuple[int, int]]:
    """The metre (several for a very long one) of an incomplete bar, in its own unit if that fits."""
    for unit in (bar.unit, 4, 8, 16):
        if bar.steps % (16 // unit) == 0 and bar.steps * unit // 16 <= MOST_BEATS:
            return [(bar.steps * unit // 16, unit)]
    rest = bar.steps % MOST_BEATS
    return [(MOST_BEATS, 16)] * (bar.steps // MOST_BEATS) + ([(rest, 16)] if rest else [])


def bars_from_metres(
    metres: list[tuple[int, int, int]], texts: dict[int, str], notes_end: int, end: int, remarks: list[str]
) -> tuple[Bar, ...]:
    """Bars up to `end`, from (step, beats, power of two of the unit) and texts by step; a metre in the middle of a
    bar cuts the bar."""
    own = SIGNATURE in texts.get(0, "")
    changes: dict[int, tuple[int, int]] = {}
    for step, beats, power in metres:
        metre = possible_metre(beats, 1 << min(power, 10), remarks)
        if step not in changes or (not own and _tiny(changes[step]) and not _tiny(metre)):
            changes[step] = metre  # of several at one moment the first that fits
    if not own and changes and all(_tiny(metre) for metre in changes.values()) and max(notes_end, end) > 2 * QUARTER:
        remarks.append("The file's bars are a quarter long or less, as if it had no metre; 4/4 was used instead.")
        changes = {}
    later = sorted(step for step in changes if step > 0)
    metre = changes.get(0, (4, 4))
    bars: list[Bar] = []
    at = 0
    following = 0
    while at < max(1, notes_end, end):
        while following < len(later) and later[following] <= at:
            metre = changes[later[following]]
            following += 1
        full = Bar.full(*metre)
        steps = min(full.steps, later[following] - at) if following < len(later) else full.steps
        if len(bars) == MAX_BARS or at + steps > MAX_STEPS:
            if at < notes_end:
                raise FormatError(
                    f"The music is longer than {MAX_BARS:,} bars, the most a piece can have; take a shorter part of it."
                )
            while bars and at - bars[-1].steps >= max(1, notes_end):
                at -= bars.pop().steps
            remarks.append("A very long silence at the end was left out.")
            break
        bars.append(full._replace(steps=steps))
        at += steps
    return _told(bars, texts) if own else _guessed(bars)


def _tiny(metre: tuple[int, int]) -> bool:
    """Whether a bar of a metre is too short to be one: programs write 1/4 where they know none."""
    return Bar.full(*metre).steps <= QUARTER


def _told(bars: list[Bar], texts: dict[int, str]) -> tuple[Bar, ...]:
    """The bars in which those that a text calls incomplete are."""
    step = 0
    for index, bar in enumerate(bars):
        match = _INCOMPLETE.search(texts.get(step, ""))
        if (
            match
            and 1 <= int(match[1]) <= MOST_BEATS
            and int(match[2]) in UNITS
            and bar.steps <= Bar.full(int(match[1]), int(match[2])).steps
        ):
            bars[index] = Bar(int(match[1]), int(match[2]), bar.steps)
        step += bar.steps
    return tuple(bars)


def _guessed(bars: list[Bar]) -> tuple[Bar, ...]:
    """The bars in which a lone short metre is a pick-up, its complement at the end, or half of a split bar."""
    first = bars[0]
    if (
        len(bars) > 1
        and first.complete
        and first[:2] != bars[1][:2]
        and first.steps < bars[1].beats * 16 // bars[1].unit
    ):
        bars[0] = bars[1]._replace(steps=first.steps)
    pickup = bars[0].steps if not bars[0].complete else 0
    for index in range(1, len(bars) - 2):
        left, right = bars[index], bars[index + 1]
        before, after = bars[index - 1], bars[index + 2]
        full = before.beats * 16 // before.unit
        if (
            before[:2] == after[:2]
            and before[:2] not in (left[:2], right[:2])
            and left.complete
            and right.complete
            and left.steps + right.steps == full
        ):
            bars[index] = before._replace(steps=left.steps)
            bars[index + 1] = before._replace(steps=right.steps)
    if len(bars) > 2 and pickup and bars[-1].complete and bars[-1][:2] != bars[-2][:2]:
        full = bars[-2].beats * 16 // bars[-2].unit
        if pickup + bars[-1].steps == full:
            bars[-1] = bars[-2]._replace(steps=bars[-1].steps)
    return tuple(bars)
