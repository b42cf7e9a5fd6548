"""Text from a file or the user is shown as it stands: nothing reads it as HTML, and an & in it is no access key."""

import re
import time
from dataclasses import replace
from pathlib import Path

import mido
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QMessageBox,
    QToolTip,
)

from app.sentence.panels.alternatives import SentenceRow
from app.window.dialog_desk import WindowDialogs
from app.window.files.questions import FileQuestions
from engine.canvas.mask import Brush, Mask
from engine.canvas.project import fresh
from engine.canvas.text import Draft, Sentence
from engine.formats import inspect_file
from tests.tools.plain_text_guard import PLAIN, tip_of, wrong

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen, of popups
ROOT = Path(__file__).resolve().parents[3]
TALL = 900  # pixels, of a picture that nobody may load
FORMATS, WIDGETS = "RichText|AutoText|MarkdownText", "QErrorMessage|QTextBrowser|QWhatsThis"
GUIDE = "app/window/dialogs/guide.py"
RICH = re.compile(rf"\b({FORMATS}|{WIDGETS}|setHtml|insertHtml|appendHtml|setMarkdown|setWhatsThis)\b")


@pytest.fixture
def hostile(tmp_path):
    """A title that names a picture; whoever reads it as HTML opens that file and grows."""
    picture = tmp_path / "tall.png"
    image = QImage(8, TALL, QImage.Format.Format_RGB32)
    image.fill(0)
    assert image.save(str(picture))
    return f'R&B <img src="{picture}"> <b>[*]</b>'


def test_every_screen_shows_a_strangers_words_as_they_stand(desk, hostile, tmp_path):
    window = desk.window
    window.state.remember(tmp_path / "R&B <b>x<b>.palimpsest", hostile, "music", time.time())
    window.tabs.show_start()
    window.recent.fill()
    found, held = wrong()
    assert not found and held >= 4, "a recent file: its title, and its path in the tooltip, on the page and in the menu"
    desk.open_example()
    piece = replace(desk.document.project.canvas, title="[*] " + hostile)  # a long title is cut at its end
    desk.document.apply(hostile, replace(desk.document.project, canvas=piece))
    desk.page.rewrites.verb("harmonise")
    desk.rewritten()
    desk.page.rewrites.accept()
    take = replace(desk.document.project.takes[-1], name=hostile, method=hostile, options={"temperature": hostile})
    desk.document.forget_takes((take,))
    desk.page.show_panel("history")
    window.notice.say(hostile, 8, hostile, lambda: None)
    window.status.say(hostile)
    desk.qtbot.wait(1)
    found, held = wrong()
    assert not found and held >= 7, (
        "the tab and its tooltip, a take's heading, facts and options, notice and its offer, status"
    )
    assert window.windowTitle().count("[*]") == 3, "Qt takes a doubled one for the words themselves"


def test_every_page_of_words_shows_them_as_they_stand(desk, hostile):
    words = ("The", "R&B", "tour", "was", "<b>great</b>", *hostile.split(), "and", "they", "would", "come", "back", ".")
    desk.window.tabs.add_page(fresh(Draft((Sentence(words),), title=hostile)))
    canvas, at = desk.page.canvas, 1
    desk.wait(lambda: desk.page.canvas.shown.vocabulary is not None)
    canvas.word_cursor.go(0, at, select=True)
    canvas.ask_here()
    desk.wait(lambda: bool(desk.page.controller.choices.popover.rows))
    assert desk.page.controller.choices.popover._keep.text() == "Keep “R&&B”"
    assert wrong()[0] == [], "what else could go here"
    desk.key(Qt.Key.Key_Escape)
    desk.page.show_panel("insight")
    desk.page.insight.toggle_heat()
    desk.wait(lambda: desk.page.insight.heat.finished)
    assert wrong()[0] == [], "surprising words"
    desk.page.insight.toggle_heat()
    desk.document.apply("Paint", replace(desk.document.project, masks=(Mask.filled(1, len(words), Brush.REWRITE),)))
    desk.page.rewrites.rewrite()
    desk.rewritten()
    canvases = tuple(desk.document.project.canvas for _ in desk.preview.canvases)
    desk.preview.lay(desk.preview.before, canvases, desk.preview.part, desk.preview.base)
    for made in desk.window.findChildren(SentenceRow):
        made.refresh()
    found, held = wrong()
    assert not found and held >= 4, "alternatives with their sentences as tooltips"


def test_every_dialog_shows_a_strangers_words_as_they_stand(desk, hostile, tmp_path):
    from app.page.piece_dialog import PieceDialog
    from app.window.dialogs.import_preview import ImportDialog

    file = mido.MidiFile(ticks_per_beat=480)
    notes = [mido.Message("note_on", note=90, time=0), mido.Message("note_off", note=90, time=480)] * 8
    file.tracks.append(mido.MidiTrack([mido.MetaMessage("track_name", name=hostile), *notes]))
    path = tmp_path / "R&B <b>x<b>.mid"
    file.save(path)
    desk.open_example()
    piece = replace(desk.document.project.canvas, title=hostile)
    dialogs = [ImportDialog(inspect_file(path), path.name, desk.window), PieceDialog(piece, 0, desk.window)]
    for dialog in dialogs:
        dialog.show()
    WindowDialogs.complain(desk.window.dialogs, hostile, hostile, hostile)
    seen = []
    for opens in (desk.window.dialogs.show_about, desk.window.dialogs.show_log, desk.window.dialogs.show_model):
        QTimer.singleShot(0, lambda: (seen.append(wrong()), QApplication.activeModalWidget().close()))
        opens()
    assert len(seen) == 3 and not any(found for found, _ in seen) and seen[0][1] >= 3
    for dialog in desk.window.findChildren(QDialog):
        dialog.close()


def test_the_question_about_unsaved_work_opens_no_file_that_a_title_names(desk, hostile):
    seen = []

    def look():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.append((box.height(), [label.textFormat() for label in box.findChildren(QLabel)], box.text()))
        box.reject()

    QTimer.singleShot(50, look)
    assert FileQuestions.ask_unsaved(desk.window.files.questions, hostile) == "cancel"
    (height, formats, text), *_ = seen
    assert height < TALL and set(formats) == {PLAIN} and hostile in text


def test_a_tooltip_opens_no_file_that_it_names(desk, hostile):
    desk.open_example()
    piece = replace(desk.document.project.canvas, title=hostile)
    desk.document.apply("x", replace(desk.document.project, canvas=piece))
    desk.qtbot.wait(1)
    tabs = desk.window.top.tabs
    at = tabs.tabRect(desk.window.top.index(desk.page)).center()
    QApplication.sendEvent(tabs, QHelpEvent(QHelpEvent.Type.ToolTip, at, tabs.mapToGlobal(at)))
    assert hostile not in desk.document.title, "cut in the tab"
    assert "".join(hostile.split()) in "".join(QToolTip.text().split()), "whole, in lines"
    tip = tip_of(QToolTip.text(), tabs)
    assert tip.textFormat() == PLAIN and tip.height() < TALL


def test_an_ampersand_in_a_word_is_no_access_key(qtbot):
    from app.insight.sections.heat import SurpriseRow
    from app.insight.subject import Named
    from app.sentence.panels.word_popover import STYLE
    from app.widgets.choice_row import ChoiceRow
    from app.widgets.labels import button, plain

    named = Named("1", "R&B", "R&B", None)
    for made in (
        button("R&B 40 %"),
        ChoiceRow("R&B", "R&B", 0.5, STYLE, lambda colours: colours.ink2),
        SurpriseRow(named, 9.0),
    ):
        qtbot.addWidget(made)
        assert made.shortcut().isEmpty() and "R&B" in plain(made.text())


def test_no_module_of_the_window_asks_for_rich_text():
    modules = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in (ROOT / "app").rglob("*.py")}
    asking = {str(name): set(RICH.findall(text)) for name, text in modules.items() if RICH.search(text)}
    assert asking == {GUIDE: {"QTextBrowser", "setMarkdown"}}


def test_the_guide_alone_reads_markdown_of_a_shipped_file_and_no_picture_from_elsewhere(qtbot, tmp_path):
    from app.window.dialogs.guide import GuideText

    tall = QImage(8, TALL, QImage.Format.Format_RGB32)
    assert tall.save(str(tmp_path / "tall.png"))
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "GUIDE.md").write_text(
        f"# A\n\n![](../tall.png) ![]({tmp_path}/tall.png) <img src='{tmp_path}/tall.png'>\n"
    )
    text = GuideText(folder / "GUIDE.md")
    qtbot.addWidget(text)
    assert text.document().size().height() < TALL
    assert "<img" in text.toPlainText(), "HTML is shown as it stands"
