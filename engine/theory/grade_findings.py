"""What costs a piece its grade, in words and places: parallels, and notes, lengths and leaps that are rare in Bach's
chorales."""

from collections.abc import Iterator, Mapping

from engine.canvas.music import Piece
from engine.theory.finding import Finding, voice_names, where
from engine.theory.grade_features import INTERVAL_PARTS, degree, interval
from engine.theory.parallels import parallels
from engine.theory.score_lines import ScoreEvent, ScoreLines, melodic_steps
from engine.theory.spelling import class_name, key_name

RARE = 0.0005  # a share of Bach's notes, lengths or intervals below this is worth a word
QUALITIES = {"P": "perfect", "M": "major", "m": "minor", "A": "augmented", "d": "diminished"}
SIZES = (
    "unison",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "octave",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
)


def findings(piece: Piece, lines: ScoreLines, reference: Mapping[str, Mapping[str, float]]) -> tuple[Finding, ...]:
    """Everything worth pointing at, in order of time."""
    found = [*_parallels(piece, lines), *_notes(piece, lines, reference), *_leaps(piece, lines, reference)]
    return tuple(sorted(found, key=lambda finding: (finding.step, finding.voices)))


def interval_in_words(name: str) -> str:
    """'augmented fourth down' for 'A-4'."""
    quality, size = name.rstrip("-0123456789"), int(name.lstrip("PMmAd"))
    falls = size < 0 or name == "d1"
    words = {0: "", 1: "", 2: "doubly "}.get(len(quality), "wildly ") + QUALITIES[quality[0]]
    number = SIZES[abs(size) - 1] if abs(size) <= len(SIZES) else f"{abs(size)}th"
    return f"{words} {number} {'down' if falls else 'up'}"


def _parallels(piece: Piece, lines: ScoreLines) -> Iterator[Finding]:
    """Parallel fifths and octaves."""
    for fault in parallels(lines.voices):
        step = int(fault.after[0].start)
        sentence = (
            f"parallel {fault.kind}s{' by contrary motion' if fault.contrary else ''},"
            f" {voice_names(piece, fault.voices)}, {where(piece, step)}"
        )
        cells = tuple(
            (voice, int(event.start))
            for pair in (fault.before, fault.after)
            for voice, event in zip(fault.voices, pair, strict=True)
        )
        yield Finding(f"parallel {fault.kind}s", fault.voices, cells, piece.place(step), sentence)


def _notes(piece: Piece, lines: ScoreLines, reference: Mapping[str, Mapping[str, float]]) -> Iterator[Finding]:
    """Notes foreign to the key and unusual lengths."""
    for voice, line in enumerate(lines.voices):
        for event in line:
            if event.pitch >= 0:
                share = reference["note"].get(degree(event.fifth, lines.key), 0.0)
                yield from _rare(
                    piece, "foreign note", voice, (event,), share, f"{class_name(event.fifth)} in {key_name(lines.key)}"
                )
            length = f"{event.length / 4:g}"
            words = f"a {'note' if event.pitch >= 0 else 'rest'} of {length} quarter{'' if event.length == 4 else 's'}"
            yield from _rare(piece, "unusual length", voice, (event,), reference["rhythm"].get(length, 0.0), words)


def _leaps(piece: Piece, lines: ScoreLines, reference: Mapping[str, Mapping[str, float]]) -> Iterator[Finding]:
    """Melodic intervals the voice hardly has in Bach."""
    for voice, (part, line) in enumerate(zip(INTERVAL_PARTS, lines.voices, strict=True)):
        for first, second in melodic_steps(line):
            name = interval(first, second)
            yield from _rare(
                piece,
                "unusual interval",
                voice,
                (first, second),
                reference[part].get(name, 0.0),
                interval_in_words(name),
            )


def _rare(
    piece: Piece, rule: str, voice: int, events: tuple[ScoreEvent, ...], share: float, what: str
) -> Iterator[Finding]:
    """A finding if the share in Bach is small."""
    if share < RARE:
        step = int(events[-1].start)
        often = "rare in Bach" if share else "never in Bach's chorales"
        sentence = f"{what}, {voice_names(piece, (voice,))}, {where(piece, step)} ({often})"
        yield Finding(rule, (voice,), tuple((voice, int(event.start)) for event in events), piece.place(step), sentence)
