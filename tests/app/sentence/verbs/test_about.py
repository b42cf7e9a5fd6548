"""Make it about …: words that are typed and need not stand in the sentence yet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from app.document.plans import Where
from app.page.verbs import VERBS
from app.sentence import changes
from app.sentence.verbs.placing import about, phrases, place_of
from app.sentence.verbs.verbs import stressed_text
from engine.canvas.mask import Brush
from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.canvas.text import MAX_WORDS, Draft, Sentence, tokenise
from engine.errors import CanvasError
from tests.app.conftest import ALT, CTRL, SHIFT
from tests.app.sentence.test_changes import HOSTILE, brushes, draft, draft_of_nothing
from tests.app.sentence_stage import TOUR, states, text, text_page, typed, words
from tests.tools.counts import examples
from tests.tools.sentence_stand_in import WORDS

Key = Qt.Key


def kept(project, part=0):
    return [
        word
        for word, state in zip(changes.words_of(project, part), changes.states_of(project, part), strict=True)
        if state is Brush.KEEP
    ]


def test_typed_text_becomes_phrases():
    assert phrases("disaster, the whole band;  disaster,, Zyzzy\u2019s ____") == (
        ("disaster",),
        ("the", "whole", "band"),
        ("Zyzzy", "'", "s"),
    )
    assert phrases(" , ;") == ()
    assert place_of(("The", "Tour", "was"), ("tour", "was")) == 1 and place_of(("The",), ("tour",)) is None


def test_words_that_stand_there_are_stressed_and_others_take_the_place_of_words_that_say_something():
    made = about(draft(TOUR), 0, phrases("tour, disaster"), frozenset())
    row = changes.words_of(made, 0)
    assert len(row) == 18 and kept(made) == ["tour", "disaster", "."]
    assert set(brushes(made)) == {"K", "S"}
    gone = set(tokenise(TOUR)) - set(row)
    assert len(gone) == 1 and not gone & {"the", "a", "and", "was", "they", ","}


def test_an_empty_sentence_is_written_around_the_words():
    made = about(draft_of_nothing(), 0, phrases("war, play, Zyzzy"), frozenset())
    assert kept(made) == ["war", "play", "Zyzzy", "."] and changes.words_of(made, 0).count("") == 8
    assert set(brushes(made)) == {"K", "R"}


def test_what_is_whispered_or_unknown_stays_and_a_short_sentence_grows():
    project = changes.painted(draft("They saw Threlfall."), [(0, 1)], Brush.WHISPER)
    made = about(project, 0, phrases("the old war"), frozenset({2}))
    row = changes.words_of(made, 0)
    assert place_of(row, ("the", "old", "war")) is not None and {"saw", "Threlfall"} <= set(row) and len(row) > 4
    assert brushes(made)[row.index("Threlfall")] == brushes(made)[row.index("saw")] == "W"


def test_too_much_is_refused_in_a_sentence():
    with pytest.raises(CanvasError, match="at most"):
        about(draft(TOUR), 0, tuple((f"w{n}", "x", "y") for n in range(70)), frozenset())
    with pytest.raises(CanvasError, match="may change"):
        about(draft("The tour."), 0, phrases("the tour"), frozenset())
    with pytest.raises(CanvasError):
        VERBS["about"].prepare(fresh(blank_piece(1)), Where(topics=(("war",),)))


def test_what_is_stressed_already_is_offered():
    project = changes.painted(draft(TOUR), [(0, at) for at in range(17) if at not in (4, 5, 9)], Brush.REWRITE)
    assert stressed_text(project, 0) == "great success, band" and stressed_text(draft(TOUR), 0) == ""


TOPIC = st.lists(
    st.one_of(st.sampled_from([word for word in WORDS if word.isalnum()]), st.sampled_from(HOSTILE)),
    min_size=1,
    max_size=3,
).map(tuple)
CELL = st.tuples(st.one_of(st.sampled_from(WORDS), st.just(""), st.sampled_from(HOSTILE)), st.sampled_from(list(Brush)))


@examples(40)
@given(st.lists(CELL, max_size=20), st.lists(TOPIC, min_size=1, max_size=4))
def test_every_topic_stands_verbatim_and_what_is_whispered_stays_in_order(cells, topics):
    project = fresh(Draft((Sentence(tuple(word for word, _ in cells)),)))
    project = changes.written(project, 0, [word for word, _ in cells], [state for _, state in cells])
    try:
        made = about(project, 0, topics, frozenset())
    except CanvasError:
        return
    row, found = changes.words_of(made, 0), changes.states_of(made, 0)
    assert len(row) <= MAX_WORDS
    for topic in topics:
        at = place_of(row, topic)
        assert at is not None and all(state is Brush.KEEP for state in found[at : at + len(topic)])
    whispered = [word for word, state in zip(*_row(project), strict=True) if state is Brush.WHISPER and word]
    left = iter(row)
    assert all(word in left for word in whispered), "in order"


def _row(project):
    return changes.words_of(project, 0), changes.states_of(project, 0)


def test_by_keyboard_words_are_typed_placed_written_and_taken_back_in_one_step(desk):
    canvas = text_page(desk)
    steps, card = desk.document.stack.count(), desk.page.controller.topic
    desk.key(Key.Key_2, ALT)
    assert card.isVisible() and card.field.hasFocus() and not card.done.isEnabled()
    typed(desk, "disaster, Zyzzy")
    assert (
        "“disaster” and “Zyzzy” are added to the sentence" in card.says.text()
        and "exactly as typed: “Zyzzy”" in card.field.accessibleDescription()
    )
    desk.page.grab()
    desk.key(Key.Key_Return)
    desk.rewritten()
    for alternative in desk.preview.canvases:
        assert {"disaster", "Zyzzy"} <= set(alternative.sentences[0].words) and len(
            alternative.sentences[0].words
        ) == 18
    assert canvas.hasFocus() and not card.isVisible()
    desk.key(Key.Key_Return)
    assert {"disaster", "Zyzzy"} <= set(words(desk)) and desk.document.stack.count() == steps + 1
    desk.key(Key.Key_Z, CTRL)
    assert text(desk) == TOUR and set(states(desk)) == {"K"}


def test_a_refusal_is_said_on_the_card_escape_leaves_all_as_it_was_and_selected_words_need_no_card(desk):
    canvas, card = text_page(desk, "The tour."), desk.page.controller.topic
    desk.key(Key.Key_2, ALT)
    typed(desk, "the tour")
    desk.key(Key.Key_Return)
    assert card.isVisible() and "may change" in card.says.text()
    desk.key(Key.Key_Escape)
    assert not card.isVisible() and canvas.hasFocus()
    assert text(desk) == "The tour." and desk.document.stack.count() == 1 and not desk.preview.count
    desk.key(Key.Key_Right, SHIFT)
    canvas.word_cursor.select_between((0, 1), (0, 1))
    desk.key(Key.Key_2, ALT)
    desk.rewritten()
    assert not card.isVisible() and states(desk) == "SKK"


def test_a_new_page_can_begin_with_what_it_is_about(desk):
    desk.window.files.new_text()
    desk.key(Key.Key_Escape)
    desk.key(Key.Key_2, ALT)
    typed(desk, "war")
    desk.key(Key.Key_Return)
    desk.rewritten()
    assert all(
        "war" in canvas.sentences[0].words and "" not in canvas.sentences[0].words for canvas in desk.preview.canvases
    )
