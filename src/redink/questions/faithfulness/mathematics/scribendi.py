"""Two sentences and their perplexities in; +1, 0 or −1 out, by a rule after Scribendi Score (Islam & Magnani 2021).

+1: the correction is more fluent than the source and still similar to it; −1: it is not; 0: nothing was changed. The
published score takes the perplexity from GPT-2; here it comes from any model, by default the trigram model.
"""

from __future__ import annotations

from collections.abc import Sequence

LIKE = 0.8
"""Two sentences count as similar if their likeness is at least this."""


def likeness(source: str, correction: str) -> float:
    """Give the larger of the token-sort ratio and the Levenshtein ratio, 0 to 1."""
    from rapidfuzz.distance import Indel
    from rapidfuzz.fuzz import token_sort_ratio

    return max(token_sort_ratio(source, correction) / 100, Indel.normalized_similarity(source, correction))


def scribendi(source: Sequence[str], correction: Sequence[str], perplexity: float, new_perplexity: float) -> int:
    """Give +1, 0 or −1 for one correction."""
    if list(source) == list(correction):
        return 0
    better = new_perplexity < perplexity
    return 1 if better and likeness(" ".join(source), " ".join(correction)) >= LIKE else -1
