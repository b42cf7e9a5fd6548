"""Weight files: what is saved is loaded, and a truncated, foreign or mismatched file gives one clear sentence."""

import json

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

from engine.errors import ModelError
from engine.neural import weight_file, weights
from engine.neural.backend import NetworkPredictor
from engine.neural.torch_network import TorchNetwork, plain_memory_errors
from engine.neural.transformer import Transformer, TransformerConfig
from engine.neural.unet import UNet, UNetConfig
from engine.neural.weight_file import STEP
from engine.sampling.music_cells import SIDE_SIZES, TOKENS

NETWORKS = {
    "unet": lambda: UNet(UNetConfig(6, voices=2, side=(4, 3), cell=8, beat=16, heads=2, layers=1, blocks=1)),
    "transformer": lambda: Transformer(
        TransformerConfig(6, voices=2, side=(4, 3), width=16, heads=2, layers=1, inner=32)
    ),
    "staged": lambda: UNet(UNetConfig(6, voices=2, side=(4, 3), cell=8, beat=16, heads=2, layers=1, blocks=1, modes=7)),
}


def inputs(batch=3, steps=8):
    generator = torch.Generator().manual_seed(0)
    tokens = torch.randint(0, 7, (batch, 2, steps), generator=generator)
    side = torch.stack([torch.arange(steps) % 4, torch.zeros(steps, dtype=torch.int64)], -1).expand(batch, -1, -1)
    return tokens, tokens < 4, side, torch.full((batch,), 0.5), torch.zeros(batch, dtype=torch.int64)


@pytest.mark.parametrize("name", NETWORKS)
def test_saved_weights_come_back_with_their_card(name, tmp_path):
    net = NETWORKS[name]().eval()
    path = tmp_path / "w.safetensors"
    weights.save(path, net, net.state_dict(), {"vocabulary": ["a", "b"], "note": "hello"})
    again, card = weights.load(path, ("a", "b"))
    assert card["note"] == "hello" and again.config == net.config
    with torch.no_grad():
        assert torch.allclose(net(*inputs()), again(*inputs()), atol=1e-2)


@pytest.mark.parametrize("name", NETWORKS)
def test_logits_at_chosen_cells_are_those_of_the_whole(name):
    net = NETWORKS[name]().eval()
    tokens, mask, side, step, mode = inputs()
    with torch.no_grad():
        whole = net(tokens, mask, side, step, mode)
        assert whole.shape == (3, 2, 8, 6)
        where = (~mask).flatten().nonzero()[:, 0]
        assert torch.allclose(whole[~mask], net(tokens, mask, side, step, mode, where=where), atol=1e-5)


def test_the_network_reads_tokens_mask_side_step_and_mode():
    net = NETWORKS["staged"]().eval()
    tokens, mask, side, step, mode = inputs()
    with torch.no_grad():
        for table in [*net.side.parameters(), *net.stage.parameters()]:
            torch.nn.init.normal_(table)  # they begin at 0, as if nothing were given
        base = net(tokens, mask, side, step, mode)
        changed = [
            (6 - tokens, mask, side, step, mode),
            (tokens, ~mask, side, step, mode),
            (tokens, mask, side.flip(1), step, mode),
            (tokens, mask, side, step / 2, mode),
            (tokens, mask, side, step, mode + 3),
        ]
        assert all(not torch.allclose(base, net(*each)) for each in changed)


@pytest.fixture
def good(tmp_path):
    net = NETWORKS["unet"]()
    path = tmp_path / "w.safetensors"
    weights.save(path, net, net.state_dict(), {"vocabulary": ["a"]})
    return path


def test_a_staged_network_may_be_asked_without_a_stage():
    net = NETWORKS["staged"]().eval()
    tokens, mask, side, _, _ = inputs()
    with torch.no_grad():
        assert net(tokens, mask, side).isfinite().all()


def test_a_different_vocabulary_is_refused(good):
    with pytest.raises(ModelError, match="another vocabulary"):
        weights.load(good, ("b",))


@pytest.mark.parametrize("keep", [0, 4, 100, 0.5, 0.99])
def test_a_truncated_file_is_one_sentence(good, keep):
    data = good.read_bytes()
    good.write_bytes(data[: int(keep if keep > 1 else keep * len(data))])
    with pytest.raises(ModelError, match="damaged"):
        weights.load(good)


def test_a_foreign_file_is_one_sentence(tmp_path):
    foreign = tmp_path / "foreign.safetensors"
    save_file({"x": torch.zeros(3)}, foreign)
    with pytest.raises(ModelError, match="not made by this version"):
        weights.load(foreign)


def test_a_card_that_does_not_fit_its_tensors_is_one_sentence(good, tmp_path):
    net = NETWORKS["unet"]()
    state = {k: v for k, v in net.state_dict().items() if k != "output.weight"}
    weights.save(good, net, state, {})
    with pytest.raises(ModelError, match="do not fit"):
        weights.load(good)


def tampered(good, **config):
    """The weight file with another card in front of the same tensors."""
    data = good.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    card = json.loads(header["__metadata__"]["card"])
    card["config"] |= config
    header["__metadata__"]["card"] = json.dumps(card)
    return header, data[8 + length :]


def put(good, header, tensors):
    head = json.dumps(header).encode()
    good.write_bytes(len(head).to_bytes(8, "little") + head + tensors)


@pytest.mark.parametrize(
    "config",
    [
        {"layers": 1_000_000},
        {"blocks": 10**9},
        {"tokens": 10**12},
        {"side": [4] * 100_000},
        {"side": [10**9, 3]},
        {"cell": -8},
        {"reach": 1 << 40},
        {"layers": "six"},
        {"layers": None},
        {"beat": {"a": 1}},
        {"cell": 16},
        {"layers": 2},
    ],
)
def test_sizes_that_the_tensors_do_not_have_are_refused_before_a_network_is_built(good, monkeypatch, config):
    put(good, *tampered(good, **config))
    kind, network = weights.NETWORKS["unet"]

    def watched(config):
        assert torch.empty(1).is_meta, "sizes from a stranger took memory"
        assert max(config.layers, config.blocks, config.tokens // 1000) < 1000
        return network(config)

    monkeypatch.setitem(weights.NETWORKS, "unet", (kind, watched))
    with pytest.raises(ModelError, match="do not fit"):
        weights.load(good)


@pytest.mark.parametrize("config", [{"layers": 300}, {"blocks": 300}, {"side": [0] * 300}])
def test_tensors_that_hold_nothing_let_no_deeper_network_be_built(good, monkeypatch, config):
    header, tensors = tampered(good, **config)
    nothing = {"dtype": "F16", "shape": [0], "data_offsets": [len(tensors), len(tensors)]}
    put(good, header | {f"nothing{number}": nothing for number in range(400)}, tensors)
    monkeypatch.setattr(weights, "build", lambda *_: pytest.fail("it would take minutes with a million of them"))
    with pytest.raises(ModelError, match="do not fit"):
        weights.load(good)


def test_a_header_that_would_take_minutes_to_read_is_refused(good):
    header, tensors = tampered(good)
    weights.load(good)
    head = json.dumps(header).encode().ljust(4_000_001 + 7 & ~7)
    good.write_bytes(len(head).to_bytes(8, "little") + head + tensors)
    with pytest.raises(ModelError, match="not a weight file"):
        weights.load(good)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_weights_that_are_no_numbers_are_refused(good, value):
    net = NETWORKS["unet"]()
    state = net.state_dict()
    state["output.weight"] = torch.full_like(state["output.weight"], value)
    weights.save(good, net, state, {})
    with pytest.raises(ModelError, match="do not fit") as error:
        weights.load(good)
    assert "no numbers" in error.value.details


@pytest.mark.parametrize(
    "card",
    [
        "[" * 50_000,
        '{"a":' * 500 + "1" + "}" * 500,
        '{"format": "palimpsest-weights-1", "network": ["unet"]}',
        '{"format": "palimpsest-weights-1", "network": "unet"}',
        '{"format": "palimpsest-weights-1", "network": "unet", "config": 5}',
        '{"format": "palimpsest-weights-1", "network": "unet", "config": 5, "vocabulary": ["a"]}',
        '{"format": "palimpsest-weights-1", "network": "transformer", "config": {"width": 0}, "vocabulary": ["a"]}',
        '{"format": "palimpsest-weights-1", "network": "unet", "config": {}, "vocabulary": 5}',
        '{"format": "palimpsest-weights-1", "network": "unet", "config": {}, "vocabulary": [[]]}',
        '{"format": "palimpsest-weights-1", "network": "unet", "config": {}, "crop": 1000000000}',
    ],
)
def test_any_card_is_one_sentence(good, card):
    header, tensors = tampered(good)
    header["__metadata__"]["card"] = card
    put(good, header, tensors)
    with pytest.raises(ModelError, match=r"\.$"):
        weights.load(good, ("a",))


@pytest.mark.parametrize(
    "error", [torch.cuda.OutOfMemoryError("CUDA out of memory."), RuntimeError("MPS backend out of memory (18 GB)")]
)
def test_a_graphics_card_without_memory_has_a_sentence_of_its_own_and_a_way_on(error):
    def fail():
        with plain_memory_errors(torch.device("mps")):
            raise error

    with pytest.raises(
        ModelError, match=r"graphics card has too little free memory .* fewer alternatives, or compute on"
    ):
        fail()


def test_other_faults_are_not_taken_for_lack_of_memory():
    def fail():
        with plain_memory_errors(torch.device("cpu")):
            raise RuntimeError("shapes do not fit")

    with pytest.raises(RuntimeError, match="shapes do not fit"):
        fail()


def test_weights_are_half_precision_and_never_pickle(good):
    data = good.read_bytes()
    header = data[8 : 8 + int.from_bytes(data[:8], "little")]
    assert header.startswith(b"{") and b'"F16"' in header and b"F32" not in header


@pytest.mark.parametrize("count", [1, 2, 5])
def test_canvases_shared_by_cores_are_answered_in_order_and_as_by_one_core(count):
    torch.manual_seed(0)
    net = Transformer(TransformerConfig(7, width=16, heads=2, layers=1, inner=32, modes=2))
    rng = np.random.default_rng(1)
    tokens, step, mode = rng.integers(0, 7, (count, 1, 6)), rng.random(count), rng.integers(0, 2, count)
    shown, side = rng.random(tokens.shape) < 0.5, np.zeros((6, 0), dtype=np.int64)
    alone, shared = (
        NetworkPredictor(TorchNetwork(net, {}, "cpu"), cores)(tokens, shown, side, step, mode) for cores in (1, 3)
    )
    assert shared.shape == (count, 1, 6, 7) and np.allclose(alone, shared, atol=1e-5)
    assert count == 1 or not np.allclose(shared[0], shared[-1], atol=1e-3)


def test_wanted_cells_are_answered_as_when_all_are_wanted_and_beats_are_filled_up():
    torch.manual_seed(0)
    net = UNet(UNetConfig(TOKENS, voices=2, side=SIDE_SIZES, cell=8, beat=16, layers=1, heads=1))
    predict = NetworkPredictor(TorchNetwork(net, {}, "cpu"), 2)
    rng = np.random.default_rng(1)
    tokens, wanted = rng.integers(0, TOKENS, (3, 2, 6)), rng.random((3, 2, 6)) < 0.3
    side = np.stack([np.arange(3, 9) % 4, *np.zeros((len(SIDE_SIZES) - 1, 6), dtype=np.int64)], -1)
    every, some = (predict(tokens, tokens > 3, side, wanted=which) for which in (None, wanted))
    assert (
        every.shape == some.shape == (3, 2, 6, TOKENS)
        and np.allclose(every[wanted], some[wanted], atol=1e-5)
        and not some[~wanted].any()
    )


def test_large_matrices_are_stored_in_eight_bits_and_come_back_nearly_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(weight_file, "LARGE", 16)
    net, path = NETWORKS["unet"]().eval(), tmp_path / "w.safetensors"
    weights.save(path, net, net.state_dict(), {})
    with safe_open(path, framework="pt") as file:
        stored = {key: file.get_tensor(key) for key in list(file.keys())}
    large = [key for key in stored if key + STEP in stored]
    assert large and all(stored[key].dtype == torch.int8 and stored[key].ndim == 2 for key in large)
    again, _ = weights.load(path)
    for key, value in net.state_dict().items():
        step = stored[key + STEP] if key in large else torch.tensor(1e-3)
        assert ((again.state_dict()[key] - value).abs() <= step * 0.51 + 1e-3 * value.abs()).all(), key


@pytest.mark.parametrize("shape", [(1, 1), (2,)])
def test_steps_that_fit_no_tensor_are_refused(shape, tmp_path, monkeypatch):
    monkeypatch.setattr(weight_file, "LARGE", 16)
    net, path = NETWORKS["unet"]().eval(), tmp_path / "w.safetensors"
    weights.save(path, net, net.state_dict(), {})
    with safe_open(path, framework="pt") as file:
        card, stored = file.metadata(), {key: file.get_tensor(key) for key in list(file.keys())}
    first = next(key for key in stored if key.endswith(STEP))
    save_file(stored | {first: torch.ones(shape)}, path, card)
    with pytest.raises(ModelError, match="do not fit"):
        weights.load(path)
    save_file(stored | {"nobody" + STEP: torch.ones(2, 1)}, path, card)
    with pytest.raises(ModelError, match="do not fit"):
        weights.load(path)
