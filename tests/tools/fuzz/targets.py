"""What is fed: a table of targets, each with good files to begin from, a way to make them wrong, and what reads them.

A target returns "read" or "refused"; anything it raises is a defect."""

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.canvas.chord import Harmony
from engine.canvas.music import Piece
from engine.canvas.project import Project, fresh
from engine.canvas.text import Draft, Sentence, detokenise, tokenise
from engine.errors import PalimpsestError
from engine.formats import FORMATS
from engine.theory.chords.symbols import parse_chord
from tests.tools.fuzz import mutations
from tests.tools.fuzz.model_targets import ROWS

SENTENCE = 500  # the most signs a message may have
HOSTILE = 'R&B <img src="/nowhere.png"> <b>[*]</b>'  # plain text everywhere
TEXT = (
    'The council of St. Anne said: "We won\'t pay 1,600 for it - not now." Prices rose 5.25 % in the U.S. on Monday.\n'
    "Her mother's ____ was here, at 10:30 a.m., wasn't it?\n"
)


@dataclass(frozen=True)
class Target:
    """`seeds` are made once; `mutate(dice, data)` gives a wrong file; `feed(data)` reads it."""

    seeds: Callable[[], list[bytes]]
    mutate: Callable[..., bytes]
    feed: Callable[[bytes], str]


def attempted(work, *values):
    """Do something that may be refused in one clear sentence."""
    try:
        work(*values)
    except PalimpsestError as error:
        sentence = str(error)
        assert sentence.endswith((".", ")")) and "\n" not in sentence and len(sentence) < SENTENCE, sentence
        return "refused"
    return "read"


def _projects():
    """Small projects that have something of everything."""
    from tests.engine.formats.test_hostile import small

    plain = small()
    chords = (
        Harmony(0, parse_chord("G7/B")),
        Harmony(2, parse_chord("Cmaj9#11")),
        Harmony(4, parse_chord("F#m7b5no3")),
    )
    music = replace(plain, canvas=replace(plain.canvas, chords=chords))
    words = fresh(Draft((Sentence(tokenise(TEXT)), Sentence(("a", "", "b"))), "Draft"))
    return [music, words]


def hostile_projects():
    """Music and words, titled, named and filled with what would be HTML somewhere else."""
    music, words = _projects()
    voices = tuple(replace(voice, name=f"{voice.name} {HOSTILE}") for voice in music.canvas.voices)
    draft = replace(words.canvas, title=HOSTILE)
    return [
        replace(music, canvas=replace(music.canvas, title=HOSTILE, voices=voices)),
        replace(words, canvas=draft),
    ]


def _musical(name):
    def seeds():
        import assets

        made = [FORMATS[name].write(_projects()[0])]
        if name == "midi":
            made += [path.read_bytes() for path in sorted(assets.examples().glob("ode*.mid"))]
        return made

    return seeds


def _read(name):
    """Read a file of a format; what could be read is written and read again, in every format that holds it."""

    def feed(data):
        return attempted(_open, name, data)

    return feed


def _open(name, data):
    canvas, remarks = FORMATS[name].read(data)
    assert isinstance(canvas, Piece | Draft | Project) and all(remark.endswith(".") for remark in remarks)
    project = canvas if isinstance(canvas, Project) else fresh(canvas)
    kind = "music" if isinstance(project.canvas, Piece) else "text"
    others = [other for other in FORMATS.values() if kind in other.holds]
    if sum(data) % 4 == 0:  # of some of them: writing takes longer than reading
        other = others[len(data) % len(others)]
        other.read(other.write(project))


def _own_file(name):
    """The program's own small file of a name, in a home of its own."""

    def feed(data):
        from app.document.storage import own_files, settings

        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / name).write_bytes(data)
            if name == "settings.json":
                found = settings.Settings(Path(folder))
                values = [found[each] for each in settings.BY_NAME]
                assert found.scale_factor > 0 and len(values) == len(settings.SETTINGS)
                found["autosave"] = 30
            else:
                found = settings.State(Path(folder))
                assert all(set(entry) == {"path", "title", "kind", "opened"} for entry in found.recent)
                json.dumps([found.get(each) for each in settings.STATE])
                found.remember(Path("/a/b.mid"), "b", "music", 1.0)
            again = type(found)(Path(folder))
            assert again._file.values == found._file.values
        return "refused" if own_files.reports() else "read"

    return feed


def _state():
    recent = [
        {"path": f"/a/{n}.palimpsest", "title": f"Piece {n}", "kind": "music", "opened": 1.7e9 + n} for n in (1, 2)
    ]
    rewrite = {"method": "sunmask", "count": 4, "options": {"sunmask": {"steps": 8}, "mac": {"temperature": 0.9}}}
    values = {"recent": recent, "folder": "/a", "geometry": "AdnQywAD", "rewrite": rewrite, "rules_off": ["fifths"]}
    return [json.dumps({**values, "follow": True, "tour_seen": False}).encode()]


def _settings():
    return [json.dumps({"theme": "dark", "scale": "125 %", "motion": False, "autosave": 20, "threads": 2}).encode()]


FACTS = {"title": "Air", "path": "/a/air.palimpsest", "seen": [100, 1700000000000000000, "ab"], "process": 12}


def _feed_recovery(data):
    """A recovery folder whose facts, or whose copy, are wrong: both come in one input, parted by a line."""
    from app.document.storage import autosave, own_files, places

    facts, _, copy = data.partition(b"\n----\n")
    folder = places.home() / autosave.FOLDER / "20260101-000000-abcdef01" / "0"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / autosave.FACTS).write_bytes(facts)
    (folder / autosave.COPY).write_bytes(copy)
    found = autosave.rescues()
    assert len(found) == 1, "a copy that is there is offered"
    assert found[0].sentence().endswith(".")
    outcome = attempted(found[0].read)
    found[0].discard()
    return "refused" if own_files.reports() else outcome


def _recovery():
    return [json.dumps(FACTS).encode() + b"\n----\n" + FORMATS["project"].write(project) for project in _projects()]


def _wrong_recovery(dice, data):
    facts, _, copy = data.partition(b"\n----\n")
    if dice.random() < 0.6:
        facts = mutations.either(mutations.in_json, mutations.in_bytes)(dice, facts).replace(b"\n", b" ")
    else:
        copy = mutations.either(mutations.in_json, mutations.in_bytes)(dice, copy)
    return facts + b"\n----\n" + copy


def _clipboard():
    from app.roll.changes import to_clipboard

    piece = _projects()[0].canvas
    return [to_clipboard(piece, frozenset({(0, 0), (0, 2), (0, 4)}))]


def _feed_clipboard(data):
    from app.roll.changes import paste

    return attempted(paste, _projects()[0], data, 1)


def _feed_words(data):
    """Typed or pasted words: taken apart, put together, and taken apart again."""
    row = tokenise(data.decode("utf-8", "replace"))
    assert tokenise(detokenise(row)) == row
    return "read"


def _weights():
    import torch

    from engine.neural import weights
    from engine.neural.transformer import Transformer, TransformerConfig
    from engine.neural.unet import UNet, UNetConfig

    torch.manual_seed(0)
    nets = (
        Transformer(TransformerConfig(5, width=8, heads=2, layers=1, inner=8)),
        UNet(UNetConfig(10, side=(2, 2), cell=4, beat=8, heads=2, layers=1, blocks=1)),
    )
    made = []
    with tempfile.TemporaryDirectory() as folder:
        for net in nets:
            path = Path(folder) / "w.safetensors"
            card = {"vocabulary": ["a", "b"], "crop": 8, "method": "mac", "figures": {"x": [1, 2.5, "y"]}}
            weights.save(path, net, net.state_dict(), card)
            made.append(path.read_bytes())
    return made


def _feed_weights(data):
    from engine.neural import weights

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "w.safetensors"
        path.write_bytes(data)
        return attempted(weights.load, path)


BOTH = mutations.either(mutations.in_json, mutations.in_bytes)
TARGETS = {
    "midi": Target(_musical("midi"), mutations.either(mutations.in_midi, mutations.in_bytes), _read("midi")),
    "musicxml": Target(
        _musical("musicxml"),
        mutations.either(mutations.in_xml, mutations.in_xml, mutations.in_bytes),
        _read("musicxml"),
    ),
    "mxl": Target(_musical("mxl"), mutations.in_mxl, _read("mxl")),
    "project": Target(lambda: [FORMATS["project"].write(each) for each in _projects()], BOTH, _read("project")),
    "text": Target(lambda: [TEXT.encode()], mutations.in_text, _read("text")),
    "words": Target(lambda: [TEXT.encode()], mutations.in_text, _feed_words),
    "settings": Target(_settings, BOTH, _own_file("settings.json")),
    "state": Target(_state, BOTH, _own_file("state.json")),
    "recovery": Target(_recovery, _wrong_recovery, _feed_recovery),
    "clipboard": Target(_clipboard, BOTH, _feed_clipboard),
    "weights": Target(_weights, mutations.in_weights, _feed_weights),
    **{name: Target(*row) for name, row in ROWS.items()},
}
