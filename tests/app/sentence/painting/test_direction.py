"""Words that are read from right to left stand so among words that are not; accents and emoji are shown and typed
whole."""

from itertools import pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from app.sentence.painting.direction import direction, mirrored, runs
from app.sentence.painting.measure import GLOSS_INSET, GLOSS_SIZE, SentenceLine, lay_out
from app.widgets.theme import serif
from engine.canvas.mask import Brush
from engine.canvas.text import tokenise
from tests.app.conftest import CTRL
from tests.app.sentence_stage import click, states, text, text_page, typed, words

PEACE, WORLD, HELLO = "שלום", "עולם", "مرحبا"


def rows(text):
    row = tokenise(text)
    return SentenceLine(row, (Brush.KEEP,) * len(row), True)


def order(layout):
    """The words' places as the eye meets them from left to right, line by line."""
    return [box.at for box in sorted(layout.boxes, key=lambda box: (box.baseline, box.rect.left()))]


def test_each_word_has_a_direction_and_signs_follow_their_neighbours():
    assert [direction(word) for word in (PEACE, HELLO, "war", ",", "600", "", "😀", "\u202eabc")] == [
        -1,
        -1,
        1,
        0,
        0,
        0,
        0,
        1,
    ]
    assert runs(("a", PEACE, ",", WORLD, "!", "b", HELLO)) == [range(1, 4), range(6, 7)]
    assert runs((PEACE, "a", WORLD)) == [range(1), range(2, 3)] and runs(()) == []


def test_a_run_is_mirrored_within_the_room_it_has():
    spans, turned = mirrored(("a", PEACE, WORLD, "b"), [(0, 10), (12, 20), (22, 40), (42, 50)])
    assert spans == [(0, 10), (32, 40), (12, 30), (42, 50)] and turned == {1, 2}


def test_words_stand_in_the_order_a_reader_expects(qapp):
    layout = lay_out([rows(f"He said {PEACE} {WORLD}, {HELLO} and left.")], 1200)
    assert order(layout) == [0, 1, 5, 4, 3, 2, 6, 7, 8]
    edges = [(box.rect.left(), box.rect.right()) for box in sorted(layout.boxes, key=lambda box: box.rect.left())]
    assert all(right <= left + 0.01 for (_, right), (left, _) in pairwise(edges)), "no word lies over another"
    for box in layout.boxes:
        assert layout.word_at(box.rect.center()) is box
        beside = QPointF(box.rect.center().x() + (-2 if box.turned else 2), box.rect.center().y())
        assert layout.gap_at(beside) == (0, box.at + 1), "the far half of a word is behind it"


def test_old_words_above_new_ones_do_not_touch(qapp):
    olds = ("storm", "was", "expected")
    layout = lay_out([SentenceLine(("don", "'", "t"), (Brush.REWRITE,) * 3, True, above=olds)], 1200)
    ink = QFontMetricsF(serif(GLOSS_SIZE, italic=True))
    starts = [box.rect.left() + GLOSS_INSET for box in layout.boxes]
    for (left, old), right in zip(zip(starts, olds, strict=True), starts[1:], strict=False):
        assert left + ink.horizontalAdvance(old) + 3 <= right


def test_each_line_turns_for_itself(qapp):
    layout = lay_out([rows(f"{PEACE} {WORLD} " * 12)], 420)
    lines = {box.baseline for box in layout.boxes}
    assert len(lines) > 3
    for level in lines:
        line = [
            box.at
            for box in sorted((box for box in layout.boxes if box.baseline == level), key=lambda box: -box.rect.left())
        ]
        assert line == list(range(line[0], line[0] + len(line)))


def test_hostile_words_are_pasted_painted_typed_on_rewritten_accepted_saved_and_reopened(desk, tmp_path):
    hostile = f"He wrote {PEACE} {WORLD} to cafe\u0301s, e\u030b 👩\u200d👩\u200d👧 and \u202eabc twice."
    canvas = text_page(desk, hostile)
    row = (
        "He",
        "wrote",
        PEACE,
        WORLD,
        "to",
        "caf\u00e9s",
        ",",
        "e\u030b",
        "👩\u200d👩\u200d👧",
        "and",
        "abc",
        "twice",
        ".",
    )
    assert words(desk) == row
    desk.key(Qt.Key.Key_7)
    click(desk, 9)
    click(desk, 4)
    assert states(desk) == "KKKKRKKKKRKKK"
    canvas.word_cursor.go(0, 3)
    desk.key(Qt.Key.Key_F2)
    typed(desk, "x ")
    assert words(desk) == (*row[:3], "x", *row[3:])
    desk.key(Qt.Key.Key_Z, CTRL)
    desk.key(Qt.Key.Key_Escape)
    canvas.word_cursor.go(0, 11)
    desk.key(Qt.Key.Key_F2)
    assert canvas.typing.editor.caret_word == 11, "an emoji before the caret counts once"
    typed(desk, "y ")
    assert words(desk) == (*row[:11], "y", *row[11:])
    desk.key(Qt.Key.Key_Z, CTRL)
    desk.key(Qt.Key.Key_Escape)
    desk.page.grab()
    desk.key(Qt.Key.Key_Return, CTRL)
    desk.rewritten()
    for alternative in desk.preview.canvases:
        made = alternative.sentences[0].words
        assert [word for at, word in enumerate(made) if at not in (4, 9)] == [
            word for at, word in enumerate(row) if at not in (4, 9)
        ]
    desk.page.grab()
    canvas.setFocus()
    desk.key(Qt.Key.Key_Return)
    canvas.copy()
    assert tokenise(QApplication.clipboard().text()) == words(desk), text(desk)
    accepted = desk.document.project
    desk.answers["ask_save"] = tmp_path / "hostile.palimpsest"
    desk.key(Qt.Key.Key_S, CTRL)
    desk.key(Qt.Key.Key_W, CTRL)
    desk.window.files.open_path(tmp_path / "hostile.palimpsest")
    desk.wait(lambda: desk.page is not None)
    assert desk.document.project == accepted
