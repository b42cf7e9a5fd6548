"""Small pictures of pieces: something of each voice, nothing outside the frame, long pieces too."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from app.roll.painting.thumbnails import paint_small, paint_thumbnail, unfinished
from app.widgets.theme import DARK, LIGHT
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, blank_piece
from tests.app.roll_stage import piece_with


def picture(piece, colours=LIGHT, mask=None):
    image = QImage(220, 120, QImage.Format.Format_ARGB32)
    image.fill(colours.raised)
    painter = QPainter(image)
    paint_thumbnail(painter, QRectF(10, 10, 200, 100), piece, colours, mask)
    painter.end()
    return image


def colours_in(image):
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_each_voice_is_there_in_its_colour(qapp, colours):
    found = colours_in(picture(piece_with((0, 0, 16, 79), (1, 16, 16, 70), (2, 32, 16, 60), (3, 48, 16, 45)), colours))
    assert {voice.name() for voice in colours.voices} <= found


def test_nothing_outside_its_frame(qapp):
    image = picture(piece_with(*((0, step, 4, 127 if step % 8 else 0) for step in range(0, 64, 4))))
    edge = {image.pixelColor(x, y).name() for x in range(220) for y in (*range(10), *range(110, 120))}
    assert edge == {LIGHT.raised.name()}


def test_free_cells_show(qapp):
    piece = piece_with((0, 0, 64, 72))
    kept = picture(piece, mask=Mask.filled(4, 64, Brush.KEEP))
    freed = picture(piece, mask=Mask.filled(4, 64, Brush.REWRITE).paint(Brush.KEEP, 0, 0, 64))
    assert kept == picture(piece)
    assert freed != kept


def test_what_is_being_written_looks_as_the_piece_made_of_it(qapp):
    piece = piece_with((0, 0, 16, 72), (1, 4, 8, 65), (3, 16, 32, 48))
    cells = piece.grid()
    cells[2, :3], cells[1, 0] = HOLD, HOLD  # holds of nothing are rests
    image = picture(blank_piece(1))
    image.fill(LIGHT.raised)
    painter = QPainter(image)
    paint_small(painter, QRectF(10, 10, 200, 100), unfinished(piece, cells), LIGHT)
    painter.end()
    assert image == picture(piece) and (cells[2, :3] == HOLD).all()


def test_empty_and_long_pieces(qapp):
    picture(blank_piece(1))
    picture(piece_with(*((v, step, 1, 48 + 8 * v + step % 7) for v in range(4) for step in range(8000)), bars=500))
