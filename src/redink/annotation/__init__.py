"""Annotation: a sentence and its correction in, typed edits out."""
