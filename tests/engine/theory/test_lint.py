"""The voice-leading rules: for each a smallest fault and the nearest right thing, and Bach's own counts."""

from collections import Counter

import pytest
from hypothesis import given

from engine.errors import CanvasError
from engine.theory.lint import RULES, Sheet, lint
from engine.theory.score_lines import lines_of
from tests.engine.choir import choir
from tests.engine.pieces import pieces
from tests.tools.counts import examples

# C major before and after: most rules need a key, and a key needs notes.
CADENCE = ("C5 C5 D5 C5", "G4 A4 G4 G4", "E4 F4 B3 E4", "C3 F3 G3 C3")

# Rule -> (voices that break it, voices that just do not), soprano first.
EXAMPLES = {
    "parallel fifths": (("G4 A4", "", "", "C4 D4"), ("G4 A4", "", "", "C4 C4")),
    "parallel octaves": (("C5 D5", "", "C4 D4"), ("C5 D5", "", "C4 B3")),
    "hidden fifths": (("C5 G5", "", "", "A3 C4"), ("F5 G5", "", "", "A3 C4")),
    "hidden octaves": (("E4 C5", "", "", "A3 C4"), ("B4 C5", "", "", "A3 C4")),
    "range": (("C6",), ("A5",)),
    "crossing": (("E4", "G4"), ("G4", "G4")),
    "overlap": (("E4 B4", "C4 F4"), ("E4 B4", "C4 E4")),
    "spacing": (("A5", "G4"), ("G5", "G4")),
    "doubled leading note": (
        tuple(f"{a} {b}" for a, b in zip(CADENCE, ("B4", "G4", "D4", "B2"), strict=True)),
        CADENCE,
    ),
    "unresolved seventh": (
        tuple(f"{a} {b}" for a, b in zip(CADENCE, ("B4 C5", "F4 A4", "D4 C4", "G3 C3"), strict=True)),
        tuple(f"{a} {b}" for a, b in zip(CADENCE, ("B4 C5", "F4 E4", "D4 C4", "G3 C3"), strict=True)),
    ),
    "large leaps": (("C4 B4",), ("C4 C5",)),
}


def broken(rule, voices):
    return [finding for finding in lint(choir(*voices), [rule]) if finding.rule == rule]


def test_every_rule_has_an_example():
    assert EXAMPLES.keys() == RULES.keys()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_finds_its_fault_once_and_leaves_the_right_thing_alone(rule):
    wrong, right = EXAMPLES[rule]
    assert len(broken(rule, wrong)) == 1
    assert broken(rule, right) == []


def test_a_finding_says_what_who_and_where():
    (finding,) = broken("parallel fifths", ("C5 C5 B4 . G4 A4", "", "", "C3 D3 E3 . C4 D4"))
    assert finding.voices == (0, 3) and finding.place == (2, 2, 1)
    assert finding.cells == ((0, 16), (3, 16), (0, 20), (3, 20))
    assert finding.sentence == "parallel fifths, soprano-bass, bar 2 beat 2"


@pytest.mark.parametrize(
    ("kind", "voices", "number"),
    [
        ("parallel fifths", ("G4 A4", "", "", "C3 D3"), 1),  # twelfths are fifths
        ("parallel fifths", ("G4 A4", "", "", "C4 D3"), 1),  # by contrary motion too
        ("parallel fifths", ("G4 G4", "", "", "C4 C4"), 0),  # repeated, not moved
        ("parallel fifths", ("G4 Ab4", "", "", "C4 D4"), 0),  # perfect to diminished
        (
            "parallel fifths",
            ("Ab4 A4", "", "", "C#4 D4"),
            0,
        ),  # C sharp to A flat is a sixth, though it sounds like a fifth
        ("parallel fifths", ("G4 . A4", "", "", "C4 . D4"), 0),  # a rest between
        ("parallel fifths", ("G4 A4", "", "", "C4 -"), 0),  # the bass stays
        ("parallel octaves", ("C5 D5", "", "", "C4 D3"), 1),  # octave to fifteenth
        ("parallel octaves", ("C4 D4", "C4 D4"), 1),  # unisons
        ("parallel octaves", ("C4 G4", "C4 G3"), 1),  # unison to octave apart ...
        ("parallel octaves", ("C5 B4", "C5 B3"), 0),  # ... but not in one direction
    ],
)
def test_parallels_are_counted_as_the_grade_counts_them(kind, voices, number):
    assert len(broken(kind, voices)) == number


def test_hidden_octaves_do_not_report_parallel_ones_again():
    assert lint(choir("C4 G4", "", "", "C3 G3"), ["hidden octaves"]) == ()


def test_a_seventh_may_be_repeated_held_or_handed_over_before_it_resolves():
    lead = ("B4 B4 C5", "F4 F4 E4", "D4 D4 C4", "G3 G3 C3")
    assert broken("unresolved seventh", tuple(f"{a} {b}" for a, b in zip(CADENCE, lead, strict=True))) == []
    handed = ("B4 B4 C5", "F4 D4 C4", "D4 F4 E4", "G3 G3 C3")
    assert broken("unresolved seventh", tuple(f"{a} {b}" for a, b in zip(CADENCE, handed, strict=True))) == []


def test_one_long_crossing_is_one_finding_with_all_its_notes():
    (finding,) = lint(choir("E4 D4 C4 E5", "G4 - G4 G4"), ["crossing"])
    assert finding.cells == ((0, 0), (0, 4), (0, 8), (1, 0), (1, 8))


def test_rules_are_switched_off_one_by_one():
    piece = choir("C6 G4 A4", "", "", "C4 C4 D4")
    everything = {finding.rule for finding in lint(piece)}
    assert everything == {"range", "parallel fifths", "large leaps"}
    for rule in everything:
        assert {finding.rule for finding in lint(piece, [name for name in RULES if name != rule])} == everything - {
            rule
        }
    assert lint(piece, []) == ()


def test_an_unknown_rule_is_refused_in_words():
    with pytest.raises(CanvasError, match="no voice-leading rule named vibes"):
        lint(choir("C5"), ["vibes"])


@examples(30)
@given(pieces())
def test_any_piece_can_be_looked_at(piece):
    for finding in lint(piece):
        assert finding.cells and all(piece.voices[voice].cells[step] >= 0 for voice, step in finding.cells)
        assert finding.sentence.count("\n") == 0


def test_bach_breaks_rules_seldom(chorales):
    """Faults in forty chorales; parallels are the ones he avoids most."""
    counts = Counter(finding.rule for piece in list(chorales.values())[:40] for finding in lint(piece))
    notes = sum(len(voice.notes) for piece in list(chorales.values())[:40] for voice in piece.voices)
    assert 0 < counts["parallel fifths"] + counts["parallel octaves"] < 25
    assert sum(counts.values()) < notes / 30


@pytest.mark.full
def test_parallels_over_the_corpus_are_those_of_the_published_grader(exact_corpus, chorales):
    """96 fifths and 33 octaves in the 351 reference chorales at their exact lengths."""
    some = next(iter(chorales.values()))
    for rule, number in (("parallel fifths", 96), ("parallel octaves", 33)):
        assert sum(1 for _, lines in exact_corpus for _ in RULES[rule].find(Sheet(some, lines), rule)) == number


@pytest.mark.full
def test_on_the_sixteenth_grid_one_thirty_second_note_less_makes_three_fifths_more(exact_corpus, chorales):
    """BWV 36.4 occurs three times in the edition; its thirty-second between two fifths does not fit on the grid."""
    pieces = [chorales[stem] for name, _ in exact_corpus if (stem := name.split("/")[-1]) in chorales]
    assert len(pieces) == 350  # the other is not in the folder under the edition's name, and has no parallels
    counts = Counter(
        finding.rule for piece in pieces for finding in lint(piece, ["parallel fifths", "parallel octaves"])
    )
    assert counts == {"parallel fifths": 99, "parallel octaves": 33}


@pytest.fixture(scope="module")
def exact_corpus():
    from training.data.reference import read_corpus

    return read_corpus()


def test_rules_read_the_piece_as_the_grade_does():
    piece = choir(*CADENCE)
    assert Sheet(piece, lines_of(piece)).lines.key == (0, False)
