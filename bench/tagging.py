"""A pipeline's name and text files in; out, as JSON, the words it analyses and the CPU seconds that takes.

    python -m bench.tagging PIPELINE FILE...

`teacher` is the model that redink-en was distilled from, in spaCy's own `nlp.pipe`. Loading is not counted.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

_BATCH = 256

Sentences: TypeAlias = Sequence[Sequence[str]]


def _teacher() -> Callable[[Sentences], Any]:
    import spacy
    from spacy.tokens import Doc

    from redink.language.errant_model import find_model

    nlp = spacy.load(find_model(), disable=["ner"])
    return lambda sentences: list(nlp.pipe((Doc(nlp.vocab, list(words)) for words in sentences), batch_size=_BATCH))


def _pipeline(name: str) -> Callable[[Sentences], Any]:
    from redink.language.registry import load_pipeline

    pipeline = load_pipeline(name)
    list(pipeline.analyse([("Load", "what", "is", "loaded", "late", ".")]))
    return lambda sentences: list(pipeline.analyse(sentences))


def main(name: str, paths: Sequence[str]) -> None:
    """Analyse every distinct sentence of the files once."""
    lines = (line for path in paths for line in Path(path).read_text(encoding="utf-8").splitlines())
    sentences = [line.split() for line in dict.fromkeys(lines) if line.strip()]
    analyse = _teacher() if name == "teacher" else _pipeline(name)
    began = time.process_time()
    analyse(sentences)
    cpu = time.process_time() - began
    print(json.dumps({"sentences": len(sentences), "words": sum(map(len, sentences)), "cpu": cpu}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
