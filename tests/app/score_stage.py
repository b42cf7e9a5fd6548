"""Where notes stand in a shown score, for tests that click on them."""

from PySide6.QtCore import QPointF

from app.score.engraving import HEAD_WIDTH


def head_point(view, voice, onset):
    """The middle of a note's first head in the viewport; None while it is not engraved."""
    places = view.places
    for index, made in places.engraved(range(view.passages.count)):
        for head in made.heads:
            if not head.rest and (head.voice, head.onset) == (voice, onset):
                x = places.left_of(index, head.x + HEAD_WIDTH / 2)
                return QPointF(x, head.y * places.zoom + places.top_of(made))
    return None
