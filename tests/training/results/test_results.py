"""The page of results from rows written by hand: figures, words about selection, pictures."""

import json

import pytest

from training.results.emnlp import alike
from training.results.jsb import PARTS, likelihood, samples
from training.results.report import TABLES, minutes, render

GRADES = {
    "count": 200,
    "median": 12.5,
    "std": 2.0,
    "best_median": 8.25,
    "best_std": 0.5,
    "parts": {name: [1.0, 0.5] for name in PARTS},
    "quarters": {name: [0.5, 1.5] for name in ("overall", *PARTS)},
}


def curve(*values):
    return {"mean": list(values), "error": [0.1] * len(values)}


QUESTIONS = [
    {
        "label": label,
        "bits": curve(9, 5),
        "match": curve(0.2, 0.4),
        "bits_less_random": curve(-2),
        "match_less_random": curve(0.1),
        "pages": 3,
        "seconds_a_question": 1,
    }
    for label in ("acquisition", "at random")
]
MENDED = {
    "pieces": 5,
    "before": 10,
    "after": 1,
    "removed": 0.9,
    "tried": 10,
    "mended": 0.9,
    "notes_a_fault": 1.5,
    "seconds_a_fault": 2.0,
}
TAKEN = {"calls": 24.0, "seconds": 0.8}
ROWS = {
    "jsb-samples": [
        {"label": "Bach", **GRADES},
        {"label": "SUNMASK", "seconds": 1.5, "minutes_trained": 30.0, **GRADES},
    ],
    "jsb-steps": [
        {"label": "SFARM", "rows": [{"steps": n, **TAKEN, **GRADES, "first": {**TAKEN, **GRADES}} for n in (8, 16)]}
    ],
    "jsb-harmony": [
        {
            "label": "MAC",
            "ours": GRADES,
            "bach": GRADES,
            "agreement": 0.25,
            "notes_agree": 0.3,
            "soprano_notes": [1200, 1200],
            "soprano_intact": True,
        }
    ],
    "jsb-likelihood": [
        {"label": "MAC", "method": "mac", "nats": [0.5, 0.7], "nats_one_order": [0.5, 0.7], "orders": 1, "pieces": 2}
    ],
    "jsb-ask": QUESTIONS,
    "jsb-mend": [
        {"label": "all", **MENDED, "findings": [40, 20], "grade": [12.0, 9.0], "kept_cells": 640, "kept_intact": True}
    ],
}


def page(folder, rows):
    results = folder / "results"
    results.mkdir()
    for name, some in rows.items():
        about = {"command": f"make {name}", "part": "valid", "seed": 1, "machine": "here", "rows": some}
        (results / f"{name}.json").write_text(json.dumps(about))
    render(results, folder / "RESULTS.md")
    return (folder / "RESULTS.md").read_text()


def test_every_measured_section_is_shown_with_words_command_and_picture(tmp_path):
    text = page(tmp_path, ROWS)
    for name in ROWS:
        assert f"## {TABLES[name].title}" in text and f"`make {name}`" in text and TABLES[name].intro in text
        assert (
            (TABLES[name].plot is not None)
            == (tmp_path / "results" / f"{name}.png").exists()
            == (f"(results/{name}.png)" in text)
        )
    assert "1,200 of 1,200 (all)" in text and "**90%**" in text and "640 (all)" in text


def test_the_time_of_all_commands_is_added_up_once_each(tmp_path):
    rows = [{"label": label, "command": f"make {label[0]}", "minutes": 30.0} for label in ("a1", "a2", "b")]
    assert minutes({"command": "make b", "rows": rows}) == 60.0
    assert minutes({"command": "make c", "minutes": 12.0, "rows": [{"label": "c"}, *rows]}) == 72.0
    timed = {name: [{**row, "minutes": 45.0} for row in some] for name, some in list(ROWS.items())[:2]}
    timed = {name: [{**row, "command": name} for row in some] for name, some in timed.items()}
    assert "took 1.5 hours together" in page(tmp_path, timed)


def test_what_is_not_measured_is_not_shown(tmp_path):
    assert "##" not in page(tmp_path, {})


def test_the_best_twenty_are_named_as_selected_and_left_out_where_few():
    assert "best 20 of n (selected by the grade)" in samples(ROWS["jsb-samples"])
    few = samples([{"label": "x", **GRADES, "count": 40}])
    assert "8.25" in samples(ROWS["jsb-samples"]) and "8.25" not in few


def test_twins_say_how_long_they_were_trained():
    text = samples([{"label": "SUNDAE", "seconds": 1.5, "minutes_trained": 30.0, **GRADES}], twins=True)
    assert "minutes trained" in text and "| SUNDAE | 30 |" in text and "(paper)" not in text


def test_curves_are_compared_where_their_bleu_is_alike_and_only_there():
    points = {
        "MAC": (0.4, 0.5),
        "MAC, temperature 1.0": (0.2, 0.1),
        "ARDM": (0.2, 0.1),
        "ARDM, temperature 1.0": (0.1, 0.05),
    }
    assert alike([{"label": label, "bleu": x, "self_bleu": y} for label, (x, y) in points.items()]) == {
        "MAC": pytest.approx(0.3)
    }


def test_mac_is_compared_with_ardm_piece_by_piece():
    ardm = {
        "label": "ARDM",
        "method": "ardm",
        "nats": [0.6, 0.8],
        "nats_one_order": [0.7, 0.9],
        "orders": 4,
        "pieces": 2,
    }
    text = likelihood([*ROWS["jsb-likelihood"], ardm])
    assert "-0.1000 ± 0.0000" in text and "-0.2000 ± 0.0000" in text
    other = {**ROWS["jsb-likelihood"][0], "label": "MAC, other masks", "nats": [9.0, 9.0]}
    assert "-0.1000 ± 0.0000" in likelihood([*ROWS["jsb-likelihood"], ardm, other]), "the first of each method"
    assert "less ARDM" not in likelihood(ROWS["jsb-likelihood"])


@pytest.mark.parametrize("name", sorted(name for name in TABLES if "twins" not in name))
def test_every_table_begins_with_plain_words(name):
    assert len(TABLES[name].intro) > 60
