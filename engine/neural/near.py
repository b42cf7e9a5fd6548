"""What the words around a hidden word say together, as a part of the sentence network's hidden state: a small
network over a window of places.

It is computed only for the cells that are asked for and has no depth in the sentence, so a minute of training shows
it more words than it would show a transformer. Each place of the window speaks with the word that stands there, or
says that the word is not known or that the sentence has ended; a word that is not trusted is heard with a weight of
its own, which begins at 0. What all known words on a side have in common is one more place on that side."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.neural.ngrams import SIDES

KINDS = 3  # a place's word is known, not known, or beyond the sentence


class Near(nn.Module):
    """Embeddings (B, T, width), which words are known (B, T) and which cells are asked for (B, T) to a hidden state
    of each asked cell, (n, width)."""

    def __init__(self, width: int, reach: int, inner: int) -> None:
        super().__init__()
        self.reach = reach
        self.places = 2 * reach
        self.hear = nn.Linear((self.places + SIDES) * width, inner, bias=False)
        self.kind = nn.Parameter(torch.zeros(self.places * KINDS, inner))
        self.doubt = nn.Parameter(torch.zeros(self.places))
        self.norm = nn.LayerNorm(inner)
        self.think = nn.Linear(inner, inner)
        self.say = nn.Linear(inner, width)
        nn.init.normal_(self.hear.weight, std=((self.places + SIDES) * width) ** -0.5)
        nn.init.normal_(self.kind, std=0.1)
        nn.init.zeros_(self.say.weight)

    def forward(self, embedded: Tensor, known: Tensor, asked: Tensor) -> Tensor:
        row, place = asked.nonzero(as_tuple=True)
        length = known.shape[1]
        offsets = torch.cat([torch.arange(-self.reach, 0), torch.arange(1, self.reach + 1)]).to(known.device)
        at = place[:, None] + offsets
        inside = (at >= 0) & (at < length)
        at = at.clamp(0, length - 1)
        sure = known[row[:, None], at] & inside
        weight = torch.where(sure, 1.0, torch.where(inside, self.doubt, 0.0))
        words = embedded[row[:, None], at] * weight[..., None]
        heard = (
            torch.cat([embedded, torch.ones_like(embedded[..., :1])], -1) * known[..., None]
        )  # the last number counts words
        sums = F.pad(heard.cumsum(1), (0, 0, 1, 0))
        sides = (sums[row, place], sums[row, -1] - sums[row, place + 1])
        common = [side[:, :-1] / (1 + side[:, -1:]).sqrt() for side in sides]
        kinds = torch.where(sure, 0, torch.where(inside, 1, 2)) + torch.arange(self.places, device=known.device) * KINDS
        state = F.gelu(
            self.hear(torch.cat([words.flatten(1), *common], 1)) + F.embedding_bag(kinds, self.kind, mode="sum")
        )
        state = state + F.gelu(self.think(self.norm(state)))
        return self.say(state)
