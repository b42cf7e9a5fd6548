"""What keys do on the roll, as one table.

With notes selected the arrows move them, otherwise they move the keyboard cursor; Enter acts with the active tool
at the cursor, so that everything the mouse does can be done without one."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.roll import changes
from app.roll.editing.parts import RollParts
from app.roll.scale import cell_of, grid_lines
from engine.canvas.edits import note_at
from engine.canvas.mask import Brush

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
QtKey = Qt.Key


class RollKeys:
    """Does what a key means on a roll."""

    def __init__(self, parts: RollParts, escape: Callable[[], bool]) -> None:
        self.parts, self.escape = parts, escape
        self.on_back: Callable[[], bool] | None = None  # what Backspace does before it deletes: True if it did it

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key means here; False if it means nothing."""
        pressed = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        action = KEYS.get((pressed, QtKey(event.key())))
        return action is not None and action(self) is not False


KeyAction = Callable[[RollKeys], object]  # False: the key meant nothing after all


def on_selection(keys: RollKeys, edit: Callable[[], None]) -> None:
    """Edit the selection, which is seen before and after."""
    if keys.parts.commands.selection_in_view():
        edit()
        keys.parts.commands.follow_selection()


def vertical(semitones: int) -> KeyAction:
    """Up and Down."""

    def act(keys: RollKeys) -> None:
        if keys.parts.document.selection:
            on_selection(keys, lambda: keys.parts.commands.transpose(semitones))
        else:
            voice, step, pitch = keys.parts.document.cursor
            keys.parts.commands.place_cursor(voice, step, min(127, max(0, pitch + semitones)))

    return act


def horizontal(sign: int) -> KeyAction:
    """Left and Right: the selection or the cursor by one step of the grid."""

    def act(keys: RollKeys) -> None:
        if keys.parts.document.selection:
            on_selection(keys, lambda: keys.parts.commands.move_selection(sign * keys.parts.commands.grid_step()))
        else:
            voice, step, pitch = keys.parts.document.cursor
            keys.parts.commands.place_cursor(
                voice, _along(grid_lines(keys.parts.shown.piece, keys.parts.options.snap)[:-1], step, sign), pitch
            )

    return act


def length(sign: int) -> KeyAction:
    """Shift+Left and Right: length of the selection, or the cursor by a bar."""

    def act(keys: RollKeys) -> None:
        if keys.parts.document.selection:
            on_selection(keys, lambda: keys.parts.commands.lengthen(sign * keys.parts.commands.grid_step()))
        else:
            to_bar(sign)(keys)

    return act


def to_bar(sign: int) -> KeyAction:
    """The cursor to the next or previous bar line."""

    def act(keys: RollKeys) -> None:
        voice, step, pitch = keys.parts.document.cursor
        keys.parts.commands.place_cursor(voice, _along(np.array(keys.parts.shown.piece.bar_starts), step, sign), pitch)

    return act


def to_note(sign: int) -> KeyAction:
    """The cursor to the next or previous note of its voice."""

    def act(keys: RollKeys) -> None:
        voice, step, _ = keys.parts.document.cursor
        notes = keys.parts.shown.piece.voices[voice].notes
        found = (
            next((n for n in notes if n.start > step), None)
            if sign > 0
            else next((n for n in reversed(notes) if n.start < step), None)
        )
        if found is not None:
            keys.parts.commands.place_cursor(voice, found.start, found.pitch)
            keys.parts.commands.sounded.emit(found.pitch, voice)

    return act


def to_voice(by: int) -> KeyAction:
    """The cursor to the next lower or higher voice, onto its note there if one sounds."""

    def act(keys: RollKeys) -> None:
        voice, step, pitch = keys.parts.document.cursor
        voice = min(3, max(0, voice + by))
        note = note_at(keys.parts.shown.piece.voices[voice], step)
        keys.parts.commands.place_cursor(voice, step, note.pitch if note else pitch)

    return act


def to_edge(end: bool) -> KeyAction:
    """Home and End."""

    def act(keys: RollKeys) -> None:
        voice, _, pitch = keys.parts.document.cursor
        keys.parts.commands.place_cursor(
            voice, int(grid_lines(keys.parts.shown.piece, keys.parts.options.snap)[-2]) if end else 0, pitch
        )

    return act


def _along(lines: np.ndarray, step: int, sign: int) -> int:
    """The next line after, or the last before, a step; stays where it is at either end."""
    found = lines[lines > step] if sign > 0 else lines[lines < step][::-1]
    return int(found[0]) if len(found) else step


def act_at_cursor(keys: RollKeys) -> None:
    """Enter: select or add, draw, erase or paint, by the active tool."""
    parts, document = keys.parts, keys.parts.document
    voice, step, pitch = document.cursor
    note = note_at(parts.shown.piece.voices[voice], step)
    tool = parts.options.tool
    if isinstance(tool, Brush):
        span = (
            (voice, note.start, note.start + note.length)
            if note
            else (voice, *cell_of(parts.shown.piece, step, parts.options.snap))
        )
        parts.commands.commit(
            changes.Change(
                changes.stroke_name(tool), changes.paint_spans(document.project, tool, [span]), document.selection
            )
        )
    elif tool == "erase":
        if note:
            parts.commands.commit(changes.delete(document.project, frozenset({(voice, note.start)})))
    elif tool == "select" and note and note.pitch == pitch:
        document.selection = document.selection ^ {(voice, note.start)}
    else:
        start, stop = cell_of(parts.shown.piece, step, parts.options.snap)
        start = max(start, step)
        parts.commands.commit(
            changes.add_note(document.project, voice, start, stop - start, pitch)._replace(selection=document.selection)
        )
        parts.commands.sounded.emit(pitch, voice)
        if stop < parts.shown.piece.steps:
            parts.commands.place_cursor(voice, stop, pitch)


def go_back(keys: RollKeys) -> None:
    """Backspace: the selection goes, else what was recorded last, else the note under the cursor."""
    if keys.parts.document.selection or keys.on_back is None or not keys.on_back():
        keys.parts.commands.delete()


KEYS: dict[tuple[Qt.KeyboardModifier, Qt.Key], KeyAction] = {
    (NONE, QtKey.Key_Up): vertical(1),
    (NONE, QtKey.Key_Down): vertical(-1),
    (SHIFT, QtKey.Key_Up): vertical(12),
    (SHIFT, QtKey.Key_Down): vertical(-12),
    (NONE, QtKey.Key_Left): horizontal(-1),
    (NONE, QtKey.Key_Right): horizontal(1),
    (SHIFT, QtKey.Key_Left): length(-1),
    (SHIFT, QtKey.Key_Right): length(1),
    (CTRL, QtKey.Key_Left): to_note(-1),
    (CTRL, QtKey.Key_Right): to_note(1),
    (CTRL, QtKey.Key_Up): to_voice(-1),
    (CTRL, QtKey.Key_Down): to_voice(1),
    (CTRL | SHIFT, QtKey.Key_Up): lambda keys: keys.parts.commands.move_to_voice(-1),
    (CTRL | SHIFT, QtKey.Key_Down): lambda keys: keys.parts.commands.move_to_voice(1),
    (NONE, QtKey.Key_PageUp): to_bar(-1),
    (NONE, QtKey.Key_PageDown): to_bar(1),
    (NONE, QtKey.Key_Home): to_edge(False),
    (NONE, QtKey.Key_End): to_edge(True),
    (NONE, QtKey.Key_Return): act_at_cursor,
    (NONE, QtKey.Key_Enter): act_at_cursor,
    (NONE, QtKey.Key_Insert): act_at_cursor,
    (NONE, QtKey.Key_Delete): lambda keys: keys.parts.commands.delete(),
    (NONE, QtKey.Key_Backspace): go_back,
    (NONE, QtKey.Key_Escape): lambda keys: keys.escape(),
    (NONE, QtKey.Key_G): lambda keys: keys.parts.options.toggle_snap(),
    (NONE, QtKey.Key_N): lambda keys: keys.parts.options.toggle("note_names"),
    (NONE, QtKey.Key_V): lambda keys: keys.parts.options.toggle("ghosting"),
    (NONE, QtKey.Key_C): lambda keys: keys.parts.options.toggle("chords"),
    (CTRL, QtKey.Key_A): lambda keys: keys.parts.commands.select_all(),
    (CTRL, QtKey.Key_C): lambda keys: keys.parts.commands.copy(),
    (CTRL, QtKey.Key_X): lambda keys: keys.parts.commands.cut(),
    (CTRL, QtKey.Key_V): lambda keys: keys.parts.commands.paste(),
    (CTRL, QtKey.Key_Equal): lambda keys: keys.parts.scroller.zoom_by(1),
    (CTRL, QtKey.Key_Plus): lambda keys: keys.parts.scroller.zoom_by(1),
    (CTRL, QtKey.Key_Minus): lambda keys: keys.parts.scroller.zoom_by(-1),
    (CTRL, QtKey.Key_0): lambda keys: keys.parts.scroller.zoom_whole(),
}
