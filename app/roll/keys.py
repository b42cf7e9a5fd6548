"""What keys do on the roll, as one table.

With notes selected the arrows move them, otherwise they move the keyboard cursor; Enter acts with the tool in hand
at the cursor, so that everything the mouse does can be done without one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.roll import changes
from app.roll.gestures import stroke_name
from app.roll.scale import cell_of, grid_lines
from engine.canvas.edits import note_at
from engine.canvas.mask import Brush

if TYPE_CHECKING:
    from app.roll.view import RollView

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
Key = Qt.Key


def handle(view: RollView, event: QKeyEvent) -> bool:
    """Do what a key means here; False if it means nothing."""
    pressed = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    action = KEYS.get((pressed, Key(event.key())))
    if action is None:
        return False
    return action(view) is not False


def vertical(semitones: int) -> Callable[[RollView], bool | None]:
    """Up and Down."""

    def act(view: RollView) -> None:
        if view.document.selection:
            view.transpose(semitones)
        else:
            voice, step, pitch = view.document.cursor
            view.place_cursor(voice, step, min(127, max(0, pitch + semitones)))

    return act


def horizontal(sign: int) -> Callable[[RollView], bool | None]:
    """Left and Right: the selection or the cursor by one step of the grid."""

    def act(view: RollView) -> None:
        if view.document.selection:
            view.move_selection(sign * view.grid_step())
        else:
            voice, step, pitch = view.document.cursor
            view.place_cursor(voice, _along(grid_lines(view.piece, view.snap)[:-1], step, sign), pitch)

    return act


def length(sign: int) -> Callable[[RollView], bool | None]:
    """Shift+Left and Right: length of the selection, or the cursor by a bar."""

    def act(view: RollView) -> None:
        if view.document.selection:
            view.lengthen(sign * view.grid_step())
        else:
            to_bar(sign)(view)

    return act


def to_bar(sign: int) -> Callable[[RollView], bool | None]:
    """The cursor to the next or previous bar line."""

    def act(view: RollView) -> None:
        voice, step, pitch = view.document.cursor
        view.place_cursor(voice, _along(np.array(view.piece.bar_starts), step, sign), pitch)

    return act


def to_note(sign: int) -> Callable[[RollView], bool | None]:
    """The cursor to the next or previous note of its voice."""

    def act(view: RollView) -> None:
        voice, step, _ = view.document.cursor
        notes = view.piece.voices[voice].notes
        found = (
            next((n for n in notes if n.start > step), None)
            if sign > 0
            else next((n for n in reversed(notes) if n.start < step), None)
        )
        if found is not None:
            view.place_cursor(voice, found.start, found.pitch)
            view.sounded.emit(found.pitch, voice)

    return act


def to_voice(by: int) -> Callable[[RollView], bool | None]:
    """The cursor to the next lower or higher voice, onto its note there if one sounds."""

    def act(view: RollView) -> None:
        voice, step, pitch = view.document.cursor
        voice = min(3, max(0, voice + by))
        note = note_at(view.piece.voices[voice], step)
        view.place_cursor(voice, step, note.pitch if note else pitch)

    return act


def to_edge(end: bool) -> Callable[[RollView], bool | None]:
    """Home and End."""

    def act(view: RollView) -> None:
        voice, _, pitch = view.document.cursor
        view.place_cursor(voice, int(grid_lines(view.piece, view.snap)[-2]) if end else 0, pitch)

    return act


def _along(lines: np.ndarray, step: int, sign: int) -> int:
    """The next line after, or the last before, a step; stays where it is at either end."""
    found = lines[lines > step] if sign > 0 else lines[lines < step][::-1]
    return int(found[0]) if len(found) else step


def act_at_cursor(view: RollView) -> None:
    """Enter: select or add, draw, erase or paint, by the tool in hand."""
    document = view.document
    voice, step, pitch = document.cursor
    note = note_at(view.piece.voices[voice], step)
    tool = view.tool
    if isinstance(tool, Brush):
        span = (voice, note.start, note.start + note.length) if note else (voice, *cell_of(view.piece, step, view.snap))
        view.commit(
            changes.Change(stroke_name(tool), changes.paint_spans(document.project, tool, [span]), document.selection)
        )
    elif tool == "erase":
        if note:
            view.commit(changes.delete(document.project, frozenset({(voice, note.start)})))
    elif tool == "select" and note and note.pitch == pitch:
        document.selection = document.selection ^ {(voice, note.start)}
    else:
        start, stop = cell_of(view.piece, step, view.snap)
        start = max(start, step)
        view.commit(
            changes.add_note(document.project, voice, start, stop - start, pitch)._replace(selection=document.selection)
        )
        view.sounded.emit(pitch, voice)
        if stop < view.piece.steps:
            view.place_cursor(voice, stop, pitch)


def go_back(view: RollView) -> None:
    """Backspace: the selection goes, else what was recorded last, else the note under the cursor."""
    if view.document.selection or view.on_back is None or not view.on_back():
        view.delete()


KEYS: dict[tuple[Qt.KeyboardModifier, Qt.Key], Callable[[RollView], bool | None]] = {
    (NONE, Key.Key_Up): vertical(1),
    (NONE, Key.Key_Down): vertical(-1),
    (SHIFT, Key.Key_Up): vertical(12),
    (SHIFT, Key.Key_Down): vertical(-12),
    (NONE, Key.Key_Left): horizontal(-1),
    (NONE, Key.Key_Right): horizontal(1),
    (SHIFT, Key.Key_Left): length(-1),
    (SHIFT, Key.Key_Right): length(1),
    (CTRL, Key.Key_Left): to_note(-1),
    (CTRL, Key.Key_Right): to_note(1),
    (CTRL, Key.Key_Up): to_voice(-1),
    (CTRL, Key.Key_Down): to_voice(1),
    (CTRL | SHIFT, Key.Key_Up): lambda view: view.move_to_voice(-1),
    (CTRL | SHIFT, Key.Key_Down): lambda view: view.move_to_voice(1),
    (NONE, Key.Key_PageUp): to_bar(-1),
    (NONE, Key.Key_PageDown): to_bar(1),
    (NONE, Key.Key_Home): to_edge(False),
    (NONE, Key.Key_End): to_edge(True),
    (NONE, Key.Key_Return): act_at_cursor,
    (NONE, Key.Key_Enter): act_at_cursor,
    (NONE, Key.Key_Insert): act_at_cursor,
    (NONE, Key.Key_Delete): lambda view: view.delete(),
    (NONE, Key.Key_Backspace): go_back,
    (NONE, Key.Key_Escape): lambda view: view.escape(),
    (NONE, Key.Key_G): lambda view: view.toggle_snap(),
    (NONE, Key.Key_N): lambda view: view.toggle("note_names"),
    (NONE, Key.Key_V): lambda view: view.toggle("ghosting"),
    (NONE, Key.Key_C): lambda view: view.toggle("chords"),
    (CTRL, Key.Key_A): lambda view: view.select_all(),
    (CTRL, Key.Key_C): lambda view: view.copy(),
    (CTRL, Key.Key_X): lambda view: view.cut(),
    (CTRL, Key.Key_V): lambda view: view.paste(),
    (CTRL, Key.Key_Equal): lambda view: view.zoom_in(),
    (CTRL, Key.Key_Plus): lambda view: view.zoom_in(),
    (CTRL, Key.Key_Minus): lambda view: view.zoom_out(),
    (CTRL, Key.Key_0): lambda view: view.zoom_reset(),
}
