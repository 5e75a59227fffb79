"""One runnable example (or more) for every command, tried by the tests and shown in the docs.

They run in a copy of the bundled example's folder.
"""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """A line to type, and whether its output is the same everywhere."""

    line: str
    same_everywhere: bool = True


_FILES = "--source source.txt -r reference-minimal.txt -r reference-fluent.txt"

_JUDGED = "--source source.txt -r reference-minimal.txt --of judgements.jsonl -o pairs.jsonl"

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "agreement": (
        Example(f"redink pairs systems/*.txt {_JUDGED} | head -4"),
        Example("redink agreement judgements.jsonl --pairs pairs.jsonl --page agreement.html"),
    ),
    "annotate": (
        Example("redink annotate source.txt reference-minimal.txt reference-fluent.txt -o references.m2"),
        Example("redink annotate source.txt systems/strong.txt --format tsv | head -4"),
    ),
    "check": (Example("redink check", same_everywhere=False),),
    "compare": (
        Example(f"redink compare systems/middling.txt systems/rules.txt systems/stutter.txt {_FILES} -m F0.5 -m GLEU"),
    ),
    "completion": (Example("redink completion bash | head -2"),),
    "convert": (
        Example("redink annotate source.txt reference-minimal.txt -o gold.m2"),
        Example("redink convert gold.m2 | head -2"),
    ),
    "demo": (Example("redink demo --folder demo"),),
    "difficulty": (
        Example("redink difficulty systems/*.txt --source source.txt -r reference-minimal.txt --levels"),
        Example(
            "redink difficulty systems/*.txt --source source.txt -r reference-minimal.txt "
            "--save-weights own.json --heatmap heat.html --format tsv | cut -f 1,6-9 | head -3"
        ),
    ),
    "explain": (Example('redink explain "He go home yesterday ." "He went home yesterday ."'),),
    "gate": (
        Example("redink score systems/middling.txt -s source.txt -r reference-minimal.txt -m F0.5 --save results.json"),
        Example("redink gate systems/strong.txt -s source.txt -r reference-minimal.txt --against results.json"),
    ),
    "judge": (
        Example(f"redink pairs systems/*.txt {_JUDGED} | head -4"),
        # Without --export it serves until Ctrl-C.
        Example("redink judge pairs.jsonl --import judgements.jsonl --export judgements.csv"),
        Example("head -3 judgements.csv"),
    ),
    "meta": (
        Example(f"redink score systems/*.txt {_FILES} -m F0.5 -m GLEU --format json -o scores.json"),
        Example(r"printf 'strong\t5\nfluent\t4\nrules\t3\nmiddling\t2\nstutter\t1\n' > people.tsv"),
        Example("redink meta scores.json --human-scores people.tsv"),
    ),
    "pairs": (
        Example(
            "redink pairs systems/*.txt --source source.txt -r reference-minimal.txt --unlike 3 --like 2 -o few.jsonl"
        ),
        Example("redink pairs --task correct source.txt --count 3 --votes 5 | cut -c 1-100"),
    ),
    "report": (Example(f"redink report systems/strong.txt systems/fluent.txt {_FILES} -o report.html"),),
    "reannotate": (
        Example("redink annotate source.txt reference-minimal.txt -o gold.m2"),
        Example("redink reannotate gold.m2 --gold --format tsv | head -3"),
    ),
    "score": (
        Example(
            f"redink score systems/strong.txt systems/rules.txt systems/fluent.txt {_FILES} -m F0.5 -m M2 -m GLEU --ci"
        ),
        Example(f"redink score systems/strong.txt systems/fluent.txt {_FILES} --by operation --format md"),
        Example(f"redink score systems/strong.txt systems/rules.txt {_FILES} -m GLEU --by level --metadata essays.tsv"),
        Example(f"redink score systems/strong.txt systems/rules.txt {_FILES} --by operation --leaders"),
        Example(f"redink score systems/strong.txt {_FILES} -m F0.5 --per-sentence --format tsv | head -3"),
    ),
}
