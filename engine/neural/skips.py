"""What words further off say of a hidden word, as a part of the sentence network's hidden state: counted before
training (training.skips), then learned on.

A known word at some distance adds its embedding, turned by the matrix of its zone, to the state that is compared
with every word's embedding: the product stands for how much likelier the two are together than apart. Zones are
sides and distances; how much a distance counts, and less where the words between are known too, is a number of its
own."""

import torch
from torch import Tensor, nn

NEAREST = 2  # neighbours are the count tables' business (engine.neural.ngrams)
OWN = 4  # distances below this have matrices of their own


def zones(reach: int) -> list[range]:
    """The distances of each zone, from the far left to the far right; a negative distance is a word to the left."""
    right = [*(range(d, d + 1) for d in range(NEAREST, OWN)), range(OWN, reach + 1)]
    return [range(1 - z.stop, 1 - z.start) for z in reversed(right)] + right


class Skips(nn.Module):
    """Embeddings (B, T, width), which words are known (B, T) and which cells are asked for (B, T) to what adds to
    each asked cell's state, (n, width)."""

    def __init__(self, width: int, reach: int) -> None:
        super().__init__()
        self.reach = reach
        self.turn = nn.Parameter(torch.zeros(len(zones(reach)), width, width))
        self.weight = nn.Parameter(
            torch.zeros(2, 2 * reach + 1)
        )  # by whether all words between are known, and by distance
        zone_of = torch.full((2 * reach + 1,), -1)
        for number, distances in enumerate(zones(reach)):
            zone_of[[d + reach for d in distances]] = number
        self.zone_of: Tensor
        self.register_buffer("zone_of", zone_of, persistent=False)

    def forward(self, embedded: Tensor, known: Tensor, asked: Tensor) -> Tensor:
        place = torch.arange(known.shape[1], device=known.device)
        apart = (place[None] - place[:, None]).clamp(
            -self.reach, self.reach
        )  # (cell, word): where the word stands from the cell
        within = (place[None] - place[:, None]).abs() <= self.reach
        before = torch.cat(
            [torch.zeros_like(known[:, :1], dtype=torch.int64), known.long().cumsum(1)], 1
        )  # known words before each place
        inside = (
            before[:, torch.maximum(place[None], place[:, None])]
            - before[:, torch.minimum(place[None], place[:, None]) + 1]
        )
        covered = (inside == apart.abs() - 1).long()
        strength = self.weight[covered, (apart + self.reach).expand_as(covered)] * (known[:, None] & within)
        heard = []
        for number in range(len(self.turn)):
            chosen = strength * (self.zone_of[apart + self.reach] == number)
            heard.append(torch.bmm(chosen.to(embedded.dtype), embedded)[asked])
        return torch.cat(heard, 1) @ self.turn.flatten(0, 1)
