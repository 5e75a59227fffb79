"""Small bridges to tools that people use already; each calls the functions that Python users call."""

from __future__ import annotations

from pathlib import Path

METRIC = str(Path(__file__).parent / "redink_gec")
"""The folder that `evaluate.load` of Hugging Face reads the metric from."""
