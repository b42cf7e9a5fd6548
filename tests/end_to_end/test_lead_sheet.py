"""A lead sheet comes in as MusicXML, is harmonised with its chords, and goes out again: in the command line with real
files and tiny real networks."""

import json
from dataclasses import replace

import pytest

from engine.__main__ import main
from engine.canvas.music import sounding
from engine.canvas.project import fresh
from engine.canvas.tunes import TUNES, read_tune
from engine.formats import open_file, save_file
from engine.theory.chords.lines import placed_in, read_lines
from engine.theory.chords.reader import alike, asked_at, beat_chords

LINE = "C | G7 | Am E7 | F G | C | Dm G7 | Am D7 | G7 C"
STRICT = ["--chord-strength", "1", "--steps", "8", "--device", "cpu", "--json"]


@pytest.fixture
def sheet(tmp_path):
    """Ode to Joy with chords, as another program would hand it over."""
    piece = read_tune(TUNES["ode"])
    save_file(tmp_path / "sheet.musicxml", fresh(replace(piece, chords=placed_in(piece, read_lines(LINE)))))
    return tmp_path / "sheet.musicxml"


def followed(piece):
    beats = [alike(chord, asked_at(piece, step)) or piece_outside(piece, step) for step, chord in beat_chords(piece)]
    return sum(beats) / len(beats)


def piece_outside(piece, step):
    """Whether the melody itself does not belong to the chord asked for: then nothing can be done."""
    return sounding(piece.grid())[0, step] % 12 not in asked_at(piece, step).tones


def test_import_harmonise_export(sheet, tmp_path, tiny_weights, capsys):
    out = tmp_path / "out.musicxml"
    assert main(["harmonize", str(sheet), "-o", str(out), *STRICT]) == 0
    assert not json.loads(capsys.readouterr().out)["remarks"]
    before, after = (open_file(path).project.canvas for path in (sheet, out))
    assert after.voices[0].notes == before.voices[0].notes and after.chords == before.chords
    assert followed(after) >= 0.6  # networks that know nothing, in eight steps
    assert main(["harmonize", str(sheet), "-o", str(tmp_path / "again.musicxml"), *STRICT]) == 0
    assert (tmp_path / "again.musicxml").read_bytes() == out.read_bytes()


def test_chords_can_be_given_on_the_command_line(sheet, tmp_path, tiny_weights, capsys):
    out = tmp_path / "out.mid"
    assert main(["harmonize", str(sheet), "-o", str(out), "--chords", "F | Bb | C7 | F", *STRICT]) == 0
    assert len(open_file(out).project.canvas.chords) == 4
    assert main(["compose", "-o", str(out), "--bars", "2", "--chords", "C | F | G", *STRICT]) == 1
    assert "--chords has 3 bars, but the music has 2." in capsys.readouterr().err
    assert main(["compose", "-o", str(out), "--bars", "2", "--chords", "C | what", *STRICT]) == 1
    assert "'what' is not a chord" in capsys.readouterr().err
