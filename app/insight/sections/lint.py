"""The list of voice-leading findings: sign, rule, voices, place and Fix button; and the rules, each of which can be
switched off.

Emits signals; fixes nothing itself."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QScrollArea, QVBoxLayout, QWidget

from app.insight.examine import span_words, voices_words
from app.insight.marks import HEIGHT, WIDTH, paint_sign
from app.insight.sections.line_button import LineButton
from app.widgets.fold import Fold
from app.widgets.labels import button, emptied, label, row
from app.widgets.theme import faded, sans, theme
from app.words import count, tr
from engine.canvas.mask import Mask
from engine.canvas.music import Piece
from engine.theory.finding import Finding
from engine.theory.lint import RULES
from engine.theory.mend import movable

KEPT = "Every note here is kept; paint one of them Suggest or Rewrite first."
SHOWN = 8  # findings with their own row; the others are marked on the page


def finding_words(finding: Finding) -> str:
    """What a finding is, and what its rule says."""
    sentence = finding.sentence[:1].upper() + finding.sentence[1:]
    return f"{sentence}.\n{tr(RULES[finding.rule].sentence)}"


class FindingButton(LineButton):
    """A finding as a line to press: it leads to its place."""

    def __init__(self, piece: Piece, finding: Finding) -> None:
        super().__init__()
        self.finding, self.chosen = finding, False
        self._rule = finding.rule
        self._title = tr(finding.rule[:1].upper() + finding.rule[1:])
        who, where = voices_words(finding.voices), span_words(piece, finding)
        self._place = tr(
            "{who}, {where}", who=who, where=where.replace(" ", "\u00a0")
        )  # the place is read in one piece
        self.setText(tr("{rule}, {who}, {where}", rule=self._title, who=who, where=where))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(tr(RULES[finding.rule].sentence))
        self.setToolTip(finding_words(finding))
        self.setMinimumHeight(40)

    def sizeHint(self) -> QSize:
        return QSize(150, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As high as the place needs: it is never cut off."""
        room = QRect(0, 0, self._room, 10_000)
        self.setFixedHeight(
            24 + QFontMetrics(sans(12)).boundingRect(room, Qt.TextFlag.TextWordWrap, self._place).height()
        )
        super().resizeEvent(event)

    @property
    def _room(self) -> int:
        """Pixels in a line of words."""
        return self.width() - int(WIDTH) - 14

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus() or self.chosen:
            painter.setPen(QPen(colours.focus, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(colours.sunk if self.chosen else faded(colours.sunk, 0.55))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        paint_sign(painter, QRectF(4, 4, WIDTH, HEIGHT), self._rule, colours)
        left, room = int(WIDTH) + 12, self._room
        painter.setPen(colours.ink)
        painter.setFont(sans(13, 600))
        title = painter.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, 2, room, 19), Qt.AlignmentFlag.AlignVCenter, title)
        painter.setPen(colours.ink2)
        painter.setFont(sans(12))
        painter.drawText(QRectF(left, 21, room, self.height() - 21), Qt.TextFlag.TextWordWrap, self._place)


class LintSection(QWidget):
    """Newest examination of the page, in order of time."""

    jumped = Signal(object)  # a Finding
    mend = Signal(object)
    rules_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._found = label("", "second")
        self.note = label("", "second", wrap=True)
        self.note.hide()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        self.ticks: dict[str, QCheckBox] = {}
        self._pointed: Finding | None = None  # the finding whose mark was pressed last
        inside = QWidget()
        rules = QVBoxLayout(inside)
        rules.setContentsMargins(0, 2, 0, 0)
        rules.setSpacing(6)
        for name, rule in RULES.items():
            self.ticks[name] = tick = QCheckBox(tr(name[:1].upper() + name[1:]))
            tick.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            tick.setChecked(True)
            tick.setToolTip(tr(rule.sentence))
            tick.toggled.connect(self._switched)
            rules.addWidget(tick)
        self.fold = Fold("", inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row(label(tr("Voice leading"), "heading"), None, self._found))
        column.addLayout(self._rows)
        for part in (self.note, self.fold, inside):
            column.addWidget(part)
        self._name_fold()

    # Rules

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that are on."""
        return tuple(name for name, tick in self.ticks.items() if tick.isChecked())

    def set_off(self, names: object) -> None:
        """Switch some rules off, as remembered; names nobody knows are passed over."""
        for name in names if isinstance(names, (list, tuple)) else ():
            if name in self.ticks:
                self.ticks[name].setChecked(False)

    def off(self) -> list[str]:
        """The rules that are off."""
        return [name for name, tick in self.ticks.items() if not tick.isChecked()]

    def _switched(self, _on: bool) -> None:
        self._name_fold()
        self.rules_changed.emit()

    def _name_fold(self) -> None:
        off = len(self.off())
        self.fold.setText(tr("Rules, {n} off", n=off) if off else tr("Rules"))

    # Findings

    def show_findings(self, piece: Piece, mask: Mask, findings: tuple[Finding, ...], preview: bool) -> None:
        """List what was found; in a preview nothing can be fixed yet."""
        emptied(self._rows)
        self._found.setText(tr("{n} found", n=len(findings)) if findings else tr("nothing found"))
        for finding in findings[:SHOWN]:
            jump, mend = FindingButton(piece, finding), button(tr("Fix"))
            jump.chosen = finding == self._pointed
            mend.setFixedSize(56, 28)
            mend.setStyleSheet("padding: 0;")
            mend.setAccessibleName(tr("Fix: {what}", what=jump.text()))
            mend.setEnabled(bool(movable(piece, mask, finding.cells)) and not preview)
            why = tr("Accept or reject the alternatives first.") if preview else tr(KEPT)
            does = tr("Rewrite as few notes as possible and keep everything else")
            mend.setToolTip(does if mend.isEnabled() else why)
            jump.clicked.connect(lambda _on=False, finding=finding: self.jumped.emit(finding))
            mend.clicked.connect(lambda _on=False, finding=finding: self.mend.emit(finding))
            self._rows.addLayout(row(jump, mend, spacing=4))
        if len(findings) > SHOWN:
            self._rows.addWidget(
                label(
                    tr("{more} marked on the page", more=count(len(findings) - SHOWN, "more is", "more are")), "second"
                )
            )

    def point_at(self, finding: Finding) -> None:
        """Show which row is this finding's, and scroll to it."""
        self._pointed = finding
        for made in self.findChildren(FindingButton):
            made.chosen = made.finding == finding
            made.update()
            area = made.parentWidget()
            while made.chosen and area is not None:
                if isinstance(area, QScrollArea):
                    area.ensureWidgetVisible(made)
                area = area.parentWidget()

    def say(self, words: str) -> None:
        """A sentence under the list."""
        self.note.setText(words)
        self.note.setVisible(bool(words))
