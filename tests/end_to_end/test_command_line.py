"""The commands of `python -m engine` with real files and tiny real networks."""

import json
import os
import re

import mido
import pytest

from engine.__main__ import build_parser, main
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Bar, Key, Note, blank_piece, cells_of
from engine.canvas.project import Project, fresh
from engine.formats import open_file, save_file

ODE = [64, 64, 65, 67, 67, 65, 64, 62, 60, 60, 62, 64, 64, 62, 62]
QUICK = ["--steps", "3", "--device", "cpu"]


@pytest.fixture
def melody(tmp_path):
    """Ode to Joy, with its repeated notes, as a MIDI file with one track of notes."""
    path = tmp_path / "ode.mid"
    notes = [Note(4 * i, 4, pitch + 12) for i, pitch in enumerate(ODE)]
    piece = blank_piece(4)
    soprano = piece.voices[0].with_cells(cells_of(notes, 64))
    from dataclasses import replace

    save_file(path, fresh(replace(piece, voices=(soprano, *piece.voices[1:]))))
    return path


def soprano(path):
    return open_file(path).project.canvas.voices[0].notes


def test_harmonize_keeps_every_melody_note_and_writes_three_voices(melody, tmp_path, tiny_weights, capsys):
    out = tmp_path / "out.mid"
    assert main(["harmonize", str(melody), "-o", str(out), "--count", "2", "--json", *QUICK]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [r["file"].endswith(f"out-00{k}.mid") for k, r in enumerate(report["results"], 1)] == [True, True]
    assert soprano(tmp_path / "out-001.mid") == soprano(melody)
    assert len(mido.MidiFile(tmp_path / "out-001.mid").tracks) == 5


def test_compose_writes_in_the_named_metre_and_key_and_two_voices_can_be_kept(tmp_path, tiny_weights):
    made, again = tmp_path / "made.palimpsest", tmp_path / "again.palimpsest"
    assert main(["compose", "-o", str(made), "--bars", "2", "--metre", "6/8", "--key", "D minor", *QUICK]) == 0
    piece = open_file(made).project.canvas
    assert piece.bars == (Bar.full(6, 8),) * 2 and piece.key == Key(-1, True)
    assert main(["harmonize", str(made), "-o", str(again), "--voice", "soprano,bass", *QUICK]) == 0
    voices = open_file(again).project.canvas.voices
    assert voices[0].notes == piece.voices[0].notes and voices[3].notes == piece.voices[3].notes


@pytest.mark.parametrize("method", ["sunmask", "mac", "sfarm"])
def test_rewrite_touches_only_the_named_bars_and_voices(melody, tmp_path, tiny_weights, method):
    out = tmp_path / "out.palimpsest"
    steps = QUICK if method == "sunmask" else []
    assert (
        main(
            [
                "rewrite",
                str(melody),
                "-o",
                str(out),
                "--voices",
                "alto,bass",
                "--bars",
                "2-3",
                "--method",
                method,
                "--seed",
                "4",
                *steps,
            ]
        )
        == 0
    )
    before, after = open_file(melody).project.canvas.grid(), open_file(out).project.canvas.grid()
    assert (
        (before[[0, 2]] == after[[0, 2]]).all()
        and (before[:, :16] == after[:, :16]).all()
        and (before[:, 48:] == after[:, 48:]).all()
    )
    assert (before[[1, 3], 16:48] != after[[1, 3], 16:48]).any()


def test_compose_any_number_of_bars_and_the_same_seed_is_the_same_piece(tmp_path, tiny_weights):
    files = [tmp_path / "a.musicxml", tmp_path / "b.musicxml"]
    for file in files:
        assert main(["compose", "-o", str(file), "--bars", "11", "--seed", "18446744073709551615", *QUICK]) == 0
    first, second = (open_file(file).project.canvas.grid() for file in files)
    assert (first == second).all() and first.shape == (4, 11 * 16)


def test_write_drafts_around_the_kept_words(tiny_weights, capsys):
    assert (
        main(["write", "the war will ~play~ ?soon _ Zyzzyva ... .", "--length", "12", "--count", "3", "--json", *QUICK])
        == 0
    )
    report = json.loads(capsys.readouterr().out)
    assert len(report["results"]) == 3
    assert all(r["text"].startswith("the war will play") and "Zyzzyva" in r["text"] for r in report["results"])


@pytest.mark.parametrize("method", ["sunmask", "mac", "sfarm"])
def test_unknown_words_that_are_kept_or_whispered_stay_verbatim(tiny_weights, capsys, method):
    steps = QUICK if method == "sunmask" else []
    assert main(["write", "Zyzzyva _ ~Qwertz~ _ ναι .", "--method", method, "--json", *steps]) == 0
    text = json.loads(capsys.readouterr().out)["results"][0]["text"]
    assert re.search(r"^Zyzzyva\b.*\bQwertz\b.*\bναι\.$", text)


def test_score_gives_bits_and_the_grade(melody, tiny_weights, tmp_path, capsys):
    whole = tmp_path / "whole.mid"
    main(["harmonize", str(melody), "-o", str(whole), *QUICK])
    capsys.readouterr()
    assert main(["score", str(whole), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["grade"] > 0 and [part["name"] for part in report["parts"]] == ["soprano", "alto", "tenor", "bass"]


def test_ask_names_open_cells_on_beats(tmp_path, tiny_weights, capsys):
    path = tmp_path / "open.palimpsest"
    save_file(path, Project(blank_piece(1), (Mask.filled(4, 16, Brush.REWRITE),)))
    assert main(["ask", str(path), "--top", "2", "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)["answers"]
    assert len(answers) == 2 and "bar 1 beat" in answers[0]["cell"]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["harmonize", "nowhere.mid", "-o", "x.mid"], "no file nowhere.mid"),
        (["compose", "-o", "x.docx"], "cannot be opened or saved"),
        (["compose", "-o", "x.mid", "--bars", "0"], "1 to 4,096 bars"),
        (["rewrite", "MELODY", "-o", "x.mid", "--bars", "3-99"], "not inside the piece"),
        (["rewrite", "MELODY", "-o", "x.mid", "--voices", "cello"], "no voice 'cello'"),
        (["harmonize", "MELODY", "-o", "x.mid", "--voice", "bass"], "no notes to harmonise"),
        (["harmonize", "MELODY", "-o", "x.mid", "--voice", "soprano,violin"], "no voice 'violin'"),
        (["compose", "-o", "x.mid", "--metre", "6/7"], "--metre takes one such as"),
        (["compose", "-o", "x.mid", "--key", "H minor"], "no key 'H minor'"),
        (["write", ""], "nothing to write"),
        (["write", "the war"], "Every word is kept"),
        (["write", "the _", "-o", "x.docx"], "cannot be opened or saved"),
        (["write", "the _", "-o", "x.mid"], "a kind of file for music"),
        (["write", "the _", "--length", "3"], "put ... where words may be added"),
        (
            ["write", "the ?Zyzzyva _ ."],
            (
                "“Zyzzyva” is not in the model's vocabulary, so it cannot be a suggestion; keep it, or let it be"
                " rewritten."
            ),
        ),
        (["compose", "-o", "x.mid", "--temperature", "9"], "temperature must be"),
        (["compose", "-o", "x.mid", "--bars", "-5"], "1 to 4,096 bars, not -5"),
        (["compose", "-o", "x.mid", "--bars", "1000000000"], "1 to 4,096 bars, not 1,000,000,000"),
        (["compose", "-o", "x.mid", "--count", "1000000000"], "1 to 64 alternatives, not 1,000,000,000"),
        (["write", "the _", "--count", "1000000000"], "1 to 64 alternatives, not 1,000,000,000"),
        (["compose", "-o", "x.mid", "--seed", "-1"], "A seed is a whole number"),
        (["ask", "PROJECT", "--seed", "-1"], "A seed is a whole number"),
        (["ask", "PROJECT", "--top", "-2"], "--top must be from 1 to 1000, not -2"),
        (["compose", "-o", "x.mid", "--threads", "-4"], "threads must be from 0 (automatic) to 256, not -4"),
        (["compose", "-o", "x.mid", "--device", "mps"], "no Apple graphics card that can be used here"),
        (["harmonize", "pipe.mid", "-o", "x.mid"], "pipe.mid is a pipe, which cannot be opened"),
        (["score", "pipe.mid"], "pipe.mid is a pipe, which cannot be opened"),
    ],
)
def test_mistakes_end_in_one_sentence(command, says, melody, tiny_weights, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("torch.backends.mps.is_available", lambda: False)
    os.mkfifo("pipe.mid")
    save_file("open.palimpsest", fresh(blank_piece(1), Brush.REWRITE))
    given = {"MELODY": str(melody), "PROJECT": "open.palimpsest"}
    assert main([given.get(word, word) for word in command]) == 1
    error = capsys.readouterr().err
    assert says in error.splitlines()[-1] and "Traceback" not in error


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["compose", "-o", "nowhere/x.mid"], "x.mid could not be saved because the folder does not exist"),
        (["compose", "-o", "nowhere/x.mid", "--count", "3"], "x-001.mid could not be saved because the folder"),
        (["compose", "-o", "x.mid", "--count", "3"], "x-002.mid could not be saved because a folder has that name"),
        (["write", "the _", "-o", "nowhere/x.txt"], "x.txt could not be saved because the folder does not exist"),
        (["write", "the _", "-o", "pipe.txt"], "pipe.txt could not be saved because a pipe has that name"),
    ],
)
def test_where_nothing_can_be_saved_is_noticed_before_anything_is_written(command, says, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.txt")
    (tmp_path / "x-002.mid").mkdir()
    monkeypatch.setattr("engine.commands.finish", lambda *_: pytest.fail("the work was begun"))
    assert main(command) == 1
    assert says in capsys.readouterr().err


def test_a_device_that_is_not_there_and_one_without_memory_say_what_to_do(tmp_path, tiny_weights, monkeypatch, capsys):
    import torch

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert main(["compose", "-o", "x.mid", "--device", "cuda"]) == 1
    assert "no graphics card for CUDA that can be used here; compute on the CPU." in capsys.readouterr().err

    def full(*_given, **_named):
        raise torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 9.00 GiB")

    monkeypatch.setattr("engine.neural.unet.UNet.forward", full)
    assert main(["compose", "-o", "x.mid", *QUICK]) == 1
    assert "not enough memory for this; try fewer alternatives" in capsys.readouterr().err


def test_missing_and_broken_weights_say_what_to_do(tmp_path, tiny_weights, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tiny_weights / "music-sunmask.safetensors").write_bytes(b"not weights")
    assert main(["compose", "-o", "x.mid"]) == 1
    assert "damaged or not a weight file" in capsys.readouterr().err
    (tiny_weights / "music-sunmask.safetensors").unlink()
    assert main(["compose", "-o", "x.mid"]) == 1
    assert "python -m training.jsb" in capsys.readouterr().err
    assert not (tmp_path / "x.mid").exists()


def test_the_help_names_the_methods_where_their_defaults_differ(capsys):
    with pytest.raises(SystemExit):
        build_parser("engine").parse_args(["compose", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "probability. Default 0.93 for sunmask, 0.97 for mac, 1.0 for sfarm." in said
    assert "sing; 0 fixes nothing. Default 16." in said
