"""A page in a small window: the roll keeps most of the room, and nothing of the alternatives is cut."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from app.page.panels.alternatives import LEAST, AlternativeCard
from tests.app.conftest import CTRL

QUICK = {"options": {"sunmask": {"steps": 4}}}


@pytest.fixture
def small(desk):
    desk.open_example()
    desk.page.panel.set_values(QUICK)
    desk.window.resize(900, 600)
    desk.wait(lambda: desk.window.width() == 900 and desk.page.roll.viewport().height() > 0)
    return desk


def cards(desk):
    return [card for card in desk.page.alternatives.findChildren(AlternativeCard) if card.isVisible()]


def test_without_alternatives_their_strip_leaves_its_room_to_the_roll(small):
    page = small.page
    assert page.roll.viewport().height() > 2 * page.under.height()
    high = page.under.height()
    small.key(Qt.Key.Key_1, CTRL)
    small.rewritten()
    assert page.under.height() > high
    small.key(Qt.Key.Key_Escape)
    assert page.under.height() == high


def test_a_piece_opens_with_its_melody_in_view(small):
    small.open_example()
    roll = small.page.roll
    small.wait(lambda: roll.viewport().height() > 0)
    view, (lowest, highest) = roll.scroller.in_view, roll.shown.page.span
    assert lowest < highest
    assert view.top() <= roll.scale.y(highest) and roll.scale.y(lowest) + roll.scale.row <= view.bottom()


def test_an_empty_text_page_says_all_of_what_to_do(small):
    small.window.files.new_text()
    editor = small.page.canvas.typing.editor
    small.wait(lambda: editor.isVisible())
    words = "Type or paste a sentence; ____ leaves a blank"
    for width in (900, 700, 1440):
        small.window.resize(width, 600)
        assert QFontMetricsF(editor.hint_font(words)).horizontalAdvance(words) <= editor.viewport().width()


def test_four_alternatives_are_seen_whole_and_chosen_by_a_click(small):
    small.key(Qt.Key.Key_1, CTRL)
    small.rewritten()
    small.wait(lambda: len(cards(small)) == 4)
    small.wait(lambda: all(card.visibleRegion().boundingRect() == card.rect() for card in cards(small)))
    assert all(card.height() >= LEAST.height() for card in cards(small))
    QTest.mouseClick(cards(small)[3], Qt.MouseButton.LeftButton)
    assert small.preview.index == 3


def test_many_alternatives_scroll_sideways_and_are_not_cut_below(small):
    small.page.panel.set_values({"count": 8})
    small.key(Qt.Key.Key_1, CTRL)
    small.rewritten()
    small.wait(lambda: len(cards(small)) == 8)
    small.wait(lambda: cards(small)[0].visibleRegion().boundingRect() == cards(small)[0].rect())


def test_lanes_of_a_low_window_are_hit_where_they_are_painted(small):
    lanes = small.page.strip
    assert lanes.lane_top(3) + lanes.badges[3].height() <= lanes.height()
    for voice in range(4):
        assert lanes.badges[voice].geometry().center().y() == pytest.approx(lanes.lane_top(voice) + 7, abs=2)
    small.window.resize(1400, 900)
    small.wait(lambda: lanes.height() == lanes.sizeHint().height() > 100)


def test_what_is_placed_is_said_alike_everywhere(desk):
    desk.open_example()
    desk.page.panel.set_values(QUICK)
    desk.key(Qt.Key.Key_1, CTRL)
    seen = []

    def look():
        if desk.preview.running and desk.preview.settled is not None:
            free = int((~desk.preview.request.mask.pinned()).sum())
            share = desk.preview.placed(desk.preview.index)
            seen.append((desk.page.rewrites.summary(), cards(desk)[desk.preview.index].lines()[1], free, share))

    desk.preview.changed.connect(look)
    desk.rewritten()
    assert seen
    for summary, card, free, share in seen:
        assert summary.endswith(f" {round(free * share):,} placed") and card == f"{round(100 * share)} % placed"
