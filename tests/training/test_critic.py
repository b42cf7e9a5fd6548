"""Training the critic: on toys it learns which candidate is the author's, and its file brings that back."""

import numpy as np
import torch

from engine.neural.encoder import Encoder, EncoderConfig
from engine.neural.weight_file import read_tensors
from training import critic as training_critic
from training.critic import CriticConfig, batches, choice, learn
from training.data.drafts import Prompt
from training.fitting.critic import Critic

TINY = EncoderConfig(12, width=16, heads=2, layers=2, inner=32, length=12)


def prompt(number):
    """The author's words rise by one; a draft has another word in the middle."""
    rng = np.random.default_rng(number)
    length = int(rng.integers(5, 7))
    tokens = rng.integers(0, 5) + np.arange(length)
    free = np.arange(length) == 2
    others = rng.permutation(np.setdiff1d(np.arange(12), tokens))[:3]
    drafts = np.repeat(tokens[None], len(others), 0)
    drafts[:, 2] = others
    return Prompt(tokens, free, drafts)


def fresh():
    torch.manual_seed(1)
    return Critic(Encoder(TINY), rank=8)


def test_batches_have_every_prompt_with_drafts_once_and_one_length_each():
    prompts = [prompt(number) for number in range(30)]
    prompts.append(Prompt(np.arange(5), np.arange(5) == 1, np.zeros((0, 5), dtype=np.int64)))
    found = list(batches(prompts, np.random.default_rng(0)))
    assert sorted(id(one) for batch in found for one in batch) == sorted(map(id, prompts[:-1]))
    assert all(len({len(one.tokens) for one in batch}) == 1 for batch in found)


def test_it_learns_which_candidate_is_the_authors_and_only_its_own_weights_change():
    critic = fresh()
    base = {name: value.clone() for name, value in critic.net.state_dict().items() if name.endswith("original")}
    held_out = [prompt(number) for number in range(1000, 1060)]
    before = choice(critic, held_out)
    for _ in learn(critic, [prompt(number) for number in range(400)], CriticConfig(epochs=4, rate=1e-2)):
        pass
    first, above = choice(critic, held_out)
    assert before[0] < 0.6 < 0.8 < first and above > 0.9
    after = critic.net.state_dict()
    assert base and all(torch.equal(value, after[name]) for name, value in base.items())


def test_what_it_learned_comes_back_from_its_file(tmp_path):
    critic, other = fresh(), fresh()
    for adapter in critic.adapters.values():
        torch.nn.init.normal_(adapter.up)
    torch.nn.init.normal_(critic.judge.weight)
    training_critic.save(tmp_path / "own.safetensors", critic, {"of": "x"})
    other.load_own(read_tensors(tmp_path / "own.safetensors", lambda _: None))
    tokens, kept = torch.arange(6)[None, None], torch.ones(1, 1, 6, dtype=torch.bool)
    one, two = critic(tokens, kept)[1], other(tokens, kept)[1]
    assert torch.allclose(one, two, atol=5e-2) and one.abs().max() > 0.5
