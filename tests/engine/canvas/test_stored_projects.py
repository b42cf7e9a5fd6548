"""Two project files with a full history, one of each kind of page, saved once by the program: every later program
opens them with the same content.

tests/engine/stored/music.palimpsest and text.palimpsest were written by the window's own Document, Generation and
file writer with the shipped networks. What they hold is in music.json and text.json beside them, written by
`facts` below. Neither is ever made again: a program that cannot open them cannot open its users' files."""

import json
from pathlib import Path

import pytest

from engine.canvas.mask import Brush
from engine.canvas.music import Piece
from engine.formats import open_file, project

STORED = Path(__file__).parents[1] / "stored"
KINDS = ("music", "text")


def facts(whole):
    """All that a project holds, as plain values under names of their own, so that a renamed field of the program
    leaves them alone."""
    return {
        "page": page(whole.canvas),
        "masks": [brushes(mask) for mask in whole.masks],
        "history": [result(take) for take in whole.takes],
    }


def result(take):
    start = take.start
    return {
        "name": take.name,
        "method": take.method,
        "seed": take.seed,
        "options": dict(take.options),
        "part": take.part,
        "mask": brushes(take.mask),
        "before": page(take.before),
        "alternatives": [page(alternative) for alternative in take.alternatives],
        "nats": list(take.nats),
        "branch": None
        if start is None
        else {
            "method": start.method,
            "step": start.step,
            "total": start.total,
            "nats": start.nats,
            "cells": [row(cells) for cells in start.cells],
        },
    }


def brushes(mask):
    return ["".join(Brush(cell).name[0] for cell in cells) for cells in mask.rows]


def row(cells):
    return " ".join(str(cell) for cell in cells)


def page(canvas):
    if not isinstance(canvas, Piece):
        return {"title": canvas.title, "sentences": [list(sentence.words) for sentence in canvas.sentences]}
    return {
        "title": canvas.title,
        "key": [canvas.key.fifths, canvas.key.minor],
        "bars": [f"{bar.beats}/{bar.unit} {bar.steps}" for bar in canvas.bars],
        "tempos": [[tempo.step, tempo.quarters] for tempo in canvas.tempos],
        "fermatas": canvas.fermatas if canvas.fermatas is None else list(canvas.fermatas),
        "voices": [
            {"name": v.name, "program": v.program, "cells": row(v.cells), "marks": [mark(m) for m in v.marks]}
            for v in canvas.voices
        ],
    }


def mark(found):
    return [found.step, found.velocity, found.lyric, found.spelling]


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_saved_long_ago_opens_with_all_it_held(kind):
    opened = open_file(STORED / f"{kind}.palimpsest").project
    assert facts(opened) == json.loads((STORED / f"{kind}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", KINDS)
def test_saving_it_again_loses_nothing(kind):
    opened = open_file(STORED / f"{kind}.palimpsest").project
    assert project.read(project.write(opened)) == opened


@pytest.mark.parametrize("kind", KINDS)
def test_the_stored_history_is_a_full_one(kind):
    held = json.loads((STORED / f"{kind}.json").read_text(encoding="utf-8"))
    history = held["history"]
    assert {take["method"] for take in history} == {"sunmask", "mac", "sfarm"}
    assert any(take["branch"] for take in history) and any(take["options"] for take in history)
    assert {len(take["alternatives"]) for take in history} >= {2, 3} and any(
        value is not None for take in history for value in take["nats"]
    )
    assert set("".join(cells for mask in held["masks"] for cells in mask)) == set("KWSR")
    assert len({json.dumps(take["before"]) for take in history}) > 3, "results were accepted in between"
    if kind == "text":
        assert len({take["part"] for take in history}) == 3 and [] in held["page"]["sentences"]
    else:
        assert len({json.dumps(take["before"]["bars"]) for take in history}) == 2, "a bar was inserted in between"
        assert len(set(held["page"]["bars"])) == 3 and held["page"]["key"] == [-2, False] and held["page"]["fermatas"]
