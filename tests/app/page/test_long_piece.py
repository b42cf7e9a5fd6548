"""The longest pieces: a step takes about the same work however many notes there are (counted in calls, not timed)."""

import sys

from engine.canvas.mask import Brush
from engine.canvas.project import fresh
from tests.tools.bench.long import long_piece


def calls(work):
    """How many Python functions a piece of work calls."""
    count = 0

    def tick(frame, event, argument):
        nonlocal count
        count += event == "call"

    sys.setprofile(tick)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def work_of(desk, bars):
    """(notes of a piece, calls that each kind of step in it takes)."""
    page = desk.window.tabs.add_page(fresh(long_piece(bars), Brush.REWRITE))
    page.document.selection = frozenset({(0, 200)})
    page.canvas.paint_selection(Brush.KEEP)  # the first step also works out what is then kept
    found = []
    for work in (
        lambda: page.canvas.paint_selection(Brush.KEEP),
        lambda: page.canvas.transpose(1),
        page.edits.undo,
        page.edits.redo,
    ):
        page.document.selection = frozenset({(0, 400)})
        found.append(calls(work))
    desk.wait(lambda: not desk.window.worker.busy, 120_000)  # what the panels asked for
    return sum(len(voice.notes) for voice in page.document.project.canvas.voices), found


def test_steps_in_a_long_piece_do_not_visit_every_note(desk):
    (few, short), (many, long) = work_of(desk, 64), work_of(desk, 256)
    assert all(after - before < (many - few) / 2 for before, after in zip(short, long, strict=True)), (short, long)
