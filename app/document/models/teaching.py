"""Teaching a model in a process of its own: a folder with the prepared pieces and a plan, a trainer that writes lines
of JSON, and where it stands. Pausing ends the process after its checkpoint; going on starts it again. Knows no
widgets."""

import json
import logging
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile, QObject, QProcess, QProcessEnvironment, Signal

import assets
from app.words import tr
from engine.errors import FormatError, ModelError
from engine.formats.files import write_bytes
from engine.formats.small_json import read_object
from engine.jobs import library
from engine.jobs.lessons import Lessons, prepare

log = logging.getLogger(__name__)

TRAINERS = {"music": "training.jsb", "text": "training.emnlp"}
LONGEST_LINE = 100_000  # characters of a line that is read
MOST_MINUTES, MANY_CORES = 600, range(1, 65)  # that a user may choose
PATIENCE = 15_000  # milliseconds for the last checkpoint when the program ends
RUNNING, PAUSED, DONE, FAILED = "running", "paused", "done", "failed"


@dataclass(frozen=True)
class TeachPlan:
    """What is to be taught: the model's name, the kind of page, the budget, and the cores it may use."""

    name: str
    kind: str
    minutes: float
    cores: int = 1
    start: str = library.SHIPPED


@dataclass(frozen=True)
class TeachProgress:
    """Where a teaching stands. Losses are nats a cell on the user's own held-out part: of the model it began with, now,
    and at best; `curve` has (share of the time, loss)."""

    phase: str = RUNNING
    step: int = 0
    total: int = 0
    seconds: float = 0.0
    left: float | None = None
    before: float | None = None
    own: float | None = None
    best: float | None = None
    curve: tuple[tuple[float, float], ...] = ()
    model: str = ""
    sentence: str = ""

    @property
    def share(self) -> float:
        """Of the time, from 0 to 1."""
        whole = self.seconds + (self.left or 0.0)
        return 0.0 if self.left is None or not whole else min(1.0, self.seconds / whole)


def folder() -> Path:
    """Where teachings are kept until they are done."""
    return library.home() / "teaching"


def command(plan: TeachPlan, place: Path) -> list[str]:
    """The trainer that goes on from the folder's checkpoint, if there is one."""
    return [
        sys.executable,
        "-m",
        TRAINERS[plan.kind],
        *("--data", str(place / "pieces"), "--start", plan.start, "--name", plan.name),
        *("--minutes", str(plan.minutes), "--threads", str(plan.cores), "--out", str(place / "run")),
        *("--resume", "--progress"),
    ]


def in_words(plan: TeachPlan, pieces: Path) -> str:
    """The command that teaches the same in a terminal."""
    data, name = library.as_argument(str(pieces)), library.as_argument(plan.name)
    return f"python -m {TRAINERS[plan.kind]} --data {data} --start shipped --minutes {plan.minutes:g} --name {name}"


def read_plan(place: Path) -> TeachPlan | None:
    """The plan of a folder; None where it cannot be read, or says what no user could choose."""
    try:
        plain = read_object(place / "plan.json")
        plan = TeachPlan(
            str(plain["name"]), str(plain["kind"]), float(plain["minutes"]), int(plain["cores"]), str(plain["start"])
        )
        library.check_name(plan.name, besides=plan.name)
        library.check_name(plan.start, besides=plan.start) if plan.start != library.SHIPPED else None
    except (OSError, ValueError, KeyError, TypeError, OverflowError, ModelError):  # int() of an endless number
        return None
    return plan if plan.kind in TRAINERS and 0 < plan.minutes <= MOST_MINUTES and plan.cores in MANY_CORES else None


def unfinished() -> list[tuple[Path, TeachPlan]]:
    """Teachings that were paused or cut short, with their folders; not those that another window is at."""
    try:
        places = sorted(place for place in folder().iterdir() if place.is_dir())
    except OSError:
        return []
    return [(place, plan) for place in places if (plan := read_plan(place)) is not None and _lock(place).tryLock(0)]


def _lock(place: Path) -> QLockFile:
    """What keeps two windows from teaching in one folder; that of a window that died counts for nothing."""
    lock = QLockFile(str(place / "lock"))
    lock.setStaleLockTime(0)
    return lock


class Teaching(QObject):
    """At most one process; `changed` whenever it said something."""

    changed = Signal()

    def __init__(
        self, parent: QObject | None = None, command: Callable[[TeachPlan, Path], list[str]] = command
    ) -> None:
        super().__init__(parent)
        self._command = command
        self._process: QProcess | None = None
        self._held: QLockFile | None = None
        self._rest = b""
        self._pausing = False
        self.place: Path | None = None
        self.plan: TeachPlan | None = None
        self.progress: TeachProgress | None = None  # None: nothing was begun here

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None

    def begin(self, plan: TeachPlan, lessons: Lessons) -> None:
        """Prepare a folder, and start; a model or a teaching of that name is not replaced."""
        plan = replace(plan, name=library.check_name(plan.name))
        place = folder() / plan.name
        if (place / "plan.json").exists():
            raise FormatError(tr("{name} is being taught, or was paused; choose another name.", name=plan.name))
        shutil.rmtree(place, ignore_errors=True)
        prepare(lessons, place / "pieces")
        write_bytes(place / "plan.json", json.dumps(asdict(plan), indent=1).encode())
        self.go_on(place, plan)

    def go_on(self, place: Path, plan: TeachPlan) -> None:
        """Start, or go on from the last checkpoint of a folder."""
        held = _lock(place)
        if not held.tryLock(0):
            raise FormatError(tr("{name} is being taught by another window.", name=plan.name))
        self._held = held
        self.place, self.plan, self._rest, self._pausing = place, plan, b"", False
        kept = self.progress if self.progress is not None and self.progress.phase == PAUSED else TeachProgress()
        self.progress = replace(kept, phase=RUNNING, sentence=tr("Reading the pieces …"))
        program, *arguments = self._command(plan, place)
        process = self._process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("OMP_NUM_THREADS", str(plan.cores))
        environment.insert("PALIMPSEST_HOME", str(library.home()))
        process.setProcessEnvironment(environment)
        process.setWorkingDirectory(str(assets.HERE.parent))
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._broken)
        process.start(program, arguments)
        self.changed.emit()

    def pause(self) -> None:
        """Stop after the next step; nothing is lost."""
        if self._process is not None:
            self._pausing = True
            self._process.write(b"stop\n")
            self._say(sentence=tr("Saving where it stands …"))

    def cancel(self) -> None:
        """Stop at once, and forget what was learned."""
        self._end_process()
        if self.place is not None:
            shutil.rmtree(self.place, ignore_errors=True)
        self.place = self.plan = self.progress = None
        self.changed.emit()

    def put_away(self) -> None:
        """What is done has been seen."""
        if not self.running:
            self.place = self.plan = self.progress = None
            self.changed.emit()

    def shut(self) -> None:
        """The program ends: let the process keep where it stands."""
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect()
            process.readyReadStandardOutput.disconnect()
            process.closeWriteChannel()
            if not process.waitForFinished(PATIENCE):
                process.kill()
                process.waitForFinished(1000)
        self._release()

    def _release(self) -> None:
        """The process is gone: any window may go on."""
        if self._held is not None:
            self._held.unlock()
        self._held = None

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            for signal in (process.finished, process.readyReadStandardOutput, process.errorOccurred):
                signal.disconnect()
            process.kill()
            process.waitForFinished(5000)
            process.deleteLater()
        self._release()

    def _read(self) -> None:
        if self._process is None:
            return
        *lines, self._rest = (self._rest + bytes(self._process.readAllStandardOutput().data())).split(b"\n")
        self._rest = self._rest[:LONGEST_LINE]
        for line in lines:
            try:
                event = json.loads(line)
            except ValueError:
                log.info("trainer: %s", line[:200])
                continue
            if isinstance(event, dict):
                self._take(event)

    def _take(self, event: dict[str, Any]) -> None:
        """One event of training.fitting.own_model."""
        assert self.progress is not None
        kind = event.get("event")
        known = {
            name: event[name] for name in ("step", "total", "seconds", "left", "before", "own", "best") if name in event
        }
        sentence = str(event.get("sentence", ""))
        if kind == "failed":
            self._say(phase=FAILED, sentence=sentence)
        elif kind == "done":
            if self._process is not None:
                self._process.closeWriteChannel()
            self._say(phase=DONE, sentence=sentence, model=str(event.get("model", "")), left=0.0, **known)
        else:
            self._say(sentence="" if not self._pausing else self.progress.sentence, **known)
            now = self.progress
            if kind == "measured" and now.own is not None:
                self._say(curve=(*now.curve, (now.share, now.own)))

    def _say(self, **what: Any) -> None:
        assert self.progress is not None
        self.progress = replace(self.progress, **what)
        self.changed.emit()

    def _finished(self, code: int, _status: QProcess.ExitStatus) -> None:
        self._read()
        process, self._process = self._process, None
        self._release()
        if process is None or self.progress is None:
            return
        process.deleteLater()
        if self.progress.phase == DONE and self.place is not None:
            shutil.rmtree(self.place / "run", ignore_errors=True)  # the pieces stay for comparing, without a plan
            (self.place / "plan.json").unlink(missing_ok=True)
        elif self._pausing:
            self._say(phase=PAUSED, sentence=tr("Paused; go on whenever you like, also after a restart."))
        elif self.progress.phase != FAILED:
            details = bytes(process.readAllStandardError().data()).decode(errors="replace")
            log.warning("the trainer ended with %s: %s", code, details[-2000:])
            self._say(phase=PAUSED, sentence=tr("The trainer ended unexpectedly; go on from where it stood."))
        self.changed.emit()

    def _broken(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            self._process = None
            self._release()
            self._say(phase=FAILED, sentence=tr("The trainer could not be started; is Python still installed here?"))


def cores() -> int:
    """As many as leave the app usable."""
    return max(1, (os.cpu_count() or 2) // 2)
