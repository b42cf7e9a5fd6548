"""What the grade counts in a piece: nine histograms. Knows no reference and no distance."""

from collections import Counter
from collections.abc import Callable
from itertools import accumulate

from engine.canvas.music import REST, Key
from engine.theory import chord_kinds
from engine.theory.parallels import parallels
from engine.theory.repeats import closed_repeats
from engine.theory.score_lines import ScoreEvent, ScoreLines, melodic_steps
from engine.theory.spelling import accidental, tonic_place

PERFECT = (0, 3, 4)  # staff steps in the octave of unison, fourth and fifth
NATURAL = (0, 2, 4, 5, 7, 9, 11)  # semitones of the perfect and major intervals by staff steps
REST_NAME = "Rest"
INTERVAL_PARTS = ("soprano", "alto", "tenor", "bass")


def degree(fifth: int, key: Key) -> str:
    """The scale degree by letter, with its alteration against the major or natural minor scale: '5', '#7', 'b2'."""
    above = fifth - tonic_place(key)
    return f"{accidental((above + (4 if key.minor else 1)) // 7)}{above * 4 % 7 + 1}"


def interval(first: ScoreEvent, second: ScoreEvent) -> str:
    """The directed interval as musicians write it: 'M2' up, 'M-2' down, 'P1', 'A1' a chromatic semitone up, 'd1' one
    down."""
    steps, semitones = second.staff_step - first.staff_step, second.pitch - first.pitch
    if steps < 0:
        steps, semitones, sign = -steps, -semitones, "-"
    else:
        sign = ""
    octaves, inside = divmod(steps, 7)
    extra = semitones - 12 * octaves - NATURAL[inside]
    if inside in PERFECT:
        quality = "P" if extra == 0 else ("A" * extra or "d" * -extra)
    else:
        quality = "M" if extra == 0 else "m" if extra == -1 else ("A" * extra or "d" * (-extra - 1))
    return f"{quality}{sign}{steps + 1}"


def count_notes(lines: ScoreLines) -> Counter[str]:
    """Whole sixteenths spent on each scale degree and in rests."""
    counts: Counter[str] = Counter()
    for line in lines.voices:
        for event in line:
            counts[REST_NAME if event.pitch < 0 else degree(event.fifth, lines.key)] += int(event.length + 1e-6)
    return +counts


def count_rhythm(lines: ScoreLines) -> Counter[str]:
    """Notes and rests by length in quarters."""
    return Counter(f"{event.length / 4:g}" for line in lines.voices for event in line)


def count_parallels(lines: ScoreLines) -> Counter[str]:
    """Parallel fifths and octaves, by kind."""
    return Counter(fault.kind for fault in parallels(lines.voices))


def count_chords(lines: ScoreLines) -> Counter[str]:
    """Chord kinds, each span once."""
    return Counter(chord_kinds.kind(notes) for _, notes in chord_kinds.spans(lines))


def count_intervals(voice: int) -> Callable[[ScoreLines], Counter[str]]:
    """A counter of one voice's directed intervals."""
    return lambda lines: Counter(
        interval(a, b) for a, b in melodic_steps(lines.voices[voice])[0 if lines.from_score else 1 :]
    )


def count_repeats(lines: ScoreLines) -> Counter[str]:
    """Lengths in sixteenths of closed repeats, each as often as it occurs; of a passage found in two voices the
    lower one's count stays."""
    times: dict[tuple[int, ...], int] = {}
    for line in lines.voices:
        ticks = [max(1, int(event.length + 1e-6)) for event in line]
        symbols = [(event.pitch - REST) * 64 + event.fifth + 32 for event in line]
        text = [tick for symbol, length in zip(symbols, ticks, strict=True) for tick in (symbol, *(0,) * (length - 1))]
        starts = [0, *accumulate(ticks)]
        times.update(
            {
                tuple(text[starts[first] : starts[first] + length]): count
                for first, length, count in closed_repeats(symbols, ticks)
            }
        )
    counts: Counter[str] = Counter()
    for passage, count in times.items():
        counts[str(len(passage))] += count
    return counts


COUNTERS: dict[str, Callable[[ScoreLines], Counter[str]]] = {
    "note": count_notes,
    "rhythm": count_rhythm,
    "parallels": count_parallels,
    "harmony": count_chords,
    **{part: count_intervals(voice) for voice, part in enumerate(INTERVAL_PARTS)},
    "repeats": count_repeats,
}
BY_MODE = ("note", "harmony", *INTERVAL_PARTS)  # these have a major and a minor reference
