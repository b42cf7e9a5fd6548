"""How widgets are styled: palette, style sheet and application font made from a theme's tokens.

Roles a widget may ask for with setProperty("role", ...): primary, quiet, danger, card, panel, strip, caption,
second, heading, title, figure, chosen.

The sheet also makes every label, message box and tooltip show its text as it stands. Qt would read a title such as
`Air <img src="/dev/zero">`, which may come from a stranger's file, as HTML, and open that path. Tooltips have no
other switch, and nobody who writes a label has to remember it."""

import atexit
from functools import cache
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.widgets.icons import save_png
from app.widgets.theme import CHOICES, DARK, LIGHT, Theme, look, mix, sans

SHEET = Template("""
QLabel, QToolTip { qproperty-textFormat: PlainText; }
QWidget { color: $ink; }
QMainWindow, QDialog, QMessageBox, QWizard { background: $panel; }
QToolTip { background: $raised; color: $ink; border: 1px solid $line; padding: 4px 6px; }
*[role="panel"] { background: $panel; }
*[role="strip"] { background: $win; }
*[role="paper"] { background: $paper; }
QFrame[role="card"] { background: $raised; border: 1px solid $line; border-radius: 8px; }
QFrame[role="chosen"] { background: $raised; border: 2px solid $ink; border-radius: 8px; }
QFrame[role="rule"] { background: $line; border: none; }
QLabel { background: transparent; }
QLabel[role="caption"] { color: $ink3; font-size: 11px; }
QLabel[role="second"] { color: $ink2; font-size: 12px; }
QLabel[role="heading"] { font-weight: 600; }
QLabel[role="title"] { font-size: 16px; font-weight: 600; }
QLabel[role="figure"] { font-size: 22px; font-weight: 600; }
QLabel[role="keycap"] { color: $ink3; background: $raised; border: 1px solid $line; border-radius: 4px; font-size: 11px; padding: 1px 5px; }

QMenuBar { background: $panel; padding: 4px 8px; spacing: 2px; }
QMenuBar::item { padding: 5px 9px; border-radius: 6px; background: transparent; color: $ink2; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $sunk; color: $ink; }
QMenu { background: $raised; border: 1px solid $line; padding: 6px; }
QMenu::item { padding: 6px 28px 6px 26px; border-radius: 6px; }
QMenu::item:selected { background: $sunk; }
QMenu::item:disabled { color: $dim; }
QMenu::icon { left: 6px; }
QMenu::indicator { width: 16px; height: 16px; left: 6px; }
QMenu::indicator:checked { image: url($tick_ink); }
QMenu::separator { height: 1px; background: $line; margin: 5px 8px; }

QToolBar { background: $panel; border: none; spacing: 4px; padding: 4px 8px; }
QToolBar::separator { width: 1px; background: $line; margin: 8px 8px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 5px 8px; color: $ink; }
QToolButton:hover { background: $hover; }
QToolButton:checked, QToolButton:pressed { background: $sunk; }
QToolButton:focus { border: 2px solid $focus; padding: 4px 7px; }
QToolButton:disabled { color: $dim; }
QToolButton::menu-indicator { image: none; }

QPushButton { background: $raised; border: 1px solid $line; border-radius: 6px; padding: 5px 12px; min-height: 20px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:checked { background: $sunk; }
QPushButton:focus { border: 2px solid $focus; padding: 4px 11px; }
QPushButton:disabled { color: $dim; }
QPushButton:default, QPushButton[role="dark"] { background: $ink; color: $paper; border: 1px solid $ink; font-weight: 600; }
QPushButton:default:hover, QPushButton[role="dark"]:hover { background: $ink2; }
QPushButton[role="primary"] { background: $accent; color: $onacc; border: 1px solid $accent; font-weight: 600; min-height: 24px; padding: 5px 16px; }
QPushButton[role="primary"]:hover { background: $accent_hover; }
QPushButton[role="primary"]:disabled { background: $accent_dim; border-color: $accent_dim; }
QPushButton[role="primary"]:focus, QPushButton:default:focus, QPushButton[role="dark"]:focus { border: 2px solid $focus; }
QPushButton[role="quiet"] { background: transparent; border: 1px solid transparent; }
QPushButton[role="quiet"]:hover { background: $hover; }
QPushButton[role="quiet"]:focus { border: 2px solid $focus; }
QPushButton[role="danger"] { color: $lint; border-color: $lint; }
QPushButton[role="danger"]:disabled { color: $dim; border-color: $line; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox, QAbstractSpinBox {
  background: $raised; border: 1px solid $line; border-radius: 6px; padding: 4px 8px;
  selection-background-color: $focus; selection-color: $onfocus; min-height: 20px; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border: 2px solid $focus; padding: 3px 7px; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { color: $dim; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 18px; border: none; background: transparent; }
QAbstractSpinBox::up-arrow { image: url($up); width: 12px; height: 12px; }
QAbstractSpinBox::down-arrow { image: url($down); width: 12px; height: 12px; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: url($down); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $line; selection-background-color: $sunk; selection-color: $ink; outline: none; }

QCheckBox, QRadioButton { spacing: 8px; background: transparent; }
QCheckBox:focus, QRadioButton:focus { color: $focus; }
QCheckBox::indicator { width: 16px; height: 16px; border: 1.5px solid $ink2; border-radius: 4px; background: $raised; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url($tick); }
QCheckBox::indicator:focus { border: 2px solid $focus; }
QRadioButton::indicator { width: 14px; height: 14px; border: 1.5px solid $ink2; border-radius: 8px; background: $raised; }
QRadioButton::indicator:checked { border: 5px solid $accent; width: 7px; height: 7px; border-radius: 8px; }

QSlider::groove:horizontal { height: 2px; background: $line; border-radius: 1px; }
QSlider::sub-page:horizontal { background: $ink; height: 2px; }
QSlider::handle:horizontal { width: 11px; height: 11px; margin: -6px 0; border: 2px solid $ink; border-radius: 7px; background: $raised; }
QSlider::handle:horizontal:hover { background: $sunk; }
QSlider::handle:horizontal:focus { border-color: $focus; }

QProgressBar { background: $sunk; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; text-align: center; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $thumb; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $ink3; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea { border: none; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }

QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { padding: 7px 14px; margin-right: 2px; color: $ink2; background: transparent; border-top-left-radius: 6px; border-top-right-radius: 6px; }
QTabBar::tab:selected { background: $sunk; color: $ink; font-weight: 600; }
QTabBar::tab:hover:!selected { background: $hover; }
QTabBar:focus::tab:selected { border: 2px solid $focus; }
QTabBar::tear { image: none; width: 0; }
QTabBar::scroller { width: 40px; }
QTabBar QToolButton { background: $panel; border: none; border-radius: 0; padding: 0; margin: 0; }
QTabBar QToolButton::left-arrow { image: url($left); width: 14px; height: 14px; }
QTabBar QToolButton::right-arrow { image: url($right); width: 14px; height: 14px; }
QTabWidget::pane { border: none; }

QListView, QTreeView, QTableView { background: $raised; border: 1px solid $line; border-radius: 6px; outline: none;
  selection-background-color: $sunk; selection-color: $ink; alternate-background-color: $rowalt; gridline-color: $soft; }
QListView::item, QTreeView::item { padding: 4px 6px; border-radius: 4px; }
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected { background: $sunk; color: $ink; }
QHeaderView::section { background: $panel; color: $ink2; border: none; border-bottom: 1px solid $line; padding: 5px 8px; font-weight: 600; }
QStatusBar { background: $panel; color: $ink2; border-top: 1px solid $line; min-height: 25px; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $ink2; font-size: 12px; padding: 0 8px; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QGroupBox { border: none; margin-top: 22px; font-weight: 600; }
QGroupBox::title { subcontrol-origin: margin; left: 0; padding: 0; }
""")

_pictures: list[TemporaryDirectory[str]] = []  # style sheets can show only files: kept until the program ends


def _files(theme: Theme) -> dict[str, str]:
    """The small pictures a style sheet needs, redrawn for a theme."""
    if not _pictures:
        _pictures.append(TemporaryDirectory(prefix="palimpsest-"))
        atexit.register(_pictures[0].cleanup)
    folder = Path(_pictures[0].name)
    wanted = {
        "tick": ("check", theme.onacc),
        "tick_ink": ("check", theme.ink),
        "down": ("down", theme.ink2),
        "up": ("up", theme.ink2),
        "left": ("left", theme.ink2),
        "right": ("right", theme.ink2),
    }
    paths = {key: (folder / f"{key}-{theme.name}.png").as_posix() for key in wanted}
    for key, (name, colour) in wanted.items():
        if not Path(paths[key]).exists():
            save_png(name, colour, paths[key], 16)
    return paths


def sheet(theme: Theme) -> str:
    """The style sheet of a theme."""
    made = {
        "dim": mix(theme.ink, theme.panel, 0.6),
        "hover": mix(theme.sunk, theme.panel, 0.55),
        "thumb": mix(theme.ink3, theme.panel, 0.38),
        "accent_hover": mix(theme.accent, theme.ink, 0.88),
        "accent_dim": mix(theme.accent, theme.panel, 0.6),
        "onfocus": QColor("#FFFFFF") if not theme.dark else theme.paper,
    }
    return SHEET.substitute(theme.tokens(), **{name: colour.name() for name, colour in made.items()}, **_files(theme))


def palette(theme: Theme) -> QPalette:
    """The palette for everything the style sheet does not reach."""
    role = QPalette.ColorRole
    roles = {
        role.Window: theme.panel,
        role.WindowText: theme.ink,
        role.Base: theme.raised,
        role.AlternateBase: theme.rowalt,
        role.Text: theme.ink,
        role.Button: theme.raised,
        role.ButtonText: theme.ink,
        role.BrightText: theme.lint,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.ink,
        role.PlaceholderText: theme.ink3,
        role.Highlight: theme.focus,
        role.HighlightedText: theme.paper,
        role.Link: theme.focus,
        role.LinkVisited: theme.focus,
        role.Light: theme.raised,
        role.Midlight: theme.soft,
        role.Mid: theme.line,
        role.Dark: theme.ink3,
        role.Shadow: theme.shadow,
        role.Accent: theme.accent,
    }
    colours = QPalette()
    for where, colour in roles.items():
        colours.setColor(where, colour)
    for where in (role.Text, role.WindowText, role.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, where, mix(theme.ink, theme.panel, 0.6))
    return colours


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Put a theme on every widget; where all have it already nothing is done, for Qt would polish each of them again."""
    wanted = sheet(theme)
    if application.styleSheet() != wanted:
        application.setStyle("Fusion")
        application.setPalette(palette(theme))
        application.setFont(sans(13))
        application.setStyleSheet(wanted)


def use_theme(choice: str) -> None:
    """Dress the application in light, dark, or whatever the system wants."""
    choice = choice if choice in CHOICES else "system"
    _watch_system()
    system = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    dark = {"light": False, "dark": True}.get(choice, system)
    theme = DARK if dark else LIGHT
    application = QApplication.instance()
    if isinstance(application, QApplication):
        apply_theme(application, theme)
    look.use(choice, theme)


@cache
def _watch_system() -> None:
    """Once: the system may change its mind at dusk."""
    QGuiApplication.styleHints().colorSchemeChanged.connect(_follow_system)


def _follow_system() -> None:
    if look.choice == "system":
        use_theme("system")
