"""The chords a network would give a bar: counted over drafts, inversions apart, the same for the same seed."""

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.jobs.chord_drafts import readings
from engine.jobs.inquiry import Inquiry, run
from engine.jobs.request import Answered, Partial
from engine.sampling import music_cells as mc
from engine.theory.chords.symbols import chord_symbol
from tests.engine.choir import choir

TUNE = choir("E5 C5 E5 C5 G4 G4 G4 G4")


class TwoChords:
    """Writes C major or A minor below the tune, whole bars, one three times as likely as the other."""

    vocabulary, length, card = mc.TOKENS, 128, {}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        logits = np.full((*tokens.shape, mc.TOKENS), -30.0, dtype=np.float32)
        logits[..., mc.HOLD_TOKEN] = np.where(np.arange(tokens.shape[-1]) % 16, 6, -30)
        for voice, (often, seldom) in enumerate(((76, 76), (67, 69), (60, 60), (48, 57))):
            logits[:, voice, ::16, often - mc.LOW + mc.FIRST_PITCH] = np.log(3)
            logits[:, voice, ::16, seldom - mc.LOW + mc.FIRST_PITCH] = 0 if often != seldom else np.log(3)
        return logits


def names(reading):
    return " ".join(chord_symbol(chord) for _, chord in reading.chords)


def test_inversions_count_as_one_and_the_commonest_comes_first():
    """Of four drafts of a bar."""
    drafts = [
        choir("C5 - - -", "G4 - - -", "E4 - - -", "C3 - - -"),
        choir("C5 - - -", "A4 - - -", "E4 - - -", "A2 - - -"),
        choir("C5 - - -", "G4 - - -", "E4 - - -", "E3 - - -"),
        choir("C5 - D5 -", "G4 - - -", "E4 - G4 -", "C3 - B2 -"),
    ]
    found = readings(drafts, 0, 16)
    assert [(names(reading), reading.share) for reading in found] == [("C", 0.5), ("Am", 0.25), ("C G/B", 0.25)]
    assert found[0].draft is drafts[0] and [step for step, _ in found[2].chords] == [0, 8]


def test_the_question_is_answered_through_the_job():
    """Odds near the network's, the same again for the same seed, nothing before the last call."""
    mask = Mask.filled(4, TUNE.steps, Brush.KEEP)
    for row in (1, 2, 3):
        mask = mask.paint(Brush.REWRITE, row, 0, 16)
    inquiry = Inquiry("chords", TUNE, mask, ((0, 0, 16),), {"count": 48}, 5)
    *events, last = run(inquiry, models=lambda *_: TwoChords())
    assert isinstance(last, Answered)
    partial = [event.value for event in events if isinstance(event, Partial)]
    assert partial[0] == () and partial[-1] == last.value
    odds = {names(reading).partition("/")[0]: reading.share for reading in last.value}
    assert 0.3 < odds["C"] < 0.8 and 0 < odds["Am"] < odds["C"]
    *_, again = run(inquiry, models=lambda *_: TwoChords())
    assert [names(reading) for reading in again.value] == [names(reading) for reading in last.value]
