"""Music's own geometry for the chorale network: which intervals sound and move (input), and logits that follow other
voices' pitches and the key (output).

Transposing a passage changes none of these, so what is learned in one key holds in all. Pitches are token ids less
the two that are not pitches."""

from typing import NamedTuple

import torch
from torch import Tensor, nn

OTHER = 2  # HOLD and REST come before the pitches
OCTAVE = 12
LEAP = 12  # semitones beyond which melodic intervals share a class


def sounding_pitch(tokens: Tensor, vocabulary: int) -> tuple[Tensor, Tensor]:
    """(pitch from 0, whether one is known), both (B, voices, T):

    HOLD takes the pitch before it; rests, blanks and padding have none."""
    place = torch.arange(tokens.shape[-1], device=tokens.device).expand_as(tokens)
    last = torch.where(tokens == 0, 0, place).cummax(-1).values
    value = tokens.gather(-1, last)
    known = (value >= OTHER) & (value < vocabulary)
    return torch.where(known, value - OTHER, 0), known


def shifted(x: Tensor, by: int) -> Tensor:
    """The tensor moved along its last axis, zeros coming in."""
    edge = torch.zeros_like(x[..., :1])
    return torch.cat([edge, x[..., :-1]] if by == 1 else [x[..., 1:], edge], -1)


class IntervalInput(nn.Module):
    """Embeds the vertical interval of each pair of voices (mod 12) and each voice's step from the sixteenth before."""

    def __init__(self, voices: int, width: int) -> None:
        super().__init__()
        self.pairs = [(a, b) for a in range(voices) for b in range(a + 1, voices)]
        self.vertical = nn.Embedding(len(self.pairs) * (OCTAVE + 1), width)
        self.melodic = nn.Embedding(voices * (2 * LEAP + 2), width)
        for table in (self.vertical, self.melodic):
            nn.init.zeros_(table.weight)

    def forward(self, pitch: Tensor, known: Tensor) -> Tensor:
        """(B, voices, T) pitches to (B, T, width)."""
        upper, lower = [a for a, _ in self.pairs], [b for _, b in self.pairs]
        both = known[:, upper] & known[:, lower]
        interval = torch.where(both, (pitch[:, upper] - pitch[:, lower]) % OCTAVE, OCTAVE)
        offset = torch.arange(len(self.pairs), device=pitch.device)[:, None] * (OCTAVE + 1)
        before, known_before = shifted(pitch, 1), shifted(known, 1)
        move = torch.where(known & known_before, (pitch - before).clamp(-LEAP, LEAP) + LEAP, 2 * LEAP + 1)
        line = torch.arange(pitch.shape[1], device=pitch.device)[:, None] * (2 * LEAP + 2)
        return self.vertical(interval + offset).sum(1) + self.melodic(move + line).sum(1)


class Around(NamedTuple):
    """The pitches of some sixteenths (n, voices), from 0, and whether each is known, with those one sixteenth before
    and one after."""

    pitch: Tensor
    known: Tensor
    beside: tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor]]

    @classmethod
    def of(cls, pitch: Tensor, known: Tensor, steps: Tensor | None) -> "Around":
        """Pitches (B, voices, T) at `steps` (n,) of the flattened B x T; at all of them without."""

        def rows(x: Tensor) -> Tensor:
            every = x.transpose(1, 2).reshape(-1, x.shape[1])
            return every if steps is None else every[steps]

        before, after = ((rows(shifted(pitch, by)), rows(shifted(known, by))) for by in (1, -1))
        return cls(rows(pitch), rows(known), (before, after))


class Motion(nn.Module):
    """What an interval between two voices is worth given the one a sixteenth before (or after) and how the other
    voice moved: parallels, seen at a glance."""

    WAYS = 3  # the other voice falls, stays, rises

    def __init__(self, voices: int) -> None:
        super().__init__()
        self.voices = voices
        self.tables = nn.Parameter(torch.zeros(2, voices * voices * OCTAVE * self.WAYS, OCTAVE))

    def forward(self, around: Around) -> Tensor:
        """(n, voice, other voice, interval of the two mod 12); 0 where the other is not known."""
        pitch, known = around.pitch, around.known
        pair = torch.arange(self.voices**2, device=pitch.device).view(self.voices, self.voices)
        total = torch.zeros((), device=pitch.device)
        for side, (beside, there) in enumerate(around.beside):
            way = (pitch - beside).sign() + 1
            interval = (beside[:, :, None] - beside[:, None, :]) % OCTAVE
            state = (pair * OCTAVE + interval) * self.WAYS + way[:, None, :]
            sure = there[:, :, None] & there[:, None, :] & known[:, None, :]
            total = total + self.tables[side][state] * sure[..., None]
        return total


class IntervalOutput(nn.Module):
    """Adds to each pitch's logit what its interval to the other voices, and to its own neighbours in time, is worth
    here."""

    def __init__(self, voices: int, pitches: int, width: int, motion: bool) -> None:
        super().__init__()
        self.voices, self.pitches = voices, pitches
        self.motion = Motion(voices) if motion else None
        self.vertical = nn.Linear(width, voices * voices * OCTAVE)
        self.melodic = nn.Linear(width, voices * 2 * (2 * LEAP + 1))
        for layer in (self.vertical, self.melodic):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, x: Tensor, around: Around) -> Tensor:
        """x (n, width) and what sounds there to (n, voices, pitches)."""
        candidates = torch.arange(self.pitches, device=x.device)
        worth = self.vertical(x).view(-1, self.voices, self.voices, OCTAVE)
        if self.motion is not None:
            worth = worth + self.motion(around)
        own = torch.eye(self.voices, dtype=torch.bool, device=x.device)
        worth = worth * (around.known[:, None, :] & ~own)[..., None]
        index = ((candidates[:OCTAVE] - around.pitch[..., None]) % OCTAVE)[:, None].expand(-1, self.voices, -1, -1)
        total = worth.gather(-1, index).sum(2)[..., candidates % OCTAVE]
        moves = self.melodic(x).view(-1, self.voices, 2, 2 * LEAP + 1)
        for side, (beside, there) in enumerate(around.beside):
            step = (candidates - beside[..., None]).clamp(-LEAP, LEAP) + LEAP
            total = total + (moves[:, :, side] * there[..., None]).gather(-1, step)
        return total


class Degrees(nn.Module):
    """Scale degrees, where the key is given: each known pitch above its tonic (input), and what each degree is worth
    here (output), in major and in minor."""

    MODES = 2

    def __init__(self, voices: int, width: int) -> None:
        super().__init__()
        self.voices = voices
        self.input = nn.Embedding(self.MODES * voices * (OCTAVE + 1), width)
        self.output = nn.Linear(width, self.MODES * voices * OCTAVE)
        for tensor in (self.input.weight, self.output.weight, self.output.bias):
            nn.init.zeros_(tensor)

    def embedded(self, key: Tensor, pitch: Tensor, known: Tensor) -> Tensor:
        """Keys (B, T), from 1: twelve major by their tonic, then twelve minor, 0 if unknown; pitches (B, voices, T) to
        (B, T, width)."""
        row = (key - 1).clamp(min=0)[:, None]
        degree = torch.where(known, (pitch - row) % OCTAVE, OCTAVE)
        line = row // OCTAVE * self.voices + torch.arange(self.voices, device=key.device)[:, None]
        return self.input(line * (OCTAVE + 1) + degree).sum(1) * (key > 0)[..., None]

    def worth(self, x: Tensor, key: Tensor, pitches: int) -> Tensor:
        """x (n, width) and keys (n,) to (n, voices, pitches): 0 where the key is unknown."""
        row = (key - 1).clamp(min=0)
        degrees = self.output(x).view(-1, self.MODES, self.voices, OCTAVE)
        mode = (row // OCTAVE)[:, None, None]
        mine = degrees[:, 0] * (1 - mode) + degrees[:, 1] * mode
        candidates = torch.arange(pitches, device=x.device)
        index = ((candidates[:OCTAVE] - row[:, None]) % OCTAVE)[:, None].expand(-1, self.voices, -1)
        return mine.gather(-1, index)[..., candidates % OCTAVE] * (key > 0)[:, None, None]
