"""The look: readable text on every ground, voices and brushes distinguishable without colour, icons that exist and
draw."""

import pytest
from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QColor, QFontInfo, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

import assets
from app.widgets import theme as fonts
from app.widgets.icons import ICONS, icon, paint_icon
from app.widgets.ink import NoteState, fill_brush, paint_note
from app.widgets.stylesheet import use_theme
from app.widgets.theme import DARK, LIGHT, look, mix, theme
from engine.canvas.mask import Brush

BOTH = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


def luminance(colour):
    parts = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@BOTH
def test_text_can_be_read_on_every_surface(colours):
    for text in ("ink", "ink2", "ink3"):
        for ground in ("win", "panel", "paper", "rowalt", "raised", "sunk"):
            assert contrast(getattr(colours, text), getattr(colours, ground)) >= 4.5, (text, ground)
    assert contrast(colours.accent, colours.onacc) >= 4.5
    assert contrast(colours.gloss, colours.paper) >= 4.5
    for voice in colours.voices:
        assert contrast(voice, colours.onvoice) >= 4.5
        assert contrast(voice, colours.paper) >= 4.5


def drawn(paint, width=40, height=14):
    """The picture of something painted, in black on white: shapes without colours."""
    image = QImage(width, height, QImage.Format.Format_Grayscale8)
    image.fill(QColor("white"))
    painter = QPainter(image)
    paint(painter, QRectF(1, 1, width - 2, height - 2))
    painter.end()
    return bytes(image.constBits())


def grey(colours):
    """The theme with one colour for all voices and all brushes."""
    from dataclasses import replace

    one = QColor("#303030")
    return replace(colours, voices=(one,) * 4, brushes=dict.fromkeys(Brush, one))


@BOTH
def test_voices_differ_by_shape_alone(colours, qapp):
    pictures = {drawn(lambda p, r, v=v: paint_note(p, r, v, NoteState.KEPT, grey(colours), "")) for v in range(4)}
    assert len(pictures) == 4


@BOTH
def test_brushes_and_states_differ_by_pattern_alone(colours, qapp):
    assert len({drawn(lambda p, r, b=b: fill_brush(p, r, b, grey(colours))) for b in Brush}) == 4
    assert len({drawn(lambda p, r, s=s: paint_note(p, r, 1, s, grey(colours), "")) for s in NoteState}) == len(
        NoteState
    )


@pytest.mark.parametrize("name", sorted(ICONS))
def test_every_icon_draws_inside_its_square(name, qapp):
    image = QImage(40, 40, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_icon(painter, QRectF(10, 10, 20, 20), name, QColor("black"))
    painter.end()
    inked = [(x, y) for x in range(40) for y in range(40) if image.pixelColor(x, y).alpha()]
    assert len(inked) > 8
    assert all(9 <= x <= 30 and 9 <= y <= 30 for x, y in inked)


def test_an_icon_follows_the_theme(qapp):
    def ink():
        image = icon("add").pixmap(20, 20).toImage()
        return image.pixelColor(10, 10).name()

    use_theme("light")
    light = ink()
    use_theme("dark")
    assert light == LIGHT.ink2.name()
    assert ink() == DARK.ink2.name()
    use_theme("light")


def test_no_such_icon(qapp):
    with pytest.raises(KeyError, match="there is no icon 'unicorn'"):
        icon("unicorn")


def test_the_application_changes_its_theme(qapp, qtbot):
    button = QPushButton("x")
    qtbot.addWidget(button)
    with qtbot.waitSignal(look.changed):
        use_theme("dark")
    assert theme() is DARK
    assert QApplication.palette().window().color() == DARK.panel
    with qtbot.waitSignal(look.changed):
        use_theme("light")
    assert theme() is LIGHT
    use_theme("nonsense")
    assert look.choice == "system"


def test_the_same_theme_twice_styles_every_widget_once(qapp, qtbot):
    styled = []

    class Styled(QWidget):
        def changeEvent(self, event):
            if event.type() == QEvent.Type.StyleChange:
                styled.append(event)

    widget = Styled()
    qtbot.addWidget(widget)
    widget.show()
    use_theme("dark")
    use_theme("light")
    assert styled
    styled.clear()
    use_theme("light")
    assert not styled and QApplication.palette().window().color() == LIGHT.panel


def test_mix():
    assert mix(QColor("black"), QColor("white"), 0.5).name() == "#808080"


def test_without_fitting_fonts_of_the_system_the_shipped_ones_are_used(qapp, monkeypatch):
    monkeypatch.setattr(fonts, "_families", {})
    monkeypatch.setattr(fonts.QFontDatabase, "families", lambda: [fonts.OWN_SANS, fonts.OWN_SERIF, "Other Sans"])
    for font, family in ((fonts.sans(), fonts.OWN_SANS), (fonts.serif(), fonts.OWN_SERIF)):
        assert font.families()[0] == family and QFontInfo(font).family() == family
    assert QFontInfo(fonts.sans(13, 600)).weight() == 600 and QFontInfo(fonts.serif(19, 700)).weight() == 700
    assert QFontInfo(fonts.serif(19, italic=True)).italic()
    english = QFontMetrics(fonts.sans())
    assert all(english.inFontUcs4(ord(sign)) for sign in "Aé…–—“”’ß×·→ł№")


def test_shipped_fonts_are_small_and_have_their_licences():
    for path in assets.fonts():
        assert path.stat().st_size < 300_000
        family = path.stem.rsplit("-", 1)[0]
        assert path.name.split("-")[0] in (path.parent / f"LICENSE-{family}.txt").read_text(encoding="utf-8")
