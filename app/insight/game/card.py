"""One of the two cards: a letter, a hidden picture, a play button; after the answer, who wrote it.

Shows what it is given; knows no rounds."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from app.roll.painting.thumbnails import paint_sheet
from app.widgets.icons import icon
from app.widgets.ink import scrapes
from app.widgets.labels import button, keycap, label, row, set_role
from app.widgets.theme import faded, look, serif, theme
from app.words import tr
from engine.canvas.music import Piece

LETTERS = ("A", "B")
HEIGHT, LOW = 236, 140  # of the picture; in a small window


class Cover(QWidget):
    """The picture of a piece, or what hides it, with a line for the place that sounds."""

    def __init__(self) -> None:
        super().__init__()
        self._piece: Piece | None = None
        self._place: float | None = None
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def show_piece(self, piece: Piece | None) -> None:
        """Uncover a piece, or cover it."""
        self._piece = piece
        self.setAccessibleName(tr("Picture of the notes") if piece is not None else tr("Hidden until you answer"))
        self.update()

    def set_low(self, low: bool) -> None:
        """Leave room for the buttons below in a small window."""
        self.setFixedHeight(LOW if low else HEIGHT)

    def show_place(self, place: float | None) -> None:
        """The share that was heard, None when nothing sounds."""
        if place != self._place:
            self._place = place
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        whole = paint_sheet(painter, QRectF(self.rect()), self._piece, colours)
        if self._piece is None:
            scrapes(painter, whole.adjusted(12, 12, -12, -12), faded(QColor(colours.ghost), 0.7), 26.0, 9.0)
        if self._place is not None:
            x = whole.left() + 7 + (whole.width() - 14) * self._place
            painter.setPen(QPen(colours.accent, 2))
            painter.drawLine(int(x), 4, int(x), self.height() - 4)


class BlindCard(QFrame):
    """`play_toggled` asks to play or stop, `opened` to open it as a page."""

    play_toggled = Signal()
    opened = Signal()

    def __init__(self, side: int) -> None:
        super().__init__()
        self._side = side
        self.setProperty("role", "card")
        self.letter = label(LETTERS[side])
        self.letter.setFont(serif(44))
        self.who, self.detail, self.grade = (
            label("", "title", wrap=True),
            label("", "second", wrap=True),
            label("", "second", wrap=True),
        )
        self.cover = Cover()
        self.listen, self.open = button(""), button(tr("Open it"))
        self.listen.setIcon(icon("play"))
        for pressed, signal in ((self.listen, self.play_toggled), (self.open, self.opened)):
            pressed.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            pressed.clicked.connect(lambda _on=False, signal=signal: signal.emit())
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 12, 20, 18)
        column.setSpacing(8)
        column.addLayout(row(self.letter, None, self.listen, keycap(str(side + 1))))
        column.addWidget(self.cover)
        for words in (self.who, self.detail, self.grade):
            column.addWidget(words)
        column.addStretch(1)
        column.addLayout(row(self.open, None))
        self.cover_up()
        self.show_playing(None)

    def cover_up(self, shown: Piece | None = None) -> None:
        """Hide who wrote it; `shown` may be looked at all the same."""
        set_role(self, "card")
        self.cover.show_piece(shown)
        for part in (self.who, self.detail, self.grade, self.open):
            part.hide()

    def uncover(self, piece: Piece, who: str, detail: str, grade: float | None, chosen: bool) -> None:
        """Show the notes and who wrote them; the one the user took for Bach has a frame."""
        set_role(self, "chosen" if chosen else "card")
        self.cover.show_piece(piece)
        self.who.setText(who)
        self.detail.setText(detail)
        self.grade.setText(
            tr("Grade {n}, lower is more like Bach", n=f"{grade:.1f}") if grade is not None else tr("It has no grade.")
        )
        self.open.setAccessibleName(tr("Open {letter} as a page", letter=LETTERS[self._side]))
        for part in (self.who, self.detail, self.grade, self.open):
            part.show()

    def show_playing(self, place: float | None) -> None:
        """Whether it sounds, and how far."""
        sounds = place is not None
        words = tr("Stop {letter}") if sounds else tr("Play {letter}")
        self.listen.setText(words.format(letter=LETTERS[self._side]))
        self.listen.setIcon(icon("stop" if sounds else "play"))
        self.cover.show_place(place)
