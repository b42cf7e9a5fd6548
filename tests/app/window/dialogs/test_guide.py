"""Help > Guide: the shipped guide in a window of its own, read without a network."""

import re

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument

import assets
from app.window.actions import ACTIONS, BY_NAME
from app.window.dialogs import guide as module
from app.window.dialogs.guide import GuideDialog, GuideText, anchor
from tests.app.conftest import _no_device, home, make_desk  # noqa: F401
from tests.tools.pictures.guide import LIMIT
from tests.tools.pictures.guide_scenes import GUIDE, PASSED_THROUGH

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen, of dialogs
TEXT = assets.guide().read_text(encoding="utf-8")
PICTURE = QTextDocument.ResourceType.ImageResource.value


@pytest.fixture
def shown(qtbot):
    """The guide as Help opens it."""
    dialog = GuideDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_help_opens_it_beside_the_window(make_desk):  # noqa: F811
    desk = make_desk()
    desk.window.actions_["guide"].trigger()
    opened = desk.window.dialogs.guide
    assert opened.isVisible() and not opened.isModal()
    assert "Harmonise a melody" in opened.text.toPlainText()
    desk.window.dialogs.show_guide()  # again: one of a kind
    assert not opened.isVisible() and desk.window.dialogs.guide.isVisible()


def test_every_link_leads_to_a_heading_and_scrolls_there(shown):
    links = re.findall(r"\]\(#([\w-]+)\)", TEXT)
    assert len(links) == 12
    bar, places = shown.text.verticalScrollBar(), []
    for link in links[:5]:
        assert shown.text.heading(link) is not None, link
        shown.text.anchorClicked.emit(QUrl(f"#{link}"))
        places.append(bar.value())
    assert places == sorted(set(places)) and places[0] > 0
    assert all(shown.text.heading(link) for link in links)


def test_links_to_elsewhere_lead_nowhere(shown):
    shown.text.anchorClicked.emit(QUrl("https://example.org/#the-first-minute-of-another"))
    assert shown.text.verticalScrollBar().value() == 0
    assert shown.text.source().isEmpty()


def test_every_picture_is_there_small_and_made_by_the_command(shown):
    names = re.findall(r"!\[[^]]+\]\(guide/([\w-]+)\.png\)", TEXT)
    assert sorted(names) == sorted(set(GUIDE) - set(PASSED_THROUGH))
    for name in names:
        path = assets.guide().parent / "guide" / f"{name}.png"
        assert 0 < path.stat().st_size <= LIMIT, name
        picture = shown.text.loadResource(PICTURE, QUrl(f"guide/{name}.png"))
        assert 0 < picture.deviceIndependentSize().width() <= module.PICTURE


def test_only_pictures_beside_it_are_read(shown, tmp_path):
    assert shown.text.loadResource(PICTURE, QUrl("../docs/../LICENSE")) is None
    assert shown.text.loadResource(PICTURE, QUrl("file:///etc/passwd")).isNull()
    assert shown.text.loadResource(QTextDocument.ResourceType.HtmlResource.value, QUrl("guide/start.png")) is None


def test_html_in_it_is_shown_as_text(qtbot, tmp_path):
    path = tmp_path / "GUIDE.md"
    path.write_text("# One\n\n<b>bold</b> <img src='x'>\n")
    text = GuideText(path)
    qtbot.addWidget(text)
    assert "<b>bold</b>" in text.toPlainText()


def test_a_missing_guide_gets_a_sentence(qtbot, tmp_path):
    text = GuideText(tmp_path / "GUIDE.md")
    qtbot.addWidget(text)
    assert "missing" in text.toPlainText()


def test_keys_and_menus_it_names_exist():
    """Each key in the tables and in brackets is a key of some action; each action in italics before a key has it."""
    keys = {key for action in ACTIONS for key in action.shortcuts}
    named = {key.replace("Enter", "Return") for key in re.findall(r"(?:Ctrl|Shift|Alt)\+[\w+,]+\w|\bF\d\b", TEXT)}
    assert named <= keys, named - keys
    for words, key in re.findall(r"\*([\w …?]+)\* \(((?:Ctrl|Shift|Alt)[\w+]+|F\d)\)", TEXT):
        found = [action for action in ACTIONS if key in action.shortcuts]
        assert any(words.rstrip("…").lower() in action.text.replace("&", "").lower() for action in found), (words, key)
    assert BY_NAME["guide"].keys in TEXT


def test_headings_are_named_as_markdown_names_them():
    assert anchor("Sound, and your DAW") == "sound-and-your-daw"
