"""Which of a file's parts become soprano, alto, tenor and bass: by their names, then by what they play.

A guess that the user may change; nothing is fitted here."""

import re
from itertools import combinations

from engine.canvas.music import VOICES
from engine.formats.lines import polyphony
from engine.formats.raw_score import RawPart, on_grid

NAMES = {  # what a track may be called, by voice
    0: ("soprano", "sopran", "cantus", "discant", "s"),
    1: ("alto", "alt", "altus", "a"),
    2: ("tenor", "t"),
    3: ("bass", "bassus", "basso", "b"),
}
ROLES = {  # words in a name that say as much, by voice
    0: frozenset(
        [
            "soprano",
            "sopran",
            "melody",
            "melodie",
            "melodia",
            "mel",
            "lead",
            "vocal",
            "vocals",
            "voc",
            "vox",
            "voice",
            "singer",
            "gesang",
            "chant",
        ]
    ),
    1: frozenset(["alto", "altus"]),
    2: frozenset(["tenor"]),
    3: frozenset(["bass", "basso", "bassus", "basse", "contrabass", "kontrabass"]),
}
DRUMS = frozenset(
    [
        "drum",
        "drums",
        "drumset",
        "drumkit",
        "perc",
        "percussion",
        "kick",
        "snare",
        "hihat",
        "cymbal",
        "cymbals",
        "claps",
        "schlagzeug",
    ]
)
BASSES, BEATEN = range(32, 40), range(112, 120)  # programs of General MIDI
SUBSTANTIAL = 0.15  # of the notes of the busiest part: less is no line of its own
VoiceChoice = tuple[int | None, int | None, int | None, int | None]


def guess(parts: tuple[RawPart, ...]) -> VoiceChoice:
    """The part for each voice: by name if all four are named; else the melody, the bass, the top and bottom lines and
    then the busiest, highest first. One single line is the melody."""
    for rank in (0, 1):
        named = [_by_name(parts, voice, rank) for voice in range(4)]
        if None not in named and len(set(named)) == 4:
            return (named[0], named[1], named[2], named[3])
    roles = {index: role(part) for index, part in enumerate(parts) if part.notes}
    sounding = _chosen(parts, roles)
    wide = {index: polyphony([on_grid(note) for note in parts[index].notes]) for index in sounding}
    lines = dict.fromkeys(sounding, 1)
    while sum(lines.values()) < 4 and any(lines[index] < wide[index] for index in sounding):
        hungry = max(sounding, key=lambda index: wide[index] - lines[index])
        lines[hungry] += 1
    spread = [index for index in sounding for _ in range(lines[index])]
    places = _places(spread, parts, lines, roles)
    chosen: list[int | None] = [None] * 4
    for place, index in zip(places, spread, strict=True):
        chosen[place] = index
    return (chosen[0], chosen[1], chosen[2], chosen[3])


def role(part: RawPart) -> int | None:
    """The voice that a part's names or instrument refer to, or None."""
    words = _words(part)
    for voice in (0, 3, 1, 2):
        if words & ROLES[voice]:
            return voice
    return 3 if part.program in BASSES else None


def is_percussion(part: RawPart) -> bool:
    """Whether a part is drums, although it is not on their channel."""
    return bool(_words(part) & DRUMS) or part.program in BEATEN


def _words(part: RawPart) -> set[str]:
    """The words of all a part is called by."""
    return set(re.findall(r"[^\W\d_]+", " ".join((part.name, *part.hints)).casefold()))


def _chosen(parts: tuple[RawPart, ...], roles: dict[int, int | None]) -> list[int]:
    """At most four parts, the melody or highest first, the bass or lowest last."""
    pool = [index for index in roles if not is_percussion(parts[index])] or list(roles)
    busiest = sorted(pool, key=lambda index: -len(parts[index].notes))
    wanted: list[int] = []
    for voice in (0, 3, 1, 2):
        wanted += [index for index in busiest if roles[index] == voice][:1]
    most = max((len(parts[index].notes) for index in pool), default=0)
    lines = [index for index in busiest if len(parts[index].notes) >= SUBSTANTIAL * most]
    taken = {roles[index] for index in wanted}
    by_pitch = sorted(lines, key=lambda index: parts[index].mean_pitch)
    wanted += by_pitch[-1:] if 0 not in taken else []
    wanted += by_pitch[:1] if 3 not in taken else []
    found = list(dict.fromkeys([*wanted, *busiest]))[:4]
    return sorted(found, key=lambda index: -_height(parts[index], roles[index] if _firm(roles, found, index) else None))


def _height(part: RawPart, voice: int | None) -> float:
    """A part's place among the others: by its name, else by its mean pitch."""
    if voice is None:
        return part.mean_pitch
    return {0: 1000.0, 3: -1000.0}.get(voice, (VOICES[voice].low + VOICES[voice].high) / 2)


def _firm(roles: dict[int, int | None], found: list[int], index: int) -> bool:
    """Whether a part is the first to have its name."""
    return index == next(each for each in found if roles[each] == roles[index])


def _by_name(parts: tuple[RawPart, ...], voice: int, rank: int) -> int | None:
    """The first part whose hint of a rank (0 = the instrument's name, 1 = its own) is what a voice is called."""
    for index, part in enumerate(parts):
        if any(hint.strip().strip(".").casefold() in NAMES[voice] for hint in part.hints[rank : rank + 1]):
            return index
    return None


def _places(
    spread: list[int], parts: tuple[RawPart, ...], lines: dict[int, int], roles: dict[int, int | None]
) -> tuple[int, ...]:
    """Which voices, in order, suit the lines best; a lone line is the melody, outer voices go first where one part
    has several lines, and names count."""
    if len(spread) == 1:
        return (roles[spread[0]] or 0,)
    if len(lines) == 1:
        return {2: (0, 3), 3: (0, 1, 3), 4: (0, 1, 2, 3)}[len(spread)]

    def distance(places: tuple[int, ...]) -> tuple[int, float]:
        named = sum(roles[index] not in (None, place) for place, index in zip(places, spread, strict=True))
        return named, sum(
            abs(parts[index].mean_pitch - (VOICES[place].low + VOICES[place].high) / 2)
            for place, index in zip(places, spread, strict=True)
        )

    return min(combinations(range(4), len(spread)), key=distance)
