"""Feeding one target: counts, processor seconds, memory, and what went wrong with which input."""

import random
import resource
import signal
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field

from tests.tools.fuzz.in_window import WINDOW
from tests.tools.fuzz.targets import TARGETS

SLOW = 2.0  # processor seconds after which an input is named: how long that is, the machine decides, so no test fails
STUCK = 60.0  # after which it is given up: it would not end
LARGE = 500  # megabytes that reading may add


class Stuck(Exception):
    """An input took far too long."""


@dataclass
class Outcome:
    """What became of the inputs."""

    counts: Counter = field(default_factory=Counter)
    seconds: float = 0.0
    worst: float = 0.0
    grown: float = 0.0  # megabytes
    defects: list = field(default_factory=list)
    slow: list = field(default_factory=list)


def fed(name, count, seed=0, keep=None):
    """Feed `count` wrong files to a target; input k of a seed is the same on every run."""
    target = {**TARGETS, **WINDOW}[name]
    seeds = target.seeds()
    outcome = Outcome()
    target.feed(seeds[0])  # what is imported late is not the input's
    base = _peak()
    signal.signal(signal.SIGPROF, _give_up)
    for number in range(count):
        dice = random.Random(f"{name} {seed} {number}")
        data = target.mutate(dice, dice.choice(seeds))
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, STUCK)
        try:
            outcome.counts[target.feed(data)] += 1
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            _defect(outcome, name, seed, number, data, traceback.format_exc(limit=-4), keep)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        took = time.process_time() - began
        outcome.seconds += took
        outcome.worst = max(outcome.worst, took)
        grown = _peak() - base
        if took > SLOW:
            outcome.slow.append((number, took))
        if grown > LARGE >= outcome.grown:
            _defect(outcome, name, seed, number, data, f"{grown:.0f} MB more", keep)
        outcome.grown = grown
    return outcome


def _give_up(*_):
    raise Stuck


def _peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _defect(outcome, name, seed, number, data, words, keep):
    outcome.counts["defect"] += 1
    outcome.defects.append((number, words))
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{name}-{seed}-{number}").write_bytes(data)


def summary(name, outcome):
    """A line for people, then each defect once."""
    total = sum(outcome.counts.values())
    counts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(outcome.counts.items()))
    lines = [
        f"{name}: {total:,} inputs ({counts}) in {outcome.seconds:.0f} s; worst {outcome.worst:.2f} s,"
        f" memory grew {outcome.grown:.0f} MB"
    ]
    lines += [f"input {number} took {took:.1f} s" for number, took in outcome.slow]
    first = {}
    for number, words in outcome.defects:
        first.setdefault(words.strip().splitlines()[-1][:80], (number, words))
    lines += [f"--- input {number}\n{words}" for number, words in first.values()]
    return "\n".join(lines)
