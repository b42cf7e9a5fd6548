"""The draft for people who listen to the screen: a list with one item for each word, in reading order."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF

from app.sentence.describe import word_words
from app.widgets.list_face import ListFace, Place


class DraftFace(ListFace):
    """The draft as a list of words."""

    def items(self) -> Sequence[Any]:
        return self.view.layout_.boxes

    def place(self, item: Any) -> Place:
        return item.part, item.at

    def place_at(self, point: QPointF) -> Place | None:
        box = self.view.layout_.word_at(point)
        return None if box is None else self.place(box)

    def box(self, item: Any) -> QRectF | None:
        return self.view.word_rect(*self.place(item))

    def words(self, item: Any) -> str:
        project = self.view.shown_project()
        word = project.canvas.sentences[item.part].words[item.at]
        return word_words(project, *self.place(item), unknown=self.view.unknown(word))

    def current(self) -> Place | None:
        return self.view.place
