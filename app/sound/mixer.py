"""Sound and MIDI in one dialog: instrument and volume of each voice, tempo, metronome, count-in, and ports.

Everything takes effect at once."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QGridLayout, QLabel, QSlider, QVBoxLayout, QWidget

from app.document.document import Document
from app.sound.instruments import INSTRUMENTS, instrument_name
from app.sound.listening import FASTEST, SLOWEST, Listening
from app.widgets.labels import default_button, label, row
from app.words import tr
from engine.canvas.music import VOICES, Piece

NOWHERE = "-"


class MixerDialog(QDialog):
    """`ports` and `sources` are (name, words) to choose from; the callables open what was chosen."""

    def __init__(
        self,
        document: Document,
        listening: Listening,
        ports: list[tuple[str, str]],
        port: str,
        send: Callable[[str, bool], None],
        sources: list[tuple[str, str]],
        source: str,
        record: Callable[[str], None],
        remark: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._listening = document, listening
        self._send = send
        self.setWindowTitle(tr("Sound and MIDI"))
        self.instruments: list[QComboBox] = []
        self.volumes: list[QSlider] = []
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        for voice, kind in enumerate(VOICES):
            self._voice_row(grid, voice, kind.name)
        self._playing_rows(grid)
        self.ports = self._choice(tr("Send notes to"), ports, port)
        self.clock = QCheckBox(tr("with clock"))
        self.clock.toggled.connect(self._sent)
        self.ports.currentIndexChanged.connect(self._sent)
        self.sources = self._choice(tr("Record notes from"), sources, source)
        self.sources.currentIndexChanged.connect(lambda _at: record(self.sources.currentData()))
        for line, (words, made, more) in enumerate(
            ((tr("Send notes to"), self.ports, self.clock), (tr("Record notes from"), self.sources, None)), 9
        ):
            grid.addWidget(QLabel(words), line, 0)
            grid.addWidget(made, line, 1)
            if more is not None:
                grid.addWidget(more, line, 2)
        done = default_button(tr("Done"))
        done.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 20)
        column.setSpacing(16)
        column.addWidget(label(tr("Sound and MIDI"), "title"))
        column.addLayout(grid)
        if remark:
            column.addWidget(label(remark, "caption", wrap=True))
        column.addLayout(row(None, done))
        self.setMinimumWidth(560)

    def _voice_row(self, grid: QGridLayout, voice: int, name: str) -> None:
        canvas = self._document.project.canvas
        assert isinstance(canvas, Piece)
        box, slider = QComboBox(), QSlider(Qt.Orientation.Horizontal)
        for program in dict.fromkeys([*INSTRUMENTS, canvas.voices[voice].program]):
            box.addItem(tr(instrument_name(program)), program)
        box.setMinimumWidth(190)
        box.setCurrentIndex(box.findData(canvas.voices[voice].program))
        box.setAccessibleName(tr("Instrument of the {voice}", voice=name.lower()))
        box.currentIndexChanged.connect(lambda _at: self._instrument(voice, box.currentData()))
        slider.setRange(0, 100)
        slider.setValue(round(100 * self._listening.strips[voice].volume))
        slider.setAccessibleName(tr("Volume of the {voice}", voice=name.lower()))
        slider.valueChanged.connect(lambda value: self._listening.set_strip(voice, volume=value / 100))
        grid.addWidget(QLabel(tr(name)), voice, 0)
        grid.addWidget(box, voice, 1)
        grid.addWidget(slider, voice, 2)
        self.instruments.append(box)
        self.volumes.append(slider)

    def _playing_rows(self, grid: QGridLayout) -> None:
        listening = self._listening
        self.tempo, self.percent = QSlider(Qt.Orientation.Horizontal), label("", "second")
        self.tempo.setRange(round(100 * SLOWEST), round(100 * FASTEST))
        self.tempo.setAccessibleName(tr("Speed, as a percentage of the written tempo"))
        self.tempo.valueChanged.connect(self._speed)
        self.tempo.setValue(round(100 * listening.factor))
        self._speed(self.tempo.value())
        self.metronome, self.count_in = QCheckBox(tr("Metronome")), QCheckBox(tr("Count in one bar"))
        self.metronome.setChecked(listening.metronome)
        self.count_in.setChecked(bool(listening.count_in))
        self.metronome.toggled.connect(listening.set_metronome)
        self.count_in.toggled.connect(lambda on: listening.set_count_in(int(on)))
        grid.addWidget(QLabel(tr("Speed")), 5, 0)
        grid.addWidget(self.percent, 5, 1)
        grid.addWidget(self.tempo, 5, 2)
        grid.addWidget(self.metronome, 6, 1)
        grid.addWidget(self.count_in, 6, 2)

    def _choice(self, words: str, names: list[tuple[str, str]], current: str) -> QComboBox:
        box = QComboBox()
        for name, shown in names:
            box.addItem(shown, name)
        box.setCurrentIndex(max(0, box.findData(current)))
        box.setAccessibleName(words)
        return box

    def _instrument(self, voice: int, program: int) -> None:
        """The instrument is part of the piece: it goes into its MIDI file, and can be undone."""
        canvas = self._document.project.canvas
        assert isinstance(canvas, Piece)
        voices = tuple(replace(each, program=program) if v == voice else each for v, each in enumerate(canvas.voices))
        self._document.apply(
            tr("Change instrument"), replace(self._document.project, canvas=replace(canvas, voices=voices))
        )

    def _speed(self, value: int) -> None:
        self.percent.setText(tr("{n} % of the tempo", n=value))
        self._listening.set_factor(value / 100)

    def _sent(self, _what: object = None) -> None:
        self._send(self.ports.currentData(), self.clock.isChecked())
