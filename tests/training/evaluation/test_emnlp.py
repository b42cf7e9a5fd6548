"""The sentence evaluation from its command to its page, with tiny real networks and toy news."""

import json

import numpy as np
import pytest
import torch

from engine.canvas.mask import Brush, Mask
from engine.canvas.text import Sentence
from engine.jobs import models
from engine.neural import backend, weights
from engine.neural.transformer import Transformer, TransformerConfig
from engine.sampling.modalities import MODALITIES
from engine.sampling.orders import SENTENCE_MODES
from tests.engine.toys import exact_nats
from tests.training.data.toy_news import WORDS, Follower, toy_folder
from training import evaluate
from training.evaluation.emnlp import RECIPES, SECTIONS, calls, perplexity
from training.evaluation.jsb import Recipe
from training.evaluation.text.sentences import lengths_of, network, read_news, samples
from training.results.report import render

METHODS = ("sunmask", "mac", "sfarm", "ardm")  # one is left out: its rows are not made


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Toy news with tiny weights beside it."""
    folder = toy_folder(tmp_path_factory.mktemp("news") / "folder")
    torch.manual_seed(0)
    for method in METHODS:
        net = Transformer(
            TransformerConfig(
                len(WORDS), width=16, heads=2, layers=1, inner=32, modes=SENTENCE_MODES * (method == "sfarm")
            )
        )
        weights.save(
            folder / f"text-{method}.safetensors",
            net,
            net.state_dict(),
            {"vocabulary": WORDS, "crop": 49, "method": method, "core_hours": 0.5},
        )
    return folder


@pytest.fixture
def run(folder, tmp_path, monkeypatch):
    """The command, writing into its own folder."""
    monkeypatch.setattr(evaluate, "DOCS", tmp_path)
    monkeypatch.setattr(models, "_loaded", {})
    monkeypatch.setattr(models, "_settings", dict(models._settings))

    def command(*flags):
        evaluate.main(["emnlp", "--data", str(folder), "--weights", str(folder), "--threads", "1", *flags])
        return {
            path.stem.removeprefix("emnlp-twins-"): json.loads(path.read_text())["rows"]
            for path in (tmp_path / "results").glob("*.json")
        }

    return command


def test_every_section_has_its_rows_and_its_table(run, tmp_path):
    found = run("--count", "5", "--defaults", *(flag for name in SECTIONS for flag in ("--section", name)))
    labels = {name: [row["label"] for row in rows] for name, rows in found.items()}
    usual = [r.label for r in RECIPES if not r.variant and r.method in METHODS]
    assert (
        labels["bleu"][:2] == ["real text of another part", "training text of the same lengths"]
        and labels["bleu"][5:] == usual
    )
    assert labels["memory"][-len(usual) - 1 :] == ["trigram, temperature 0.8", *usual]
    assert labels["likelihood"] == ["trigram", "MAC", "ARDM", "SFARM"]
    assert labels["infilling"] == ["trigram", "SUNMASK", "MAC", "SFARM", "ARDM"]
    assert labels["emphasis"] == ["success / disaster", "war / play", "all together"]
    for path in (tmp_path / "results").glob("emnlp-twins-*.json"):
        path.rename(path.with_name(path.name.replace("-twins", "")))
    render(tmp_path / "results", tmp_path / "RESULTS.md")
    page = (tmp_path / "RESULTS.md").read_text()
    assert (
        all(label in page for rows in labels.values() for label in rows)
        and "(published)" in page
        and "emnlp --section bleu" in page
    )
    for name in ("bleu", "infilling"):
        assert "![" in page and (tmp_path / "results" / f"emnlp-{name}.png").stat().st_size > 5000


def test_one_method_replaces_its_own_rows_only(run):
    first = run("--section", "likelihood", "--count", "3", "--method", "mac", "--method", "trigram")["likelihood"]
    again = run("--section", "likelihood", "--count", "4", "--method", "mac")["likelihood"]
    assert [row["count"] for row in first] == [3, 3] and [(row["label"], row["count"]) for row in again] == [
        ("trigram", 3),
        ("MAC", 4),
    ]


def test_mac_s_perplexity_is_its_exact_likelihood_and_one_order_is_never_better_than_many(run, folder):
    rows = {row["label"]: row for row in run("--section", "likelihood", "--count", "4", "--orders", "3")["likelihood"]}
    news = read_news(folder, "valid")
    predict = backend.load(folder / "text-mac.safetensors", device="cpu")
    nats = 0.0
    for tokens in (drawn := news.drawn(4, 1)):
        page = MODALITIES[Sentence].open(
            Sentence(tuple(WORDS[t] for t in tokens)), Mask.filled(1, len(tokens), Brush.REWRITE), predict
        )
        nats += exact_nats(predict, page.cells, page.cells.free)
    assert rows["MAC"]["perplexity"] == pytest.approx(np.exp(nats / sum(map(len, drawn))), rel=1e-5)
    assert (
        rows["MAC"]["one_order"] == rows["MAC"]["perplexity"] and rows["ARDM"]["one_order"] > rows["ARDM"]["perplexity"]
    )
    assert rows["trigram"]["perplexity"] < len(WORDS) and rows["MAC"]["trained_minutes"] == 30


def test_samples_have_the_lengths_that_were_drawn_and_do_not_depend_on_each_other(folder):
    news = read_news(folder, "valid")
    lengths = lengths_of(news.drawn(20, 1))
    stand_in = Follower()
    found, _ = samples(Recipe("MAC", "mac", {}), lengths, 1, news, lambda modality, method: stand_in)
    again, _ = samples(Recipe("MAC", "mac", {}), lengths, 1, news, lambda modality, method: stand_in)
    assert lengths_of(found) == lengths and all((a == b).all() for a, b in zip(found, again, strict=True))
    assert len({tuple(s) for s in found}) == 20


def test_another_vocabulary_is_refused_in_words(folder, monkeypatch):
    news = read_news(folder, "valid")
    stand_in = Follower()
    monkeypatch.setattr(stand_in, "card", {"vocabulary": (*WORDS[1:], "another")}, raising=False)
    monkeypatch.setattr("training.evaluation.text.sentences.load_predictor", lambda modality, method: stand_in)
    with pytest.raises(SystemExit, match="another vocabulary"):
        network("mac", news)


def test_a_larger_vocabulary_is_kept_to_the_folder_s_words(folder, monkeypatch):
    """Other words' logits are left out before the softmax; tokens and BLANK arrive as the network numbers them."""
    news, seen = read_news(folder, "valid"), []

    class Larger:
        vocabulary, length, card = len(WORDS) + 1, 49, {"vocabulary": ("another", *WORDS)}

        def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
            seen.append(tokens)
            return np.broadcast_to(np.arange(self.vocabulary, dtype=np.float32), (*tokens.shape, self.vocabulary))

    monkeypatch.setattr("training.evaluation.text.sentences.load_predictor", lambda modality, method: Larger())
    predict = network("mac", news)
    tokens = np.array([[[0, 3, len(WORDS)]]])
    logits = predict(tokens, tokens < len(WORDS), np.zeros((3, 0), dtype=np.int64))
    assert predict.vocabulary == len(WORDS) and logits.shape[-1] == len(WORDS)
    assert seen[0].tolist() == [[[1, 4, len(WORDS) + 1]]] and logits[0, 0, 0].tolist() == [*range(1, len(WORDS) + 1)]


def test_the_folder_must_be_named_and_be_there(tmp_path, monkeypatch):
    monkeypatch.setattr(evaluate, "DOCS", tmp_path)
    monkeypatch.setattr(models, "_settings", dict(models._settings))
    with pytest.raises(SystemExit, match="--data DIR"):
        evaluate.main(["emnlp", "--section", "bleu"])
    with pytest.raises(SystemExit, match=r"train\.txt"):
        evaluate.main(["emnlp", "--section", "bleu", "--data", str(tmp_path)])


def test_perplexity_and_its_error_by_hand():
    value, error = perplexity(np.array([2.0, 6.0]), np.array([2, 2]))
    assert value == pytest.approx(np.exp(2)) and error == pytest.approx(np.exp(2) * np.sqrt(8) / 4)
    assert [calls(r, 30.0) for r in RECIPES if r.label in ("SUNMASK, 24 steps", "MAC", "SFARM, 16 groups")] == [
        26.0,
        30.0,
        16.0,
    ]
