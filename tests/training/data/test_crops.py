"""What a passage shows the network: its key after transposition, its edges, and the rests behind its end."""

import numpy as np

from engine.canvas.music import Bar, Key, blank_piece
from engine.sampling import music_cells as mc
from tests.training.fitting.test_jsb import scale_piece
from training.data.compound import stretched
from training.data.crops import CROP, crop, draw, followed_by_rests, own_key, to_example


def chords(*chords):
    """Quarter chords over whole bars."""
    grid = np.full((4, 4 * len(chords)), -1)
    grid[:, ::4] = np.array(chords).T
    return blank_piece(len(chords) // 4).with_grid(grid)


TONIC, SUBDOMINANT, DOMINANT = (72, 67, 64, 48), (72, 69, 65, 53), (71, 67, 62, 55)
IN_C = chords(TONIC, SUBDOMINANT, DOMINANT, TONIC)


def test_the_key_moves_with_the_transposition():
    example = to_example(IN_C)
    assert own_key(IN_C) == Key()
    for shift in (0, 2, -3):
        _, side, _ = crop(example, 0, shift)
        assert set(side[:16, mc.KEY]) == {1 + shift % 12} and not side[16:, mc.KEY].any()


def test_a_minor_key_has_a_number_of_its_own_and_stays_minor():
    assert mc.key_row(Key(0, True)) == 12 + 9 and mc.shifted_key(12 + 9, 5) == 12 + 2


def test_a_piece_whose_bass_ends_on_the_relative_tonic_is_in_that_key():
    assert own_key(chords(TONIC, SUBDOMINANT, DOMINANT, TONIC, TONIC, DOMINANT, TONIC, (72, 69, 64, 45))) == Key(
        0, True
    )


def test_the_end_is_told_where_the_piece_ends_and_rests_may_follow():
    example = to_example(IN_C)
    tokens, side, counted = crop(example, 0, 0, rests=6)
    assert (tokens[:, 16:22] == mc.REST_TOKEN).all() and counted[:, :22].all() and not counted[:, 22:].any()
    assert np.flatnonzero(side[:, mc.EDGE] == mc.EDGE_LAST).tolist() == [12, 13, 14, 15]


def test_rests_fill_the_last_bar_up():
    piece = scale_piece(2)
    cut = followed_by_rests(piece)
    assert cut.bars[-1] == Bar.full() and cut.steps == piece.steps + 16


def test_passages_that_reach_the_end_do_and_the_edge_of_a_compound_piece_is_six_long():
    example = to_example(stretched(scale_piece(12)))
    for seed in range(20):
        _, side, counted = draw(np.random.default_rng(seed), example, ends=1.0, transposed=True)
        edge = side[:, mc.EDGE]
        assert (edge == mc.EDGE_UNKNOWN).all() or (edge == mc.EDGE_LAST).sum() == mc.DOTTED_BEAT
        assert counted[0].sum() >= CROP - 32 and side[:96, 5].min() >= 1


def test_key_edge_and_fermata_are_each_told_sometimes():
    example = to_example(IN_C)
    drawn = [draw(np.random.default_rng(seed), example, 0.0, False)[1][0] for seed in range(60)]
    for channel in (mc.KEY, mc.EDGE):
        shown = np.mean([side[channel] != mc.SIDE_PAD[channel] for side in drawn])
        assert 0.3 < shown < 0.95
