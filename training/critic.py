"""python -m training.critic --data DIR --drafts FILE --export FILE: train the critic that chooses among drafts.

First the shipped sentence network drafts words that are hidden in sentences of the folder, those that were not counted
in its tables; then the critic learns to tell the author's words from the drafts. Drafting goes on where it was cut
short; with `--count` as many as there are, it learns at once."""

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import save as serialise
from torch.nn import functional as F

import assets
from engine.errors import PalimpsestError
from engine.formats.files import write_bytes
from engine.jobs import models
from engine.neural import weights
from engine.neural.encoder import Encoder
from engine.neural.weight_file import FORMAT
from training.blend import parted
from training.data import drafts
from training.data.drafts import Prompt
from training.data.news import read_parts, read_vocabulary
from training.fitting.critic import Critic
from training.fitting.flags import parse

PROMPTS = 6  # of one length in a step
WARMUP = 20  # steps
HELD_OUT = 150  # prompts of the valid part


@dataclass(frozen=True)
class CriticConfig:
    """The flags."""

    data: str = ""  # folder with train.txt, valid.txt and vocab.txt
    drafts: str = "runs/drafts"  # files of drafts: NAME.train.jsonl and NAME.valid.jsonl
    count: int = 6000  # prompts to draft in all; each has four drafts
    apart: int = 20  # one sentence in so many was not counted in the network's tables
    epochs: int = 4
    rate: float = 1e-3
    decay: float = 0.6  # last share of the run over which the rate falls to 0
    seed: int = 8
    export: str = ""  # where the critic is written after each epoch


def batches(prompts: list[Prompt], rng: np.random.Generator) -> Iterator[list[Prompt]]:
    """All prompts that have drafts once, those of one length together."""
    by_length: dict[int, list[Prompt]] = {}
    for number in rng.permutation(len(prompts)):
        if len(prompts[number].drafts):
            by_length.setdefault(len(prompts[number].tokens), []).append(prompts[number])
    found = [rows[i : i + PROMPTS] for rows in by_length.values() for i in range(0, len(rows), PROMPTS)]
    yield from (found[number] for number in rng.permutation(len(found)))


def read(critic: Critic, prompts: list[Prompt]) -> tuple[list[torch.Tensor], torch.Tensor]:
    """The scores of each prompt's candidates, the author's first, and the loss of the words."""
    sizes = [len(prompt.drafts) + 1 for prompt in prompts]
    tokens = np.concatenate([np.concatenate([prompt.tokens[None], prompt.drafts]) for prompt in prompts])
    free = np.repeat(np.stack([prompt.free for prompt in prompts]), sizes, 0)
    truth = np.repeat(np.stack([prompt.tokens for prompt in prompts]), sizes, 0)
    scores, words = critic(torch.from_numpy(tokens)[:, None], torch.from_numpy(~free)[:, None])
    own = torch.from_numpy(tokens == truth).float()
    return list(scores.split(sizes)), F.binary_cross_entropy_with_logits(words, own)


def loss(critic: Critic, prompts: list[Prompt]) -> torch.Tensor:
    """Which of a prompt's candidates is the author's, and which words are."""
    scores, words = read(critic, prompts)
    return torch.stack([-score.log_softmax(0)[0] for score in scores]).mean() + words


@torch.inference_mode()
def choice(critic: Critic, prompts: list[Prompt]) -> tuple[float, float]:
    """(share of prompts in which the author's words score best, share of the drafts that score less than they)."""
    first, below = [], []
    for batch in batches(prompts, np.random.default_rng(0)):
        for score in read(critic, batch)[0]:
            lower = score[1:] < score[0]
            first.append(bool(lower.all()))
            below += lower.tolist()
    return float(np.mean(first)), float(np.mean(below))


def learn(critic: Critic, prompts: list[Prompt], config: CriticConfig) -> Iterator[tuple[int, float]]:
    """(epochs done, mean loss of the last one), after each."""
    own = [value for value in critic.parameters() if value.requires_grad]
    optimiser = torch.optim.AdamW(own, betas=(0.9, 0.98))
    total = config.epochs * sum(1 for _ in batches(prompts, np.random.default_rng(0)))
    step = 0
    for epoch in range(config.epochs):
        losses = []
        for batch in batches(prompts, np.random.default_rng((config.seed, epoch))):
            step += 1
            for group in optimiser.param_groups:
                group["lr"] = config.rate * min(1.0, step / WARMUP, (total - step) / total / config.decay)
            optimiser.zero_grad()
            value = loss(critic, batch)
            value.backward()
            torch.nn.utils.clip_grad_norm_(own, 1.0)
            optimiser.step()
            losses.append(value.item())
        yield epoch + 1, float(np.mean(losses))


def drafted(config: CriticConfig) -> tuple[list[Prompt], list[Prompt]]:
    """Prompts with drafts to learn from and held-out ones; those that are missing are drafted."""
    folder = Path(config.data)
    vocabulary = read_vocabulary(folder)
    found = []
    for part, count in (("train", config.count), ("valid", HELD_OUT)):
        path = Path(f"{config.drafts}.{part}.jsonl")
        path.parent.mkdir(parents=True, exist_ok=True)
        (sentences,) = read_parts(folder, part, vocabulary)
        sentences = parted(sentences, config.apart)[1] if part == "train" else sentences
        for done in drafts.write(path, sentences, vocabulary, count, config.seed):
            if done % 100 == 0:
                print(f"{part}: {done:,} of {count:,} prompts drafted", flush=True)
        found.append(drafts.read(path)[:count])
    return found[0], found[1]


def save(path: Path, critic: Critic, card: dict[str, object]) -> None:
    """Write the critic's own tensors with a card."""
    full = {"format": FORMAT, "network": "critic", **card}
    write_bytes(path, serialise(critic.own(), metadata={"card": json.dumps(full)}))


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(CriticConfig, __doc__ or "", argv)
    if not config.data:
        raise SystemExit("Name the folder of news text with --data DIR.")
    models.configure(threads=1)
    base = assets.weights("text", "mac")
    try:
        prompts, held_out = drafted(config)
        net, card = weights.load(base)
        if not isinstance(net, Encoder) or tuple(card["vocabulary"]) != read_vocabulary(Path(config.data)):
            raise PalimpsestError("The shipped sentence network has other words than this folder.")
    except PalimpsestError as error:
        raise SystemExit(str(error)) from None
    torch.manual_seed(config.seed)
    torch.set_num_threads(1)
    critic, began = Critic(net), time.monotonic()
    print(f"{len(prompts):,} prompts to learn from, {len(held_out):,} held out", flush=True)
    flags = asdict(config) | {name: Path(getattr(config, name)).name for name in ("data", "drafts", "export")}
    about = {"of": hashlib.sha256(base.read_bytes()).hexdigest()[:16], "flags": flags, "prompts": len(prompts)}
    for epoch, mean in learn(critic, prompts, config):
        minutes, (first, below) = (time.monotonic() - began) / 60, choice(critic, held_out)
        print(
            f"epoch {epoch}: loss {mean:.3f}; held out: the author's words are first in {first:.1%} and above"
            f" {below:.1%} of the drafts; {minutes:.0f} min",
            flush=True,
        )
        if config.export:
            figures = {"first": round(first, 4), "above": round(below, 4), "held_out": len(held_out)}
            save(Path(config.export), critic, {**about, "figures": figures, "minutes": round(minutes, 1)})


if __name__ == "__main__":
    main()
