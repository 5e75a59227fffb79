"""The bundled example in, its weight files out: `weights.json` (ours) and `weights.txt` (the published format).

Run it from the checkout after the example or the annotator has changed: python -m tools.build_example_weights
"""

from __future__ import annotations

from redink import example
from redink.annotation.annotator import Annotator
from redink.evaluate.difficulty import measure_difficulty
from redink.evaluate.inputs import annotated
from redink.language.pipeline import Pipeline
from redink.language.registry import load_pipeline
from redink.reading.files import write_whole
from redink.reading.weights import format_published, format_weights

PIPELINE = "errant"


def weight_files(pipeline: Pipeline) -> dict[str, str]:
    """Give names and contents of the files: minimal reference (the first), all six systems."""
    data = annotated(example.load(), Annotator(pipeline))
    counts = measure_difficulty(data).solved_counts(pipeline=f"{pipeline.name}@{pipeline.version}")
    return {"weights.json": format_weights(counts, data.sources), "weights.txt": format_published(counts)}


def main() -> None:
    """Write both files into the example's folder."""
    for name, content in weight_files(load_pipeline(PIPELINE)).items():
        with write_whole(example.path(name)) as out:
            out.write(content)


if __name__ == "__main__":
    main()
