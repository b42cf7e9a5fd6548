"""Branches, for every method: from the last step nothing changes, from before the first it is a plain run, the same
seed goes on as it did, and what is pinned stays; the steps kept of a run are few and true."""

import json
import re

import numpy as np
import pytest

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST, blank_piece, sounding
from engine.canvas.project import Project, Take
from engine.canvas.start import OPEN, Start
from engine.canvas.text import Sentence
from engine.errors import CanvasError, FormatError
from engine.formats.project import read, write
from engine.jobs import reel as reel_
from engine.jobs.job import run
from engine.jobs.request import Cancelled, Done, Failed, Placed, Request, Started
from engine.sampling.methods import METHODS
from tests.engine.jobs.test_job import OPTION_VALUES, SHORT, music_model, text_model

TUNE = blank_piece(1).with_grid(np.array([(67, HOLD, 69, HOLD, *[71, HOLD] * 6)] * 4))
MASK = (
    Mask.filled(4, 16, Brush.REWRITE)
    .paint(Brush.KEEP, 0, 0, 16)
    .paint(Brush.WHISPER, 3, 4, 6)
    .paint(Brush.SUGGEST, 2, 0, 8)
)
SENTENCE = Sentence(("the", "Zyzzyva", "will", "play", "soon", "."))
WORD_MASK = Mask((bytes([0, 3, 0, 2, 0, 3]),))


def request(method, start=None, seed=3, count=2, options=None, text=False):
    canvas, mask = (SENTENCE, WORD_MASK) if text else (TUNE, MASK)
    return Request(canvas, mask, method, SHORT[method] | {"pool": 1} | (options or {}), count, seed, start)


def done(request, models=None):
    *_, last = run(
        request, models=models or (text_model() if isinstance(request.canvas, Sentence) else music_model())[1]
    )
    assert isinstance(last, Done), last
    return last


def branched(method, origin, frame, index=1, **given):
    return done(request(method, origin.reel.start(frame, index), **given))


@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize(
    "method",
    [pytest.param(name, marks=[pytest.mark.full] if METHODS[name].baseline else []) for name in sorted(METHODS)],
)
def test_the_same_seed_and_options_go_on_from_any_step_to_the_same_result(method, text):
    origin = done(request(method, text=text))
    for frame in range(len(origin.reel.steps)):
        again = branched(method, origin, frame, text=text)
        assert again.canvases[1] == origin.canvases[1], origin.reel.steps[frame]
        if frame:
            assert again.reel.steps == origin.reel.steps[frame:]
            assert (again.reel.tokens[1:, 1] == origin.reel.tokens[frame + 1 :, 1]).all()


@pytest.mark.parametrize("method", ["sunmask", "coconet", "sundae"])
def test_they_also_do_with_everything_that_a_run_remembers(method):
    odd = {"balance": True, "renoise": True, "mask_hold": 3, "accept": "triangular", "steps": 7}
    origin = done(request(method, options=odd))
    for frame in range(len(origin.reel.steps)):
        assert branched(method, origin, frame, options=odd).canvases[1] == origin.canvases[1]


@pytest.mark.parametrize("other", sorted(METHODS))
@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_branch_from_the_last_step_changes_nothing_and_asks_no_network(method, other):
    origin = done(request(method))
    model, models = music_model()
    *_, last = run(request(other, origin.reel.start(origin.reel.last, 1), seed=99), models=models)
    assert last.canvases == (origin.canvases[1],) * 2 and model.calls == 0
    assert last.nats[0] == (origin.nats[1] if other == method else None)


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_branch_from_before_the_first_step_is_a_plain_run(method):
    origin = done(request("ardm"))
    assert origin.reel.steps[0] == 0
    assert branched(method, origin, 0, seed=8).canvases == done(request(method, seed=8)).canvases


@pytest.mark.parametrize("other", sorted(METHODS))
@pytest.mark.parametrize("method", sorted(METHODS))
def test_any_method_goes_on_where_any_other_stopped_and_leaves_what_is_pinned(method, other):
    origin = done(request(method))
    middle = len(origin.reel.steps) // 2
    events = list(run(request(other, origin.reel.start(middle, 0), seed=50, count=3), models=music_model()[1]))
    last, started = events[-1], next(event for event in events if isinstance(event, Started))
    assert isinstance(last, Done), last
    assert 0 < started.step < started.total and last.reel.total == last.reel.steps[-1]
    placed = [event.step for event in events if isinstance(event, Placed)]
    assert placed == sorted(placed) and len(set(placed)) < started.total and placed[-1] == started.total
    pinned, old = MASK.pinned(), TUNE.grid()
    for canvas in last.canvases:
        assert (sounding(canvas.grid())[pinned] == sounding(old)[pinned]).all()


@pytest.mark.parametrize(("method", "option", "value"), OPTION_VALUES)
def test_a_branch_with_every_option_at_both_ends_keeps_what_is_pinned(method, option, value):
    default = next(o.default for o in METHODS[method].options_for("music") if o.name == option)
    value = value if isinstance(default, str) else type(default)(min(value, 20))
    result = branched(method, ORIGINS[method], 2, options={option: value}, seed=4)
    for canvas in result.canvases:
        assert (
            canvas.voices[0].cells == TUNE.voices[0].cells and canvas.voices[3].cells[4:6] == TUNE.voices[3].cells[4:6]
        )


ORIGINS = {method: done(request(method)) for method in sorted(METHODS)}


@pytest.mark.parametrize("method", ["mac", "sfarm", "ardm"])
def test_what_a_method_placed_in_an_order_stays_and_the_rest_is_new(method):
    origin = ORIGINS[method]
    frame = len(origin.reel.steps) // 2
    start = origin.reel.start(frame, 0)
    placed = np.array(start.cells) != OPEN
    assert placed.any() and not placed[~MASK.pinned()].all()
    fresh = done(
        request(
            method,
            start,
            seed=77,
            count=8,
            options={"correct": 0, "ending": 0},
        )
    )
    assert all((tokens[placed] == origin.reel.tokens[frame, 0][placed]).all() for tokens in fresh.reel.tokens[-1])
    assert len(set(fresh.canvases)) > 1


def test_a_branch_into_sunmask_writes_every_cell_that_was_open():
    origin = ORIGINS["mac"]
    for frame in (2, origin.reel.last - 1):
        result = branched("sunmask", origin, frame, seed=1)
        assert (result.reel.settled[-1] == 255).all()


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_branch_is_cancelled_within_one_network_call(method):
    model, models = music_model()
    *_, last = run(request(method, ORIGINS[method].reel.start(2, 0)), lambda: model.calls >= 1, models)
    assert isinstance(last, Cancelled) and model.calls == 1


def test_the_nats_of_a_branch_are_those_of_all_it_placed_or_unknown():
    origin = done(request("mac", options={"correct": 0}))
    same = done(request("mac", origin.reel.start(5, 1), options={"correct": 0}))
    assert same.nats[1] == pytest.approx(origin.nats[1])
    assert done(request("sfarm", origin.reel.start(5, 1), options={"correct": 0})).nats == (None, None)


def test_a_start_of_another_length_and_cells_of_no_kind_are_refused():
    with pytest.raises(CanvasError, match="another page"):
        Request(TUNE, MASK, start=Start(((OPEN,) * 15,) * 4, 1, 2, "mac"))
    with pytest.raises(CanvasError, match="another page"):
        Request(TUNE, MASK, start=Start((("a",) * 16,) * 4, 1, 2, "mac"))
    for cells, step, nats in (
        ([(1, "a")], 1, None),
        ([(128,)], 1, None),
        ([(1,), ()], 1, None),
        ([(1,)], 3, None),
        ([(1,)], 1, float("nan")),
    ):
        with pytest.raises(CanvasError):
            Start(tuple(cells), step, 2, "mac", nats)


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_start_made_by_a_stranger_still_gives_a_valid_page(method):
    rng = np.random.default_rng(1)
    for step in (1, 6, 12):
        cells = tuple(tuple(row) for row in rng.choice([OPEN, HOLD, REST, 0, 60, 127], (4, 16)).tolist())
        result = done(request(method, Start(cells, step, 12, "no such method", 4.0)))
        assert all(canvas.voices[0].cells == TUNE.voices[0].cells for canvas in result.canvases)
    words = done(request(method, Start((("nobody", "knows", "", "war", "<pad>", "x"),), 1, 2, method), text=True))
    assert all(set(canvas.words) <= {*text_model()[0].card["vocabulary"], "Zyzzyva"} for canvas in words.canvases)


def test_few_steps_are_kept_evenly_and_the_last_is_the_result(monkeypatch):
    monkeypatch.setattr(reel_, "FRAMES", 5)
    result = done(request("mac"))
    total = result.reel.total
    assert result.reel.steps == (0, *np.linspace(0, total, 5).round().astype(int)[1:].tolist())
    assert result.reel.tokens.dtype == np.int16 and result.reel.canvas(4, 1) == result.canvases[1]
    assert result.reel.open(0, 0).sum() == total and not result.reel.open(4, 0).any()


def test_a_page_too_large_for_its_steps_keeps_none(monkeypatch):
    monkeypatch.setattr(reel_, "MAX_CELLS", 2 * 64 * 3)
    assert done(request("mac")).reel.steps[1:-1] == (round(done(request("mac")).reel.total / 2),)
    monkeypatch.setattr(reel_, "MAX_CELLS", 2 * 64 * 2 - 1)
    assert done(request("mac")).reel is None


def test_a_note_whose_beginning_is_open_is_open_itself():
    codec = done(request("mac")).reel.codec
    tokens = np.full((4, 16), codec.cells.vocabulary)
    tokens[1, 4:8] = (30, 0, 0, 1)
    tokens[1, 9] = 0
    unwritten = codec.open(tokens)[1]
    assert unwritten.tolist() == [True] * 4 + [False] * 4 + [True] * 8
    assert codec.show(tokens)[1].tolist()[4:10] == [64, HOLD, HOLD, REST, REST, REST]


def test_activity_is_the_share_of_free_cells_that_changed():
    result = done(request("mac", count=1))
    changed = result.reel.activity(0)
    assert changed[0] == 0 and np.allclose(changed[1:-1], 1 / result.reel.total)


def test_everything_kept_has_no_steps_and_an_unknown_method_still_fails():
    *_, last = run(Request(TUNE, Mask.filled(4, 16, Brush.KEEP)), models=music_model()[1])
    assert last.reel is None
    *_, last = run(Request(TUNE, MASK, "magic", start=ORIGINS["mac"].reel.start(1, 0)), models=music_model()[1])
    assert isinstance(last, Failed)


def in_a_file(start):
    """A project's file with one branch in its history, as JSON."""
    take = Take("mac", 7, {}, TUNE, MASK, (TUNE,), (None,), 0, "branch", start)
    return json.loads(write(Project(TUNE, (MASK,), (take,))))


def test_the_file_keeps_the_beginning_of_a_branch_and_it_can_be_repeated():
    origin = ORIGINS["sfarm"]
    start = origin.reel.start(3, 1)
    plain = in_a_file(start)
    assert re.fullmatch(r"\?16", plain["takes"][0]["start"]["cells"][0][0]), "what is kept need not be written down"
    take = read(json.dumps(plain).encode()).takes[0]
    assert take.start == start
    assert done(request("sfarm", take.start, seed=21)).canvases == done(request("sfarm", start, seed=21)).canvases


@pytest.mark.parametrize(
    "change",
    [
        {"cells": [["?15"]] * 4},
        {"cells": [["?16"]] * 3},
        {"cells": [["?999999"]] * 4},
        {"cells": [["128 ?15"]] * 4},
        {"cells": [["x ?15"]] * 4},
        {"cells": [[7]] * 4},
        {"cells": "all"},
        {"step": -1},
        {"step": 10**9},
        {"total": 10**9},
        {"step": True},
        {"method": 4},
        {"nats": "many"},
        {"nats": float("inf")},
    ],
)
def test_a_damaged_beginning_is_refused_with_one_sentence(change):
    plain = in_a_file(ORIGINS["mac"].reel.start(3, 1))
    plain["takes"][0]["start"].update(change)
    with pytest.raises(FormatError, match="damaged"):
        read(json.dumps(plain).encode())
    plain["takes"][0]["start"] = [1, 2]
    with pytest.raises(FormatError, match="damaged"):
        read(json.dumps(plain).encode())
