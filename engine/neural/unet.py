"""The chorale network: a U-Net over time.

Sixteenths are folded into beats, attention works on beats, and a skip brings sixteenths back."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.neural.intervals import OTHER, Degrees, IntervalInput, IntervalOutput, sounding_pitch
from engine.neural.layers import Layer, Stage, distances


@dataclass(frozen=True)
class UNetConfig:
    """Sizes of the U-Net; saved with the weights."""

    tokens: int  # what can be sampled; input also knows BLANK = tokens and PAD = tokens + 1
    voices: int = 4
    side: tuple[int, ...] = ()  # sizes of the side channels' tables
    cell: int = 48  # width of one cell's embedding; a step is voices x cell wide
    beat: int = 320
    heads: int = 5
    layers: int = 6
    blocks: int = 2  # at the sixteenth level, before and again after the beats
    fold: int = 4  # sixteenths in a beat
    reach: int = 64  # beats
    modes: int = 0  # SFARM's modes, given only with SFARM; 0 = no step and mode embeddings
    intervals: bool = True  # whether intervals are read and written (engine.neural.intervals)
    motion: bool = False  # whether parallels are seen: weights made before that was known have no such tables
    key: int = 0  # which side channel, counted from 1, tells the key, whose degrees are read and written; 0: none does
    dropout: float = 0.1


class Block(nn.Module):
    """A residual block at the sixteenth level: each step looks at its two neighbours."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.expand, self.contract = nn.Linear(3 * width, inner), nn.Linear(inner, width)

    def forward(self, x: Tensor) -> Tensor:
        y = F.pad(self.norm(x), (0, 0, 1, 1))
        return x + self.contract(F.gelu(self.expand(torch.cat([y[:, :-2], y[:, 1:-1], y[:, 2:]], -1))))


class UNet(nn.Module):
    """tokens and mask (B, voices, T), side (B, T, channels) to logits (B, voices, T, tokens); T is a multiple of
    `fold`."""

    def __init__(self, config: UNetConfig) -> None:
        super().__init__()
        self.config = c = config
        width = c.voices * c.cell
        self.embedding = nn.Embedding(c.voices * (c.tokens + 2), c.cell)
        self.input = nn.Linear(width + c.voices, width)
        side = [nn.Embedding(size, width) for size in c.side]
        self.side = nn.ModuleList(side)
        self.encoder = nn.ModuleList(Block(width, 2 * width) for _ in range(c.blocks))
        self.downsample = nn.Linear(c.fold * width, c.beat)
        self.layers = nn.ModuleList(Layer(c.beat, c.heads, c.reach, 4 * c.beat, c.dropout) for _ in range(c.layers))
        self.norm = nn.LayerNorm(c.beat)
        self.upsample = nn.Linear(c.beat, c.fold * width)
        self.decoder = nn.ModuleList(Block(width, 2 * width) for _ in range(c.blocks))
        self.output_norm = nn.LayerNorm(width)
        self.output = nn.Linear(width, c.voices * c.tokens)
        self.stage = Stage(c.modes, c.beat) if c.modes else None
        self.interval_input = IntervalInput(c.voices, width) if c.intervals else None
        self.interval_output = IntervalOutput(c.voices, c.tokens - OTHER, width, c.motion) if c.intervals else None
        self.degrees = Degrees(c.voices, width) if c.key else None
        nn.init.normal_(self.embedding.weight, std=0.5)
        for table in side:
            nn.init.zeros_(table.weight)  # what a network was not given before says nothing at first

    def forward(
        self,
        tokens: Tensor,
        mask: Tensor,
        side: Tensor,
        step: Tensor | None = None,
        mode: Tensor | None = None,
        where: Tensor | None = None,
        sounding: tuple[Tensor, Tensor] | None = None,
    ) -> Tensor:
        """Logits; with `where`, places (n,) in the flattened B x voices x T, only those cells', (n, tokens).

        `sounding` is what `sounding_pitch` finds, where that was done before."""
        c = self.config
        batch, voices, steps = tokens.shape
        offset = torch.arange(voices, device=tokens.device)[:, None] * (c.tokens + 2)
        cells = self.embedding(tokens + offset).permute(0, 2, 1, 3).reshape(batch, steps, -1)
        x = self.input(torch.cat([cells, mask.to(cells.dtype).transpose(1, 2)], -1))
        for channel, table in enumerate(self.side):
            x = x + table(side[..., channel])
        pitch, known = sounding or sounding_pitch(torch.where(mask, tokens, c.tokens), c.tokens)
        if self.interval_input is not None:
            x = x + self.interval_input(pitch, known)
        if self.degrees is not None:
            x = x + self.degrees.embedded(side[..., c.key - 1], pitch, known)
        for block in self.encoder:
            x = block(x)
        beats = self.downsample(x.reshape(batch, steps // c.fold, -1))
        if self.stage is not None and step is not None and mode is not None:
            beats = beats + self.stage(step, mode)[:, None]
        apart = distances(beats.shape[1], c.reach, beats.device)
        for layer in self.layers:
            beats = layer(beats, apart)
        x = x + self.upsample(self.norm(beats)).view(batch, steps, -1)
        for block in self.decoder:
            x = block(x)
        x = self.output_norm(x)
        logits = self.output(x).view(batch, steps, voices, c.tokens)
        if self.interval_output is not None:
            logits = logits + F.pad(self.interval_output(x, pitch, known), (OTHER, 0))
        if self.degrees is not None:
            logits = logits + F.pad(self.degrees.worth(x, side[..., c.key - 1], c.tokens - OTHER), (OTHER, 0))
        logits = logits.transpose(1, 2)
        return logits if where is None else logits.reshape(-1, c.tokens)[where]
