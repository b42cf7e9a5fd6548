"""Every text the user sees passes through here for translation. Knows nothing else."""

import time
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QLocale

from engine.canvas.mask import Brush

CONTEXT = "Palimpsest"
BRUSH_WORDS = {
    Brush.KEEP: "kept",
    Brush.WHISPER: "whispered",
    Brush.SUGGEST: "suggested",
    Brush.REWRITE: "to be rewritten",
}


def tr(text: str, **values: object) -> str:
    """The text in the user's language, with {names} filled in."""
    translated = QCoreApplication.translate(CONTEXT, text)
    return translated.format(**values) if values else translated


def count(number: int, one: str, many: str) -> str:
    """'1 note', '30 notes': the number with the word that fits."""
    return f"{number:,} {tr(one) if number == 1 else tr(many)}"


def brush_word(brush: Brush) -> str:
    """What was painted: 'kept'."""
    return tr(BRUSH_WORDS[brush])


def seconds(value: float) -> str:
    """A duration in the unit the user would choose."""
    if value < 10:
        return tr("{n} s", n=f"{value:.1f}")
    if value < 90:
        return tr("{n} s", n=f"{value:.0f}")
    return tr("{n} min", n=f"{value / 60:.0f}")


def ago(moment: float) -> str:
    """How long ago a moment was (seconds since 1970), roughly."""
    past = max(0.0, time.time() - moment)
    return tr("{n} s ago", n=int(past)) if past < 90 else tr("{n} min ago", n=int(past / 60))


def day(moment: float) -> str:
    """A moment (seconds since 1970) as Today 09:12, Yesterday, Thursday, 11 November."""
    then, now = datetime.fromtimestamp(moment).astimezone(), datetime.now().astimezone()
    days = (now.date() - then.date()).days
    if days <= 0:
        return tr("Today {clock}", clock=f"{then:%H:%M}")
    if days == 1:
        return tr("Yesterday")
    locale = QLocale()
    if days < 7:
        return locale.dayName(then.isoweekday())
    year = f" {then.year}" if then.year != now.year else ""
    return f"{then.day} {locale.monthName(then.month)}{year}"
