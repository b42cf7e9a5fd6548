"""The verbs as pure functions: what they paint, what they add, what they say, and the sentence when they make no
sense."""

from dataclasses import replace

import pytest

from app.document.examples import EXAMPLES, melody_project
from app.page.verbs import VERBS, Where
from engine.canvas.edits import put_note
from engine.canvas.edits_chords import set_chord
from engine.canvas.mask import Brush
from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.canvas.tunes import TUNES, read_tune
from engine.errors import CanvasError
from engine.theory.chords.symbols import parse_chord


def prepared(name, project, *bars, voice=0):
    return VERBS[name].prepare(project, Where(tuple(bars), voice))


def brushes(plan):
    return plan.project.masks[0].array()


def test_harmonise_keeps_the_melody_and_frees_the_other_three():
    plan = prepared("harmonise", melody_project("ode"))
    states = brushes(plan)
    assert (states[0] == Brush.KEEP).all() and (states[1:] == Brush.REWRITE).all()
    assert plan.says == "Keeps your 30 soprano notes. Writes alto, tenor and bass around them."


def test_harmonise_takes_the_voice_that_has_notes():
    project = fresh(put_note(blank_piece(2), 3, 0, 8, 48))
    states = brushes(prepared("harmonise", project))
    assert (states[3] == Brush.KEEP).all() and (states[:3] == Brush.REWRITE).all()


def test_new_bass_frees_the_bass_in_the_chosen_bars_only():
    states = brushes(prepared("bass", melody_project("ode"), 2, 3))
    assert (
        (states[3, 32:64] == Brush.REWRITE).all()
        and (states[3, :32] == Brush.KEEP).all()
        and (states[:3] == Brush.KEEP).all()
    )


def test_vary_suggests_what_stands_in_the_chosen_bars():
    states = brushes(prepared("vary", melody_project("ode"), 1))
    assert (states[:, 16:32] == Brush.SUGGEST).all() and (states == Brush.SUGGEST).sum() == 4 * 16


def test_fill_the_gap_writes_silences_of_a_beat_and_keeps_every_note():
    piece = put_note(put_note(blank_piece(1), 0, 0, 4, 72), 0, 6, 10, 72)
    states = brushes(prepared("fill", fresh(piece)))
    assert (states[0] == Brush.KEEP).all(), "an eighth rest is no gap"
    assert (states[1:] == Brush.REWRITE).all()


def test_continue_adds_four_bars_and_keeps_what_stands():
    project = melody_project("hundredth")
    plan = prepared("continue", project)
    steps = project.canvas.steps
    assert plan.project.canvas.steps == steps + 4 * 16
    assert (brushes(plan)[:, :steps] == Brush.KEEP).all() and (brushes(plan)[:, steps:] == Brush.REWRITE).all()


def test_compose_uses_a_blank_page_and_leaves_a_full_one_alone():
    assert not prepared("compose", fresh(blank_piece(3))).new_page
    plan = prepared("compose", melody_project("ode"))
    assert plan.new_page and len(plan.project.canvas.bars) == 8 and not plan.project.canvas.voices[0].notes


@pytest.mark.parametrize("name", ["harmonise", "bass", "vary", "continue"])
def test_a_verb_without_anything_to_work_on_says_what_to_do(name):
    with pytest.raises(CanvasError, match=r"[a-z].*[.]"):
        prepared(name, fresh(blank_piece(2)))


def lead_sheet():
    project = melody_project("ode")
    return replace(project, canvas=set_chord(project.canvas, 0, parse_chord("C")))


def test_the_project_given_is_never_changed():
    project = lead_sheet()
    for verb in VERBS.values():
        if verb.kind == "music":
            verb.prepare(project, Where((1,)))
    assert project == lead_sheet()


def test_the_tunes_are_whole_and_inside_the_soprano():
    notes = {name: read_tune(tune).voices[0].notes for name, tune in TUNES.items()}
    assert {name: len(found) for name, found in notes.items()} == {"ode": 30, "hundredth": 32, "anne": 28, "danket": 38}
    assert all(60 <= note.pitch <= 81 for found in notes.values() for note in found)


def test_every_example_opens():
    titles = [example.make().canvas.title for example in EXAMPLES]
    assert titles == [
        "Ode to Joy",
        "Old Hundredth",
        "St Anne",
        "Nun danket",
        "Chorale from BWV 66",
        "Success or disaster",
        "War or play",
    ]
