"""The loop a writer goes through, with mouse and keys: paste, pin, stress, rewrite, choose a word, accept half, undo
to the start, save, reopen."""

from PySide6.QtCore import Qt

from app.sentence.panels.alternatives import SentenceRow
from engine.canvas.mask import Brush
from tests.app.conftest import CTRL, SHIFT
from tests.app.sentence_stage import TOUR, click, drag, pinned_hold, states, stress, text, text_page, words


def test_paste_pin_stress_rewrite_choose_accept_half_undo_save_reopen(desk, tmp_path):
    text_page(desk)
    assert text(desk) == TOUR and set(states(desk)) == {"K"}
    desk.key(Qt.Key.Key_7)
    drag(desk, 3, 16)
    assert states(desk) == "KKK" + "R" * 14 + "K" and desk.document.stack.count() == 2, "a drag is one step"
    painted = stress(desk)

    desk.key(Qt.Key.Key_Return, CTRL)
    desk.rewritten()
    assert len(desk.preview.canvases) == 4
    assert all(pinned_hold(painted, canvas, 0) for canvas in desk.preview.canvases)
    assert desk.document.project.canvas == painted.canvas, "nothing changes before it is accepted"

    desk.key(Qt.Key.Key_1)
    click(desk, 4)
    desk.wait(lambda: len(desk.page.controller.choices.popover.rows) == 10)
    row = desk.page.controller.choices.popover.rows[3]
    row.click()
    assert (
        desk.preview.shown.sentences[0].words[4] == row.value and not desk.page.controller.choices.popover.isVisible()
    )
    shown = desk.preview.shown.sentences[0].words

    drag(desk, 3, 9)
    desk.key(Qt.Key.Key_Return, SHIFT)
    assert words(desk) == (*shown[:10], *words(desk)[10:])
    assert words(desk)[10:] == painted.canvas.sentences[0].words[10:]
    accepted = desk.document.project
    desk.key(Qt.Key.Key_Escape)

    while desk.document.stack.canUndo():
        desk.key(Qt.Key.Key_Z, CTRL)
    assert words(desk) == () and not desk.preview.count
    while desk.document.stack.canRedo():
        desk.key(Qt.Key.Key_Y, CTRL)
    assert desk.document.project == accepted

    desk.answers["ask_save"] = tmp_path / "tour.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    assert not desk.document.modified
    desk.key(Qt.Key.Key_W, CTRL)
    desk.window.files.open_path(tmp_path / "tour.palimpsest")
    desk.wait(lambda: desk.page is not None)
    assert desk.document.project == accepted and len(accepted.takes) == 1


def test_words_flicker_in_and_kept_words_do_not_move(make_desk):
    desk = make_desk(seconds=0.02)
    canvas = text_page(desk)
    desk.key(Qt.Key.Key_7)
    drag(desk, 3, 8)
    places = [(box.at, box.rect) for box in canvas.picture.layout.boxes]
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: desk.preview.step >= 4)
    assert desk.preview.running and [(box.at, box.rect) for box in canvas.picture.layout.boxes] == places
    assert isinstance(desk.preview.cells[0], tuple) and len(desk.preview.cells[0]) == len(words(desk))
    desk.page.grab()
    desk.key(Qt.Key.Key_Escape)
    assert not desk.preview.count and text(desk) == TOUR


def test_alternatives_say_what_differs_and_how_likely_it_is(desk):
    text_page(desk)
    desk.key(Qt.Key.Key_7)
    drag(desk, 13, 16)
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.rewritten()
    desk.wait(lambda: None not in desk.preview.nats)
    rows = desk.page.alternatives.findChildren(SentenceRow)
    assert len(rows) == 4 and desk.preview.index == 0
    assert (
        desk.page.alternatives._note.text()
        == "drafts are invented, not facts; best 4 of 24 by likelihood, fit and a critic"
    )
    for row in rows:
        new = desk.preview.canvases[row.index].sentences[0].words
        assert row.differing() == [at for at in range(18) if new[at] != words(desk)[at]] and set(row.differing()) <= {
            13,
            14,
            15,
            16,
        }
        assert row.lines()[0] == f"{len(row.differing())} differ" and row.lines()[1].endswith("bits a word")
        assert "Alternative" in row.accessibleName()
    rows[2].click()
    assert desk.preview.index == 2
    desk.page.grab()


def test_a_chosen_word_is_kept_and_the_rest_may_adapt(desk):
    text_page(desk)
    desk.key(Qt.Key.Key_1)
    click(desk, 5)
    desk.wait(lambda: len(desk.page.controller.choices.popover.rows) == 10)
    desk.page.controller.choices.popover.adapt.setChecked(True)
    chosen = next(row for row in desk.page.controller.choices.popover.rows if row.value != "success")
    chosen.click()
    desk.rewritten()
    assert words(desk)[5] == chosen.value and states(desk)[5] == "K" and states(desk)[-1] == "K"
    assert all(canvas.sentences[0].words[5] == chosen.value for canvas in desk.preview.canvases)


def test_an_answer_nobody_waits_for_is_given_up(make_desk):
    desk = make_desk(seconds=0.2)
    canvas = text_page(desk)
    canvas.ask_here()
    assert desk.page.controller.choices.popover.isVisible()
    desk.key(Qt.Key.Key_Escape)
    assert not desk.page.controller.choices.popover.isVisible() and not desk.page.controller.choices.asker.running
    desk.qtbot.wait(300)
    assert not desk.page.controller.choices.popover.rows


def test_other_sentences_are_left_alone(desk):
    text_page(desk, f"The fans had waited in the rain. {TOUR} Their manager would not say why.")
    assert [text(desk, part) for part in range(3)] == [
        "The fans had waited in the rain.",
        TOUR,
        "Their manager would not say why.",
    ]
    desk.page.canvas.word_cursor.go(1, 0)
    desk.key(Qt.Key.Key_7)
    drag(desk, 0, 4, part=1)
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.rewritten()
    for canvas in desk.preview.canvases:
        assert canvas.sentences[0].words == words(desk, 0) and canvas.sentences[2].words == words(desk, 2)
    desk.page.canvas.setFocus()
    desk.key(Qt.Key.Key_Return)
    assert text(desk, 0) == "The fans had waited in the rain." and words(desk, 1) != ()


def test_the_gallery_shows_the_stress_brush(desk):
    for name, new in (("success", "disaster"), ("war", "play")):
        desk.open_example(name)
        assert desk.document.title and new in words(desk)
        before = desk.document.project
        assert Brush.KEEP in before.masks[0].rows[0] and Brush.SUGGEST in before.masks[0].rows[0]
        desk.key(Qt.Key.Key_Return, CTRL)
        desk.rewritten()
        assert all(pinned_hold(before, canvas, 0) for canvas in desk.preview.canvases)
        desk.key(Qt.Key.Key_Escape)


def test_a_text_file_opens_exports_and_says_what_was_kept(desk, tmp_path):
    (tmp_path / "note.txt").write_text("“Don't go,” she said. It cost $1,600 in the U.S. last year.", encoding="utf-8")
    desk.window.files.open_path(tmp_path / "note.txt")
    desk.wait(lambda: desk.page is not None)
    assert text(desk, 0) == '"Don\'t go," she said.'
    desk.answers["ask_save"] = tmp_path / "out.txt"
    desk.sequence("Ctrl+Shift+T")
    desk.wait(lambda: (tmp_path / "out.txt").exists())
    assert (tmp_path / "out.txt").read_text(
        encoding="utf-8"
    ) == '"Don\'t go," she said. It cost $1,600 in the U.S. last year.\n'


def test_a_page_may_be_closed_while_the_model_is_still_asked(make_desk):
    desk = make_desk(seconds=0.1)
    for _ in range(2):
        desk.window.files.new_text()
        desk.window.tabs.close_page()
    text_page(desk)
    desk.page.canvas.ask_here()
    desk.window.tabs.close_page()
    desk.qtbot.wait(300)
    assert desk.page is None and not desk.complaints


def test_without_weights_a_question_is_answered_with_what_to_do(make_desk):
    from engine.errors import ModelError

    def models(modality, method):
        raise ModelError("There are no weights; train them.")

    desk = make_desk(models=models)
    desk.window.files.new_text()
    desk.page.canvas.typing.editor.close_typing()
    desk.page.canvas.commands.put_text(TOUR)
    desk.page.canvas.word_cursor.go(0, 1)
    desk.page.canvas.ask_here()
    desk.wait(lambda: "no weights" in desk.page.controller.choices.popover._says.text())
    desk.key(Qt.Key.Key_7)
    click(desk, 1)
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: desk.page.card._error is not None)
    assert text(desk) == TOUR


def test_alternatives_wrap_to_as_many_lines_as_they_need(desk):
    canvas = text_page(desk, "The tour was a great success, and the band said they would come back again next year.")
    canvas.word_cursor.go(0, 4, select=True)
    desk.key(Qt.Key.Key_7)
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.rewritten()
    strip, window = desk.page.alternatives, desk.window
    heights = []
    for width in (900, 1440):
        window.resize(width, 900)
        desk.qtbot.wait(100)
        rows = strip._cards
        words = [word for line in rows[0].spans(rows[0]._room()) for word in line]
        assert len(words) == len(rows[0].words()), "no word is left out"
        assert strip._scroll.verticalScrollBar().maximum() == 0 or width == 900
        heights.append(rows[0].height())
    assert heights[0] > heights[1], "and the list follows when the window grows"
