"""Files made to harm or broken on the way: each gives a clear error or a valid piece, never anything else."""

import json
import random
import subprocess
import sys

import pytest

from engine.canvas.music import HOLD, REST, Bar, Mark, Piece, Tempo, Voice, blank_piece
from engine.canvas.project import Project, Take, fresh
from engine.canvas.text import Draft, Sentence
from engine.errors import FormatError, PalimpsestError
from engine.formats import FORMATS
from tests.engine.formats.bombs import BOMBS

BROKEN = ("midi", "musicxml", "mxl", "project")


def small():
    """The smallest project that has something of everything."""
    soprano = Voice("S", 1, (67, HOLD, 69, REST, 67, HOLD), (Mark(0, 99, "la", 1),))
    rest = Voice("", 0, (REST,) * 6)
    piece = Piece(
        (soprano, rest, rest, rest),
        (Bar(4, 4, 2), Bar(1, 4, 4)),
        tempos=(Tempo(0, 90.0), Tempo(3, 60.0)),
        fermatas=(4,),
    )
    start = fresh(piece)
    return Project(
        piece,
        start.masks,
        (
            Take(
                "mac",
                7,
                {"heat": 0.5},
                piece,
                start.masks[0],
                (piece.with_grid(piece.grid() + (piece.grid() > 0)),),
                (1.0,),
            ),
        ),
    )


def read(name, data):
    """What a format makes of the bytes: a valid canvas or a sentence; anything else fails the test."""
    try:
        canvas, remarks = FORMATS[name].read(data)
    except PalimpsestError as error:
        sentence = str(error)
        assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 400
        return sentence
    assert isinstance(canvas, Piece | Draft | Project) and all(remark.endswith(".") for remark in remarks)
    return canvas


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_cut_off_at_any_byte(name):
    data = FORMATS[name].write(small())
    assert not isinstance(read(name, data), str)
    for length in range(len(data)):
        read(name, data[:length])


def corrupted(data, dice):
    """The data with a few bytes changed, swapped in, doubled or dropped."""
    broken = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 5, 20))):
        at = dice.randrange(len(broken))
        kind = dice.randrange(5)
        if kind == 0:
            broken[at] = dice.randrange(256)
        elif kind == 1:
            broken[at] ^= 1 << dice.randrange(8)
        elif kind == 2:
            broken[at:at] = bytes(dice.choices((0, 0x7F, 0x80, 0xFF, 0x39, 0x2D, 0x22), k=dice.randrange(1, 6)))
        elif kind == 3:
            del broken[at : at + dice.randrange(1, 9)]
        else:
            other = dice.randrange(len(broken))
            broken[at:at] = broken[other : other + dice.randrange(1, 40)]
        if not broken:
            break
    return bytes(broken)


@pytest.mark.parametrize("name", BROKEN)
def test_random_corruptions(name, full):
    data = FORMATS[name].write(small())
    dice = random.Random(name)
    outcomes = [isinstance(read(name, corrupted(data, dice)), str) for _ in range(2000 if full else 200)]
    assert any(outcomes)


@pytest.mark.parametrize("bomb", BOMBS)
def test_bombs_are_defused(bomb):
    name, build, words = BOMBS[bomb]
    outcome = read(name, build())
    if words is None:
        assert not isinstance(outcome, str), outcome
    else:
        assert isinstance(outcome, str) and words in outcome, outcome


MEASURE = """
import json, resource, sys, time
from engine.errors import PalimpsestError
from engine.formats import FORMATS
from tests.engine.formats.bombs import BOMBS
name, build, _ = BOMBS[sys.argv[1]]
data = build()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.process_time()
try:
    FORMATS[name].read(data)
except PalimpsestError:
    pass
print(json.dumps([time.process_time() - start, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024]))
"""


@pytest.mark.full
@pytest.mark.parametrize("bomb", BOMBS)
def test_bombs_cost_at_most_two_seconds_of_work_and_half_a_gigabyte(bomb):
    """Work of the processor, not time of the clock: a busy machine does not fail this."""
    done = subprocess.run([sys.executable, "-c", MEASURE, bomb], capture_output=True, text=True, check=True)
    seconds, megabytes = json.loads(done.stdout)
    assert seconds < 2 and megabytes < 500


def with_take(kind, **changes):
    """A project with one result, of which some fields are changed."""
    canvas = blank_piece(2) if kind == "music" else Draft((Sentence(("a", "b")), Sentence(("c", "d", "e"))))
    plain = json.loads(FORMATS["project"].write(fresh(canvas)))
    result = {"method": "mac", "seed": 1, "options": {}, "nats": [None], "alternatives": [{}]}
    result |= {"mask": plain["masks"][0], "before": plain["canvas"]}
    return json.dumps(plain | {"takes": [result | changes]}).encode()


def test_a_result_that_fits_its_page_is_read():
    for kind in ("music", "text"):
        (take,) = FORMATS["project"].read(with_take(kind, nats=[1]))[0].takes
        assert take.nats == (1.0,) and take.method == "mac"


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("music", {"mask": [["R16"]]}),
        ("music", {"mask": [["R5"]] * 4}),
        ("music", {"part": 1}),
        ("music", {"nats": [10**400]}),
        ("music", {"seed": -1}),
        ("music", {"seed": 2**64}),
        ("music", {"alternatives": [{}] * 129}),
        ("music", {"name": "n" * 1001}),
        ("music", {"method": "m" * 1001}),
        ("music", {"options": {"temperature": 10**2000}}),
        ("music", {"options": {str(number): 1 for number in range(201)}}),
        ("text", {"part": 1}),
        ("text", {"part": 2}),
        ("text", {"part": -1}),
        ("text", {"part": 10**30}),
        ("text", {"mask": [["R5"]]}),
        ("text", {"mask": [["R2"]] * 4}),
        ("text", {"part": 1, "mask": [["R3"]], "alternatives": [{"sentences": ["c d e"]}]}),
    ],
)
def test_a_result_that_cannot_be_one_of_its_page_is_refused_when_it_comes_in(kind, changes):
    with pytest.raises(FormatError, match="damaged"):
        FORMATS["project"].read(with_take(kind, **changes))
