"""Voice-leading rules in one table.

Each finds places in a piece; which rules apply is the caller's choice. Fixes nothing."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from engine.canvas.music import VOICES, Piece, sounding
from engine.errors import CanvasError
from engine.theory.chord_kinds import kind
from engine.theory.finding import Finding, voice_names, where
from engine.theory.parallels import FIFTH, OCTAVE, Move, large, moves, parallel_in, perfect_kind
from engine.theory.score_lines import ScoreEvent, ScoreLines, lines_of, melodic_steps
from engine.theory.spelling import pitch_name, tonic_place

WIDEST_GAP = (12, 12, 24)  # semitones allowed between soprano and alto, alto and tenor, tenor and bass
STEP = 2  # semitones; more is a leap
LASTING = 2  # sixteenths a chord must sound for its doubling or seventh to be heard
DOMINANT = frozenset(
    (1, 5, 2, -1, 3, -4)
)  # degrees 5, 7, 2, 4 and 6 as fifths above the tonic: chords that lean on the leading note
SEVENTHS = {
    "dominant-seventh": -2,
    "half-diminished-seventh": -2,
    "diminished-seventh": -9,
}  # kinds whose seventh must fall, and its fifths above the root
ABOVE_ROOT = {
    "dominant-seventh": (0, 4, 1, -2),
    "half-diminished-seventh": (0, -3, -6, -2),
    "diminished-seventh": (0, -3, -6, -9),
}


@dataclass(frozen=True)
class Sheet:
    """A piece as the rules read it, each view made once."""

    piece: Piece
    lines: ScoreLines

    @cached_property
    def moves(self) -> list[Move]:
        """Places where two voices move on together."""
        return list(moves(self.lines.voices))

    @cached_property
    def pitches(self) -> np.ndarray:
        """Int array (4, steps): what sounds, REST where nothing does."""
        return sounding(self.piece.grid())

    @cached_property
    def at(self) -> list[list[ScoreEvent]]:
        """The event under each step, by voice."""
        return [[event for event in line for _ in range(int(event.length))] for line in self.lines.voices]

    @cached_property
    def chords(self) -> list[tuple[int, int, tuple[ScoreEvent, ...]]]:
        """(start, length, the four events) of every stretch in which no voice changes."""
        edges = sorted({int(event.start) for line in self.lines.voices for event in line} | {self.piece.steps})
        return [(start, end - start, tuple(row[start] for row in self.at)) for start, end in pairwise(edges)]

    def finding(self, rule: str, step: int, notes: Iterable[tuple[int, ScoreEvent]], what: str) -> Finding:
        """A finding at `step` about some voices' notes; its sentence is what, who, where."""
        pairs = tuple(notes)
        voices = tuple(sorted({voice for voice, _ in pairs}))
        sentence = f"{what}, {voice_names(self.piece, voices)}, {where(self.piece, step)}"
        return Finding(
            rule, voices, tuple((voice, int(event.start)) for voice, event in pairs), self.piece.place(step), sentence
        )


def parallel(interval: str) -> Callable[[Sheet, str], Iterator[Finding]]:
    """A rule against parallel fifths or octaves."""

    def find(sheet: Sheet, rule: str) -> Iterator[Finding]:
        for move in sheet.moves:
            fault = parallel_in(move)
            if fault and fault.kind == interval:
                yield sheet.finding(
                    rule,
                    _when(move),
                    _notes(move),
                    f"parallel {interval}s{' by contrary motion' if fault.contrary else ''}",
                )

    return find


def hidden(interval: str) -> Callable[[Sheet, str], Iterator[Finding]]:
    """A rule against outer voices leaping in one direction into a fifth or octave."""

    def find(sheet: Sheet, rule: str) -> Iterator[Finding]:
        for move in sheet.moves:
            up, low = move.motion
            if (
                move.voices == (0, 3)
                and up * low > 0
                and abs(up) > STEP
                and perfect_kind(*move.after) == interval
                and not parallel_in(move)
            ):
                yield sheet.finding(rule, _when(move), _notes(move), f"hidden {interval}")

    return find


def out_of_range(sheet: Sheet, rule: str) -> Iterator[Finding]:
    """Notes a singer of the voice does not have."""
    for voice, (line, usual) in enumerate(zip(sheet.lines.voices, VOICES, strict=True)):
        for event in line:
            if event.pitch >= 0 and not usual.low <= event.pitch <= usual.high:
                side = "above" if event.pitch > usual.high else "below"
                limit = pitch_name(usual.high if side == "above" else usual.low)
                what = f"{pitch_name(event.pitch, place=event.fifth)} is {side} the voice's {limit}"
                yield sheet.finding(rule, int(event.start), [(voice, event)], what)


def crossing(sheet: Sheet, rule: str) -> Iterator[Finding]:
    """Neighbouring voices of which the lower sounds above the upper."""
    yield from _vertical(sheet, rule, "voices cross", lambda gap, _: gap < 0)


def spacing(sheet: Sheet, rule: str) -> Iterator[Finding]:
    """Neighbouring voices too far apart."""
    yield from _vertical(sheet, rule, "voices too far apart", lambda gap, pair: gap > WIDEST_GAP[pair])


def overlap(sheet: Sheet, rule: str) -> Iterator[Finding]:
    """A voice that passes the place its neighbour has just left, without crossing it."""
    for upper in range(3):
        for start, _, events in sheet.chords[1:]:
            high, low = events[upper], events[upper + 1]
            before_high, before_low = sheet.at[upper][start - 1], sheet.at[upper + 1][start - 1]
            if (
                min(high.pitch, low.pitch, before_high.pitch, before_low.pitch) < 0
                or high.pitch < low.pitch
                or before_high.pitch < before_low.pitch
            ):
                continue
            if low.start == start and low.pitch > before_high.pitch:
                yield sheet.finding(
                    rule,
                    start,
                    [(upper, before_high), (upper + 1, low)],
                    "the lower voice rises past the note the upper one leaves",
                )
            elif high.start == start and high.pitch < before_low.pitch:
                yield sheet.finding(
                    rule,
                    start,
                    [(upper, high), (upper + 1, before_low)],
                    "the upper voice falls past the note the lower one leaves",
                )


def doubled_leading_note(sheet: Sheet, rule: str) -> Iterator[Finding]:
    """The key's leading note in two voices of a dominant chord."""
    tonic = tonic_place(sheet.lines.key)
    reported: set[tuple[ScoreEvent, ...]] = set()
    for start, length, events in sheet.chords:
        notes = [(voice, event) for voice, event in enumerate(events) if event.pitch >= 0]
        leading = [(voice, event) for voice, event in notes if event.fifth == tonic + 5]
        key = tuple(event for _, event in leading)
        if (
            len(leading) > 1
            and length >= LASTING
            and key not in reported
            and all(event.fifth - tonic in DOMINANT for _, event in notes)
        ):
            reported.add(key)
            yield sheet.finding(rule, start, leading, "the leading note is doubled")


def unresolved_seventh(sheet: Sheet, rule: str) -> Iterator[Finding]:
    """The seventh of a dominant or diminished chord that does not go down by step when its voice moves on."""
    reported: set[tuple[int, float]] = set()
    for start, length, events in sheet.chords:
        notes = [event for event in events if event.pitch >= 0]
        name = kind(notes) if len(notes) == 4 and length >= LASTING else ""
        if name not in SEVENTHS:
            continue
        root = next(
            (e.fifth for e in notes if {n.fifth for n in notes} == {e.fifth + f for f in ABOVE_ROOT[name]}), None
        )
        for voice, event in enumerate(events):
            if root is None or event.fifth != root + SEVENTHS[name] or (voice, event.start) in reported:
                continue
            reported.add((voice, event.start))
            last, after = _moves_on(sheet.at[voice], event)
            taken = after is not None and any(
                row[int(after.start)].fifth == event.fifth and row[int(after.start)].pitch >= 0 for row in sheet.at
            )
            if after is not None and not taken and after.staff_step - last.staff_step != -1:
                yield sheet.finding(
                    rule,
                    start,
                    [(voice, event), (voice, after)],
                    f"the seventh {pitch_name(event.pitch, place=event.fifth)} does not go down by step",
                )


def large_leaps(sheet: Sheet, rule: str) -> Iterator[Finding]:
    """Leaps of a seventh or of more than an octave."""
    for voice, line in enumerate(sheet.lines.voices):
        for first, second in melodic_steps(line):
            size = second.pitch - first.pitch
            if large(size):
                what = (
                    f"a leap of {'a seventh' if abs(size) < 12 else 'more than an octave'}"
                    f" {'up' if size > 0 else 'down'}"
                )
                yield sheet.finding(rule, int(second.start), [(voice, first), (voice, second)], what)


class Rule(NamedTuple):
    """A rule: one sentence that teaches it, and the function that finds its faults."""

    sentence: str
    find: Callable[[Sheet, str], Iterator[Finding]]


RULES = {
    "parallel fifths": Rule(
        "Two voices a fifth apart should not move to another fifth: they would sound like one voice.", parallel(FIFTH)
    ),
    "parallel octaves": Rule(
        "Two voices an octave or unison apart should not move to another one: four voices would become three.",
        parallel(OCTAVE),
    ),
    "hidden fifths": Rule(
        "Soprano and bass should not go in one direction into a fifth when the soprano leaps.", hidden(FIFTH)
    ),
    "hidden octaves": Rule(
        "Soprano and bass should not go in one direction into an octave when the soprano leaps.", hidden(OCTAVE)
    ),
    "range": Rule("Each voice should stay where a choir can sing it with ease.", out_of_range),
    "crossing": Rule("A voice should not sound below the voice under it.", crossing),
    "overlap": Rule(
        "A voice should not pass the note its neighbour has just left: the ear would take one for the other.", overlap
    ),
    "spacing": Rule("Upper voices should be within an octave of each other, tenor and bass within two.", spacing),
    "doubled leading note": Rule(
        "The leading note wants to rise; in two voices it leads to parallel octaves.", doubled_leading_note
    ),
    "unresolved seventh": Rule(
        "The seventh of a dominant or diminished chord should go down by step.", unresolved_seventh
    ),
    "large leaps": Rule(
        "A voice should not leap by a seventh or by more than an octave: that is hard to sing.", large_leaps
    ),
}


def lint(piece: Piece, rules: Iterable[str] = tuple(RULES)) -> tuple[Finding, ...]:
    """What breaks the named rules, in order of time; the cells of a finding are the onsets of the notes concerned."""
    wanted = tuple(rules)
    unknown = [name for name in wanted if name not in RULES]
    if unknown:
        raise CanvasError(f"There is no voice-leading rule named {unknown[0]}; choose from {', '.join(RULES)}.")
    sheet = Sheet(piece, lines_of(piece))
    found = [finding for name in wanted for finding in RULES[name].find(sheet, name)]
    return tuple(sorted(found, key=lambda finding: (finding.place, finding.voices)))


def _when(move: Move) -> int:
    """The step at which a move arrives."""
    return int(move.after[0].start)


def _notes(move: Move) -> list[tuple[int, ScoreEvent]]:
    """The four notes of a move with their voices."""
    return [
        (voice, event) for pair in (move.before, move.after) for voice, event in zip(move.voices, pair, strict=True)
    ]


def _vertical(sheet: Sheet, rule: str, what: str, wrong: Callable[[np.ndarray, int], np.ndarray]) -> Iterator[Finding]:
    """One finding for each stretch in which the gap in semitones between neighbouring voices is wrong."""
    for upper in range(3):
        high, low = sheet.pitches[upper], sheet.pitches[upper + 1]
        bad = wrong(high - low, upper) & (high >= 0) & (low >= 0)
        edges = np.flatnonzero(np.diff(np.concatenate([[False], bad, [False]])))
        for start, stop in edges.reshape(-1, 2).tolist():
            notes = dict.fromkeys(
                (voice, event) for voice in (upper, upper + 1) for event in sheet.at[voice][start:stop]
            )
            yield sheet.finding(rule, start, notes, what)


def _moves_on(line: list[ScoreEvent], event: ScoreEvent) -> tuple[ScoreEvent, ScoreEvent | None]:
    """(the note's last repetition, the other note that follows it, or None at a rest or the end)."""
    last = event
    while last.end < len(line):
        after = line[int(last.end)]
        if after.pitch < 0:
            return last, None
        if after.pitch != event.pitch:
            return last, after
        last = after
    return last, None
