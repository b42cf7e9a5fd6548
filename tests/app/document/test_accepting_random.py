"""Random edits and results on both kinds of page: accepting one of the history changes its own cells, or nothing at
all."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.sentence import changes
from engine.canvas import edits
from engine.canvas.edits_bars import bar_span, delete_bars, insert_bars
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Key, sounding
from engine.canvas.project import Project, fresh
from engine.errors import CanvasError
from tests.app.history_stage import Table, draft, music_take, project_of_music, take_of

EDIT = st.tuples(
    st.sampled_from(["type", "longer", "shorter", "add", "remove", "paint", "name", "undo"]),
    st.integers(0, 5),
    st.integers(1, 5),
)

MUSIC_EDIT = st.tuples(
    st.sampled_from(["note", "insert", "delete", "key", "paint", "name"]), st.integers(0, 63), st.integers(1, 4)
)


@given(st.data())
def test_random_edits_of_a_draft(qapp, data):
    """Every word is the only one of its kind and no first word is edited, so that each sentence can be recognised
    whatever is done to it."""
    count = data.draw(st.integers(1, 4))
    lengths = [data.draw(st.integers(2, 5)) for _ in range(count)]
    table = Table(
        fresh(draft(*(" ".join([f"n{i}", *(f"n{i}-{k}" for k in range(length))]) for i, length in enumerate(lengths))))
    )
    takes = []
    fresh_word = iter(range(10_000))
    for kind, part, at in data.draw(
        st.lists(EDIT | st.tuples(st.just("take"), st.integers(0, 5), st.integers(0, 31)), max_size=10)
    ):
        project = table.project
        part = part % len(project.masks)
        now = list(changes.words_of(project, part))
        if kind == "take":
            mask = bytes(
                [Brush.KEEP, *(Brush.REWRITE if at >> (k % 5) & 1 else Brush.KEEP for k in range(len(now) - 1))]
            )
            made = [
                word if state == Brush.KEEP else f"a{next(fresh_word)}" for word, state in zip(now, mask, strict=True)
            ]
            takes.append((take_of(project, part, mask, " ".join(made)), now[0]))
            if at % 2:
                table.accept_old(takes[-1][0])
            continue
        spot = 1 + at % max(1, len(now) - 1)
        if kind == "undo":
            table.document.stack.undo()
            continue
        if kind == "type" and len(now) > 1:
            project = changes.retyped(project, part, (*now[:spot], f"t{next(fresh_word)}", *now[spot + 1 :]))
        elif kind == "longer":
            project = changes.retyped(project, part, (*now[:spot], f"t{next(fresh_word)}", *now[spot:]))
        elif kind == "shorter" and len(now) > 2:
            project = changes.retyped(project, part, (*now[:spot], *now[spot + 1 :]))
        elif kind == "add":
            new = f"n{10 + next(fresh_word)}"
            project = changes.added(project, part, (new, new + "-0", new + "-1"))
        elif kind == "remove" and len(project.masks) > 1:
            project = changes.removed(project, part)
        elif kind == "paint":
            project = changes.painted(project, [(part, spot % len(now))], Brush(at % 4))
        elif kind == "name":
            project = replace(project, canvas=replace(project.canvas, title=f"title {at}"))
        table.document.apply("Edit", project)
    if not takes:
        return
    take, name = data.draw(st.sampled_from(takes))
    before = table.project
    try:
        table.accept_old(take)
    except CanvasError:
        assert table.project == before
        return
    after = table.project
    assert after.canvas.title == before.canvas.title and len(after.masks) == len(before.masks)
    old, new = before.canvas.sentences, after.canvas.sentences
    changed = [i for i in range(len(old)) if old[i] != new[i]]
    assert len(changed) <= 1
    repainted = [i for i in range(len(old)) if before.masks[i] != after.masks[i]]  # what is accepted is kept
    assert len({*changed, *repainted}) <= 1
    present = [sentence.words[0] for sentence in old]
    then = {sentence.words[0] for sentence in take.before.sentences}
    for i in {*changed, *repainted}:
        assert present[i] == name if name in present else present[i] not in then, (
            "never a sentence that stood beside it"
        )
        if present[i] == name:
            kept = {
                word
                for word, state in zip(take.before.sentences[take.part].words, take.mask.rows[0], strict=True)
                if state == Brush.KEEP
            }
            assert [word for word in new[i].words if word in kept] == [word for word in old[i].words if word in kept]


@given(st.data())
def test_random_edits_of_music(qapp, data):
    """No edit touches the soprano, which distinguishes the bars; `bars` follows which of them is where."""
    count = data.draw(st.integers(1, 4))
    table = Table(project_of_music(count))
    free_beats = np.array(
        data.draw(st.lists(st.lists(st.booleans(), min_size=4 * count, max_size=4 * count), min_size=3, max_size=3))
    )
    free_beats = np.vstack([np.zeros((1, 4 * count), dtype=bool), free_beats])
    free_beats[3, ::4] = True  # something in every bar
    take = music_take(table.project, free_beats, 50)
    bars: list[int | None] = list(range(count))
    for kind, at, value in data.draw(st.lists(MUSIC_EDIT, max_size=10)):
        project = table.project
        piece, mask = project.canvas, project.masks[0].array()
        where = at % len(bars)
        if kind == "note":
            piece = edits.put_note(piece, min(value, 3), at % piece.steps, 1, 61 + value)
        elif kind == "insert" and len(bars) < 7:
            piece = insert_bars(piece, where)
            bars.insert(where, None)
            mask = np.insert(mask, [16 * where] * 16, Brush.KEEP, axis=1)
        elif kind == "delete" and sum(bar is not None for bar in bars) > 1:
            start, stop = bar_span(piece, where)
            piece = delete_bars(piece, where)
            del bars[where]
            mask = np.delete(mask, range(start, stop), axis=1)
        elif kind == "key":
            piece = replace(piece, key=Key(value), fermatas=(at % piece.steps,))
        elif kind == "paint":
            mask[value % 4, at % piece.steps] = value % 4
        else:
            piece = replace(piece, title=f"title {at}")
        table.document.apply("Edit", Project(piece, (Mask.from_array(mask),)))
    before = table.project
    try:
        table.accept_old(take)
    except CanvasError:
        assert table.project == before
        return
    after = table.project
    assert replace(after.canvas, voices=before.canvas.voices) == before.canvas, "title, key, metre, tempos, fermatas"
    nothing = np.zeros((4, 4), dtype=bool)
    asked = np.hstack([nothing if bar is None else free_beats[:, 4 * bar : 4 * bar + 4] for bar in bars]).repeat(
        4, axis=1
    )
    old, new = sounding(before.canvas.grid()), sounding(after.canvas.grid())
    assert (new == np.where(asked, 50, old)).all()
    assert (after.masks[0].array() == np.where(asked, Brush.KEEP, before.masks[0].array())).all()
