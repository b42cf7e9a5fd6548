"""Letters in the manner of text8: folding, chunks, a batch that the shared objectives take, and both tables."""

import numpy as np
import pytest
import torch

from engine.errors import PalimpsestError
from engine.sampling.orders import spaced_key
from training.evaluate import main as evaluate
from training.fitting.loop import sources
from training.fitting.objectives import OBJECTIVES
from training.letters import (
    CHUNK,
    SYMBOLS,
    LetterData,
    LettersConfig,
    as_text,
    cells_of,
    chunks,
    folded,
    main,
    network,
    read_letters,
)

TEXT = "The 2 dogs ran , and the cat -- it 's said -- ran too .\n" * 60
SMALL = ["--cell", "16", "--beat", "32", "--batch", "2", "--steps", "2", "--device", "cpu"]


@pytest.fixture
def folder(tmp_path):
    for part in ("train", "valid"):
        (tmp_path / f"{part}.txt").write_text(TEXT)
    return tmp_path


def test_text_is_folded_as_text8_is():
    assert folded("In 1999 , Zoë 's U . S .") == "in one nine nine nine zo s u s"
    assert set(folded(TEXT)) <= set(SYMBOLS) and "  " not in folded(TEXT)


def test_letters_are_read_up_to_a_number_and_come_back_as_text(folder):
    letters = read_letters(folder, "train", 600)
    assert len(letters) == 600 and as_text(letters[:16]) == "the two dogs ran"
    assert as_text(letters[:7], np.arange(7) < 2) == "__e two"
    rows = chunks(letters, 5, 0)
    assert rows.shape == (2, CHUNK)
    (folder / "valid.txt").write_text("too short\n")
    with pytest.raises(PalimpsestError, match="fewer than 250"):
        read_letters(folder, "valid")


@pytest.mark.parametrize("method", ["mac-paper", "ardm"])
def test_the_shared_objectives_take_letters(folder, method):
    config = LettersConfig(method=method, cell=16, beat=32)
    letters = read_letters(folder, "train")
    batch = LetterData(letters, letters, config).batch(sources(1, 0, range(3)), np.random.default_rng(0))
    assert (batch.grids[0].key == spaced_key(1, CHUNK)).all()
    torch.manual_seed(0)
    loss = OBJECTIVES[method].loss(network(config), batch)
    assert float(loss.detach()) == pytest.approx(np.log(27), abs=0.6) and loss.requires_grad


def test_a_chunk_is_asked_in_the_order_of_its_network():
    cells = cells_of(np.zeros(CHUNK, dtype=np.int64), np.zeros(CHUNK, dtype=bool), {"recipe": {"key": "spaced"}})
    assert (cells.key == spaced_key(1, CHUNK)).all()


def test_trained_twins_give_both_tables(folder, monkeypatch):
    monkeypatch.setattr("training.evaluate.DOCS", folder)
    for method, name in (("mac-paper", "mac"), ("ardm", "ardm")):
        out = ["--out", str(folder / name), "--export", str(folder / f"letters-{name}.safetensors")]
        main(["--data", str(folder), "--method", method, *out, *SMALL])
    evaluate(["letters", "--data", str(folder), "--weights", str(folder), "--count", "2"])
    page = (folder / "RESULTS.md").read_text()
    assert "MAC less ARDM" in page and "2 steps, 1,000 letters" in page
    shown, written = page.split("30% hidden:\n```\n")[1].split("\n```")[0].split("\n")
    assert len(shown) == len(written) == CHUNK
    assert all(a in ("_", b) for a, b in zip(shown, written, strict=True)), "what was shown stays"
