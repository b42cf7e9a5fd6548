"""What the window does with sound and scores: one player for all pages, exports with progress, printing, MIDI ports,
the mixer. Makes no sound itself."""

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer

from app.document.worker import Worker
from app.roll.editing.step_record import StepRecorder
from app.sound.listening import Listening
from app.sound.midi_ports import VIRTUAL, InPort, OutPort, PortError, port_names
from app.sound.mixer import NOWHERE, MixerDialog
from app.sound.player import Player
from app.sound.schedule import Performance
from app.window.drag_out import DragFolder
from app.words import tr
from engine.canvas.music import Piece
from engine.errors import PalimpsestError
from engine.jobs.request import Failed

if TYPE_CHECKING:
    from app.page.page import Page
    from app.window.main_window import Window

SCORES = {"pdf": ".pdf", "svg": ".svg", "png": ".png"}
PATIENCE = 400  # milliseconds before progress is shown


class SoundDesk(QObject):
    """Answers the window's actions on sound."""

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window = window
        self.player = Player(parent=self)
        self.drags = DragFolder()
        self._worker = Worker("export", parent=self)
        self._cancel = threading.Event()
        self._share = 0.0
        self._progress = QTimer(self, interval=250)
        self._keyboard: InPort | None = None
        self.recorder = StepRecorder()
        self._port, self._source = NOWHERE, NOWHERE

    def listen(self, page: "Page") -> None:
        """Connect a page of music with the player."""
        if page.roll is not None:
            page.roll.on_back = self.step_back
            page.playback.set_follow(self.follows)
            page.playback.connect_sound(Listening(page.document, page.preview, page.transport, self.player, page))

    # Exports

    def export_wav(self) -> None:
        """The page as a WAV file, by the built-in synth."""
        from app.sound.wav import export_wav

        performance, path = self._performance(), self._ask_save(tr("Export WAV"), ".wav")
        if path is not None:
            self._run(
                path,
                lambda: export_wav(path, performance, partial(setattr, self, "_share"), self._cancel.is_set),
                self._exported,
            )

    def export_practice(self, suffix: str) -> None:
        """A file for each voice with the others quieter, beside the name that is asked for."""
        from app.sound.practice import export_practice

        performance, path = self._performance(), self._ask_save(tr("Export practice tracks"), suffix)
        if path is not None:
            self._run(
                path,
                lambda: export_practice(path, performance, partial(setattr, self, "_share"), self._cancel.is_set),
                self._practice_exported,
            )

    def _practice_exported(self, files: list[Path]) -> None:
        words = ", ".join(path.name for path in files)
        self._window.notice.say(tr("Exported {names}.", names=words) if files else tr("Stopped; nothing was written."))

    def _performance(self) -> Performance:
        """What an export plays: the page, not a preview, once through and without ticks."""
        listening = self._page().playback.listening
        assert listening is not None
        return replace(listening.performance(), piece=self._piece(), metronome=False, loop=None)

    def export_score(self, kind: str) -> None:
        """The page as engraved: pdf, svg or png."""
        piece = self._piece()
        path = self._ask_save(tr("Export score"), SCORES[kind])
        if path is not None:
            self._engrave(
                piece, path, lambda pages: self._window.attempt(partial(self._write_score, path, pages, piece.title))
            )

    def _ask_save(self, title: str, suffix: str) -> Path | None:
        """Where to export to, beside the page's file or the one it came from."""
        document = self._page().document
        beside = document.path or document.source
        return self._window.files.questions.ask_save(title, document.title or tr("Untitled"), suffix, beside)

    def print_score(self) -> None:
        """The page as engraved, on the printer."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        piece = self._piece()
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setFullPage(True)
        if QPrintDialog(printer, self._window).exec():
            from app.score.export import paint_pages

            self._engrave(
                piece, Path(tr("Score")), lambda pages: self._window.attempt(partial(paint_pages, printer, pages))
            )

    def _engrave(self, piece: Piece, path: Path, then: Callable[[Any], None]) -> None:
        from app.score.export import engraved_pages
        from app.score.layout_xml import CLOSED

        under = self._page().under
        score = under.score if under is not None else None
        layout = score.staves if score is not None else CLOSED
        self._run(path, lambda: engraved_pages(piece, layout), then)

    def _write_score(self, path: Path, pages: list[Any], title: str) -> None:
        from app.score.export import export

        names = export(path, pages, title)
        self._window.notice.say(
            tr("Exported {name}.", name=names[0].name) if len(names) == 1 else tr("Exported {n} pages.", n=len(names)),
            4,
        )

    def _run(self, path: Path, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Do it beside the window; after a moment its progress can be seen and stopped."""
        if self._worker.busy:
            raise PalimpsestError(tr("Another export is running; wait for it or cancel it."))
        self._cancel.clear()
        self._share = 0.0

        def done(value: Any) -> None:
            self._over()
            then(value)

        job = self._worker.call(work, then=done, failed=self._failed)
        QTimer.singleShot(PATIENCE, self, partial(self._watch, job, path))

    def _watch(self, job: int, path: Path) -> None:
        if self._worker.pending(job):
            self._say_progress(path)
            self._progress.timeout.connect(partial(self._say_progress, path))
            self._progress.start()

    def _say_progress(self, path: Path) -> None:
        words = (
            tr("Writing {name}, {n} %", name=path.name, n=round(100 * self._share))
            if self._share
            else tr("Writing {name} …", name=path.name)
        )
        self._window.notice.say(words, 60, tr("Cancel"), self._cancel.set)

    def _over(self) -> None:
        if self._progress.isActive():
            self._progress.stop()
            self._progress.timeout.disconnect()
            self._window.notice.hide()

    def _exported(self, whole: bool) -> None:
        self._window.notice.say(tr("Exported as WAV.") if whole else tr("Stopped; nothing was written."), 4)

    def _failed(self, failed: Failed) -> None:
        self._over()
        self._window.dialogs.complain(failed.sentence, tr("The page is unchanged."), failed.details)

    # Listening

    def toggle_metronome(self) -> None:
        """Tick or not."""
        listening = self._page().playback.listening
        if listening is not None:
            listening.set_metronome(not listening.metronome)

    def toggle_count_in(self) -> None:
        """One bar of ticks before playing, or none."""
        listening = self._page().playback.listening
        if listening is not None:
            listening.set_count_in(0 if listening.count_in else 1)

    @property
    def follows(self) -> bool:
        """Whether pages turn with the playhead; remembered."""
        return bool(self._window.state.get("follow", True))

    def toggle_follow(self) -> None:
        """Turn pages with the playhead, or not."""
        self._window.state.set("follow", not self.follows)
        for page in self._window.pages:
            page.playback.set_follow(self.follows)

    def show_mixer(self) -> None:
        """Instruments, volumes, speed and ports."""
        page = self._page()
        if page.playback.listening is None:
            return
        ports, sources, remark = [(NOWHERE, tr("No port"))], [(NOWHERE, tr("No port"))], ""
        try:
            ports += [(VIRTUAL, tr("A virtual port named Palimpsest"))] + [
                (name, name) for name in port_names("MidiOut")
            ]
            sources += [(name, name) for name in port_names("MidiIn")]
        except PortError as error:
            ports, remark = ports[:1], str(error)
        MixerDialog(
            page.document,
            page.playback.listening,
            ports,
            self._port,
            self.send_to,
            sources,
            self._source,
            self.record_from,
            remark,
            self._window,
        ).exec()

    def play_in(self) -> None:
        """A melody in real time, from a MIDI keyboard or the computer's keys."""
        from app.page.playing_in.dialog import PlayInDialog

        page = self._page()
        if page.playback.listening is None:
            return
        try:
            sources = [(name, name) for name in port_names("MidiIn")]
        except PortError:
            sources = []  # the computer's keys are always there
        PlayInDialog(page.document, page.transport, page.playback.listening, sources, self._window).exec()

    def send_to(self, name: str, clock: bool = False) -> None:
        """Send everything to a MIDI port too; NOWHERE stops that."""
        self._window.attempt(partial(self._send_to, name, clock))

    def _send_to(self, name: str, clock: bool) -> None:
        old, self.player.port, self._port = self.player.port, None, NOWHERE
        if isinstance(old, OutPort):
            old.close()
        if name != NOWHERE:
            self.player.port = OutPort(None if name == VIRTUAL else name, clock)
            self._port = name

    def record_from(self, name: str) -> None:
        """Write with a MIDI keyboard at the cursor, a step for each key; NOWHERE ends it."""
        self._window.attempt(partial(self._record_from, name))

    def _record_from(self, name: str) -> None:
        if self._keyboard is not None:
            self._keyboard.close()
        self._keyboard, self._source = None, NOWHERE
        if name != NOWHERE:
            self._keyboard = InPort(name, parent=self)
            self._keyboard.struck.connect(self._struck)
            self._source = name
            self._window.notice.say(
                tr(
                    "{what}; comma and full stop change it, D adds a dot, R enters a rest, Backspace goes back.",
                    what=self.recorder.words,
                )
            )

    @property
    def recording(self) -> bool:
        """Whether a MIDI keyboard writes on the page in front."""
        return self._keyboard is not None and self._playing_page() is not None

    def _struck(self, pitch: int) -> None:
        page = self._playing_page()
        if page is not None and page.playback.listening is not None:
            page.playback.listening.sound(pitch, page.document.cursor[0])
            self.recorder.strike(page.document, pitch)
            self._show_cursor(page)

    def step_length(self, by: int) -> None:
        """A longer or shorter note for each key."""
        self.recorder.change(by)
        self._page().status.emit(self.recorder.words)

    def step_dot(self) -> None:
        """Dotted notes, or plain ones."""
        self.recorder.dot()
        self._page().status.emit(self.recorder.words)

    def step_rest(self) -> None:
        """A rest at the cursor."""
        self.recorder.rest(self._page().document)
        self._show_cursor(self._page())

    def step_back(self) -> bool:
        """Take the last recorded step back; False if there is none to undo."""
        page = self._playing_page()
        taken = self.recording and page is not None and self.recorder.back(page.document)
        if taken and page is not None:
            self._show_cursor(page)
        return taken

    def _playing_page(self) -> "Page | None":
        page = self._window.page
        return page if page is not None and page.playback.listening is not None else None

    @staticmethod
    def _show_cursor(page: "Page") -> None:
        _, step, pitch = page.document.cursor
        if page.roll is not None:
            page.roll.reveal(step, pitch)

    # The end

    def close(self) -> None:
        """Silence everything and give everything back."""
        self._cancel.set()
        self._worker.shutdown(5.0)
        port = self.player.port
        self.player.close()
        if isinstance(port, OutPort):
            port.close()
        if self._keyboard is not None:
            self._keyboard.close()
        self.drags.close()

    def _page(self) -> "Page":
        page = self._window.page
        assert page is not None
        return page

    def _piece(self) -> Piece:
        canvas = self._page().document.project.canvas
        assert isinstance(canvas, Piece)
        return canvas
