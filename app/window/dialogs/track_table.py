"""The tracks of a file to import: what each plays, a click that makes it a voice, and a click to hear it.

Shows an ImportPlan; what to do about a click is the dialog's business."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from app.widgets.icons import paint_icon
from app.widgets.ink import paint_badge
from app.widgets.theme import theme
from app.words import tr
from engine.canvas.music import VOICES
from engine.formats.import_plan import ImportPlan
from engine.theory.spelling import pitch_name

PLAY, NAME, NOTES, RANGE, FIRST_VOICE = range(5)
COLUMNS = FIRST_VOICE + len(VOICES)
ALIGNED = {
    NAME: Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    NOTES: Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
    RANGE: Qt.AlignmentFlag.AlignCenter,
}
ROW, SHOWN = 30, 5  # pixels of a row, rows to be seen at once
Index = QModelIndex | QPersistentModelIndex


class TrackModel(QAbstractTableModel):
    """A row a track; the last four columns say which voice it becomes."""

    def __init__(self, plan: ImportPlan) -> None:
        super().__init__()
        self.plan = plan
        self.playing: int | None = None  # the track that is heard

    def show_plan(self, plan: ImportPlan) -> None:
        """Show other choices for the same tracks."""
        self.plan = plan
        self._changed()

    def show_playing(self, part: int | None) -> None:
        """Show which track is heard."""
        self.playing = part
        self._changed()

    def _changed(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, COLUMNS - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.plan.parts)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else COLUMNS

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return ALIGNED.get(section, Qt.AlignmentFlag.AlignCenter)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        named = {NAME: tr("Track"), NOTES: tr("Notes"), RANGE: tr("Range")}
        return named.get(section, VOICES[section - FIRST_VOICE].letter if section >= FIRST_VOICE else "")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        part, column = self.plan.parts[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return {NAME: part.label, NOTES: f"{len(part.notes):,}", RANGE: self._range(index.row())}.get(column)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(index.row(), column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return ALIGNED.get(column)
        return None

    def uses(self, part: int, voice: int) -> bool:
        """Whether a track becomes a voice."""
        return self.plan.voices[voice] == part

    def _range(self, row: int) -> str:
        pitches = [note.pitch for note in self.plan.parts[row].notes]
        return f"{pitch_name(min(pitches))} – {pitch_name(max(pitches))}" if pitches else ""

    def _words(self, row: int, column: int) -> str:
        """What a click does, for a tooltip and for those who do not see the picture."""
        name = self.plan.parts[row].label
        if column == PLAY:
            return tr("Stop") if self.playing == row else tr("Play {name}", name=name)
        if column < FIRST_VOICE:
            return str(self.data(self.index(row, column)) or "")
        voice = tr(VOICES[column - FIRST_VOICE].name.lower())
        if self.uses(row, column - FIRST_VOICE):
            return tr("{name} is the {voice}; click for none", name=name, voice=voice)
        return tr("Make {name} the {voice}", name=name, voice=voice)


class _Signs(QStyledItemDelegate):
    """Paints the badges of the voices and the sign to play."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        model, column = index.model(), index.column()
        assert isinstance(model, TrackModel)
        rect: QRect = option.rect
        place = QRectF(0, 0, 20, 20)
        place.moveCenter(QRectF(rect).center())
        if column == PLAY:
            paint_icon(painter, place, "stop" if model.playing == index.row() else "play", theme().ink2)
        elif column >= FIRST_VOICE:
            voice = column - FIRST_VOICE
            if model.uses(index.row(), voice):
                paint_badge(painter, place, voice, theme())
            else:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(theme().ink3)
                painter.drawEllipse(place.adjusted(5.5, 5.5, -5.5, -5.5))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(super().sizeHint(option, index).width(), ROW)


class TrackTable(QTableView):
    """The tracks; a click, Space or Enter on a cell does what its tooltip says."""

    chosen = Signal(int, int)  # track, voice
    play_clicked = Signal(int)  # track

    def __init__(self, plan: ImportPlan) -> None:
        super().__init__()
        self.tracks = TrackModel(plan)
        self.setModel(self.tracks)
        self.setItemDelegate(_Signs(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Tracks of the file"))
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(34)
        for column in range(COLUMNS):
            stretched = column == NAME
            header.setSectionResizeMode(
                column, QHeaderView.ResizeMode.Stretch if stretched else QHeaderView.ResizeMode.Fixed
            )
        for column, width in ((PLAY, 36), (NOTES, 64), (RANGE, 124), *((FIRST_VOICE + v, 38) for v in range(4))):
            self.setColumnWidth(column, width)
        rows = min(SHOWN, max(1, len(plan.parts)))
        self.setFixedHeight(header.sizeHint().height() + rows * ROW + 6)
        self.clicked.connect(self.act)

    def act(self, index: Index) -> None:
        """Do what a cell is for."""
        if index.column() == PLAY:
            self.play_clicked.emit(index.row())
        elif index.column() >= FIRST_VOICE:
            self.chosen.emit(index.row(), index.column() - FIRST_VOICE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.act(self.currentIndex())
        else:
            super().keyPressEvent(event)
