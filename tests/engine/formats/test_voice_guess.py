"""Which tracks become which voices: names, ranges, top and bottom lines and drums count, not only how busy they are."""

import pytest

from engine.formats.raw_score import RawNote, RawPart
from engine.formats.voice_guess import guess


def part(name, pitch, notes=40, program=None):
    return RawPart(
        name, tuple(RawNote(4.0 * n, 4.0 * n + 4, pitch + n % 3) for n in range(notes)), name, ("", name), program
    )


BAND = (
    part("Strings", 64, 300),
    part("Piano", 66, 500),
    part("Guitar", 58, 400),
    part("Pad", 62, 350),
)


@pytest.mark.parametrize("name", ["Melody", "Vocal", "Lead Vocals", "MELODY (Oboe)", "Voice", "Gesang", "lead_synth"])
def test_a_melody_is_never_dropped_and_sings_on_top(name):
    chosen = guess((*BAND, part(name, 60, 50)))
    assert chosen[0] == 4 and None not in chosen


@pytest.mark.parametrize(
    "bass", [part("Bass", 40, 30), part("Fingered Bass", 45, 30), part("Track 9", 50, 30, program=33)]
)
def test_a_bass_is_never_dropped_and_lies_below(bass):
    assert guess((*BAND, bass))[3] == 4


def test_a_bassoon_is_no_bass():
    assert guess((*BAND, part("Bassoon", 70, 5)))[3] == 2  # the guitar, which is the lowest


def test_the_top_and_the_bottom_line_go_before_busy_inner_parts():
    chosen = guess((*BAND, part("Flute", 80, 90), part("Cello", 41, 90)))
    assert chosen[0] == 4 and chosen[3] == 5


def test_a_few_notes_are_no_line():
    assert 4 not in guess((*BAND, part("Bell", 95, 2)))


@pytest.mark.parametrize("drums", [part("Drums", 40, 900), part("Bass Drum", 36, 900), part("x", 50, 900, program=115)])
def test_drums_on_another_channel_are_no_voice(drums):
    assert 4 not in guess((*BAND, drums))


def test_where_there_are_only_drums_they_are_taken():
    assert guess((part("Drums", 40),))[0] == 0


def test_some_names_are_heeded_where_not_all_four_are_there():
    assert guess((part("Organ", 70), part("Tenor", 72), part("Bass", 75))) == (0, None, 1, 2)
    assert guess((part("Bass", 45),)) == (None, None, None, 0)


def test_a_melody_that_lies_low_is_the_melody_still():
    assert guess((part("Accordion", 74), part("Melody", 60)))[0] == 1


def test_of_two_melodies_the_busier_is_on_top_and_both_stay():
    chosen = guess((*BAND, part("Vocal 2", 65, 60), part("Vocal 1", 64, 90)))
    assert chosen[0] == 5
