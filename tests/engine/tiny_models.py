"""Tiny real weight files for music and text, as a user might bring them."""

import torch

from engine.neural import weights
from engine.neural.transformer import Transformer, TransformerConfig
from engine.neural.unet import UNet, UNetConfig
from engine.sampling import music_cells
from engine.sampling.orders import MODES, SENTENCE_MODES

WORDS = ("the", "war", "will", "play", "soon", ".", "a", "success", "was", "disaster", ",")
METHODS = ["sunmask", "mac", "sfarm"]


def tiny_unet(modes=0, cell=8, beat=32):
    """The chorale network, as small as it goes."""
    sizes = {"cell": cell, "beat": beat, "heads": 2, "layers": 1, "blocks": 1, "modes": modes}
    return UNet(UNetConfig(music_cells.TOKENS, side=music_cells.SIDE_SIZES, **sizes))


def tiny_transformer(modes=0):
    """A sentence network of eleven words."""
    return Transformer(TransformerConfig(len(WORDS), width=16, heads=2, layers=1, inner=32, modes=modes))


def music_file(path, seed=0, **card):
    """A music network that serves every method."""
    torch.manual_seed(seed)
    net = tiny_unet(len(MODES))
    about = {"modality": "music", "methods": METHODS, "vocabulary": music_cells.vocabulary(), "crop": 128}
    weights.save(path, net, net.state_dict(), {**about, **card})
    return path


def text_file(path, seed=0, **card):
    """A text network that serves every method."""
    torch.manual_seed(seed)
    net = tiny_transformer(SENTENCE_MODES)
    about = {"modality": "text", "methods": METHODS, "vocabulary": WORDS, "crop": 49}
    weights.save(path, net, net.state_dict(), {**about, **card})
    return path
