"""One question to a network as a job: an inquiry in, events out, exactly one final.

Which network answers which question is in QUESTIONS."""

import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.canvas.mask import Mask
from engine.canvas.project import CanvasPart
from engine.errors import PalimpsestError
from engine.jobs.chord_drafts import ChordReading, drafts, readings
from engine.jobs.job import Models, models_of
from engine.jobs.request import Answered, Cancelled, Event, Failed, Loading, Partial
from engine.sampling import questions
from engine.sampling.cells import Predictor
from engine.sampling.modalities import MODALITIES, CanvasCodec
from engine.sampling.ordered import mac_order, score_ordered

# Cells whose answers are tried out: those that are most uncertain themselves. Of words just the most uncertain one is
# asked for: that settles more of a sentence (docs/RESULTS.md).
SHORTLIST = {"music": 24, "text": 1}


@dataclass(frozen=True)
class Inquiry:
    """A question about a canvas; `spans` are the notes or words it is about.

    The mask matters only where the question is about what is open."""

    question: str
    canvas: CanvasPart
    mask: Mask
    spans: tuple[questions.Span, ...] = ()
    options: Mapping[str, int] = field(default_factory=dict)
    seed: int = 0
    model: str = ""  # of the library; "" is the shipped one


@dataclass(frozen=True)
class Question:
    """Whose weights answer, and how: a generator of improving answers, one per network call; `quick` ones take a single
    call."""

    method: str
    answers: Callable[[Predictor, CanvasCodec, Inquiry], Iterator[Any]]
    quick: bool = False


def _surprise(predict: Predictor, codec: CanvasCodec, inquiry: Inquiry) -> Iterator[np.ndarray]:
    """Bits of each span given everything else that is kept, NaN where not yet known."""
    for bits in questions.surprise(predict, codec.cells, inquiry.spans):
        yield bits.copy()


def _why_not(predict: Predictor, codec: CanvasCodec, inquiry: Inquiry) -> Iterator[tuple[tuple[int, float], ...]]:
    """The most likely tokens of the one span with their probabilities, given all others; with the option `open`, free
    cells stay open."""
    hide = codec.cells.free if inquiry.options.get("open") else None
    yield questions.top_values(
        predict, codec.cells, inquiry.spans[0], inquiry.options.get("count", codec.cells.vocabulary), hide
    )


def _likelihood(predict: Predictor, codec: CanvasCodec, inquiry: Inquiry) -> Iterator[float]:
    """Bits of all cells of the spans together, given all else kept, exact under MAC's protocol; grows with every
    call."""
    query = np.zeros(codec.cells.shape, dtype=bool)
    for row, start, stop in inquiry.spans:
        query[row, start:stop] = True
    for nats in score_ordered(predict, codec.cells, mac_order(codec.cells, query, codec.cells.pinned)):
        yield float(nats.sum() / np.log(2))


def _ask(predict: Predictor, codec: CanvasCodec, inquiry: Inquiry) -> Iterator[list[questions.Answer]]:
    """The open cells worth settling, best first; a span stands for its first cell."""
    candidates = [(row, start) for row, start, _ in inquiry.spans]
    samples, top = inquiry.options.get("samples", 4), inquiry.options.get("top", 3)
    most = inquiry.options.get("most", SHORTLIST[MODALITIES[type(inquiry.canvas)].name])
    rng = np.random.default_rng(inquiry.seed)
    return questions.ask(predict, codec.cells, candidates, rng, samples, top=top, most=most)


def _chords(predict: Predictor, codec: CanvasCodec, inquiry: Inquiry) -> Iterator[tuple[ChordReading, ...]]:
    """The chords that the steps of the one span could have, likeliest first: none before the last call."""
    _, start, stop = inquiry.spans[0]
    for found in drafts(predict, codec, inquiry.options.get("count", 24), inquiry.seed):
        yield readings(found, start, stop)


QUESTIONS = {
    "surprise": Question("mac", _surprise),
    "why not": Question("mac", _why_not, quick=True),
    "likelihood": Question("mac", _likelihood),
    "ask": Question("sfarm", _ask),
    "chords": Question("sfarm", _chords),
}


def run(
    inquiry: Inquiry, cancelled: Callable[[], bool] = lambda: False, models: Models | None = None
) -> Iterator[Event]:
    """The events of one inquiry:

    Loading, a Partial for each network call, and Answered with the last; it looks at `cancelled` after each call."""
    try:
        question, modality = QUESTIONS[inquiry.question], MODALITIES[type(inquiry.canvas)]
        yield Loading(f"{question.method.upper()} for {modality.name}")
        predict = (models or models_of(inquiry.model))(modality.name, question.method)
        codec = modality.open(inquiry.canvas, inquiry.mask, predict)
        value = None
        for value in question.answers(predict, codec, inquiry):
            if cancelled():
                yield Cancelled()
                return
            yield Partial(value)
        yield Answered(value)
    except PalimpsestError as error:
        yield Failed(str(error), error.details)
    except MemoryError:
        yield Failed("There is not enough memory for this; select a shorter passage.", traceback.format_exc())
    except Exception as error:  # a job ends with a sentence, whatever happens
        yield Failed(
            f"Something went wrong while looking closer ({type(error).__name__}); the page is unchanged.",
            traceback.format_exc(),
        )
