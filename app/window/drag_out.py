"""Dragging the piece out of the window into a DAW or a file manager: a real MIDI file in the program's own folder, kept
until it quits."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from app.document.document import Document
from app.widgets.icons import icon
from app.words import tr
from engine.canvas.music import Piece
from engine.formats import FORMATS, files

MIDI_TYPE = "audio/midi"


class DragFolder:
    """Where dragged files wait for whoever takes them; each drag has its own folder, so that an old one is
    never changed under a reader."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._count = 0

    def mime(self, document: Document) -> QMimeData:
        """The piece as a file URL and as MIDI data; the bytes are those of Export MIDI."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="palimpsest-drag-"))
        self._count += 1
        data = FORMATS["midi"].write(document.project)
        path = self._folder / str(self._count) / f"{file_name(document)}.mid"
        path.parent.mkdir(parents=True)
        files.write_bytes(path, data)
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path))])
        mime.setData(MIDI_TYPE, data)
        return mime

    def close(self) -> None:
        """The program quits: the files go."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def file_name(document: Document) -> str:
    """The page's title as a name every system can hold."""
    return files.file_name(document.title) or "Palimpsest"


class DragHandle(QToolButton):
    """Drag it into a DAW; what a click does is the window's business."""

    def __init__(
        self, document: Callable[[], Document | None], folder: DragFolder, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._folder = document, folder
        self._pressed: QPoint | None = None
        self.setIcon(icon("export"))
        self.setText(tr("Drag MIDI"))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(14, 14))
        self.setStyleSheet("QToolButton { min-height: 0; padding: 0 6px; font-size: 12px; }")
        self.setFixedHeight(22)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAccessibleName(tr("Drag MIDI into another program"))
        self.setToolTip(tr("Drag this into a DAW or a folder: a MIDI file with one track per voice"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint() if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        far = (
            self._pressed is not None
            and (event.position().toPoint() - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        )
        document = self._document()
        if not far or document is None or not isinstance(document.project.canvas, Piece):
            super().mouseMoveEvent(event)
            return
        self._pressed = None
        self.setDown(False)
        self.begin(document)

    def begin(self, document: Document) -> Qt.DropAction:
        """Carry the file until it is dropped."""
        drag = QDrag(self)
        drag.setMimeData(self._folder.mime(document))
        drag.setPixmap(icon("note").pixmap(24, 24))
        return drag.exec(Qt.DropAction.CopyAction)
