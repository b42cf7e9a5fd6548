"""The two backends: onnxruntime answers as torch does, for every kind of network, length and batch; a stranger's file
gives tensors and nothing else; and nothing of it needs torch."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import assets
from engine.errors import ModelError
from engine.neural import backend, weights
from engine.neural.backend import NetworkPredictor
from engine.neural.encoder import Encoder, EncoderConfig
from engine.neural.graph import GraphNetwork, fitting_graph
from engine.neural.network import NetworkInput
from engine.neural.torch_network import TorchNetwork
from engine.neural.unet import UNet, UNetConfig
from engine.neural.weight_file import read_card
from engine.sampling.music_cells import KEY, SIDE_SIZES, TOKENS
from training.data.counts import count, sizes_of
from training.evaluation.bench import gflop
from training.export_graph import write

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = sorted((assets.HERE / "weights").glob("*.safetensors"))
CLOSE = 1e-4

SMALL = UNetConfig(
    TOKENS, voices=3, side=SIDE_SIZES, cell=8, beat=16, heads=2, layers=2, blocks=1, reach=3, motion=True, key=KEY + 1
)
WORDS = EncoderConfig(11, width=16, heads=2, layers=2, inner=32, length=12)
ROWS = np.random.default_rng(3).integers(0, 6, (300, 7)) + np.array([0, 1, 2, 3, 4, 5, 0])
TABLES = count({7: ROWS}, 11, (2, 2, 2, 2, 2))
KINDS = {
    "unet": SMALL,
    "unet for SFARM": replace(SMALL, modes=4),
    "unet without motion": replace(SMALL, motion=False),
    "unet of fewer channels": replace(SMALL, side=SIDE_SIZES[:5], key=0),
    "unet without intervals": replace(SMALL, intervals=False),
    "encoder": WORDS,
    "encoder with everything": replace(WORDS, modes=3, pieces=6, grams=sizes_of(TABLES)),
}


def network(config):
    """A network whose every tensor says something."""
    torch.manual_seed(0)
    net = (UNet if isinstance(config, UNetConfig) else Encoder)(config).eval()
    for value in net.parameters():
        torch.nn.init.normal_(value, std=0.3)
    if isinstance(config, EncoderConfig) and config.grams:
        net.counted.load_state_dict({name: torch.from_numpy(value) for name, value in TABLES.items()})
        net.pieces.table.random_(-100, 100)
        net.pieces.scale.fill_(0.01)
    return net


def question(net, batch, steps):
    """Random tokens with blanks, holds and, in sentences, an unknown word."""
    c, rng = net.config, np.random.default_rng(batch * 100 + steps)
    sides = c.side if isinstance(c, UNetConfig) else ()
    tokens = rng.integers(0, c.tokens + 1, (batch, c.voices if sides else 1, steps))
    if sides:
        known = [*sides, *SIDE_SIZES[len(sides) :]]  # weights may be older than the last channels
        side = np.stack([rng.integers(0, size, steps) for size in known], -1)
        side[:, 0] = np.arange(steps) % 4
    else:
        side = np.full((steps, 4 if c.pieces else 0), -1)
        side[steps // 2, :2] = 3
    stage = (rng.random(batch), rng.integers(0, c.modes, batch)) if c.modes else (None, None)
    return tokens, (rng.random(tokens.shape) < 0.6) & (tokens < c.tokens), side, *stage


def both(path, net, monkeypatch):
    """The network by onnxruntime and by torch."""
    monkeypatch.setattr(backend, "card_likely", lambda: False)
    graph = backend.load_network(path)
    assert isinstance(graph, GraphNetwork)
    return NetworkPredictor(graph, 2), NetworkPredictor(TorchNetwork(net, read_card(path), "cpu"), 1)


@pytest.fixture
def graphs(tmp_path, monkeypatch):
    monkeypatch.setattr(assets, "graphs", lambda: tmp_path / "graphs")
    return tmp_path / "graphs"


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """The graph and the weights of every kind, written once."""
    folder = tmp_path_factory.mktemp("exported")
    for name, config in KINDS.items():
        net = network(config)
        write(net, folder / name / "graphs" / "it.onnx")
        weights.save(folder / name / "w.safetensors", net, net.state_dict(), {})
    return folder


@pytest.mark.parametrize("name", KINDS)
def test_both_backends_answer_alike_whatever_the_length_and_the_batch(name, exported, monkeypatch):
    monkeypatch.setattr(assets, "graphs", lambda: exported / name / "graphs")
    path = exported / name / "w.safetensors"
    net, _ = weights.load(path)
    graph, plain = both(path, net, monkeypatch)
    rng = np.random.default_rng(1)
    for batch, steps in ((1, 1), (1, 12), (3, 6), (5, 8)):
        asked = question(net, batch, steps)
        wanted = rng.random(asked[0].shape) < 0.5
        assert np.abs(graph(*asked) - plain(*asked)).max() < CLOSE
        assert np.abs(graph(*asked, wanted) - plain(*asked, wanted)).max() < CLOSE
        if net.config.modes:
            unstaged = graph(*asked[:3])
            assert np.abs(unstaged - plain(*asked[:3])).max() < CLOSE and not np.allclose(unstaged, graph(*asked))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_network_has_a_graph_that_answers_as_torch_does(path, monkeypatch):
    """After another network was put into assets/weights: python -m training.export_graph."""
    net, _ = weights.load(path)
    graph, plain = both(path, net, monkeypatch)
    for batch, steps in ((1, 4), (2, 20)):
        asked = question(net, batch, steps)
        assert np.abs(graph(*asked) - plain(*asked)).max() < CLOSE


def test_a_critic_that_shares_its_memory_answers_as_torch_does(monkeypatch):
    monkeypatch.setattr(backend, "card_likely", lambda: False)
    mac = backend.load(assets.weights("text", "mac"), threads=2)
    shared, alone = (backend.load(assets.critic(), threads=2, beside=beside) for beside in (mac, None))
    net, card = weights.load(assets.critic())
    asked = question(net, 2, 20)
    plain = NetworkPredictor(TorchNetwork(net, card, "cpu"), 1)(*asked)
    assert np.abs(shared(*asked) - plain).max() < CLOSE and np.abs(alone(*asked) - plain).max() < CLOSE
    assert np.abs(mac(*asked) - plain).max() > 0.1, "it has learned something else than to write"
    assert shared.network.inputs is mac.network.inputs
    common = [name for name, value in shared.network.values.items() if value is mac.network.values[name]]
    assert "words.weight" in common and "layers.0.qkv.weight" not in common


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_work_of_a_pass_can_be_counted(path):
    """By torch's counter, which stumbles over what could be trained."""
    plain = TorchNetwork.load(path, "cpu")
    assert gflop(plain, 4 if plain.card["network"] == "unet" else 1, 20) > 0.1


def test_every_shipped_graph_is_used():
    used = {fitting_graph(read_card(path)) for path in SHIPPED}
    assert {path for path in assets.graphs().iterdir() if path.suffix == ".onnx"} == used


def test_a_graph_holds_no_weights_and_no_path_of_a_machine(exported):
    for path in [*assets.graphs().glob("*.onnx"), *exported.glob("*/graphs/*.onnx")]:
        data = path.read_bytes()
        assert len(data) < 300_000 and b".py" not in data and str(ROOT).encode() not in data


def saved(tmp_path, config, state=None, card=None):
    net = network(config)
    path = tmp_path / "stranger.safetensors"
    weights.save(path, net, state or net.state_dict(), card or {})
    return path


@pytest.mark.parametrize("change", ["missing", "extra", "wide", "nan"])
def test_tensors_that_are_not_the_network_s_are_refused(change, exported, tmp_path, monkeypatch):
    monkeypatch.setattr(assets, "graphs", lambda: exported / "encoder" / "graphs")
    state = network(WORDS).state_dict()
    first = next(iter(state))
    state = {
        "missing": {name: value for name, value in state.items() if name != first},
        "extra": state | {"more": torch.zeros(3)},
        "wide": state | {first: torch.zeros(4, 4)},
        "nan": state | {first: torch.full_like(state[first], float("nan"))},
    }[change]
    with pytest.raises(ModelError, match="do not fit the network they name"):
        backend.load_network(saved(tmp_path, WORDS, state), "cpu")


def test_count_tables_that_do_not_add_up_are_refused(exported, tmp_path, monkeypatch):
    config = KINDS["encoder with everything"]
    monkeypatch.setattr(assets, "graphs", lambda: exported / "encoder with everything" / "graphs")
    state = network(config).state_dict()
    state["counted.columns"] = state["counted.columns"] + 11
    with pytest.raises(ModelError, match="do not fit the network they name"):
        backend.load_network(saved(tmp_path, config, state), "cpu")


def test_a_network_of_other_sizes_is_torch_s_and_without_torch_one_sentence(graphs, tmp_path, monkeypatch):
    path = saved(tmp_path, WORDS)
    assert isinstance(backend.load_network(path, "cpu"), TorchNetwork)
    monkeypatch.setattr(backend, "installed", lambda package: package != "torch")
    with pytest.raises(ModelError, match=r"^The network in .* has other sizes than .*; to use it, install torch\.$"):
        backend.load_network(path, "cpu")


def test_a_graphics_card_is_taken_by_torch_if_there_is_one(exported, monkeypatch):
    monkeypatch.setattr(assets, "graphs", lambda: exported / "encoder" / "graphs")
    path, asked = exported / "encoder" / "w.safetensors", []
    monkeypatch.setattr(backend, "card_likely", lambda: True)
    assert isinstance(backend.load_network(path), GraphNetwork), "torch is asked, and sees no card here"
    monkeypatch.setattr("engine.neural.torch_network.choose_device", lambda *_: torch.device("cuda"))
    monkeypatch.setattr(TorchNetwork, "load", lambda *given: asked.append(given))
    backend.load_network(path)
    assert asked == [(path, "auto")]
    monkeypatch.setattr(backend, "installed", lambda package: package != "torch")
    assert isinstance(backend.load_network(path), GraphNetwork)
    with pytest.raises(ModelError, match=r"needs torch, which is not installed; compute on the CPU\.$"):
        backend.load_network(path, "cuda")


WITHOUT_TORCH = """
import sys
sys.modules["torch"] = None
import numpy as np
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Note, blank_piece, cells_of
from engine.canvas.text import BLANK_WORD, Sentence
from engine.jobs.job import run
from engine.jobs.request import Done, Request
grid = blank_piece(1).grid()
grid[0] = cells_of([Note(4 * beat, 4, pitch) for beat, pitch in enumerate((67, 69, 71, 67))], 16)
kept = Mask.filled(4, 16, Brush.REWRITE).paint(Brush.KEEP, 0, 0, 16)
piece = blank_piece(1).with_grid(grid)
words = Sentence(("the", BLANK_WORD, BLANK_WORD, "."))
for request in (
    Request(piece, kept, "sunmask", {"steps": 4}, 1),
    Request(piece, kept, "sfarm", {"groups": 4}, 1),
    Request(words, Mask.filled(1, 4, Brush.REWRITE), "mac", {"pool": 1}, 1),
):
    *_, last = run(request)
    assert isinstance(last, Done), last
    print(type(last).__name__)
"""


def test_a_melody_and_a_sentence_are_written_where_torch_is_not_installed():
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["Done"] * 3, done.stderr


def test_a_card_made_before_a_size_existed_finds_its_graph(exported, monkeypatch):
    monkeypatch.setattr(assets, "graphs", lambda: exported / "unet without motion" / "graphs")
    card = read_card(exported / "unet without motion" / "w.safetensors")
    old = {name: value for name, value in card["config"].items() if name != "motion"}
    assert fitting_graph(card | {"config": old}) and fitting_graph(card | {"config": old | {"dropout": 0.7}})
    for other in ({"heads": 1}, {"motion": True}, {"layers": 3}, {"more": 1}):
        assert fitting_graph(card | {"config": old | other}) is None
    assert fitting_graph(card | {"config": 5}) is None and fitting_graph(card | {"network": "encoder"}) is None


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_pass_on_two_cores_is_bit_for_bit_that_of_one(path):
    tokens, shown, side, step, mode = question(weights.load(path)[0], 3, 32)
    asked = NetworkInput(tokens, shown, side, np.flatnonzero(shown), step, mode)
    one, two = (GraphNetwork(fitting_graph(read_card(path)), path, threads).logits(asked) for threads in (1, 2))
    assert np.array_equal(one, two)
