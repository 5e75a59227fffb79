"""Edits and texts in, scores out."""
