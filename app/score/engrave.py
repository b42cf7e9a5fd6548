"""A passage as a picture: MusicXML through Verovio to SVG that Qt can draw. Verovio is imported late."""

from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from app.score.engraving import Engraving, Measure
from app.score.layout_xml import Passage, engraving_xml
from app.score.svg import fit_for_qt
from engine.errors import PalimpsestError

ONE_LINE = {"breaks": "none", "adjustPageWidth": True}
OPTIONS = {
    "svgViewBox": True,
    "header": "none",
    "footer": "none",
    "pageMarginTop": 30,
    "pageMarginBottom": 30,
    "pageMarginLeft": 45,
    "pageMarginRight": 20,
    "adjustPageHeight": True,
    "scale": 100,
    "staffLineWidth": 0.2,
    "spacingSystem": 12,
    "spacingLinear": 0.25,
    "spacingNonLinear": 0.6,
}


def even_breaks(measures: list[Measure]) -> tuple[int, ...]:
    """The bars (from 0) that begin systems of about the same length, as many systems as there are; none for one."""
    firsts = [bar for bar, (one, next_) in enumerate(pairwise(measures), 1) if next_.left <= one.left]
    if not firsts:
        return ()
    lines, begins = len(firsts) + 1, {0, *firsts}
    usual = sorted(measure.right - measure.left for measure in measures)[len(measures) // 2]
    widths = [  # the first bar of a system also holds clef and key
        min(measure.right - measure.left, usual) if bar in begins else measure.right - measure.left
        for bar, measure in enumerate(measures)
    ]
    reached = list(accumulate(widths, initial=0.0))
    wanted = [reached[-1] * line / lines for line in range(1, lines)]
    return tuple(sorted({min(range(1, len(measures)), key=lambda bar: abs(reached[bar] - place)) for place in wanted}))


class EngravingError(PalimpsestError):
    """A passage that could not be engraved."""


class Engraver:
    """One Verovio toolkit; use it from one thread."""

    def __init__(self) -> None:
        import verovio  # late and here: 30 MB of library that the window does not wait for

        # WORKAROUND: Verovio keeps the place of its fonts for each thread, and its Python package sets it only in the
        # thread that imports it first.
        verovio.setDefaultResourcePath(str(Path(verovio.__file__).parent / "data"))
        verovio.enableLog(verovio.LOG_OFF)
        self._toolkit: Any = verovio.toolkit()

    def one_line(self, asked: Passage) -> Engraving:
        """A passage on one long line."""
        return self._pages(asked, {**OPTIONS, **ONE_LINE})[0]

    def pages(self, asked: Passage, width: int = 2100, height: int = 2970) -> list[Engraving]:
        """A piece on pages of width x height tenths of a millimetre."""
        margins = {f"pageMargin{side}": 150 for side in ("Top", "Bottom", "Left", "Right")}
        paper = {
            "pageWidth": width,
            "pageHeight": height,
            "breaks": "auto",
            "adjustPageHeight": False,
            "scale": 50,
            "header": "auto",
        }
        free = self._pages(asked, {**OPTIONS, **margins, **paper})
        breaks = even_breaks([measure for page in free for measure in page.measures])
        return self._pages(asked, {**OPTIONS, **margins, **paper, "breaks": "line"}, breaks) if breaks else free

    def _pages(self, asked: Passage, options: dict[str, object], breaks: tuple[int, ...] = ()) -> list[Engraving]:
        self._toolkit.resetOptions()
        self._toolkit.setOptions(options)
        if not self._toolkit.loadData(engraving_xml(asked, breaks)):
            raise EngravingError(
                "This piece could not be engraved; the page and its files are unchanged.", self._toolkit.getLog()
            )
        return [fit_for_qt(self._toolkit.renderToSVG(page + 1), asked) for page in range(self._toolkit.getPageCount())]
