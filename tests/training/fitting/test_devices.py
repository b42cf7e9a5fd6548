"""Training on a device that is not the CPU: torch's meta device has no values, and refuses whatever was not moved to
it; short memory halves what is computed at once; half precision answers as float32 does."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from engine.canvas.project import fresh
from engine.formats import save_file
from engine.neural.encoder import Encoder, EncoderConfig
from engine.neural.torch_network import autocast
from engine.neural.unet import UNet, UNetConfig
from engine.sampling import music_cells
from engine.sampling.orders import MODES, SENTENCE_MODES
from tests.training.fitting.test_jsb import scale_piece
from tests.training.fitting.tiny import WORDS, Grammar, tiny_network
from training import jsb
from training.data.counts import count, sizes_of
from training.data.marks import Pairs
from training.fitting.loop import Run, TrainConfig, sources, train
from training.fitting.objectives import OBJECTIVES

META = torch.device("meta")


def chorales():
    return jsb.ChoraleData([scale_piece(8)], [scale_piece(8)], {})


def encoder(**sizes):
    net = Encoder(EncoderConfig(len(WORDS), 16, 2, 1, 32, modes=SENTENCE_MODES, pieces=5, dropout=0.1, **sizes))
    net.spellings = torch.zeros(len(WORDS), 16)
    return net


def counting_encoder():
    rows = np.tile(np.arange(5), (30, 1))
    tables = count({5: rows}, len(WORDS), (2, 2, 2, 2, 2))
    net = encoder(grams=sizes_of(tables))
    net.counted.load_state_dict({name: torch.from_numpy(value) for name, value in tables.items()})
    return net


def unet():
    sizes = {"cell": 8, "beat": 16, "heads": 2, "layers": 1, "blocks": 1, "modes": len(MODES)}
    return UNet(UNetConfig(music_cells.TOKENS, side=music_cells.SIDE_SIZES, motion=True, **sizes))


def chorale_transformer():
    return jsb.network(replace(jsb.USUAL, method="sfarm", network="transformer", beat=64, layers=1))


NETWORKS = {
    "unet": (unet, chorales),
    "transformer on chorales": (chorale_transformer, chorales),
    "transformer": (lambda: tiny_network(SENTENCE_MODES), Grammar),
    "encoder": (encoder, Grammar),
    "encoder with count tables": (counting_encoder, Grammar),
}


def a_batch(data):
    """Three examples; sentences with a pair of drafts each, of which the third and fourth words are asked for."""
    batch = data().batch(sources(1, 0, range(3)), np.random.default_rng(1))
    if data is chorales:
        return batch
    drafts, hidden = np.stack([batch.tokens[:, 0].numpy()] * 2, 1), np.array([[False, False, True, True, False]] * 3)
    return replace(batch, pairs=Pairs(drafts, np.full_like(drafts, -1), hidden, hidden, hidden))


# Only sentences are drafts that readers mark
CASES = [
    (name, method)
    for name in NETWORKS
    for method in OBJECTIVES
    if method not in ("preferred", "judged") or NETWORKS[name][1] is Grammar
]


@pytest.mark.parametrize(("name", "method"), CASES)
def test_every_objective_runs_every_network_on_a_device_that_is_not_the_cpu(name, method):
    network, data = NETWORKS[name]
    net = network().to(META).train()
    loss = OBJECTIVES[method].loss(net, a_batch(data).to(META))
    loss.backward()
    assert loss.is_meta and loss.shape == ()
    assert all(value.grad is None or value.grad.is_meta for value in net.parameters())


def test_the_command_runs_its_loop_and_optimiser_without_values(tmp_path, capsys):
    for number in range(3):
        save_file(tmp_path / f"{number}.mid", fresh(scale_piece(start=number)))
    flags = ["--data", str(tmp_path), "--out", str(tmp_path / "run"), "--layers", "1", "--beat", "64", "--cell", "8"]
    jsb.main([*flags, "--device", "meta", "--steps", "2", "--batch", "2", "--export", str(tmp_path / "no.safetensors")])
    assert "step 2" in capsys.readouterr().out
    assert not (tmp_path / "no.safetensors").exists() and not (tmp_path / "run" / "checkpoint.pt").exists()


def gradients(part, tmp_path):
    run = Run(tiny_network(dropout=0.0), Grammar(), TrainConfig(out=str(tmp_path), steps=1, batch=8, device="cpu"))
    run.part = part
    loss = run.gradients()
    return loss, {name: value.grad for name, value in run.net.named_parameters()}


def test_a_batch_in_parts_has_the_gradients_of_the_whole(tmp_path):
    (whole, expected), (parts, found) = gradients(0, tmp_path), gradients(3, tmp_path)
    assert parts == pytest.approx(whole, abs=1e-5)
    assert all(torch.allclose(found[name], value, atol=1e-5) for name, value in expected.items())


def test_short_memory_halves_what_is_computed_at_once_and_says_so(tmp_path, monkeypatch, capsys):
    plain, sizes = OBJECTIVES["sunmask"].loss, []

    def short(net, batch):
        sizes.append(len(batch.tokens))
        if len(batch.tokens) > 3:
            raise torch.cuda.OutOfMemoryError("CUDA out of memory.")
        return plain(net, batch)

    monkeypatch.setitem(OBJECTIVES, "sunmask", replace(OBJECTIVES["sunmask"], loss=short))
    run = Run(tiny_network(), Grammar(), TrainConfig(out=str(tmp_path), steps=2, batch=10, device="cpu"))
    run.advance()
    assert sizes == [10, 5, 3, 3, 3, 1] and capsys.readouterr().out.splitlines() == [
        "Memory is short: a batch is now computed in parts of 5.",
        "Memory is short: a batch is now computed in parts of 3.",
    ]
    run.advance()
    assert sizes[6:] == [3, 3, 3, 1]


def test_a_single_example_that_does_not_fit_is_an_error(tmp_path, monkeypatch):
    def short(net, batch):
        raise torch.cuda.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setitem(OBJECTIVES, "sunmask", replace(OBJECTIVES["sunmask"], loss=short))
    run = Run(tiny_network(), Grammar(), TrainConfig(out=str(tmp_path), steps=1, batch=2, device="cpu"))
    with pytest.raises(RuntimeError, match="out of memory"):
        run.advance()


@pytest.mark.parametrize("name", NETWORKS)
def test_half_precision_answers_as_float32_does(name):
    network, data = NETWORKS[name]
    torch.manual_seed(0)
    net = network().eval()
    batch = data().batch(sources(1, 0, range(2)), np.random.default_rng(1))
    with torch.inference_mode():
        exact = net(batch.tokens, batch.counted, batch.side).softmax(-1)
        with torch.autocast("cpu", dtype=torch.float16):
            half = net(batch.tokens, batch.counted, batch.side).float().softmax(-1)
    assert (exact - half).abs().max() < 5e-3


def test_half_precision_is_for_cuda_alone(monkeypatch):
    with autocast(torch.device("cpu")), autocast(META):
        assert (torch.ones(2, 2) @ torch.ones(2, 2)).dtype == torch.float32
    monkeypatch.setattr(torch, "autocast", lambda kind, dtype: (kind, dtype))
    assert autocast(torch.device("cuda:1")) == ("cuda", torch.float16)


def test_a_device_that_is_not_there_is_one_sentence(tmp_path):
    config = TrainConfig(out=str(tmp_path), steps=1, device="mps")
    if not torch.backends.mps.is_available():
        with pytest.raises(SystemExit, match=r"no Apple graphics card that can be used here; compute on the CPU\.$"):
            train(tiny_network(), Grammar(), config)


def test_a_step_in_bfloat16_learns_what_a_step_in_float32_learns(tmp_path):
    losses, kinds = {}, set()
    for precision in ("float32", "bfloat16"):
        torch.manual_seed(0)
        net = tiny_network()
        first = next(part for part in net.modules() if isinstance(part, torch.nn.Linear))
        first.register_forward_hook(lambda _part, _given, out: kinds.add(out.dtype))
        config = TrainConfig(out=str(tmp_path), steps=1, batch=4, device="cpu", precision=precision)
        losses[precision] = Run(net, Grammar(), config).advance()
        assert {value.dtype for value in net.parameters()} == {torch.float32}
    assert kinds == {torch.float32, torch.bfloat16}
    assert losses["bfloat16"] == pytest.approx(losses["float32"], rel=0.02)


def test_an_unknown_precision_is_one_sentence(tmp_path):
    config = TrainConfig(out=str(tmp_path), steps=1, device="cpu", precision="float8")
    with pytest.raises(SystemExit, match=r"^--precision float8 is not known; choose one of float32, bfloat16\.$"):
        Run(tiny_network(), Grammar(), config).advance()
