"""What the mouse does on words: choosing, painting, blanks, typing, the popover, dropping; and what the panels
beside do."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.app.conftest import CTRL
from tests.app.sentence_stage import NONE, TOUR, click, drag, point, states, text, text_page, typed, words

LEFT = Qt.MouseButton.LeftButton


def test_a_click_selects_a_word_and_a_drag_a_phrase(desk):
    canvas = text_page(desk)
    click(desk, 3)
    assert desk.document.selection == {(0, 3)} and canvas.word_cursor.place == (0, 3)
    drag(desk, 8, 6)
    assert desk.document.selection == {(0, 6), (0, 7), (0, 8)}
    click(desk, 10, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert (0, 10) in desk.document.selection
    desk.key(Qt.Key.Key_Escape)
    assert not desk.document.selection


def test_a_brush_paints_a_word_and_a_second_click_goes_on(desk):
    text_page(desk)
    desk.key(Qt.Key.Key_6)
    click(desk, 2)
    assert states(desk)[2] == "S"
    click(desk, 2)
    assert states(desk)[2] == "R"
    drag(desk, 2, 5)
    assert states(desk)[2:6] == "SSSS"
    steps = desk.document.stack.count()
    desk.key(Qt.Key.Key_Z, CTRL)
    assert states(desk)[2:6] == "RKKK" and desk.document.stack.count() == steps


def test_escape_takes_a_stroke_back(desk):
    text_page(desk)
    desk.key(Qt.Key.Key_7)
    steps = desk.document.stack.count()
    QTest.mousePress(desk.page.canvas.viewport(), LEFT, NONE, point(desk, 1))
    QTest.mouseMove(desk.page.canvas.viewport(), point(desk, 4))
    desk.key(Qt.Key.Key_Escape)
    QTest.mouseRelease(desk.page.canvas.viewport(), LEFT, NONE, point(desk, 4))
    assert set(states(desk)) == {"K"} and desk.document.stack.count() == steps


def test_the_blank_tool_puts_in_widens_and_takes_out(desk):
    canvas = text_page(desk)
    desk.key(Qt.Key.Key_3)
    gap = QPoint(round(canvas.picture.word_rect(0, 4).left()) - 8, point(desk, 4).y())
    QTest.mouseClick(canvas.viewport(), LEFT, NONE, gap)
    assert words(desk)[4] == "" and len(words(desk)) == 19
    click(desk, 4)
    assert text(desk) == TOUR
    QTest.mousePress(canvas.viewport(), LEFT, NONE, gap)
    QTest.mouseMove(canvas.viewport(), gap + QPoint(60, 0))
    QTest.mouseMove(canvas.viewport(), gap + QPoint(120, 0))
    QTest.mouseRelease(canvas.viewport(), LEFT, NONE, gap + QPoint(120, 0))
    assert words(desk)[4:7] == ("", "", "") and states(desk)[4:7] == "RRR"
    desk.key(Qt.Key.Key_Z, CTRL)
    assert text(desk) == TOUR


def test_a_double_click_types_there(desk):
    canvas = text_page(desk)
    place = canvas.picture.word_rect(0, 1)
    QTest.mouseDClick(canvas.viewport(), LEFT, NONE, QPoint(round(place.left()) + 2, round(place.center().y())))
    assert canvas.typing.editor.isVisible() and canvas.tool == "type"
    typed(desk, "big ")
    assert text(desk).startswith("The big tour")


def test_text_can_be_dropped_between_words(desk):
    canvas = text_page(desk)
    mime = QMimeData()
    mime.setText("very")
    at = QPointF(canvas.picture.word_rect(0, 4).left() - 3, point(desk, 4).y())
    canvas.dropEvent(QDropEvent(at, Qt.DropAction.CopyAction, mime, LEFT, NONE))
    assert text(desk).startswith("The tour was a very great success")


def test_the_popover_offers_ten_words_with_their_shares(desk):
    text_page(desk)
    click(desk, 5)
    popover = desk.page.controller.choices.popover
    desk.wait(lambda: len(popover.rows) == 10)
    shares = [row.share for row in popover.rows]
    assert shares == sorted(shares, reverse=True) and 0 < sum(shares) <= 1.000001
    assert all(row.accessibleName() for row in popover.rows) and "bits" in popover._bits.text()
    assert desk.page.rect().contains(popover.geometry())
    words = desk.page.canvas.picture.block(0).toRect()
    words.moveTopLeft(desk.page.canvas.viewport().mapTo(desk.page, words.topLeft()))
    assert not popover.geometry().intersects(words), "it never covers its sentence"
    click(desk, 9)  # another word: another question; a comma is no word
    desk.wait(lambda: "Word 9:" in popover._title.text() and len(popover.rows) == 10)
    popover._keep.click()
    assert not popover.isVisible() and text(desk) == TOUR


def test_the_length_control_makes_room_and_takes_only_what_is_free(desk):
    text_page(desk)
    length = desk.page.controller.length
    length._stepper._more.click()
    assert len(words(desk)) == 19 and words(desk)[17] == "" and words(desk)[18] == "."
    length._stepper._less.click()
    assert text(desk) == TOUR
    length._stepper._less.click()
    assert text(desk) == TOUR and "can be removed" in desk.window.status.message.text(), (
        "everything is kept: nothing may go"
    )
    desk.key(Qt.Key.Key_7)
    drag(desk, 13, 16)
    steps = desk.document.stack.count()
    for value in (-5, -10, -15, -20):
        length._slider.setValue(value)
    assert len(words(desk)) == round(16 * 0.8) + 2 and desk.document.stack.count() == steps + 1, "one slide is one step"
    assert words(desk)[:13] == tuple(TOUR.replace(",", " ,").split()[:13])


def test_unknown_words_are_marked_as_soon_as_typed(desk):
    canvas = text_page(desk, "The Threlfall tour.")
    assert canvas.unknown_in(0) == [1] and canvas.picture.layout.blocks[0].height() > 66
    canvas.word_cursor.go(0, 2)
    desk.key(Qt.Key.Key_F2)
    typed(desk, "zyzzy ")
    assert canvas.unknown_in(0) == [1, 2]
    desk.page.grab()


def test_without_a_model_nothing_is_unknown(make_desk):

    desk = make_desk(models=lambda modality, method: 1 / 0)
    desk.window.files.new_text()
    typed(desk, "Zyzzy blorp.")
    desk.wait(lambda: not desk.window.worker.busy)
    assert desk.page.canvas.shown.vocabulary is None or not desk.page.canvas.shown.unknown("said")
    assert text(desk) == "Zyzzy blorp."


def test_a_long_sentence_says_that_it_must_be_parted(desk):
    text_page(desk, "and the tour " * 70)
    assert len(words(desk)) == 210
    desk.key(Qt.Key.Key_7)
    click(desk, 1)
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: desk.page.card._error is not None)
    assert len(words(desk)) == 210 and not desk.preview.count


def test_zoom_and_a_narrow_window_still_show_every_word(desk):
    canvas = text_page(desk, f"{TOUR} {'x' * 5000} ends. 😀 שלום")
    for _ in range(4):
        desk.sequence("Ctrl+=")
    desk.window.resize(900, 600)
    desk.qtbot.wait(10)
    wide = canvas.viewport().width()
    assert len(canvas.picture.layout.boxes) == sum(
        len(words(desk, part)) for part in range(len(desk.document.project.masks))
    )
    assert all(box.rect.left() >= 0 and box.rect.right() <= wide for box in canvas.picture.layout.boxes)
    desk.page.grab()


def test_a_hostile_paste_of_ten_thousand_characters_is_shown_typed_on_and_undone(desk):
    canvas = text_page(desk, "Start.")
    canvas.word_cursor.go(0, 1)
    desk.key(Qt.Key.Key_F2)
    hostile = "😀 שלום e\u030b \u202eabc ﬀ 👩\u200d👧 ____ don't " * 220
    QApplication.clipboard().setText(hostile[:10_000])
    desk.sequence("Ctrl+V")
    assert len(words(desk)) > 1500 and words(desk).count("") > 200
    typed(desk, "x")
    desk.key(Qt.Key.Key_Escape)
    desk.page.grab()
    while desk.document.stack.canUndo():
        desk.key(Qt.Key.Key_Z, CTRL)
    assert words(desk) == ()


def test_a_selected_phrase_is_dragged_out_as_text(desk, monkeypatch):
    canvas = text_page(desk)
    drag(desk, 4, 5)
    carried = []
    monkeypatch.setattr(canvas, "drag_out", lambda: carried.append(canvas.commands.mime().text()))
    QTest.mousePress(canvas.viewport(), LEFT, NONE, point(desk, 4))
    QTest.mouseMove(canvas.viewport(), point(desk, 4) + QPoint(40, 60))
    QTest.mouseRelease(canvas.viewport(), LEFT, NONE, point(desk, 4) + QPoint(40, 60))
    assert carried == ["great success"] and text(desk) == TOUR
