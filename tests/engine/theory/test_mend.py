"""Mending in small examples: which notes are freed, that kept cells never are, and how the best alternative is
chosen."""

from dataclasses import replace

import numpy as np
import pytest

from engine.canvas.mask import Brush, Mask
from engine.canvas.project import fresh
from engine.errors import CanvasError
from engine.theory.finding import voice_name
from engine.theory.lint import lint
from engine.theory.mend import best_of, mask_for, may_change, mended, movable, patches
from tests.engine.choir import choir

RULES = ("parallel fifths", "parallel octaves", "crossing", "range")
FIFTHS = choir("E5 F5", "", "G3 A3", "C3 D3")  # tenor and bass move in fifths
KEPT = fresh(FIFTHS).masks[0]


def fault(piece, rules=RULES):
    (finding,) = lint(piece, rules)
    return finding


def painted(piece, **brushes):
    """A mask of Keep with whole voices painted otherwise."""
    states = np.full((4, piece.steps), Brush.KEEP)
    for voice, brush in brushes.items():
        states["SATB".index(voice)] = brush
    return Mask.from_array(states)


def freed(patch):
    return {(int(voice), int(step)) for voice, step in np.argwhere(~patch.mask.pinned())}


def with_pitch(piece, voice, step, pitch):
    grid = piece.grid()
    grid[voice, step] = pitch
    return piece.with_grid(grid)


def test_the_smallest_patch_is_one_whole_note_of_the_inner_voice():
    smallest = next(patches(FIFTHS, KEPT, fault(FIFTHS), RULES))
    assert smallest.notes == ((2, 4),)
    assert freed(smallest) == {(2, step) for step in range(4, 8)}, "the note with all its holds, and nothing else"


def test_patches_grow_from_one_note_to_all_that_sounds():
    sets = [set(patch.notes) for patch in patches(FIFTHS, KEPT, fault(FIFTHS), RULES)]
    assert sets == [
        {(2, 4)},
        {(2, 0), (2, 4)},
        {(2, 0), (2, 4), (3, 0), (3, 4)},
        {(0, 0), (0, 4), (2, 0), (2, 4), (3, 0), (3, 4)},
    ]


def test_a_fault_traded_for_another_of_its_kind_is_still_there():
    later = choir("E5 F5 E5 D5", "", "G3 A3 E3 F3", "C3 D3 C3 D3")
    finding = next(found for found in lint(later, RULES) if found.rule == "parallel fifths")
    traded = choir("E5 F5 E5 D5", "", "G3 F3 G3 A3", "C3 D3 C3 D3")  # the fifths are now between beats three and four
    mended_ = choir("E5 F5 E5 D5", "", "G3 F3 E3 F3", "C3 D3 C3 D3")
    assert not best_of(finding, [traded], RULES, later).gone and best_of(finding, [traded], RULES).gone
    choice = best_of(finding, [traded, mended_], RULES, later)
    assert choice.index == 1 and choice.gone


def test_a_long_name_from_a_file_gives_way_to_the_voice_s_own():
    named = replace(FIFTHS, voices=(replace(FIFTHS.voices[0], name="Flute"), *FIFTHS.voices[1:]))
    assert voice_name(named, 0) == "flute"
    named = replace(named, voices=(*named.voices[:3], replace(named.voices[3], name="Kontrabass (gestrichen), Pult 2")))
    assert voice_name(named, 3) == "bass"


def test_kept_cells_are_never_freed():
    mask = painted(FIFTHS, B=Brush.REWRITE)
    for patch in patches(FIFTHS, mask, fault(FIFTHS), RULES):
        assert not (~patch.mask.pinned() & mask.pinned()).any()
        assert {voice for voice, _ in patch.notes} == {3}


def test_whispered_cells_stay_as_kept_ones_do_and_suggested_ones_may_go():
    mask = painted(FIFTHS, T=Brush.WHISPER, B=Brush.SUGGEST)
    assert {voice for voice, _ in movable(FIFTHS, mask, fault(FIFTHS).cells)} == {3}


def test_a_note_of_which_a_part_is_kept_stays():
    mask = painted(FIFTHS, T=Brush.REWRITE).paint(Brush.KEEP, 2, 6, 7)
    assert movable(FIFTHS, mask, fault(FIFTHS).cells) == ((2, 0),)


def test_where_all_concerned_is_kept_a_sentence_says_what_to_do():
    mask = painted(FIFTHS, A=Brush.REWRITE)
    with pytest.raises(CanvasError, match="Every note here is kept"):
        next(patches(FIFTHS, mask, fault(FIFTHS), RULES))


def test_a_page_nobody_painted_may_change_anywhere():
    assert may_change(KEPT).all()
    assert not may_change(painted(FIFTHS, S=Brush.REWRITE))[1:].any()


def test_a_note_that_cannot_help_alone_is_passed_over():
    """Two tenor notes stand above one of the alto: either alone would leave the other, the alto's one is enough."""
    piece = choir("E5 E5", "E4 -", "G4 A4", "C3 C3")
    assert next(patches(piece, fresh(piece).masks[0], fault(piece), RULES)).notes == ((1, 0),)


def test_the_best_alternative_has_the_finding_gone_and_the_fewest_left():
    finding = fault(FIFTHS)
    crossed, good = with_pitch(FIFTHS, 3, 4, 60), with_pitch(FIFTHS, 2, 4, 53)
    assert len(lint(crossed, RULES)) == 1 and not lint(good, RULES)
    choice = best_of(finding, (FIFTHS, crossed, good), RULES)
    assert (choice.index, choice.count, choice.left, choice.gone) == (2, 3, 0, True)
    assert best_of(finding, (FIFTHS, crossed), RULES).index == 1, "another fault is better than the one to be mended"
    assert not best_of(finding, (FIFTHS,), RULES).gone


def test_fixing_goes_on_to_more_notes_until_the_finding_is_gone():
    asked = []

    def rewrite(mask):
        asked.append(int((~mask.pinned()).sum()))
        return (with_pitch(FIFTHS, 2, 4, 53),) if len(asked) == 2 else (FIFTHS,)

    piece, patch, choice = mended(FIFTHS, KEPT, fault(FIFTHS), rewrite, RULES)
    assert asked == [4, 8] and choice.gone and not lint(piece, RULES)
    assert patch.mask == mask_for(FIFTHS, ((2, 0), (2, 4)))


def test_a_finding_of_another_page_is_refused():
    with pytest.raises(CanvasError, match="check again"):
        next(patches(choir("E5 .", "", "G3 .", "C3 ."), KEPT, fault(FIFTHS), RULES))
