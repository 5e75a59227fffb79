"""The bundled example in, its weight files out: `weights.json` (ours) and `weights.txt` (the published format).

Chunks follow the spans of the edits, so there is a pair of files for the default pipeline, and one (`weights-errant.*`)
for the pipeline `errant`.

Run it from the checkout after the example or the annotator has changed: python -m tools.build_example_weights
"""

from __future__ import annotations

from redink import example
from redink.annotation.annotator import Annotator
from redink.evaluation.preparation import annotated, described
from redink.language.pipeline import Pipeline
from redink.language.registry import DEFAULT, load_pipeline
from redink.questions.difficulty.mathematics.judged_reference import judge_reference
from redink.reading.files import write_whole
from redink.reading.weights import format_published, format_weights

STEMS = {DEFAULT: "weights", "errant": "weights-errant"}
"""How the files of each pipeline are called."""


def weight_files(pipeline: Pipeline) -> dict[str, str]:
    """Give names and contents of the files: minimal reference (the first), all six systems."""
    annotator = Annotator(pipeline)
    data = annotated(example.load(), annotator)
    counts = judge_reference(data, pipeline=described(annotator)).solved_counts()
    stem = STEMS[pipeline.name]
    return {f"{stem}.json": format_weights(counts, data.sources), f"{stem}.txt": format_published(counts)}


def main() -> None:
    """Write all files into the example's folder."""
    for pipeline in STEMS:
        for name, content in weight_files(load_pipeline(pipeline)).items():
            with write_whole(example.path(name)) as out:
                out.write(content)


if __name__ == "__main__":
    main()
