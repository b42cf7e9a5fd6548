"""Models of the user's own: going on from a trained network, into the library, stopped and resumed, and in time."""

import itertools
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from engine.canvas.project import fresh
from engine.errors import ModelError
from engine.formats import save_file
from engine.jobs import library
from engine.jobs.lessons import files_in, prepare, prepared, survey
from engine.neural import weights
from tests.engine.tiny_models import WORDS, music_file, text_file
from tests.training.fitting.test_jsb import scale_piece
from training import emnlp, jsb

ROOT = Path(__file__).parents[3]
SHORT = ["--steps", "8", "--batch", "4", "--every", "1000"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A library with one tiny model for music, and a folder of six pieces."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    library.import_model(music_file(tmp_path / "small.safetensors"))
    folder = tmp_path / "pieces"
    folder.mkdir()
    for number in range(6):
        save_file(folder / f"{number}.mid", fresh(scale_piece(3, number)))
    return tmp_path


def flags(home, *more):
    return ["--data", str(home / "pieces"), "--start", "small", "--out", str(home / "run"), *more]


def test_pieces_of_one_s_own_become_a_model_in_the_library_with_its_card_and_how_to_use_it(home, capsys):
    (home / "pieces" / "broken.mid").write_bytes(b"MThd")
    jsb.main(flags(home, "--name", "Our choir", "--rate", "5e-3", *SHORT))
    said = capsys.readouterr().out
    assert "broken.mid is left out" in said and "6 pieces to learn from, 2 of them held out" in said
    assert (
        'The model Our choir is in your library. Choose it in the app, or with python -m engine ... --model "Our'
        in said
    )
    made = library.find("Our choir")
    assert made.methods == ("sunmask", "mac", "sfarm") and made.origin.startswith(
        "taught on this computer from 6 pieces"
    )
    assert made.card["begun_name"] == "small" and made.card["split"] == {"train": 4, "valid": 2}
    assert made.card["validation_nats"] < made.card["validation_nats_before"]
    assert not (home / "run" / "model.safetensors").exists()


def test_a_run_that_gains_nothing_stops_early_makes_no_model_and_says_so(home, capsys):
    jsb.main(
        flags(home, "--method", "mac", "--steps", "9", "--batch", "2", "--every", "0", "--patience", "2", "--rate", "0")
    )
    said = capsys.readouterr().out
    assert "Nothing was gained on the held-out part, so no model was made" in said
    assert [model.name for model in library.own()] == ["small"]
    assert len((home / "run" / "log.csv").read_text().splitlines()) == 1 + 2, "two measurements without a gain"


def test_too_few_pieces_an_unknown_start_and_an_impossible_name_are_one_sentence_each(home):
    for number in range(2):
        (home / "pieces" / f"{number}.mid").unlink()
    with pytest.raises(SystemExit, match="Only 4 usable pieces here; teaching needs at least 5"):
        jsb.main(flags(home, *SHORT))
    with pytest.raises(SystemExit, match="not in your library"):
        jsb.main(["--start", "nobody"])
    with pytest.raises(SystemExit, match="There is no folder nowhere"):
        jsb.main(["--data", "nowhere", "--start", "small"])


@pytest.mark.full
def test_killed_while_teaching_it_goes_on_bit_for_bit_where_the_last_checkpoint_was(home):
    budget = ["--method", "mac", "--steps", "7", "--batch", "2", "--every", "0", "--patience", "99"]
    plain = flags(home, *budget, "--progress", "--resume")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "training.jsb", *plain]
    child = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    events = (json.loads(line) for line in child.stdout)
    first = next(events)
    assert first["event"] == "began" and first["before"] > 0
    measured = next(event for event in events if event["event"] == "measured" and event["step"] >= 3)
    assert measured["own"] > 0 and measured["left"] >= 0 and measured["before"] == first["before"]
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    child.stdin.close()
    left = torch.load(home / "run" / "checkpoint.pt", weights_only=True)
    assert 2 <= left["progress"]["step"] <= 7 and not library.find("My pieces")
    jsb.main([*flags(home, "--name", "Resumed", "--resume"), *budget])
    jsb.main([*flags(home, "--name", "Whole"), "--out", str(home / "whole"), *budget])
    one, two = (weights.load(library.find(name).path)[0].state_dict() for name in ("Resumed", "Whole"))
    assert all(torch.equal(one[key], two[key]) for key in one)


def test_the_end_of_standard_input_or_the_word_stop_ends_a_run_with_its_checkpoint(home, monkeypatch, capsys):
    monkeypatch.setattr("training.fitting.own_model.os.nice", lambda by: by)
    monkeypatch.setattr("training.fitting.own_model.standard_input", lambda: iter([b"hello\n", b"stop\n"]))
    jsb.main(flags(home, "--progress", "--method", "mac", "--steps", "1000", "--batch", "2", "--every", "1000"))
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert events[-1]["event"] == "stopped" and events[-1]["step"] < 1000
    assert (home / "run" / "checkpoint.pt").exists() and len(library.own()) == 1


@pytest.mark.parametrize("left", [0, 0.5, -1])
def test_a_checkpoint_that_a_crash_cut_short_is_one_sentence(home, left):
    quick = ["--method", "mac", "--steps", "2", "--batch", "2", "--every", "1000"]
    jsb.main(flags(home, "--name", "First", *quick))
    path = home / "run" / "checkpoint.pt"
    whole = path.read_bytes()
    path.write_bytes(b"no checkpoint" if left < 0 else whole[: int(left * len(whole))])
    with pytest.raises(SystemExit, match="checkpoint in run is damaged; begin again"):
        jsb.main(flags(home, "--resume", *quick))


def test_texts_of_one_s_own_teach_the_sentence_network_in_the_words_it_knows(home, capsys):
    library.import_model(text_file(home / "words.safetensors"))
    texts = home / "texts"
    texts.mkdir()
    rows = [" ".join(words) for words in itertools.islice(itertools.permutations(WORDS[:5] + WORDS[6:10], 5), 260)]
    (texts / "mine.txt").write_text("\n".join(f"{row}." for row in rows) + "\nA strange elephant sang here.\n")
    emnlp.main(["--data", str(texts), "--start", "words", "--out", str(home / "run"), "--rate", "5e-3", *SHORT])
    said = capsys.readouterr().out
    assert "1 sentence is left out: with words the model does not know" in said
    assert "260 sentences to learn from, 26 of them held out" in said and "My sentences is in your library" in said
    assert library.find("My sentences", "text").card["vocabulary"] == list(WORDS)


def test_lessons_are_prepared_for_another_computer_and_read_there_as_here(home):
    lessons = survey("music", files_in(home / "pieces", "music"), [("open page", scale_piece(3, 2))])
    prepare(lessons, home / "prepared")
    again = prepared(home / "prepared", "music")
    assert [piece.grid().tolist() for _, piece in again.pieces] == [
        piece.grid().tolist() for _, piece in lessons.pieces
    ]
    assert len(lessons) == 7 and lessons.held_out == 2 and not lessons.trouble
    texts = survey("text", (), known=frozenset(WORDS))
    assert texts.trouble == "No usable sentences; teaching needs at least 200. Choose a folder with more of them."
    with pytest.raises(ModelError, match="There is no folder"):
        prepared(home / "gone", "music")
