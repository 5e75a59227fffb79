"""Where `../shared` is (beside the checkout), and the mark of tests that need it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
DATA = SHARED / "data"

Test = TypeVar("Test", bound=Callable[..., object])


def needs_shared(test: Test) -> Test:
    """Mark a golden test; without `../shared` it is skipped, visibly."""
    absent = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not there")
    return pytest.mark.golden(absent(test))
