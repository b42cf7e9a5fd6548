"""Teach it your pieces: choose a folder or open pages, see what was found, choose minutes, and watch a model learn in a
process of its own. Asks its questions by methods of their own, so that a test can answer them."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QListWidget,
    QProgressBar,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.document.models import readiness, teaching
from app.document.models.shelf import shelf
from app.document.models.teaching import DONE, FAILED, PAUSED, RUNNING, Teaching, TeachPlan, TeachProgress
from app.widgets.labels import button, label, row
from app.widgets.segments import Segments
from app.window.dialogs.loss_chart import LossChart
from app.words import seconds, tr
from engine.errors import PalimpsestError
from engine.jobs import library
from engine.jobs.lessons import Lessons, files_in, prepare, survey
from engine.jobs.request import Failed

if TYPE_CHECKING:
    from app.window.main_window import Window

KINDS = {"music": "Pieces", "text": "Sentences"}
NAMES = {"music": "My pieces", "text": "My sentences"}
ABOUT = (
    "The shipped model goes on learning from your own pieces, on this computer, while you work. One in five or ten is"
    " kept aside: on those it is measured, and it stops when they no longer gain."
)
USUAL = 20  # minutes
LEAST = 1


class TeachDialog(QDialog):
    """What to learn from above, how it goes below."""

    def __init__(self, window: "Window", taught: Teaching) -> None:
        super().__init__(window)
        self._window, self.teaching = window, taught
        self.setWindowTitle(tr("Teach it your pieces"))
        self.lessons: Lessons | None = None
        self._folder: Path | None = None
        self._pages = False
        self.kinds = Segments({name: tr(words) for name, words in KINDS.items()}, tr("Kind of page"))
        self.name, self.minutes, self.cores = QLineEdit(library.free_name(NAMES["music"])), QSpinBox(), QSpinBox()
        self.choose, self.open_pages = button(tr("Choose a folder…")), button(tr("Take the open pages"))
        self.found, self.mind = label("", "heading", wrap=True), label("", "second", wrap=True)
        self.left_out = QListWidget()
        self.hindrance = label("", "second", wrap=True)
        self.copy, self.save = button(tr("Copy the command")), button(tr("Save the prepared folder…"))
        self.start = button(tr("Teach"), "primary")
        self.begin_with, self.begin_words = QComboBox(), label(tr("Begin with"))
        self.bar, self.chart = QProgressBar(), LossChart()
        self.stands, self.compared = label("", "heading", wrap=True), label("", "second", wrap=True)
        self.pause, self.cancel = button(tr("Pause")), button(tr("Cancel"), "danger")
        self.use, self.blind = button(tr("Use it on this page"), "primary"), button(tr("Compare blind…"))
        self.more = button(tr("Teach another"))
        self._lay_out()
        self._connect()
        waiting = teaching.unfinished()
        if taught.progress is None and waiting:
            self._offer(*waiting[-1])
        self._show_found()
        self._follow()

    def _lay_out(self) -> None:
        for box, most, value, words in (
            (self.minutes, teaching.MOST_MINUTES, USUAL, tr("Minutes")),
            (self.cores, teaching.MANY_CORES[-1], teaching.cores(), tr("Cores it may use")),
        ):
            box.lineEdit().setTextMargins(6, 0, 0, 0)
            box.setRange(LEAST, most)
            box.setValue(value)
            box.setAccessibleName(words)
        self.begin_with.setAccessibleName(tr("Begin with"))
        self.begin_with.setToolTip(tr("The model that goes on learning; it stays as it is."))
        self.name.setMaxLength(library.LONGEST)
        self.name.setAccessibleName(tr("Name of the model"))
        self.left_out.setAccessibleName(tr("Left out"))
        self.left_out.setFixedHeight(96)
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(8)
        self.asking, self.going = QWidget(), QWidget()
        above, below = QVBoxLayout(self.asking), QVBoxLayout(self.going)
        for inside in (above, below):
            inside.setContentsMargins(0, 0, 0, 0)
            inside.setSpacing(12)
        above.addWidget(self.kinds)
        above.addLayout(row(self.choose, self.open_pages, None))
        for part in (self.found, self.left_out):
            above.addWidget(part)
        above.addLayout(row(label(tr("Name")), self.name, 16, self.begin_words, self.begin_with))
        budget = row(label(tr("Minutes")), self.minutes, 16, label(tr("Cores it may use")), self.cores, None)
        above.addLayout(budget)
        for part in (self.mind, self.hindrance):
            above.addWidget(part)
        above.addLayout(row(self.copy, self.save, None, self.start))
        for shown in (self.stands, self.bar, self.chart, self.compared):
            below.addWidget(shown)
        below.addLayout(row(self.pause, self.cancel, self.more, None, self.blind, self.use))
        self.close_ = button(tr("Close"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(14)
        column.addWidget(label(tr("Teach it your pieces"), "title"))
        column.addWidget(label(tr(ABOUT), "second", wrap=True))
        column.addWidget(self.asking)
        column.addWidget(self.going)
        column.addStretch(1)
        column.addLayout(row(None, self.close_))
        self.setMinimumWidth(560)
        self.resize(600, 0)

    def _connect(self) -> None:
        self.kinds.chosen.connect(self._kind_chosen)
        for made, action in (
            (self.choose, self._choose_folder),
            (self.open_pages, self._take_pages),
            (self.start, self._start),
            (self.pause, self._pause_or_go_on),
            (self.cancel, self.teaching.cancel),
            (self.more, self.teaching.put_away),
            (self.save, self._save_prepared),
            (self.copy, self._copy_command),
            (self.use, self._use),
            (self.blind, self._compare),
            (self.close_, self.accept),
        ):
            made.clicked.connect(lambda _on=False, action=action: self._attempt(action))
        self.teaching.changed.connect(self._follow)

    # What there is to learn from

    @property
    def kind(self) -> str:
        """music or text."""
        return self.kinds.current

    def _kind_chosen(self, kind: str) -> None:
        self.lessons, self._folder, self._pages = None, None, False
        self.name.setText(library.free_name(NAMES[kind]))
        self._show_found()

    def _choose_folder(self) -> None:
        folder = self.ask_folder(tr("A folder with your pieces"))
        if folder is not None:
            self._folder, self._pages = folder, False
            self.name.setText(library.free_name(folder.name))
            self._survey()

    def _take_pages(self) -> None:
        self._folder, self._pages = None, True
        self._survey()

    def _survey(self) -> None:
        """Look at everything in the engine thread: a folder may hold hundreds of files."""
        self.found.setText(tr("Looking …"))
        pages = [(page.document.title or tr("Untitled"), page.document.project.canvas) for page in self._window.pages]
        wanted = [(name, canvas) for name, canvas in pages if self._pages]
        self._window.worker.call(looked, self.kind, self._folder, wanted, then=self._surveyed, failed=self._failed)

    def _surveyed(self, lessons: Lessons) -> None:
        self.lessons = lessons
        self._show_found()

    def _failed(self, failed: Failed) -> None:
        self.found.setText(failed.sentence)

    def _show_found(self) -> None:
        lessons = self.lessons
        self.left_out.clear()
        if lessons is None:
            files = tr("MIDI or MusicXML files") if self.kind == "music" else tr("text files")
            self.found.setText(tr("Choose a folder with {files}, or take the open pages.", files=files))
        else:
            self.found.setText(lessons.trouble or lessons.summary)
            for each in lessons.left_out:
                self.left_out.addItem(tr("{name}: {why}", name=each.name, why=each.why))
        self.left_out.setVisible(bool(lessons is not None and lessons.left_out))
        self._show_models()
        why = readiness.hindrance() or readiness.no_room(teaching.folder())
        self.mind.setText(readiness.warning())
        self.mind.setVisible(bool(self.mind.text()))
        self.hindrance.setText(why)
        self.hindrance.setVisible(bool(why))
        usable = lessons is not None and not lessons.trouble
        self.start.setEnabled(usable and not why)
        self.save.setVisible(bool(why))
        self.save.setEnabled(usable)
        self.copy.setVisible(bool(why) and not readiness.frozen())
        self._fit()

    def _show_models(self) -> None:
        """What can be gone on from; nothing to choose where there is only the shipped model."""
        chosen, models = self.begin_with.currentData(), shelf.choices(self.kind)
        self.begin_with.clear()
        for name, title in models:
            self.begin_with.addItem(title, name or library.SHIPPED)
        self.begin_with.setCurrentIndex(max(0, self.begin_with.findData(chosen)))
        for part in (self.begin_words, self.begin_with):
            part.setVisible(len(models) > 1)

    # Teaching

    def plan(self) -> TeachPlan:
        """What the controls say."""
        start = self.begin_with.currentData() or library.SHIPPED
        return TeachPlan(self.name.text().strip(), self.kind, self.minutes.value(), self.cores.value(), start)

    def _start(self) -> None:
        if self.lessons is not None:
            self.teaching.begin(self.plan(), self.lessons)

    def _pause_or_go_on(self) -> None:
        taught = self.teaching
        if taught.running:
            taught.pause()
        elif taught.place is not None and taught.plan is not None:
            taught.go_on(taught.place, taught.plan)

    def _offer(self, place: Path, plan: TeachPlan) -> None:
        """Show a teaching that an earlier session did not finish."""
        self.teaching.place, self.teaching.plan = place, plan
        words = tr("{name} is not finished; go on from where it stood, or cancel it.", name=plan.name)
        self.teaching.progress = TeachProgress(phase=PAUSED, sentence=words)

    def _follow(self) -> None:
        progress = self.teaching.progress
        if self.asking.isHidden() != (progress is not None) or self.going.isHidden() != (progress is None):
            self.asking.setVisible(progress is None)
            self.going.setVisible(progress is not None)
            self._fit()
        if progress is None:
            return
        plan = self.teaching.plan
        name = plan.name if plan is not None else ""
        self.stands.setText(progress.sentence or tr("{name}: step {n}", name=name, n=f"{progress.step:,}"))
        self.bar.setValue(round(1000 * (1.0 if progress.phase == DONE else progress.share)))
        self.chart.show_progress(progress)
        if self.chart.isHidden() != (progress.before is None):
            self.chart.setVisible(progress.before is not None)
            self._fit()
        self.compared.setText(compared(progress))
        for made, shown in (
            (self.pause, progress.phase in (RUNNING, PAUSED, FAILED)),
            (self.cancel, progress.phase in (RUNNING, PAUSED, FAILED)),
            (self.more, progress.phase == DONE),
            (self.use, progress.phase == DONE and bool(progress.model)),
            (self.blind, progress.phase == DONE and bool(progress.model) and self._music()),
        ):
            made.setVisible(shown)
        self.pause.setText(tr("Pause") if self.teaching.running else tr("Go on"))
        self.use.setEnabled(self._window.page is not None and plan is not None and self._fits())
        if progress.phase == DONE and progress.model:
            shelf.refresh()

    def _fit(self) -> None:
        """Be as high as what is shown needs."""
        column = self.layout()
        if column is not None:
            column.activate()
        self.resize(self.width(), self.sizeHint().height())

    def _music(self) -> bool:
        return self.teaching.plan is not None and self.teaching.plan.kind == "music"

    def _fits(self) -> bool:
        page, plan = self._window.page, self.teaching.plan
        return page is not None and plan is not None and page.document.kind == plan.kind

    def _use(self) -> None:
        page, progress = self._window.page, self.teaching.progress
        if page is not None and progress is not None:
            page.models.choose(progress.model)
            self.accept()

    def _compare(self) -> None:
        taught = self.teaching
        if taught.progress is not None and taught.place is not None:
            self._window.dialogs.show_blind(taught.progress.model, taught.place / "pieces")

    # Where this installation cannot teach

    def _copy_command(self) -> None:
        QGuiApplication.clipboard().setText(readiness.COMMAND)
        self.copy.setText(tr("Copied"))

    def _save_prepared(self) -> None:
        folder = self.ask_folder(tr("Where to put the prepared folder"))
        if folder is not None and self.lessons is not None:
            place = folder / self.plan().name
            prepare(self.lessons, place)
            words = tr("Saved. There: {command}", command=teaching.in_words(self.plan(), place))
            self.hindrance.setText(words)

    def _attempt(self, action: object) -> None:
        try:
            action()  # type: ignore[operator]
        except PalimpsestError as error:
            self.found.setText(str(error))

    def ask_folder(self, title: str) -> Path | None:
        """A folder of the user's."""
        chosen = QFileDialog.getExistingDirectory(self, title)
        return Path(chosen) if chosen else None


def looked(kind: str, folder: Path | None, pages: list[tuple[str, object]]) -> Lessons:
    """What a folder and some pages give; runs in the engine thread."""
    known = None
    if kind == "text":
        known = frozenset(map(str, library.shipped("text").card.get("vocabulary", ())))
    files = files_in(folder, kind) if folder is not None else []
    return survey(kind, files, pages, known)  # type: ignore[arg-type]


def compared(progress: TeachProgress) -> str:
    """How the model does on the held-out part, against the one it began with, and how long it will take."""
    said = []
    if progress.before is not None:
        said.append(tr("On the held-out part, before: {n} nats a cell.", n=f"{progress.before:.3f}"))
    if progress.own is not None and progress.before:
        less = 100 * (1 - (progress.best or progress.own) / progress.before)
        said.append(tr("Now: {n} ({less} % less).", n=f"{progress.best or progress.own:.3f}", less=f"{less:.1f}"))
    if progress.phase == RUNNING and progress.left is not None:
        said.append(tr("About {time} left.", time=seconds(progress.left)))
    return " ".join(said)
