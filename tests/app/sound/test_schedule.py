"""What sounds when: places under changing tempos, mute and solo, the metronome and the count-in."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from app.sound.schedule import CLICKS, OFF, ON, RATE, Clock, Performance, Strip, beats, lead_in
from engine.canvas.music import VOICES, Bar, Mark, Piece, Tempo, Voice
from tests.app.sound_stage import piece_of_notes, scale

STEP = RATE * 60 / 120 / 4


def strips(**at):
    found = [Strip()] * 4
    for name, strip in at.items():
        found["satb".index(name)] = strip
    return tuple(found)


def test_a_note_begins_and_ends_at_its_samples():
    performance = Performance(piece_of_notes((0, 4, 2, 72)))
    assert [(e.sample, e.kind, e.channel, e.pitch) for e in performance.events] == [
        (round(4 * STEP), ON, 0, 72),
        (round(6 * STEP), OFF, 0, 72),
    ]


def test_a_repeated_note_ends_before_it_begins_again():
    events = Performance(piece_of_notes((0, 0, 4, 72), (0, 4, 4, 72))).events
    assert [e.kind for e in events] == [ON, OFF, ON, OFF]


tempo_lists = st.lists(st.tuples(st.integers(1, 31), st.floats(20, 300)), max_size=6, unique_by=lambda t: t[0])


@given(first=st.floats(20, 300), later=tempo_lists, step=st.floats(0, 32), factor=st.floats(0.25, 4))
def test_steps_to_samples_and_back(first, later, step, factor):
    clock = Clock(scale(tempos=(Tempo(0, first), *(Tempo(*t) for t in sorted(later)))), factor)
    assert abs(clock.step(clock.exact(step)) - step) < 1e-6


@given(first=st.floats(20, 300), later=tempo_lists)
def test_time_under_tempo_changes_is_the_sum_of_its_steps(first, later):
    tempos = (Tempo(0, first), *(Tempo(*t) for t in sorted(later)))
    seconds = sum(15 / max(t for t in tempos if t.step <= step).quarters for step in range(32))
    assert abs(Clock(scale(tempos=tempos)).exact(32) / RATE - seconds) < 1e-6


def test_twice_as_fast_is_half_as_long():
    assert Performance(scale(), factor=2.0).ends * 2 == Performance(scale()).ends


def test_mute_and_solo():
    piece = scale()
    heard = lambda performance: {event.channel for event in performance.events}  # noqa: E731
    assert heard(Performance(piece)) == {0, 3}
    assert heard(Performance(piece, strips(s=Strip(mute=True)))) == {3}
    assert heard(Performance(piece, strips(s=Strip(solo=True)))) == {0}
    assert heard(Performance(piece, strips(s=Strip(solo=True, mute=True)))) == set()


def test_the_instrument_is_the_pieces_own_unless_chosen():
    performance = Performance(scale(), strips(a=Strip(program=19)))
    assert performance.programs == (VOICES[0].program, 19, VOICES[2].program, VOICES[3].program)


def test_a_note_keeps_its_velocity():
    piece = piece_of_notes((0, 0, 4, 72), (0, 4, 4, 74))
    loud = replace(piece, voices=(replace(piece.voices[0], marks=(Mark(4, velocity=31),)), *piece.voices[1:]))
    assert [e.velocity for e in Performance(loud).events if e.kind == ON] == [80, 31]


def test_the_metronome_ticks_on_beats_and_is_strong_on_bars():
    performance = Performance(piece_of_notes(bars=2), metronome=True)
    ticks = [e for e in performance.events if e.kind == ON]
    assert [e.sample for e in ticks] == [round(4 * i * STEP) for i in range(8)]
    assert [e.pitch == ticks[0].pitch for e in ticks] == [True, False, False, False] * 2
    assert {e.channel for e in ticks} == {CLICKS}


def test_a_pickup_is_counted_from_its_end():
    voices = tuple(Voice(k.name, k.program, (-2,) * 22) for k in VOICES)
    piece = Piece(voices, (Bar(4, 4, 6), Bar.full()))
    assert beats(piece) == [(2, False), (6, True), (10, False), (14, False), (18, False)]


def test_six_eight_has_two_beats():
    voices = tuple(Voice(k.name, k.program, (-2,) * 12) for k in VOICES)
    assert beats(Piece(voices, (Bar.full(6, 8),))) == [(0, True), (6, False)]


def test_the_count_in_is_as_long_as_its_bars():
    clicks, length = lead_in(Performance(scale(), count_in=2), 0)
    assert length == round(32 * STEP)
    assert len([e for e in clicks if e.kind == ON]) == 8


@given(step=st.integers(0, 31), extra=st.integers(1, 5000))
def test_what_sounds_at_a_sample_is_what_began_and_has_not_ended(step, extra):
    performance = Performance(scale())
    sample = performance.clock.sample(step) + extra
    held = {}
    for event in performance.events:
        if event.sample < sample:
            held[event.channel, event.pitch] = event
            if event.kind == OFF:
                del held[event.channel, event.pitch]
    ending = {(e.channel, e.pitch) for e in performance.events if e.sample == sample and e.kind == OFF}
    assert set(performance.sounding(sample)) == set(held) - ending


def test_a_loop_outside_the_piece_is_none():
    assert Performance(scale(), loop=(40, 50)).turns is None
    assert Performance(scale(), loop=(16, 99)).turns == (round(16 * STEP), round(32 * STEP))
