"""The score on paper:

PDF, SVG and PNG that other readers open, a file for each page, and sentences for what cannot be."""

import pytest
from PySide6.QtGui import QImage
from PySide6.QtPrintSupport import QPrinter

from app.score.export import engraved_pages, export, paint_pages, pdf
from app.score.layout_xml import LAYOUTS
from engine.canvas.music import blank_piece
from engine.errors import FormatError
from tests.app.sound_stage import scale


@pytest.fixture(scope="module")
def pages():
    return engraved_pages(scale(bars=4))


def test_a_pdf_has_as_many_pages_as_the_score(qapp, tmp_path):
    many = engraved_pages(scale(bars=90))
    assert len(many) > 1
    export(tmp_path / "score.pdf", many, "A scale")
    data = (tmp_path / "score.pdf").read_bytes()
    assert data.startswith(b"%PDF") and data.rstrip().endswith(b"%%EOF")
    assert data.count(b"/Type /Page\n") == len(many)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_png_shows_ink_on_white(qapp, tmp_path, layout):
    (path,) = export(tmp_path / "score.png", engraved_pages(scale(), layout))
    image = QImage(str(path))
    assert image.width() == 2480 and image.height() == pytest.approx(3508, abs=2)
    small = image.scaled(124, 175)
    shades = {small.pixelColor(x, y).lightness() for x in range(124) for y in range(175)}
    assert max(shades) == 255 and min(shades) < 220


def test_several_pages_are_several_files(qapp, tmp_path):
    names = export(tmp_path / "score.svg", engraved_pages(scale(bars=90)))
    assert [name.name for name in names[:2]] == ["score-1.svg", "score-2.svg"] and all(
        name.read_bytes().startswith(b"<svg") for name in names
    )


def test_pages_replace_no_file_that_nobody_was_asked_about(qapp, tmp_path):
    there = tmp_path / "score-2.svg"
    there.write_text("of the user")
    names = export(tmp_path / "score.svg", engraved_pages(scale(bars=90)))
    assert [name.name for name in names[:2]] == [
        "score 2-1.svg",
        "score 2-2.svg",
    ] and there.read_text() == "of the user"


def test_the_title_stands_above(pages, qapp):
    from dataclasses import replace

    (page,) = engraved_pages(replace(scale(), title="Ode & Joy"))
    assert ">Ode &amp; Joy</text>" in page.svg


def test_an_unknown_ending_is_said(pages, tmp_path):
    with pytest.raises(FormatError, match=r"\.pdf, \.svg, \.png"):
        export(tmp_path / "score.doc", pages)


def test_a_very_long_piece_is_said():
    with pytest.raises(FormatError, match="600 bars"):
        engraved_pages(blank_piece(700))


def test_printing_paints_on_the_printer(pages, qapp, tmp_path):
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    paint_pages(printer, pages)
    assert (tmp_path / "printed.pdf").read_bytes().startswith(b"%PDF")


def test_the_same_score_gives_the_same_size(pages, qapp):
    assert abs(len(pdf(pages)) - len(pdf(pages))) < 200
