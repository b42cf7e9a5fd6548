"""The stand-ins for other programs' networks have their published sizes; nothing is timed here."""

import torch

from training.evaluation.peers import PITCHES, CoconetStack, DeepBachVoice, peers


def numbers(net):
    return sum(value.numel() for value in net.parameters())


def test_deepbach_reads_both_sides_of_a_place_by_two_layers_of_lstms():
    net = DeepBachVoice().eval()
    with torch.no_grad():
        assert net(torch.zeros(8, 16, net.EMBEDDED)).shape == (8, PITCHES + 10)
    assert net.before.num_layers == 2 and net.before.hidden_size == 256 and numbers(net.before) == numbers(net.after)


def test_coconet_is_64_convolutions_over_the_piano_roll():
    net = CoconetStack().eval()
    with torch.no_grad():
        assert net(torch.zeros(1, 8, 4, PITCHES)).shape == (1, 4, 4, PITCHES)
    convolutions = [each for each in net.modules() if isinstance(each, torch.nn.Conv2d)]
    assert len(convolutions) == 64 and {each.out_channels for each in convolutions} == {128, 4}


def test_a_row_is_passes_times_what_one_pass_takes(monkeypatch):
    monkeypatch.setattr("training.evaluation.peers.seconds", lambda once: 0.5)
    assert [(row["passes"], row["processor_seconds"]) for row in peers()] == [(1500, 750.0), (1024, 512.0)]
