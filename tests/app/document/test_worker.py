"""The one door to threads: numbered events on the main thread, cancelling at once, nothing of an old job, no thread
left behind."""

import os
import sys
import threading
import time

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QObject

from app.document.worker import BEHIND, FRAME, UNEXPECTED, Worker
from engine.canvas.mask import Brush
from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.errors import CanvasError
from engine.jobs.inquiry import Inquiry
from engine.jobs.request import Answered, Cancelled, Done, Failed, Partial, Placed, Request, Started

PROJECT = fresh(blank_piece(1), Brush.REWRITE)


def request(seed=0):
    return Request(PROJECT.canvas, PROJECT.masks[0], seed=seed)


def done(_request):
    return Done((PROJECT.canvas,), (None,), 0.0)


class Asked(Worker):
    """A worker that notes what each of its requests was answered: (job, kind of event, whether on the main thread)."""

    def __init__(self, name, runner):
        super().__init__(name, runner=lambda asked, cancelled, _models: runner(asked, cancelled))
        self.said, self.events = [], []

    def ask(self, asked):
        def note(event):
            self.events.append(event)
            self.said.append((job, type(event), threading.current_thread() is threading.main_thread()))

        job = self.submit(asked, note)
        return job


@pytest.fixture
def make_worker(qtbot):
    made = []

    def make(runner):
        worker = Asked("test", runner)
        made.append(worker)
        return worker

    yield make
    for worker in made:
        assert worker.shutdown(20)
    assert not [thread for thread in threading.enumerate() if thread.name == "palimpsest-test"]


def test_events_come_numbered_and_in_order_on_the_main_thread(qtbot, make_worker):
    worker = make_worker(lambda asked, cancelled: iter([Started(1), done(asked)]))
    first, second = worker.ask(request()), worker.ask(request())
    qtbot.waitUntil(lambda: not worker.busy)
    assert worker.said == [(first, Started, True), (first, Done, True), (second, Started, True), (second, Done, True)]


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, GeneratorExit, BaseException])
def test_a_job_that_raises_what_is_no_exception_ends_and_the_next_is_done(qtbot, make_worker, error):
    def run(asked, _cancelled):
        if not asked.seed:
            raise error
        yield done(asked)

    worker = make_worker(run)
    first, second = worker.ask(request(0)), worker.ask(request(1))
    answers = []

    def stop():
        raise error

    worker.call(stop, failed=lambda failed: answers.append(failed.sentence))
    qtbot.waitUntil(lambda: not worker.busy)
    assert [(job, kind) for job, kind, _ in worker.said][:2] == [(first, Failed), (second, Done)]
    assert answers == [UNEXPECTED]


def test_a_seed_of_64_bits_arrives_whole(qtbot, make_worker):
    seeds = []

    def run(asked, _cancelled):
        seeds.append(asked.seed)
        yield Done((asked.canvas,), (None,), float(asked.seed))

    worker = make_worker(run)
    worker.ask(request(2**64 - 1))
    qtbot.waitUntil(lambda: not worker.busy)
    assert seeds == [2**64 - 1]


def test_cancelling_is_heard_at_once_and_nothing_of_that_job_later(qtbot, make_worker):
    going, seen = threading.Event(), threading.Event()

    def run(asked, cancelled):
        yield Started(1)
        going.wait(20)
        if cancelled():
            seen.set()
        yield done(asked)

    worker = make_worker(run)
    job = worker.ask(request())
    qtbot.waitUntil(lambda: worker.said == [(job, Started, True)])
    worker.cancel(job)
    assert worker.said[-1] == (job, Cancelled, True), "the job itself is still stuck, but the window knows"
    going.set()
    qtbot.waitUntil(seen.is_set)
    after = worker.ask(request())
    qtbot.waitUntil(lambda: not worker.busy)
    assert [event for number, event, _ in worker.said if number == job] == [Started, Cancelled]
    assert (after, Done, True) in worker.said


def test_a_waiting_job_that_was_cancelled_never_runs(qtbot, make_worker):
    gate, ran = threading.Event(), []

    def run(asked, _cancelled):
        ran.append(asked.seed)
        gate.wait(20)
        yield done(asked)

    worker = make_worker(run)
    worker.ask(request(1))
    waiting = worker.ask(request(2))
    worker.cancel(waiting)
    gate.set()
    qtbot.waitUntil(lambda: not worker.busy)
    assert ran == [1]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [(CanvasError("This is what to do."), "This is what to do."), (ZeroDivisionError("oh"), UNEXPECTED)],
    ids=["expected", "unexpected"],
)
def test_whatever_goes_wrong_ends_in_one_sentence(qtbot, make_worker, error, sentence):
    def run(asked, _cancelled):
        raise error
        yield

    worker = make_worker(run)
    worker.ask(request())
    qtbot.waitUntil(lambda: not worker.busy)
    assert [type(event) for event in worker.events] == [Failed] and worker.events[0].sentence == sentence


def test_a_runner_that_just_stops_is_a_failure(qtbot, make_worker):
    worker = make_worker(lambda asked, cancelled: iter([Started(1)]))
    worker.ask(request())
    qtbot.waitUntil(lambda: not worker.busy)
    assert [event for _, event, _ in worker.said] == [Started, Failed]


def test_requests_go_before_calls_and_calls_return_their_value(qtbot, make_worker):
    gate, order = threading.Event(), []

    def run(asked, _cancelled):
        order.append(asked.seed)
        gate.wait(20)
        yield done(asked)

    worker = make_worker(run)
    worker.ask(request(1))
    got = []
    worker.call(lambda a, b: order.append("call") or a + b, 2, 3, then=got.append)
    worker.ask(request(2))
    gate.set()
    qtbot.waitUntil(lambda: not worker.busy)
    assert order == [1, 2, "call"] and got == [5]


def test_a_flood_of_steps_is_thinned_but_the_end_arrives(qtbot, make_worker):
    count = 400

    def run(asked, _cancelled):
        for step in range(count):
            yield Placed(step, (), np.zeros(0))
        yield done(asked)

    worker = make_worker(run)
    began = time.monotonic()
    worker.ask(request())
    qtbot.waitUntil(lambda: not worker.busy)
    placed = sum(event is Placed for _, event, _ in worker.said)
    assert 1 <= placed <= (time.monotonic() - began) / FRAME + 2 and worker.said[-1][1] is Done


def test_the_first_step_comes_at_once(qtbot, make_worker, monkeypatch):
    monkeypatch.setattr("app.document.worker.FRAME", 1000.0)

    def run(asked, _cancelled):
        yield Placed(1, (), np.zeros(0))
        yield Placed(2, (), np.zeros(0))
        yield done(asked)

    worker = make_worker(run)
    worker.ask(request())
    qtbot.waitUntil(lambda: not worker.busy)
    assert [event.step for event in worker.events if isinstance(event, Placed)] == [1]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
def test_what_a_worker_starts_stands_behind_the_window(qtbot, make_worker, monkeypatch):
    monkeypatch.setattr("app.document.worker.BEHIND", BEHIND)

    def niceness():
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def own_and_of_a_new_thread():
        found = [niceness()]
        thread = threading.Thread(target=lambda: found.append(niceness()))
        thread.start()
        thread.join()
        return found

    worker, got, before = make_worker(lambda asked, cancelled: iter([done(asked)])), [], niceness()
    worker.call(own_and_of_a_new_thread, then=got.extend)
    qtbot.waitUntil(lambda: not worker.busy)
    assert got == [min(19, before + BEHIND)] * 2 and niceness() == before


def test_of_steps_that_pile_up_while_the_window_is_busy_only_the_newest_is_shown(qtbot, make_worker):
    sent = threading.Event()

    def run(asked, _cancelled):
        for step in range(3):
            yield Placed(step, (), np.zeros(0))
            time.sleep(2 * FRAME)
        sent.set()
        yield done(asked)

    worker = make_worker(run)
    worker.ask(request())
    assert sent.wait(20)  # no event loop runs here: the window is busy
    qtbot.waitUntil(lambda: not worker.busy)
    assert [event.step for event in worker.events if isinstance(event, Placed)] == [2]


def test_nothing_comes_to_an_object_that_is_gone(qtbot, make_worker):
    class Page(QObject):
        events = []

        def receive(self, event):
            self.events.append(event)

    worker, page = make_worker(lambda asked, cancelled: iter([done(asked)])), Page()
    worker.submit(request(), page.receive)
    worker.call(int, then=page.receive)
    shiboken6.delete(page)
    qtbot.waitUntil(lambda: not worker.busy)
    assert not Page.events


def test_shutdown_stops_a_running_job_and_refuses_new_ones(qtbot, make_worker):
    def run(asked, cancelled):
        while not cancelled():
            time.sleep(0.005)
        yield Cancelled()

    worker = make_worker(run)
    worker.ask(request())
    assert worker.shutdown(20)
    worker.ask(request())
    assert not worker.busy


def test_draining_finishes_what_was_asked_for(qtbot, make_worker):
    worker, written = make_worker(lambda asked, cancelled: iter([])), []
    for number in range(5):
        worker.call(written.append, number)
    assert worker.drain(20) and written == [0, 1, 2, 3, 4]


def test_a_question_waits_for_requests_and_calls(qtbot, make_worker):
    order, go = [], threading.Event()

    def run(asked, _cancelled):
        go.wait(20)
        order.append(type(asked).__name__)
        yield Answered(1) if isinstance(asked, Inquiry) else done(asked)

    worker = make_worker(run)
    worker.ask(request())
    worker.ask(Inquiry("surprise", PROJECT.canvas, PROJECT.masks[0]))
    worker.call(order.append, "call")
    worker.ask(request())
    go.set()
    qtbot.waitUntil(lambda: not worker.busy)
    assert order == ["Request", "Request", "call", "Inquiry"]


def test_a_running_question_gives_way_between_two_steps(qtbot, make_worker):
    order, begun = [], threading.Event()

    def run(asked, cancelled):
        if isinstance(asked, Request) or asked.question == "why not":
            order.append("request" if isinstance(asked, Request) else "quick")
            yield done(asked) if isinstance(asked, Request) else Answered(0)
            return
        for number in range(200):
            begun.set()
            time.sleep(0.005)
            yield Partial(number)
            if len(order) == 3:
                break
        order.append("question")
        yield Answered(number)

    worker = make_worker(run)
    worker.ask(Inquiry("surprise", PROJECT.canvas, PROJECT.masks[0]))
    assert begun.wait(20)
    worker.ask(request())
    worker.call(order.append, "call")
    worker.ask(Inquiry("why not", PROJECT.canvas, PROJECT.masks[0], ((0, 0, 1),)))
    qtbot.waitUntil(lambda: not worker.busy)
    assert order == ["request", "call", "quick", "question"]


def test_a_question_under_way_does_not_hold_up_the_end(qtbot, make_worker):
    begun = threading.Event()

    def run(asked, cancelled):
        while True:
            begun.set()
            time.sleep(0.005)
            yield Partial(0)

    worker = make_worker(run)
    worker.ask(Inquiry("surprise", PROJECT.canvas, PROJECT.masks[0]))
    assert begun.wait(20) and worker.shutdown(20)
