"""The rows of the chorale tables: recipes that exist, Bach's own passages, harmonisations that keep the melody,
likelihoods of known models."""

import argparse
from dataclasses import replace

import numpy as np
import pytest

from engine.sampling import music_cells as mc
from engine.sampling.methods import METHODS
from engine.sampling.options import filled
from engine.theory.grade import grade
from tests.engine.toys import NeighbourModel
from training.evaluation import jsb


def silent(_modality, _method):
    """A network that only knows pitches: every note of every voice is a choice of its neighbours."""
    return NeighbourModel(mc.TOKENS)


def test_every_recipe_s_options_are_its_method_s():
    for recipe in jsb.RECIPES:
        filled(METHODS[recipe.method].options_for("music"), recipe.options)


def test_each_method_has_one_row_that_is_no_variant():
    plain = [recipe.method for recipe in jsb.RECIPES if not recipe.variant]
    assert sorted(plain) == sorted(METHODS)


def test_bach_s_passages_are_drawn_from_the_part_and_the_best_are_better():
    drawn = jsb.bach("valid", 9, 1)
    assert drawn["count"] == 9 and drawn["best_median"] <= drawn["median"] < 10
    low, high = drawn["quarters"]["overall"]
    assert low <= drawn["median"] <= high


def test_harmonising_keeps_every_soprano_note_and_counts_what_agrees():
    found = jsb.harmonise(jsb.Recipe("S", "sfarm", {"groups": 4}), "valid", 2, 0, silent)
    kept, sung = found["soprano_notes"]
    assert found["soprano_intact"] and kept == sung > 20
    assert 0 <= found["notes_agree"] < 0.5 and found["ours"]["count"] == found["bach"]["count"] == 2


class Even:
    """Every token is as likely as every other."""

    vocabulary, length, card = mc.TOKENS, 128, {}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        return np.zeros((*tokens.shape, mc.TOKENS), dtype=np.float32)


def test_likelihood_of_an_even_model_is_the_log_of_what_is_allowed():
    mac = jsb.likelihood("mac", Even(), "valid", 2, orders=2, seed=0)
    assert mac["orders"] == 1 and len(mac["nats"]) == 2 and mac["nats"] == mac["nats_one_order"]
    assert all(value == pytest.approx(np.log(mc.TOKENS), abs=0.02) for value in mac["nats"])
    ardm = jsb.likelihood("ardm", Even(), "valid", 1, orders=2, seed=0)
    assert ardm["orders"] == 2 and ardm["nats"][0] <= ardm["nats_one_order"][0]


def test_only_the_methods_with_weights_get_a_row(monkeypatch):
    monkeypatch.setattr(jsb, "available", lambda modality, methods, only: ["sundae"])
    made = lambda count: jsb.Samples([next(jsb.excerpts("valid", 1))[1]] * count, 0.5, 512)  # noqa: E731
    monkeypatch.setattr(jsb, "samples", lambda recipe, count, seed, models: jsb.Stages(made(count), made(count)))
    monkeypatch.setattr(jsb, "trained", lambda modality, method: 12.0)
    args = argparse.Namespace(
        method=None, defaults=True, count=10, part="valid", seed=1, write_card=False, weights=None
    )
    rows = jsb.samples_section(args)
    assert (
        [row["label"] for row in rows] == [jsb.BACH, "SUNDAE"]
        and rows[1]["minutes_trained"] == 12.0
        and rows[1]["count"] == 3
    )


def test_network_calls_of_a_table_are_counted_not_assumed():
    model = NeighbourModel(mc.TOKENS)
    options = {"steps": 4, "a_min": 0.5, "eta": 0.5, "dwell": 0, **jsb.UNCORRECTED}
    made = jsb.samples(jsb.Recipe("S", "sunmask", options), 2, 0, lambda _modality, _method: model).corrected
    assert made.calls == model.calls > 4, "the later steps take a call for each sixteenth of a beat"
    twice = jsb.samples(jsb.Recipe("S", "sunmask", options), 2, 0, lambda _modality, _method: model, batch=1).corrected
    assert twice.calls == made.calls, "calls of a batch, whatever its size"


@pytest.mark.parametrize("method", ["sunmask", "mac", "sfarm"])
def test_what_is_first_drawn_is_what_comes_out_uncorrected(method):
    models = lambda _modality, _method: NeighbourModel(mc.TOKENS)  # noqa: E731
    quick = {"steps": 4} if method == "sunmask" else {}
    drawn = jsb.samples(jsb.Recipe("S", method, quick), 2, 0, models)
    bare = jsb.samples(jsb.Recipe("S", method, quick | jsb.UNCORRECTED), 2, 0, models)
    assert drawn.first.pieces == bare.corrected.pieces == bare.first.pieces != drawn.corrected.pieces
    assert drawn.first.calls == bare.corrected.calls < drawn.corrected.calls


def test_the_paper_s_schedule_is_the_paper_s():
    paper = next(r for r in jsb.RECIPES if "paper's schedule" in r.label).options
    wanted = {"steps": 1024, "temperature": 0.6, "top_k": 3, "accept": "triangular", "update": "all", "eta": 0.75}
    assert wanted.items() <= paper.items() and paper["typical"] < 1


def test_a_piece_without_a_grade_counts_in_the_median_only():
    bach = grade(next(jsb.excerpts("valid", 1))[1])
    found = jsb.summary([replace(bach, overall=value) for value in (4.0, float("inf"), 6.0)])
    assert (found["median"], found["ungradable"]) == (6.0, 1)
    assert (found["best_median"], found["best_std"], found["std"]) == (5.0, 1.0, 1.0)
