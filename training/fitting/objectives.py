"""What each method minimises, in one table.

An objective takes a network and a batch and returns the loss in nats a cell."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.jobs.worth import VERDICT, as_judged
from engine.sampling.orders import Grid
from training.data.marks import Pairs
from training.fitting import low_rank, masks

CPU = torch.device("cpu")
FIRMNESS = 0.5  # of preferences: how soon a better draft has gained enough on a worse one (DPO's beta)
FAITHFUL = 2.0  # how much it counts against a better draft to become less likely (DPO-Positive's lambda)


def categorical(logits: Tensor, target: Tensor) -> Tensor:
    """Nats (n,) of tokens under logits (n, vocabulary)."""
    return F.cross_entropy(logits, target, reduction="none")


@dataclass(frozen=True)
class Batch:
    """Examples of one length: tokens (B, rows, T), side (B, T, channels), counted (B, rows, T) = not padding.

    Each example has its own random source, so that a batch split over processes draws what one process would. What
    says which cells are meant stays on the CPU, where it is drawn: to count cells there no graphics card is waited
    for."""

    tokens: Tensor
    side: Tensor
    counted: Tensor
    grids: tuple[Grid, ...]
    rngs: tuple[np.random.Generator, ...]
    vocabulary: int  # tokens that can be sampled; the next id is BLANK (0 for numbers, which have no ids)
    modes: int  # SFARM's masking modes on such a grid
    nats: Callable[[Tensor, Tensor], Tensor] = categorical  # of targets (n,) under what the network answers, (n, ...)
    device: torch.device = CPU
    pairs: Pairs | None = None  # of drafts, one of which is better

    def to(self, device: torch.device) -> "Batch":
        """The batch with the network's inputs on a device."""
        there = replace(self, device=device)
        return replace(there, tokens=there.put(self.tokens), side=there.put(self.side))

    def put(self, value: Tensor) -> Tensor:
        """A tensor of the CPU on the batch's device; from pinned memory the copy runs beside the computing."""
        pinned = value.pin_memory() if self.device.type == "cuda" else value
        return pinned.to(self.device, non_blocking=True)

    def random(self, each: Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]) -> Tensor:
        """An array (B, rows, T) drawn example by example."""
        shape = tuple(self.tokens.shape[1:])
        return torch.from_numpy(np.stack([each(rng, shape) for rng in self.rngs]))


@dataclass(frozen=True)
class Objective:
    """How a method is trained: its loss, and whether it needs SFARM's embeddings."""

    loss: Callable[[nn.Module, Batch], Tensor]
    staged: bool = False


@dataclass(frozen=True)
class LossCells:
    """The cells that carry a loss: their places in the flattened batch and the example of each, on the batch's device,
    and how many each example has (B,)."""

    places: Tensor
    examples: Tensor
    numbers: Tensor

    @classmethod
    def of(cls, batch: Batch, where: Tensor) -> "LossCells":
        """Those of a bool array (B, rows, T) of the CPU."""
        places = where.flatten().nonzero()[:, 0]
        examples = where.nonzero()[:, 0]
        return cls(batch.put(places), batch.put(examples), batch.put(where.flatten(1).sum(1)))

    def mean(self, nats: Tensor, extra: float = 0.0) -> Tensor:
        """The mean over examples of (sum of nats over its cells / (extra + their number)): every conditional weighs
        the same."""
        sums = torch.zeros(len(self.numbers), dtype=nats.dtype, device=nats.device).index_add(0, self.examples, nats)
        return (sums / (extra + self.numbers).clamp(min=1)).mean()


def draw(batch: Batch, kind: Callable[[np.random.Generator, Grid], np.ndarray]) -> Tensor:
    """Shown cells (B, rows, T); padding counts as shown."""
    shown = np.stack([kind(rng, grid) for rng, grid in zip(batch.rngs, batch.grids, strict=True)])
    return torch.from_numpy(shown) | ~batch.counted


def unrolled(
    net: nn.Module,
    batch: Batch,
    true: Tensor,
    seen: Tensor,
    counted: Tensor,
    extra: float,
    sampled: Tensor | None = None,
) -> Tensor:
    """(L1 + L2) / 2 of SUNMASK and SUNDAE: predict, sample with the gradient stopped, predict again with the same mask.

    `true` cells hold their value and all others noise; `seen` is the mask the network is given; `counted` cells carry
    the loss, and `sampled` ones, among them all that are counted, are drawn between the two (None: just those)."""
    sampled = counted if sampled is None else sampled
    noise = batch.random(lambda rng, shape: rng.integers(0, batch.vocabulary, shape))
    x = torch.where(batch.put(true), batch.tokens, batch.put(noise))
    asked, mask = LossCells.of(batch, counted), batch.put(seen)
    target = batch.tokens.flatten()[asked.places]
    places, with_loss = (batch.put(where.flatten().nonzero()[:, 0]) for where in (sampled, counted[sampled]))
    losses = []
    for turn in range(2):
        logits = net(x, mask, batch.side, where=places).float()
        losses.append(asked.mean(batch.nats(logits[with_loss], target), extra))
        if turn == 0:
            uniform = batch.random(lambda rng, shape: rng.random(shape, dtype=np.float32))[sampled]
            reached = logits.detach().softmax(-1).cumsum(-1)
            drawn = torch.searchsorted(reached, batch.put(uniform)[:, None])[:, 0].clamp(max=batch.vocabulary - 1)
            x = x.flatten().scatter(0, places, drawn).view_as(x)
    return (losses[0] + losses[1]) / 2


def sunmask_loss(net: nn.Module, batch: Batch) -> Tensor:
    """SUNMASK eq.

    2: noise in hidden cells, the mask as input, loss on hidden cells, weight 1/(1 + hidden). Shown cells keep their
    value when unrolled.

    Beyond the paper, some hidden cells hold their true value, as whispered cells do in use; they carry no loss."""
    shown = draw(batch, masks.sunmask)
    whispered = draw(batch, masks.whispered) & ~shown
    hidden = ~shown & ~whispered
    hidden = torch.where(hidden.flatten(1).any(1)[:, None, None], hidden, ~shown)  # something is always asked
    return unrolled(net, batch, ~hidden, shown, hidden, 1.0)


def sunmask_paper_loss(net: nn.Module, batch: Batch) -> Tensor:
    """SUNMASK as the paper has it: scattered masks only, no whispered cells, every cell drawn when unrolled."""
    shown = draw(batch, masks.scattered)
    hidden = ~shown & batch.counted
    return unrolled(net, batch, shown, shown, hidden, 1.0, batch.counted)


def sundae_loss(net: nn.Module, batch: Batch) -> Tensor:
    """SUNDAE: the same unrolling without a mask input, loss on all cells."""
    shown = draw(batch, masks.scattered)
    return unrolled(net, batch, shown, torch.zeros_like(shown), batch.counted, 0.0)


def blanked(net: nn.Module, batch: Batch, shown: Tensor, counted: Tensor, **stage: Tensor) -> Tensor:
    """Mean nats of `counted` cells given the shown ones, hidden cells blank."""
    mask, asked = batch.put(shown), LossCells.of(batch, counted)
    x = torch.where(mask, batch.tokens, batch.vocabulary)  # padding counts as shown
    logits = net(x, mask, batch.side, where=asked.places, **{name: batch.put(value) for name, value in stage.items()})
    target = batch.tokens.flatten()[asked.places]
    return asked.mean(batch.nats(logits.float(), target))


def coconet_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Coconet: blanks, mask input, re-weighted loss on all cells, no unrolling."""
    shown = draw(batch, masks.scattered)
    return blanked(net, batch, shown, batch.counted)


def ardm_loss(net: nn.Module, batch: Batch) -> Tensor:
    """ARDM: uniform cardinality, any order, hidden cells only."""
    shown = draw(batch, masks.uniform_cardinality)
    return blanked(net, batch, shown, ~shown)


def mac_loss(net: nn.Module, batch: Batch) -> Tensor:
    """MAC: the masks that the protocol's queries use, re-weighted by cardinality."""
    shown = draw(batch, masks.mac)
    return blanked(net, batch, shown, ~shown)


def mac_paper_loss(net: nn.Module, batch: Batch) -> Tensor:
    """MAC on the paper's masks alone: marginal queries, re-weighted by cardinality."""
    shown = draw(batch, masks.mac_paper)
    return blanked(net, batch, shown, ~shown)


def sfarm_loss(net: nn.Module, batch: Batch) -> Tensor:
    """SFARM eq. 8-11: a uniform mode and step, mean over the cells that may come next (times S, left out: nats a
    cell)."""
    drawn = [masks.sfarm(rng, grid, batch.modes) for rng, grid in zip(batch.rngs, batch.grids, strict=True)]
    shown = torch.from_numpy(np.stack([d[0] for d in drawn])) | ~batch.counted
    cells = batch.tokens[0].numel()
    step = torch.tensor([d[1] / cells for d in drawn])
    mode = torch.tensor([d[2] for d in drawn])
    following = torch.from_numpy(np.stack([d[3] for d in drawn])) & batch.counted
    return blanked(net, batch, shown, following, step=step, mode=mode)


def preferred_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Direct preference optimisation: the better draft of a pair is to gain more, against the network as it was, and
    not to lose (DPO-Positive, Pal et al. 2024)."""
    assert batch.pairs is not None, "there are no marked drafts to learn from"
    pairs = batch.pairs
    drafts, hints = (batch.put(torch.from_numpy(part)) for part in (pairs.drafts, pairs.hints))
    hidden, asked = (torch.from_numpy(part)[:, None].expand(drafts.shape) for part in (pairs.hidden, pairs.asked))
    cells = LossCells.of(batch, asked.flatten(0, 1)[:, None])
    there = batch.put(hidden)
    x = torch.where(there & (hints >= 0), hints, torch.where(there, batch.vocabulary, drafts)).flatten(0, 1)[:, None]

    def likelihood() -> Tensor:
        logits = net(x, ~there.flatten(0, 1)[:, None], None, where=cells.places)
        nats = batch.nats(logits.float(), drafts.flatten()[cells.places])
        return -nats.new_zeros(len(x)).index_add(0, cells.examples, nats)

    with low_rank.without(net):
        before = likelihood()
    better, worse = (likelihood() - before).unflatten(0, (-1, 2)).unbind(1)
    return -F.logsigmoid(FIRMNESS * (better - worse - FAITHFUL * F.relu(-better))).mean()


def judged_loss(net: nn.Module, batch: Batch) -> Tensor:
    """A critic is to say more for the better draft of a pair (engine.jobs.worth reads it likewise)."""
    assert batch.pairs is not None, "there are no marked drafts to learn from"
    drafts = batch.pairs.drafts.reshape(-1, 1, batch.pairs.drafts.shape[-1])
    free = np.repeat(batch.pairs.free, 2, 0)[:, None]
    x, shown, wanted = (torch.from_numpy(part.copy()) for part in as_judged(drafts, free, batch.vocabulary))
    logits = net(batch.put(x), batch.put(shown), None, where=batch.put(wanted.flatten().nonzero()[:, 0])).float()
    better, worse = (logits[:, VERDICT[0]] - logits[:, VERDICT[1]]).unflatten(0, (-1, 2)).unbind(1)
    return F.softplus(worse - better).mean()


OBJECTIVES = {
    "sunmask": Objective(sunmask_loss),
    "mac": Objective(mac_loss),
    "sfarm": Objective(sfarm_loss, staged=True),
    "ardm": Objective(ardm_loss),
    "sunmask-paper": Objective(sunmask_paper_loss),
    "mac-paper": Objective(mac_paper_loss),
    "sundae": Objective(sundae_loss),
    "coconet": Objective(coconet_loss),
    "preferred": Objective(preferred_loss),
    "judged": Objective(judged_loss),
}
