"""The import preview: which part becomes which voice, what moves, which notes are out of range and how to fix them.

The plan is the engine's."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.roll.painting.thumbnails import paint_thumbnail
from app.widgets.ink import paint_badge
from app.widgets.labels import button, default_button, emptied, label, row
from app.widgets.theme import look, theme
from app.words import count, tr
from engine.canvas.music import VOICES, Piece
from engine.formats.import_plan import ImportPlan, apply
from engine.formats.pickup import bar_steps
from engine.theory.spelling import key_name, pitch_name


class _Picture(QWidget):
    """The piece as the choices make it."""

    def __init__(self) -> None:
        super().__init__()
        self.piece: Piece | None = None
        self.setMinimumHeight(150)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Preview of the piece"))
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(colours.paper)
        painter.drawRoundedRect(frame, 8, 8)
        if self.piece is not None:
            paint_thumbnail(painter, frame.adjusted(4, 4, -4, -4), self.piece, colours)


class _Badge(QWidget):
    """A voice's sign."""

    def __init__(self, voice: int) -> None:
        super().__init__()
        self._voice = voice
        self.setFixedSize(22, 22)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_badge(QPainter(self), QRectF(self.rect()), self._voice, theme())


class ImportDialog(QDialog):
    """Looks again after every choice; `piece` is what Import gives."""

    def __init__(self, plan: ImportPlan, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan = plan
        self.setWindowTitle(tr("Import {name}", name=name))
        self._picture, self._facts = _Picture(), label("", "second", wrap=True)
        self.parts: list[QComboBox] = []
        self.shifts: list[QSpinBox] = []
        self._ranges = [label("", "caption") for _ in VOICES]
        self._sentences, self._offers = QVBoxLayout(), QVBoxLayout()
        self._sentences.setSpacing(4)
        self._offers.setSpacing(6)
        self._repeats = QCheckBox(tr("Expand repeats"))
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
        pickup = QWidget()
        pickup.setLayout(row(label(tr("Pick-up before bar 1")), self.pickup, None))
        if bar_steps(plan.score) < 2:
            pickup.hide()  # never shown by hand before it has a parent: it would be its own window
        done, cancel = default_button(tr("Import")), button(tr("Cancel"))
        done.clicked.connect(self.accept)
        cancel.clicked.connect(self.reject)
        notes = QWidget()
        inside = QVBoxLayout(notes)
        inside.setContentsMargins(0, 0, 8, 0)
        inside.setSpacing(10)
        inside.addLayout(self._sentences)
        inside.addLayout(self._offers)
        inside.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(notes)
        scroll.setWidgetResizable(True)
        scroll.setMinimumHeight(130)
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 20)
        column.setSpacing(14)
        column.addWidget(label(tr("Import {name}", name=name), "title"))
        column.addWidget(self._facts)
        column.addWidget(self._picture)
        column.addLayout(self._voices())
        column.addWidget(self._repeats)
        column.addWidget(pickup)
        column.addWidget(label(tr("What changes"), "heading"))
        column.addWidget(scroll, 1)
        column.addLayout(row(None, cancel, done))
        self.resize(680, 720)
        self._choose(plan)

    def _voices(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        for voice, kind in enumerate(VOICES):
            part, shift = QComboBox(), QSpinBox()
            part.addItem(tr("silent"), None)
            for index, found in enumerate(self.plan.parts):
                part.addItem(
                    tr("{name}, {notes}", name=found.label, notes=count(len(found.notes), "note", "notes")), index
                )
            part.setAccessibleName(tr("Part for the {voice}", voice=tr(kind.name.lower())))
            part.currentIndexChanged.connect(lambda _index: self._parts_chosen())
            shift.setRange(-48, 48)
            shift.lineEdit().setTextMargins(6, 0, 0, 0)
            shift.setSuffix(tr(" semitones"))
            shift.setAccessibleName(tr("Move the {voice}", voice=tr(kind.name.lower())))
            shift.valueChanged.connect(lambda value, voice=voice: self._choose(self.plan.with_shift(voice, value)))
            for place, made in enumerate((_Badge(voice), label(tr(kind.name)), part, shift, self._ranges[voice])):
                grid.addWidget(made, voice, place)
            self.parts.append(part)
            self.shifts.append(shift)
        grid.setColumnStretch(2, 1)
        return grid

    def _parts_chosen(self) -> None:
        self._choose(self.plan.with_voices(*(part.currentData() for part in self.parts)))

    def _choose(self, plan: ImportPlan) -> None:
        """Show a plan and what it would do."""
        self.plan = plan
        piece, sentences = apply(plan)
        found = plan.findings
        self._picture.piece = piece
        self._picture.update()
        self.pickup.blockSignals(True)
        self.pickup.setValue(plan.pickup)
        self.pickup.blockSignals(False)
        for voice, (part, shift) in enumerate(zip(self.parts, self.shifts, strict=True)):
            source = plan.voices[voice]
            for control, value in ((part, 0 if source is None else source + 1), (shift, plan.shifts[voice])):
                control.blockSignals(True)
                control.setCurrentIndex(value) if isinstance(control, QComboBox) else control.setValue(value)
                control.blockSignals(False)
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
