"""Hypothesis strategies: any valid piece, mask, draft and project, small enough to shrink well."""

from hypothesis import strategies as st

from engine.canvas.chord import ADD, ALTER, KINDS, NO_CHORD, NONE, OMIT, SCALE, Chord, Degree, Harmony, normal
from engine.canvas.mask import Mask
from engine.canvas.music import HOLD, REST, VOICES, Bar, Key, Mark, Piece, Tempo, Voice
from engine.canvas.project import Project, Take, mask_shapes
from engine.canvas.start import OPEN, Start
from engine.canvas.text import Draft, Sentence
from engine.errors import CanvasError
from engine.theory.spelling import place_in_key

METRES = [
    (4, 4),
    (3, 4),
    (2, 4),
    (6, 8),
    (3, 8),
    (2, 2),
    (5, 4),
    (7, 8),
    (12, 8),
    (3, 16),
    (1, 1),
    (4, 2),
    (5, 16),
    (9, 8),
]
PRINTED = st.characters(
    blacklist_categories=("Cs", "Cc", "Co", "Cn", "Zs", "Zl", "Zp", "Cf"), blacklist_characters="\ufffd"
)
LINE = st.text(PRINTED, max_size=12)
CHANGES = st.sampled_from([ADD, ALTER, OMIT])
KEYS = st.builds(Key, st.integers(-7, 7), st.booleans())


@st.composite
def bar_rows(draw, most: int = 5) -> tuple[Bar, ...]:
    """Bars with changes of metre, pick-ups and split bars."""
    bars: list[Bar] = []
    for _ in range(draw(st.integers(1, 3))):
        beats, unit = draw(st.sampled_from(METRES))
        full = Bar.full(beats, unit)
        bars += [full] * draw(st.integers(1, max(1, most // 2)))
        if draw(st.integers(0, 3)) == 0:
            bars.append(full._replace(steps=draw(st.integers(1, full.steps))))
    if draw(st.booleans()):
        bars.insert(0, bars[0]._replace(steps=draw(st.integers(1, bars[0].steps))))
    return tuple(bars[:most])


@st.composite
def cell_rows(draw, steps: int, low: int = 0, high: int = 127) -> tuple[int, ...]:
    """Cells of one voice."""
    cells: list[int] = []
    while len(cells) < steps:
        length = draw(st.integers(1, 20))
        pitch = draw(st.one_of(st.just(REST), st.integers(low, high), st.integers(low, high)))
        cells += [REST] * length if pitch == REST else [pitch] + [HOLD] * (length - 1)
    return tuple(cells[:steps])


@st.composite
def mark_rows(draw, cells: tuple[int, ...]) -> tuple[Mark, ...]:
    """Marks on some of the onsets, each with some of the three things a mark can say."""
    marks = []
    for step, cell in enumerate(cells):
        if cell >= 0 and draw(st.booleans()):
            place = place_in_key(cell, draw(KEYS)) if draw(st.booleans()) else None
            marks.append(Mark(step, draw(st.none() | st.integers(1, 127)), draw(st.just("") | LINE), place))
    return tuple(marks)


@st.composite
def chords(draw) -> Chord:
    """Any chord of the grammar."""
    places = st.integers(-15, 19)
    root, kind = draw(places), draw(st.sampled_from(sorted(set(KINDS) - {NONE})))
    degrees: list[Degree] = []
    for degree in draw(st.lists(st.builds(Degree, st.sampled_from(sorted(SCALE)), st.integers(-1, 1), CHANGES))):
        wider = normal(kind, [*degrees, degree])
        try:
            Chord(root, *wider)
        except CanvasError:
            continue
        kind, degrees = wider[0], list(wider[1])
    return Chord(root, kind, tuple(degrees), draw(st.none() | places.filter(lambda place: place != root)))


@st.composite
def harmonies(draw, steps: int) -> tuple[Harmony, ...]:
    """Chords at some steps of a piece."""
    places = sorted(draw(st.sets(st.integers(0, steps - 1), max_size=4)))
    return tuple(Harmony(step, draw(chords() | st.just(NO_CHORD))) for step in places)


@st.composite
def pieces(draw, names=LINE, low: int = 0, high: int = 127) -> Piece:
    """A valid piece: any metres, pick-ups, rests, marks, tempos, fermatas known or not."""
    bars = draw(bar_rows())
    steps = sum(bar.steps for bar in bars)
    voices = []
    for kind in VOICES:
        cells = draw(cell_rows(steps, low, high))
        voices.append(
            Voice(
                draw(names) if names is not None else kind.name,
                draw(st.integers(0, 127)),
                cells,
                draw(mark_rows(cells)),
            )
        )
    later = draw(st.sets(st.integers(1, max(1, steps - 1)), max_size=2)) if steps > 1 else set()
    speeds = st.integers(40, 2400).map(lambda tenths: tenths / 10)
    tempos = tuple(Tempo(step, draw(speeds)) for step in (0, *sorted(later)))
    fermatas = draw(st.none() | st.sets(st.integers(0, steps - 1), max_size=4).map(lambda found: tuple(sorted(found))))
    return Piece(tuple(voices), bars, draw(KEYS), tempos, fermatas, draw(LINE), draw(harmonies(steps)))


def masks(rows: int, steps: int) -> st.SearchStrategy[Mask]:
    """Any mask of a shape."""
    return st.builds(
        lambda cells: Mask(tuple(bytes(row) for row in cells)),
        st.lists(st.lists(st.integers(0, 3), min_size=steps, max_size=steps), min_size=rows, max_size=rows),
    )


WORDS = st.text(PRINTED, max_size=8)
DRAFTS = st.builds(
    lambda sentences, title: Draft(tuple(Sentence(tuple(words)) for words in sentences), title),
    st.lists(st.lists(WORDS, max_size=8), min_size=1, max_size=4),
    LINE,
)


@st.composite
def starts(draw, shape: tuple[int, int], music: bool) -> Start:
    """The beginning of a branch on a page of a shape."""
    cell = st.sampled_from([OPEN, HOLD, REST, 0, 60, 127]) if music else WORDS
    cells = tuple(tuple(draw(st.lists(cell, min_size=shape[1], max_size=shape[1]))) for _ in range(shape[0]))
    total = draw(st.integers(1, 2000))
    return Start(
        cells,
        draw(st.integers(0, total)),
        total,
        draw(LINE),
        draw(st.none() | st.floats(allow_nan=False, allow_infinity=False)),
    )


@st.composite
def projects(draw) -> Project:
    """A project of music or text with some takes."""
    kind = draw(st.sampled_from([pieces(), DRAFTS]))
    canvas = draw(kind)
    takes = []
    for _ in range(draw(st.integers(0, 2))):
        before = draw(st.just(canvas) | kind)
        part, shape = draw(st.sampled_from(list(enumerate(mask_shapes(before)))))
        others = st.just(before) | kind.filter(lambda canvas, part=part: len(mask_shapes(canvas)) > part)
        options = st.dictionaries(LINE, st.booleans() | st.integers() | st.floats(allow_nan=False) | LINE, max_size=3)
        alternatives = tuple(draw(st.lists(others, max_size=2)))
        nats = tuple(draw(st.none() | st.floats(allow_nan=False)) for _ in alternatives)
        start = draw(st.none() | starts(shape, isinstance(before, Piece))) if shape[1] else None
        seed = draw(st.integers(0, 2**64 - 1))
        takes.append(
            Take(
                draw(LINE),
                seed,
                draw(options),
                before,
                draw(masks(*shape)),
                alternatives,
                nats,
                part,
                draw(LINE),
                start,
            )
        )
    return Project(canvas, tuple(draw(masks(*shape)) for shape in mask_shapes(canvas)), tuple(takes))
