"""How a page plays and sounds, and how roll, score and transport follow each other. Makes no sound itself."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.document.document import Document
from app.page.actions_protocol import PageActions
from app.page.canvas_protocol import CanvasParts, Following, MusicInsight
from app.page.panels.tool_strip import ToolStrip
from app.sound.schedule import audible
from app.sound.transport import Transport
from engine.canvas.music import Piece

if TYPE_CHECKING:
    from app.score.view import ScoreView
    from app.sound.listening import Listening


class PagePlayback(QObject):
    """The part of a page that plays; `listening` is how it sounds, given by the window."""

    def __init__(
        self,
        document: Document,
        transport: Transport,
        parts: CanvasParts,
        tools: ToolStrip,
        actions: PageActions,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._document, self._transport, self._parts = document, transport, parts
        self._tools, self._actions = tools, actions
        self.listening: Listening | None = None
        self._score: ScoreView | None = None
        self._picking = False  # a note is being selected in the score
        transport.moved.connect(self.follow_transport)
        transport.changed.connect(self.follow_transport)
        if (roll := parts.roll) is not None:
            transport.jumped.connect(roll.follow.again)
            roll.located.connect(transport.locate)
            roll.loop_changed.connect(transport.set_loop)

    def connect_sound(self, listening: "Listening") -> None:
        """Sound as it plays, and sound what is clicked, muted or soloed."""
        self.listening = self._transport.sound = listening
        if self._parts.roll is not None:
            self._parts.roll.sounded.connect(listening.sound)
        if self._parts.strip is not None:
            self._parts.strip.muted.connect(listening.set_mute)
            self._parts.strip.soloed.connect(listening.set_solo)
        listening.changed.connect(self.show_switches)

    def toggle_loop(self) -> None:
        """Go round, or not."""
        self._transport.set_looping(not self._transport.looping)

    def show_switches(self) -> None:
        """Update the sound settings shown in the menus."""
        roll, listening = self._parts.roll, self.listening
        self._actions["follow"].setChecked(roll is not None and roll.follow.on)
        self._actions["metronome"].setChecked(listening is not None and listening.metronome)
        self._actions["count_in"].setChecked(listening is not None and bool(listening.count_in))
        if roll is not None and listening is not None:
            roll.set_silent(frozenset(voice for voice, on in enumerate(audible(listening.strips)) if not on))

    def set_follow(self, on: bool) -> None:
        """Whether roll and score turn their pages with the playhead."""
        follows: list[Following] = [part.follow for part in (self._parts.roll, self._score) if part is not None]
        for follow in follows:
            follow.on = on
            follow.again()
        self.show_switches()

    def follow_transport(self) -> None:
        """Show where the music is."""
        transport, canvas = self._transport, self._document.project.canvas
        if self._tools.play:
            self._tools.play.set_playing(transport.playing)
        self._actions["loop"].setChecked(transport.looping)
        if isinstance(canvas, Piece):
            bar, beat, part = canvas.place(min(int(transport.step), canvas.steps - 1))
            self._tools.place.setText(f"{bar} . {beat} . {part}")
            self._tools.tempo.show_tempo(transport.quarters())
            if self._parts.roll is not None:
                self._parts.roll.playhead = transport.step
            if self._score is not None:
                self._score.playhead = transport.step

    # The score

    def link_score(self, score: "ScoreView", insight: MusicInsight | None) -> None:
        """The score is shown for the first time: link it with roll, transport and findings."""
        roll, self._score = self._parts.roll, score
        assert roll is not None
        score.located.connect(self._transport.locate)
        score.picked.connect(self._picked_in_score)
        score.follow.on = roll.follow.on
        self._transport.jumped.connect(score.follow.again)
        self._document.selection_changed.connect(self._show_selection)
        score.sounded.connect(lambda pitch, voice: self.listening.sound(pitch, voice) if self.listening else None)
        roll.view_changed.connect(self._follow_roll)
        if insight is not None:
            insight.mark_score(score)
        self._follow_roll()

    def _follow_roll(self) -> None:
        score, roll = self._score, self._parts.roll
        if score is None or roll is None or self._transport.playing or self._picking or not score.isVisible():
            return
        score.reveal(max(0.0, roll.scale.step_at(roll.horizontalScrollBar().value())), gently=False)

    def _picked_in_score(self, step: int, pitch: int) -> None:
        """A note was selected in the score: bring it into view on the roll; the score itself stays under the hand."""
        if self._parts.roll is not None:
            self._picking = True
            self._parts.roll.reveal(step, pitch)
            self._picking = False

    def _show_selection(self) -> None:
        score, still = self._score, not self._transport.playing and self._parts.canvas.gesture is None
        if score is not None and score.isVisible() and still:
            score.reveal_selection()
