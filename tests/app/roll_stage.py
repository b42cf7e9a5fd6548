"""A roll on a small stage for tests: documents to work on, and mouse and keys aimed at places of the page."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.document.document import Document, Preview
from app.roll.view import RollView
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import VOICES, Bar, Note, Piece, Voice, blank_piece, cells_of
from engine.canvas.project import Project, fresh

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE, SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


def piece_with(*notes, bars=4):
    """A piece of 4/4 bars with (voice, start, length, pitch) in it."""
    each = Bar.full()
    rows = [[Note(*rest) for voice, *rest in notes if voice == v] for v in range(4)]
    return Piece(
        tuple(Voice(k.name, k.program, cells_of(row, bars * each.steps)) for k, row in zip(VOICES, rows, strict=True)),
        (each,) * bars,
    )


class Stage:
    """A shown roll over one project, with hands and fingers."""

    def __init__(self, qtbot, piece=None, brush=Brush.KEEP):
        self.qtbot = qtbot
        project = piece if isinstance(piece, Project) else fresh(piece or blank_piece(4), brush)
        self.document, self.preview = Document(project), Preview()
        self.roll = RollView(self.document, self.preview)
        qtbot.addWidget(self.roll)
        self.roll.resize(700, 500)
        self.roll.show()
        qtbot.waitExposed(self.roll)
        self.said = []
        self.roll.status.connect(self.said.append)

    @staticmethod
    def mask(piece, keep):
        """Everything to be rewritten but one voice."""
        return Mask.filled(4, piece.steps, Brush.REWRITE).paint(Brush.KEEP, keep, 0, piece.steps)

    def at(self, step, pitch, dx=0.0):
        """The viewport's pixel in the middle of a step (plus dx pixels) and of a pitch's row."""
        scale = self.roll.scale
        page = QPointF(scale.x(step + 0.5) + dx, scale.y(pitch) + scale.row / 2)
        return self.roll.from_page(page).toPoint()

    def click(self, step, pitch, button=LEFT, keys=NONE):
        """Press and release at a place."""
        QTest.mouseClick(self.roll.viewport(), button, keys, self.at(step, pitch))

    def double(self, step, pitch):
        """Double click at a place."""
        where = self.at(step, pitch)
        QTest.mouseClick(self.roll.viewport(), LEFT, NONE, where)
        QTest.mouseDClick(self.roll.viewport(), LEFT, NONE, where)
        QTest.mouseRelease(self.roll.viewport(), LEFT, NONE, where)

    def drag(self, start, stop, button=LEFT, keys=NONE, release=True, dx=0.0):
        """Press at (step, pitch), move in a few strides to the other place, release."""
        view, first, last = self.roll.viewport(), self.at(*start, dx), self.at(*stop, dx)
        QTest.mousePress(view, button, keys, first)
        for share in (0.3, 0.7, 1.0):
            point = first + (QPointF(last - first) * share).toPoint()
            QApplication.sendEvent(view, _move(view, point, button, keys))
        if release:
            QTest.mouseRelease(view, button, keys, last)

    def press(self, *keys_pressed, held=NONE):
        """Keys on the roll."""
        for key in keys_pressed:
            QTest.keyClick(self.roll, key, held)

    def wheel(self, x, y, turn, keys=NONE):
        """A turn of the wheel at a pixel of the viewport."""
        turn_wheel(self.roll.viewport(), turn, keys, (x, y))

    def notes(self, voice=0):
        """(start, length, pitch) of a voice in the document."""
        return [tuple(note) for note in self.document.project.canvas.voices[voice].notes]

    def brushes(self, voice=0):
        """The brushes of a voice's cells."""
        return [Brush(value) for value in self.document.project.masks[0].rows[voice]]

    @property
    def steps(self):
        """Undo steps so far."""
        return self.document.stack.index()


def _move(view, point, button, keys):
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent

    return QMouseEvent(
        QEvent.Type.MouseMove, QPointF(point), QPointF(view.mapToGlobal(point)), Qt.MouseButton.NoButton, button, keys
    )


def turn_wheel(view, turn, keys=NONE, at=(50, 50)):
    """A turn of the wheel with these keys held, at a pixel of a widget."""
    where = QPointF(*at)
    event = QWheelEvent(
        where,
        view.mapToGlobal(where),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)
