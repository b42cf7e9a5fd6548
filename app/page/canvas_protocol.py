"""What a page asks of the widget it edits on and of its Insight panel: what both kinds of page can do, and what only
music or only sentences can. mypy checks the widgets against it in app.page.views. Knows no widget."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QScrollBar, QWidget

from engine.canvas.mask import Brush

if TYPE_CHECKING:
    from app.roll.lanes import LaneStrip
    from app.score.view import ScoreView


class PageCanvas(Protocol):
    """A canvas of any kind: a widget with tools, a selection, a clipboard and a zoom."""

    tool: str | Brush  # one of its own tools by name, or a brush

    @property
    def gesture(self) -> object | None:
        """What the mouse is doing, None between gestures."""

    @property
    def status(self) -> SignalInstance:
        """(str): one line for the status bar."""

    @property
    def tool_changed(self) -> SignalInstance:
        """(str | Brush): another tool was taken."""

    @property
    def menu_wanted(self) -> SignalInstance:
        """(QPoint): right-clicked at this global position."""

    def setFocus(self) -> None:
        """Take the keys."""

    def cut(self) -> None:
        """Copy the selection and delete it."""

    def copy(self) -> None:
        """Copy the selection."""

    def paste(self) -> None:
        """Paste at the cursor."""

    def delete(self) -> None:
        """Delete the selection."""

    def split(self) -> None:
        """Split the selected notes, or the sentence at the cursor."""

    def select_all(self) -> None:
        """Select everything."""

    def select_none(self) -> None:
        """Select nothing."""

    def paint_selection(self, brush: Brush) -> None:
        """Paint the selection."""

    def escape(self) -> object:
        """Give up the gesture, else the selection."""

    def zoom_in(self) -> None:
        """A step closer."""

    def zoom_out(self) -> None:
        """A step farther."""

    def zoom_reset(self) -> None:
        """As when first shown."""


class Following(Protocol):
    """Whether a view turns its pages with the playhead."""

    on: bool

    def again(self) -> None:
        """The playhead was put elsewhere: bring it into view."""


class StepScale(Protocol):
    """Pixels to time."""

    def step_at(self, x: float) -> float:
        """The sixteenth at a pixel of the scrolled page."""


class MusicCanvas(PageCanvas, Protocol):
    """A canvas of notes, besides: voices, time, sound."""

    voice: int  # the active one, 0 (soprano) to 3
    on_back: Callable[[], bool] | None  # what Backspace means before it deletes: True if it did something

    @property
    def playhead(self) -> float | None:
        """The playhead, in sixteenths."""

    @playhead.setter
    def playhead(self, step: float | None) -> None: ...

    @property
    def follow(self) -> Following:
        """Turning pages."""

    @property
    def scale(self) -> StepScale:
        """Pixels to time."""

    @property
    def located(self) -> SignalInstance:
        """(int): play from this sixteenth."""

    @property
    def loop_changed(self) -> SignalInstance:
        """((start, stop) in sixteenths | None)."""

    @property
    def sounded(self) -> SignalInstance:
        """(int, int): play a pitch of a voice."""

    @property
    def view_changed(self) -> SignalInstance:
        """(): scrolled or zoomed."""

    def horizontalScrollBar(self) -> QScrollBar:
        """Where in the piece the view is."""

    def reveal(self, step: int, pitch: int | None = None) -> None:
        """Scroll until a place can be seen."""

    def transpose(self, semitones: int) -> None:
        """Move the selected notes in pitch."""

    def move_to_voice(self, by: int) -> None:
        """Give the selected notes to another voice."""

    def edit_chord(self) -> None:
        """Type the chord of the cursor's beat."""

    def paste_chords(self) -> None:
        """Put the clipboard's lines of chords into the bars from the cursor's on."""

    def set_silent(self, voices: frozenset[int]) -> None:
        """Show voices that are not heard pale."""

    def toggle_snap(self) -> None:
        """From beats to sixteenths and back."""

    def toggle(self, name: str) -> None:
        """Turn note names, chord names or pale voices on or off."""


class TextCanvas(PageCanvas, Protocol):
    """A canvas of sentences, besides: blanks, joining, painting by sentence."""

    def unknown_in(self, part: int) -> list[int]:
        """The words of a sentence that the model does not know."""

    def copy_all(self) -> None:
        """Copy the whole draft."""

    def join(self) -> None:
        """Join the sentence with the next."""

    def add_sentence(self) -> None:
        """An empty sentence after this one."""

    def remove_sentence(self) -> None:
        """Take the sentence out."""

    def insert_blank(self) -> None:
        """A blank at the cursor."""

    def widen_blank(self) -> None:
        """The blank takes a word more."""

    def narrow_blank(self) -> None:
        """The blank takes a word less."""

    def cycle(self) -> None:
        """Give the chosen words the next brush."""

    def invert(self) -> None:
        """Keep and Rewrite change places; blanks stay to be written."""

    def paint_sentence(self, brush: Brush) -> None:
        """Paint the sentence."""

    def paint_unstressed(self, brush: Brush) -> None:
        """Paint all words but the stressed."""

    def ask_here(self) -> None:
        """Ask what else could go at the cursor."""

    def ask_topic(self) -> None:
        """Ask what the sentence should be about."""


class CanvasParts(NamedTuple):
    """One canvas, seen four ways: as a widget to lay out, as any canvas, and as what its kind can do besides; and the
    strip below it, if there is one."""

    widget: QWidget
    canvas: PageCanvas
    roll: MusicCanvas | None = None
    draft: TextCanvas | None = None
    strip: "LaneStrip | None" = None


class PageInsight(Protocol):
    """The Insight panel of any kind of page."""

    def toggle_heat(self) -> None:
        """Show or hide how surprising each note or word is."""

    def ask_what_next(self) -> None:
        """Ask for what decides most of what is open."""

    def shut(self) -> None:
        """The page is being closed: ask nothing more."""


class NoteQuestions(Protocol):
    """What else a note could be."""

    def ask_here(self) -> None:
        """Ask about the selected note, else the one under the cursor."""


class RuleSwitches(Protocol):
    """Which rules of voice leading are looked at."""

    def off(self) -> list[str]:
        """The rules that are switched off."""

    def set_off(self, names: object) -> None:
        """Switch off what was remembered."""


class MusicInsight(PageInsight, Protocol):
    """The Insight panel of music, besides: voice leading, and other notes."""

    @property
    def why_not(self) -> NoteQuestions:
        """What else a note could be."""

    @property
    def lint(self) -> RuleSwitches:
        """The rules."""

    @property
    def rules_changed(self) -> SignalInstance:
        """(): a rule was switched on or off."""

    def toggle_marks(self) -> None:
        """Show or hide voice-leading marks on the page."""

    def mark_score(self, score: "ScoreView") -> None:
        """Draw findings over the score too."""


class InsightParts(NamedTuple):
    """One Insight panel, seen three ways."""

    widget: QWidget
    panel: PageInsight
    music: MusicInsight | None = None
