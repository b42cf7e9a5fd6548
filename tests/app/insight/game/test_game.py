"""Is it Bach?: rounds in the whole window with a stand-in model and a device that pulls on request, and without a
device or weights."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.insight.game.card import BlindCard
from app.insight.game.rounds import MINE, TEMPO
from app.insight.game.score import FILE
from app.sound.player import Player
from engine.errors import ModelError
from engine.theory.grade import grade
from tests.app.sound_stage import FakeDevice, Scribe


@pytest.fixture
def stage(desk):
    """A desk with a device, and the page opened by its key."""
    device, scribe = FakeDevice(), Scribe()
    desk.window.sound.player = Player(device, scribe, desk.window.sound)
    return desk, device, scribe


def begun(desk):
    """The page with its first round ready."""
    desk.window.actions_["bach"].trigger()
    page = desk.window.tabs.bach
    desk.wait(lambda: page.round is not None)
    return page


def hear_both(desk, device, page):
    """Play both to their end, with Space."""
    desk.key(Qt.Key.Key_Space)
    while page.sound.playing:
        device.pull(44100 * 10)
        desk.qtbot.wait(50)


def shown_words(page):
    return " ".join(
        label.text()
        for card in page.findChildren(BlindCard)
        for label in card.findChildren(QLabel)
        if label.isVisible()
    )


def test_a_whole_round_by_keyboard(stage):
    desk, device, scribe = stage
    page = begun(desk)
    assert page.hasFocus() and page.paper.question.text() == "Listen to both. Which one is Bach?"
    assert "Bach" not in shown_words(page) and not any(card.open.isVisible() for card in page.paper.cards), (
        "nothing gives it away before the answer"
    )
    assert all(card.cover._piece is None for card in page.paper.cards)
    hear_both(desk, device, page)
    assert page.sound.begun == {0, 1} and scribe.onsets()
    desk.key(Qt.Key.Key_A if page.round.bach == 0 else Qt.Key.Key_B)
    bach = page.round.bach
    assert page.paper.question.text() == f"Right: {'AB'[bach]} is Bach."
    assert page.round.draw.excerpt.title in page.paper.cards[bach].who.text()
    assert page.paper.cards[1 - bach].who.text() == f"The model: SUNMASK, seed {page.round.draw.seed}"
    for side in (0, 1):
        assert (
            page.paper.cards[side].grade.text()
            == f"Grade {grade(page.round.pieces[side]).overall:.1f}, lower is more like Bach"
        )
    assert page.score.score.text().startswith(
        "1 of 1 right. By guessing alone 0.5; as good or better happens in 50 % of cases."
    )
    desk.wait(lambda: page._next is not None)
    first = page.round
    desk.key(Qt.Key.Key_Return)
    assert page.round is not first and page.round.draw.excerpt.bwv != first.draw.excerpt.bwv and page.answer is None
    assert not any(card.open.isVisible() for card in page.paper.cards)


def test_nothing_but_the_music_distinguishes_them(stage):
    desk, _, _ = stage
    a, b = begun(desk).round.pieces
    assert (
        a.key.fifths == b.key.fifths
        and a.tempos == b.tempos == (TEMPO,)
        and a.steps == b.steps == 128
        and a.bars == b.bars
    )
    assert [(v.name, v.program) for v in a.voices] == [(v.name, v.program) for v in b.voices]
    assert not [
        mark for piece in (a, b) for voice in piece.voices for mark in voice.marks if mark.velocity or mark.lyric
    ]


def test_an_answer_counts_only_after_both_were_heard_and_only_once(stage):
    desk, device, _ = stage
    page = begun(desk)
    desk.key(Qt.Key.Key_A)
    assert page.answer is None and page.paper.words.text() == "Listen to both first."
    desk.key(Qt.Key.Key_1)
    device.pull(4096)
    desk.key(Qt.Key.Key_B)
    assert page.answer is None
    desk.key(Qt.Key.Key_2)
    assert page.sound.side == 1
    desk.key(Qt.Key.Key_B)
    desk.key(Qt.Key.Key_A)
    assert page.answer == 1 and page.book.score("sunmask")[1] == 1 and not page.sound.playing


def test_either_opens_as_its_own_page(stage):
    desk, _, _ = stage
    page = begun(desk)
    page.sound.begun = {0, 1}
    page.say(0)
    heard = page.round.pieces[1]
    page.paper.cards[1].open.click()
    assert (
        desk.page.pointing.piece.grid().tolist() == heard.grid().tolist()
        and desk.document.title == page.paper.cards[1].who.text()
    )
    assert not page.preparing.running, "the engine is free for the page in front"
    desk.window.actions_["bach"].trigger()
    assert page.isVisible() and page.answer == 0, "the round is where it was left"
    desk.wait(lambda: page._next is not None)


def test_without_a_device_you_can_look_and_that_score_stands_apart(desk):
    page = begun(desk)
    assert not page.paper.look.isVisible()
    desk.key(Qt.Key.Key_Space)
    assert (
        page.paper.words.text() == "No sound device was found; you can look at the two instead."
        and page.paper.look.isVisible()
    )
    desk.key(Qt.Key.Key_L)
    assert all(card.cover._piece is not None for card in page.paper.cards) and "Bach" not in shown_words(page)
    desk.key(Qt.Key.Key_B)
    assert page.answer == 1 and page.book.score("sunmask by eye")[1] == 1 and page.book.score("sunmask") == (0, 0)


def test_the_users_own_piece_plays_against_bach(stage):
    desk, _, _ = stage
    desk.open_example("chorale")
    page = begun(desk)
    page.paper.sources.segment(MINE).click()
    desk.wait(lambda: page.round is not None and page.round.source == MINE)
    page.sound.begun = {0, 1}
    page.say(0)
    assert page.paper.cards[1 - page.round.bach].who.text() == "Your piece" and page.book.score(MINE)[1] == 1
    desk.window.tabs.close_page(desk.window.pages[0])
    desk.wait(lambda: page._next is not None)
    page.go_on()
    assert (
        page.paper.words.text() == "Open a music page first; its selected or first eight bars are compared with Bach."
    ), "for the round after this one"


def test_without_a_page_or_with_missing_voices_one_sentence_says_so(stage):
    desk, _, _ = stage
    page = begun(desk)
    page.paper.sources.segment(MINE).click()
    assert (
        page.paper.words.text() == "Open a music page first; its selected or first eight bars are compared with Bach."
    )
    desk.open_example("ode")
    desk.window.actions_["bach"].trigger()
    assert page.paper.words.text() == "Your eight bars need all four voices; write or rewrite the missing ones first."
    assert page.paper.question.text() == "There is nothing to play yet." and not page.paper.both.isEnabled()


def test_without_weights_one_sentence_says_so(make_desk):
    def models(modality, method):
        raise ModelError("There are no SUNMASK weights for music yet; train them.")

    desk = make_desk(models=models)
    desk.window.actions_["bach"].trigger()
    page = desk.window.tabs.bach
    desk.wait(lambda: page.paper.words.text() == "There are no SUNMASK weights for music yet; train them.")
    assert page.paper.question.text() == "There is nothing to play yet."
    desk.key(Qt.Key.Key_A)
    assert page.answer is None


def test_the_score_is_kept_and_its_reset_can_be_undone(stage, home):
    desk, _, _ = stage
    page = begun(desk)
    page.sound.begun = {0, 1}
    page.say(page.round.bach)
    assert json.loads((home / FILE).read_text())["scores"] == {"sunmask": [1, 1]}
    page.score.reset.click()
    assert (
        page.score.score.text() == "No answers yet. By guessing alone, half of them are right."
        and desk.window.notice.text == "The score was reset."
    )
    desk.window.notice._act.click()
    assert page.score.figure.text() == "1 of 1" and json.loads((home / FILE).read_text())["scores"] == {
        "sunmask": [1, 1]
    }


def test_the_tab_closes_to_where_one_was(stage):
    desk, _, _ = stage
    begun(desk)
    desk.window.tabs.tab_closing("bach")
    assert (
        desk.window.tabs.stack.currentWidget() is desk.window.tabs.start and not desk.window.tabs.bach.preparing.running
    )
    desk.window.dialogs.begin("bach")
    assert desk.window.tabs.bach.isVisible()
