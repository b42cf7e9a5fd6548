"""The guide (docs/GUIDE.md) in a window of its own, beside the page it talks about. Shows one shipped file: no HTML in
it is read, its links lead only to its own headings, and its pictures come only from the folder beside it."""

import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QFont, QImage, QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

import assets
from app.widgets.labels import button, row
from app.words import tr

MARKDOWN = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
PICTURE = 700  # points: the width that every larger picture gets
SIZE = (820, 720)
ABOVE_HEADING, BELOW = 20, 8  # points
LETTERS = 15  # pixels: larger than in a panel, for this is for reading


def anchor(heading: str) -> str:
    """The name by which Markdown links to a heading: 'Sound, and your DAW' is #sound-and-your-daw."""
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


class GuideText(QTextBrowser):
    """The text with its pictures."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._folder = path.parent
        self.setAcceptRichText(False)  # nothing is pasted here
        self.setOpenLinks(False)
        self.anchorClicked.connect(self._follow)
        font = QFont(self.font())
        font.setPixelSize(LETTERS)
        self.document().setDefaultFont(font)
        self.document().setDocumentMargin(24)
        self.document().setMarkdown(_read(path), MARKDOWN)
        self._space_out()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        place = (self._folder / QUrl(name).toString()).resolve()
        if kind != QTextDocument.ResourceType.ImageResource.value or self._folder.resolve() not in place.parents:
            return None
        picture = QImage(str(place))
        if picture.width() > PICTURE:
            picture.setDevicePixelRatio(picture.width() / PICTURE)
        return picture

    def _space_out(self) -> None:
        """Air above headings and below paragraphs; lists stay together."""
        cursor = QTextCursor(self.document())
        while True:
            block = cursor.block()
            form = block.blockFormat()
            form.setTopMargin(ABOVE_HEADING if form.headingLevel() else 0)
            form.setBottomMargin(2 if block.textList() else BELOW)
            cursor.setBlockFormat(form)
            if not cursor.movePosition(QTextCursor.MoveOperation.NextBlock):
                return

    def heading(self, name: str) -> QTextBlock | None:
        """The heading that a link names."""
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and anchor(block.text()) == name:
                return block
            block = block.next()
        return None

    def _follow(self, link: QUrl) -> None:
        found = self.heading(link.fragment())
        if found is not None:
            top = self.document().documentLayout().blockBoundingRect(found).top()
            self.verticalScrollBar().setValue(int(top))


class GuideDialog(QDialog):
    """The guide, to be left open while trying things."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Guide"))
        self.text = GuideText(assets.guide())
        self.text.setAccessibleName(tr("Guide"))
        top, close = button(tr("Back to the top")), button(tr("Close"))
        top.clicked.connect(lambda: self.text.verticalScrollBar().setValue(0))
        close.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.addWidget(self.text, 1)
        column.addLayout(row(top, None, close))
        self.resize(*SIZE)


def _read(path: Path) -> str:
    """The text, or a sentence where it is missing."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return tr("The guide is missing from this installation.")
