"""Keys and focus: the palette takes typing, focus stays on the page, tabs close, the sheet of keys is complete."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.document.storage import places
from app.roll.editing.key_words import ROLL_KEYS
from app.roll.editing.keys import KEYS
from app.window.actions import ACTIONS
from app.window.dialogs.model_card import ModelCardDialog
from app.window.files.questions import free_name
from app.window.key_sheet import KeySheet
from engine.canvas.mask import Brush
from engine.errors import CanvasError
from tests.app.conftest import CTRL, SHIFT
from tests.app.sentence_stage import drag, states, text_page

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen, of popups and dialogs


def test_the_palette_takes_typing_at_once(desk):
    desk.window.dialogs.show_palette()
    palette = desk.window.dialogs.palette
    assert isinstance(palette.focusWidget(), QLineEdit)
    QTest.keyClicks(palette.focusWidget(), "invert")
    assert palette._list.item(0).text() == "Invert"
    palette.reject()


def test_after_a_click_on_a_button_space_still_plays(desk):
    desk.open_example()
    desk.key(Qt.Key.Key_1, CTRL)
    desk.rewritten()
    QTest.mouseClick(desk.page.card._accept, LEFT)
    assert desk.page.canvas.hasFocus()
    desk.key(Qt.Key.Key_Space)
    assert desk.page.transport.playing


def test_when_the_focused_button_goes_the_page_has_the_focus(desk):
    desk.open_example()
    desk.key(Qt.Key.Key_1, CTRL)
    desk.rewritten()
    desk.page.card._accept.setFocus(Qt.FocusReason.TabFocusReason)
    desk.key(Qt.Key.Key_Escape)
    assert not desk.preview.count and desk.page.canvas.hasFocus()


@pytest.mark.parametrize("show", ["show_bach", "show_start"])
def test_ctrl_w_closes_any_tab(desk, show):
    desk.open_example()
    getattr(desk.window.tabs, show)()
    tabs = desk.window.top.tabs
    before = tabs.count()
    desk.sequence("Ctrl+W")
    assert tabs.count() == before - 1 and desk.page is not None


def test_usual_keys_do_the_usual_things():
    keys = {key: row.name for row in ACTIONS for key in row.shortcuts}
    assert keys["Ctrl+P"] == "print" and keys["Ctrl+W"] == "close"
    texts = [row.text.replace("&", "") for row in ACTIONS]
    assert texts.count("Copy") == 1


def test_recent_files_are_in_the_file_menu(desk, tmp_path):
    desk.open_example()
    desk.answers["ask_save"] = tmp_path / "ode.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    desk.key(Qt.Key.Key_W, CTRL)
    menu = desk.window.recent
    assert menu.menuAction() in desk.window.menus["file"].actions()
    menu.aboutToShow.emit()
    menu.actions()[0].trigger()
    desk.wait(lambda: desk.page is not None)
    assert desk.document.path == tmp_path / "ode.palimpsest"


def test_a_brush_key_paints_the_selected_words_and_space_does_not(desk):
    text_page(desk)
    drag(desk, 1, 3)
    desk.key(Qt.Key.Key_Space)
    assert set(states(desk)) == {"K"} and "4, 5, 6 or 7" in desk.window.status.message.text()
    desk.key(Qt.Key.Key_6)
    assert states(desk)[:5] == "KSSSK" and desk.page.canvas.tool == "select"
    assert desk.window.actions_["select"].isChecked()


def test_ctrl_home_and_end_go_to_the_ends_of_the_draft(desk):
    canvas = text_page(desk, "One two. Three four. Five six.")
    desk.key(Qt.Key.Key_End, CTRL)
    assert canvas.word_cursor.place == (2, 3)
    desk.key(Qt.Key.Key_Home, CTRL | SHIFT)
    assert canvas.word_cursor.place == (0, 0) and len(desk.document.selection) == 9


def test_the_sheet_has_every_key_of_the_roll():
    said = {QKeySequence(keys).toString() for keys, _ in ROLL_KEYS}
    said |= {QKeySequence(keys).toString() for row in ACTIONS for keys in row.shortcuts}
    for modifiers, key in KEYS:
        name = QKeySequence(modifiers.value | key.value).toString().replace("Enter", "Return")
        assert name in said, name


def test_the_sheet_can_be_searched_and_no_row_lies_on_another(desk):
    sheet = KeySheet(desk.window)
    sheet.show()
    QApplication.processEvents()
    rows = [made for block in sheet.blocks for made in block.rows]
    areas = [made.rect().translated(made.mapTo(sheet, made.rect().topLeft())) for made in rows]
    for place, area in enumerate(areas):
        assert not any(area.intersects(other) for other in areas[place + 1 :])
    QTest.keyClicks(sheet.focusWidget(), "octave up")
    assert {made.text for made in rows if made.isVisible()} >= {"an octave up shift+up"}
    assert len([made for made in rows if made.isVisible()]) < 6
    sheet.close()


def test_a_selection_out_of_view_is_shown_before_it_is_changed(desk):
    desk.open_example()
    roll = desk.page.canvas
    desk.document.selection = frozenset({(0, 0)})
    for _ in range(12):
        roll.zoom_in()
    roll.scroller.move_by(10_000)
    before = desk.document.project
    desk.key(Qt.Key.Key_Up)
    assert desk.document.project == before and roll.scroller.x_of(0) >= 0
    desk.key(Qt.Key.Key_Up)
    assert desk.document.project != before


def test_an_export_is_named_beside_its_source(tmp_path):
    assert free_name(tmp_path, "a/b", ".mid") == tmp_path / "a-b.mid"
    (tmp_path / "tune.mid").touch()
    assert free_name(tmp_path, "tune", ".mid") == tmp_path / "tune 2.mid"


def test_without_a_documents_folder_dialogs_open_at_home(monkeypatch, tmp_path):
    monkeypatch.setattr(places.QStandardPaths, "writableLocation", lambda _place: str(tmp_path / "Documents"))
    assert places.documents() == places.Path.home()


def test_the_model_card_is_that_of_the_page(desk):
    dialog = ModelCardDialog(desk.window, "text", "mac")
    assert dialog._choice.currentData() == ("text", "mac")
    assert ModelCardDialog(desk.window, "music")._choice.currentData() == ("music", "sunmask")


def test_an_empty_page_of_text_says_so(desk):
    desk.window.files.new_text()
    with pytest.raises(CanvasError, match="page is empty"):
        desk.page.rewrites.rewrite()


def test_show_again_goes_to_the_sentence_it_belongs_to(desk):
    canvas = text_page(desk, "One two three four. Five six seven eight.")
    canvas.word_cursor.go(1, 1, select=True)
    desk.key(Qt.Key.Key_7)
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.rewritten()
    desk.key(Qt.Key.Key_Escape)
    canvas.word_cursor.go(0, 0)
    desk.page.rewrites.restore(desk.document.project.takes[0])
    assert desk.document.part == 1 and canvas.word_cursor.place == (1, 1)
    assert Brush.KEEP in desk.document.mask.rows[0]


def test_a_setting_leaves_the_paint_as_it_was(desk):
    desk.open_example()
    desk.window.settings["leave_paint"] = True
    masks = desk.document.project.masks
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.rewritten()
    desk.key(Qt.Key.Key_Return)
    assert not desk.preview.count and desk.document.project.masks == masks
    desk.open_example("anne")
    assert not desk.page.generation.paints_kept, "new pages follow it too"


def test_a_pool_of_music_is_off_by_default_and_said_where_it_is_used(desk):
    desk.open_example()
    assert desk.page.panel.options()["pool"] == 1
    panel = desk.page.panel
    desk.page.generation.start("Rewrite", panel.method, {**panel.options(), "pool": 3, "steps": 2}, 2, 1)
    desk.rewritten()
    assert desk.page.alternatives.note.startswith("best 2 of 3 by grade")
