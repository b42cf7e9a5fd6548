"""`python -m tests.tools.bench.window`: how the window behaves, measured.

Time until it can be seen, stalls while writing, cancelling, memory over many generations. Uses the shipped model, or
a stand-in without one. On a machine without a screen set QT_QPA_PLATFORM=offscreen."""

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import assets

TICK = 5  # milliseconds between two looks at the clock


def main(arguments: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench.window", description="Measure how the window behaves."
    )
    parser.add_argument("--generations", type=int, default=200, help="for the memory figure")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as home:
        os.environ["PALIMPSEST_HOME"] = home
        print(f"window painted after {min(started() for _ in range(3)):.2f} s (best of 3)")
        measure(chosen.generations)
    return 0


def started() -> float:
    """Seconds from starting the process to the window's first painting."""
    began = time.time()
    finished = subprocess.run(
        [sys.executable, "-m", "tests.tools.bench.window_start"], capture_output=True, text=True, check=True
    )
    return float(finished.stdout.split()[-1]) - began


def measure(generations: int) -> None:
    """Stalls, cancelling and memory in one window."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from app.document.examples import EXAMPLES
    from app.document.storage.settings import Settings, State
    from app.document.worker import Worker
    from app.widgets.stylesheet import use_theme
    from app.window.main_window import Window
    from tests.tools.living import live, live_until
    from tests.tools.stand_in import stand_in_models

    application = QApplication(sys.argv[:1])
    use_theme("light")
    real = assets.weights("music", "sunmask").exists()
    worker = Worker("engine", None if real else stand_in_models(0.02))
    window = Window(Settings(), State(), worker, Worker("disk"))
    window.resize(1440, 900)
    window.show()
    window.tabs.open_example(EXAMPLES[0])
    page = window.page
    assert page is not None
    page.panel._count.set_value(4)
    live(500)
    page.rewrites.verb("harmonise")  # the first one wakes the model
    live_until(lambda: page.preview.ready, 120)
    _go_ahead()
    moments: list[float] = []
    clock = QTimer()
    clock.timeout.connect(lambda: moments.append(time.perf_counter()))
    clock.start(TICK)
    seconds = []
    for _ in range(5):
        page.rewrites.verb("harmonise")
        live_until(lambda: page.preview.ready, 120)
        seconds.append(page.preview.seconds)
    clock.stop()
    worst = sorted(after - before for before, after in itertools.pairwise(moments))[-3:]
    print(
        f"{'the shipped model' if real else 'a stand-in'}: 4 alternatives of 8 bars in"
        f" {sum(seconds) / len(seconds):.2f} s"
    )
    print(f"longest stalls of the window while writing: {', '.join(f'{1000 * gap:.0f}' for gap in reversed(worst))} ms")
    print(f"cancelled after {1000 * max(_cancel(page, live) for _ in range(10)):.0f} ms at the most, page as it was")
    _memory(page, live_until, generations)
    window.files.questions.ask_unsaved = lambda title: "discard"  # type: ignore[method-assign]
    window.close()
    application.processEvents()


def _go_ahead() -> None:
    """At real-time priority (`chrt -f 50`) threads of one priority never interrupt each other, so the window would wait
    for whole passes of the network, as it does for nobody else: its thread goes one step ahead of them."""
    if sys.platform == "linux" and os.sched_getscheduler(0) == os.SCHED_FIFO:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(os.sched_getparam(0).sched_priority + 1))


def _cancel(page, live: Callable[[int], None]) -> float:  # type: ignore[no-untyped-def]
    """Seconds from Escape to a quiet page."""
    before = page.document.project
    page.rewrites.verb("harmonise")
    live(300)
    began = time.perf_counter()
    page.rewrites.escape()
    took = time.perf_counter() - began
    assert page.document.project.masks == before.masks and not page.preview.running
    live(100)
    return took


def _memory(page, live_until: Callable[[Callable[[], bool], float], None], generations: int) -> None:  # type: ignore[no-untyped-def]
    """Resident memory after a warm-up and after all generations, results forgotten; short ones of one alternative,
    for what leaks does so at every one."""
    marks = {}
    page.panel.set_values({"options": {"sunmask": {"steps": 8}}, "count": 1})
    for number in range(1, generations + 1):
        page.rewrites.verb("harmonise")
        live_until(lambda: page.preview.ready, 120)
        page.generation.reject()
        page.document.forget_takes()
        if number in (generations // 4, generations):
            marks[number] = resident()
    print(", ".join(f"{megabytes:.0f} MB after {number} generations" for number, megabytes in marks.items()))


def resident() -> float:
    """Megabytes of memory in use, 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    sys.exit(main())
