"""The only place that starts threads for the engine: work goes in, its events come back to whoever asked,
on the main thread.

Knows nothing of pages or widgets."""

import itertools
import logging
import math
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from inspect import ismethod
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from engine.errors import PalimpsestError
from engine.jobs import inquiry, job
from engine.jobs.inquiry import Inquiry
from engine.jobs.job import Models
from engine.jobs.request import FINAL, Cancelled, Failed, Placed, Request

log = logging.getLogger(__name__)

# seconds until a thread must hand the interpreter on: a call to the painter waits at most this long for a sampler
# between two passes of the network
SWITCH = 0.001
FRAME = 1 / 15  # seconds between two Placed events after the first: more would only be painted over
BEHIND = 3  # steps of niceness behind the window, so that networks on every core do not keep it waiting for one
# the priority of long questions: requests (0), calls and quick questions (1) go first, even between two steps of one
PATIENT = 2
UNEXPECTED = "Something went wrong inside the program; your page is unchanged, and you can copy a report of the bug."

Job = Request | Inquiry
Runner = Callable[[Job, Callable[[], bool], Models | None], Iterable[object]]
Listener = Callable[[Any], None]  # gets each event of one job


@dataclass(frozen=True)
class Result:
    """The value of a plain call; final, like Done."""

    value: Any


@dataclass(order=True)
class _Work:
    """One thing to do; requests go before calls and quick questions, these before long ones, then first come, first
    served."""

    priority: int
    job: int
    run: Callable[[Callable[[], bool]], Iterable[object]] | None = field(compare=False)
    newest: Placed | None = field(compare=False, default=None)  # the last step that the thread sent
    cancelled: threading.Event = field(compare=False, default_factory=threading.Event)


def engine_runner(asked: Job, cancelled: Callable[[], bool], models: Models | None = None) -> Iterable[object]:
    """Run a request or an inquiry in the engine; `models` stand in for those of the library."""
    return job.run(asked, cancelled, models) if isinstance(asked, Request) else inquiry.run(asked, cancelled, models)


def _there(listener: Listener) -> bool:
    """Whether an object that waits for events still exists: its page may have been closed."""
    return not (ismethod(listener) and isinstance(listener.__self__, QObject) and not isValid(listener.__self__))


def _lower_priority() -> None:
    """Let the window go first; the threads that a network starts from this one take after it. Linux has a priority for
    each thread; elsewhere nothing is changed."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, min(19, os.getpriority(os.PRIO_PROCESS, thread) + BEHIND))


def _tell(listener: Listener, event: object) -> None:
    if _there(listener):
        listener(event)


class Worker(QObject):
    """One thread that does one job after another.

    Every job ends with exactly one final event; nothing of a cancelled job arrives later."""

    _arrived = Signal(object, object)  # job number, event

    def __init__(
        self,
        name: str = "engine",
        models: Models | None = None,
        runner: Runner = engine_runner,
        parent: QObject | None = None,
    ) -> None:
        """`models` stand in for those of the library."""
        super().__init__(parent)
        self._name, self.models, self._runner = name, models, runner
        self._numbers = itertools.count(1)
        self._queue: queue.PriorityQueue[_Work] = queue.PriorityQueue()
        self._live: dict[int, _Work] = {}
        self._listeners: dict[int, Listener] = {}  # here and not in _Work: the thread must not keep a page alive
        self._thread: threading.Thread | None = None
        self._closed = False
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def submit(self, asked: Job, on_event: Listener) -> int:
        """Ask for a generation, or a question, which yields to everything else; the events come with the returned
        number."""
        priority = 0 if isinstance(asked, Request) else 1 if inquiry.QUESTIONS[asked.question].quick else PATIENT
        return self._add(priority, lambda cancelled: self._runner(asked, cancelled, self.models), on_event)

    def call(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        then: Callable[[Any], None] | None = None,
        failed: Callable[[Failed], None] | None = None,
    ) -> int:
        """Run a function after the waiting requests; `then` gets its value on the main thread, `failed` a Failed."""

        def ended(event: object) -> None:
            if isinstance(event, Result) and then is not None and _there(then):
                then(event.value)
            if isinstance(event, Failed) and failed is not None and _there(failed):
                failed(event)

        return self._add(1, lambda _cancelled: (Result(function(*arguments)),), ended)

    def cancel(self, job: int) -> None:
        """Stop a job: its Cancelled is delivered at once and whatever it still says is dropped."""
        work = self._live.pop(job, None)
        if work is not None:
            work.cancelled.set()
            _tell(self._listeners.pop(job), Cancelled())

    def pending(self, job: int) -> bool:
        """Whether a job is unfinished."""
        return job in self._live

    @property
    def busy(self) -> bool:
        """Whether any job is unfinished."""
        return bool(self._live)

    def shutdown(self, seconds: float = 10.0) -> bool:
        """Cancel everything and end the thread; False if it is still stuck in something that cannot be stopped."""
        self._closed = True
        for work in self._live.values():
            work.cancelled.set()
        self._live.clear()
        self._listeners.clear()
        if self._thread is None:
            return True
        self._queue.put(_Work(-1, 0, None))
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def drain(self, seconds: float = 10.0) -> bool:
        """Finish everything that was asked for, then end the thread: for work that must not be lost."""
        self._closed = True
        if self._thread is None:
            return True
        self._queue.put(_Work(9, 0, None))
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _add(self, priority: int, run: Callable[[Callable[[], bool]], Iterable[object]], on_event: Listener) -> int:
        work = _Work(priority, next(self._numbers), run)
        if self._closed:
            return work.job
        self._live[work.job] = work
        self._listeners[work.job] = on_event
        self._queue.put(work)
        if self._thread is None:
            sys.setswitchinterval(SWITCH)
            self._thread = threading.Thread(target=self._loop, name=f"palimpsest-{self._name}", daemon=True)
            self._thread.start()
        return work.job

    def _deliver(self, job: int, event: object) -> None:
        work = self._live.get(job)
        if work is None or (isinstance(event, Placed) and event is not work.newest):
            return  # it was cancelled, or the window is slow and a newer step waits already
        listener = self._listeners[job]
        if isinstance(event, (*FINAL, Result)):
            del self._live[job], self._listeners[job]
        _tell(listener, event)

    # In the thread

    def _loop(self) -> None:
        _lower_priority()
        while (work := self._queue.get()).run is not None:
            if not work.cancelled.is_set():
                self._do(work)

    def _give_way(self) -> None:
        """Between two steps of a question, do what goes before questions."""
        while not self._queue.empty():
            first = self._queue.get()
            if first.run is None or first.priority >= PATIENT:
                self._queue.put(first)
                return
            if not first.cancelled.is_set():
                self._do(first)

    def _do(self, work: _Work) -> None:
        assert work.run is not None
        shown = -math.inf
        try:
            for event in work.run(work.cancelled.is_set):
                if work.cancelled.is_set():
                    return
                if isinstance(event, Placed):
                    now = time.monotonic()
                    if now - shown < FRAME:
                        continue
                    shown, work.newest = now, event
                self._arrived.emit(work.job, event)
                if isinstance(event, (*FINAL, Result)):
                    return
                if work.priority == PATIENT:
                    self._give_way()
            self._arrived.emit(work.job, Failed(UNEXPECTED, "the job ended without a result"))
        except PalimpsestError as error:
            self._arrived.emit(work.job, Failed(str(error), error.details))
        except BaseException:  # also what is no Exception: the thread must go on, and every job has an end
            log.exception("job %s failed", work.job)
            self._arrived.emit(work.job, Failed(UNEXPECTED, traceback.format_exc()))
