"""`python -m tests.tools.bench.long`: the longest piece there may be, edited in the window.

Prints memory and the slowest steps of each kind: mask edits, notes, undo, redo. A step ends when its picture is
painted. On a machine without a screen set QT_QPA_PLATFORM=offscreen."""

import argparse
import os
import random
import sys
import tempfile
import time

from PySide6.QtCore import QCoreApplication, QEvent

from tests.tools.bench.window import resident


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.long", description="Edit a very long piece.")
    parser.add_argument("--bars", type=int, default=4096)
    parser.add_argument("--edits", type=int, default=116, help="mask edits")
    parser.add_argument("--profile", action="store_true", help="say where the time goes")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["PALIMPSEST_HOME"] = home
        measure(chosen)
    return 0


def long_piece(bars):
    """Bars full of eighths in all voices."""
    from engine.canvas.music import VOICES, Bar, Note, Piece, Voice, cells_of

    dice = random.Random(1)
    steps = bars * 16
    rows = [[Note(step, 2, dice.randrange(kind.low, kind.high)) for step in range(0, steps, 2)] for kind in VOICES]
    voices = tuple(Voice(kind.name, kind.program, cells_of(row, steps)) for kind, row in zip(VOICES, rows, strict=True))
    return Piece(voices, (Bar.full(),) * bars)


def measure(chosen):
    """Every kind of step in one window."""
    from PySide6.QtWidgets import QApplication

    from app.document.storage.settings import Settings, State
    from app.document.worker import Worker
    from app.sound import player
    from app.widgets.stylesheet import use_theme
    from app.window.main_window import Window
    from engine.canvas.project import fresh
    from tests.tools.stand_in import stand_in_models

    application = QApplication(sys.argv[:1])
    player.open_device = lambda *_: None  # a note that moves is played
    use_theme("light")
    window = Window(Settings(), State(), Worker("engine", stand_in_models(0.0)), Worker("disk"))
    window.resize(1440, 900)
    window.show()
    began = time.thread_time()
    page = window.tabs.add_page(fresh(long_piece(chosen.bars)))
    settle(application)
    print(f"{chosen.bars} bars shown after {time.thread_time() - began:.2f} s, {resident():.0f} MB")
    later = settle(application, lambda: window.worker.busy or window.disk.busy)
    print(f"graded and examined in the background: {resident():.0f} MB, longest stall {later:.2f} s")
    dice = random.Random(2)
    if chosen.profile:
        import cProfile

        profile = cProfile.Profile()
        profile.enable()
    for name, steps, edit in (
        ("paint a lane", chosen.edits // 2, lambda: paint_lane(page, dice)),
        ("paint a note", chosen.edits - chosen.edits // 2, lambda: paint_note(page, dice)),
        ("move a note", 20, lambda: move_note(page, dice)),
        ("undo", 40, page.edits.undo),
        ("redo", 40, page.edits.redo),
        ("transpose all", 3, lambda: transpose_all(page)),
        ("undo all", 3, page.edits.undo),
    ):
        seconds, later = [], 0.0
        for _ in range(steps):
            began = time.thread_time()
            edit()
            application.processEvents()
            seconds.append(time.thread_time() - began)
            later = max(later, settle(application))
        print(
            f"{name}: {steps} steps, worst {max(seconds):.2f} s, mean {sum(seconds) / steps:.2f} s,"
            f" stalls after it {later:.2f} s, {resident():.0f} MB, undo {page.document.stack.size / 1e6:.0f} MB"
        )
    if chosen.profile:
        import pstats

        profile.disable()
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        pstats.Stats(profile).sort_stats("cumtime").print_stats(60)
    window.files.questions.ask_unsaved = lambda title: "discard"
    window.close()
    application.processEvents()


def settle(application, busy=lambda: False):
    """Let what comes later (timers, workers) be done before the next step; the longest stall of it, in CPU seconds."""
    until, longest = time.perf_counter() + 0.1, 0.0
    while time.perf_counter() < until or busy():
        began = time.thread_time()
        application.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # nobody runs exec() here
        longest = max(longest, time.thread_time() - began)
        time.sleep(0.01)
    return longest


def paint_lane(page, dice):
    """A drag over some bars of a voice's lane."""
    from app.roll.changes import Change, paint_spans, stroke_name
    from engine.canvas.mask import Brush

    steps = page.document.project.canvas.steps
    brush, start = dice.choice(list(Brush)), dice.randrange(steps)
    spans = [(dice.randrange(4), start, min(steps, start + dice.choice((4, 64, 1024))))]
    page.canvas.commands.commit(
        Change(stroke_name(brush), paint_spans(page.document.project, brush, spans), frozenset())
    )


def paint_note(page, dice):
    """One selected note painted."""
    from engine.canvas.mask import Brush

    page.document.selection = frozenset(
        {(dice.randrange(4), 2 * dice.randrange(page.document.project.canvas.steps // 2))}
    )
    page.canvas.paint_selection(dice.choice(list(Brush)))


def move_note(page, dice):
    """One selected note a semitone up."""
    page.document.selection = frozenset(
        {(dice.randrange(4), 2 * dice.randrange(page.document.project.canvas.steps // 2))}
    )
    page.canvas.transpose(1)


def transpose_all(page):
    """Everything a semitone up."""
    page.canvas.select_all()
    page.canvas.transpose(1)


if __name__ == "__main__":
    sys.exit(main())
