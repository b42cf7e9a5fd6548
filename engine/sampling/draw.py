"""From logits to a token: temperature, top-k, top-p and typical sampling, each a plain function over rows (n,
vocabulary)."""

import numpy as np


def scaled(logits: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    """Log-probabilities up to a constant, the most likely at 0, in the precision given; temperature 0 puts everything
    on it."""
    x = logits
    if temperature <= 0:
        x = np.where(x == x.max(-1, keepdims=True), 0.0, -np.inf)
    else:
        x = x / temperature
    return x - x.max(-1, keepdims=True)


def log_softmax(logits: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    """Log-probabilities in float64."""
    x = scaled(logits.astype(np.float64), temperature)
    return x - np.log(np.exp(x).sum(-1, keepdims=True))


def keep_top_k(logp: np.ndarray, k: int) -> np.ndarray:
    """Only the k most likely tokens stay (0 = all)."""
    if not 0 < k < logp.shape[-1]:
        return logp
    least = np.partition(logp, -k, axis=-1)[..., -k, None]
    return np.where(logp >= least, logp, -np.inf)


def _keep_by(logp: np.ndarray, cost: np.ndarray, mass: float) -> np.ndarray:
    """Tokens in order of cost stay until their probability reaches `mass`; at least one stays."""
    order = np.argsort(cost, axis=-1, kind="stable")
    p = np.take_along_axis(np.exp(logp), order, axis=-1)
    inside = np.cumsum(p, axis=-1) - p < mass
    keep = np.zeros(logp.shape, dtype=bool)
    np.put_along_axis(keep, order, inside, axis=-1)
    return np.where(keep, logp, -np.inf)


def keep_top_p(logp: np.ndarray, mass: float) -> np.ndarray:
    """The most likely tokens that together hold `mass` stay."""
    return logp if mass >= 1 else _keep_by(logp, -logp, mass)


def keep_typical(logp: np.ndarray, mass: float) -> np.ndarray:
    """Typical sampling (Meister et al. 2022): the tokens whose surprisal is nearest the entropy stay, up to `mass`."""
    if mass >= 1:
        return logp
    safe = np.where(np.isfinite(logp), logp, 0.0)
    entropy = -(np.exp(logp) * safe).sum(-1, keepdims=True)
    return _keep_by(logp, np.abs(-logp - entropy), mass)


def truncated(logp: np.ndarray, top_k: int, top_p: float, typical: float) -> np.ndarray:
    """Log-probabilities of which only those stay that all three truncations leave."""
    return keep_top_k(keep_typical(keep_top_p(logp, top_p), typical), top_k)


def truncated_in_two(logp: np.ndarray, going_on: int, top_k: int, top_p: float, typical: float) -> np.ndarray:
    """The same in two choices: first the token that goes on with what is there (HOLD) against all others together,
    then the others among themselves.

    In one choice a new note's odds are split over all pitches, so that truncation would nearly always take HOLD."""
    others = logp.copy()
    others[..., going_on] = -np.inf
    new = np.logaddexp.reduce(others, axis=-1, keepdims=True)
    either = truncated(np.concatenate([logp[..., [going_on]], new], -1), top_k, top_p, typical)
    among = truncated(
        np.where(np.isfinite(new), others - np.where(np.isfinite(new), new, 0.0), others), top_k, top_p, typical
    )
    left = np.logaddexp.reduce(among, axis=-1, keepdims=True)
    result = np.where(np.isfinite(left), among - np.where(np.isfinite(left), left, 0.0), among) + either[..., [1]]
    result[..., going_on] = either[..., 0]
    return result


def shaped(
    logits: np.ndarray,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    typical: float = 1.0,
    going_on: int | None = None,
) -> np.ndarray:
    """Log-probabilities after all four controls, up to a constant: `pick` needs no more, and a large vocabulary is
    spared a pass. `going_on` is the token that continues what is there, where there is one."""
    if top_k <= 0 and top_p >= 1 and typical >= 1:
        return scaled(logits, temperature)
    logp = log_softmax(logits, temperature)
    if going_on is None:
        return truncated(logp, top_k, top_p, typical)
    return truncated_in_two(logp, going_on, top_k, top_p, typical)


def pick(logp: np.ndarray, uniform: np.ndarray) -> np.ndarray:
    """One token a row by the inverse distribution function; uniform (n,) in [0, 1)."""
    total = np.cumsum(np.exp(logp), axis=-1)
    return (total <= uniform[..., None] * total[..., -1:]).sum(-1).clip(max=logp.shape[-1] - 1)
