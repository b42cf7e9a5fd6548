"""The import preview: which part becomes which voice, what moves, which notes are out of range and how to fix them.

The plan is the engine's."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFrame,
    QGridLayout,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.roll.painting.thumbnails import paint_sheet
from app.sound.player import Player
from app.widgets.ink import paint_badge
from app.widgets.labels import button, default_button, emptied, label, row
from app.widgets.theme import look, theme
from app.window.dialogs.track_table import PLAY, TrackTable
from app.window.dialogs.trial import WHOLE, Trial
from app.words import count, tr
from engine.canvas.music import VOICES, Piece
from engine.formats.import_plan import ImportPlan, apply
from engine.formats.pickup import bar_steps
from engine.theory.spelling import key_name, pitch_name

LONGEST_NAME = 32  # signs of a track's name beside its voice


class _Picture(QWidget):
    """The piece as the choices make it."""

    def __init__(self) -> None:
        super().__init__()
        self.piece: Piece | None = None
        self.setMinimumHeight(110)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Preview of the piece"))
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_sheet(QPainter(self), QRectF(self.rect()), self.piece, theme())


class _Badge(QWidget):
    """A voice's sign."""

    def __init__(self, voice: int) -> None:
        super().__init__()
        self._voice = voice
        self.setFixedSize(22, 22)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_badge(QPainter(self), QRectF(self.rect()), self._voice, theme())


class ImportDialog(QDialog):
    """Looks again after every choice; `piece` is what Import gives. With a player it can be heard before."""

    def __init__(
        self, plan: ImportPlan, name: str, parent: QWidget | None = None, player: Player | None = None
    ) -> None:
        super().__init__(parent)
        self.plan = plan
        self.setWindowTitle(tr("Import {name}", name=name))
        self.trial = Trial(player, self)
        self.tracks = TrackTable(plan)
        self.tracks.chosen.connect(self._track_chosen)
        self.tracks.play_clicked.connect(self._play_track)
        self.trial.changed.connect(self._show_playing)
        self._picture, self._facts = _Picture(), label("", "second", wrap=True)
        self.shifts: list[QSpinBox] = []
        self._names = [label("", "second") for _ in VOICES]
        self._ranges = [label("", "caption") for _ in VOICES]
        self._sentences, self._offers = QVBoxLayout(), QVBoxLayout()
        self._sentences.setSpacing(4)
        self._offers.setSpacing(6)
        self._repeats = QCheckBox(tr("Play repeats out"))
        self._repeats.setChecked(plan.unfold)
        if plan.score.order is None:
            self._repeats.hide()
        self._repeats.toggled.connect(lambda on: self._choose(self.plan.with_repeats(on)))
        self.pickup = QSpinBox()
        self.pickup.lineEdit().setTextMargins(6, 0, 0, 0)
        self.pickup.setRange(0, max(0, bar_steps(plan.score) - 1))
        self.pickup.setSpecialValueText(tr("none"))
        self.pickup.setSuffix(tr(" sixteenths"))
        self.pickup.setAccessibleName(tr("Pick-up"))
        self.pickup.valueChanged.connect(lambda steps: self._choose(self.plan.with_pickup(steps)))
        self.play = button(tr("Play"))
        self.play.clicked.connect(lambda: self.trial.toggle(WHOLE, self.piece()))
        if player is None:
            self.play.hide()
        self.tracks.setColumnHidden(PLAY, player is None)
        self._lay_out(name)
        self.resize(760, 780)
        self._choose(plan)

    def _lay_out(self, name: str) -> None:
        pickup = QWidget()
        pickup.setLayout(row(label(tr("Pick-up before bar 1")), self.pickup, None))
        if bar_steps(self.plan.score) < 2:
            pickup.hide()  # never shown by hand before it has a parent: it would be a window of its own
        done, cancel = default_button(tr("Import")), button(tr("Cancel"))
        done.clicked.connect(self.accept)
        cancel.clicked.connect(self.reject)
        choices = QWidget()
        inside = QVBoxLayout(choices)
        inside.setContentsMargins(0, 0, 8, 0)
        inside.setSpacing(12)
        inside.addWidget(label(tr("Tracks: click a voice to choose it"), "heading"))
        inside.addWidget(self.tracks)
        inside.addLayout(self._voices())
        inside.addWidget(self._repeats)
        inside.addWidget(pickup)
        inside.addWidget(label(tr("What changes"), "heading"))
        inside.addLayout(self._sentences)
        inside.addLayout(self._offers)
        inside.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(choices)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 20)
        column.setSpacing(12)
        column.addWidget(label(tr("Import {name}", name=name), "title"))
        column.addWidget(self._facts)
        column.addWidget(self._picture)
        column.addWidget(scroll, 1)
        column.addLayout(row(self.play, None, cancel, done))

    def _voices(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        for voice, kind in enumerate(VOICES):
            shift = QSpinBox()
            shift.setRange(-48, 48)
            shift.lineEdit().setTextMargins(6, 0, 0, 0)
            shift.setSuffix(tr(" semitones"))
            shift.setAccessibleName(tr("Move the {voice}", voice=tr(kind.name.lower())))
            shift.valueChanged.connect(lambda value, voice=voice: self._choose(self.plan.with_shift(voice, value)))
            made = (_Badge(voice), label(tr(kind.name)), self._names[voice], shift, self._ranges[voice])
            for place, widget in enumerate(made):
                grid.addWidget(widget, voice, place)
            self._names[voice].setMinimumWidth(60)
            self.shifts.append(shift)
        grid.setColumnStretch(2, 1)
        return grid

    # What is clicked

    def _track_chosen(self, part: int, voice: int) -> None:
        """The track becomes the voice; if it was, the voice becomes silent."""
        voices = list(self.plan.voices)
        voices[voice] = None if voices[voice] == part else part
        self._choose(self.plan.with_voices(*voices))

    def _play_track(self, part: int) -> None:
        """Play one track as it is, chords and all."""
        self.trial.toggle(part, self.plan.with_voices(part, part, part, part).outcome[0])

    def _show_playing(self, what: int | None) -> None:
        self.tracks.tracks.show_playing(what if what != WHOLE else None)
        self.play.setText(tr("Stop") if what == WHOLE else tr("Play"))

    def done(self, result: int) -> None:
        """Closing ends what is heard."""
        self.trial.stop()
        super().done(result)

    def _choose(self, plan: ImportPlan) -> None:
        """Show a plan and what it would do."""
        self.plan = plan
        self.trial.stop()
        piece, sentences = apply(plan)
        found = plan.findings
        self._picture.piece = piece
        self._picture.update()
        self.tracks.tracks.show_plan(plan)
        self.pickup.blockSignals(True)
        self.pickup.setValue(plan.pickup)
        self.pickup.blockSignals(False)
        for voice, shift in enumerate(self.shifts):
            source = plan.voices[voice]
            shift.blockSignals(True)
            shift.setValue(plan.shifts[voice])
            shift.blockSignals(False)
            self._names[voice].setText(shortened(plan.parts[source].label) if source is not None else "")
            self._ranges[voice].setText(_range(piece, voice))
        bars, notes = count(len(piece.bars), "bar", "bars"), count(found.notes, "note", "notes")
        metre = piece.bars[-1]
        facts = {
            "bars": bars,
            "notes": notes,
            "metre": f"{metre.beats}/{metre.unit}",
            "key": key_name(piece.key),
            "tempo": f"{piece.tempos[0].quarters:g}",
        }
        self._facts.setText(tr("{bars}, {notes}, {metre}, {key}, tempo {tempo}.", **facts))
        emptied(self._sentences)
        for sentence in sentences or (tr("Nothing: every note fits."),):
            self._sentences.addWidget(label(sentence, "second", wrap=True))
        emptied(self._offers)
        for offer in found.offers:
            made = button(offer.sentence)
            made.clicked.connect(lambda _on=False, offer=offer: self._choose(self.plan.with_offer(offer)))
            self._offers.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)

    def piece(self) -> Piece:
        """The piece that the choices give."""
        return apply(self.plan)[0]


def shortened(text: str) -> str:
    """A track's name that leaves room for what stands beside it."""
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


def _range(piece: Piece, voice: int) -> str:
    """What a voice reaches and what it comfortably sings."""
    pitches = [note.pitch for note in piece.voices[voice].notes]
    if not pitches:
        return tr("silent")
    kind = VOICES[voice]
    inside = kind.low <= min(pitches) and max(pitches) <= kind.high
    names = f"{pitch_name(min(pitches), piece.key)} – {pitch_name(max(pitches), piece.key)}"
    return (
        names
        if inside
        else tr(
            "{names}, outside {low} – {high}",
            names=names,
            low=pitch_name(kind.low, piece.key),
            high=pitch_name(kind.high, piece.key),
        )
    )
