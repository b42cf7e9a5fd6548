"""The sentence tables of docs/RESULTS.md, beside the published points. Measures nothing."""

import numpy as np

from training.results import plots_emnlp
from training.results.tables import Rows, Table, markdown

ORDERS = ("5", "8", "13")
ALIKE = 0.30  # the BLEU-5 at which curves are compared
PAIRS_SHOWN = 3  # the paper's own


def _number(row: dict, name: str, digits: int = 2) -> str:  # type: ignore[type-arg]
    """A field where the row has it."""
    return f"{row[name]:.{digits}f}" if row.get(name) is not None else ""


def alike(rows: Rows) -> dict[str, float]:
    """Self-BLEU where BLEU is ALIKE, on the straight line between the two temperatures around it, of every set that
    was swept so far."""
    curves: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        curves.setdefault(row["label"].split(", temperature")[0], []).append((row["bleu"], row["self_bleu"]))
    reaching = {
        label: np.array(sorted(points)) for label, points in curves.items() if min(points)[0] <= ALIKE <= max(points)[0]
    }
    return {label: float(np.interp(ALIKE, points[:, 0], points[:, 1])) for label, points in reaching.items()}


def bleu(rows: Rows) -> str:
    """BLEU and self-BLEU, and a sample of each method's."""
    head = ["set", "temperature", "network calls", "negative BLEU-5", "self-BLEU-5", "n", "s a sentence"]
    lines = [
        [
            row["label"],
            _number(row, "temperature", 1),
            _number(row, "calls", 0),
            f"{-row['bleu']:.3f}",
            f"{row['self_bleu']:.3f}",
            str(row["count"]),
            _number(row, "seconds"),
        ]
        for row in rows
    ]
    lines += [
        [f"{label} (published)", "", "", f"{x:.3f}", f"{y:.3f}", f"{n:,}", ""]
        for label, n, points in plots_emnlp.PUBLISHED
        for x, y in points
    ]
    written = [
        f"- {row['label']}: " + " · ".join(f"“{text}”" for text in row["samples"]) for row in rows if row.get("samples")
    ]
    compared = ", ".join(f"{label} {value:.3f}" for label, value in alike(rows).items())
    between = (
        f"\n\nSelf-BLEU-5 at negative BLEU-5 = {-ALIKE:.2f}, on the line between the two temperatures around it:"
        f" {compared}."
        if compared
        else ""
    )
    return (
        markdown(head, lines)
        + between
        + "\n\nThe first and the middle sentence of each set, unselected:\n\n"
        + "\n".join(written)
    )


def likelihood(rows: Rows) -> str:
    """Perplexities."""
    head = ["method", "perplexity a word", "by one order", "orders", "n", "words", "minutes trained in all"]
    lines = [
        [
            row["label"],
            f"**{row['perplexity']:.2f}** ± {row['error']:.2f}",
            _number(row, "one_order"),
            str(row["orders"]),
            str(row["count"]),
            f"{row['words']:,}",
            _number(row, "trained_minutes", 0),
        ]
        for row in rows
    ]
    return markdown(head, lines)


def infilling(rows: Rows) -> str:
    """Right guesses of hidden words."""
    names = list(rows[0]["tasks"]) if rows else []
    head = ["method", *(f"{name} hidden: exact, top 5" for name in names), "n"]
    lines = [
        [
            row["label"],
            *(f"{row['tasks'][n]['exact']:.1%}, {row['tasks'][n]['top5']:.1%}" for n in names),
            str(row["count"]),
        ]
        for row in rows
    ]
    words = ", ".join(f"{rows[0]['tasks'][n]['words']:,}" for n in names) if rows else ""
    return markdown(head, lines) + f"\n\nWords guessed: {words}."


def memory(rows: Rows) -> str:
    """N-grams that stand in the training text."""
    head = ["set", *(f"{n}-grams known" for n in ORDERS), "n"]
    return markdown(
        head, [[row["label"], *(f"{row['shares'][n]:.2%}" for n in ORDERS), str(row["count"])] for row in rows]
    )


def emphasis(rows: Rows) -> str:
    """How far the words around lean to the trusted word, and samples of the paper's pairs."""
    head = ["pair", "lean, first trusted", "lean, second trusted", "difference", "p", "real text", "n a side"]
    lines = []
    for row in rows:
        leans = [f"{value:+.3f}" for value in row["leans"]] if "leans" in row else ["", ""]
        real = f"{row['real']:+.3f}" if row.get("real") is not None else ""
        lines.append(
            [
                row["label"],
                *leans,
                f"**{row['effect']:+.3f}** ± {row['error']:.3f}",
                f"{row['p']:.4f}",
                real,
                str(row["count"]),
            ]
        )
    samples = []
    for row in [r for r in rows if "samples" in r][:PAIRS_SHOWN]:
        for word, texts in zip(row["label"].split(" / "), row["samples"], strict=True):
            samples.append(f"- {row['label']}, *{word}* trusted: " + " · ".join(f"“{text}”" for text in texts))
    return (
        markdown(head, lines)
        + "\n\nThe first two sentences of each side of the paper's own pairs, unselected:\n\n"
        + "\n".join(samples)
    )


BLEU = (
    "Sentences written from nothing, their lengths drawn from the held-out text. BLEU-5 of each against all held-out"
    " sentences, and against the other sentences of its set; both are means over sentences, exact, with smoothing"
    " method 1. Left is better and lower is better; BLEU alone proves nothing, as the trigram shows. Self-BLEU grows"
    " with the number of sentences: real text has .112 over 1,000 and .241 over 10,000. The networks are trained on"
    " other news than the references are taken from; the row of training text says what a perfect model of that would"
    " score."
)
LIKELIHOOD = (
    "Exact perplexity a word of held-out sentences, written from nothing with the length given. MAC has one order (left"
    " to right); ARDM and SFARM are averaged over random orders (log of the mean probability). By one order, every"
    " method takes one network call a word: the column to compare at equal compute. The trigram is interpolated"
    " modified Kneser-Ney and knows the length too."
)
INFILLING = (
    "Words of held-out sentences hidden at random; each is guessed from the shown ones: how often the most likely guess"
    " is the word, and how often it is among the five most likely. MAC, SFARM and ARDM answer in one call with all"
    " hidden words blank; SUNMASK and SUNDAE in two steps from noise, averaged over eight draws. The trigram multiplies"
    " the probabilities of all words a hidden one takes part in, exact where hidden words stand apart, by a beam"
    " elsewhere."
)
MEMORY = (
    "The share of n-grams that stand word for word in the training text. Sentences that share 13 words with the"
    " held-out text had been taken out of most of the training text, so the held-out row is low by construction; the"
    " row of training text against the rest of it says what is usual in news."
)
EMPHASIS = (
    "Table 3 of the SUNMASK paper, counted. Two words are pinned as the 7th and the 13th of a sentence (where the"
    " paper's samples have them), all else is written by SUNMASK in 32 steps; only which of the two is trusted changes"
    " (Keep, the other Whisper), seeds and lengths do not. A sentence's lean is the mean, over its other words, of the"
    " pointwise mutual information with the first word less that with the second, from sentences of the training text."
    " The difference should be positive. p: two-sided, 10,000 random flips within pairs of sentences, not corrected for"
    " the number of rows. Real text: held-out sentences with the one word against those with the other. MAC, SFARM and"
    " the trigram read both brushes alike, so their difference is 0 by construction."
)
TWINS = (
    "SUNDAE is not told which words hold, so its network's count tables stay silent and all must be learned, for which"
    " minutes are few; MAC and ARDM begin with what was counted."
)
TRUST = (
    "Half of a sentence's words are hidden and one of them is asked for (SUNMASK): nats when the other hidden words are"
    " noise, true with trust bit 0, and true with trust bit 1; how much of the way from the first to the last the"
    " second goes. Then one shown word is exchanged for a random one, whispered or kept: how far that moves the hidden"
    " words' distributions (total variation), and how much likelier the true words are beside the true whispered word."
)


def trust(rows: Rows) -> str:
    """The rows of the section `trust`."""
    head = ["", "noise", "true, bit 0", "true, bit 1", "closed", "shift: whispered", "kept", "nats a word gained"]
    return markdown(
        head,
        [
            [
                f"{row['label']} ({row['count']} sentences)",
                *(f"{row['nats'][name]:.2f}" for name in ("noise", "true", "trusted")),
                f"{100 * row['closed']:.0f} %",
                *(f"{row['shift'][name]:.3f}" for name in ("whispered", "kept")),
                f"{row['gain']:.3f} ± {row['gain_error']:.3f}",
            ]
            for row in rows
        ],
    )


TABLES = {
    "emnlp-bleu": Table("Sentences from nothing: BLEU against self-BLEU", BLEU, bleu, plots_emnlp.bleu),
    "emnlp-twins-bleu": Table("The same by networks trained equally long", TWINS, bleu, plots_emnlp.bleu),
    "emnlp-likelihood": Table("Perplexity of held-out sentences", LIKELIHOOD, likelihood),
    "emnlp-twins-likelihood": Table("The same by networks trained equally long", "", likelihood),
    "emnlp-infilling": Table("Hidden words guessed", INFILLING, infilling, plots_emnlp.infilling),
    "emnlp-twins-infilling": Table("The same by networks trained equally long", "", infilling, plots_emnlp.infilling),
    "emnlp-emphasis": Table("One of two pinned words trusted", EMPHASIS, emphasis),
    "emnlp-trust": Table("Words that are not trusted", TRUST, trust),
    "emnlp-memory": Table("Words known by heart", MEMORY, memory),
}
