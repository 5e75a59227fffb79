"""Difficulty: gold edits and several systems' edits in; chunks, weights and weighted scores out (Gotou et al. 2020)."""
