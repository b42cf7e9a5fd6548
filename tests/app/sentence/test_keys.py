"""The whole path without a mouse, and what each key does on a sentence."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from tests.app.conftest import ALT, CTRL, SHIFT
from tests.app.sentence_stage import TOUR, states, text, text_page, typed, words

Key = Qt.Key


def test_the_whole_path_by_keyboard(desk, tmp_path):
    desk.sequence("Ctrl+Shift+N")
    desk.wait(lambda: desk.page is not None)
    typed(desk, "The tour was a success.")
    assert text(desk) == "The tour was a success."
    desk.key(Key.Key_Return)
    typed(desk, "The band said ____ why.")
    assert text(desk, 1) == "The band said ____ why." and states(desk, 1) == "KKKRKK"
    desk.key(Key.Key_Escape)
    desk.key(Key.Key_5, ALT)  # fill the blank
    desk.rewritten()
    desk.key(Key.Key_BracketRight)
    assert desk.preview.index == 1
    shown = desk.preview.shown.sentences[1].words
    desk.key(Key.Key_Return)
    assert words(desk, 1) == shown and shown[3] and not desk.preview.count
    for _ in range(3):
        desk.key(Key.Key_Left)
    desk.key(Key.Key_W)  # what else?
    desk.wait(lambda: len(desk.page.controller.choices.popover.rows) == 10)
    desk.key(Key.Key_Down)
    chosen = next(row for row in desk.page.controller.choices.popover.rows if row.hasFocus()).value
    at = desk.page.canvas.word_cursor.place[1]
    desk.key(Key.Key_Return)
    assert words(desk, 1)[at] == chosen and desk.page.canvas.hasFocus()
    desk.answers["ask_save"] = tmp_path / "keys.palimpsest"
    desk.key(Key.Key_S, CTRL)
    assert (tmp_path / "keys.palimpsest").exists()


def test_the_cursor_walks_over_words_lines_and_sentences(desk):
    canvas = text_page(desk, f"{TOUR} The fans had gone home.")
    canvas.word_cursor.go(0, 0)
    desk.key(Key.Key_Right)
    assert canvas.word_cursor.place == (0, 1)
    desk.key(Key.Key_End)
    assert canvas.word_cursor.place == (0, 18)
    desk.key(Key.Key_Right)
    assert canvas.word_cursor.place == (1, 0) and desk.document.part == 1
    desk.key(Key.Key_Left)
    assert canvas.word_cursor.place == (0, 18)
    desk.key(Key.Key_Home)
    desk.key(Key.Key_Down)
    assert canvas.word_cursor.place[1] > 3
    desk.key(Key.Key_PageDown)
    assert canvas.word_cursor.place == (1, 0)
    desk.key(Key.Key_Right, SHIFT)
    desk.key(Key.Key_Right, SHIFT)
    assert desk.document.selection == {(1, 0), (1, 1), (1, 2)}


def test_space_cycles_a_word_through_the_brushes(desk):
    text_page(desk)
    seen = []
    for _ in range(4):
        desk.key(Key.Key_Space)
        seen.append(states(desk)[0])
    assert seen == ["W", "S", "R", "K"]
    desk.key(Key.Key_Z, CTRL)
    assert states(desk)[0] == "R"


def test_blanks_come_grow_shrink_and_go(desk):
    canvas = text_page(desk)
    canvas.word_cursor.go(0, 4)
    desk.key(Key.Key_Insert)
    assert text(desk).startswith("The tour was a ____ great") and states(desk)[4] == "R"
    desk.key(Key.Key_Plus)
    assert words(desk)[4:6] == ("", "")
    desk.key(Key.Key_Minus)
    desk.key(Key.Key_Minus)
    assert text(desk) == TOUR
    desk.key(Key.Key_Minus)  # no blank here: a sentence, not an unexpected error
    assert text(desk) == TOUR and "blank" in desk.window.status.message.text()


def test_typing_keeps_the_brushes_and_undoes_word_by_word(desk):
    canvas = text_page(desk)
    canvas.word_cursor.go(0, 1)
    desk.key(Key.Key_Space)
    desk.key(Key.Key_F2)
    assert canvas.typing.editor.hasFocus()
    typed(desk, "long ")
    assert text(desk) == TOUR.replace("The tour", "The long tour") and states(desk)[:3] == "KKW"
    typed(desk, "hard ")
    desk.key(Key.Key_Z, CTRL)
    assert text(desk).startswith("The long tour")
    desk.key(Key.Key_Z, CTRL)
    assert text(desk) == TOUR
    desk.key(Key.Key_Escape)
    assert canvas.hasFocus() and canvas.tool == "select"


def test_letters_and_digits_are_typed_and_not_taken_for_keys(desk):
    canvas = text_page(desk)
    canvas.word_cursor.go(0, 0)
    desk.key(Key.Key_2)
    typed(desk, "1 O[S] Go M7 w ")
    assert text(desk).startswith("1 O [S] Go M7 w The tour")
    assert canvas.tool == "type" and not desk.page.controller.choices.popover.isVisible()


def test_enter_parts_and_backspace_joins_sentences(desk):
    canvas = text_page(desk)
    canvas.word_cursor.go(0, 7)
    desk.key(Key.Key_F2)
    desk.key(Key.Key_Return)
    assert (text(desk, 0), text(desk, 1)) == (
        "The tour was a great success,",
        "and the band said they would come back next year.",
    )
    desk.key(Key.Key_Backspace)
    assert len(desk.document.project.masks) == 1 and text(desk) == TOUR
    desk.key(Key.Key_Escape)
    desk.sequence("Ctrl+K")
    desk.sequence("Ctrl+J")
    assert text(desk) == TOUR and desk.document.stack.undoText() == "Join sentences"


def test_sentences_are_added_and_removed(desk):
    text_page(desk)
    desk.sequence("Ctrl+Shift+Return")
    typed(desk, "It was late.")
    assert text(desk, 1) == "It was late."
    desk.key(Key.Key_Escape)
    desk.sequence("Ctrl+Shift+K")
    assert len(desk.document.project.masks) == 1 and text(desk) == TOUR
    desk.sequence("Ctrl+Shift+K")
    assert words(desk) == () and len(desk.document.project.masks) == 1


def test_copy_cut_paste_and_delete(desk):
    canvas = text_page(desk)
    desk.document.selection = frozenset({(0, 4), (0, 5)})
    desk.qtbot.wait(1)  # let the actions follow
    desk.sequence("Ctrl+C")
    assert QApplication.clipboard().text() == "great success"
    assert canvas.commands.mime().text() == "great success"
    desk.sequence("Ctrl+X")
    assert text(desk) == TOUR.replace("great success, ", ", ").replace("a , and", "a, and")
    desk.sequence("Ctrl+V")
    assert text(desk) == TOUR
    desk.document.selection = frozenset({(0, 4)})
    desk.qtbot.wait(1)
    desk.key(Key.Key_Delete)
    assert text(desk) == TOUR.replace("great ", "")
    desk.sequence("Ctrl+Shift+C")
    assert QApplication.clipboard().text() == text(desk)


def test_what_is_under_the_cursor_is_announced(desk):
    canvas = text_page(desk, "The Threlfall tour.")
    canvas.word_cursor.go(0, 1)
    assert (
        "“Threlfall”" in canvas.accessibleDescription()
        and "not in the model's vocabulary" in canvas.accessibleDescription()
    )
    face = QAccessible.queryAccessibleInterface(canvas)
    assert face.childCount() == 4
    assert face.child(2).text(QAccessible.Text.Name) == "Word 3 of 3, “tour”, kept"
    assert face.child(1).rect().isValid() and face.child(9) is None


def test_the_tab_of_an_unnamed_draft_follows_its_first_words(desk):
    desk.window.files.new_text()
    desk.page.canvas.setFocus()
    for letter in "They came home late":
        desk.key(Qt.Key.Key_Space if letter == " " else Qt.Key(ord(letter.upper())))
    tabs = desk.window.top.tabs
    assert tabs.tabText(tabs.currentIndex()).lower().startswith("they came home")
