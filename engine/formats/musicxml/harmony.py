"""Chord symbols as MusicXML's <harmony>: root, kind, bass and degrees, both ways.

MusicXML counts an altered degree from the kind's own and an added one from a dominant chord's; a chord here counts
both from the major scale."""

from xml.etree.ElementTree import Element

from engine.canvas.chord import ADD, ALTER, FIFTHS, KINDS, MAY_ALTER, NONE, OMIT, PLACES, Chord, Degree, Harmony, normal
from engine.errors import CanvasError
from engine.theory.chords.symbols import chord_symbol, note_name, parse_chord, suffix
from engine.theory.spelling import STEP_SEMITONES, letter_of, place_of

# kinds that other programs write, as one of ours with something added
OTHER_KINDS = {
    "suspended-fourth-seventh": ("suspended-fourth", (Degree(7, -1, ADD),)),
    "minor-major-seventh": ("major-minor", ()),
    "minor-major-ninth": ("major-minor", (Degree(9, 0, ADD),)),
    "augmented-major-seventh": ("major-seventh", (Degree(5, 1, ALTER),)),
    "augmented-dominant-ninth": ("augmented-seventh", (Degree(9, 0, ADD),)),
    "half-diminished-ninth": ("half-diminished", (Degree(9, 0, ADD),)),
    "diminished-ninth": ("diminished-seventh", (Degree(9, 0, ADD),)),
}
SAME_DEGREE = {10: 3, 12: 5}


def harmony_xml(harmony: Harmony, at: int) -> str:
    """A <harmony> that stands before the note at step `at`."""
    chord = harmony.chord
    offset = f"<offset>{harmony.step - at}</offset>" if harmony.step > at else ""
    if chord.root is None:
        root = '<root><root-step text="">C</root-step></root>'
        return f'<harmony>{root}<kind text="{chord_symbol(chord)}">{NONE}</kind>{offset}</harmony>\n'
    bass = "" if chord.bass is None else _note("bass", chord.bass)
    kind = f'<kind text="{suffix(chord)}">{chord.kind}</kind>'
    degrees = "".join(_degree(degree, chord.kind) for degree in chord.degrees)
    return f"<harmony>{_note('root', chord.root)}{kind}{bass}{degrees}{offset}</harmony>\n"


def _note(name: str, place: int) -> str:
    """The root or the bass."""
    letter, alter = letter_of(place)
    sign = f"<{name}-alter>{alter}</{name}-alter>" if alter else ""
    return f"<{name}><{name}-step>{letter}</{name}-step>{sign}</{name}>"


def _degree(degree: Degree, kind: str) -> str:
    """One degree; the kind's text names it already, so it is not printed again."""
    value, alter, change = degree
    counted = {ALTER: alter - dict(KINDS[kind]).get(value, 0), ADD: alter + (value == 7), OMIT: 0}[change]
    return (
        f'<degree print-object="no"><degree-value>{value}</degree-value><degree-alter>{counted}</degree-alter>'
        f"<degree-type>{change}</degree-type></degree>"
    )


def read_harmony(element: Element, fifths: int) -> Chord | None:
    """The chord of a <harmony>, moved along the line of fifths as its part is; None for what is no chord here."""
    kind = element.find("kind")
    name = (kind.text or "").strip() if kind is not None else ""
    if name == NONE:
        return Chord(None, NONE)
    root, bass = _place(element, "root"), _place(element, "bass")
    if root is None:
        return None
    try:
        base, added = OTHER_KINDS.get(name, (name, ()))
        if base not in KINDS:
            raise CanvasError(f"There is no kind of chord {name!r} here.")
        degrees = [change for each in element.findall("degree") for change in _changes(each, base)]
        chord = Chord(root, *normal(base, (*added, *degrees)))
    except (CanvasError, ValueError, OverflowError):
        text = "" if kind is None else kind.get("text") or ""
        if not text:
            return None
        try:  # what is printed may say more than the kind
            chord = parse_chord(note_name(root) + text)
        except CanvasError:
            return None
    bass = _inverted(element, chord) if bass is None else bass
    if bass is not None and bass != root and bass in PLACES:
        chord = Chord(chord.root, chord.kind, chord.degrees, bass)
    return chord.moved(fifths) if fifths else chord


def _place(element: Element, name: str) -> int | None:
    """The place on the line of fifths of the root or the bass."""
    step = (element.findtext(f"{name}/{name}-step") or "").strip()
    try:
        alter = round(float(element.findtext(f"{name}/{name}-alter") or "0"))
    except (ValueError, OverflowError):
        return None
    return place_of(step, alter) if step in STEP_SEMITONES and abs(alter) <= 2 else None


def _changes(element: Element, kind: str) -> list[Degree]:
    """What one <degree> does to a kind."""
    value, alter = int(element.findtext("degree-value") or ""), round(float(element.findtext("degree-alter") or "0"))
    change, own = (element.findtext("degree-type") or "").strip(), dict(KINDS[kind])
    value = SAME_DEGREE.get(value, value)
    if change == OMIT:
        return [Degree(value, 0, OMIT)] if value in own else []
    if change == ALTER and value in own:
        alter += own[value]
        if alter == own[value]:
            return []
        replaced = value in MAY_ALTER and alter in (-1, 1)
        return [Degree(value, alter, ALTER)] if replaced else [Degree(value, 0, OMIT), Degree(value, alter, ADD)]
    alter -= value == 7
    return [Degree(value, alter, ADD)] if own.get(value) != alter else []


def _inverted(element: Element, chord: Chord) -> int | None:
    """The bass that an inversion without a named bass means."""
    inversion = (element.findtext("inversion") or "").strip()[:2]
    number = int(inversion) if inversion.isascii() and inversion.isdigit() else 0
    if not 0 < number < len(chord.parts) or chord.root is None:
        return None
    value, alter = chord.parts[number]
    return chord.root + FIFTHS[value] + 7 * alter
