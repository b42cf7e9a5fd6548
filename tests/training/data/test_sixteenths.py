"""Chorales as a pitch for each sixteenth: read, refused where they are none, trained on, and joined once written."""

import json

import numpy as np
import pytest

from engine.canvas.music import HOLD, REST
from engine.errors import PalimpsestError
from engine.sampling import music_cells as mc
from tests.engine.choir import choir
from tests.engine.toys import NeighbourModel
from training import jsb
from training.data.sixteenths import EVERY_SIXTEENTH, joined, read_sixteenths
from training.evaluation.jsb import UNCORRECTED, Recipe, samples

CHORD = [72, 67, 64, 48]


@pytest.fixture
def public(tmp_path):
    """A file in the shape of the public one: a chord of four sixteenths, then one with a resting tenor."""
    pieces = [[CHORD] * 4 + [[74, 67, -1, 47]] * 34] * 2
    path = tmp_path / "Jsb16thSeparated.json"
    path.write_text(json.dumps({"train": pieces * 3, "valid": pieces, "test": pieces}))
    return path


def test_every_sixteenth_is_a_note_and_the_last_bar_is_filled_with_rests(public):
    piece = read_sixteenths(public)["valid"][0]
    assert piece.steps == 48 and not (piece.grid() == HOLD).any()
    assert piece.grid()[:, 3].tolist() == CHORD and piece.grid()[2, 4] == REST and (piece.grid()[:, 38:] == REST).all()


def test_equal_neighbours_are_one_note_again(public):
    lengths = [(note.pitch, note.length) for note in joined(read_sixteenths(public)["valid"][0]).voices[1].notes]
    assert lengths == [(67, 38)]
    lower = joined(choir("C5 . D5 D5", "", "", "", steps=4)).voices[0].notes
    assert [(note.start, note.length) for note in lower] == [(0, 4), (8, 8)]


@pytest.mark.parametrize("text", ["[]", "{}", '{"train": [[1]], "valid": [], "test": []}', "no"])
def test_another_file_is_refused_in_one_sentence(tmp_path, text):
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(PalimpsestError, match=r"other\.json cannot be read"):
        read_sixteenths(path)


def test_the_trainer_takes_the_file_and_its_card_says_so(public):
    data = jsb.data_of(jsb.JsbConfig(data=str(public)))
    tokens = data.validation()[0].tokens
    assert data.card[EVERY_SIXTEENTH] and not (np.asarray(tokens) == mc.HOLD_TOKEN).any()


def test_samples_of_such_a_network_are_joined_before_they_are_graded():
    model = NeighbourModel(mc.TOKENS)
    model.card = {**model.card, EVERY_SIXTEENTH: True}
    recipe = Recipe("S", "sunmask", {"steps": 2, "turns": 1, **UNCORRECTED})
    for piece in samples(recipe, 2, 0, lambda _modality, _method: model).corrected.pieces:
        assert piece == joined(piece)
