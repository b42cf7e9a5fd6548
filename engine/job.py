"""One job: a request in, events out, exactly one of them final. The GUI, the command line, the evaluation and the tests all call `run`."""

import time
import traceback
from collections.abc import Callable, Iterator

import numpy as np

from engine.cells import Predictor, State
from engine.errors import Trouble
from engine.methods import METHODS
from engine.modalities import MODALITIES, Page
from engine.options import filled
from engine.request import Cancelled, Done, Event, Failed, Loading, Placed, Request, Started

Models = Callable[[str, str], Predictor]  # (modality, method) -> predictor


def default_models(modality: str, method: str) -> Predictor:
    """The shipped networks, imported late because torch takes seconds."""
    from engine.models import load_predictor

    return load_predictor(modality, method)


def sources(seed: int, count: int) -> tuple[np.random.Generator, ...]:
    """One random source for each alternative; alternative k does not depend on how many there are."""
    return tuple(np.random.default_rng((seed, k)) for k in range(count))


def run(request: Request, cancelled: Callable[[], bool] = lambda: False, models: Models = default_models) -> Iterator[Event]:
    """The events of one job. It looks at `cancelled` after each network call and never changes the request."""
    began = time.monotonic()
    try:
        method = METHODS.get(request.method)
        if method is None:
            raise Trouble(f"There is no method {request.method!r}; choose one of {', '.join(METHODS)}.")
        options = filled(method.options, request.options)
        modality = MODALITIES[type(request.canvas)]
        yield Loading(f"{method.label} for {modality.name}")
        predict = models(modality.name, request.method)
        page = modality.open(request.canvas, request.mask, predict)
        if not page.cells.free.any():
            yield Done((request.canvas,) * request.count, (0.0,) * request.count, time.monotonic() - began, ("Everything is kept, so nothing was rewritten.",))
            return
        yield Started(method.total(page.cells, options))
        state = None
        for state in method.sample(predict, page.cells, options, sources(request.seed, request.count)):
            if cancelled():
                yield Cancelled()
                return
            yield Placed(state.step, tuple(page.show(tokens) for tokens in state.tokens), state.settled)
        assert state is not None
        yield finished(page, state, time.monotonic() - began)
    except Trouble as trouble:
        yield Failed(str(trouble), trouble.details)
    except MemoryError:
        yield Failed("There is not enough memory for this; ask for fewer alternatives or a shorter passage.", traceback.format_exc())
    except Exception as error:  # a job ends with a sentence, whatever happens
        yield Failed(f"Something went wrong while rewriting ({type(error).__name__}); the page is unchanged.", traceback.format_exc())


def finished(page: Page, state: State, seconds: float) -> Done:
    """The final event of a sampler's last state."""
    results = [page.finish(tokens) for tokens in state.tokens]
    nats = tuple(float(n) for n in state.nats) if state.nats is not None else (None,) * len(results)
    remarks = tuple(dict.fromkeys(remark for _, remarks in results for remark in remarks))
    return Done(tuple(canvas for canvas, _ in results), nats, seconds, remarks)
