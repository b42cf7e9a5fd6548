"""Playing in: choose what to play on, record with count-in, metronome and loop, look at what moves, and take it as one
step. The transport runs; the page is changed only when the take is accepted."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDialog, QFormLayout, QVBoxLayout, QWidget

from app.document.document import Document
from app.page.playing_in.computer_keys import ComputerKeys
from app.page.playing_in.melody import GRIDS, Capture, PlayedMelody, on_grid, written
from app.page.playing_in.melody_picture import MelodyPicture
from app.roll.describe import length_words
from app.sound.listening import Listening
from app.sound.midi_ports import InPort, PortError
from app.sound.transport import Transport
from app.widgets.labels import button, default_button, label, row
from app.words import tr
from engine.canvas.music import VOICES, Piece

COMPUTER = ""  # the source that every computer has
HINT = "A S D F G H J K L are the white keys, W E T Y U O P the black ones; Z and X move by an octave."


class PlayInDialog(QDialog):
    """`sources` are (name, words) of MIDI keyboards; `open_port` opens one of them."""

    def __init__(
        self,
        document: Document,
        transport: Transport,
        listening: Listening,
        sources: list[tuple[str, str]],
        parent: QWidget | None = None,
        open_port: Callable[[str], InPort] = InPort,
    ) -> None:
        super().__init__(parent)
        canvas = document.project.canvas
        assert isinstance(canvas, Piece)
        self._document, self._transport, self._listening, self._open_port = document, transport, listening, open_port
        self._piece, self.voice = canvas, document.cursor[0]
        self._before = (listening.metronome, listening.count_in, transport.looping)
        self._keys = ComputerKeys()
        self._port: InPort | None = None
        self.capture: Capture | None = None
        self.take = PlayedMelody((), 0, 1)
        self.setWindowTitle(tr("Play in"))
        self._make(sources)
        self._lay_out()
        transport.moved.connect(self._moved)
        transport.changed.connect(self._changed)
        self.finished.connect(self._put_back)
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def _make(self, sources: list[tuple[str, str]]) -> None:
        self.source, self.grid = QComboBox(), QComboBox()
        for name, words in ((COMPUTER, tr("The computer's keys")), *sources):
            self.source.addItem(words, name)
        for grid in GRIDS:
            self.grid.addItem(length_words(grid), grid)
        self.count_in, self.metronome = QCheckBox(tr("Count in one bar")), QCheckBox(tr("Metronome"))
        self.loop = QCheckBox(tr("Loop"))
        self.loop.setToolTip(tr("Go round the loop set in the ruler, else the whole piece; later rounds replace notes"))
        self.loop.setChecked(self._transport.looping)
        for box in (self.count_in, self.metronome):
            box.setChecked(True)
        self.record, self.accept_button = button(tr("Record"), "primary"), default_button(tr("Take it"))
        self.cancel = button(tr("Cancel"))
        self.hint, self.said = label(tr(HINT), "second", wrap=True), label("", wrap=True)
        self.picture = MelodyPicture(self._piece, self.voice)
        for control in (self.source, self.grid, self.count_in, self.metronome, self.loop):
            control.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.grid.setAccessibleName(tr("Notes fall on"))
        self.source.setAccessibleName(tr("Play on"))
        self.source.currentIndexChanged.connect(self._choose_source)
        self.grid.currentIndexChanged.connect(self._show)
        self.record.clicked.connect(self.toggle)
        self.accept_button.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(10)
        form.addRow(tr("Play on"), self.source)
        form.addRow(tr("Notes fall on"), self.grid)
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 20)
        column.setSpacing(12)
        column.addWidget(label(tr("Play in the {voice}", voice=VOICES[self.voice].name.lower()), "title"))
        column.addLayout(form)
        column.addWidget(self.hint)
        column.addLayout(row(self.count_in, self.metronome, self.loop, None, spacing=16))
        column.addWidget(self.picture)
        column.addWidget(self.said)
        column.addLayout(row(self.record, None, self.cancel, self.accept_button))
        self.setMinimumWidth(560)
        self._show()

    # Recording

    @property
    def recording(self) -> bool:
        """Whether keys are written down."""
        return self.capture is not None and self._transport.playing

    def toggle(self) -> None:
        """Begin a take, or end it."""
        if self.recording:
            self._end()
            return
        ears, transport = self._listening, self._transport
        ears.set_metronome(self.metronome.isChecked())
        ears.set_count_in(int(self.count_in.isChecked()))
        transport.set_looping(self.loop.isChecked())
        if transport.playing:
            transport.stop()
        begin = transport.turn[0] if transport.turn is not None else self._bar_of(self._document.cursor[1])
        transport.locate(begin)
        self.capture = Capture(float(begin))
        transport.toggle()
        self._show()

    def _bar_of(self, step: int) -> int:
        """The first step of the bar of the cursor."""
        return max(start for start in self._piece.bar_starts if start <= step)

    def _end(self) -> None:
        assert self.capture is not None
        self.capture.end()
        if self._transport.playing:
            self._transport.stop()
        self._show()

    def _moved(self) -> None:
        if self.capture is not None and self._transport.playing:
            self.capture.follow(self._transport.step, self._transport.turn)
            self.picture.show_place(self._transport.step)

    def _changed(self) -> None:
        """The piece may be over."""
        if self.capture is not None and not self._transport.playing:
            self.capture.end()
            self._show()

    def _show(self, _what: object = None) -> None:
        played = self.capture.played if self.capture is not None else []
        self.take = on_grid(played, self.grid.currentData(), self._piece.steps)
        turn = self._transport.turn or (0, self._piece.steps)
        self.picture.show_take(self.take, turn)
        self.picture.show_place(self._transport.step if self.recording else None)
        self.said.setText(tr("Recording; press Record or Esc to stop.") if self.recording else self.take.sentence())
        self.record.setText(tr("Stop") if self.recording else tr("Record again") if played else tr("Record"))
        self.accept_button.setEnabled(bool(self.take.placed) and not self.recording)

    # Keys

    def press(self, pitch: int) -> None:
        """A key of the keyboard goes down: it sounds, and is written down while recording."""
        self._listening.sound(pitch, self.voice)
        if self.recording and self.capture is not None:
            self.capture.press(pitch, self._transport.step)

    def release(self, pitch: int) -> None:
        """A key comes up."""
        if self.recording and self.capture is not None:
            self.capture.release(pitch, self._transport.step)
            self._show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Letters play wherever the focus is in the dialog; nothing else of the window gets them."""
        kinds = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride)
        if not (isinstance(event, QKeyEvent) and event.type() in kinds and self.isActiveWindow()):
            return super().eventFilter(watched, event)
        if event.key() == Qt.Key.Key_Escape and self.recording:
            if event.type() == QEvent.Type.KeyPress:
                self._end()
            event.accept()
            return True
        if self.source.currentData() != COMPUTER or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            return super().eventFilter(watched, event)
        return self._played(event) or super().eventFilter(watched, event)

    def _played(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the piano."""
        if not (Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z):
            return False
        event.accept()
        if event.isAutoRepeat() or event.type() == QEvent.Type.ShortcutOverride:
            return True
        down = event.type() == QEvent.Type.KeyPress
        pitch = self._keys.press(event.key()) if down else self._keys.release(event.key())
        if pitch is not None:
            (self.press if down else self.release)(pitch)
        return True

    def _choose_source(self, _at: int) -> None:
        """Listen to another keyboard; one that cannot be opened leaves the computer's keys."""
        self._close_port()
        name = self.source.currentData()
        self.hint.setVisible(name == COMPUTER)
        if name != COMPUTER:
            try:
                self._port = self._open_port(name)
            except PortError as error:
                self.source.setCurrentIndex(0)
                self.said.setText(str(error))
                return
            self._port.struck.connect(self.press)
            self._port.released.connect(self.release)

    def _close_port(self) -> None:
        if self._port is not None:
            self._port.close()
        self._port = None

    # The end

    def accept(self) -> None:
        """Write the take as one step."""
        name = tr("Play in {n} notes", n=len(self.take.placed))
        self._document.apply(name, written(self._document.project, self.voice, self.take))
        super().accept()

    def _put_back(self, _result: int) -> None:
        """The sound is as it was before."""
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
        self._close_port()
        if self._transport.playing:
            self._transport.stop()
        metronome, count_in, looping = self._before
        self._listening.set_metronome(metronome)
        self._listening.set_count_in(count_in)
        self._transport.set_looping(looping)
