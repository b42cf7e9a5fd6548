"""Whether a chosen key is kept, where voices move in compound metres, and how far notes without trust are seen."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Key, Piece, blank_piece
from engine.jobs.models import load_predictor
from engine.jobs.request import Request
from engine.sampling import music_cells as cells
from engine.sampling.draw import log_softmax
from engine.theory.key_finder import key_from_row, key_of
from training.data.chorales import load_chorales
from training.data.compound import stretchable, stretched, with_eighths
from training.data.folk_tunes import tunes as folk_tunes
from training.data.split import read_split
from training.evaluation.chorales.endings import METHODS, ending, harmonised, last_bars
from training.evaluation.jsb import BARS, excerpts, generate
from training.evaluation.section import Rows, Section, available

SHOWINGS = {"noise": (False, False), "true": (True, False), "trusted": (True, True)}  # (true notes, trust bit)
ASKED = 8  # cells of a passage
PLACES = (4, 6, 8)  # sixteenths of a bar of 6/8: the second dotted quarter begins on 6


def composed(key: Key, beats: int, unit: int, method: str, seed: int) -> Piece:
    """Eight bars from scratch in a key and metre."""
    page = replace(blank_piece(BARS, beats, unit), key=key)
    mask = Mask.filled(4, page.steps, Brush.REWRITE)
    result = generate(Request(page, mask, method, {}, 1, seed), load_predictor).canvases[0]
    assert isinstance(result, Piece)
    return result


def in_key(pieces: Sequence[tuple[Piece, Key]]) -> dict[str, int]:
    """In how many pieces the notes are found to be in the key that they should be in, all alike or with the last one,
    and how many end on its tonic."""
    kept, known = (
        sum(cells.key_row(key_of(piece, ends)) == cells.key_row(key) for piece, key in pieces) for ends in (False, True)
    )
    tonic = sum(ending(*made).tonic for made in pieces)
    return {"kept": kept, "known": known, "tonic": tonic, "count": len(pieces)}


def keys_section(args: argparse.Namespace) -> Rows:
    """Pieces composed in each key in turn; before them how often the notes of Bach's last bars tell the key of the
    whole chorale."""
    rows: Rows = [{"label": "Bach, last eight bars", **in_key(list(last_bars(args.part)))}]
    chosen = [key_from_row((5 * number) % 24) for number in range(args.count)]
    for method in available("music", METHODS, args.method):
        made = [(composed(key, 4, 4, method, args.seed + number), key) for number, key in enumerate(chosen)]
        rows.append({"label": method.upper(), **in_key(made)})
        print(rows[-1], flush=True)
    return rows


def moves(pieces: Iterable[Piece]) -> dict[int, int]:
    """How often alto, tenor or bass begin a note on each of PLACES of a bar of 6/8."""
    counts = dict.fromkeys(PLACES, 0)
    for piece in pieces:
        inside = cells.bar_places(piece.bars)[:, 0]
        onsets = (piece.grid()[1:] >= 0).sum(0)
        for place in PLACES:
            counts[place] += int(onsets[inside == place].sum())
    return counts


def ratios(counts: dict[int, int]) -> dict[str, float]:
    """Moves on the second dotted quarter to those beside it."""
    return {f"6 to {place}": counts[6] / max(1, counts[place]) for place in (4, 8)}


def compound_section(args: argparse.Namespace) -> Rows:
    """Held-out chorales stretched to 6/8, their melodies in eighths harmonised, their own voices beside them; and ten
    folk tunes in 6/8."""
    pieces, rng = load_chorales(), np.random.default_rng(args.seed)
    names = [name for name in read_split()[args.part] if name in pieces and stretchable(pieces[name])]
    usual = [pieces[name] for name in names if pieces[name].bars[-1].beats == 4][: args.count]
    own = [with_eighths(stretched(piece, halved=True), rng) for piece in usual]
    rows: Rows = [{"label": "Bach, stretched to 6/8", "moves": moves(own), **ratios(moves(own))}]
    melodies = {"": own, ", ten folk tunes": folk_tunes("6/8", 10)}
    for method in available("music", METHODS, args.method):
        for words, given in melodies.items():
            counts = moves(
                harmonised(piece, method, {}, args.seed + n, load_predictor) for n, piece in enumerate(given)
            )
            rows.append({"label": method.upper() + words, "moves": counts, **ratios(counts)})
            print(rows[-1], flush=True)
    return rows


def chorale_trust_section(args: argparse.Namespace) -> Rows:
    """Half of a passage's cells are hidden and one of them asked for, while the other hidden ones are noise, true
    without trust, or trusted."""
    if not available("music", ("sunmask",), args.method):
        return []
    predict, rng = load_predictor("music", "sunmask"), np.random.default_rng(args.seed)
    nats: dict[str, list[float]] = {name: [] for name in SHOWINGS}
    for _, piece in excerpts(args.part, args.count):
        truth, side = cells.to_tokens(piece.grid()), cells.side_of(piece)
        hidden = rng.random(truth.shape) < 0.5
        noise = rng.integers(0, cells.TOKENS, truth.shape)
        for place in rng.permutation(np.argwhere(hidden))[:ASKED]:
            asked = np.zeros_like(hidden)
            asked[tuple(place)] = True
            shown = [
                (np.where(hidden & (asked | (not true)), noise, truth), ~hidden | (~asked & bit))
                for true, bit in SHOWINGS.values()
            ]
            tokens, bits = (np.stack(arrays) for arrays in zip(*shown, strict=True))
            logits = predict(tokens, bits, side, wanted=np.broadcast_to(asked, tokens.shape))
            for name, row in zip(SHOWINGS, log_softmax(logits[:, asked]), strict=True):
                nats[name].append(float(-row[0, truth[asked][0]]))
    mean: dict[str, Any] = {name: float(np.mean(values)) for name, values in nats.items()}
    closed = (mean["noise"] - mean["true"]) / (mean["noise"] - mean["trusted"])
    rows: Rows = [{"label": "SUNMASK", "count": len(nats["noise"]), **mean, "closed": closed}]
    print(rows[-1], flush=True)
    return rows


SECTIONS = {
    "keys": Section(keys_section, 48),
    "compound": Section(compound_section, 20),
    "trust": Section(chorale_trust_section, 60),
}
