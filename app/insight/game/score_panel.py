"""The user's score in Is it Bach?, beside what guessing would give. Shows what it is given; keeps nothing."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.insight.game.chance_chart import ChanceChart
from app.insight.game.paper import quiet_button
from app.insight.game.score import Score, sentence
from app.widgets.labels import label, row
from app.words import tr


class ScorePanel(QWidget):
    """The right of the page."""

    reset_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.against, self.figure = label("", "second", wrap=True), label("", "figure")
        self.score, self.remark = label("", wrap=True), label("", "second", wrap=True)
        self.chart = ChanceChart()
        self.reset = quiet_button(tr("Reset this score"), "", self.reset_clicked.emit)
        columns = tr("The columns show how often guessing gives each score. Dark columns: as good as yours or better.")
        self._column = column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(label(tr("Your score"), "title"))
        for part in (self.against, self.figure, self.chart, self.score, label(columns, "caption", wrap=True)):
            column.addWidget(part)
        column.addLayout(row(self.reset, None))
        column.addSpacing(12)
        column.addWidget(self.remark)
        column.addStretch(1)
        column.addWidget(label(tr("The score stays on this computer."), "caption", wrap=True))

    def set_narrow(self, narrow: bool) -> None:
        """Take less of a narrow window."""
        self.setFixedWidth(256 if narrow else 344)
        self._column.setContentsMargins(*((18, 24, 18, 16) if narrow else (28, 36, 32, 24)))

    def show_score(self, against: str, score: Score, remark: str) -> None:
        """The score `against` somebody, in words and beside chance."""
        self.against.setText(against)
        self.figure.setText(tr("{right} of {of}", right=score[0], of=score[1]))
        self.score.setText(sentence(score))
        self.chart.show_score(score)
        self.reset.setEnabled(score[1] > 0)
        self.remark.setText(remark)
