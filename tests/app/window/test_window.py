"""The window around its pages: tabs, ways to begin, painting by command, bars, transport, tour, model card, log."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QPushButton, QScrollArea

from app.document.storage import log
from app.window.dialogs.model_card import ModelCardDialog, described, read_card
from app.window.start_page import BEGIN, BeginCard, ExampleCard
from engine.canvas.mask import Brush
from engine.errors import ModelError
from tests.app.conftest import ALT, CTRL


def states(desk):
    return desk.document.mask.array()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen, of smallest sizes
def test_the_window_never_opens_larger_than_the_screen(desk):
    window = desk.window
    window.resize(1440, 900)
    window.fit(QSize(1366, 768))
    assert (window.width(), window.height()) == (1358, 728)
    window.fit(QSize(2560, 1440))
    assert (window.width(), window.height()) == (1358, 728), "and it does not grow"
    window.fit(QSize(720, 450))
    assert (window.width(), window.height()) == (712, 410), "1440 x 900 at 200 per cent"


def test_several_pieces_stand_side_by_side_as_tabs(desk):
    for name in ("ode", "anne", "danket"):
        desk.open_example(name)
    assert [desk.window.top.tabs.tabText(i) for i in range(3)] == ["Ode to Joy", "St Anne", "Nun danket"]
    desk.sequence("Ctrl+Tab")
    assert desk.document.title == "Ode to Joy"
    desk.sequence("Ctrl+Shift+Tab")
    assert desk.document.title == "Nun danket"


def test_every_page_has_its_own_undo_and_alternatives(desk):
    desk.open_example("ode")
    desk.key(Qt.Key.Key_1, CTRL)
    desk.rewritten()
    desk.open_example("anne")
    assert not desk.preview.count and not desk.window.actions_["accept"].isEnabled()
    desk.sequence("Ctrl+Shift+Tab")
    assert desk.preview.ready and desk.window.actions_["accept"].isEnabled()


def test_an_example_is_one_click_away(desk):
    card = desk.window.tabs.start.findChildren(ExampleCard)[0]
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    assert desk.document.title == "Ode to Joy" and not desk.document.modified


def test_every_way_to_begin_leads_somewhere(desk):
    for name, *_ in BEGIN:
        if name in ("import", "continue"):
            continue
        desk.window.dialogs.begin(name)
        assert desk.page is not None, name
    assert len(desk.window.tabs.start.findChildren(BeginCard)) == len(BEGIN)


@pytest.mark.parametrize("width", [900, 1024, 1110, 1200, 1269, 1272, 1366, 1440])
def test_nothing_of_the_start_page_is_cut_off_sideways(desk, qtbot, width):
    desk.window.resize(width, 700)
    (paper,) = (area for area in desk.window.tabs.start.findChildren(QScrollArea) if area.property("role") == "paper")
    qtbot.wait_until(lambda: paper.horizontalScrollBar().maximum() == 0)
    assert desk.window.width() == width


def test_composing_from_the_start_page_writes_eight_bars(desk):
    desk.window.dialogs.begin("compose")
    desk.rewritten()
    desk.page.rewrites.accept()
    assert all(voice.notes for voice in desk.document.project.canvas.voices)


def test_composing_beside_a_full_page_opens_another(desk):
    desk.open_example()
    desk.key(Qt.Key.Key_6, CTRL)
    assert len(desk.window.pages) == 2
    desk.rewritten()


def test_painting_by_command(desk):
    desk.open_example()
    desk.key(Qt.Key.Key_6)
    desk.key(Qt.Key.Key_3, CTRL | ALT)
    desk.key(Qt.Key.Key_V, CTRL | ALT)
    assert (states(desk)[2] == Brush.SUGGEST).all() and (states(desk) == Brush.SUGGEST).sum() == 128
    desk.document.selection = frozenset({(0, 16)})
    desk.key(Qt.Key.Key_B, CTRL | ALT)
    assert (states(desk)[:, 16:32] == Brush.SUGGEST).all()
    desk.key(Qt.Key.Key_4)
    desk.key(Qt.Key.Key_M, CTRL | ALT)
    assert (states(desk)[1:] == Brush.KEEP).all()
    desk.key(Qt.Key.Key_I, CTRL | ALT)
    assert (states(desk)[1:] == Brush.REWRITE).all()
    assert desk.document.stack.count() == 4, "each command is one step"
    assert desk.document.stack.command(0).text() == "Suggest: whole voice"


def test_bars_are_inserted_and_deleted_with_their_mask(desk, monkeypatch):
    desk.open_example()
    before = desk.document.project
    monkeypatch.setattr(QInputDialog, "getInt", lambda *given: (2, True))
    desk.document.cursor = (0, 20, 72)
    desk.key(Qt.Key.Key_B, CTRL)
    assert len(desk.document.project.canvas.bars) == 10 and desk.document.mask.shape == (4, 160)
    assert (states(desk)[:, 32:64] == Brush.REWRITE).all()
    desk.document.cursor = (0, 32, 72)
    desk.sequence("Ctrl+Shift+B")
    desk.sequence("Ctrl+Shift+B")
    assert desk.document.project == before


def test_a_fermata_comes_and_goes(desk):
    desk.open_example()
    desk.document.cursor = (0, 60, 72)
    desk.key(Qt.Key.Key_M, CTRL)
    assert desk.document.project.canvas.fermatas == (60,)
    desk.key(Qt.Key.Key_M, CTRL)
    assert not desk.document.project.canvas.fermatas


def test_transposing_without_a_selection_moves_everything(desk):
    desk.open_example()
    desk.key(Qt.Key.Key_Up, ALT)
    assert desk.document.project.canvas.voices[0].cells[0] == 77


def test_the_piece_dialog_changes_title_key_metre_and_tempo(desk, qtbot):
    from app.page.piece_dialog import PieceDialog
    from engine.canvas.music import Key

    desk.open_example()
    dialog = PieceDialog(desk.page.pointing.piece, 2, desk.window)
    dialog.title.setText("An die Freude")
    dialog.key.setCurrentIndex(
        next(i for i in range(dialog.key.count()) if tuple(dialog.key.itemData(i)) == (2, False))
    )
    dialog.beats.setValue(3)
    dialog.tempo.setValue(72)
    piece = dialog.piece()
    assert (piece.title, piece.key, piece.bars[1].beats, piece.bars[2].beats) == ("An die Freude", Key(2), 4, 3)
    assert [(tempo.step, tempo.quarters) for tempo in piece.tempos] == [(0, 96.0), (32, 72.0)]
    assert piece.grid().tolist() == desk.page.pointing.piece.grid().tolist()


def test_time_runs_loops_and_stops(desk):
    desk.open_example()
    transport = desk.page.transport
    desk.page.canvas.setFocus()
    desk.key(Qt.Key.Key_Space)
    desk.wait(lambda: transport.step > 0.2)
    assert transport.playing and desk.page.canvas.playhead > 0
    desk.sequence("Shift+Space")
    assert not transport.playing and transport.step == 0
    transport.set_loop((16, 17))
    desk.key(Qt.Key.Key_Space)
    for _ in range(3):
        desk.qtbot.wait(60)
        assert 16 <= transport.step < 17
    desk.key(Qt.Key.Key_Space)
    assert not transport.playing


def test_the_tour_points_at_every_part_and_ends(desk):
    from app.window.tour import STOPS

    desk.window.dialogs.show_tour()
    tour = desk.window.dialogs.tour
    for place in range(len(STOPS)):
        assert tour._count.text() == f"{place + 1} of {len(STOPS)}"
        assert desk.window.rect().intersects(tour._hole()) and desk.window.rect().contains(tour._card.geometry())
        assert tour.mask().contains(tour._card.geometry().center()) and not tour.mask().contains(
            tour._hole().topLeft() + QPoint(6, 6)
        )
        QTest.mouseClick(tour._next, Qt.MouseButton.LeftButton)
    assert desk.window.state.get("tour_seen") and not tour.isVisible()


def test_space_belongs_to_a_focused_button(desk):
    desk.open_example()
    dice = desk.page.panel._dice
    dice.setFocus(Qt.FocusReason.TabFocusReason)
    desk.key(Qt.Key.Key_Space)
    assert not dice.isChecked() and not desk.page.transport.playing


def test_typing_a_seed_keeps_it_and_enter_does_not_accept(desk):
    desk.open_example()
    desk.key(Qt.Key.Key_1, CTRL)
    desk.rewritten()
    line = desk.page.panel._seed
    line.setFocus()
    line.clear()
    QTest.keyClicks(line, "18446744073709551615")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert desk.preview.ready and desk.page.panel.seed == 2**64 - 1
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.rewritten()
    assert desk.document.project.takes[-1].seed == 2**64 - 1 and desk.page.panel.seed == 2**64 - 1


def test_the_panel_offers_every_option_of_every_method(desk):
    from engine.sampling.methods import METHODS

    desk.open_example()
    panel = desk.page.panel
    for name, method in METHODS.items():
        panel._choose(name)
        options = method.options_for("music")
        assert set(panel.options()) == {option.name for option in options}
        assert all(option.check(panel.options()[option.name]) == option.default for option in options)


def test_a_failure_is_shown_on_a_card_and_the_report_can_be_copied(make_desk):
    from PySide6.QtGui import QGuiApplication

    def run(request, cancelled, models):
        raise RuntimeError("a cog broke")
        yield

    desk = make_desk(runner=run)
    desk.open_example()
    desk.key(Qt.Key.Key_1, CTRL)
    desk.wait(lambda: desk.page.card._error is not None)
    copy = next(button for button in desk.page.card._error.findChildren(QPushButton) if button.text() == "Copy report")
    copy.click()
    assert "a cog broke" in QGuiApplication.clipboard().text() and "Palimpsest" in QGuiApplication.clipboard().text()


def test_the_report_does_not_name_the_home_folder():
    assert str(Path.home()) not in log.report(f"file {Path.home() / 'x'}")


def test_a_model_card_is_read_from_the_header_alone(tmp_path):
    header = json.dumps(
        {"__metadata__": {"card": json.dumps({"method": "sunmask", "grade": 6.1, "vocabulary": list(range(40))})}}
    ).encode()
    path = tmp_path / "w.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    words = described(read_card(path))
    assert "grade: 6.1" in words and "vocabulary: 40 entries" in words


@pytest.mark.parametrize("depth", [30, 300, 100_000])
def test_a_nested_model_card_is_shown_or_said(tmp_path, depth):
    header = json.dumps({"__metadata__": {"card": '{"a":' * depth + "1" + "}" * depth}}).encode()
    path = tmp_path / "w.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    words = described(read_card(path))
    assert '"a"' in words or "a:" in words
    assert len(words) < 20_000, "what is nested without end is cut"


@pytest.mark.parametrize(
    "content",
    [None, b"", b"\xff" * 64, (10).to_bytes(8, "little") + b"{not json}", (2).to_bytes(8, "little") + b"[]"],
    ids=["missing", "empty", "huge", "damaged", "list"],
)
def test_a_broken_weight_file_is_one_sentence(tmp_path, content):
    path = tmp_path / "w.safetensors"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelError, match=r"\.$"):
        read_card(path)


def test_the_window_of_a_damaged_model_card_says_so(qtbot, tmp_path, monkeypatch):
    from app.window.dialogs import model_card

    path = tmp_path / "w.safetensors"
    path.write_bytes((200_000).to_bytes(8, "little") + b'{"a":' * 40_000)
    monkeypatch.setattr(model_card.assets, "weights", lambda *_: path)
    dialog = model_card.ModelCardDialog()
    qtbot.addWidget(dialog)
    assert dialog._text.toPlainText().endswith("replace it with a good copy.")


def test_the_model_card_dialog_opens_without_weights(desk):
    dialog = ModelCardDialog(desk.window)
    assert dialog._text.toPlainText()


def test_pages_that_were_closed_are_gone(desk):
    import gc
    import weakref

    for _ in range(2):
        desk.open_example()
        desk.key(Qt.Key.Key_1, CTRL)
        desk.rewritten()
        page = weakref.ref(desk.page)
        desk.window.tabs.close_page()
        desk.qtbot.wait(10)
        gc.collect()
    assert not desk.window.pages
    assert page() is None or not _alive(page())


def _alive(widget):
    import shiboken6

    return shiboken6.isValid(widget)


def test_a_notice_is_as_high_as_its_words(desk):
    notice, heights = desk.window.notice, []
    for sentence in ("Saved.", "A very long sentence that needs two lines or three. " * 4, "Saved."):
        notice.hide()
        notice.say(sentence)
        desk.qtbot.wait(1)
        heights.append(notice.height())
    assert heights[0] == heights[2] < heights[1] < 4 * heights[0]
