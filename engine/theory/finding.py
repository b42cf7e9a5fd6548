"""A finding in a piece: which voices, which cells, where, in one sentence. Knows no rules."""

from dataclasses import dataclass

from engine.canvas.music import VOICES, Piece

LONGEST_NAME = 12  # characters of a voice's name in a sentence


@dataclass(frozen=True)
class Finding:
    """One remark; `cells` are (voice, step) of the onsets concerned, `place` is (bar, beat, sixteenth) where it is
    heard."""

    rule: str
    voices: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]
    place: tuple[int, int, int]
    sentence: str

    @property
    def step(self) -> int:
        """The first onset concerned."""
        return min(step for _, step in self.cells)


def where(piece: Piece, step: int) -> str:
    """'bar 3 beat 2', with the sixteenth where it is not on the beat."""
    bar, beat, part = piece.place(step)
    return f"bar {bar} beat {beat}" + (f" sixteenth {part}" if part > 1 else "")


def voice_names(piece: Piece, voices: tuple[int, ...]) -> str:
    """'soprano-bass'."""
    return "-".join(voice_name(piece, v) for v in voices)


def voice_name(piece: Piece, voice: int) -> str:
    """'soprano', or what the file calls the voice; a long name gives way to the voice's own."""
    name = " ".join(piece.voices[voice].name.split())
    return (name if 0 < len(name) <= LONGEST_NAME else VOICES[voice].name).lower()
