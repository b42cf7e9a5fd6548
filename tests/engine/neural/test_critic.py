"""The critic by onnxruntime: it scores as torch does, moved by its adapters, and reads kept, new and unknown words."""

import numpy as np
import pytest
import torch

from engine.neural import weights
from engine.neural.critic import Critic, adapted
from engine.neural.encoder import Encoder, EncoderConfig
from training import critic as training_critic
from training.export_graph import critic_graph, store
from training.fitting import critic as learned

WORDS = EncoderConfig(11, width=16, heads=2, layers=2, inner=32, length=12, pieces=6, modes=3)


@pytest.fixture
def both(tmp_path):
    """The same critic by onnxruntime and by torch, every tensor of which says something."""
    torch.manual_seed(0)
    net = Encoder(WORDS).eval()
    for value in net.parameters():
        torch.nn.init.normal_(value, std=0.3)
    net.pieces.table.random_(-100, 100)
    net.pieces.scale.fill_(0.01)
    card = {"vocabulary": [f"w{k}" for k in range(11)], "crop": 12}
    weights.save(tmp_path / "base.safetensors", net, net.state_dict(), card)
    store(critic_graph(net), tmp_path / "critic.onnx", {"network": "critic"})
    plain = weights.load(tmp_path / "base.safetensors")[0]
    torched = learned.Critic(plain)
    for adapter in torched.adapters.values():
        torch.nn.init.normal_(adapter.up, std=0.2)
    torch.nn.init.normal_(torched.judge.weight)
    training_critic.save(tmp_path / "own.safetensors", torched, {})
    torched.load_own(torched.own())  # in half precision, as the file has it
    paths = (tmp_path / name for name in ("critic.onnx", "base.safetensors", "own.safetensors"))
    return Critic(*paths), torched


@pytest.mark.parametrize("length", [1, 5, 12])
@pytest.mark.parametrize("parts", [0, 3])
def test_onnxruntime_scores_as_torch_does(both, length, parts):
    rng = np.random.default_rng(length)
    tokens, kept = rng.integers(0, 11, (4, 1, length)), rng.random((1, length)) < 0.5
    side = np.full((length, parts), -1)
    if parts:
        side[0, :2] = 1, 4
    here, torched = both
    with torch.no_grad():
        mask, many = torch.from_numpy(np.repeat(kept[None], 4, 0)), torch.from_numpy(np.repeat(side[None], 4, 0))
        there, words = (value.numpy() for value in torched(torch.from_numpy(tokens), mask, many))
    found, found_words = here.read(tokens, kept, side)
    assert found == pytest.approx(there, abs=1e-4) and found_words[:, 0] == pytest.approx(words, abs=1e-4)
    assert len(set(there.round(3))) > 1 or (parts and length == 1)  # the one word is read by its parts


def test_which_words_are_kept_matters(both):
    tokens, side = np.arange(5)[None, None], np.zeros((5, 0), dtype=np.int64)
    kept, new = (both[0].read(tokens, np.full((1, 5), bit), side)[0] for bit in (True, False))
    assert abs(kept - new).max() > 1e-3


def test_an_adapter_is_added_to_its_matrix_and_other_tensors_are_its_own():
    base = {"a": np.ones((2, 3)), "b": np.zeros(2)}
    found = adapted(base, {"a/up": np.array([[1.0], [2.0]]), "a/down": np.ones((1, 3)), "judge": np.ones(1)})
    assert found["a"].tolist() == [[2, 2, 2], [3, 3, 3]] and set(found) == {"a", "b", "judge"}
