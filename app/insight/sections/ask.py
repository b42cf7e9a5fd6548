"""The question of Ask me in the panel, with a meter of what is open and the most likely answers, and its mark on the
roll. Shows what AskMe knows."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.insight.ask_me import AskMe
from app.widgets.icons import icon
from app.widgets.labels import button, emptied, label, row
from app.widgets.theme import look, sans, theme
from app.words import tr

OFF = "Which one {cell}, once settled, decides most of what is still open?"


class Meter(QWidget):
    """What was open at first: settled since, what the question would settle, and what would stay open."""

    def __init__(self) -> None:
        super().__init__()
        self._done = self._now = 0.0
        self.setFixedHeight(8)
        look.changed.connect(self.update)

    def show_shares(self, done: float, now: float) -> None:
        """Shares of what was open at first, from 0 to 1."""
        self._done, self._now = min(1.0, max(0.0, done)), min(1.0, max(0.0, now))
        words = tr(
            "{n} % settled so far; this question decides {m} %",
            n=round(100 * self._done),
            m=round(100 * self._now),
        )
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours, wide = QPainter(self), theme(), self.width()
        painter.fillRect(QRectF(0, 1, wide, 6), colours.sunk)
        painter.fillRect(QRectF(0, 1, wide * self._done, 6), colours.ink2)
        painter.fillRect(QRectF(wide * self._done + 1, 1, wide * self._now, 6), colours.accent)


class AskSection(QWidget):
    """Heading, meter, sentence, answers."""

    def __init__(self, ask_me: AskMe, key: str, cell: str, weighed: str) -> None:
        super().__init__()
        self._ask_me, self._cell = ask_me, cell
        self._open, self.words = label("", "second"), label("", "", wrap=True)
        self.meter = Meter()
        self._answers = QHBoxLayout()
        self._answers.setSpacing(6)
        self.begin, self.stop = button(tr("Ask me")), button(tr("Enough"), "quiet")
        self.begin.clicked.connect(lambda _on=False: ask_me.ask())
        self.stop.clicked.connect(lambda _on=False: ask_me.stop())
        self.begin.setToolTip(f"{tr(weighed)}  ({key})")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row(label(tr("Ask me"), "heading"), None, self._open))
        column.addWidget(self.meter)
        column.addWidget(self.words)
        column.addLayout(self._answers)
        column.addLayout(row(self.begin, self.stop, None))
        ask_me.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what is known."""
        ask_me, best = self._ask_me, self._ask_me.best
        emptied(self._answers)
        self.meter.setVisible(best is not None)
        self._open.setText(tr("{n} bits still open", n=f"{best.bits_open:.0f}") if best else "")
        self.begin.setVisible(not ask_me.on)
        self.stop.setVisible(ask_me.on)
        if best is None:
            self.words.setText(
                ask_me.problem
                or (tr("Comparing the open choices …") if ask_me.asker.running else tr(OFF, cell=tr(self._cell)))
            )
            return
        first = max(ask_me.first_bits, best.bits_open, 1e-9)
        self.meter.show_shares(1 - best.bits_open / first, best.share * best.bits_open / first)
        where = ask_me.cells.where(best)
        so_far = tr(" so far") if ask_me.asker.running else ""
        self.words.setText(
            tr(
                "Settling {where} decides {n} % of what is open{so_far}. Which one?",
                where=where,
                n=round(100 * best.share),
                so_far=so_far,
            )
        )
        for value, share in best.values:
            name = ask_me.cells.name(value)
            made = button(f"{name} {100 * share:.0f} %")
            if ask_me.cells.audible:
                made.setIcon(icon("sound"))
                made.setIconSize(QSize(14, 14))
            made.setStyleSheet("padding: 0 2px; font-size: 12px;")
            made.setFixedHeight(28)
            made.setSizePolicy(
                QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed
            )  # thirds of the panel, whatever the font
            made.setToolTip(tr("Keep {name} here, and ask again", name=name))
            made.setAccessibleName(tr("Keep {name}, {n} per cent", name=name, n=f"{100 * share:.0f}"))
            made.clicked.connect(lambda _on=False, value=value: ask_me.take(value))
            self._answers.addWidget(made, 1)


def paint_question(painter: QPainter, centre: QPointF, share: float) -> None:
    """A question mark where the answer belongs, with what it settles."""
    colours = theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    words = (tr("Ask me"), tr("settles {n} %", n=round(100 * share)))
    box = QRectF(centre.x() + 16, centre.y() - 15, 74, 30)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.paper)
    painter.drawRoundedRect(box.adjusted(-4, -2, 0, 2), 4, 4)
    painter.setPen(QPen(colours.accent, 1.5))
    painter.setBrush(colours.paper)
    painter.drawEllipse(centre, 13, 13)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.accent)
    painter.drawEllipse(centre, 10.5, 10.5)
    painter.setPen(colours.onacc)
    painter.setFont(sans(14, 700))
    painter.drawText(QRectF(centre.x() - 10, centre.y() - 10, 20, 20), Qt.AlignmentFlag.AlignCenter, "?")
    painter.setPen(colours.ink)
    painter.setFont(sans(11, 600))
    painter.drawText(box.adjusted(0, 0, 0, -15), Qt.AlignmentFlag.AlignVCenter, words[0])
    painter.setPen(colours.ink2)
    painter.setFont(sans(11))
    painter.drawText(box.adjusted(0, 15, 0, 0), Qt.AlignmentFlag.AlignVCenter, words[1])
