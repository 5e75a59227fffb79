"""Annotate: two sentences to typed edits."""
