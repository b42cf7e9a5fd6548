"""How chords become single lines: a part with chords is divided among its voices, highest first. No file knowledge."""

from dataclasses import dataclass
from itertools import combinations, groupby

from engine.formats.raw_score import SAME_TIME, GridNote

CLOSE_GAP = 0.1  # a played note may stop this share of its length early and still be meant to last to the next one


@dataclass(frozen=True)
class DividedLines:
    """The lines, highest first, and what did not fit: notes left out and notes cut short by the next one."""

    lines: tuple[tuple[GridNote, ...], ...]
    left_out: tuple[GridNote, ...]
    cut: tuple[GridNote, ...]


def divide(notes: list[GridNote], count: int, keep_lowest: bool = False) -> DividedLines:
    """The notes in `count` lines.

    In each line the next note ends the one before; `keep_lowest` keeps the bass of a chord, not its top."""
    lines: list[list[GridNote]] = [[] for _ in range(count)]
    left_out: list[GridNote] = []
    ordered = sorted(notes, key=lambda note: (note.start, -note.raw.pitch))
    for start, together in groupby(ordered, key=lambda note: note.start):
        chord = _one_moment(list(together), left_out)
        if count == 1:
            chosen = chord[-1 if keep_lowest else 0]
            left_out += [note for note in chord if note is not chosen]
            lines[0].append(chosen)
        else:
            _place(chord, start, lines, left_out)
    finished = [_without_overlaps(line) for line in lines]
    return DividedLines(
        tuple(tuple(line) for line, _ in finished), tuple(left_out), tuple(note for _, cut in finished for note in cut)
    )


def polyphony(notes: list[GridNote]) -> int:
    """The most notes that sound at once for a good part of the time (at least a tenth of the sounding moments)."""
    edges = sorted([(note.start, 1) for note in notes] + [(note.stop, -1) for note in notes])
    spent: dict[int, int] = {}
    now = last = 0
    for step, change in edges:
        if step > last and now:
            spent[now] = spent.get(now, 0) + step - last
        now, last = now + change, step
    enough = max(1, sum(spent.values()) // 10)
    for level in sorted(spent, reverse=True):
        enough -= spent[level]
        if enough <= 0:
            return level
    return 1


def _one_moment(together: list[GridNote], left_out: list[GridNote]) -> list[GridNote]:
    """The chord of one step, highest first: of notes played one after the other within a sixteenth those nearest to
    the grid."""
    offs = [abs(note.raw.start - note.start) for note in together]
    best = min(offs)
    chord: list[GridNote] = []
    pitches = set()
    for note, off in zip(together, offs, strict=True):
        if off > best + 0.25 + SAME_TIME or note.raw.pitch in pitches:
            left_out.append(note)
        else:
            chord.append(note)
            pitches.add(note.raw.pitch)
    return chord


def _place(chord: list[GridNote], start: int, lines: list[list[GridNote]], left_out: list[GridNote]) -> None:
    """Put a chord, highest first, into the lines that leap least; lines that still sound are taken only when no
    other is free."""
    while len(chord) > len(lines):
        left_out.append(chord.pop(len(chord) // 2))  # inner notes matter least
    best, cost = None, float("inf")
    for places in combinations(range(len(lines)), len(chord)):
        total = 0.0
        for note, place in zip(chord, places, strict=True):
            before = lines[place][-1] if lines[place] else None
            total += abs(note.raw.pitch - before.raw.pitch) if before else 6.0
            if before and before.stop > start and not before.raw.sustained:
                total += 40.0
        for place in set(range(len(lines))) - set(places):
            other = lines[place][-1] if lines[place] else None
            if other and other.stop > start:  # a line that goes on sounding should not cross the new notes
                total += 20.0 * sum(
                    (note.raw.pitch > other.raw.pitch) != (at < place) for note, at in zip(chord, places, strict=True)
                )
        if total < cost:
            best, cost = places, total
    for note, place in zip(chord, best or (), strict=True):
        lines[place].append(note)


def _without_overlaps(line: list[GridNote]) -> tuple[list[GridNote], list[GridNote]]:
    """(the line in which no two notes sound at once, the notes that were cut for it); small gaps of played notes are
    closed."""
    result: list[GridNote] = []
    cut: list[GridNote] = []
    for index, note in enumerate(line):
        until = line[index + 1].start if index + 1 < len(line) else None
        if until is not None and note.stop > until:
            if not note.raw.sustained and note.raw.stop > until + 0.5:
                cut.append(note)
            note = note._replace(stop=until)
        elif until is not None and note.stop < until and _early(note, until):
            note = note._replace(stop=until)
        result.append(note)
    return result, cut


def _early(note: GridNote, until: int) -> bool:
    """Whether a note stops off the grid and just before the next one, as notation programs play it."""
    gap = until - note.raw.stop
    off_grid = abs(note.raw.stop - round(note.raw.stop)) > 0.02
    return off_grid and gap <= max(0.5, CLOSE_GAP * (until - note.raw.start))
