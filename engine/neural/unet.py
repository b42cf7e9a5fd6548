"""The chorale network: a U-Net over time.

Sixteenths are folded into beats, attention works on beats, and a skip brings sixteenths back."""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.neural.intervals import OTHER, Around, Degrees, IntervalInput, IntervalOutput, shifted, sounding_pitch
from engine.neural.layers import Layer, Stage, at, distances


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

    def forward(self, x: Tensor, beside: Tensor | None = None) -> Tensor:
        """x (B, T, width) to the same; with `beside` (m, 3), rows x (n, width) to (m, width): each from three rows,
        counted from 1, where 0 is beyond the canvas."""
        if beside is None:
            y = F.pad(self.norm(x), (0, 0, 1, 1))
            wide = torch.cat([y[:, :-2], y[:, 1:-1], y[:, 2:]], -1)
        else:
            wide = F.pad(self.norm(x), (0, 0, 1, 0))[beside].flatten(1)
            x = x[beside[:, 1] - 1]
        return x + self.contract(F.gelu(self.expand(wide)))


class Needed(NamedTuple):
    """What the wanted cells' answers hang on after the beats' attention: beats and sixteenths as places in the
    flattened canvases. Nothing else is computed from there on."""

    beats: Tensor  # those that the first sixteenths lie in
    within: Tensor  # each of the first sixteenths among the sixteenths of these beats
    first: Tensor  # the sixteenths with which the decoder begins
    beside: list[Tensor]  # for each of its blocks, as Block takes it
    last: Tensor  # the sixteenths of the wanted cells
    answers: Tensor  # of each wanted cell: which of the last sixteenths
    voices: Tensor  # and which voice

    @classmethod
    def of(cls, where: Tensor, shape: tuple[int, int, int], fold: int, blocks: int) -> "Needed":
        """For cells `where` (n,) of flattened canvases of a shape (B, voices, T)."""
        batch, voices, steps = shape
        step = where // (voices * steps) * steps + where % steps
        wanted = torch.zeros(batch * steps, dtype=torch.int64, device=where.device).scatter(0, step, 1)
        wide = [wanted.view(batch, steps)]
        for _ in range(blocks):
            inner = wide[0]
            wide.insert(0, ((inner + shifted(inner, 1) + shifted(inner, -1)) > 0).long())
        count = [each.flatten().cumsum(0).view(batch, steps) for each in wide]  # a step's number in its list, from 1
        lists = [each.flatten().nonzero()[:, 0] for each in wide]
        beside = [
            torch.stack([shifted(number, 1), number, shifted(number, -1)], -1).view(-1, 3)[following]
            for number, following in zip(count, lists[1:], strict=False)
        ]
        beat = (wide[0].view(-1, fold).sum(1) > 0).long()
        within = (beat.cumsum(0) - 1)[lists[0] // fold] * fold + lists[0] % fold
        answers = count[-1].flatten()[step] - 1
        return cls(beat.nonzero()[:, 0], within, lists[0], beside, lists[-1], answers, where // steps % voices)


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
        needed = None
        if where is not None and not self.training and not where.is_meta:  # training wants most cells
            needed = Needed.of(where, (batch, voices, steps), c.fold, c.blocks)
        apart = distances(beats.shape[1], c.reach, beats.device)
        for layer in self.layers[:-1]:
            beats = layer(beats, apart)
        beats = self.norm(self.layers[-1](beats, apart, needed and needed.beats))
        if needed is None:
            x = x + self.upsample(beats).view(batch, steps, -1)
            for block in self.decoder:
                x = block(x)
        else:
            x = at(x, needed.first) + self.upsample(beats).view(-1, x.shape[-1])[needed.within]
            for block, beside in zip(self.decoder, needed.beside, strict=True):
                x = block(x, beside)
        logits = self.answer(x.reshape(-1, x.shape[-1]), side, pitch, known, needed and needed.last)
        if needed is not None:
            return logits[needed.answers, needed.voices]
        logits = logits.view(batch, steps, voices, c.tokens).transpose(1, 2)
        return logits if where is None else logits.reshape(-1, c.tokens)[where]

    def answer(self, x: Tensor, side: Tensor, pitch: Tensor, known: Tensor, rows: Tensor | None) -> Tensor:
        """Logits (n, voices, tokens) of the sixteenths x (n, width), at places `rows` of the flattened canvases."""
        x, c = self.output_norm(x), self.config
        logits = self.output(x).view(-1, c.voices, c.tokens)
        if self.interval_output is not None:
            logits = logits + F.pad(self.interval_output(x, Around.of(pitch, known, rows)), (OTHER, 0))
        if self.degrees is not None:
            key = side[..., c.key - 1].reshape(-1)
            worth = self.degrees.worth(x, key if rows is None else key[rows], c.tokens - OTHER)
            logits = logits + F.pad(worth, (OTHER, 0))
        return logits
