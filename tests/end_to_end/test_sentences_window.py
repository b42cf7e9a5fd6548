"""The window with the shipped sentence networks: the whole loop of a writer, and every word of the vocabulary pinned
where it is."""

import pytest
from PySide6.QtCore import Qt

import assets
from app.sentence.verbs.placing import place_of
from engine.canvas.mask import Brush, Mask
from engine.canvas.text import Sentence
from engine.jobs.job import run
from engine.jobs.models import load_predictor
from engine.jobs.request import Done, Request
from engine.sampling.questions import last
from tests.app.conftest import ALT, CTRL, SHIFT, _no_device, home, make_desk  # noqa: F401
from tests.app.sentence.test_changes import HOSTILE
from tests.app.sentence_stage import TOUR, click, drag, pinned_hold, stress, text, text_page, typed, words

LONG = 120_000  # milliseconds: networks load, and the machine may be busy


def test_sunmask_mac_and_sfarm_for_text_are_shipped():
    assert all(assets.weights("text", method).exists() for method in ("sunmask", "mac", "sfarm"))


def test_paste_pin_stress_rewrite_choose_accept_half_undo_save_reopen(make_desk, tmp_path):  # noqa: F811
    desk = make_desk(models=None)
    canvas = text_page(desk, f"{TOUR} Their manager, back in Threlfall, would not say why.")
    assert text(desk) == TOUR and [words(desk, 1)[at] for at in canvas.unknown_in(1)] == ["Threlfall"]
    desk.key(Qt.Key.Key_7)
    drag(desk, 3, 16)
    painted = stress(desk)

    desk.key(Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: desk.preview.ready, LONG)
    assert not desk.complaints and len(desk.preview.canvases) == 4
    assert all(pinned_hold(painted, canvas, 0) for canvas in desk.preview.canvases)
    assert all(canvas.sentences[1] == painted.canvas.sentences[1] for canvas in desk.preview.canvases)
    assert all("" not in canvas.sentences[0].words for canvas in desk.preview.canvases)
    assert None not in desk.preview.nats, "a sentence's bits come with the result"

    desk.key(Qt.Key.Key_1)
    click(desk, 4)
    desk.wait(lambda: len(desk.page.controller.choices.popover.rows) == 10, LONG)
    shares = [row.share for row in desk.page.controller.choices.popover.rows]
    assert shares == sorted(shares, reverse=True) and 0 < sum(shares) <= 1.0001
    row = desk.page.controller.choices.popover.rows[3]
    row.click()
    assert desk.preview.shown.sentences[0].words[4] == row.value
    shown = desk.preview.shown.sentences[0].words

    drag(desk, 3, 9)
    desk.key(Qt.Key.Key_Return, SHIFT)
    assert words(desk) == (*shown[:10], *painted.canvas.sentences[0].words[10:])
    accepted = desk.document.project
    desk.key(Qt.Key.Key_Escape)

    while desk.document.stack.canUndo():
        desk.key(Qt.Key.Key_Z, CTRL)
    assert words(desk) == ()
    while desk.document.stack.canRedo():
        desk.key(Qt.Key.Key_Y, CTRL)
    assert desk.document.project == accepted
    desk.answers["ask_save"] = tmp_path / "tour.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    desk.key(Qt.Key.Key_W, CTRL)
    desk.window.files.open_path(tmp_path / "tour.palimpsest")
    desk.wait(lambda: desk.page is not None)
    assert desk.document.project == accepted and len(accepted.takes) == 1


def test_make_it_about_writes_around_new_words(make_desk):  # noqa: F811
    desk = make_desk(models=None)
    text_page(desk)
    desk.key(Qt.Key.Key_2, ALT)
    typed(desk, "disaster, Threlfall")
    desk.key(Qt.Key.Key_Return)
    desk.wait(lambda: desk.preview.ready, LONG)
    for canvas in desk.preview.canvases:
        row = canvas.sentences[0].words
        assert place_of(row, ("disaster",)) is not None and "Threlfall" in row and len(row) == 18


@pytest.mark.parametrize("brush", [Brush.KEEP, pytest.param(Brush.WHISPER, marks=pytest.mark.full)])
def test_each_word_of_the_vocabulary_and_each_hostile_one_stays_where_it_was_pinned(brush):
    vocabulary = tuple(load_predictor("text", "sunmask").card["vocabulary"])
    every = (*vocabulary[:80], *vocabulary[80::200], *(word.swapcase() for word in vocabulary[:60]), *HOSTILE)
    size = 2 * load_predictor("text", "sunmask").length  # read in windows
    for start in range(0, len(every), size):
        pinned = every[start : start + size]
        row = (*pinned, "")
        mask = Mask((bytes(brush if word else Brush.REWRITE for word in row),))
        final = last(run(Request(Sentence(row), mask, "sunmask", {"steps": 1, "dwell": 0}, 1, start)))
        assert (
            isinstance(final, Done)
            and final.canvases[0].words[:-1] == pinned
            and final.canvases[0].words[-1] in vocabulary
        )
