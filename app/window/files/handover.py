"""Open in ...: a page goes as MusicXML to the system's notation program, and when that file is saved there, its music
is offered as one undo step. Nothing on the page changes by itself."""

import logging
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices

from app.document.document import Document
from app.document.storage import places
from app.window.drag_out import file_name
from app.words import tr
from engine.canvas.edits_length import mask_of_length
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece
from engine.canvas.project import Project
from engine.errors import FormatError
from engine.formats import changed_since, open_file, save_file
from engine.formats.files import Seen, unsaved
from engine.jobs.request import Failed

if TYPE_CHECKING:
    from app.window.main_window import Window

log = logging.getLogger(__name__)

SETTLE = 400  # milliseconds after the last sign of a change: other programs write in several strokes
OFFERED = 600  # seconds that the offer stays
SUFFIX = ".musicxml"


@dataclass
class HandedOver:
    """A page that is open in another program: its file, the state of that file that was read last, and the one whose
    music is on the page too."""

    document: Document
    path: Path
    seen: Seen
    settled: Seen

    @property
    def spent(self) -> bool:
        """Whether nothing was saved in its folder that is not on the page."""
        return list(self.path.parent.iterdir()) == [self.path] and not changed_since(self.path, self.settled)


def open_with_system(path: Path) -> bool:
    """Ask the system for the program of this file; False if there is none."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def taken_back(project: Project, piece: Piece) -> Project:
    """The project with the music of another program: our names and instruments, and what is new there is kept."""
    old = project.canvas
    assert isinstance(old, Piece)
    voices = tuple(
        replace(voice, name=own.name, program=own.program) for voice, own in zip(piece.voices, old.voices, strict=True)
    )
    piece = replace(piece, voices=voices, title=old.title or piece.title)
    brushes, shared = mask_of_length(project.masks[0], piece.steps).array().copy(), min(old.steps, piece.steps)
    differs = np.ones(brushes.shape, dtype=bool)
    differs[:, :shared] = old.grid()[:, :shared] != piece.grid()[:, :shared]
    brushes[differs] = Brush.KEEP
    return replace(project, canvas=piece, masks=(Mask(tuple(row.tobytes() for row in brushes)),))


class NotationHandover(QObject):
    """Writes, opens, watches and takes back; `opens` is the system's way to open a file."""

    def __init__(self, window: "Window", opens: Callable[[Path], bool] = open_with_system) -> None:
        super().__init__(window)
        self._window, self.opens = window, opens
        self._folder: Path | None = None
        self._count = 0
        self.pages: list[HandedOver] = []  # those that are open here
        self._all: list[HandedOver] = []
        self._watcher = QFileSystemWatcher(self)
        self._timer = QTimer(self, singleShot=True, interval=SETTLE)
        self._timer.timeout.connect(self.look)
        self._watcher.fileChanged.connect(lambda _path: self._timer.start())
        self._watcher.directoryChanged.connect(lambda _path: self._timer.start())

    def open_in(self) -> None:
        """Hand the page in front to the program that opens MusicXML on this computer."""
        page = self._window.page
        assert page is not None
        path = self._new_place(f"{file_name(page.document)}{SUFFIX}")
        seen = save_file(path, page.document.project)
        if not self.opens(path):
            raise FormatError(
                tr("No program for MusicXML files was found; install one such as MuseScore, or export MusicXML.")
            )
        self.pages = [handed for handed in self.pages if handed.document is not page.document]
        handed = HandedOver(page.document, path, seen, seen)
        self.pages.append(handed)
        self._all.append(handed)
        self._watcher.addPaths([str(path), str(path.parent)])
        self._window.notice.say(
            tr("Opened in your notation program. Save it there as MusicXML, and its changes are offered here.")
        )

    def _new_place(self, name: str) -> Path:
        """A path for a file in a folder of its own, where it outlives a restart of the computer if it must."""
        try:
            if self._folder is None:
                base = places.home() / "open-in"
                base.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._folder = Path(tempfile.mkdtemp(dir=base))
            self._count += 1
            path = self._folder / str(self._count) / name
            path.parent.mkdir()
        except OSError as error:
            raise unsaved(name, error) from None
        return path

    def look(self) -> None:
        """Read every handed-over file that was saved since."""
        open_now = [page.document for page in self._window.pages]
        self.pages = [handed for handed in self.pages if handed.document in open_now]
        for handed in self.pages:
            if handed.path.exists() and changed_since(handed.path, handed.seen):
                self._window.disk.call(
                    open_file, handed.path, then=partial(self._read, handed), failed=partial(self._not_read, handed)
                )
            if handed.path.exists() and str(handed.path) not in self._watcher.files():
                self._watcher.addPath(str(handed.path))  # it was replaced

    def _read(self, handed: HandedOver, opened: object) -> None:
        from engine.formats import Opened

        assert isinstance(opened, Opened)
        handed.seen = opened.seen
        piece, now = opened.project.canvas, handed.document.project
        if not isinstance(piece, Piece) or taken_back(now, piece).canvas == now.canvas:
            handed.settled = opened.seen
            return
        words = tr("{name} was saved in your notation program.", name=handed.path.stem)
        self._window.notice.say(
            " ".join((words, *opened.remarks)),
            OFFERED,
            tr("Take the changes"),
            partial(self._take, handed, piece, opened.seen),
        )

    def _not_read(self, handed: HandedOver, failed: Failed) -> None:
        self._window.notice.say(
            tr("{name} was saved, but cannot be read: {why}", name=handed.path.name, why=failed.sentence)
        )

    def _take(self, handed: HandedOver, piece: Piece, seen: Seen) -> None:
        document, handed.settled = handed.document, seen
        document.apply(tr("Changes from the notation program"), taken_back(document.project, piece))

    def close(self) -> None:
        """The program quits: the files go, but not what was saved in them and not taken."""
        for handed in self._all:
            with suppress(OSError):
                if handed.spent:
                    shutil.rmtree(handed.path.parent, ignore_errors=True)
                else:
                    log.info("%s was changed by another program and stays", handed.path)
        if self._folder is not None:
            with suppress(OSError):
                self._folder.rmdir()  # unless something is left in it
            self._folder = None
