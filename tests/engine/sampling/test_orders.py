"""MAC's keys: the authors' spaced one, and that a network is asked in the order it was trained in."""

import numpy as np
import pytest

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import blank_piece
from engine.canvas.text import Sentence
from engine.sampling import music_cells
from engine.sampling.modalities import MODALITIES
from engine.sampling.ordered import mac_order
from engine.sampling.orders import KEYS, chronological_key, spaced_key
from tests.engine.toys import NeighbourModel


def test_the_spaced_key_is_the_authors_own():
    order = np.argsort(spaced_key(1, 250)[0])
    assert order[:12].tolist() == [0, 25, 50, 75, 100, 125, 150, 175, 200, 225, 1, 26]
    assert order[-1] == 249


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize("shape", [(1, 7), (4, 30), (4, 1), (1, 250)])
def test_every_key_ranks_each_cell_once(name, shape):
    assert sorted(KEYS[name](*shape).ravel().tolist()) == list(range(shape[0] * shape[1]))


def test_voices_of_a_step_stay_together_under_the_spaced_key():
    key = spaced_key(4, 60)
    assert (key // 4 == key[:1] // 4).all() and (key[:, 25] // 4 == 1).all()


@pytest.mark.parametrize("name", KEYS)
def test_a_network_is_asked_in_the_order_of_its_card(name):
    words = tuple(f"w{number}" for number in range(30))
    text = NeighbourModel(30, 64, {"vocabulary": words, "recipe": {"key": name}})
    music = NeighbourModel(music_cells.TOKENS, 128, {"recipe": {"key": name}})
    sentence, piece = Sentence(words), blank_piece(2)
    for canvas, rows, steps, predict in ((sentence, 1, 30, text), (piece, 4, 32, music)):
        codec = MODALITIES[type(canvas)].open(canvas, Mask.filled(rows, steps, Brush.REWRITE), predict)
        assert (mac_order(codec.cells).ranks == KEYS[name](rows, steps)).all()


def test_a_card_that_names_no_key_means_time():
    codec = MODALITIES[type(blank_piece(1))].open(
        blank_piece(1), Mask.filled(4, 16, Brush.REWRITE), NeighbourModel(music_cells.TOKENS, 128)
    )
    assert (codec.cells.key == chronological_key(4, 16)).all()
