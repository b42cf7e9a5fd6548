"""The grade: its distance against scipy's, its repeats against a naive search, names against music21, and Bach
against himself."""

import math
import statistics
from dataclasses import replace
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance

from engine.canvas.music import HOLD, Key, blank_piece
from engine.theory.chord_kinds import kind, spans, structure
from engine.theory.grade import PARTS, bach_range, grade, length_distance, measure, rank_distance, reference_for
from engine.theory.grade_features import COUNTERS, degree, interval
from engine.theory.grade_findings import interval_in_words
from engine.theory.repeats import closed_repeats
from engine.theory.score_lines import ScoreEvent, lines_of
from engine.theory.spelling import parse_name, pitch_name, place_of
from tests.engine.choir import choir
from tests.engine.pieces import pieces
from tests.tools.counts import examples, tries

WEIGHTS = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 50), min_size=1)


def note(name, start=0, length=4):
    spelled = parse_name(name)
    return ScoreEvent(start, length, spelled.pitch, place_of(spelled.letter, spelled.alter))


# The distance


@given(WEIGHTS, WEIGHTS)
def test_the_distance_is_scipys_on_ranks_with_strangers_last_and_the_commonest_farthest(mine, bach):
    ranked = sorted(bach, key=lambda name: -bach[name])
    strangers = sorted(mine.keys() - bach.keys(), key=lambda name: mine[name])
    rank = {name: place for place, name in enumerate([*ranked, *strangers])}
    shares = {name: bach[name] / sum(bach.values()) for name in ranked}
    expected = wasserstein_distance(
        [rank[n] for n in mine], [rank[n] for n in bach], [*mine.values()], [*bach.values()]
    )
    assert rank_distance(mine, shares) == pytest.approx(expected, abs=1e-9)


def test_the_distance_by_hand():
    bach = {"often": 0.75, "seldom": 0.25}
    assert rank_distance({"often": 3, "seldom": 1}, bach) == 0
    assert rank_distance({"seldom": 7}, bach) == 0.75
    assert rank_distance({"never": 1}, bach) == 0.75 * 2 + 0.25
    assert rank_distance({}, bach) == math.inf


@given(
    st.dictionaries(st.integers(2, 40).map(str), st.integers(1, 9), min_size=1),
    st.dictionaries(st.integers(2, 40).map(str), st.integers(1, 9), min_size=1),
)
def test_lengths_of_repeats_stand_on_their_own_axis(mine, bach):
    shares = {name: number / sum(bach.values()) for name, number in bach.items()}
    expected = wasserstein_distance([int(n) for n in mine], [int(n) for n in bach], [*mine.values()], [*bach.values()])
    assert length_distance(mine, shares) == pytest.approx(expected, abs=1e-9)


def test_nothing_repeated_costs_bachs_mean_length():
    bach = reference_for(False)["repeats"]
    assert length_distance({}, bach) == pytest.approx(sum(int(length) * share for length, share in bach.items()))
    assert length_distance({}, bach) == pytest.approx(8.17, abs=0.02)


# Repeats


def naive_repeats(symbols, lengths):
    """Every passage that starts on an event, touches two, occurs twice, and is in no longer one as frequent:
    {passage: times}."""
    text = "".join(symbol + "-" * (length - 1) for symbol, length in zip(symbols, lengths, strict=True))
    passages = {text[i:j] for i in range(len(text)) if text[i] != "-" for j in range(i + 1, len(text) + 1)}
    times = {p: sum(text.startswith(p, i) for i in range(len(text))) for p in passages if sum(c != "-" for c in p) > 1}
    often = {p: n for p, n in times.items() if n > 1}
    return {p: n for p, n in often.items() if not any(p in q and len(q) > len(p) and m == n for q, m in often.items())}


@examples(60)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 3)), max_size=14))
def test_repeats_are_those_of_a_naive_search(events):
    symbols, lengths = [s for s, _ in events], [n for _, n in events]
    text = "".join(symbol + "-" * (length - 1) for symbol, length in events)
    starts = [0, *accumulate(lengths)]
    found = {
        text[starts[first] : starts[first] + length]: times
        for first, length, times in closed_repeats([ord(s) for s in symbols], lengths)
    }
    assert found == naive_repeats(symbols, lengths)


def test_a_passage_of_two_voices_counts_as_in_the_lower_one():
    tune = "C5 D5 E5 . C5 D5 E5 . C5 D5 E5 ."
    alone = COUNTERS["repeats"](lines_of(choir(tune, steps=1)))
    twice = COUNTERS["repeats"](lines_of(choir(tune, tune, steps=1)))
    assert alone == twice


# Names


@pytest.mark.parametrize(
    ("name", "key", "expected"),
    [
        ("G4", Key(0), "5"),
        ("F#4", Key(0), "#4"),
        ("Bb4", Key(0), "b7"),
        ("G#4", Key(0, True), "#7"),
        ("G4", Key(0, True), "7"),
        ("C#4", Key(0, True), "#3"),
    ],
)
def test_degrees_go_by_letter(name, key, expected):
    assert degree(note(name).fifth, key) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("C4", "D4", "M2"),
        ("D4", "C4", "M-2"),
        ("C4", "C4", "P1"),
        ("C4", "C#4", "A1"),
        ("C#4", "C4", "d1"),
        ("F4", "B4", "A4"),
        ("B4", "F4", "A-4"),
        ("C3", "E4", "M10"),
    ],
)
def test_intervals_by_name(first, second, expected):
    assert interval(note(first), note(second)) == expected


def test_intervals_are_named_as_music21_names_them():
    from music21 import interval as music21_interval
    from music21 import note as music21_note

    names = [f"{letter}{sign}{octave}" for letter in "CDFGB" for sign in ("", "#", "b") for octave in (3, 4)]
    for first in names[::2]:
        for second in names:
            theirs = music21_interval.Interval(*(music21_note.Note(name.replace("b", "-")) for name in (first, second)))
            same_staff_side = (note(second).pitch - note(first).pitch) * (
                note(second).staff_step - note(first).staff_step
            ) >= 0
            if same_staff_side:  # a step up that sounds lower has no name of its own
                assert interval(note(first), note(second)) == theirs.directedName


def test_intervals_in_words():
    assert interval_in_words("A-4") == "augmented fourth down"
    assert interval_in_words("d1") == "diminished unison down"
    assert interval_in_words("M10") == "major tenth up"


@pytest.mark.parametrize(
    ("chord", "expected"),
    [
        ("C3 G3 E4 C5", "major"),
        ("E3 G3 C4 C5", "major"),
        ("A2 E3 C4 A4", "minor"),
        ("G2 F3 B3 D4", "dominant-seventh"),
        ("B2 D4 F4 Ab4", "diminished-seventh"),
        ("C3 G3 G4 C5", "power"),
        ("C3 C4", "unidentifiable"),
        ("C3", "pedal"),
        ("C3 F3 G3", "suspended-fourth"),
        ("C3 E3 B3", "unidentifiable"),
    ],
)
def test_chords_by_kind(chord, expected):
    assert kind([note(name) for name in chord.split()]) == expected


def test_kinds_are_music21s_for_chords_of_a_key():
    from music21 import chord, harmony

    names = ("C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B")
    rng = np.random.default_rng(5)
    for _ in range(tries(40)):
        picked = sorted(
            (note(f"{names[rng.integers(12)]}{octave}") for octave in (2, 3, 4, 5)), key=lambda event: event.pitch
        )
        spelled = chord.Chord([pitch_name(event.pitch, place=event.fifth).replace("b", "-") for event in picked])
        assert kind(picked) == (harmony.chordSymbolFigureFromChord(spelled, True)[1] or "unidentifiable"), structure(
            picked
        )


def test_a_note_held_over_the_bar_line_makes_its_own_chord():
    piece = choir("C5 C5 C5 D5 - E5", "", "", "C4 C4 C4 B3 C4 C4")
    found = [(start, len(notes)) for start, notes in spans(lines_of(piece))]
    assert found == [(0, 2), (4, 2), (8, 2), (12, 2), (16, 1), (16, 1), (20, 2)]


# The whole


def test_parts_add_up():
    piece = choir(
        "C5 D5 E5 D5 C5 D5 E5 D5", "G4 G4 G4 G4 A4 B4 C5 B4", "E4 D4 C4 D4 E4 D4 C4 D4", "C3 B2 C3 B2 F3 G3 C3 G3"
    )
    result = grade(piece)
    assert result.overall == pytest.approx(sum(result.parts.values()))
    assert result.key == Key(0) and tuple(result.parts) == PARTS


def test_parallels_cost_what_the_published_formula_says():
    """e fifths among N notes cost 159.6 e/N, e octaves 464 e/N."""
    steady = ("C5 B4 C5 D5", "G4 G4 G4 G4", "E4 D4 E4 F4")
    fifth = grade(choir(*steady, "C3 G3 F3 G3"))  # soprano-bass: F-C to G-D
    octave = grade(choir("C5 B4 A4 B4", "G4 G4 G4 G4", "E4 D4 C4 D4", "C3 G3 A3 B3"))
    assert [f.sentence for f in fifth.findings if f.rule.startswith("parallel")] == [
        "parallel fifths, soprano-bass, bar 1 beat 4"
    ]
    assert fifth.parallels == pytest.approx(159.6 / 16, rel=1e-3)
    assert [f.rule for f in octave.findings if f.rule.startswith("parallel")] == ["parallel octaves"]
    assert octave.parallels == pytest.approx(464 / 16, rel=1e-3)


def test_a_silent_or_standing_voice_grades_infinite():
    assert grade(blank_piece()).overall == math.inf
    assert grade(choir("C5 D5 E5 F5")).overall == math.inf


@examples(30)
@given(pieces())
def test_any_piece_can_be_graded(piece):
    result = grade(piece)
    assert result.overall >= 0
    for finding in result.findings:
        assert all(
            piece.voices[voice].cells[step] >= 0 or finding.rule == "unusual length" for voice, step in finding.cells
        )


def test_another_key_grades_the_same(chorales):
    """Without its own spellings a passage is spelled by its key, whatever that is."""
    piece = _unspelled(chorales["bwv66.6"])
    for shift in (-3, 2, 5):
        moved = piece.with_grid(np.where(piece.grid() >= 0, piece.grid() + shift, piece.grid()))
        assert measure(lines_of(moved)) == pytest.approx(measure(lines_of(piece)))


def _unspelled(piece):
    return replace(piece, voices=tuple(replace(voice, marks=()) for voice in piece.voices))


def test_wrong_notes_and_merged_repetitions_cost(chorales):
    good = chorales["bwv66.6"]
    rng = np.random.default_rng(1)
    grid = good.grid()
    wrong = np.where((grid >= 0) & (rng.random(grid.shape) < 0.1), grid + rng.choice([-1, 1, 6], grid.shape), grid)
    assert grade(good.with_grid(wrong)).overall > grade(good).overall + 3
    held = grid.copy()
    for row in held:
        last = -3
        for step, cell in enumerate(row):
            if cell >= 0 and cell == last:
                row[step] = HOLD
            last = cell if cell != HOLD else last
    assert grade(good.with_grid(held)).soprano > grade(good).soprano


# Bach against himself


def test_bachs_range_is_that_of_the_published_grader():
    """Median 5.77 over 200 passages of 8 bars; here over all 2,329 that begin with a bar."""
    low, quarter, median, three_quarters, high = bach_range("overall")
    assert median == pytest.approx(5.77, abs=0.10)
    assert low < quarter < median < three_quarters < high
    assert sum(bach_range(part)[2] for part in PARTS) == pytest.approx(5.2, abs=0.5)


def test_thirty_chorales_grade_as_measured(chorales):
    """A fixed sample:

    8 bars from the start of every twelfth chorale, and key spelling in place of Bach's own costs next to nothing."""
    from engine.canvas.edits_bars import crop

    passages = [crop(piece, 0, 128) for piece in list(chorales.values())[::12] if piece.steps >= 128]
    own = statistics.median(grade(piece).overall for piece in passages)
    by_key = statistics.median(grade(_unspelled(piece)).overall for piece in passages)
    assert own == pytest.approx(5.81, abs=0.02)
    assert by_key == pytest.approx(own, abs=0.25)


@pytest.mark.full
def test_whole_chorales_grade_as_published():
    """Table 2 of the SUNMASK paper, row 'Bach GT': 4.91 over whole chorales, and the median of each part."""
    from training.data.reference import read_corpus

    published = dict(zip(PARTS, (0.24, 0.23, 0.0, 0.41, 0.47, 0.49, 0.53, 0.69, 1.29), strict=True))
    grades = [measure(lines) for _, lines in read_corpus()]
    assert len(grades) == 351
    assert statistics.median(g["overall"] for g in grades) == pytest.approx(4.91, abs=0.10)
    assert statistics.pstdev([g["overall"] for g in grades]) == pytest.approx(1.63, abs=0.05)
    for part, value in published.items():
        assert statistics.median(g[part] for g in grades) == pytest.approx(value, abs=0.01), part


@pytest.mark.full
def test_eight_bars_of_bach_grade_as_published():
    from training.data.reference import passages, read_corpus

    grades = [measure(lines_of(piece))["overall"] for piece in passages([name for name, _ in read_corpus()])]
    assert statistics.median(grades) == pytest.approx(5.77, abs=0.10)


@pytest.mark.full
def test_the_shipped_reference_is_what_the_corpus_gives():
    from engine.theory.grade import fault_rate
    from training.data.reference import collect, read_corpus

    fresh = collect([lines for _, lines in read_corpus()])
    assert (fresh["notes"], fresh["rests"]) == pytest.approx((80461, 763), abs=2)
    assert fresh["any"]["parallels"] == {"fifth": 96, "octave": 33}
    assert fresh["fault_rate"] == fault_rate() == pytest.approx(0.0016032612, rel=1e-4)
    for minor, mode in ((False, "major"), (True, "minor")):
        assert list(reference_for(minor)["harmony"]) == list(fresh[mode]["harmony"])
