"""Nothing in; the model of difficulty that redink carries out. It has features and coefficients, and no text.

`python -m tools.train_difficulty_model` makes the file; NOTICE.md says from what.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from redink.questions.difficulty.mathematics.error_models import Coefficients

PATH = Path(__file__).with_name("data") / "predicted.json"


@cache
def shipped_model() -> Coefficients:
    """Read the coefficients."""
    return msgspec.json.decode(PATH.read_bytes(), type=Coefficients)
