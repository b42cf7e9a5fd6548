"""SFARM on tables of numbers: the same objective, orders and questions as music and sentences, on a table whose answer
is known."""

import numpy as np
import pytest
import torch

from engine.errors import PalimpsestError
from engine.sampling.ordered import random_order
from engine.sampling.questions import ask, last, order_nats
from training.data.table import read_table, split
from training.evaluate import main as evaluate
from training.fitting.loop import sources
from training.fitting.objectives import OBJECTIVES
from training.uci import STEP, TableConfig, TableData, TableNetwork, TablePredictor, cells_of, fit, normal, planned


def table(rows=400, seed=0):
    """The last column is the first one and a little noise; the one between says nothing."""
    rng = np.random.default_rng(seed)
    first, idle = rng.normal(size=(2, rows))
    return np.stack([first, idle, first + 0.1 * rng.normal(size=rows)], 1)


def test_the_rows_held_out_do_not_set_the_scale():
    rows = table()
    part = split(rows, seed=3)
    assert len(part.test) == 40 and len(part.training) == 360
    assert np.allclose(part.training.mean(0), 0) and np.allclose(part.training.std(0), 1)
    assert not np.allclose(part.test.mean(0), 0)


def test_a_file_that_is_no_table_is_refused(tmp_path):
    (tmp_path / "energy.txt").write_text("1 2\nthree\n")
    with pytest.raises(PalimpsestError, match="cannot be read"):
        read_table(tmp_path, "energy")
    (tmp_path / "energy.txt").write_text("1\n2\n")
    with pytest.raises(PalimpsestError, match="two columns"):
        read_table(tmp_path, "energy")


def test_nats_are_those_of_the_normal_distribution():
    answer, target = torch.tensor([[0.5, -1.0], [2.0, 0.3]]), torch.tensor([1.0, -1.0])
    exact = -torch.distributions.Normal(answer[:, 0], answer[:, 1].exp()).log_prob(target)
    assert torch.allclose(normal(answer, target), exact)


def test_the_shared_objective_takes_a_table():
    """The loss is the mean over rows of the mean nats of the cells that may come next."""
    data = TableData(split(table(), 0).training, "toy")
    net = TableNetwork(3, 8)
    batch = data.batch(sources(1, 0, range(50)), np.random.default_rng(0))
    loss = OBJECTIVES["sfarm"].loss(net, batch)
    assert loss.isfinite() and loss.requires_grad
    with torch.no_grad():
        for value in net.layers[-1].parameters():
            value.zero_()
    alone = OBJECTIVES["sfarm"].loss(net, data.batch(sources(1, 0, range(50)), np.random.default_rng(0)))
    assert abs(float(alone.detach()) - 0.5 * np.log(2 * np.pi) - 0.5) < 0.3, "a standard normal for every feature"


def test_the_predictor_reads_the_network_on_a_grid():
    """Along one order the engine's exact nats are the closed form's, to the grid's fineness."""
    torch.manual_seed(1)
    net = TableNetwork(3, 8)
    predict, row = TablePredictor(net, 3), np.array([0.3, -0.8, 0.1])
    cells = cells_of(row, np.array([True, False, False]))
    order = random_order(cells, np.random.default_rng(0))
    found = order_nats(predict, cells, [order], staged=True)[0] + 2 * np.log(STEP)
    expected, shown = 0.0, np.array([True, False, False])
    for turn in range(2):
        place = int(np.flatnonzero(order.ranks[0] == turn)[0])
        x = torch.from_numpy(np.where(shown, row, 0.0)).float()[None, None]
        stage = torch.tensor([(shown.sum() + 1) / 3]).float(), torch.zeros(1, dtype=torch.int64)
        answer = net(x, torch.from_numpy(shown)[None, None], torch.zeros(0), *stage)[0, 0, place]
        expected += float(normal(answer[None], torch.tensor([row[place]]).float()).detach())
        shown[place] = True
    assert found == pytest.approx(expected, abs=0.02)


def test_a_trained_network_asks_for_the_feature_that_says_most(tmp_path):
    part = split(table(), 0)
    config = TableConfig(table="toy", epochs=50, rate=1e-2)
    predict = fit(part, planned(config, len(part.training), str(tmp_path)))
    cells = cells_of(part.test[0], np.zeros(3, dtype=bool))
    target = np.array([[False, False, True]])
    answers = last(ask(predict, cells, [(0, 0), (0, 1)], np.random.default_rng(0), samples=16, target=target))
    assert answers[0].step == 0 and answers[0].nats > 0.5 > abs(answers[1].nats)


def test_the_evaluation_makes_both_tables(tmp_path, monkeypatch):
    monkeypatch.setattr("training.evaluate.DOCS", tmp_path)
    for name in ("energy", "yacht", "concrete"):
        np.savetxt(tmp_path / f"{name}.txt", table(60))
    evaluate(["uci", "--data", str(tmp_path), "--count", "1", "--epochs", "20"])
    page = (tmp_path / "RESULTS.md").read_text()
    assert "Hidden features of tables" in page and "concrete, acquisition" in page
