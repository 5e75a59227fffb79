"""A rule after Scribendi Score (Islam & Magnani 2021): fluency and likeness of two sentences in, +1, 0 or −1 out.

+1: the correction is more fluent and still like the source; −1: it is not; 0: nothing was changed. The published score
asks GPT-2 for the perplexity; here it is whichever model made the numbers, by default the trigram model.
"""

from __future__ import annotations

from collections.abc import Sequence

LIKE = 0.8
"""From this likeness on two sentences count as like each other."""


def likeness(source: str, correction: str) -> float:
    """Give the larger of the token-sort ratio and the Levenshtein ratio, 0 to 1."""
    from rapidfuzz.distance import Indel
    from rapidfuzz.fuzz import token_sort_ratio

    return max(token_sort_ratio(source, correction) / 100, Indel.normalized_similarity(source, correction))


def scribendi(source: Sequence[str], correction: Sequence[str], perplexity: float, new_perplexity: float) -> int:
    """Judge one correction.

    Args:
        source: Tokens: white space has been normalised by then, so that a stray blank is no change.
        correction: Tokens.
        perplexity: Of the source.
        new_perplexity: Of the correction.
    """
    if list(source) == list(correction):
        return 0
    better = new_perplexity < perplexity
    return 1 if better and likeness(" ".join(source), " ".join(correction)) >= LIKE else -1
