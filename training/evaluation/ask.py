"""Ask me against asking at random: how fast answers settle a held-out page, for chorales and sentences alike.

Questions go through engine.jobs.inquiry."""

import argparse
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, Piece, sounding
from engine.canvas.project import CanvasPart
from engine.canvas.text import Sentence
from engine.jobs import inquiry
from engine.jobs.models import load_predictor
from engine.jobs.request import Answered, Failed
from engine.sampling.cells import Predictor
from engine.sampling.modalities import MODALITIES
from engine.sampling.music_cells import side_of
from engine.sampling.questions import entropies, last, open_odds
from training.data.news import read_part
from training.evaluation.jsb import excerpts
from training.evaluation.section import Rows, Section, available

QUESTIONS = 12
SENTENCE_QUESTIONS = 8
LENGTHS = range(12, 25)
Cell = tuple[int, int]


@dataclass(frozen=True)
class Exam:
    """A page whose truth is known: what is kept at first, which cells may be asked for, which are compared with the
    truth; arrays (rows, steps)."""

    truth: CanvasPart
    mask: Mask
    askable: np.ndarray
    compared: np.ndarray
    as_rows: Callable[[Any], np.ndarray]  # what a page shows, as an array (rows, steps) to compare


def chorale_exam(piece: Piece) -> Exam:
    """The soprano is given; any beat of the other voices may be asked for, and each of their notes is looked for
    where it begins."""
    mask = Mask.filled(4, piece.steps, Brush.REWRITE).paint(Brush.KEEP, 0, 0, piece.steps)
    beats = (side_of(piece)[:, 0] == 0) & ~mask.pinned()
    return Exam(piece, mask, beats, (piece.grid() != HOLD) & ~mask.pinned(), sounding)


def sentence_exam(sentence: Sentence) -> Exam:
    """Nothing but the number of words is given; any word may be asked for, and each is looked for."""
    every = np.ones((1, len(sentence.words)), dtype=bool)
    return Exam(sentence, Mask.filled(*every.shape, Brush.REWRITE), every, every, lambda words: np.array([words]))


@dataclass(frozen=True)
class Moment:
    """All that a choice of the next question may look at; of the truth only what is kept."""

    canvas: CanvasPart
    mask: Mask
    askable: np.ndarray
    odds: np.ndarray
    predict: Predictor
    rng: np.random.Generator


def by_acquisition(now: Moment) -> Cell:
    """Of the most uncertain cells the one that would settle most of what is open (SFARM section 3.7)."""
    spans = tuple((int(row), int(step), int(step) + 1) for row, step in np.argwhere(now.askable))
    tried, seed = {"most": inquiry.SHORTLIST["music"]}, int(now.rng.integers(2**31))
    asked = inquiry.Inquiry("ask", now.canvas, now.mask, spans, tried, seed)
    event = last(inquiry.run(asked, models=lambda _modality, _method: now.predict))
    if not isinstance(event, Answered):
        raise SystemExit(event.sentence if isinstance(event, Failed) else "The question was not answered.")
    return event.value[0].row, event.value[0].step


def by_uncertainty(now: Moment) -> Cell:
    """The cell with the highest entropy of its own."""
    row, step = np.unravel_index(np.where(now.askable, entropies(now.odds), -1.0).argmax(), now.askable.shape)
    return int(row), int(step)


def at_random(now: Moment) -> Cell:
    """Any cell."""
    row, step = now.rng.choice(np.argwhere(now.askable))
    return int(row), int(step)


CHOOSERS: dict[str, Callable[[Moment], Cell]] = {
    "acquisition": by_acquisition,
    "most uncertain first": by_uncertainty,
    "at random": at_random,
}


def examine(
    exam: Exam, choose: Callable[[Moment], Cell], questions: int, predict: Predictor, rng: np.random.Generator
) -> tuple[list[float], list[float]]:
    """(bits still open, share of the compared cells that match when the rest takes its most likely value) before each
    question and after the last."""
    mask, bits, match = exam.mask, [], []
    truth = exam.as_rows(
        MODALITIES[type(exam.truth)].open(exam.truth, mask, predict).show(_tokens(exam, mask, predict))
    )
    for turn in range(questions + 1):
        codec = MODALITIES[type(exam.truth)].open(exam.truth, mask, predict)
        odds, free = open_odds(predict, codec.cells), codec.cells.free
        bits.append(float(entropies(odds)[free].sum() / np.log(2)))
        filled = exam.as_rows(codec.show(np.where(free, odds.argmax(-1), codec.cells.tokens)))
        match.append(float((filled == truth)[exam.compared].mean()))
        askable = exam.askable & free
        if turn < questions and askable.any():
            row, step = choose(Moment(exam.truth, mask, askable, odds, predict, rng))
            mask = mask.paint(Brush.KEEP, row, step, step + 1)
    return bits, match


def _tokens(exam: Exam, mask: Mask, predict: Predictor) -> np.ndarray:
    """The truth as tokens."""
    return MODALITIES[type(exam.truth)].open(exam.truth, mask, predict).cells.tokens


def ask_rows(exams: Iterable[Exam], predict: Predictor, seed: int, questions: int = QUESTIONS) -> Rows:
    """One row a way of choosing: means over the exams after each question with their standard errors, and the
    difference from asking at random."""
    pages = list(exams)
    curves: dict[str, np.ndarray] = {}
    rows: Rows = []
    for label, choose in CHOOSERS.items():
        began = time.monotonic()
        curves[label] = np.array(
            [
                examine(exam, choose, questions, predict, np.random.default_rng((seed, number)))
                for number, exam in enumerate(pages)
            ]
        )
        seconds = (time.monotonic() - began) / (len(pages) * questions)
        rows.append({"label": label, "pages": len(pages), "seconds_a_question": seconds})
        print(label, *(np.round(curves[label][:, k, -1].mean(), 3) for k in range(2)), flush=True)
    chance = curves["at random"]
    for row in rows:
        for k, name in enumerate(("bits", "match")):
            values = curves[row["label"]][:, k]
            row[name] = _spread(values)
            row[f"{name}_less_random"] = _spread((values - chance[:, k]).mean(1, keepdims=True))
    return rows


def _spread(values: np.ndarray) -> dict[str, list[float]]:
    """Mean and standard error along the first axis."""
    return {"mean": values.mean(0).tolist(), "error": (values.std(0, ddof=1) / np.sqrt(len(values))).tolist()}


def chorales(args: argparse.Namespace) -> Rows:
    """Passages of held-out chorales."""
    exams = [chorale_exam(piece) for _, piece in excerpts(args.part, args.count)]
    return [
        row
        for method in available("music", ("sfarm",), args.method)
        for row in ask_rows(exams, load_predictor("music", method), args.seed)
    ]


def sentences(args: argparse.Namespace) -> Rows:
    """Held-out sentences of the folder `--data`, of 12 to 24 words."""
    if not args.data:
        raise SystemExit("Name the folder of news text with --data DIR.")
    rows: Rows = []
    for method in available("text", ("sfarm",), args.method):
        predict = load_predictor("text", method)
        vocabulary = tuple(predict.card["vocabulary"])
        found = [
            row
            for length, part in read_part(args.data, args.part, vocabulary).items()
            if length in LENGTHS
            for row in part
        ]
        drawn = np.random.default_rng(args.seed).permutation(len(found))[: args.count]
        exams = [sentence_exam(Sentence(tuple(vocabulary[token] for token in found[k]))) for k in drawn]
        rows += ask_rows(exams, predict, args.seed, SENTENCE_QUESTIONS)
    return rows


CHORALES = {"ask": Section(chorales, 16)}
SENTENCES = {"ask": Section(sentences, 60)}
