"""Colour tokens, fonts and measures, light and dark, and which theme is in use.

How things are painted is in app.widgets.ink, how widgets are styled in app.widgets.stylesheet, line icons in
app.widgets.icons."""

from dataclasses import dataclass, fields
from functools import cache

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase

import assets
from engine.canvas.mask import Brush

CHOICES = ("system", "light", "dark")

# token: (light, dark)
TOKENS = {
    "win": ("#EBE5D9", "#101217"),  # window, strips
    "panel": ("#F4EFE5", "#1A1D24"),  # side panels, bars
    "paper": ("#FDFBF6", "#14171D"),  # roll, page, score
    "rowalt": ("#F7F3EA", "#171A21"),  # rows of the black keys
    "raised": ("#FFFEFB", "#262B36"),  # cards, popovers
    "sunk": ("#E6DFD1", "#0E1014"),  # chosen item, tracks
    "line": ("#D9D0BF", "#343A47"),  # bars
    "soft": ("#ECE6DA", "#22262F"),  # beats
    "shadow": ("#D2C8B5", "#08090B"),  # offset shadow
    "ghost": ("#CDBFA3", "#4A463D"),  # scraped notes
    "gloss": ("#7A6A4C", "#B9A67E"),  # the old word above the new
    "ink": ("#1F2532", "#ECE6DA"),  # text, primary fill
    "ink2": ("#545A66", "#B4B0A5"),  # second text, icons
    "ink3": ("#5B5F68", "#98958D"),  # captions, key caps
    "accent": ("#A8372A", "#EE8A74"),  # Rewrite, progress, checks
    "onacc": ("#FFFFFF", "#1A0F0C"),  # text on accent
    "acctint": ("#F3DED6", "#3A2622"),  # differing words
    "focus": ("#1B3F9E", "#8FB0FF"),  # ring, selection
    "lint": ("#8E1B3A", "#FF9DB5"),  # voice-leading marks
    "ok": ("#2C6A3F", "#7CC596"),  # inside Bach's range
    "undertext": ("#F2EBDC", "#1B1E25"),  # decoration only
    "keywhite": ("#FFFEFB", "#A9A598"),  # the keyboard's keys
    "keyblack": ("#2B303B", "#14171D"),
    "onvoice": ("#FFFFFF", "#14171D"),  # a letter on a voice's colour
}
VOICE_COLOURS = (("#B35900", "#F7B354"), ("#0B7F78", "#93E3D6"), ("#1B3F9E", "#7099F7"), ("#5E1238", "#F2668F"))
BRUSH_COLOURS = {
    Brush.KEEP: ("#26324F", "#AEB9D6"),
    Brush.WHISPER: ("#635C7B", "#A79FC2"),
    Brush.SUGGEST: ("#75650F", "#D6C35A"),
    Brush.REWRITE: ("#A8372A", "#EE8A74"),
}
SURPRISE_COLOURS = (("#DDE1EA", "#39435F"), ("#A9B1C6", "#6E7690"), ("#8F7B22", "#B5A45C"), ("#4A3B00", "#FFE14D"))
SURPRISE_BITS = (1.0, 2.0, 4.0)  # where one colour of surprise ends and the next begins

OWN_SANS, OWN_SERIF = "Palimpsest Sans", "Palimpsest Serif"  # shipped: assets/fonts
SANS = (
    "Inter",
    OWN_SANS,
    "Segoe UI Variable Text",
    "Segoe UI",
    "SF Pro Text",
    "Helvetica Neue",
    "Noto Sans",
    "Cantarell",
    "Ubuntu",
    "Liberation Sans",
)
SERIF = ("Palatino Linotype", "Palatino", "P052", "TeX Gyre Pagella", OWN_SERIF, "Georgia", "DejaVu Serif")


@dataclass(frozen=True)
class Theme:
    """The colours of one look; every token of STYLE, four voices (S A T B), four brushes, four grades of surprise."""

    dark: bool
    win: QColor
    panel: QColor
    paper: QColor
    rowalt: QColor
    raised: QColor
    sunk: QColor
    line: QColor
    soft: QColor
    shadow: QColor
    ghost: QColor
    gloss: QColor
    ink: QColor
    ink2: QColor
    ink3: QColor
    accent: QColor
    onacc: QColor
    acctint: QColor
    focus: QColor
    lint: QColor
    ok: QColor
    undertext: QColor
    keywhite: QColor
    keyblack: QColor
    onvoice: QColor
    voices: tuple[QColor, QColor, QColor, QColor]
    brushes: dict[Brush, QColor]
    surprise: tuple[QColor, QColor, QColor, QColor]

    @property
    def name(self) -> str:
        """light or dark."""
        return "dark" if self.dark else "light"

    def tokens(self) -> dict[str, str]:
        """Every single colour as #rrggbb, by token."""
        return {f.name: getattr(self, f.name).name() for f in fields(self) if isinstance(getattr(self, f.name), QColor)}


def _make(side: int) -> Theme:
    single = {token: QColor(pair[side]) for token, pair in TOKENS.items()}
    voices = tuple(QColor(pair[side]) for pair in VOICE_COLOURS)
    surprise = tuple(QColor(pair[side]) for pair in SURPRISE_COLOURS)
    return Theme(
        bool(side),
        **single,
        voices=voices,  # type: ignore[arg-type]
        brushes={b: QColor(p[side]) for b, p in BRUSH_COLOURS.items()},
        surprise=surprise,  # type: ignore[arg-type]
    )


LIGHT, DARK = _make(0), _make(1)


class Look(QObject):
    """Which theme is in use; `changed` asks every painter to repaint."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choice = "system"
        self.theme = LIGHT
        self.reduced_motion = False

    def use(self, choice: str, theme: Theme) -> None:
        """Use a theme, and remember the choice that led to it."""
        self.choice, self.theme = choice, theme
        self.changed.emit()


look = Look()


def theme() -> Theme:
    """The theme in use."""
    return look.theme


def mix(colour: QColor, ground: QColor, share: float) -> QColor:
    """`share` (0..1) of a colour on a ground, as an opaque colour."""
    rest = 1 - share
    pairs = ((colour.redF(), ground.redF()), (colour.greenF(), ground.greenF()), (colour.blueF(), ground.blueF()))
    return QColor.fromRgbF(*(a * share + b * rest for a, b in pairs))


def faded(colour: QColor, share: float) -> QColor:
    """A colour at `share` (0..1) of its opacity."""
    pale = QColor(colour)
    pale.setAlphaF(colour.alphaF() * share)
    return pale


_families: dict[tuple[str, ...], list[str]] = {}


@cache
def _load_own() -> None:
    """Once: make the shipped fonts known to Qt; without them the system's are used."""
    for path in assets.fonts():
        QFontDatabase.addApplicationFont(str(path))


def _family(wanted: tuple[str, ...]) -> list[str]:
    """The installed families of a list, best first, then what the system likes; the shipped ones come with it."""
    if wanted not in _families:
        _load_own()
        installed = set(QFontDatabase.families())
        kind = QFontDatabase.SystemFont.GeneralFont
        _families[wanted] = [*(name for name in wanted if name in installed), QFontDatabase.systemFont(kind).family()]
    return _families[wanted]


def sans(pixels: float = 13, weight: int = 400) -> QFont:
    """The interface font; `pixels` before display scaling, weight 400, 600 or 700; digits of one width."""
    return _font(SANS, pixels, weight)


def serif(pixels: float = 19, weight: int = 400, italic: bool = False) -> QFont:
    """The font of sentences and of the wordmark."""
    font = _font(SERIF, pixels, weight)
    font.setItalic(italic)
    return font


def _font(wanted: tuple[str, ...], pixels: float, weight: int) -> QFont:
    font = QFont(_family(wanted))
    font.setPixelSize(max(1, round(pixels)))
    font.setWeight(QFont.Weight(weight))
    font.setFeature(QFont.Tag("tnum"), 1)
    return font
