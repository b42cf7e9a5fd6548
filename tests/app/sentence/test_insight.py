"""Insight on a page of words with a stand-in model: the engine's own bits below every word, the ten to jump to, a
selection's standing, and Ask me."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.insight import selection_bits
from app.insight.sections.heat import SurpriseRow
from app.sentence.changes import word_number
from app.widgets.theme import theme
from engine.canvas.mask import Brush, Mask
from engine.canvas.text import Sentence
from engine.jobs.percentiles import PercentileRow
from engine.sampling import questions
from engine.sampling.modalities import open_sentence
from tests.app.sentence_stage import TOUR, click, drag, states, text_page, words
from tests.tools.sentence_stand_in import SentenceStandIn


def insight_of(desk, text=TOUR):
    canvas = text_page(desk, text)
    desk.page.show_panel("insight")
    canvas.setFocus()
    return desk.page.insight


def measured(desk, insight):
    desk.wait(lambda: insight.heat.finished)
    return desk.page.canvas.picture.surprise


def by_the_engine(sentence, at):
    cells = open_sentence(Sentence(sentence), Mask.filled(1, len(sentence), Brush.KEEP), SentenceStandIn()).cells
    return list(questions.surprise(SentenceStandIn(), cells, [(0, at, at + 1)]))[-1][0]


def test_h_shows_the_engines_own_bits_below_every_word(desk):
    insight = insight_of(desk)
    desk.key(Qt.Key.Key_H)
    shown = measured(desk, insight)
    assert shown.shape == (1, 18) and np.isfinite(shown).all()
    assert shown[0, 5] == pytest.approx(by_the_engine(words(desk), 5))
    assert (
        f"{shown.sum():.0f} bits in all" in insight.surprise.words.text()
        and "per word" in insight.surprise.words.text()
    )
    box = desk.page.canvas.picture.layout.box(0, 5).rect
    picture = desk.page.canvas.viewport().grab().toImage()
    grade = int(np.searchsorted((1.0, 2.0, 4.0), shown[0, 5], side="right"))
    assert picture.pixelColor(int(box.left()) + 4, int(box.bottom()) + 3) == theme().surprise[grade]
    desk.key(Qt.Key.Key_H)
    assert desk.page.canvas.picture.surprise is None and not insight.heat.on


def test_the_most_surprising_words_are_listed_and_lead_there(desk):
    insight = insight_of(desk)
    insight.toggle_heat()
    shown = measured(desk, insight)
    desk.qtbot.wait(1)
    row = next(made for made in insight.surprise.findChildren(SurpriseRow) if made.isVisible())
    row.click()
    at = int(shown[0].argmax())
    assert desk.document.selection == {(0, at)} and row.accessibleName().startswith(
        f"Word {word_number(words(desk), at)}, {words(desk)[at]}, "
    )


def test_another_sentence_and_an_edit_are_measured_afresh(desk):
    insight = insight_of(desk, TOUR + " They said the war would be long.")
    insight.toggle_heat()
    measured(desk, insight)
    desk.page.canvas.word_cursor.go(1, 0)
    assert measured(desk, insight).shape == (1, 8)
    desk.key(Qt.Key.Key_Delete)
    assert measured(desk, insight).shape == (1, 7)


def test_blanks_and_unknown_words_are_not_measured_and_blanks_are_not_given(desk):
    insight = insight_of(desk, "Zyxw was a great success.")
    desk.page.canvas.word_cursor.go(0, 2)
    desk.page.canvas.insert_blank()
    insight.toggle_heat()
    shown = measured(desk, insight)
    assert np.isnan(shown[0]).tolist() == [True, False, True, False, False, False, False]
    assert shown[0, 1] == pytest.approx(by_the_engine(words(desk), 1))


def test_a_selection_is_compared_with_real_passages(desk, monkeypatch):
    monkeypatch.setattr(
        selection_bits,
        "read_table",
        lambda modality, card: {"1": (PercentileRow(3, 48, (0.0, 1000.0)),)} if modality == "text" else None,
    )
    insight = insight_of(desk)
    insight.toggle_heat()
    measured(desk, insight)
    drag(desk, 3, 5)
    desk.wait(lambda: insight.surprise.selected.text() != "")
    said = insight.surprise.selected.text()
    assert said.startswith("3 selected words: ") and said.endswith("48 passages of news of about this length.")


def asked(desk, insight):
    desk.key(Qt.Key.Key_Q)
    desk.wait(lambda: not insight.ask_me.asker.running)
    return insight.ask_me.best


def test_ask_me_takes_a_word_as_keep_in_one_step_and_asks_again(desk):
    insight = insight_of(desk)
    desk.key(Qt.Key.Key_7)
    drag(desk, 4, 9)
    before = desk.document.stack.count()
    best = asked(desk, insight)
    assert best is not None and 4 <= best.step <= 9
    number = word_number(words(desk), best.step)
    place = f"the sign after word {number}" if words(desk)[best.step] == "," else f"word {number}"
    assert insight.ask.words.text().startswith(f"Settling {place} decides ")
    desk.qtbot.wait(1)  # the answers of the question before are gone
    answers = [
        made
        for made in insight.ask.findChildren(QPushButton)
        if made.isVisible() and made.accessibleName().startswith("Keep ")
    ]
    assert len(answers) == len(best.values) and answers[0].icon().isNull()
    answers[0].click()
    word = desk.page.canvas.shown.vocabulary.word(best.values[0][0])
    assert (
        words(desk)[best.step] == word and states(desk)[best.step] == "K" and desk.document.stack.count() == before + 1
    )
    desk.wait(lambda: not insight.ask_me.asker.running)
    assert insight.ask_me.best is None or insight.ask_me.best.step != best.step


def test_the_question_stands_at_its_word_and_goes_with_an_edit(desk):
    insight = insight_of(desk)
    desk.key(Qt.Key.Key_7)
    drag(desk, 4, 9)
    plain = desk.page.canvas.viewport().grab().toImage()
    best = asked(desk, insight)
    marked = desk.page.canvas.viewport().grab().toImage()
    middle = desk.page.canvas.picture.word_rect(0, best.step).center().x() - 30
    differing = [
        x for x in range(marked.width()) if any(marked.pixel(x, y) != plain.pixel(x, y) for y in range(marked.height()))
    ]
    assert differing and abs(min(differing) - (middle - 13)) < 6
    click(desk, 12)
    assert not insight.ask_me.on


def test_with_everything_kept_nothing_is_open(desk):
    insight = insight_of(desk)
    assert asked(desk, insight) is None and "Everything is kept" in insight.ask.words.text()
