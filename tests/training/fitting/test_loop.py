"""The training loop: every method lowers its loss, an interrupted run is the run that was not, two processes give
the gradients of one."""

import csv
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.canvas.mask import Mask
from engine.canvas.text import Sentence
from engine.neural import backend, weights
from engine.sampling.orders import SENTENCE_MODES
from engine.sampling.questions import top_values
from engine.sampling.text_cells import encode
from tests.training.fitting.tiny import WORDS, Grammar, tiny_network
from training.emnlp import EmnlpConfig
from training.fitting import loop
from training.fitting.loop import Run, TrainConfig, rate_at, train
from training.fitting.objectives import OBJECTIVES

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.usefixtures("few_masks")


def config(folder, **changes):
    return replace(TrainConfig(out=str(folder), steps=30, batch=16, rate=3e-3, warmup=5, every=1e9), **changes)


def modes(method):
    return SENTENCE_MODES if OBJECTIVES[method].staged else 0


SHIPPED = ("mac", "sfarm", "sunmask")


@pytest.mark.parametrize(
    "method", [*SHIPPED, *(pytest.param(name, marks=pytest.mark.full) for name in sorted({*OBJECTIVES} - {*SHIPPED}))]
)
def test_every_method_lowers_its_loss(method, tmp_path):
    run = train(tiny_network(modes(method)), Grammar(), config(tmp_path, method=method, steps=150, ema=0.9))
    with torch.no_grad():
        before = float(OBJECTIVES[method].loss(tiny_network(modes(method)).eval(), Grammar().validation()[0]))
    assert run.validate() < before * 0.75


def test_the_grammar_s_agreement_is_learned_and_shipped_weights_know_it(tmp_path):
    path = tmp_path / "toy.safetensors"
    train(tiny_network(), Grammar(), config(tmp_path, method="mac", steps=300, ema=0.9, export=str(path)))
    predict = backend.load(path, device="cpu")
    for words, verb in ((("a", "dog", "", "fast", "."), "runs"), (("some", "dogs", "", "fast", "."), "run")):
        page = encode(Sentence(words), Mask((bytes([3, 3, 0, 3, 3]),)), WORDS, {w: i for i, w in enumerate(WORDS)})
        token, probability = top_values(predict, page.cells, (0, 2, 3))[0]
        assert WORDS[token] == verb and probability > 0.8


def test_clipping_by_value_bounds_every_element_and_not_the_norm(tmp_path):
    run = Run(tiny_network(), Grammar(), config(tmp_path, clip=1e-9, clip_value=1e-3))
    run.advance()
    gradients = [p.grad for p in run.net.parameters() if p.grad is not None]
    assert max(float(g.abs().max()) for g in gradients) == pytest.approx(1e-3)
    assert float(torch.cat([g.flatten() for g in gradients]).norm()) > 1e-3


def test_adam_is_a_switch_and_an_unknown_optimiser_is_refused_in_one_sentence(tmp_path):
    assert type(Run(tiny_network(), Grammar(), config(tmp_path, optimizer="adam")).optimizer) is torch.optim.Adam
    assert type(Run(tiny_network(), Grammar(), config(tmp_path)).optimizer) is torch.optim.AdamW
    with pytest.raises(SystemExit, match="choose one of adamw, adam"):
        Run(tiny_network(), Grammar(), config(tmp_path, optimizer="sgd"))


def test_gradients_are_clipped_to_the_largest_norm_of_the_configuration(tmp_path):
    norms = {}
    for clip in (0.01, 1e9):
        run = Run(tiny_network(), Grammar(), config(tmp_path, clip=clip))
        run.advance()
        gradients = [p.grad.norm() for p in run.net.parameters() if p.grad is not None]
        norms[clip] = float(torch.stack(gradients).norm())
    assert norms[0.01] == pytest.approx(0.01, rel=1e-3) and norms[1e9] > 0.1


def test_an_interrupted_and_resumed_run_is_bit_for_bit_the_uninterrupted_one(tmp_path):
    whole = train(tiny_network(), Grammar(), config(tmp_path / "whole"))
    train(tiny_network(), Grammar(), config(tmp_path / "parts"), stop=lambda step: step == 13)
    torch.manual_seed(99)  # a new process would start from another state
    again = train(tiny_network(), Grammar(), config(tmp_path / "parts", resume=True))
    assert again.step == whole.step == 30
    for key, value in whole.net.state_dict().items():
        assert torch.equal(value, again.net.state_dict()[key]), key
        assert torch.equal(whole.average[key], again.average[key]), key


def test_the_rate_rises_stays_and_falls_to_zero():
    plan = config(".", steps=100, warmup=10, decay=0.2, rate=1.0)
    rates = [rate_at(step, 100, plan) for step in range(101)]
    assert (
        rates[0] == pytest.approx(0.1)
        and rates[9:80] == [1.0] * 71
        and rates[90] == pytest.approx(0.5)
        and rates[100] == 0.0
    )


def test_a_budget_in_minutes_fits_the_schedule(tmp_path):
    run = train(tiny_network(), Grammar(), config(tmp_path, steps=0, minutes=0.03))
    assert run.total and run.step == run.total and rate_at(run.step, run.total, run.config) == 0.0


def test_a_run_that_slows_down_keeps_to_its_minutes(tmp_path, monkeypatch):
    clock, advance = [0.0], loop.Run.advance

    def slower(run):
        clock[0] += 1.0 if run.step < 40 else 3.0
        return advance(run)

    monkeypatch.setattr(loop.Run, "advance", slower)
    monkeypatch.setattr(loop.time, "monotonic", lambda: clock[0])
    run = train(tiny_network(), Grammar(), config(tmp_path, method="mac", steps=0, minutes=5, every=0.5))
    assert run.seconds == pytest.approx(300, rel=0.1) and run.step == run.total


def test_log_curve_and_card_are_left_behind(tmp_path):
    path = tmp_path / "w.safetensors"
    train(tiny_network(), Grammar(), config(tmp_path, export=str(path)))
    rows = list(csv.DictReader((tmp_path / "log.csv").read_text().splitlines()))
    assert rows[-1]["step"] == "30" and float(rows[-1]["validation"]) > 0
    assert (tmp_path / "log.png").stat().st_size > 1000
    card = weights.read_card(path)
    assert (
        card["methods"] == ["sunmask"]
        and card["vocabulary"] == list(WORDS)
        and card["examples"] == 480
        and card["validation_nats"] > 0
    )


def test_a_warm_start_takes_every_tensor_that_fits(tmp_path):
    path = tmp_path / "w.safetensors"
    first = train(tiny_network(), Grammar(), config(tmp_path, method="mac", export=str(path)))
    second = train(
        tiny_network(SENTENCE_MODES),
        Grammar(),
        config(tmp_path, method="sfarm", steps=1, rate=0.0, warm_start=str(path)),
    )
    taken = second.net.state_dict()["embedding.weight"]
    assert torch.allclose(taken, first.average["embedding.weight"], atol=1e-3)
    assert second.card(1.0)["begun_from"]["steps"] == 30, "what came before is on the card"


def test_several_objectives_are_taken_in_turn(tmp_path):
    """Each step has the loss of its own objective; the card names all of them."""
    plan = config(tmp_path, method="mac sfarm sunmask", steps=6)
    run = Run(tiny_network(SENTENCE_MODES).eval(), Grammar(), plan)
    alone = [
        Run(tiny_network(SENTENCE_MODES).eval(), Grammar(), config(tmp_path, method=name))
        for name in plan.method.split()
    ]
    for step in range(6):
        losses = [float(each.loss(step, each.examples).detach()) for each in alone]
        assert float(run.loss(step, run.examples).detach()) == losses[step % 3] and len(set(losses)) == 3
    assert run.card(1.0)["methods"] == ["mac", "sfarm", "sunmask"]


def test_a_card_names_files_and_folders_but_not_where_they_were(tmp_path):
    config = EmnlpConfig(out=str(tmp_path), data=str(tmp_path / "news"), warm_start=str(tmp_path / "first.safetensors"))
    recipe = Run(tiny_network(), Grammar(), config).card(1.0)["recipe"]
    assert recipe["data"] == "news" and recipe["warm_start"] == "first.safetensors" and str(tmp_path) not in str(recipe)


SPLIT = """
import sys, numpy as np, torch
from pathlib import Path
from tests.training.fitting.test_loop import config
from tests.training.fitting.tiny import Grammar, tiny_network
from training.fitting.loop import Run, agreed
run = Run(tiny_network(dropout=0.0), Grammar(), config(sys.argv[1]))
run.loss(3, run.examples).backward()
if run.rank == 0:
    np.savez(sys.argv[2], **{name: p.grad.numpy() for name, p in run.net.named_parameters()})
Path(sys.argv[2] + str(run.rank)).write_text(str(agreed(run, 7 + run.rank)))
if run.world > 1:
    torch.distributed.destroy_process_group()
"""


@pytest.mark.full
def test_two_processes_give_the_gradients_of_one_and_go_by_one_clock(tmp_path):
    script = tmp_path / "split.py"
    script.write_text(SPLIT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"}
    one, two = tmp_path / "one.npz", tmp_path / "two.npz"
    subprocess.run([sys.executable, script, tmp_path, one], check=True, env=environment, capture_output=True)
    launch = [
        sys.executable,
        "-m",
        "torch.distributed.run",
        "--standalone",
        "--local-addr",
        "127.0.0.1",
        "--nproc-per-node",
        "2",
    ]
    subprocess.run([*launch, script, tmp_path, two], check=True, env=environment, capture_output=True)
    assert {Path(f"{two}{rank}").read_text() for rank in range(2)} == {"7"}
    with np.load(one) as alone, np.load(two) as together:
        for name in alone.files:
            assert together[name] == pytest.approx(alone[name], abs=1e-6), name
