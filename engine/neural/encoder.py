"""The sentence network: a bidirectional transformer shaped like BERT, so that it can begin from a public encoder
that already reads English.

One network serves SUNMASK, MAC and SFARM. It departs from the SUNMASK paper's transformer in two places: positions
are absolute, and the trust bit is an added embedding (the paper repeats, scales and concatenates it before a linear
layer, which is the same function). The paper's own network stands in engine.neural.transformer."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.neural.layers import Stage, at, full_precision
from engine.neural.ngrams import FAMILIES, MILLI, SIDES, VOICES, CountTables

EPSILON = 1e-12  # BERT's
SPELLED = 0.04  # share of the words that training shows by their pieces
BLANK, UNKNOWN, START, END = range(4)  # rows of the word table after the vocabulary


@dataclass(frozen=True)
class EncoderConfig:
    """Sizes of the network; saved with the weights."""

    tokens: int  # words that can be written; BLANK, UNKNOWN, START and END follow
    width: int = 384
    heads: int = 12
    layers: int = 6
    inner: int = 1536
    length: int = 62  # words of one sentence at most
    modes: int = 5  # SFARM's
    pieces: int = 0  # parts of words by which unknown words are read; 0 = unknown words say nothing
    grams: tuple[int, ...] = ()  # contexts and entries of the count tables (engine.neural.ngrams); empty = none
    dropout: float = 0.0


class EncoderLayer(nn.Module):
    """Attention and a feed-forward over (B, L, width), each followed by its norm."""

    def __init__(self, c: EncoderConfig) -> None:
        super().__init__()
        self.heads, self.dropout = c.heads, nn.Dropout(c.dropout)
        self.qkv, self.project = nn.Linear(c.width, 3 * c.width), nn.Linear(c.width, c.width)
        self.up, self.down = nn.Linear(c.width, c.inner), nn.Linear(c.inner, c.width)
        self.norm1, self.norm2 = nn.LayerNorm(c.width, EPSILON), nn.LayerNorm(c.width, EPSILON)

    def forward(self, x: Tensor, rows: Tensor | None = None) -> Tensor:
        """The same shape; with `rows`, places (n,) in the flattened B x L, those only, (n, width)."""
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = (q * q.shape[-1] ** -0.5) @ k.transpose(-1, -2)  # plain products: for so few words torch's fused
        attended = (scores.softmax(-1).to(v.dtype) @ v).transpose(1, 2).reshape(batch, length, width)  # one is slow
        x = self.norm1(at(x, rows) + self.dropout(self.project(at(attended, rows))))
        return self.norm2(x + self.dropout(self.down(F.gelu(self.up(x)))))


class Pieces(nn.Module):
    """The embedding of a word that the vocabulary lacks: the mean of its parts' embeddings, mapped into the space of
    the words."""

    def __init__(self, pieces: int, width: int) -> None:
        super().__init__()
        self.table: Tensor
        self.scale: Tensor
        self.register_buffer("table", torch.zeros(pieces, width, dtype=torch.int8))
        self.register_buffer("scale", torch.ones(pieces, 1))  # a row's value of one step of int8
        self.map = nn.Linear(width, width)
        nn.init.eye_(self.map.weight)
        nn.init.zeros_(self.map.bias)

    def mean(self, parts: Tensor) -> Tensor:
        """The mean embedding (..., width) of each word's parts (..., n), before the map; -1 fills up."""
        there = (parts >= 0)[..., None]
        values = self.table[parts.clamp(min=0)].float() * self.scale[parts.clamp(min=0)].float()
        return (values * there).sum(-2) / there.sum(-2).clamp(min=1)


Lookup = tuple[Tensor, ...]  # engine.neural.ngrams.NgramLookup, as tensors


class NGrams(nn.Module):
    """The count tables as a weight file holds them, with `contexts` rows and `entries` shares; whole numbers only, so
    files and averages keep them exactly."""

    def __init__(self, words: int, contexts: int, entries: int) -> None:
        super().__init__()
        self.words = words
        self.tables: CountTables | None = None  # worked out when the buffers are loaded
        self.single: Tensor
        self.after: Tensor
        sizes = {"gaps": contexts, "sizes": contexts, "columns": entries, "shares": entries}
        for name, kind in CountTables.DTYPES.items():
            dtype = torch.uint8 if kind is np.uint8 else torch.int16
            self.register_buffer(name, torch.zeros(sizes.get(name, words), dtype=dtype))
        self.register_load_state_dict_post_hook(NGrams.unpack)

    @staticmethod
    def unpack(module: "NGrams", _: object = None) -> None:
        """Work out the tables from the buffers, which may be a stranger's."""
        if not module.single.is_meta:
            stored = {name: value.cpu().numpy() for name, value in module.named_buffers()}
            module.tables = CountTables(module.words, stored)

    def odds(self) -> tuple[Tensor, Tensor]:
        """(words,) twice: the log-probabilities of single words, and how much more beside a stranger."""
        single, after = ((-values.float() / MILLI).log_softmax(-1) for values in (self.single, self.after))
        return single, after - single

    def forward(self, tokens: Tensor, known: Tensor, cells: Tensor) -> Lookup:
        """What the tables say of the cells (n,) of the flattened tokens and known (B, T)."""
        if tokens.is_meta:  # sizes without values: no word is named
            level, known_sides, mass = (tokens.new_zeros((len(cells), n)).float() for n in (VOICES, SIDES, FAMILIES))
            nothing = cells[:0]
            return level, known_sides, nothing, nothing, nothing.float(), mass
        if self.tables is None:
            NGrams.unpack(self)
        assert self.tables is not None
        keys = self.tables.contexts(tokens.cpu().numpy(), known.cpu().numpy()).reshape(-1, FAMILIES)
        lookup = self.tables.lookup(keys[cells.cpu().numpy()])
        return tuple(torch.from_numpy(value).to(tokens.device) for value in lookup)


class Blend(nn.Module):
    """How far the network's own odds and the count tables are believed at a cell: a gate for each, as the hidden state
    and the contexts' own weight say."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.gate = nn.Linear(width + FAMILIES, 2 + VOICES)  # the network, single words, then the tables' voices
        nn.init.zeros_(self.gate.weight)
        nn.init.constant_(self.gate.bias, 0.5)

    def forward(
        self, hidden: Tensor, words: Tensor, bias: Tensor, odds: tuple[Tensor, Tensor], lookup: Lookup
    ) -> Tensor:
        """Hidden states (n, width), the words' embeddings (words, width) and biases to logits (n, words); `odds` are
        the single words' (NGrams.odds)."""
        level, known, place, column, gain, mass = lookup
        gate = self.gate(torch.cat([hidden, mass.to(hidden.dtype)], -1)).float()
        voices = gate[:, 2:]
        same = (voices * level).sum(1, keepdim=True)
        beside = (voices[:, :SIDES] * known).sum(1, keepdim=True)
        parts = torch.cat([gate[:, :2], beside, same], -1)  # of the bias, single words, strangers, and all alike
        single, strange = odds
        with full_precision(hidden.device):  # half precision would round a rare word's odds
            shared = parts @ torch.stack([bias, single, strange, torch.ones_like(bias)])
        spread = shared + ((gate[:, :1] * hidden) @ words.T).float()
        named = voices.reshape(-1)[column] * gain
        return spread.reshape(-1).scatter_add(0, place, named).view_as(spread)


class Encoder(nn.Module):
    """tokens and trusted (B, 1, T) to logits (B, 1, T, tokens); input and output words are tied."""

    def __init__(self, config: EncoderConfig) -> None:
        super().__init__()
        self.config = c = config
        self.words = nn.Embedding(c.tokens + 4, c.width)
        self.positions = nn.Embedding(c.length + 2, c.width)
        self.trust = nn.Embedding(2, c.width)
        self.norm = nn.LayerNorm(c.width, EPSILON)
        self.layers = nn.ModuleList(EncoderLayer(c) for _ in range(c.layers))
        self.head, self.head_norm = nn.Linear(c.width, c.width), nn.LayerNorm(c.width, EPSILON)
        self.bias = nn.Parameter(torch.zeros(c.tokens))
        self.stage = Stage(c.modes, c.width) if c.modes else None
        self.pieces = Pieces(c.pieces, c.width) if c.pieces else None
        self.counted = NGrams(c.tokens, *c.grams) if c.grams else None
        self.blend = Blend(c.width) if c.grams else None
        self.spellings: Tensor | None
        self.register_buffer("spellings", None, persistent=False)  # training's: each word's pieces, (tokens, width)
        for table in (self.words, self.positions):
            nn.init.normal_(table.weight, std=0.02)
        nn.init.zeros_(self.trust.weight)
        if self.stage is not None:
            for value in self.stage.parameters():
                nn.init.zeros_(value)

    def embed(self, tokens: Tensor, parts: Tensor | None = None) -> Tensor:
        """Embeddings (B, T, width) of tokens (B, T); words with `parts` (B, T, n; -1 fills up) are read by those.

        In training a few known words are read by their parts too, as unknown words are in use."""
        words = self.words(tokens)
        if self.pieces is None:
            return words
        if parts is not None and parts.shape[-1]:
            return torch.where(parts[..., :1] >= 0, self.pieces.map(self.pieces.mean(parts)), words)
        if not self.training or self.spellings is None:
            return words
        spelled = (torch.rand(tokens.shape, device=tokens.device) < SPELLED) & (tokens < self.config.tokens)
        parts = self.spellings[tokens.clamp(max=self.config.tokens - 1)]
        return torch.where(spelled[..., None], self.pieces.map(parts), words)

    def forward(
        self,
        tokens: Tensor,
        trusted: Tensor,
        side: Tensor | None = None,
        step: Tensor | None = None,
        mode: Tensor | None = None,
        where: Tensor | None = None,
        lookup: Lookup | None = None,
    ) -> Tensor:
        """Logits; with `where`, places (n,) in the flattened B x 1 x T, only those cells', (n, tokens).

        `side` (B, T, n) holds the parts of words that the vocabulary lacks, -1 elsewhere; it may be empty. `lookup` is
        what the count tables say of these cells, where that was looked up before."""
        c = self.config
        batch, _, length = tokens.shape
        edge = torch.full((batch, 1), c.tokens, dtype=torch.int64, device=tokens.device)
        x = torch.cat([self.words(edge + START), self.embed(tokens[:, 0], side), self.words(edge + END)], 1)
        x = x + self.positions.weight[: length + 2] + self.trust(F.pad(trusted[:, 0].long(), (1, 1), value=1))
        if self.stage is not None and step is not None and mode is not None:
            x = x + self.stage(step, mode)[:, None]
        x = self.norm(x)
        cells = torch.arange(batch * length, device=tokens.device) if where is None else where
        rows = cells + 2 * (cells // length) + 1  # each sentence has one more place on both sides
        for layer in self.layers[:-1]:
            x = layer(x)
        hidden = self.head_norm(F.gelu(self.head(self.layers[-1](x, rows))))
        words = self.words.weight[: c.tokens]
        if self.counted is None or self.blend is None:
            logits = hidden @ words.T + self.bias
        else:
            if lookup is None:
                lookup = self.counted(tokens[:, 0], (trusted & (tokens < c.tokens))[:, 0], cells)
            logits = self.blend(hidden, words, self.bias, self.counted.odds(), lookup)
        return logits.view(batch, 1, length, -1) if where is None else logits
