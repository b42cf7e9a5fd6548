"""Count tables beside a trained sentence network: what is counted, what learns, and that the file comes back whole."""

import numpy as np
import pytest
import torch

from engine.errors import PalimpsestError
from engine.neural import weights
from engine.neural.encoder import Encoder, EncoderConfig
from tests.training.data.toy_news import WORDS, toy_folder
from training.blend import main, parted, uncounted, with_tables
from training.data.counts import count
from training.emnlp import folder_data

SIZES = EncoderConfig(len(WORDS), width=16, heads=2, layers=1, inner=32, length=49, modes=5)
CUTS = (2, 2, 2, 2, 2)


def network():
    torch.manual_seed(0)
    return Encoder(SIZES).eval()


def test_lessons_are_not_counted():
    rows = np.arange(60).reshape(20, 3)
    counted, lessons = parted({3: rows}, 5)
    assert lessons[3].tolist() == rows[::5].tolist() and len(counted[3]) == 16
    assert not {*lessons[3][:, 0]} & {*counted[3][:, 0]}


def test_of_a_further_folder_only_sentences_that_were_not_counted_are_learned_from():
    counted = {3: np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int16)}
    more = {3: np.array([[4, 5, 6], [6, 5, 4]], dtype=np.int16), 2: np.array([[1, 2]], dtype=np.int16)}
    left = uncounted(more, counted)
    assert {length: rows.tolist() for length, rows in left.items()} == {3: [[6, 5, 4]], 2: [[1, 2]]}
    assert uncounted(counted, counted) == {}


def test_only_the_gate_learns(tmp_path):
    data = folder_data([toy_folder(tmp_path / "news")])
    net = with_tables(network(), count(data.training[0], data.size, CUTS))
    assert {name.split(".")[0] for name, value in net.named_parameters() if value.requires_grad} == {"blend"}


def test_the_whole_network_may_learn_beside_the_tables_and_a_gate_it_had_stays(tmp_path):
    data = folder_data([toy_folder(tmp_path / "news")])
    first = with_tables(network(), count(data.training[0], data.size, (3, 3, 3, 3, 3)))
    first.blend.gate.bias.data += 1.0
    net = with_tables(first, count(data.training[0], data.size, CUTS), "all")
    assert all(value.requires_grad for value in net.parameters())
    assert torch.equal(net.blend.gate.bias, first.blend.gate.bias) and net.config.grams != first.config.grams
    with pytest.raises(PalimpsestError, match="gate or all"):
        with_tables(network(), count(data.training[0], data.size, CUTS), "tables")


def test_with_the_tables_believed_alone_the_odds_are_theirs(tmp_path):
    """The gate can turn to either side: the network's own odds, or the single words' and the left neighbour's."""
    data = folder_data([toy_folder(tmp_path / "news")])
    plain = network()
    net = with_tables(plain, count(data.training[0], data.size, CUTS)).eval()
    tokens = torch.from_numpy(data.training[0][15][:2].astype(np.int64))[:, None]
    trusted = torch.ones_like(tokens, dtype=torch.bool)
    trusted[:, :, 5:] = False
    where = torch.tensor([5, 15 + 5])  # the sixth word of both
    net.blend.gate.bias.data = torch.tensor([1.0, 0, 0, 0, 0])
    assert torch.allclose(net(tokens, trusted, where=where), plain(tokens, trusted, where=where), atol=1e-5)
    net.blend.gate.bias.data = torch.tensor([0, 1.0, 1.0, 0, 0])
    odds = net(tokens, trusted, where=where)
    assert torch.allclose(odds.exp().sum(-1), torch.ones(2), atol=1e-4), "a left context's shares are probabilities"


@pytest.mark.full
def test_the_command_counts_trains_and_exports(tmp_path):
    folder, path = toy_folder(tmp_path / "news"), tmp_path / "w.safetensors"
    net = network()
    weights.save(
        path, net, net.state_dict(), {"modality": "text", "vocabulary": WORDS, "pieces": ["[UNK]"], "steps": 7}
    )
    out = tmp_path / "blended.safetensors"
    flags = ["--data", str(folder), "--weights", str(path), "--out", str(tmp_path / "run"), "--cuts", "2 2 2 2 2"]
    main([*flags, "--apart", "5", "--steps", "4", "--batch", "8", "--export", str(out)])
    loaded, card = weights.load(out)
    assert loaded.config.grams and card["begun_from"]["steps"] == 7 and card["pieces"] == ["[UNK]"]
    assert torch.equal(loaded.words.weight, weights.load(path)[0].words.weight)
    assert not torch.allclose(loaded.blend.gate.bias, torch.full((5,), 0.5))
