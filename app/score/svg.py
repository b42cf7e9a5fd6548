"""Verovio's SVG made fit for Qt: strokes on shapes, flat text, places for colours; and the noteheads and bars found in
it."""

import re
from itertools import zip_longest
from xml.etree import ElementTree as Tree

from app.score.engraving import INK, LINES, SPACE, VOICE, Engraving, Measure, NoteHead
from app.score.layout_xml import Passage, place_of

SVG = "http://www.w3.org/2000/svg"
SHAPES = ("path", "polygon", "polyline", "ellipse", "rect", "circle")
MOVE = re.compile(r"translate\(\s*(-?[\d.]+)[ ,]+(-?[\d.]+)\s*\)")
LINE = re.compile(r"M\s*(-?[\d.]+)[ ,]+(-?[\d.]+)\s*L\s*(-?[\d.]+)[ ,]+(-?[\d.]+)")

# the accidentals of chord symbols in the music font, and as characters that other fonts have
ACCIDENTALS = {0xEA64: "♭", 0xEA65: "♮", 0xEA66: "♯", 0x1D12B: "♭♭", 0x1D12A: "♯♯"}

CHORD_SIZE, CHORD_SMALLEST = 340.0, 200.0  # of chord symbols, in the picture's units
CHORD_GAP = 110.0  # between two of them
WIDTHS = {"m": 0.92, "/": 0.42, "(": 0.42, ")": 0.42, "♭": 0.5, "♯": 0.6, "i": 0.3, "j": 0.3, ".": 0.35, " ": 0.35}

Tree.register_namespace("", SVG)
Tree.register_namespace("xlink", "http://www.w3.org/1999/xlink")


def fit_for_qt(text: str, asked: Passage) -> Engraving:
    """Verovio's SVG as QtSvg needs it: one <svg>, strokes on shapes, flat text, no style sheet; and the places found
    in it."""
    root = Tree.fromstring(text)
    inner = root.find(f"{{{SVG}}}svg")
    assert inner is not None
    left, top, width, height = (float(number) for number in inner.get("viewBox", "0 0 1 1").split())
    for tag in ("style", "desc"):
        for found in root.findall(f"{{{SVG}}}{tag}"):
            root.remove(found)
    inner.tag = f"{{{SVG}}}g"
    for name in list(inner.attrib):
        del inner.attrib[name]
    root.attrib = {
        "viewBox": f"{left:g} {top:g} {width:g} {height:g}",
        "width": f"{width / 10:g}",
        "height": f"{height / 10:g}",
        "version": "1.1",
    }
    shift = _shift(inner)
    _colour(inner, INK)
    _space_chords(inner)
    heads, measures = _places(inner, asked, shift)
    return Engraving(Tree.tostring(root, encoding="unicode"), width, height, heads, measures)


def _shift(inner: Tree.Element) -> tuple[float, float]:
    """How far the page's margin moves everything."""
    margin = inner.find(f"{{{SVG}}}g")
    found = MOVE.search(margin.get("transform", "") if margin is not None else "")
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


def _colour(element: Tree.Element, ink: str) -> None:
    """Colours as attributes, and what Qt cannot draw made plain; `ink` is what surrounds the element."""
    for child in list(element):
        kind, tag = child.get("class", ""), child.tag.rpartition("}")[2]
        if "placeholder" in kind or "Milestone" in kind:
            element.remove(child)
            continue
        own = ink
        if kind == "note" and (place := place_of(child.get("id", ""))):
            own = VOICE.format(place[0])
        elif kind == "beam":
            voices = [
                place[0]
                for note in child.iter()
                if note.get("class") == "note" and (place := place_of(note.get("id", "")))
            ]
            own = VOICE.format(voices[0]) if voices else ink
        elif kind.startswith(("ledgerLines", "barLine")) or (tag == "path" and element.get("class") == "staff"):
            own = LINES
        if tag in SHAPES:
            child.set("fill", own)
            if child.get("stroke-width"):
                child.set("stroke", own)
        elif tag == "use":
            child.set("fill", own)
        elif tag == "text":
            _flatten(element, child, kind=element.get("class", ""), ink=own)
        else:
            _colour(child, own)
        if kind in ("system", "staff", "layer", "measure", "page-margin"):
            child.attrib.pop("id", None)


def _flatten(parent: Tree.Element, text: Tree.Element, kind: str, ink: str) -> None:
    """Text of one level, sizes on each piece; a metronome's note is drawn, since its font is not on everybody's
    computer."""
    parts: list[tuple[str, str, str]] = []  # words, size, font

    def gather(element: Tree.Element, size: str, font: str) -> None:
        if element.tag.rpartition("}")[2] == "title":
            return  # a tool tip
        size, font = element.get("font-size", size), element.get("font-family", font)
        for name in ("x", "y", "text-anchor"):
            if name in element.attrib:
                text.set(name, element.attrib[name])
        if element.text and not (element.text.isspace() and "\n" in element.text):
            parts.append((element.text, size, font))
        for child in element:
            gather(child, size, font)

    gather(text, "0px", "")
    x, y = float(text.get("x", "0")), float(text.get("y", "0"))
    if parts and parts[0][2] == "Leipzig":
        size = float(parts.pop(0)[1].removesuffix("px") or 405) / 720 * SPACE
        head = Tree.SubElement(
            parent,
            f"{{{SVG}}}ellipse",
            cx=f"{x + size * 0.5:g}",
            cy=f"{y - size * 0.35:g}",
            rx=f"{size * 0.5:g}",
            ry=f"{size * 0.36:g}",
        )
        head.set("fill", ink)
        stem = Tree.SubElement(
            parent,
            f"{{{SVG}}}path",
            d=f"M{x + size * 0.94:g} {y - size * 0.4:g} L{x + size * 0.94:g} {y - size * 2.6:g}",
        )
        stem.set("stroke", ink)
        stem.set("stroke-width", f"{size * 0.14:g}")
        x += size * 1.5
    if kind == "harm":
        parts = [(words.translate(ACCIDENTALS), size, "") for words, size, _ in parts]
    words = "".join(part[0] for part in parts if part[2] != "Leipzig")
    for child in list(text):
        text.remove(child)
    if not words.strip():
        parent.remove(text)
        return
    text.text = words.strip()
    sizes = [part[1] for part in parts if part[1] not in ("0px", "")]
    text.attrib = {
        "x": f"{x:g}",
        "y": f"{y:g}",
        "font-size": sizes[0].removesuffix("px") if sizes else "405",
        "font-family": "serif",
        "fill": ink,
    } | ({"text-anchor": text.attrib["text-anchor"]} if "text-anchor" in text.attrib else {})
    if kind == "mNum":
        text.set("font-style", "italic")
    if kind == "harm":
        text.set("font-family", "sans-serif")


def _space_chords(inner: Tree.Element) -> None:
    """Chord symbols as large as the room before the next one on their line allows."""
    found = (text for group in inner.iter(f"{{{SVG}}}g") if group.get("class") == "harm" for text in group)
    texts = sorted(
        (float(text.get("y", "0")), float(text.get("x", "0")), place, text) for place, text in enumerate(found)
    )
    for (y, x, _, text), after in zip_longest(texts, texts[1:]):
        size = CHORD_SIZE
        if after is not None and after[0] == y:
            size = min(size, (after[1] - x - CHORD_GAP) / max(1.0, ems(text.text or "")))
        text.set("font-size", f"{max(CHORD_SMALLEST, size):g}")


def ems(words: str) -> float:
    """About how wide words are in a sans-serif font, in sizes of that font; rather more than less."""
    return sum(WIDTHS.get(sign, 0.72 if sign.isupper() else 0.6) for sign in words)


def _places(
    inner: Tree.Element, asked: Passage, shift: tuple[float, float]
) -> tuple[tuple[NoteHead, ...], tuple[Measure, ...]]:
    """Noteheads, rests and bars."""
    onsets = [_onsets(voice.cells, start) for voice, start in zip(asked.piece.voices, asked.onsets, strict=True)]
    heads, measures = [], []
    for measure in (group for group in inner.iter() if group.get("class") == "measure"):
        inside: list[NoteHead] = []
        for group in measure.iter():
            place = place_of(group.get("id", "")) if group.get("class") in ("note", "rest", "mRest") else None
            used = next(group.iter(f"{{{SVG}}}use"), None) if place else None
            found = MOVE.search(used.get("transform", "")) if used is not None else None
            if place and found:
                voice, step = place
                rest = group.get("class") != "note"
                onset = (
                    asked.start + step
                    if rest
                    else onsets[voice][step] + (asked.start if onsets[voice][step] >= 0 else 0)
                )
                onset = asked.onsets[voice] if not rest and onsets[voice][step] < 0 else onset
                inside.append(
                    NoteHead(
                        voice, onset, asked.start + step, float(found[1]) + shift[0], float(found[2]) + shift[1], rest
                    )
                )
        heads += inside
        edges = [
            [LINE.match(path.get("d", "")) for path in staff if path.tag.endswith("path")]
            for staff in measure
            if staff.get("class") == "staff"
        ]
        lines = [[(float(m[1]), float(m[2]), float(m[3])) for m in staff if m] for staff in edges]
        if inside and all(lines) and lines:
            bounds = tuple((staff[0][1] + shift[1], staff[-1][1] + shift[1]) for staff in lines)
            measures.append(
                (min(head.step for head in inside), lines[0][0][0] + shift[0], lines[0][0][2] + shift[0], bounds)
            )
    lengths = [bar.steps for bar in asked.piece.bars]
    starts = dict(zip((asked.start + start for start in asked.piece.bar_starts), lengths, strict=True))
    return tuple(heads), tuple(
        Measure(s, s + starts.get(s, 16), left, right, bounds) for s, left, right, bounds in measures
    )


def _onsets(cells: tuple[int, ...], into: int) -> list[int]:
    """For each step the step at which its note began, -1 where it began before the passage."""
    found, last = [], 0
    for step, cell in enumerate(cells):
        if cell != -1:
            last = -1 if step == 0 and into >= 0 else step
        found.append(last)
    return found
