"""Chorale data: crops, transposition, the split, a user's own folder, and a short training that must lower the
loss."""

import numpy as np
import pytest
import torch

from engine.canvas.music import VOICES, Note, blank_piece, cells_of
from engine.canvas.project import fresh
from engine.formats import save_file
from engine.sampling import music_cells as mc
from tests.engine.tiny_models import tiny_unet
from training import jsb
from training.data import chorales
from training.data.crops import crop, to_example
from training.data.folder import read_folder
from training.data.split import PARTS, derive, read_split
from training.fitting.loop import TrainConfig, train
from training.fitting.objectives import OBJECTIVES

pytestmark = pytest.mark.usefixtures("few_masks")


def scale_piece(bars=4, start=0, length=4):
    """Four parallel lines up and down the scale."""
    steps = bars * 16
    grid = []
    for kind in VOICES:
        notes = [
            Note(t, length, (kind.low + kind.high) // 2 + (0, 2, 4, 2)[(t // length + start) % 4])
            for t in range(0, steps, length)
        ]
        grid.append(cells_of(notes, steps))
    return blank_piece(bars).with_grid(np.array(grid))


def test_a_crop_that_begins_inside_a_note_begins_with_an_onset_and_short_pieces_are_padded():
    example = to_example(scale_piece(length=16))
    tokens, side, counted = crop(example, 4, 0)
    assert (tokens[:, 0] >= mc.FIRST_PITCH).all() and (tokens[:, 1] == mc.HOLD_TOKEN).all()
    assert (
        tokens.shape == (4, jsb.CROP)
        and (tokens[:, 60:] == mc.PAD).all()
        and not counted[:, 60:].any()
        and counted[:, :60].all()
    )
    assert side.shape == (jsb.CROP, len(mc.SIDE_SIZES))


def test_transposition_moves_pitches_only_and_stays_inside_the_voices():
    example = to_example(scale_piece())
    low, high = example.room
    assert low < 0 < high
    plain, up = crop(example, 0, 0)[0], crop(example, 0, high)[0]
    notes = (plain >= mc.FIRST_PITCH) & (plain < mc.TOKENS)
    assert (up[notes] == plain[notes] + high).all() and (up[~notes] == plain[~notes]).all()
    for row, kind in zip(up, VOICES, strict=True):
        pitches = row[(row >= mc.FIRST_PITCH) & (row < mc.TOKENS)] - mc.FIRST_PITCH + mc.LOW
        assert pitches.max() <= kind.high


def test_the_split_names_each_chorale_once_and_copies_never_cross_it():
    pieces, split = chorales.load_chorales(), read_split()
    names = [name for part in PARTS for name in split[part]]
    assert len(names) == len(set(names)) == len(pieces) and set(names) == set(pieces)
    opening = {}
    for part in PARTS:
        for name in split[part]:
            opening.setdefault(pieces[name].grid()[:, :64].tobytes(), set()).add(part)
    assert all(len(parts) == 1 for parts in opening.values())


def test_derive_matches_transposed_sequences_and_keeps_copies_together():
    first, second = scale_piece(), scale_piece(start=1, length=8)
    from engine.canvas.music import sounding

    public = {"train": [], "valid": [], "test": [(sounding(first.grid()).T + 3).tolist()]}
    split = derive({"a": first, "copy of a": first, "b": second}, public)
    assert split == {"test": ["a", "copy of a"], "valid": [], "train": ["b"]}


def test_a_parsed_chorale_has_bars_fermatas_holds_and_repeated_notes():
    piece = chorales.load_chorales()["bwv66.6"]
    assert piece.has_pickup and piece.bars[0].steps == 4 and piece.key.fifths == 3
    assert piece.fermatas and piece.voices[0].notes[0].pitch == 73
    assert any(a.pitch == b.pitch for a, b in zip(piece.voices[3].notes, piece.voices[3].notes[1:], strict=False))


def test_a_folder_of_one_s_own_is_read_and_what_cannot_be_used_is_named(tmp_path, capsys):
    for number in range(3):
        save_file(tmp_path / f"{number}.mid", fresh(scale_piece(start=number)))
    (tmp_path / "broken.mid").write_bytes(b"MThd nonsense")
    save_file(tmp_path / "empty.palimpsest", fresh(blank_piece(4)))
    lessons = read_folder(str(tmp_path))
    assert len(lessons) == 3
    said = capsys.readouterr().out
    assert "broken.mid is left out" in said and "empty.palimpsest is left out" in said


def test_an_empty_folder_is_one_sentence(tmp_path):
    with pytest.raises(SystemExit, match="Only 0 usable pieces"):
        read_folder(str(tmp_path))


@pytest.mark.parametrize("kind", ["unet", "transformer"])
def test_both_networks_read_chorales(kind):
    config = jsb.JsbConfig(method="sfarm", network=kind, beat=64, cell=8, layers=1)
    data = jsb.ChoraleData([scale_piece(8)], [scale_piece(8)], {})
    loss = OBJECTIVES["sfarm"].loss(jsb.network(config), data.validation()[0])
    assert torch.isfinite(loss)


@pytest.mark.parametrize(
    "method", ["mac", *(pytest.param(name, marks=pytest.mark.full) for name in ("sunmask", "sfarm"))]
)
def test_a_short_training_on_chorales_lowers_the_loss(method, tmp_path):
    torch.manual_seed(1)
    pieces = list(chorales.load_chorales().values())
    data = jsb.ChoraleData(pieces[:12], pieces[12:16], {})
    net = tiny_unet(7 if method == "sfarm" else 0, cell=12, beat=48)
    config = TrainConfig(method=method, out=str(tmp_path), steps=60, batch=8, rate=5e-3, warmup=5, ema=0.9, every=1e9)
    run = train(net, data, config, stop=lambda step: step == 2)
    before = run.validate()
    config = TrainConfig(
        method=method, out=str(tmp_path), steps=60, batch=8, rate=5e-3, warmup=5, ema=0.9, every=1e9, resume=True
    )
    assert train(net, data, config).validate() < 0.7 * before


def test_a_tie_to_another_pitch_is_an_onset():
    """In bwv362 the tenor's B flat of bar 20 ends a tie that began on a C."""
    tenor = chorales.load_chorales()["bwv362"].voices[2]
    assert tenor.cells[296] == 58 and tenor.cells[297:300] == (-1, -1, -1)
