"""The shipped weights through the shipped engine: a melody goes in as MIDI and comes out harmonised, every note
intact."""

import pytest

import assets
from engine.__main__ import main
from engine.canvas.project import fresh
from engine.canvas.tunes import TUNES, read_tune
from engine.formats import open_file, save_file
from engine.jobs.models import load_predictor
from engine.neural.weight_file import read_card
from engine.theory.grade import grade

SHIPPED = sorted(assets.weights("music", "sunmask").parent.glob("*.safetensors"))


def test_sunmask_for_music_is_shipped():
    assert assets.weights("music", "sunmask") in SHIPPED


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_each_weight_file_is_small_loads_and_says_what_it_is(path):
    card = read_card(path)
    modality, _, method = path.stem.partition("-")  # a file without a method's name serves all three
    assert path.stat().st_size <= (25_000_000 if method else 75_000_000)
    assert card["modality"] == modality
    assert method == card["method"] if method else card["methods"] == ["mac", "sunmask", "sfarm"]
    assert card["validation_nats"] > 0 and card["data"] and card["data_checksum"] and card["core_hours"] > 0
    assert not [
        value for value in card["recipe"].values() if isinstance(value, str) and set(value) & {"/", "\\"}
    ]  # no folder of whoever trained it
    assert load_predictor(modality, method or "mac").vocabulary == len(card["vocabulary"])


@pytest.mark.parametrize("name", TUNES)
def test_a_melody_is_harmonised_with_every_note_intact(name, tmp_path, capsys):
    melody, out = tmp_path / "melody.mid", tmp_path / "out.mid"
    save_file(melody, fresh(read_tune(TUNES[name])))
    assert main(["harmonize", str(melody), "-o", str(out), "--seed", "3", "--device", "cpu", "--threads", "1"]) == 0
    before, after = open_file(melody).project.canvas, open_file(out).project.canvas
    assert after.voices[0].notes == before.voices[0].notes
    assert all(len(voice.notes) >= 8 for voice in after.voices)
    assert grade(after).overall < 30  # the median is about 7; a network that writes noise grades in the hundreds
