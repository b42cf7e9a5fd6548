"""The order in which bars with repeat signs and endings are played. Knows nothing of files or notes."""

from dataclasses import dataclass, field

from engine.canvas.music import MAX_BARS

TOO_LONG = "Repeats were left out because the expanded piece would be longer than 4,096 bars."
UNCLEAR = "Repeats were left out because their signs are inconsistent."


@dataclass
class Signs:
    """The repeat signs of one bar; `backward` is how often its section sounds (0 = no sign), `ending` the passes it
    belongs to."""

    forward: bool = False
    backward: int = 0
    ending: set[int] = field(default_factory=set)
    ending_stops: bool = False


def played_order(signs: dict[int, Signs], bars: int, remarks: list[str]) -> tuple[int, ...] | None:
    """Bar indices as played, or None where nothing repeats (or the signs make no sense, which is reported)."""
    endings = _endings(signs, bars)
    order: list[int] = []
    at = start = 0
    current = 1
    while at < bars:
        sign = signs.get(at, Signs())
        if sign.forward and at != start:
            start, current = at, 1
        ending = endings.get(at)
        if ending is not None and current not in ending[0]:
            at = ending[1]
            continue
        order.append(at)
        if len(order) > MAX_BARS:
            remarks.append(TOO_LONG)
            return None
        if sign.backward and current < max(sign.backward, *(ending[0] if ending else {0})):
            current += 1
            at = start
            continue
        at += 1
        if sign.backward or (ending is not None and at == ending[1]):
            start, current = at, 1
    if len(set(order)) != bars:
        remarks.append(UNCLEAR)
        return None
    return tuple(order) if order != list(range(bars)) else None


def _endings(signs: dict[int, Signs], bars: int) -> dict[int, tuple[frozenset[int], int]]:
    """For each bar under an ending its passes and the bar after it."""
    found: dict[int, tuple[frozenset[int], int]] = {}
    for first in sorted(signs):
        if not signs[first].ending:
            continue
        last = first
        while last + 1 < bars and not signs.get(last, Signs()).ending_stops and not signs.get(last + 1, Signs()).ending:
            last += 1
        for index in range(first, last + 1):
            found[index] = (frozenset(signs[first].ending), last + 1)
    return found
