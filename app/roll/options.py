"""What a user sets on the roll: the tool, the grid that times snap to, and what is shown besides the notes.

Stores options and signals changes; knows no widget."""

from PySide6.QtCore import QObject, Signal

from app.roll.scale import SNAPS
from app.words import tr
from engine.canvas.mask import Brush

Tool = str | Brush
SWITCHES = {
    "note_names": "Note names",
    "ghosting": "Dim other voices",
    "chords": "Chord names",
    "chord_lane": "Chord lane",
}


class RollOptions(QObject):
    """Settings of one roll."""

    tool_changed = Signal(object)  # select, draw, erase, or a Brush
    snap_changed = Signal(str)  # one of SNAPS
    switched = Signal(str)  # one of SWITCHES, or "silent"
    status = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tool: Tool = "select"
        self._snap = "beat"
        self._silent: frozenset[int] = frozenset()
        self._on = {"note_names": False, "ghosting": False, "chords": True, "chord_lane": True}

    @property
    def tool(self) -> Tool:
        """select, draw, erase, or a Brush."""
        return self._tool

    @tool.setter
    def tool(self, tool: Tool) -> None:
        if tool != self._tool:
            self._tool = tool
            self.tool_changed.emit(tool)

    @property
    def snap(self) -> str:
        """One of SNAPS: the grid for new times."""
        return self._snap

    @snap.setter
    def snap(self, snap: str) -> None:
        self._snap = snap
        self.snap_changed.emit(snap)

    def toggle_snap(self) -> None:
        """From beats to sixteenths and back."""
        self.snap = SNAPS[(SNAPS.index(self.snap) + 1) % len(SNAPS)]
        self.status.emit(tr("Notes snap to the {grid}", grid=tr(self.snap)))

    @property
    def note_names(self) -> bool:
        """Whether notes and keys carry their names as the key spells them."""
        return self._on["note_names"]

    @property
    def ghosting(self) -> bool:
        """Whether all voices but the active one are pale."""
        return self._on["ghosting"]

    @property
    def silent(self) -> frozenset[int]:
        """The voices that are muted, or not among those played alone: they are pale."""
        return self._silent

    @silent.setter
    def silent(self, voices: frozenset[int]) -> None:
        if voices != self._silent:
            self._silent = voices
            self.switched.emit("silent")

    @property
    def chords(self) -> bool:
        """Whether chord names stand above the bars."""
        return self._on["chords"]

    @property
    def chord_lane(self) -> bool:
        """Whether the lane of the chords asked for stands above the notes."""
        return self._on["chord_lane"]

    def toggle(self, name: str) -> None:
        """Turn one of SWITCHES on or off and say so."""
        on = self._on[name] = not self._on[name]
        self.switched.emit(name)
        self.status.emit(
            tr("{what}: on", what=tr(SWITCHES[name])) if on else tr("{what}: off", what=tr(SWITCHES[name]))
        )
