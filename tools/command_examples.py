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
        Example(f"redink compare systems/middling.txt systems/rules.txt systems/stutter.txt {_FILES} -m F0.5 GLEU"),
    ),
    "completion": (Example("redink completion bash | head -2"),),
    "conservatism": (
        Example(f"redink conservatism systems/strong.txt systems/fluent.txt systems/rules.txt {_FILES}"),
        Example(
            f"redink conservatism systems/strong.txt systems/fluent.txt {_FILES} "
            "--documents essays.tsv essay --ci --figures figures --format tsv --quiet | cut -f 1-5 | head -3"
        ),
    ),
    "convert": (
        Example("redink annotate source.txt reference-minimal.txt -o gold.m2"),
        Example("redink convert gold.m2 | head -2"),
    ),
    "coverage": (
        Example("redink coverage corrections.tsv --source source.txt --save coverage.json"),
        Example("redink coverage coverage.json --quiet --format tsv | cut -f 1,2,5 | head -3"),
        Example(
            "redink coverage corrections.tsv --system systems/strong.txt --system systems/fluent.txt "
            f"{_FILES} -M 1-5 --page coverage.html --format md | tail -40"
        ),
        Example(f"redink score systems/strong.txt systems/rules.txt {_FILES} -m EM --coverage coverage.json"),
    ),
    "demo": (Example("redink demo --folder demo"),),
    "design": (
        Example("redink design --difference 2 -m F0.5 GLEU"),
        Example(f"redink design systems/*.txt {_FILES} --compared 6 --cost-reference 3 --format md | head -8"),
    ),
    "diagnose": (
        # What is tried, and so the signature, depends on whether spaCy is installed.
        Example(
            f"redink diagnose systems/strong.txt {_FILES} --claimed 83.5 -m F0.5 M2 "
            "| grep -v -e tried -e Signature -e shown"
        ),
    ),
    "difficulty": (
        Example("redink difficulty systems/*.txt --source source.txt -r reference-minimal.txt --levels"),
        Example(
            "redink difficulty systems/*.txt --source source.txt -r reference-minimal.txt "
            "--save-weights own.json --heatmap heat.html --format tsv | cut -f 1,6-9 | head -3"
        ),
        Example(
            "redink difficulty systems/*.txt --source source.txt -r reference-minimal.txt -r reference-fluent.txt "
            "--several regions --need --groups groups.tsv | sed -n '/^Difficulty by group/,/^VERB:SVA/p'"
        ),
        Example(
            "redink difficulty systems/*.txt --source source.txt -r reference-minimal.txt --model irt "
            "| sed -n '/^Abilities/,/^type SPELL/p'"
        ),
        Example(
            "redink difficulty --source source.txt -r reference-minimal.txt --predict --by type --quiet "
            "| sed -n '/^Difficulty by type/,/^PREP/p'"
        ),
        Example(
            "redink difficulty systems/*.txt --source source.txt -r reference-minimal.txt --model irt "
            "--judgements judgements.jsonl | sed -n '/^People and machines: which/,/^people/p'"
        ),
    ),
    "explain": (Example('redink explain "He go home yesterday ." "He went home yesterday ."'),),
    "faithfulness": (
        Example(
            r"printf '1\tHe\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tate\t_\t_\t_\t_\t0\troot\t_\t_\n"
            r"3\tit\t_\t_\t_\t_\t2\tobj\t_\t_\n' > learner.conllu"
        ),
        Example("head -2 learner.conllu > shorter.conllu"),
        Example("redink faithfulness shorter.conllu -s learner.conllu --checker none --no-fluency --sentences 1"),
    ),
    "gate": (
        Example("redink score systems/middling.txt -s source.txt -r reference-minimal.txt -m F0.5 --save results.json"),
        Example("redink gate systems/strong.txt -s source.txt -r reference-minimal.txt --against results.json"),
    ),
    "incentive": (
        Example("redink incentive .9,.8 .8,.6 .7,.4"),
        Example("redink incentive .9,.8 -a 0 -c 1=.05 -c 2=.11 -c 5=.2 --format md"),
    ),
    "web": (
        # It serves until it is stopped.
        Example("timeout --signal=INT 2 redink web --no-open --port 0 || true", same_everywhere=False),
    ),
    "judge": (
        Example(f"redink pairs systems/*.txt {_JUDGED} | head -4"),
        # Without --export it serves until Ctrl-C.
        Example("redink judge pairs.jsonl --import judgements.jsonl --export judgements.csv"),
        Example("head -3 judgements.csv"),
    ),
    "leaderboard": (
        Example("redink leaderboard check . systems/strong.txt"),
        Example("redink leaderboard add . systems/strong.txt --team strong | head -4"),
        Example("redink leaderboard add . systems/fluent.txt --team fluent | head -5"),
        Example("redink leaderboard build . --quiet"),
        Example("redink leaderboard verify ."),
        Example("redink leaderboard codabench . -o bundle.zip"),
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
        Example(
            "redink pairs systems/*.txt --source source.txt -r reference-minimal.txt --hours 1 --judges 3 -o plan.jsonl"
            " | sed -n '/^To judge/,/each judge, at/p'"
        ),
        Example("redink pairs --task correct source.txt --count 3 --votes 5 | cut -c 1-100"),
    ),
    "report": (Example(f"redink report systems/strong.txt systems/fluent.txt {_FILES} -o report.html"),),
    "rerank": (
        Example(f"redink rerank nbest.txt {_FILES} --quiet"),
        Example(f"redink rerank nbest.txt {_FILES} -m GLEU -M 2 --picks best.txt --quiet --format tsv | head -3"),
    ),
    "reannotate": (
        Example("redink annotate source.txt reference-minimal.txt -o gold.m2"),
        Example("redink reannotate gold.m2 --gold --format tsv | head -3"),
    ),
    "score": (
        Example(f"redink score systems/strong.txt systems/rules.txt systems/fluent.txt {_FILES} -m F0.5 M2 GLEU --ci"),
        Example(f"redink score systems/strong.txt systems/fluent.txt {_FILES} --by operation --format md"),
        Example(f"redink score systems/strong.txt systems/rules.txt {_FILES} -m GLEU --by level --metadata essays.tsv"),
        Example(f"redink score systems/strong.txt systems/rules.txt {_FILES} --by operation --leaders"),
        Example(f"redink score systems/strong.txt {_FILES} -m F0.5 --per-sentence --format tsv | head -3"),
        Example("redink annotate source.txt reference-minimal.txt --merge all-merge -o gold.m2"),
        Example("redink score systems/strong.txt systems/rules.txt -r gold.m2 -m F0.5 M2 --gold-against-auto"),
    ),
    "ucca": (
        Example(
            """printf '{"id":"1","framework":"ucca","input":"He ate it","nodes":[{"id":0},"""
            """{"id":1,"anchors":[{"from":0,"to":2}]},{"id":2,"anchors":[{"from":3,"to":6}]},"""
            """{"id":3,"anchors":[{"from":7,"to":9}]}],"edges":[{"source":0,"target":1,"label":"A"},"""
            """{"source":0,"target":2,"label":"P"},{"source":0,"target":3,"label":"A"}]}' > passage.mrp"""
        ),
        Example("redink ucca show passage.mrp"),
    ),
}
