"""What accepting does to a page: pure functions over cells, notes that are cut, parts, and edits made in the
meantime."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.document.accept import accepted, bars_of, region_of
from app.document.examples import melody_project
from engine.canvas import edits
from engine.canvas.mask import Brush, Mask
from engine.canvas.matching import spliced
from engine.canvas.music import HOLD, REST, blank_piece, orphan_holds, sounding
from engine.canvas.project import Project, fresh
from engine.canvas.text import Draft, Sentence
from engine.errors import CanvasError

cells = st.lists(st.sampled_from([60, 62, HOLD, HOLD, REST]), min_size=12, max_size=12)


def valid(row):
    line = np.array([row])
    line[orphan_holds(line)] = REST
    return line


@given(cells, cells, st.lists(st.booleans(), min_size=12, max_size=12))
def test_a_splice_sounds_like_the_one_inside_and_like_the_other_outside(current, other, inside):
    a, b, region = valid(current), valid(other), np.array([inside])
    result = spliced(a, b, region)
    assert (sounding(result) == np.where(region, sounding(b), sounding(a))).all()
    assert not orphan_holds(result).any()
    untouched = region == np.roll(region, 1, axis=1)
    untouched[:, 0] = True
    assert (result == np.where(region, b, a))[untouched].all(), "onsets away from the edges stay as they were"


def test_a_note_that_goes_on_with_the_same_pitch_is_not_struck_again():
    a = np.array([[60, HOLD, HOLD, HOLD]])
    b = np.array([[60, HOLD, HOLD, HOLD]])
    assert spliced(a, b, np.array([[False, False, True, True]])).tolist() == [[60, HOLD, HOLD, HOLD]]


def filled(piece, pitch=55):
    grid = piece.grid()
    grid[1:, :] = HOLD
    grid[1:, 0] = pitch
    return piece.with_grid(grid)


def test_one_voice_of_an_alternative():
    project = melody_project("ode")
    result = accepted(project, project, filled(project.canvas), region=region_of(project.canvas, [2]))
    assert (
        result.canvas.voices[2].notes
        and not result.canvas.voices[1].notes
        and result.canvas.voices[0] == project.canvas.voices[0]
    )


def test_kept_cells_are_never_taken_from_an_alternative_even_if_it_changed_them():
    project = melody_project("ode")
    wrong = filled(project.canvas)
    grid = wrong.grid()
    grid[0, 0] = 40
    edited = replace(project, canvas=replace(project.canvas, title="edited since"))
    assert accepted(edited, project, wrong.with_grid(grid)).canvas.voices[0] == project.canvas.voices[0]


def test_a_page_of_another_length_takes_the_whole_result_but_no_part_of_it():
    project = melody_project("ode")
    other = fresh(blank_piece(3), Brush.REWRITE)
    assert accepted(other, project, filled(project.canvas), base=other.canvas).canvas == filled(project.canvas)
    with pytest.raises(CanvasError, match="as long as"):
        accepted(other, project, filled(project.canvas), region=region_of(project.canvas, [1]), base=other.canvas)


def test_a_page_whose_length_was_changed_since_is_never_overwritten():
    project = melody_project("ode")
    other = fresh(blank_piece(3), Brush.REWRITE)
    with pytest.raises(CanvasError, match="no longer as long"):
        accepted(other, project, filled(project.canvas))


def test_notes_drawn_over_an_alternative_are_kept_whole():
    project = melody_project("ode")
    drawn = replace(project, canvas=edits.put_note(project.canvas, 1, 6, 4, 60))
    result = accepted(drawn, project, filled(project.canvas)).canvas
    assert (6, 4, 60) in [tuple(note) for note in result.voices[1].notes]
    assert [tuple(note)[:3:2] for note in result.voices[1].notes] == [(0, 55), (6, 60), (10, 55)], (
        "all around it is the alternative's"
    )
    assert result.voices[2] == filled(project.canvas).voices[2]


def test_a_restored_result_replaces_the_page_it_is_laid_over_but_not_later_edits():
    project = melody_project("ode")
    page = replace(project, canvas=filled(project.canvas, 50))
    assert accepted(page, project, filled(project.canvas, 55), base=page.canvas).canvas.voices[1].notes[0].pitch == 55
    edited = replace(page, canvas=edits.put_note(page.canvas, 1, 0, 4, 62))
    assert accepted(edited, project, filled(project.canvas, 55), base=page.canvas).canvas.voices[1].notes[0].pitch == 62


def test_a_sentence_is_accepted_though_another_was_edited():
    draft = Draft((Sentence(("a", "b")), Sentence(("d",))))
    project = Project(draft, (Mask.filled(1, 2, Brush.REWRITE), Mask.filled(1, 1, Brush.KEEP)))
    typed = Project(draft.with_sentence(1, Sentence(("d", "e"))), (project.masks[0], Mask.filled(1, 2, Brush.KEEP)))
    other = draft.with_sentence(0, Sentence(("X", "Y")))
    assert [s.words for s in accepted(typed, project, other).canvas.sentences] == [("X", "Y"), ("d", "e")]


@pytest.mark.parametrize("result", [("X", "Y"), ("X", "Y", "Z")])
def test_a_sentence_is_accepted_where_it_stands_now(result):
    """Whether as long as before or not, and with new sentences before and after it."""
    draft = Draft((Sentence(("a", "b")), Sentence(("d", "e", "f"))))
    asked = draft.with_sentence(0, Sentence(("a", "b", "")[: len(result)]))
    project = Project(asked, (Mask.filled(1, len(result), Brush.REWRITE), Mask.filled(1, 3, Brush.KEEP)))
    now = Draft((Sentence(("n", "o")), Sentence(("a", "b")), Sentence(("d", "T", "f")), Sentence(("p",))))
    other = draft.with_sentence(0, Sentence(result))
    done = accepted(fresh(now), project, other, base=draft)
    assert [s.words for s in done.canvas.sentences] == [("n", "o"), result, ("d", "T", "f"), ("p",)]


def test_a_word_that_was_typed_since_is_kept():
    draft = Draft((Sentence(("a", "b", "c")),))
    project = Project(draft, (Mask.filled(1, 3, Brush.REWRITE),))
    typed = fresh(draft.with_sentence(0, Sentence(("a", "T", "c"))))
    other = draft.with_sentence(0, Sentence(("X", "Y", "Z")))
    assert accepted(typed, project, other).canvas.sentences[0].words == ("X", "T", "Z")


def test_bars_of_a_selection_are_those_its_notes_sound_in():
    piece = melody_project("ode").canvas
    grid = piece.grid()
    grid[1, 8:24] = HOLD
    grid[1, 8] = 60
    assert bars_of(piece.with_grid(grid), {(1, 8), (0, 64)}) == (0, 1, 4)


def test_words_of_a_draft_are_accepted_by_the_same_rule():
    draft = Draft((Sentence(("a", "b", "c")), Sentence(("d",))))
    project = Project(
        draft, (Mask.from_array(np.array([[Brush.KEEP, Brush.REWRITE, Brush.REWRITE]])), Mask.filled(1, 1, Brush.KEEP))
    )
    other = draft.with_sentence(0, Sentence(("X", "Y", "Z")))
    region = np.array([[True, True, False]])
    assert accepted(project, project, other, 0, region).canvas.sentences[0].words == ("a", "Y", "c")
