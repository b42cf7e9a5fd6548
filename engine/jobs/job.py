"""One job: a request in, events out, exactly one of them final.

The GUI, the command line, the evaluation and the tests all call `run`."""

import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from engine.canvas.music import Piece
from engine.canvas.project import CanvasPart, ModelTag
from engine.errors import ModelError, PalimpsestError
from engine.jobs.pool import Ranked, by_grade, by_worth, different
from engine.jobs.reel import Recorder
from engine.jobs.request import Cancelled, Done, Event, Failed, Loading, Placed, Request, Started
from engine.jobs.worth import CRITIC
from engine.sampling.cells import BranchPoint, Cells, Predictor, SamplerState
from engine.sampling.leaning.guidance import guided
from engine.sampling.methods import METHODS
from engine.sampling.modalities import MODALITIES, CanvasCodec
from engine.sampling.options import filled

Models = Callable[[str, str], Predictor]  # (modality, method) -> predictor
CLOSER = 2  # drafts of a pool that are looked at as closely as those that will be shown


def default_models(modality: str, method: str) -> Predictor:
    """The shipped networks, imported late because torch takes seconds."""
    from engine.jobs.models import load_predictor

    return load_predictor(modality, method)


def models_of(name: str) -> Models:
    """The networks of a model of the library; "" are the shipped ones."""
    from engine.jobs.models import load_predictor

    return lambda modality, method: load_predictor(modality, method, name)


def tag_of(request: Request, modality: str, models: Models | None) -> ModelTag:
    """By what a result remembers its model; a stand-in has a name only."""
    if models is not None:
        return ModelTag(request.model)
    from engine.jobs.library import tag

    return tag(request.model, modality, request.method)


def sources(seed: int, count: int) -> tuple[np.random.Generator, ...]:
    """One random source for each alternative; alternative k does not depend on how many there are."""
    return tuple(np.random.default_rng((seed, k)) for k in range(count))


def run(
    request: Request, cancelled: Callable[[], bool] = lambda: False, models: Models | None = None
) -> Iterator[Event]:
    """The events of one job. It looks at `cancelled` after each network call and never changes the request.

    `models` stand in for those of the library that the request names."""
    if request.beside is None:
        yield from run_one(request, cancelled, models)
    else:
        yield from run_both(request, cancelled, models)


def run_both(request: Request, cancelled: Callable[[], bool], models: Models | None) -> Iterator[Event]:
    """Two models one after the other, as one job: the first one's alternatives, then the second one's."""
    found: list[Done] = []
    total = 0
    for number, name in enumerate((request.model, request.beside or "")):
        for event in run_one(replace(request, model=name, beside=None), cancelled, models):
            match event:
                case Done():
                    found.append(event)
                case Started(calls, step):
                    total = total or calls
                    yield Started(2 * total, len(found) * total + step)
                case Placed(step, canvases, settled):
                    yield Placed(len(found) * total + step, canvases, settled)
                case _:
                    yield event
        if len(found) == number:
            return  # it was cancelled or failed, and said so
    one, two = found
    remarks = tuple(dict.fromkeys((*one.remarks, *two.remarks)))
    canvases, nats, seconds = (*one.canvases, *two.canvases), (*one.nats, *two.nats), one.seconds + two.seconds
    grades = (*one.grades, *two.grades) if len(one.grades) == len(one.canvases) else ()
    yield Done(canvases, nats, seconds, remarks, None, grades, one.model, two.model)


def run_one(request: Request, cancelled: Callable[[], bool], stand_in: Models | None) -> Iterator[Event]:
    """The events of one job of one model."""
    began = time.monotonic()
    models = stand_in or models_of(request.model)
    try:
        method = METHODS.get(request.method)
        if method is None:
            raise PalimpsestError(f"There is no method {request.method!r}; choose one of {', '.join(METHODS)}.")
        modality = MODALITIES[type(request.canvas)]
        options = filled(method.options_for(modality.name), request.options)
        yield Loading(f"{method.label} for {modality.name}")
        predict = models(modality.name, request.method)
        codec = modality.open(request.canvas, request.mask, predict, options)
        if not codec.cells.free.any():
            remark = "Everything is kept, so nothing was rewritten."
            same = (request.canvas,) * request.count
            made_by = tag_of(request, modality.name, stand_in)
            yield Done(same, (0.0,) * request.count, time.monotonic() - began, (remark,), model=made_by)
            return
        cells = starting_cells(codec, request)
        total = method.total(cells, options)
        drawn = max(request.count, int(options["pool"]) if request.start is None else 1)
        state = first = first_state(cells, drawn, total)
        recorder = Recorder(codec, request.method, first, total)
        begun, calls = (method.calls_of(cells, options, step) for step in (first.step, total))
        yield Started(calls, begun)
        rngs = sources(request.seed, drawn)
        asked = guided(predict, cells, options)
        states = method.sample(asked, cells, options, rngs) if first.step < total else ()
        for call, state in enumerate(states, begun + 1):
            if cancelled():
                yield Cancelled()
                return
            recorder.add(state)
            shown = tuple(codec.show(tokens) for tokens in state.tokens[: request.count])
            yield Placed(min(call, calls), shown, state.settled[: request.count])
        results = [codec.finish(tokens) for tokens in state.tokens]
        if asked is not predict and state.nats is not None:
            state = replace(state, nats=None)  # bits are the network's own, and it was not asked for those alone
        found = Ranked(tuple(range(request.count)), known_nats(state))
        if drawn > request.count or (request.ranked and drawn > 1):
            for ranked in best_first(request, [canvas for canvas, _ in results], state, cells, models):
                if cancelled():
                    yield Cancelled()
                    return
                found = ranked
        order = found.order[: request.count]
        remarks = tuple(dict.fromkeys(remark for k in order for remark in results[k][1]))
        reel = recorder.reel(state)
        yield Done(
            tuple(results[k][0] for k in order),
            found.nats[: len(order)],
            time.monotonic() - began,
            remarks,
            None if reel is None else reel.chosen(order),
            found.grades[: len(order)],
            tag_of(request, modality.name, stand_in),
        )
    except PalimpsestError as error:
        yield Failed(str(error), error.details)
    except MemoryError:
        yield Failed(
            "There is not enough memory for this; try fewer alternatives or a shorter passage.",
            traceback.format_exc(),
        )
    except Exception as error:  # a job ends with a sentence, whatever happens
        yield Failed(
            f"Something went wrong while rewriting ({type(error).__name__}); the page is unchanged.",
            traceback.format_exc(),
        )


def starting_cells(codec: CanvasCodec, request: Request) -> Cells:
    """The page's cells, with what a branch goes on from; one from before the first step is a plain run."""
    start = request.start
    if start is None or not start.step:
        return codec.cells
    known = start.nats is not None and start.method == request.method
    firm = start.method not in METHODS or METHODS[start.method].firm
    return replace(
        codec.cells,
        branch_point=BranchPoint(
            codec.read(start.cells),
            start.step,
            start.total,
            firm,
            start.nats if known and start.nats is not None else np.nan,
        ),
    )


def first_state(cells: Cells, count: int, total: int) -> SamplerState:
    """The state before the first network call: nothing written, or what a branch begins with.

    At `total` there is nothing left to do."""
    head = cells.branch_point
    tokens = np.where(cells.free, cells.vocabulary, cells.tokens) if head is None else head.tokens
    unwritten = cells.free & (tokens >= cells.vocabulary)
    share = 0.0 if head is None else 1.0 if head.firm else head.step / head.total
    done = head is not None and head.step == head.total and not unwritten.any()
    settled = np.where(cells.free, np.where(unwritten, 0.0, share), 1.0)
    nats = None if head is None else np.full(count, head.nats)
    return SamplerState(
        total if done else cells.begun(total), np.stack([tokens] * count), np.stack([settled] * count), nats
    )


def known_nats(state: SamplerState) -> tuple[float | None, ...]:
    """The nats of each alternative, None where the method does not know them."""
    if state.nats is None:
        return (None,) * len(state.tokens)
    return tuple(None if np.isnan(n) else float(n) for n in state.nats)


def best_first(
    request: Request, canvases: list[CanvasPart], state: SamplerState, cells: Cells, models: Models
) -> Iterator[Ranked]:
    """Draws in order, those of a pool without those alike: sentences by worth, pieces by grade. A branch's nats
    are not its own alone."""
    pooled = len(canvases) > request.count
    kept = different(canvases) if pooled else tuple(range(len(canvases)))
    exact = state.nats if request.method == "mac" and cells.branch_point is None else None
    if isinstance(request.canvas, Piece):
        return by_grade(canvases, kept, state.nats)
    if exact is None and not trained_for(models, "mac"):
        return iter((Ranked(kept, tuple(known_nats(state)[k] for k in kept)),))  # in the order drawn
    most = request.count + CLOSER if pooled else len(canvases)
    mac, critic = (partial(models, "text", name) for name in ("mac", CRITIC))
    return by_worth(kept, most, state.tokens, exact, cells, mac, critic)


def trained_for(models: Models, method: str) -> bool:
    """Whether a model was trained for a method."""
    try:
        models("text", method)
    except ModelError:
        return False
    return True
