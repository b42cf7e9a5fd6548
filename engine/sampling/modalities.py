"""The two kinds of page in one table: how a canvas becomes cells and an answer becomes a canvas.

Adding a modality is adding a row."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from engine.canvas.mask import Mask
from engine.canvas.music import VOICES, Piece
from engine.canvas.project import CanvasPart
from engine.canvas.start import CellRows
from engine.canvas.text import Sentence
from engine.errors import ModelError
from engine.sampling import music_cells, text_cells
from engine.sampling.cells import Cells, Predictor
from engine.sampling.leaning.chord_bias import chord_bias, fitting_end
from engine.sampling.options import Value
from engine.sampling.orders import trained_key

NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})


@lru_cache(maxsize=4)
def numbered(words: tuple[str, ...]) -> Mapping[str, int]:
    """The place of each word in a list; kept, since lists of words are long."""
    return MappingProxyType({word: number for number, word in enumerate(words)})


@dataclass(frozen=True)
class CanvasCodec:
    """A canvas as cells; `show` turns tokens (rows, steps) into what a preview draws, `finish` into (canvas,
    remarks), `write` into a branch's beginning, and `read` that into tokens again; `open` says (bool, rows and
    steps) what is not yet written. An open cell holds `cells.vocabulary`."""

    cells: Cells
    show: Callable[[np.ndarray], Any]
    finish: Callable[[np.ndarray], tuple[CanvasPart, tuple[str, ...]]]
    write: Callable[[np.ndarray], CellRows]
    read: Callable[[CellRows], np.ndarray]
    open: Callable[[np.ndarray], np.ndarray]


def in_trained_order(cells: Cells, predict: Predictor) -> Cells:
    """The cells ranked by the key that the network was trained with."""
    return replace(cells, key=trained_key(predict.card, *cells.shape))


def open_piece(piece: Piece, mask: Mask, predict: Predictor, options: Mapping[str, Value] = NO_OPTIONS) -> CanvasCodec:
    """The codec of a piece; what is drawn on it leans on its chords, and may rest, as the options say."""
    encoded = music_cells.encode(piece, mask, music_cells.knows_keys(predict.card))
    cells = in_trained_order(encoded.cells, predict)
    encoded = replace(encoded, cells=cells if options.get("rests", True) else music_cells.without_rests(cells))
    leaning = chord_bias(piece, float(options.get("chord_strength", 0.0)), str(options.get("chord_places", "nowhere")))
    if leaning is not None:
        rules = encoded.cells.rules
        assert isinstance(rules, music_cells.HoldRules)
        encoded = replace(encoded, cells=replace(encoded.cells, leaning=leaning, rules=fitting_end(rules, piece)))

    def finish(tokens: np.ndarray) -> tuple[CanvasPart, tuple[str, ...]]:
        grid, splits = music_cells.decode(encoded, tokens)
        remarks = []
        for voice, step in splits:
            bar, beat, _ = piece.place(step)
            remarks.append(
                f"{VOICES[voice].name}, bar {bar} beat {beat}: a kept note now begins here, because its start was"
                " rewritten."
            )
        return piece.with_grid(grid), tuple(remarks)

    return CanvasCodec(
        encoded.cells,
        lambda tokens: music_cells.decode(encoded, tokens)[0],
        finish,
        lambda tokens: music_cells.write(encoded, tokens),
        lambda rows: music_cells.read(encoded, rows),
        lambda tokens: music_cells.unwritten(encoded, tokens),
    )


def open_sentence(
    sentence: Sentence, mask: Mask, predict: Predictor, options: Mapping[str, Value] = NO_OPTIONS
) -> CanvasCodec:
    """The codec of a sentence, in the vocabulary of the network's card and by its pieces; with the option `tidy`
    what is written keeps to the rules of engine.sampling.tidy."""
    vocabulary = tuple(predict.card.get("vocabulary", ()))
    if len(vocabulary) != predict.vocabulary:
        raise ModelError("The sentence model carries no vocabulary; replace its weights with a good copy.")
    index, pieces = (numbered(tuple(predict.card.get(name, ()))) for name in ("vocabulary", "pieces"))
    encoded = text_cells.encode(sentence, mask, vocabulary, index, pieces, bool(options.get("tidy", False)))
    encoded = replace(encoded, cells=in_trained_order(encoded.cells, predict))
    return CanvasCodec(
        encoded.cells,
        lambda tokens: text_cells.decode(encoded, tokens),
        lambda tokens: (sentence.with_words(text_cells.decode(encoded, tokens)), ()),
        lambda tokens: text_cells.write(encoded, tokens),
        lambda rows: text_cells.read(encoded, rows),
        lambda tokens: encoded.cells.free & (tokens >= encoded.cells.vocabulary),
    )


@dataclass(frozen=True)
class Modality:
    """One kind of page."""

    name: str
    open: Callable[..., CanvasCodec]  # (canvas, mask, predict, options)
    alike: Callable[[Any], Hashable]  # what two canvases share that a user would call the same


MODALITIES: dict[type, Modality] = {
    Piece: Modality("music", open_piece, lambda piece: piece.grid().tobytes()),
    Sentence: Modality("text", open_sentence, lambda sentence: plain_letters(sentence.words)),
}


def plain_letters(words: tuple[str, ...]) -> str:
    """Words without case and signs."""
    return " ".join(filter(None, ("".join(c for c in word.casefold() if c.isalnum()) for word in words)))
