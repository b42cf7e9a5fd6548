"""Edits of a draft as pure functions, the verbs, and what must hold whatever is typed: nothing pinned is ever
changed, moved or re-cased."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.document.accept import accepted, region_of_words
from app.document.plans import Where
from app.page.verbs import VERBS
from app.sentence import changes
from engine.canvas.mask import Brush, Mask
from engine.canvas.project import Project, fresh
from engine.canvas.text import MAX_WORDS, Draft, Sentence, detokenise, tokenise
from engine.errors import CanvasError
from engine.jobs import job
from engine.jobs.request import Done, Failed, Request
from engine.sampling.questions import last
from tests.tools.counts import examples
from tests.tools.sentence_stand_in import WORDS, SentenceStandIn

TOUR = "The tour was a great success, and the band said they would come back next year."
HOSTILE = (
    "😀",
    "👩\u200d👩\u200d👧",
    "❤️",
    "שלום",
    "مرحبا",
    "cafe\u030bs",
    "Z\u0335\u0321\u0325a",
    "हिन्दी",
    "ﬀ",
    "İstanbul",
    "ǅ",
    "ß",
    "\u202eabc",
    "١٢٣",
    "\U00020000",
)


def draft(text):
    return fresh(Draft(tuple(changes.read_text(text))))


def brushes(project, part=0):
    return "".join(state.name[0] for state in changes.states_of(project, part))


def painted(letters, text=TOUR):
    by_letter = {brush.name[0]: brush for brush in Brush}
    project = draft(text)
    return changes.written(project, 0, changes.words_of(project, 0), [by_letter[letter] for letter in letters])


def test_typing_keeps_brushes_before_after_and_in_place():
    project = painted("KWSRKWSRKWSRKWSRKW")
    typed = changes.retyped(project, 0, tokenise(TOUR.replace("great success", "very great disaster")))
    assert brushes(typed) == "KWSR" + "KKK" + "SRKWSRKWSRKW"
    assert brushes(changes.retyped(project, 0, tokenise(TOUR.replace("great", "small")))) == brushes(project)
    assert changes.retyped(project, 0, changes.words_of(project, 0)) == project


def test_a_blank_is_always_to_be_written():
    project = draft("The ____ tour.")
    assert brushes(project) == "KRKK" == brushes(changes.painted(project, [(0, 1)], Brush.KEEP))
    typed = changes.retyped(draft("The tour."), 0, tokenise("The ____ tour."))
    assert brushes(typed) == "KRKK"
    assert brushes(changes.with_blanks(project, (0, 1), 2))[1:3] == "RR"


def test_sentences_part_join_come_and_go():
    project = painted("KWSRKWSRKWSRKWSRKW")
    parted = changes.split(project, (0, 7))
    assert [len(mask.rows[0]) for mask in parted.masks] == [7, 11]
    assert changes.joined(parted, 0) == project
    assert changes.removed(changes.added(project, 1), 1) == project
    with pytest.raises(CanvasError):
        changes.split(project, (0, 0))
    with pytest.raises(CanvasError):
        changes.joined(project, 0)


def test_pasted_sentences_part_the_one_they_are_put_into():
    project, place = changes.pasted(draft(TOUR), 0, 7, "It ended. They left.")
    texts = [detokenise(sentence.words) for sentence in project.canvas.sentences]
    assert texts == [
        "The tour was a great success, It ended.",
        "They left. and the band said they would come back next year.",
    ]
    assert place == (1, 3)


@pytest.mark.parametrize("length", [8, 12, 18, 20, 30, MAX_WORDS])
def test_length_never_touches_what_is_pinned(length):
    project = painted("KKRRRKKSSKRRRRRRRK")
    made = changes.resized(project, 0, length)
    assert len(changes.words_of(made, 0)) == length
    kept = [
        word
        for word, state in zip(changes.words_of(project, 0), changes.states_of(project, 0), strict=True)
        if state & 1
    ]
    assert [
        word for word, state in zip(changes.words_of(made, 0), changes.states_of(made, 0), strict=True) if state & 1
    ] == kept


def test_length_says_why_it_cannot():
    with pytest.raises(CanvasError, match="can be removed"):
        changes.resized(draft(TOUR), 0, 5)
    with pytest.raises(CanvasError, match="at most"):
        changes.resized(draft(TOUR), 0, MAX_WORDS + 1)


def test_verbs_paint_what_they_say():
    project = draft(TOUR)
    rest = VERBS["rest"].prepare(project, Where(words=(1, 5)))
    assert brushes(rest.project) == "RKRRRKRRRRRRRRRRRK" and "“tour” and “success”" in rest.says
    about = VERBS["about"].prepare(project, Where(words=(5,), unknown=frozenset({1})))
    assert brushes(about.project) == "SWSSSKSSSSSSSSSSSK"
    short, long = (VERBS[name].prepare(project, Where(words=(1, 5))).project for name in ("shorter", "longer"))
    assert len(changes.words_of(short, 0)) == 14 and {"tour", "success"} <= set(changes.words_of(short, 0))
    assert len(changes.words_of(long, 0)) == 23 and changes.words_of(long, 0).count("") == 5
    start = VERBS["start"].prepare(project, Where(words=(0, 1))).project
    assert changes.words_of(start, 0)[:3] == ("The", "tour", "") and len(changes.words_of(start, 0)) == 18
    filled = VERBS["blank"].prepare(draft("The ____ tour."), Where())
    assert brushes(filled.project) == "KRKK" and "1 blank" in filled.says


def test_shorter_and_longer_leave_numbers_names_and_unknown_words_where_the_user_has_them():
    words = "In 2019 the mayor of Leeds opened 12 zorbic schools for children ."
    project = draft(words)
    row = words.split()
    for name in ("shorter", "longer"):
        made = VERBS[name].prepare(project, Where(words=(3,), unknown=frozenset({8}))).project
        kept = [w for w, state in zip(changes.words_of(made, 0), changes.states_of(made, 0), strict=True) if state & 1]
        assert kept == ["2019", "mayor", "Leeds", "12", "zorbic", "."]
        assert len(changes.words_of(made, 0)) != len(row)
    states = [Brush.REWRITE if word == "Leeds" else Brush.SUGGEST for word in row]
    painted = changes.written(project, 0, row, states)
    made = VERBS["shorter"].prepare(painted, Where()).project
    kept = [w for w, state in zip(changes.words_of(made, 0), changes.states_of(made, 0), strict=True) if state & 1]
    assert "Leeds" not in kept and "2019" in kept


@pytest.mark.parametrize("name", ["rest", "about", "shorter", "blank", "start"])
def test_a_verb_that_makes_no_sense_says_what_to_do(name):
    project = draft(TOUR)
    with pytest.raises(CanvasError) as said:
        VERBS[name].prepare(project, Where(words=tuple(range(18)))) if name == "shorter" else VERBS[name].prepare(
            project, Where()
        )
    assert str(said.value).endswith(".")
    with pytest.raises(CanvasError):
        VERBS[name].prepare(draft_of_nothing(), Where())


def draft_of_nothing():
    return fresh(Draft((Sentence(()),)))


WORD = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(HOSTILE),
    st.text(min_size=1, max_size=6).filter(lambda w: not any(c.isspace() for c in w)),
)
CELL = st.tuples(WORD, st.sampled_from([Brush.KEEP, Brush.WHISPER, Brush.REWRITE]))


@examples(30)
@given(st.lists(CELL, min_size=1, max_size=20), st.sampled_from(["sunmask", "mac", "sfarm"]), st.integers(0, 2**32))
def test_nothing_pinned_is_ever_changed_moved_or_recased(cells, method, seed):
    words, states = tuple(word for word, _ in cells), [state for _, state in cells]
    project = Project(Draft((Sentence(words),)), (Mask((bytes(states),)),))
    options = {"steps": 4} if method == "sunmask" else {}
    final = last(
        job.run(
            Request(Sentence(words), project.masks[0], method, options, 2, seed),
            models=lambda modality, method: SentenceStandIn(),
        )
    )
    assert isinstance(final, Done), final.sentence if isinstance(final, Failed) else final
    for result in final.canvases:
        assert len(result.words) == len(words)
        assert all(
            new == old if state & 1 else new in WORDS
            for new, old, state in zip(result.words, words, states, strict=True)
        )
        whole = accepted(project, project, replace(project.canvas, sentences=(result,)))
        half = accepted(project, project, whole.canvas, 0, region_of_words(project, 0, range(len(words) // 2)))
        for made, taken in ((whole, len(words)), (half, len(words) // 2)):
            assert all(a == b for a, b, s in zip(changes.words_of(made, 0), words, states, strict=True) if s & 1)
            kept = bytes(s if s & 1 or at >= taken else Brush.KEEP for at, s in enumerate(states))
            assert made.masks[0].rows[0] == kept, "what was accepted is kept, the rest is as it was painted"


VARIANTS = tuple(
    dict.fromkeys(variant for word in WORDS for variant in (word, word.upper(), word.title(), word.swapcase()))
)


@pytest.mark.parametrize("method", ["sunmask", "mac", "sfarm"])
@pytest.mark.parametrize("brush", [Brush.KEEP, Brush.WHISPER])
def test_each_word_of_the_vocabulary_in_any_case_and_each_hostile_one_stays_where_it_was_pinned(method, brush):
    every = (*VARIANTS, *HOSTILE)
    for start in range(0, len(every), MAX_WORDS // 2):
        chosen = every[start : start + MAX_WORDS // 2]
        words = tuple(word for kept in chosen for word in (kept, ""))
        mask = Mask((bytes(brush if word else Brush.REWRITE for word in words),))
        request = Request(Sentence(words), mask, method, {"steps": 2} if method == "sunmask" else {}, 1, start)
        final = last(job.run(request, models=lambda modality, method: SentenceStandIn()))
        assert isinstance(final, Done) and final.canvases[0].words[::2] == chosen
        assert set(final.canvases[0].words[1::2]) <= set(WORDS)


@examples(40)
@given(st.text(max_size=300))
def test_any_paste_is_read_written_and_read_again_alike(text):
    for row in (sentence.words for sentence in changes.read_text(text)):
        again = tokenise(detokenise(row))
        assert "".join(again) == "".join(row), "no sign is lost or changed once it stands on the page"


@pytest.mark.parametrize(
    "unit", ["word ", "😀", "שלום ", "a\u0301", "x", "Mr. Smith went. ", '"', "____ ", "\u202e", "e" + "\u0301" * 40]
)
def test_a_paste_of_ten_thousand_characters_stands_whole(unit):
    text = (unit * 10_000)[:10_000]
    project, _ = changes.pasted(draft_of_nothing(), 0, 0, text)
    joined = "".join(word or "____" for sentence in project.canvas.sentences for word in sentence.words)
    wanted = "".join(unicodedata.normalize("NFC", changes.cleaned(text)).split())
    assert joined.replace("_", "") == wanted.replace("_", "")
