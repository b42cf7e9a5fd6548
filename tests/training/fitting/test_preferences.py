"""Learning from marked drafts: what is read of them, what learns, and that what was learned is stored small."""

import json

import numpy as np
import pytest
import torch

import assets
from engine.errors import PalimpsestError
from engine.jobs.figures import checksum
from engine.jobs.worth import VERDICT, as_judged
from engine.neural import weights
from engine.neural.encoder import Encoder, EncoderConfig
from tests.training.data.toy_news import WORDS, Follower, toy_folder
from training.data.marks import drawn_pairs, read_marks
from training.drafts import drafts_of, prompt_of
from training.fitting import low_rank
from training.fitting.loop import sources
from training.preferences import main

PROMPT = "the people _ it was a very _ day ."
GOOD, BAD = ("say", "good"), ("war", "a")


def network(length=49):
    """With words far enough apart that its odds can be far from even."""
    torch.manual_seed(0)
    net = Encoder(EncoderConfig(len(WORDS), width=16, heads=2, layers=1, inner=32, length=length, modes=5)).eval()
    torch.nn.init.normal_(net.words.weight, std=0.6)
    return net


def draft(words, mark):
    first, second = words
    return {"words": f"the people {first} it was a very {second} day .".split(), "mark": mark}


@pytest.fixture
def marks(tmp_path):
    """Drafts of which the good one is marked higher, one prompt without a difference, and an unknown word."""
    rows = [{"prompt": PROMPT, "drafts": [draft(GOOD, 2), draft(BAD, 0), draft(("Zyzzyva", "good"), 3)]}] * 6
    rows.append({"prompt": PROMPT, "drafts": [draft(GOOD, 1), draft(BAD, 1)]})
    path = tmp_path / "marks.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_prompts_whose_drafts_differ_in_mark_are_read(marks):
    prompts = read_marks(marks, WORDS, 49)
    assert len(prompts) == 6 and all(len(prompt.marks) == 2 for prompt in prompts), "unknown words are left out"
    assert np.flatnonzero(prompts[0].free).tolist() == [2, 7]
    assert not read_marks(marks, WORDS, 9), "the prompt has ten words"


@pytest.mark.parametrize(
    "text", ["{", '{"prompt": "a _ ."}', '{"prompt": "a _ .", "drafts": [{"words": ["a"], "mark": 1}]}']
)
def test_broken_marks_are_one_sentence(text, tmp_path):
    path = tmp_path / "marks.jsonl"
    path.write_text(text)
    with pytest.raises(PalimpsestError, match=r"marks\.jsonl cannot be read"):
        read_marks(path, WORDS, 49)


def test_pairs_hold_the_better_draft_first_and_ask_for_hidden_new_words_only(marks):
    prompts = read_marks(marks, WORDS, 49)
    pairs = drawn_pairs(prompts, sources(0, 0, range(60)))
    known = {words: tuple(map(WORDS.index, words)) for words in (GOOD, BAD)}
    assert (pairs.drafts[:, 0][:, [2, 7]] == known[GOOD]).all() and (pairs.drafts[:, 1][:, [2, 7]] == known[BAD]).all()
    assert pairs.asked.any(1).all() and (pairs.asked <= pairs.hidden).all() and (pairs.hidden <= prompts[0].free).all()
    shown = {tuple(hint[0, [2, 7]].tolist()) for hint in pairs.hints}
    assert shown == {(-1, -1), *known.values()}, "blank, or as one of the drafts has it"
    ways = {(int(hidden.sum()), int(asked.sum())) for hidden, asked in zip(pairs.hidden, pairs.asked, strict=True)}
    assert ways == {(1, 1), (2, 1)}, "one word given all others, or the next one given those before it"


def test_a_network_learns_by_thin_products_and_is_still_there_without_them():
    net = network()
    tokens = torch.arange(10)[None, None] % len(WORDS)
    trusted = torch.ones_like(tokens, dtype=torch.bool)
    before, names = net(tokens, trusted), set(net.state_dict())
    low_rank.add(net, 2)
    assert torch.equal(net(tokens, trusted), before)
    assert {name.rsplit(".", 1)[1] for name, value in net.named_parameters() if value.requires_grad} == {
        "left",
        "right",
    }
    for part in net.modules():
        if isinstance(part, low_rank.LowRank):
            torch.nn.init.normal_(part.left, std=0.1)
    after = net(tokens, trusted)
    with low_rank.without(net):
        assert torch.equal(net(tokens, trusted), before) and not torch.allclose(after, before)
    assert set(low_rank.products(net)) < names
    twice, once = (network() for _ in range(2))
    for other, reach in ((once, 1.0), (twice, 2.0)):
        low_rank.add(other, 2)
        other.load_state_dict(low_rank.scaled(net.state_dict(), reach))
        low_rank.merge(other)
    plain = network().state_dict()
    name = next(iter(low_rank.products(net)))
    first, second = (other.state_dict()[name] - plain[name] for other in (once, twice))
    assert torch.allclose(second, 2 * first, atol=1e-6) and first.any()
    low_rank.merge(net)
    assert set(net.state_dict()) == names and torch.allclose(net(tokens, trusted), after, atol=1e-6)


def test_the_command_prefers_what_is_marked_higher_and_its_small_file_holds_what_it_learned(
    marks, tmp_path, monkeypatch
):
    monkeypatch.setattr(assets, "HERE", tmp_path)
    shipped = tmp_path / "weights" / "text.safetensors"
    shipped.parent.mkdir()
    net = network()
    weights.save(shipped, net, net.state_dict(), {"modality": "text", "vocabulary": WORDS, "methods": ["mac"]})
    folder, out = toy_folder(tmp_path / "news"), tmp_path / "learned.safetensors"
    flags = ["--marks", str(marks), "--data", str(folder), "--weights", str(shipped), "--out", str(tmp_path / "run")]
    pace = ["--steps", "40", "--batch", "8", "--rank", "2", "--rate", "0.03", "--warmup", "5", "--ema", "0.9"]
    main([*flags, *pace, "--apart", "3", "--export", str(out)])
    learned, card = weights.load(out)
    assert card["methods"] == ["mac"] and card["recipe"]["marks"] == "marks.jsonl"

    def gap(network):
        """How much likelier the better word is than the worse one."""
        tokens = torch.tensor([[[WORDS.index(word) for word in draft(GOOD, 2)["words"]]]])
        shown = torch.ones_like(tokens, dtype=torch.bool)
        shown[..., 7] = False
        row = network(torch.where(shown, tokens, len(WORDS)), shown)[0, 0, 7].log_softmax(-1)
        return (row[WORDS.index("good")] - row[WORDS.index("a")]).item()

    assert gap(learned) > gap(weights.load(shipped)[0]) + 1
    shipped.with_suffix(".preferences").write_bytes(out.with_suffix(".preferences").read_bytes())
    small, card = weights.load(shipped)
    assert gap(small) == pytest.approx(gap(learned), abs=0.2)
    assert card["vocabulary"] == list(WORDS) and card["recipe"]["rank"] == 2


def test_the_command_teaches_a_critic_that_changes_nothing_else(marks, tmp_path, monkeypatch):
    monkeypatch.setattr(assets, "HERE", tmp_path)
    shipped, out = tmp_path / "weights" / "text.safetensors", tmp_path / "weights" / "text.critic"
    shipped.parent.mkdir()
    net = network()
    weights.save(shipped, net, net.state_dict(), {"modality": "text", "vocabulary": WORDS, "methods": ["mac"]})
    before = checksum(shipped)
    flags = ["--marks", str(marks), "--data", str(toy_folder(tmp_path / "news")), "--weights", str(shipped)]
    pace = ["--steps", "40", "--batch", "8", "--rank", "2", "--rate", "0.03", "--warmup", "5", "--ema", "0.9"]
    place = ["--apart", "3", "--out", str(tmp_path / "run"), "--export", str(out)]
    main([*flags, *pace, *place, "--method", "judged"])
    assert sorted(path.name for path in out.parent.iterdir()) == ["text.critic", "text.safetensors"]
    assert checksum(shipped) == before != checksum(out)
    critic, card = weights.load(out)
    assert card["vocabulary"] == list(WORDS)
    (pairs,) = {len(prompt.drafts): prompt for prompt in read_marks(marks, WORDS, 49)}.values()
    x, shown, wanted = as_judged(pairs.drafts[:, None], pairs.free[None, None], len(WORDS))
    row = critic(*map(torch.from_numpy, (x, shown.copy())))[torch.from_numpy(wanted.copy())]
    said = (row[:, VERDICT[0]] - row[:, VERDICT[1]]).tolist()
    assert pairs.marks[0] > pairs.marks[1] and said[0] > said[1] + 1


def test_marks_of_which_nothing_can_be_learned_are_one_sentence(marks, tmp_path):
    net, path = network(), tmp_path / "network.safetensors"
    weights.save(path, net, net.state_dict(), {"modality": "text", "vocabulary": WORDS, "methods": ["mac"]})
    flags = ["--marks", str(marks), "--data", str(toy_folder(tmp_path / "news")), "--weights", str(path)]
    with pytest.raises(SystemExit, match=r"marks\.jsonl holds too few prompts"):
        main([*flags, "--apart", "1", "--export", str(tmp_path / "out.safetensors")])


def test_a_critic_has_no_room_for_prompts_as_long_as_the_network(marks, tmp_path):
    net, path = network(length=10), tmp_path / "network.safetensors"
    weights.save(path, net, net.state_dict(), {"modality": "text", "vocabulary": WORDS, "methods": ["mac"]})
    flags = ["--marks", str(marks), "--data", str(toy_folder(tmp_path / "news")), "--weights", str(path)]
    more = ["--apart", "3", "--method", "judged", "--steps", "1", "--export", str(tmp_path / "out.safetensors")]
    with pytest.raises(SystemExit, match=r"marks\.jsonl holds too few prompts"):
        main([*flags, *more])


def test_drafts_for_readers_are_those_of_the_page_none_left_out():
    assert prompt_of("It was [a very long] day , [he said].") == "It was _ _ _ day , _ _."
    drafts = drafts_of(PROMPT, 3, 1, lambda modality, method: Follower())
    assert 2 <= len(drafts) <= 6 and len({*map(tuple, drafts)}) == len(drafts)
    assert all(len(words) == 10 and words[:2] == ["the", "people"] for words in drafts)
