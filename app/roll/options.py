"""What can be switched on the roll: the active voice, the loop, the heat-map, note names, ghosting.

Each only remembers and asks for fresh paint."""

from __future__ import annotations

import numpy as np

from app.roll.commands import RollCommands
from app.roll.keyboard import Keyboard
from app.roll.ruler import Ruler
from app.roll.scale import SNAPS
from app.widgets.motion import HEAT
from app.words import tr

SWITCHES = {"note_names": "Note names", "ghosting": "Other voices pale", "chords": "Chord names"}


class RollOptions(RollCommands):
    """Switches of the roll, as properties."""

    ruler: Ruler
    keyboard: Keyboard
    _surprise: np.ndarray | None = None
    _note_names = False
    _ghosting = False

    def toggle(self, name: str) -> None:
        """Turn one of SWITCHES on or off and say so."""
        on = not getattr(self, name)
        setattr(self, name, on)
        self.status.emit(
            tr("{what}: on", what=tr(SWITCHES[name])) if on else tr("{what}: off", what=tr(SWITCHES[name]))
        )

    def toggle_snap(self) -> None:
        """From beats to sixteenths and back."""
        self.snap = SNAPS[(SNAPS.index(self.snap) + 1) % len(SNAPS)]
        self.ruler.snap = self.snap
        self.viewport().update()
        self.status.emit(tr("Notes snap to the {grid}", grid=tr(self.snap)))

    def repaint_all(self) -> None:
        """Paint everything afresh."""
        raise NotImplementedError

    def fade_from_here(self, milliseconds: int) -> None:
        """Let what is in view fade into what comes."""
        raise NotImplementedError

    @property
    def voice(self) -> int:
        """The active voice, 0 (soprano) to 3: that of the keyboard cursor."""
        return self.document.cursor[0]

    @voice.setter
    def voice(self, voice: int) -> None:
        _, step, pitch = self.document.cursor
        self.document.cursor = (voice, step, pitch)

    @property
    def loop(self) -> tuple[int, int] | None:
        """(start, stop) in steps, or None."""
        return self.ruler.loop

    @loop.setter
    def loop(self, loop: tuple[int, int] | None) -> None:
        self.ruler.set_loop(loop)

    def loop_selection(self) -> None:
        """Loop the selected notes; with none selected, end the loop."""
        self.loop = self.selected_span()

    @property
    def surprise(self) -> np.ndarray | None:
        """Bits (4, steps) at onsets: the heat-map; None switches it off."""
        return self._surprise

    @surprise.setter
    def surprise(self, bits: np.ndarray | None) -> None:
        if (bits is None) != (self._surprise is None):
            self.fade_from_here(HEAT)
        self._surprise = bits
        self.repaint_all()

    @property
    def note_names(self) -> bool:
        """Whether notes and keys carry their names as the key spells them."""
        return self._note_names

    @note_names.setter
    def note_names(self, names: bool) -> None:
        self._note_names = self.keyboard.all_names = names
        self.keyboard.update()
        self.repaint_all()

    @property
    def ghosting(self) -> bool:
        """Whether all voices but the active one are pale."""
        return self._ghosting

    @ghosting.setter
    def ghosting(self, ghosting: bool) -> None:
        self._ghosting = ghosting
        self.repaint_all()
