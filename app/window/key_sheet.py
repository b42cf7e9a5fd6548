"""The sheet of all keys: of the menus, the roll and sentences, and what the mouse does. Typing searches."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLineEdit, QScrollArea, QToolButton, QVBoxLayout, QWidget

from app.roll.editing.key_words import ROLL_KEYS
from app.sentence.keys import SENTENCE_KEYS
from app.widgets.labels import keycap, label, plain, row
from app.window.actions import MENUS, MOUSE
from app.words import tr

COLUMNS = 3


class KeyRow(QWidget):
    """What a key does, and the key."""

    def __init__(self, words: str, keys: str, cap: bool) -> None:
        super().__init__()
        self.text = f"{words} {keys}".lower()
        does = label(words, wrap=True)
        shown = keycap(keys) if cap else label(keys, "second", wrap=True)
        line = row(does, shown, spacing=12)
        line.setContentsMargins(0, 0, 0, 0)
        line.setStretch(0, 1)
        line.setAlignment(shown, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        self.setLayout(line)


class KeyBlock(QWidget):
    """The rows of one menu or place under its name."""

    def __init__(self, title: str, rows: list[KeyRow]) -> None:
        super().__init__()
        self.rows = rows
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 18)
        column.setSpacing(5)
        column.addWidget(label(title, "heading"))
        for made in rows:
            column.addWidget(made)

    def search(self, words: str) -> bool:
        """Show the rows that fit; False if there is none."""
        for made in self.rows:
            made.setVisible(words in made.text)
        found = any(words in made.text for made in self.rows)
        self.setVisible(found)
        return found


class KeySheet(QDialog):
    """Every key in three columns; typing searches."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.blocks = [
            *(
                KeyBlock(plain(tr(menu.title)), [KeyRow(plain(tr(r.text)), r.shortcuts[0], True) for r in menu.actions])
                for menu in MENUS.values()
            ),
            KeyBlock(tr("On the roll"), [KeyRow(tr(does), keys, True) for keys, does in ROLL_KEYS]),
            KeyBlock(tr("On sentences"), [KeyRow(tr(does), keys, True) for keys, does in SENTENCE_KEYS]),
            KeyBlock(tr("Mouse"), [KeyRow(tr(does), tr(what), False) for what, does in MOUSE]),
        ]
        self.line = QLineEdit()
        self.line.setPlaceholderText(tr("Search keys and what they do"))
        self.line.setAccessibleName(tr("Search keys"))
        self.line.setClearButtonEnabled(True)
        for clear in self.line.findChildren(QToolButton):
            clear.setAccessibleName(tr("Clear the search"))
        self.line.textChanged.connect(self._search)
        self._none = label(tr("No key does this; Find an action knows more words."), "second")
        self._none.hide()
        scroll = QScrollArea()
        scroll.setWidget(self._columns())
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(20, 16, 12, 16)
        outer.setSpacing(12)
        outer.addLayout(row(label(tr("Keyboard shortcuts"), "title"), None, self.line))
        outer.addWidget(self._none)
        outer.addWidget(scroll)
        self.line.setMinimumWidth(260)
        room = parent.size() if parent is not None else self.sizeHint()
        self.resize(min(1080, max(700, room.width() - 60)), min(760, max(480, room.height() - 60)))
        self.line.setFocus()

    def _columns(self) -> QWidget:
        """The blocks in order, each column about as high as the others."""
        body = QWidget()
        line = QHBoxLayout(body)
        line.setSpacing(36)
        whole = sum(len(block.rows) + 2 for block in self.blocks)
        columns: list[QVBoxLayout] = []
        for _ in range(COLUMNS):
            columns.append(QVBoxLayout())
            line.addLayout(columns[-1], 1)
        filled = 0
        for block in self.blocks:
            columns[min(COLUMNS - 1, filled * COLUMNS // whole)].addWidget(block)
            filled += len(block.rows) + 2
        for column in columns:
            column.addStretch(1)
        return body

    def _search(self, text: str) -> None:
        words = text.strip().lower()
        found = [block.search(words) for block in self.blocks]
        self._none.setVisible(not any(found))
