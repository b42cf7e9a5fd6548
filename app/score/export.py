"""The score on paper: PDF, SVG, PNG and the printer.

Engraving runs in a worker; drawing here. Knows files and pages, no widgets."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF
from PySide6.QtGui import QImage, QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer

from app.score.engrave_job import engraver
from app.score.engraving import Engraving
from app.score.layout_xml import CLOSED, passage
from app.widgets.theme import sans
from engine.canvas.music import Piece
from engine.errors import FormatError
from engine.formats.files import write_bytes

BLACK = "#000000"
DPI = 300
A4_TENTHS = (2100, 2970)  # of a millimetre
MOST_BARS = 600  # more would keep the window waiting for minutes


def engraved_pages(piece: Piece, layout: str = CLOSED) -> list[Engraving]:
    """The whole piece on A4 pages; slow for long pieces, so for a worker's thread."""
    if len(piece.bars) > MOST_BARS:
        raise FormatError(
            f"A score of more than {MOST_BARS} bars cannot be printed at once; export MusicXML and print it from a"
            " notation program."
        )
    return engraver().pages(passage(piece, 0, len(piece.bars), layout), *A4_TENTHS)


def _renderer(page: Engraving) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(page.coloured(BLACK, BLACK, (BLACK,) * 4, sans().families()[0])))


def paint_pages(device: QPagedPaintDevice, pages: list[Engraving]) -> None:
    """Every page on a printer or PDF writer, as wide as its paper."""
    painter = QPainter(device)
    try:
        for number, page in enumerate(pages):
            if number:
                device.newPage()
            inside = painter.viewport()
            scale = min(inside.width() / page.width, inside.height() / page.height)
            _renderer(page).render(painter, QRectF(0, 0, page.width * scale, page.height * scale))
    finally:
        painter.end()


def pdf(pages: list[Engraving], title: str = "") -> bytes:
    """One PDF of all pages."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("Palimpsest")
    writer.setPageLayout(
        QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    )
    writer.setResolution(DPI)
    paint_pages(writer, pages)
    buffer.close()
    return bytes(data.data())


def svg(page: Engraving) -> bytes:
    """One page as SVG."""
    return page.coloured(BLACK, BLACK, (BLACK,) * 4)


def png(page: Engraving, dpi: int = DPI) -> bytes:
    """One page as a PNG on white."""
    width = round(A4_TENTHS[0] / 254 * dpi)
    image = QImage(width, round(width * page.height / page.width), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _renderer(page).render(painter, QRectF(image.rect()))
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # PySide's stubs know only bytes here
    return bytes(data.data())


def write_pages(path: Path, pages: list[Engraving], each: Callable[[Engraving], bytes]) -> list[Path]:
    """A file for each page: name.png, or name-1.png, name-2.png … where there are several; as nobody was asked about
    those names, none of them replaces a file that is there ("name 2-1.png")."""
    names = [path]
    for more in ("", *(f" {number}" for number in range(2, 1000))):
        if len(pages) > 1:
            names = [path.with_name(f"{path.stem}{more}-{n}{path.suffix}") for n in range(1, len(pages) + 1)]
        if len(pages) == 1 or not any(map(os.path.lexists, names)):
            break
    for name, page in zip(names, pages, strict=True):
        write_bytes(name, each(page))
    return names


def export(path: Path, pages: list[Engraving], title: str = "") -> list[Path]:
    """Write the score in the format of the file's name; the files that were written."""
    kinds: dict[str, Callable[[Engraving], bytes]] = {".svg": svg, ".png": png}
    if path.suffix.lower() in kinds:
        return write_pages(path, pages, kinds[path.suffix.lower()])
    if path.suffix.lower() != ".pdf":
        raise FormatError(f"{path.name} is not a kind a score can be exported as; the kinds are .pdf, .svg, .png.")
    write_bytes(path, pdf(pages, title))
    return [path]
