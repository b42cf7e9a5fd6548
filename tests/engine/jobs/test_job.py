"""The contract of a job, for every method: what is pinned stays, everything free is filled, one final event, cancel
at once, same seed same events."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST, Bar, Piece, Voice, blank_piece, sounding
from engine.canvas.text import Sentence
from engine.errors import ModelError
from engine.jobs.job import run
from engine.jobs.request import FINAL, Cancelled, Done, Failed, Loading, Placed, Request, Started
from engine.sampling import music_cells
from engine.sampling.methods import METHODS, OWN_DEFAULTS
from tests.engine.toys import NeighbourModel
from tests.tools.counts import examples

WORDS = ("the", "war", "will", "play", "soon", ".", "a", "success")
SHORT = {
    name: ({"steps": 5, "dwell": 1} if "steps" in {o.name for o in m.options} else {}) for name, m in METHODS.items()
}


def music_model(length: int = 128):
    """A models function that serves one cheap predictor."""
    model = NeighbourModel(music_cells.TOKENS, length)
    return model, lambda modality, method: model


def text_model():
    model = NeighbourModel(len(WORDS), 64, {"vocabulary": WORDS})
    return model, lambda modality, method: model


@st.composite
def painted_pieces(draw):
    """A short piece with notes, rests and repeats, and any mask over it."""
    steps = draw(st.integers(5, 24))
    voices = []
    for name in "SATB":
        cells, sounding_now = [], False
        for _ in range(steps):
            options = [REST, draw(st.integers(20, 100))] + ([HOLD, HOLD] if sounding_now else [])
            cell = draw(st.sampled_from(options))
            sounding_now = cell != REST if cell != HOLD else sounding_now
            cells.append(cell)
        voices.append(Voice(name, 0, tuple(cells)))
    bars = (
        Bar(4, 4, 3),
        *([Bar.full()] * ((steps - 3) // 16)),
        *([Bar(4, 4, (steps - 3) % 16)] if (steps - 3) % 16 else []),
    )
    brushes = draw(st.lists(st.integers(0, 3), min_size=4 * steps, max_size=4 * steps))
    return Piece(tuple(voices), bars), Mask.from_array(np.array(brushes).reshape(4, steps))


@examples(30)
@given(painted_pieces(), st.sampled_from(sorted(METHODS)), st.integers(0, 2**64 - 1), st.booleans())
def test_pinned_music_stays_and_free_music_is_filled(painted, method, seed, short_window):
    piece, mask = painted
    _, models = music_model(8 if short_window else 128)
    before = (piece, mask)
    events = list(run(Request(piece, mask, method, SHORT[method], count=2, seed=seed), models=models))
    assert (piece, mask) == before
    done = events[-1]
    assert isinstance(done, Done), done
    assert sum(isinstance(event, FINAL) for event in events) == 1
    pinned, old = mask.pinned(), piece.grid()
    for result in done.canvases:
        new = result.grid()
        assert (sounding(new)[pinned] == sounding(old)[pinned]).all()
        onsets = pinned & (old >= 0)
        assert (new[onsets] == old[onsets]).all()
        assert ((new == REST) == (old == REST))[pinned].all()
        fresh = music_cells.moved_by(new, music_cells.octaves_to_range(sounding(old), pinned))[~pinned]
        assert (((fresh >= music_cells.LOW) & (fresh <= music_cells.HIGH)) | (fresh < 0)).all()


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_fully_kept_note_keeps_its_end(method):
    piece = blank_piece(1)
    cells = (60, HOLD, HOLD, HOLD, *[REST] * 12)
    piece = piece.with_grid(np.array([cells] * 4))
    mask = Mask.filled(4, 16, Brush.REWRITE)
    for voice in range(4):
        mask = mask.paint(Brush.KEEP, voice, 0, 4)
    for seed in range(5):
        *_, done = run(Request(piece, mask, method, SHORT[method], count=4, seed=seed), models=music_model()[1])
        assert all(voice.notes[0][:2] == (0, 4) for result in done.canvases for voice in result.voices)


def test_a_kept_hold_whose_onset_is_free_keeps_its_pitch_and_a_split_is_reported():
    piece = blank_piece(1).with_grid(np.array([(60, HOLD, HOLD, HOLD, *[REST] * 12)] * 4))
    mask = Mask.filled(4, 16, Brush.REWRITE).paint(Brush.KEEP, 0, 2, 4)
    *_, done = run(Request(piece, mask, "sunmask", {"steps": 3}, seed=1), models=music_model()[1])
    assert sounding(done.canvases[0].grid())[0, 2:4].tolist() == [60, 60]
    assert done.canvases[0].grid()[0, 2] in (60, HOLD)
    assert (done.canvases[0].grid()[0, 2] == 60) == any("Soprano, bar 1 beat 1" in remark for remark in done.remarks)


def test_a_pitch_outside_the_vocabulary_is_shown_in_its_octave_and_kept_verbatim():
    assert music_cells.to_cells(music_cells.to_tokens(np.array([100, 20, 60]))).tolist() == [76, 44, 60]
    piece = blank_piece(1).with_grid(np.array([(100, *[HOLD] * 15)] * 4))
    mask = Mask.filled(4, 16, Brush.REWRITE).paint(Brush.KEEP, 0, 0, 16)
    *_, done = run(Request(piece, mask, "mac"), models=music_model()[1])
    assert done.canvases[0].voices[0] == piece.voices[0]


@examples(20)
@given(
    st.lists(st.sampled_from([*WORDS, "Zyzzyva", "ναι", "🙂", ""]), min_size=1, max_size=12),
    st.data(),
    st.sampled_from(sorted(METHODS)),
)
def test_pinned_words_stay_verbatim_and_only_known_words_are_written(words, data, method):
    states = [data.draw(st.sampled_from([0, 1, 3] if word and word not in WORDS else [0, 1, 2, 3])) for word in words]
    mask = Mask((bytes(states),))
    *_, done = run(Request(Sentence(tuple(words)), mask, method, SHORT[method], seed=5), models=text_model()[1])
    assert isinstance(done, Done), done
    for old, new, state in zip(words, done.canvases[0].words, states, strict=True):
        assert new == old if state & 1 and old else new in WORDS


def test_an_unknown_word_cannot_be_a_suggestion():
    *_, last = run(Request(Sentence(("the", "Zyzzyva")), Mask((bytes([3, 2]),))), models=text_model()[1])
    assert isinstance(last, Failed) and "Zyzzyva" in last.sentence


@pytest.mark.parametrize("method", sorted(METHODS))
def test_at_least_one_event_a_network_call_in_the_agreed_order(method):
    model, models = music_model()
    events = list(run(Request(blank_piece(1), Mask.filled(4, 16, Brush.REWRITE), method, SHORT[method]), models=models))
    assert isinstance(events[0], Loading) and isinstance(events[1], Started) and isinstance(events[-1], Done)
    placed = [event for event in events if isinstance(event, Placed)]
    assert len(placed) == len(events) - 3
    # One alternative is drawn ahead and verified in one call: an event for each turn that stands
    assert len(placed) >= model.calls > 0
    assert [event.step for event in placed] == sorted(event.step for event in placed) and placed[-1].step == events[
        1
    ].total


@pytest.mark.parametrize("method", sorted(METHODS))
def test_cancel_stops_within_one_network_call(method):
    model, models = music_model()
    stop_after = 3
    events = list(
        run(
            Request(blank_piece(1), Mask.filled(4, 16, Brush.REWRITE), method, SHORT[method]),
            lambda: model.calls >= stop_after,
            models,
        )
    )
    assert isinstance(events[-1], Cancelled) and model.calls == stop_after


@pytest.mark.parametrize("method", sorted(METHODS))
def test_the_same_seed_gives_the_same_events_and_an_alternative_does_not_depend_on_their_number(method):
    def canvases(count, seed=9):
        request = Request(
            blank_piece(1), Mask.filled(4, 16, Brush.REWRITE), method, SHORT[method], count=count, seed=seed
        )
        return [
            tuple(c.tobytes() for c in e.canvases)
            for e in run(request, models=music_model()[1])
            if isinstance(e, Placed)
        ]

    assert canvases(3) == canvases(3)
    assert canvases(3)[-1][:2] == canvases(2)[-1]
    assert canvases(2) != canvases(2, seed=10)


OPTION_VALUES = [
    (name, option.name, value)
    for name, m in METHODS.items()
    for option in m.options_for("music")
    for value in (option.choices or (option.low, option.high))
]


@pytest.mark.parametrize(("method", "option", "value"), OPTION_VALUES)
def test_every_option_at_both_ends_keeps_what_is_pinned(method, option, value):
    default = next(o.default for o in METHODS[method].options_for("music") if o.name == option)
    value = value if isinstance(default, str) else type(default)(min(value, 20))
    piece = blank_piece(1).with_grid(np.array([(67, HOLD, 69, HOLD, *[71, HOLD] * 6)] * 4))
    mask = (
        Mask.filled(4, 16, Brush.REWRITE)
        .paint(Brush.KEEP, 0, 0, 16)
        .paint(Brush.WHISPER, 3, 4, 6)
        .paint(Brush.SUGGEST, 2, 0, 8)
    )
    *_, done = run(Request(piece, mask, method, SHORT[method] | {option: value}), models=music_model()[1])
    assert isinstance(done, Done), done
    assert done.canvases[0].voices[0].cells == piece.voices[0].cells
    assert done.canvases[0].voices[3].cells[4:6] == piece.voices[3].cells[4:6]


def test_a_kind_of_page_may_have_its_own_defaults():
    words, piece = Sentence(("", "war", "")), blank_piece(1)
    for (_, models), canvas, mask, steps in (
        (text_model(), words, Mask.filled(1, 3, Brush.REWRITE), OWN_DEFAULTS["text"]["steps"]),
        (
            music_model(),
            piece,
            Mask.filled(4, 16, Brush.REWRITE),
            next(o.default for o in METHODS["sunmask"].options if o.name == "steps"),
        ),
    ):
        started = next(
            event
            for event in run(Request(canvas, mask, "sunmask", {"dwell": 0, "turns": 1}), models=models)
            if isinstance(event, Started)
        )
        assert started.total == steps
    assert all(
        name in {o.name for m in METHODS.values() for o in m.options_for("text")}
        for own in OWN_DEFAULTS.values()
        for name in own
    )


def test_nothing_free_is_done_at_once_and_says_so():
    *_, done = run(Request(blank_piece(1), Mask.filled(4, 16, Brush.KEEP)), models=music_model()[1])
    assert isinstance(done, Done) and done.canvases[0] == blank_piece(1) and "nothing was rewritten" in done.remarks[0]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Request(blank_piece(1), Mask.filled(4, 16, Brush.REWRITE), "magic"), "no method"),
        (Request(blank_piece(1), Mask.filled(4, 16, Brush.REWRITE), "sunmask", {"steps": 0}), "from 1 to 2000"),
        (Request(blank_piece(1), Mask.filled(4, 16, Brush.REWRITE), "sunmask", {"speed": 1}), "no option"),
    ],
)
def test_a_wrong_request_fails_with_one_sentence(request_, words):
    *_, last = run(request_, models=music_model()[1])
    assert isinstance(last, Failed) and words in last.sentence


def test_missing_weights_and_a_crash_in_the_network_end_in_a_sentence():
    def missing(modality, method):
        raise ModelError("There are no weights.")

    def broken(modality, method):
        raise RuntimeError("boom")

    request = Request(blank_piece(1), Mask.filled(4, 16, Brush.REWRITE))
    assert list(run(request, models=missing))[-1] == Failed("There are no weights.")
    last = list(run(request, models=broken))[-1]
    assert isinstance(last, Failed) and "unchanged" in last.sentence and "boom" in last.details


@pytest.mark.parametrize("method", ["sunmask", "mac", "sfarm"])
def test_a_sentence_longer_than_the_network_is_rewritten_in_windows(method):
    """What is kept stays, what is open is written, and no window is longer than the network's."""
    model, models = text_model()
    longest = []
    call = type(model).__call__

    def noted(self, tokens, *rest, **more):
        longest.append(tokens.shape[-1])
        return call(self, tokens, *rest, **more)

    size = 2 * model.length + 5
    words = tuple("" if place % 9 == 4 else "the" for place in range(size))
    mask = Mask((bytes(Brush.KEEP if word else Brush.REWRITE for word in words),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(model), "__call__", noted)
        options = {"pool": 1, "tidy": False} | ({"steps": 2} if method == "sunmask" else {})
        *_, last = run(Request(Sentence(words), mask, method, options, 1, 3), models=models)
    assert isinstance(last, Done), last
    assert max(longest) == model.length and "" not in last.canvases[0].words
    assert all(new == old for new, old in zip(last.canvases[0].words, words, strict=True) if old)


@pytest.mark.parametrize("method", sorted(METHODS))
def test_progress_counts_network_calls_up_to_what_was_announced(method):
    """A step of SUNMASK takes a call for each cell of a beat once it has settled; they are all counted."""
    model, models = music_model()
    options = SHORT[method] | {"correct": 0, "ending": 0}
    mask = Mask.filled(4, 16, Brush.REWRITE)
    events = list(run(Request(blank_piece(1), mask, method, options, count=2), models=models))
    (total,) = [event.total for event in events if isinstance(event, Started)]
    assert [event.step for event in events if isinstance(event, Placed)] == list(range(1, total + 1))
    assert model.calls == total, "several alternatives are not drawn ahead"
    if method == "sunmask":
        assert total > 6, "five steps and one more, of which the later ones take four calls each"
