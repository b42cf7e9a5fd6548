"""Paragraphs of a pasted or opened text stay paragraphs when it is copied, saved and exported; words are counted as a
reader counts them."""

from app.document.document import shortened
from app.sentence import changes
from app.sentence.describe import summary_words
from engine.canvas.project import fresh
from engine.canvas.text import Draft, Sentence, tokenise
from engine.formats import plain_text, project
from engine.formats.plain import draft_from_plain, draft_to_plain

TEXT = """One two. Three four.
A line of its own.

A new paragraph. It ends."""


def pasted(text=TEXT):
    return changes.pasted(fresh(Draft((Sentence(()),))), 0, 0, text)[0]


def test_a_pasted_text_is_copied_as_it_was():
    assert changes.text_of(pasted()) == TEXT
    assert changes.text_of(pasted(), [(0, 0), (1, 1), (3, 0)]) == "One four\n\nA"


def test_a_text_file_comes_out_as_it_went_in():
    draft, _ = plain_text.read(TEXT.encode())
    assert plain_text.write(draft).decode() == TEXT + "\n"


def test_the_project_file_keeps_paragraphs_and_old_files_have_a_line_for_each_sentence():
    made = pasted()
    assert project.read(project.write(made)).canvas.text() == TEXT
    old = draft_to_plain(made.canvas)
    del old["gaps"]
    assert draft_from_plain(old).text().count("\n") == 4


def test_rewriting_splitting_and_joining_stay_in_the_paragraph():
    made = changes.retyped(pasted(), 1, ("Five", "six", "seven", "."))
    made = changes.split(made, (1, 2))
    assert changes.text_of(made).startswith("One two. Five six seven.\nA line")
    assert changes.text_of(changes.joined(made, 1)).startswith("One two. Five six seven.\nA line")


def test_signs_are_no_words():
    made = pasted("It 's late, isn't it? Yes.")
    assert changes.word_count(made.canvas.sentences[0].words) == 4
    assert changes.word_count(("", "and", "", ".")) == 3, "a blank is a word to come"
    assert changes.word_count((",", ".", "!")) == 0


class Nothing:
    running = False


def test_the_status_counts_words():
    assert summary_words(pasted("One, two. Three!"), Nothing(), 0) == "3 words in the draft"


def test_long_titles_end_after_a_word():
    assert shortened("Ode to Joy") == "Ode to Joy" and shortened("two\n  lines") == "two lines"
    long = shortened("Chorale " * 20)
    assert long.endswith("Chorale…") and len(long) <= 61
    assert shortened("x" * 200) == "x" * 60 + "…"


def test_a_word_has_the_number_that_a_reader_gives_it():
    words = tokenise("Well, it's late.")
    assert [changes.word_number(words, at) for at in range(len(words))] == [1, 1, 2, 2, 2, 3, 3]
