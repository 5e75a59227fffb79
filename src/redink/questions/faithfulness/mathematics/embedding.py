"""Pairs of sentences in, the cosine of their embeddings out, with any sentence-transformers model that the user has.

It is offered in addition to USim-UD, never instead of it: an embedding hardly shows who did what to whom, or a negation
(docs/faithfulness.md has examples).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from redink.arrays import Floats
from redink.errors import MissingExtraError
from redink.questions.faithfulness.mathematics.running_text import running_text
from redink.records import Tokens

INSTALL = 'pip install "redink[embedding]"'


class Embedder:
    """A sentence-transformers model by name or folder."""

    def __init__(self, model: str) -> None:
        """Load the model; there is no default."""
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise MissingExtraError("sentence-transformers is not installed", remedy=f"type: {INSTALL}") from error
        try:
            self._model: Any = SentenceTransformer(model, local_files_only=True)
        except Exception as error:  # anything at all: the package loads code and files of any kind
            # For a missing model, the package complains that it could not connect; it was told not to.
            why = f" that can be loaded: {str(error)[:200]}" if Path(model).exists() else ""
            raise MissingExtraError(
                f"there is no sentence-transformers model {model!r} on this machine{why}",
                remedy="give the path of a model's folder, or the name of a downloaded one; redink downloads nothing",
            ) from error
        self.name = model

    def similarities(self, sources: Sequence[Tokens], corrections: Sequence[Tokens]) -> Floats:
        """Give the cosine of each pair; it is 1 for a sentence that was left alone."""
        distinct = sorted({*sources, *corrections})
        encoded = np.asarray(self._model.encode([running_text(tokens) for tokens in distinct]), dtype=np.float64)
        norms = np.linalg.norm(encoded, axis=1, keepdims=True)
        rows = dict(zip(distinct, encoded / np.where(norms > 0, norms, 1.0), strict=True))
        pairs = zip(sources, corrections, strict=True)
        return np.array([1.0 if old == new else float(rows[old] @ rows[new]) for old, new in pairs])
