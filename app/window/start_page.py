"""The page shown when nothing is open: ways to begin, examples, recent files, and recovered work.

Emits what was chosen."""

from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from app.document.examples import EXAMPLES, Example
from app.document.sentence_examples import pair
from app.roll.painting.thumbnails import paint_thumbnail
from app.sentence.painting.word_ink import paint_pair
from app.widgets.icons import paint_icon
from app.widgets.labels import button, emptied, keycap, label, row, rule
from app.widgets.theme import look, mix, sans, serif, theme
from app.window.recent import RecentList
from app.words import tr
from engine.canvas.music import Piece
from engine.errors import PalimpsestError

BEGIN = (
    ("harmonise", "Harmonise a melody", "Three voices for the one you have", "harmonise"),
    ("compose", "Compose 8 bars", "Four voices from a blank page", "compose"),
    ("continue", "Continue a piece", "Carry on from the last bar", "continue"),
    ("sentence", "Rewrite a sentence", "Stress some words, free the others", "text"),
    ("import", "Import a file", "MIDI, MusicXML or text", "import"),
    ("blank", "Blank page", "Draw, then paint", "page"),
)
ROOMY = 1270  # pixels of width, from which there are three ways to begin in a row
WIDE = 1340  # from which there are wide margins beside them
MARGINS = ((28, 14, 24, 20), (44, 22, 36, 16), (80, 22, 72, 16))  # left, top, right, bottom
VERSE = (  # Schiller, 1785: what was written before still shows through
    "Freude schöner Götterfunken",
    "Tochter aus Elysium",
    "wir betreten feuertrunken",
    "Himmlische dein Heiligtum",
    "deine Zauber binden wieder",
    "was die Mode streng geteilt",
    "alle Menschen werden Brüder",
    "wo dein sanfter Flügel weilt",
    "wem der große Wurf gelungen",
    "eines Freundes Freund zu sein",
    "wer ein holdes Weib errungen",
    "mische seinen Jubel ein",
)


class Wordmark(QWidget):
    """The name over older writing that runs upwards."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(170)
        self.setAccessibleName(tr("Palimpsest. Paint what to keep. The rest is rewritten."))
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setFont(serif(19, italic=True))
        painter.setPen(colours.undertext)
        for column in range(self.width() // 43 + 1):
            painter.save()
            painter.translate(column * 43 + 20, self.height())
            painter.rotate(-90)
            painter.drawText(0, 0, VERSE[column % len(VERSE)])
            painter.restore()
        painter.setPen(colours.ink)
        painter.setFont(serif(64))
        painter.drawText(QRectF(0, 18, self.width(), 84), Qt.AlignmentFlag.AlignVCenter, "Palimpsest")
        painter.setPen(colours.ink2)
        painter.setFont(sans(16))
        painter.drawText(
            QRectF(3, 106, self.width(), 30),
            Qt.AlignmentFlag.AlignVCenter,
            tr("Paint what to keep. The rest is rewritten."),
        )


class BeginCard(QAbstractButton):
    """A way to begin: icon, what, and how; the first one is the primary."""

    def __init__(self, title: str, caption: str, icon_name: str, primary: bool) -> None:
        super().__init__()
        self._caption, self._icon, self._primary = caption, icon_name, primary
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(caption)
        self.setFixedHeight(68)
        words = QFontMetrics(sans(14, 600)).horizontalAdvance(title), QFontMetrics(sans(12)).horizontalAdvance(caption)
        self.setMinimumWidth(max(200, max(words) + 70))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(288, 68)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        fill = colours.ink if self._primary else colours.panel
        painter.setBrush(mix(fill, colours.ink3, 0.9) if self.underMouse() else fill)
        painter.setPen(QPen(colours.focus, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(frame, 8, 8)
        first, second = (
            (colours.paper, mix(colours.paper, colours.ink, 0.8)) if self._primary else (colours.ink, colours.ink2)
        )
        paint_icon(painter, QRectF(17, 24, 20, 20), self._icon, first)
        painter.setPen(first)
        painter.setFont(sans(14, 600))
        painter.drawText(QRectF(54, 14, self.width() - 60, 20), Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.setPen(second)
        painter.setFont(sans(12))
        painter.drawText(QRectF(54, 35, self.width() - 60, 18), Qt.AlignmentFlag.AlignVCenter, self._caption)


class ExampleCard(QAbstractButton):
    """A small picture of a page, its name and what it is."""

    def __init__(self, example: Example) -> None:
        super().__init__()
        self._example = example
        self._drawn: tuple[Piece, Any] | None = None
        self._pair = pair(example.name)
        self.setText(tr(example.title))
        self.setAccessibleName(tr("Example: {title}, {caption}", title=tr(example.title), caption=tr(example.caption)))
        self.setFixedHeight(156)
        self.setMinimumWidth(150)
        self.setToolTip(tr(example.caption))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        look.changed.connect(self.update)
        try:
            project = example.make()
            if isinstance(project.canvas, Piece):
                self._drawn = (project.canvas, project.masks[0])
        except PalimpsestError as error:
            self.setToolTip(str(error))
            self.setEnabled(False)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(1, 1, self.width() - 2, 110)
        painter.setBrush(colours.paper)
        painter.setPen(
            QPen(colours.focus, 2) if self.hasFocus() else QPen(colours.ink if self.underMouse() else colours.line, 1)
        )
        painter.drawRoundedRect(frame, 6, 6)
        if self._drawn:
            paint_thumbnail(painter, frame.adjusted(2, 2, -2, -2), self._drawn[0], colours, self._drawn[1])
        elif self._pair is not None:
            paint_pair(painter, frame, *self._pair, colours)
        painter.setOpacity(1.0 if self.isEnabled() else 0.6)
        painter.setPen(colours.ink)
        painter.setFont(sans(13, 600))
        painter.drawText(QRectF(1, 116, self.width(), 20), Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.setPen(colours.ink2)
        painter.setFont(sans(12))
        caption = painter.fontMetrics().elidedText(
            tr(self._example.caption), Qt.TextElideMode.ElideRight, self.width() - 4
        )
        painter.drawText(QRectF(1, 135, self.width() - 1, 18), Qt.AlignmentFlag.AlignVCenter, caption)


class TourCard(QAbstractButton):
    """The way to the tour, in the gallery."""

    def __init__(self) -> None:
        super().__init__()
        self.setText(tr("Take the tour"))
        self.setAccessibleName(tr("Take the tour: 60 seconds"))
        self.setFixedHeight(156)
        self.setMinimumWidth(150)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(1, 1, self.width() - 2, 110)
        edge = (
            QPen(colours.focus, 2) if self.hasFocus() else QPen(colours.ink if self.underMouse() else colours.ink3, 1)
        )
        edge.setDashPattern([4, 3])
        painter.setPen(edge)
        painter.drawRoundedRect(frame, 6, 6)
        paint_icon(painter, QRectF(frame.center().x() - 13, frame.top() + 26, 26, 26), "clock", colours.ink2)
        painter.setPen(colours.ink)
        painter.setFont(sans(13, 600))
        painter.drawText(
            frame.adjusted(0, 60, 0, 0), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, tr("60 seconds")
        )
        painter.drawText(QRectF(1, 116, self.width(), 20), Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.setPen(colours.ink2)
        painter.setFont(sans(12))
        painter.drawText(QRectF(1, 135, self.width(), 18), Qt.AlignmentFlag.AlignVCenter, tr("paint, rewrite, accept"))


def spread(grid: QGridLayout, cards: list[QWidget], columns: int) -> None:
    """Put cards into a grid, so many in a row."""
    for card in cards:
        grid.removeWidget(card)
    for place, card in enumerate(cards):
        grid.addWidget(card, place // columns, place % columns)
    for column in range(max(columns, grid.columnCount())):
        grid.setColumnStretch(column, 1 if column < columns else 0)


class StartPage(QWidget):
    """Begin and examples on paper; rescued and recent work at the right."""

    begun = Signal(str)  # a name of BEGIN
    example_chosen = Signal(object)
    opened = Signal(str)  # a recent path
    open_wanted = Signal()
    rescued = Signal(object)  # a Rescue
    discarded = Signal(object)

    def __init__(self, recent: RecentList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the page itself, before Tab goes to its first card
        self._recent = recent
        self._narrow: bool | None = None  # not laid out yet
        self._rescues = QVBoxLayout()
        self._rescues.setSpacing(12)
        outer = row(self._paper(), rule(vertical=True), self._side(), spacing=0)
        outer.setStretch(0, 1)
        self.setLayout(outer)
        recent.chosen.connect(self.opened.emit)

    def _paper(self) -> QWidget:
        body = QWidget()
        body.setProperty("role", "paper")
        body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(body)
        column.setSpacing(12)
        column.addWidget(Wordmark())
        column.addWidget(label(tr("Begin"), "title"))
        self._sheet, self._begin, self._gallery = column, QGridLayout(), QGridLayout()
        self._begin.setSpacing(12)
        self._ways, self._examples = list[QWidget](), list[QWidget]()
        for place, (name, title, caption, icon_name) in enumerate(BEGIN):
            made = BeginCard(tr(title), tr(caption), icon_name, place == 0)
            made.clicked.connect(lambda _on=False, name=name: self.begun.emit(name))
            self._ways.append(made)
        column.addLayout(self._begin)
        column.addSpacing(12)
        column.addLayout(row(label(tr("Examples"), "title"), None, label(tr("each opens ready to rewrite"), "second")))
        self._gallery.setHorizontalSpacing(16)
        self._gallery.setVerticalSpacing(16)
        for example in EXAMPLES:
            card = ExampleCard(example)
            card.clicked.connect(lambda _on=False, example=example: self.example_chosen.emit(example))
            self._examples.append(card)
        tour = TourCard()
        tour.clicked.connect(lambda _on=False: self.begun.emit("tour"))
        self._examples.append(tour)
        column.addLayout(self._gallery)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setProperty("role", "paper")
        scroll.setWidget(body)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return scroll

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window there are fewer cards in a row, and smaller margins."""
        super().resizeEvent(event)
        narrow = self.width() < ROOMY
        self._sheet.setContentsMargins(*MARGINS[(self.width() >= ROOMY) + (self.width() >= WIDE)])
        if narrow is not self._narrow:
            self._narrow = narrow
            spread(self._begin, self._ways, 2 if narrow else 3)
            spread(self._gallery, self._examples, 3 if narrow else 4)
            self._edge.setFixedWidth(276 if narrow else 392)
            self._beside.setContentsMargins(*((18, 24, 14, 20) if narrow else (32, 36, 40, 28)))

    def _side(self) -> QWidget:
        self._edge = side = QWidget()
        side.setProperty("role", "panel")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._beside = column = QVBoxLayout(side)
        column.setSpacing(16)
        column.addLayout(self._rescues)
        column.addWidget(self._recent)
        open_button = button(tr("Open a file"))
        open_button.clicked.connect(self.open_wanted.emit)
        column.addLayout(row(open_button, keycap("Ctrl+O"), None))
        column.addStretch(1)
        listen = button(tr("Is it Bach?"), tip=tr("Listen to both and say which one is Bach"))
        listen.clicked.connect(lambda _on=False: self.begun.emit("bach"))
        column.addWidget(
            label(tr("Eight bars of Bach against eight of the model's. Can you tell?"), "second", wrap=True)
        )
        column.addLayout(row(listen, keycap("F7"), None))
        return side

    def show_rescues(self, rescues: list[Any]) -> None:
        """Offer work that was not saved when the last session ended early."""
        emptied(self._rescues)
        for rescue in rescues:
            card = QFrame()
            card.setProperty("role", "card")
            column = QVBoxLayout(card)
            column.setContentsMargins(16, 14, 16, 14)
            column.setSpacing(8)
            column.addWidget(
                label(tr("{title} was not saved", title=rescue.title or tr("Untitled piece")), "heading", wrap=True)
            )
            column.addWidget(label(rescue.sentence(), "second", wrap=True))
            keep, drop = button(tr("Open it"), "dark"), button(tr("Discard"))
            keep.clicked.connect(lambda _on=False, rescue=rescue: self.rescued.emit(rescue))
            drop.clicked.connect(lambda _on=False, rescue=rescue: self.discarded.emit(rescue))
            column.addLayout(row(keep, drop, None))
            self._rescues.addWidget(card)
