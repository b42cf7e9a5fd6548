"""What the roll shows of a project and of a preview, as values."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.roll.painting.notes import changed_steps, page_of, preview_page
from app.roll.scale import Scale, beat_lines, cell_of, snapped
from app.widgets.ink import NoteState
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST, Bar, Piece, Voice
from engine.canvas.project import Project, fresh
from tests.app.roll_stage import piece_with


def project(*notes, brush=Brush.KEEP, bars=2):
    return fresh(piece_with(*notes, bars=bars), brush)


def shown(page, voice, first=0, last=1000):
    return [(note.start, note.length, note.pitch, note.state) for note in page.visible(voice, first, last)]


def test_notes_wear_their_brush():
    page = page_of(project((0, 0, 4, 72), (1, 0, 8, 64)))
    assert shown(page, 0) == [(0, 4, 72, NoteState.KEPT)]
    page = page_of(project((0, 0, 4, 72), brush=Brush.WHISPER))
    assert shown(page, 0) == [(0, 4, 72, NoteState.WHISPER)]


def test_a_note_under_two_brushes_is_shown_in_runs():
    made = project((0, 0, 8, 72))
    page = page_of(Project(made.canvas, (made.masks[0].paint(Brush.REWRITE, 0, 4, 12),)))
    (note,) = page.visible(0, 0, 32)
    assert note.runs == ((0, 4, NoteState.KEPT), (4, 8, NoteState.REWRITE))


def test_only_notes_in_view_are_made():
    page = page_of(project(*((0, step, 4, 72) for step in range(0, 64, 4)), bars=4))
    assert [note.start for note in page.visible(0, 17, 25)] == [16, 20, 24]


def test_free_areas_lie_between_the_voices_that_stay():
    made = project((0, 0, 16, 72), (3, 0, 16, 48), brush=Brush.KEEP)
    mask = made.masks[0].paint(Brush.REWRITE, 1, 0, 16).paint(Brush.REWRITE, 2, 0, 16)
    (region,) = page_of(Project(made.canvas, (mask,))).regions
    assert (region.start, region.stop) == (0, 16)
    assert (region.low, region.high) == (49, 71)


def test_a_preview_shows_what_is_settled_unsure_open_and_scraped():
    before = project((0, 0, 16, 72), (1, 0, 4, 60), (1, 4, 4, 62), (1, 8, 4, 64), (1, 12, 4, 65))
    before = Project(before.canvas, (before.masks[0].paint(Brush.REWRITE, 1, 0, 32),))
    cells = before.canvas.grid()
    cells[1, [0, 4, 8]] = (61, 63, 66)
    settled = np.ones((4, 32))
    settled[1, 4:8], settled[1, 8:12] = 0.5, 0.1
    page = preview_page(before, before, cells, settled)
    assert [state for *_, state in shown(page, 1)] == [
        NoteState.SETTLED,
        NoteState.UNSURE,
        NoteState.OPEN,
        NoteState.SETTLED,
    ]
    assert shown(page, 0) == [(0, 16, 72, NoteState.KEPT)]
    assert [(note.start, note.pitch) for note in page.gone(1, 0, 32)] == [
        (0, 60),
        (4, 62),
        (8, 64),
    ]  # the fourth came out as it was
    assert page.regions == ()


def test_a_suggestion_that_was_taken_still_shows_as_one():
    before = project((1, 0, 4, 60), (1, 4, 4, 62), brush=Brush.SUGGEST)
    cells = before.canvas.grid()
    cells[1, 4] = 64
    page = preview_page(before, before, cells, None)
    assert [state for *_, state in shown(page, 1)] == [NoteState.SUGGEST, NoteState.SETTLED]


def test_pinned_cells_show_what_the_document_says_now():
    before = project((0, 0, 4, 72))
    now = project((0, 0, 4, 74))
    assert shown(preview_page(now, before, before.canvas.grid(), None), 0) == [(0, 4, 74, NoteState.KEPT)]


def test_an_edit_repaints_only_what_it_touches():
    notes = [(0, step, 4, 72) for step in range(0, 64, 4)]
    old = page_of(project(*notes, bars=4))
    assert changed_steps(old, page_of(project(*notes, bars=4))) is None
    new = page_of(project(*notes[:4], (0, 16, 4, 74), *notes[5:], bars=4))
    first, stop = changed_steps(old, new)
    assert 12 <= first <= 16
    assert 20 <= stop <= 24


cells = st.lists(st.sampled_from([HOLD, REST, 60, 62, 64]), min_size=16, max_size=16)
states = st.lists(st.sampled_from(list(Brush)), min_size=16, max_size=16)


@given(st.tuples(cells, cells, cells, cells), st.tuples(states, states, states, states))
def test_any_page_shows_each_note_once_and_its_runs_cover_it(rows, brushes):
    rows = [
        [
            REST if cell == HOLD and not any(c >= 0 for c in row[:i][-1:]) and not _sounds(row, i) else cell
            for i, cell in enumerate(row)
        ]
        for row in rows
    ]
    piece = Piece(tuple(Voice(n, 0, tuple(row)) for n, row in zip("SATB", rows, strict=True)), (Bar.full(),))
    page = page_of(Project(piece, (Mask.from_array(np.array(brushes)),)))
    for voice in range(4):
        found = list(page.visible(voice, 0, 16))
        assert [(n.start, n.length, n.pitch) for n in found] == [tuple(n) for n in piece.voices[voice].notes]
        for note in found:
            covered = [step for start, stop, _ in note.runs for step in range(start, stop)]
            assert covered in ([], list(range(note.start, note.stop)))
    assert all(region.low <= region.high and region.start < region.stop for region in page.regions)


def _sounds(row, index):
    """Whether a HOLD at an index continues a note."""
    before = [cell for cell in row[:index] if cell != HOLD]
    return bool(before) and before[-1] >= 0


def test_beats_of_a_pick_up_count_from_its_end_and_compound_beats_are_dotted():
    assert beat_lines((Bar(4, 4, 6), Bar.full())).tolist() == [0, 2, 6, 10, 14, 18, 22]
    assert beat_lines((Bar.full(6, 8),)).tolist() == [0, 6, 12]


def test_snapping():
    piece = piece_with(bars=2)
    assert cell_of(piece, 5.5, "beat") == (4, 8)
    assert cell_of(piece, 5.5, "sixteenth") == (5, 6)
    assert cell_of(piece, 400, "beat") == (28, 32)
    assert cell_of(piece, -3, "beat") == (0, 4)
    assert snapped(piece, 5.9, "beat") == 4
    assert snapped(piece, 31.9, "beat") == 32


def test_the_page_stretches_for_pieces_beyond_the_usual_pitches():
    assert Scale().fitting(*page_of(project((3, 0, 4, 12), (0, 0, 4, 110))).span) == Scale(low=10, high=112)
    assert Scale().fitting(*page_of(project((0, 0, 4, 72))).span) == Scale()
    assert Scale().fitting(*page_of(project()).span) == Scale()
