"""Pieces to tokens and side information and back; which HOLDs are barred."""

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST, Bar, Key, Piece, Voice, blank_piece
from engine.sampling import music_cells as mc


def test_tokens_and_cells_are_inverse_inside_the_vocabulary():
    cells = np.array([HOLD, REST, mc.LOW, 60, mc.HIGH])
    assert (mc.to_cells(mc.to_tokens(cells)) == cells).all()
    assert len(mc.vocabulary()) == mc.TOKENS == mc.to_tokens(np.array([mc.HIGH]))[0] + 1


def piece(bars, fermatas=None):
    steps = sum(bar.steps for bar in bars)
    return Piece(tuple(Voice(n, 0, (REST,) * steps) for n in "SATB"), tuple(bars), fermatas=fermatas)


def test_a_pickup_ends_its_bar_and_a_split_bar_goes_on():
    places = mc.bar_places((Bar(4, 4, 4), Bar.full(), Bar(4, 4, 12), Bar(4, 4, 4), Bar.full()))
    assert places[:4, 0].tolist() == [12, 13, 14, 15]
    assert places[20:36, 0].tolist() == list(range(16)) and places[36, 0] == 0


def test_side_information_gives_beat_fermata_and_edge():
    side = mc.side_of(piece([Bar.full(3, 4), Bar.full(3, 4)], fermatas=(8,)))
    assert side[5].tolist() == [1, 1, mc.BAR_KINDS.index(12) + 1, mc.FERMATA_NO, mc.EDGE_INSIDE, 0, 0, 0]
    assert side[8, 3] == mc.FERMATA_YES and side[0, 4] == mc.EDGE_FIRST and side[-1, 4] == mc.EDGE_LAST
    assert (mc.side_of(blank_piece(1))[:, 3] == mc.FERMATA_UNKNOWN).all()
    assert (side.max(0) < np.array(mc.SIDE_SIZES)).all()


def test_compound_metres_are_told_in_dotted_beats_and_the_key_as_a_number():
    side = mc.side_of(piece([Bar(6, 8, 6), Bar.full(6, 8), Bar.full(3, 4)]), key=Key(2, True))
    assert side[:18, 5].tolist() == [1, 2, 3, 4, 5, 6] * 3 and side[:18, 6].tolist() == [2] * 6 + [1] * 6 + [2] * 6
    assert not side[18:, 5:7].any() and set(side[:, mc.KEY]) == {1 + 12 + 11}
    assert (side[:6, mc.EDGE] == mc.EDGE_FIRST).all() and (side[-4:, mc.EDGE] == mc.EDGE_LAST).all()
    assert side[6, mc.EDGE] == side[-5, mc.EDGE] == mc.EDGE_INSIDE
    assert not mc.side_of(blank_piece(1))[:, mc.KEY].any()


def test_the_last_edge_is_where_the_kept_melody_ends_and_not_where_the_page_does():
    tune = blank_piece(1).with_grid(np.array([(60, *[HOLD] * 9, *[REST] * 6)] + [(REST,) * 16] * 3))
    soprano = Mask.filled(4, 16, Brush.REWRITE).paint(Brush.KEEP, 0, 0, 16)
    for side in (mc.side_of(tune), mc.encode(tune, soprano).cells.side):
        assert np.flatnonzero(side[:, 4] == mc.EDGE_LAST).tolist() == [6, 7, 8, 9]
        assert (side[10:, 4] == mc.EDGE_UNKNOWN).all()
    free = mc.encode(tune, Mask.filled(4, 16, Brush.REWRITE)).cells.side
    assert np.flatnonzero(free[:, 4] == mc.EDGE_LAST).tolist() == [12, 13, 14, 15]


def logits_after_bar(tokens, known, no_hold=None):
    tokens, known = np.array([[tokens]]), np.array([[known]], dtype=bool)
    rules = mc.HoldRules(np.zeros(tokens.shape[1:], dtype=bool) if no_hold is None else np.array([no_hold], dtype=bool))
    logits = np.zeros((*tokens.shape, mc.TOKENS))
    rules.bar(logits, tokens, known)
    return logits[0, 0], rules


def test_hold_is_barred_at_the_start_after_a_rest_and_where_a_kept_note_ended():
    logits, _ = logits_after_bar([mc.BLANK, mc.REST_TOKEN, mc.BLANK, mc.BLANK], [0, 1, 0, 0], [0, 0, 0, 1])
    assert np.isinf(logits[:, mc.HOLD_TOKEN]).tolist() == [True, False, True, True]


def test_rest_is_barred_before_a_known_hold():
    logits, _ = logits_after_bar([mc.BLANK, mc.HOLD_TOKEN], [0, 1])
    assert np.isinf(logits[0, mc.REST_TOKEN]) and not np.isinf(logits[1, mc.REST_TOKEN])


def test_broken_finds_holds_that_continue_a_rest():
    _, rules = logits_after_bar([0], [0])
    tokens = np.array([[[mc.REST_TOKEN, mc.HOLD_TOKEN, mc.HOLD_TOKEN, 9, mc.HOLD_TOKEN]]])
    rules = mc.HoldRules(np.zeros((1, 5), dtype=bool))
    assert rules.broken(tokens, np.ones(tokens.shape, dtype=bool))[0, 0].tolist() == [False, True, True, False, False]
    unknown = np.array([[[False, True, True, True, True]]])
    assert not rules.broken(tokens, unknown).any()


def test_the_sampler_knows_that_hold_goes_on():
    assert mc.encode(blank_piece(1), Mask.filled(4, 16, Brush.REWRITE)).cells.going_on == mc.HOLD_TOKEN


def test_a_pinned_hold_with_a_free_onset_becomes_an_onset_and_heals():
    whole = blank_piece(1).with_grid(np.array([(60, HOLD, HOLD, HOLD, *[REST] * 12)] * 4))
    encoded = mc.encode(whole, Mask.filled(4, 16, Brush.REWRITE).paint(Brush.KEEP, 1, 2, 3))
    assert encoded.cells.tokens[1, 2] == mc.to_tokens(np.array([60]))[0] and encoded.split[1, 2]
    healed, splits = mc.decode(encoded, mc.to_tokens(whole.grid()))
    assert healed[1].tolist() == list(whole.voices[1].cells) and not splits
    other = mc.to_tokens(whole.grid())
    other[1, 0] = mc.to_tokens(np.array([62]))[0]
    cut, splits = mc.decode(encoded, other)
    assert cut[1, 2] == 60 and splits == [(1, 2)]


def test_a_melody_out_of_range_is_moved_by_octaves_for_the_network_and_comes_back_where_it_was():
    low = blank_piece(1).with_grid(np.array([(40, HOLD, 43, HOLD, *[REST] * 12)] + [(REST,) * 16] * 3))
    encoded = mc.encode(low, Mask.filled(4, 16, Brush.REWRITE).paint(Brush.KEEP, 0, 0, 8))
    assert mc.to_cells(encoded.cells.tokens[0, :3]).tolist() == [64, HOLD, 67]
    tokens = encoded.cells.tokens.copy()
    tokens[0, 8:10], tokens[3, :2] = mc.to_tokens(np.array([65, HOLD])), mc.to_tokens(np.array([48, HOLD]))
    grid, _ = mc.decode(encoded, tokens)
    assert grid[0, :10].tolist() == [40, HOLD, 43, HOLD, *[REST] * 4, 41, HOLD] and grid[3, 0] == 48
    assert (mc.read(encoded, mc.write(encoded, tokens)) == tokens).all()


def test_a_voice_in_its_range_is_not_moved():
    piece_ = blank_piece(1).with_grid(np.array([(60, HOLD, 59, HOLD, *[REST] * 12)] + [(REST,) * 16] * 3))
    encoded = mc.encode(piece_, Mask.filled(4, 16, Brush.REWRITE).paint(Brush.KEEP, 0, 0, 16))
    assert not encoded.octaves.any()


def test_in_compound_metres_a_beat_is_a_dotted_quarter_for_the_sampler_too():
    for metre, beat in (((6, 8), 6), ((4, 4), 4), ((3, 8), 4)):
        cells = mc.encode(blank_piece(2, *metre), Mask.filled(4, 2 * metre[0] * 16 // metre[1], Brush.REWRITE)).cells
        assert cells.grain == cells.rules.beat == beat


def test_a_blank_page_is_in_its_own_key_for_a_network_that_is_told_keys():
    free = Mask.filled(4, 16, Brush.REWRITE)
    keyed, other = mc.encode(blank_piece(1), free, keyed=True), mc.encode(blank_piece(1), free)
    assert keyed.cells.rules.key == Key() and set(keyed.cells.side[:, mc.KEY]) == {1}
    assert other.cells.rules.key is None and not other.cells.side[:, mc.KEY].any()


def test_a_pitch_moved_by_octaves_stays_one_of_midi():
    cells = np.array([[20, 77, HOLD, REST], [120, 3, 127, 0]])
    down, up = np.array([[-24], [-24]]), np.array([[24], [24]])
    assert mc.moved_by(cells, down).tolist() == [[8, 53, HOLD, REST], [96, 3, 103, 0]]
    assert mc.moved_by(cells, up).tolist() == [[44, 101, HOLD, REST], [120, 27, 127, 24]]


def test_written_voices_rest_only_where_the_kept_ones_have_not_begun_or_have_ended():
    line = (REST, REST, 60, HOLD, REST, REST, 62, HOLD, *[REST] * 8)
    tune = blank_piece(1).with_grid(np.array([line] + [(REST,) * 16] * 3))
    soprano = Mask.filled(4, 16, Brush.REWRITE).paint(Brush.KEEP, 0, 0, 16)
    for mask, allowed in ((soprano, [0, 1, *range(8, 16)]), (Mask.filled(4, 16, Brush.REWRITE), [])):
        cells = mc.without_rests(mc.encode(tune, mask).cells)
        tokens = np.full((1, 4, 16), mc.BLANK)
        logits = np.zeros((1, 4, 16, mc.TOKENS))
        cells.rules.bar(logits, tokens, np.zeros(tokens.shape, dtype=bool))
        assert np.flatnonzero(np.isfinite(logits[0, 3, :, mc.REST_TOKEN])).tolist() == allowed
        assert np.isfinite(logits[..., mc.FIRST_PITCH :]).all()
