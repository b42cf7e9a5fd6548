"""What counting knows of a word's neighbours, as a part of the sentence network's logits (engine.neural.encoder.Blend).

Five families of contexts lie in one sparse table: one word and two words to the left, one and two to the right, and
the two words on both sides; both ends of a sentence are words too. Each entry is a discounted share a(word |
context); what the shares of a context leave of 1 goes to the shorter context, in the end to the single words, by how
many others they stand beside. What the words on both sides leave goes to what each of them says alone. Only what was
seen several times is kept (training.data.counts), so that no rare phrase of the training text can be read out of a
weight file."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

SIDES = 2  # left and right
FAMILIES = 5  # one and two words to the left, one and two to the right, one on each side
VOICES = 3  # left, right and both sides speak
FINENESS = 16  # steps of a stored share's logarithm to one nat
MILLI = 1000  # steps of a single word's log-probability to one nat
LEAST = 1e-3  # what every context leaves to the shorter one
WIDEST = 2**15 - 1  # between two contexts' numbers in a file; where more is between them, an empty context stands


def context_key(side: int, far: Tensor | None, near: Tensor, words: int) -> Tensor:
    """The number of a context:

    `near` is the neighbour and `far` the one behind it, or the other neighbour where `side` is SIDES; the number
    `words` is the sentence's end on that side."""
    ends = words + 1
    return side * (ends + ends * ends) + (near if far is None else ends + far * ends + near)


def packed(keys: np.ndarray, sizes: np.ndarray) -> dict[str, Tensor]:
    """Contexts' rising keys and numbers of entries as the two buffers that hold them: how far each key is from the
    one before, and the numbers."""
    gaps = np.diff(keys, prepend=0)
    extra = gaps // (WIDEST + 1)  # empty contexts before each
    stretched = np.full(len(keys) + extra.sum(), WIDEST)
    full = np.zeros_like(stretched)
    place = np.arange(len(keys)) + extra.cumsum()
    stretched[place], full[place] = gaps - extra * WIDEST, sizes
    return {"gaps": torch.from_numpy(stretched.astype(np.int16)), "sizes": torch.from_numpy(full.astype(np.int16))}


@dataclass(frozen=True)
class Told:
    """What the tables say of n cells, in logarithms: a voice's level for all words, what strangers to the neighbour
    have beside it, and named words' gains."""

    level: Tensor  # (n, VOICES)
    known: Tensor  # (n, SIDES), 1 where the neighbour is known: `strange` (words,) holds then
    strange: Tensor
    cell: Tensor  # of each gain, with its voice and word
    voice: Tensor
    word: Tensor
    gain: Tensor
    mass: Tensor  # (n, FAMILIES): how much each context has to say, 0 where it is unknown

    def weighed(self, gate: Tensor) -> Tensor:
        """The voices' sum (n, words), each times its gate (n, VOICES)."""
        spread = torch.outer((gate[:, :SIDES] * self.known).sum(1), self.strange) + (gate * self.level).sum(
            1, keepdim=True
        )
        place = self.cell * len(self.strange) + self.word
        return spread.view(-1).index_add(0, place, gate[self.cell, self.voice] * self.gain).view_as(spread)


class NGrams(nn.Module):
    """A sparse table with `contexts` rows and `entries` shares over a vocabulary of `words`; whole numbers only, so
    files and averages keep it exactly."""

    def __init__(self, words: int, contexts: int, entries: int) -> None:
        super().__init__()
        self.words = words
        self.gaps: Tensor
        self.sizes: Tensor
        self.keys: Tensor
        self.starts: Tensor
        self.columns: Tensor
        self.shares: Tensor
        self.single: Tensor
        self.after: Tensor
        self.register_buffer("gaps", torch.zeros(contexts, dtype=torch.int16))
        self.register_buffer("sizes", torch.zeros(contexts, dtype=torch.int16))
        self.register_buffer("keys", torch.zeros(contexts, dtype=torch.int32), persistent=False)  # rising
        self.register_buffer("starts", torch.zeros(contexts + 1, dtype=torch.int32), persistent=False)
        self.register_load_state_dict_post_hook(NGrams.unpack)
        self.register_buffer("columns", torch.zeros(entries, dtype=torch.int16))
        self.register_buffer("shares", torch.zeros(entries, dtype=torch.uint8))  # -log of the share, in 1/FINENESS nats
        self.register_buffer(
            "single", torch.zeros(words, dtype=torch.int16)
        )  # -log of the word's probability, in 1/MILLI nats
        self.register_buffer(
            "after", torch.zeros(words, dtype=torch.int16)
        )  # the same of its probability beside a word it was not seen with

    @staticmethod
    def unpack(module: "NGrams", _: object = None) -> None:
        """Work out keys and starts from what a file holds; refuses what does not add up, as files come from
        strangers."""
        module.keys = module.gaps.cumsum(0).to(torch.int32)
        module.starts = F.pad(module.sizes.cumsum(0), (1, 0)).to(torch.int32)
        sound = [
            (module.sizes >= 0).all(),
            module.starts[-1] <= len(module.columns),
            ((module.columns >= 0) & (module.columns < module.words)).all(),
        ]
        if not all(sound):
            raise ValueError("count tables that do not add up")

    def unigram(self) -> Tensor:
        """Log-probabilities of single words, (words,)."""
        return (-self.single.float() / MILLI).log_softmax(-1)

    def contexts(self, tokens: Tensor, known: Tensor) -> Tensor:
        """Keys (B, T, FAMILIES) of each cell's contexts; -1 where a word of one is not known."""
        found, beside = [], []
        for side in range(SIDES):
            way = (lambda x: x) if side == 0 else (lambda x: x.flip(-1))
            near, near_known = (
                F.pad(way(tokens), (1, 0), value=self.words)[:, :-1],
                F.pad(way(known), (1, 0), value=True)[:, :-1],
            )
            far, far_known = (
                F.pad(near, (1, 0), value=self.words)[:, :-1],
                F.pad(near_known, (1, 0), value=False)[:, :-1],
            )
            one = torch.where(near_known, context_key(side, None, near, self.words), -1)
            two = torch.where(near_known & far_known, context_key(side, far, near, self.words), -1)
            found += [way(one), way(two)]
            beside.append((way(near), way(near_known)))
        (left, left_known), (right, right_known) = beside
        found.append(torch.where(left_known & right_known, context_key(SIDES, left, right, self.words), -1))
        return torch.stack(found, -1)

    def _named(self, keys: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Keys (n,) of one family to the words their contexts name:

        (cell, word, share) of each, and the sum of each cell's shares (n,)."""
        wanted = keys.to(torch.int32)
        row = torch.searchsorted(self.keys, wanted).clamp(max=len(self.keys) - 1)
        start = self.starts[row].long()
        count = torch.where(self.keys[row] == wanted, self.starts[row + 1] - start, 0).masked_fill(wanted < 0, 0)
        cell = torch.repeat_interleave(count)
        entry = torch.arange(len(cell), device=keys.device) + (start + count - count.cumsum(0))[cell]
        share = torch.exp(self.shares[entry].float() / -FINENESS)
        mass = torch.zeros(len(keys), device=keys.device).index_add_(0, cell, share)
        shrink = ((1 - LEAST) / mass).clamp(max=1.0)
        return cell, self.columns[entry].long(), share * shrink[cell], mass * shrink

    def forward(self, keys: Tensor) -> Told:
        """Keys (n, FAMILIES) to what each voice makes of every word's odds.

        For a side that is log p(word | side) - log p(word); for both sides, what they know more together than each
        alone. Only words that a context names are computed: to the others it says the same, but for how they stand
        beside strangers."""
        at, word, part, masses = zip(*(self._named(keys[:, family]) for family in range(FAMILIES)), strict=True)
        mass = torch.stack(masses, 1)
        left = 1 - mass
        single = self.unigram()
        strange = (-self.after.float() / MILLI).log_softmax(-1) - single
        rarity, stranger = torch.exp(-single), torch.exp(strange)
        rest = left[:, [0, 2]]  # what pairs leave to words not seen with the neighbour
        known = keys[:, [0, 2]] >= 0
        worth = [p * rarity[w] for p, w in zip(part, word, strict=True)]
        seen = torch.zeros(len(keys), SIDES, self.words, device=keys.device)  # what pairs give the words that were
        for side in range(SIDES):
            seen[at[2 * side], side, word[2 * side]] = worth[2 * side]

        def beside(side: int, family: int) -> Tensor:
            """p(word | neighbour) / p(word) of the words that a family names."""
            return unseen(side, family) + seen[at[family], side, word[family]]

        def unseen(side: int, family: int) -> Tensor:
            """The part of it that the neighbour leaves to all words."""
            return rest[at[family], side] * torch.where(known[at[family], side], stranger[word[family]], 1.0)

        # both neighbours, each for itself: the product of what they say, its sum over all words found without visiting
        # those that neither names
        alone = torch.where(known.all(1), torch.exp(single + 2 * strange).sum(), 1.0) * rest.prod(1)
        alone = alone.index_add(0, at[0], part[0] * unseen(1, 0)).index_add(0, at[2], part[2] * beside(0, 2))
        apart = torch.exp(single[word[4]]) * beside(0, 4) * beside(1, 4) / alone[at[4]]
        more = [  # what each named word gets more than the rest, as a share of it
            worth[0] / unseen(0, 0),
            worth[1] / (left[at[1], 1] * beside(0, 1)),
            worth[2] / unseen(1, 2),
            worth[3] / (left[at[3], 3] * beside(1, 3)),
            part[4] / (left[at[4], 4] * apart),
        ]
        voices = torch.cat([torch.full_like(cells, number // 2) for number, cells in enumerate(at)])
        level = torch.cat([torch.log(rest * left[:, [1, 3]]), torch.log(left[:, 4:])], 1)
        return Told(
            level, known.float(), strange, torch.cat(at), voices, torch.cat(word), torch.log1p(torch.cat(more)), mass
        )
