"""A folder in; in it a tiny valid input of every command, and the lines that read them, out."""

from __future__ import annotations

import gzip
import json
import shlex
from collections.abc import Callable
from pathlib import Path

from fuzz.seeds import _CONLLU, _CORRECTIONS, _CSV, _M2, _MRP, _NBEST, _PARA, _UCCA, _XML
from redink import example
from tools.recorded_runs.example_files import WRITTEN

SENTENCES = 4
"""Sentences of the corpus: few, so that many inputs can be tried."""

_DATA = "-s source.txt -r minimal.txt -r fluent.txt -p plain"
_ONE = "-s source.txt -r minimal.txt -p plain"
_TWO = "strong.txt rules.txt"

PREPARING = (
    "annotate source.txt minimal.txt fluent.txt -o references.m2",
    "annotate source.txt strong.txt -o strong.m2",
    "annotate source.txt minimal.txt -f json -o edits.jsonl",
    f"score {_TWO} {_ONE} -m F0.5 GLEU --save saved.json",
    f"score {_TWO} middling.txt {_DATA} -m F0.5 GLEU -f json -o scores.json",
    f"score {_TWO} {_DATA} -m GLEU --per-sentence -f tsv -o sentences.tsv",
    f"difficulty {_TWO} middling.txt {_ONE} --save-weights weights.json -o levels.txt",
    f"difficulty {_TWO} middling.txt {_ONE} --save-weights weights.txt -o levels.txt",
    f"pairs {_TWO} middling.txt {_ONE} --unlike 2 --like 2 -o pairs.jsonl",
    "pairs --task correct source.txt --count 3 -o correct.jsonl",
    "pairs --task rating references.m2 --count 3 -o rating.jsonl",
    "coverage corrections.tsv --fewest 2 --resamples 20 -m none --save coverage.json -o coverage.txt",
)
"""What makes further inputs, run in the folder, in this order."""

LINES = (
    f"score {_TWO} {_DATA} -m F0.5 M2 EM wF0.5 -f json",
    f"score {_TWO} {_DATA} -m GLEU -f json",
    f"score {_TWO} {_ONE} -m P R F1 I EIM --by type --counts -f json",
    f"score {_TWO} {_DATA} -m EM --by level --metadata essays.tsv -f json",
    f"score {_TWO} {_DATA} --ci --resamples 20 --documents essays.tsv essay -f json",
    "score strong.m2 -r references.m2 -m F0.5 M2 GLEU --normalise nfc,quotes -f json",
    "score strong.m2 -r references.m2 --overlaps both --absent noop -f tsv",
    "score two.txt -r gold.m2 --overlaps first -p plain -f json",
    "score gaps.out gaps.other -r gaps.m2 -m F0.5 M2 EM -f json",
    "score para.out -r two.para -f json",
    f"score strong.txt {_ONE} -m EM --coverage coverage.json -f json",
    f"score strong.txt {_ONE} --per-sentence -f json",
    "score packed.txt.gz -s source.txt -r minimal.txt -m F0.5 P-type -f json",
    f"score strong.txt {_ONE} --save again.json --strict",
    "score data.jsonl -p plain -m F0.5 GLEU -f json",
    "score text.parquet --columns source=source,reference=correction,output=correction -p plain -f json",
    "score essays-out.md -s essays.md -r essays-ref.md -p plain -f json",
    "score raw-corrected.txt -s raw.txt -r raw-corrected.txt --tokenise generic -p plain -f json",
    f"score joined.txt {_ONE} --align sentences -f json",
    f"score answers.txt {_ONE} --clean llm -f json",
    f"score answer.txt {_ONE} --clean llm --align sentences --normalise nfc,quotes,spaces -f json",
    f"score {_TWO} joined.txt {_ONE} --keep-going -f json",
    f"compare {_TWO} middling.txt {_DATA} -m F0.5 GLEU --resamples 20 -f json",
    f"gate strong.txt {_ONE} --against saved.json --resamples 20 -f json",
    f"difficulty {_TWO} {_ONE} --weights weights.json --levels -f json",
    f"difficulty {_TWO} {_ONE} --weights weights.json --mismatches skip -f json",
    f"difficulty {_TWO} {_ONE} --weights weights.txt -f json",
    f"difficulty {_TWO} middling.txt -r references.m2 --several regions --by type -f json",
    f"conservatism {_TWO} {_DATA} --documents essays.tsv essay --ci --resamples 20 -f json",
    "coverage corrections.tsv --fewest 2 --resamples 20 -m none -f json",
    "coverage corrections.tsv --fewest 2 --resamples 20 --validity votes.tsv -m none -f json",
    "coverage coverage.json -f json",
    "coverage table.tsv --source source.txt --fewest 2 --resamples 20 --sentences 20 -m EM -f json",
    "incentive .9,.8 .8,.6 -c coverage.json -f json",
    "incentive .9,.8 -c curve.tsv -f json",
    "meta scores.json --human-scores people.tsv --resamples 20 -f json",
    "meta scores.json --human choices.csv --resamples 20 -f json",
    "meta scores.json --human choices.csv --ranking wmt-trueskill --orders 2 --resamples 20 -f json",
    "meta scores.json --human ranking.xml --first-sentence 1 --resamples 20 -f json",
    "meta sentences.tsv --human choices.csv --resamples 20 -f json",
    "meta --suite suite -s source.txt -r minimal.txt -m EM GLEU --resamples 20 -f json",
    f"rerank nbest.txt {_ONE} -M 1 -m GLEU -f json",
    "rerank moses.txt -s two.txt -r two.txt -M 1 --form moses -f json",
    "agreement judgements.jsonl -f json",
    "agreement judgements.jsonl --pairs judged.jsonl --strength type -f json",
    "agreement judgements.csv -f json",
    "agreement ratings.csv -f json",
    "judge pairs.jsonl --store store.sqlite --export out.csv",
    "judge correct.jsonl --store correct.sqlite --import answers.jsonl --export out.tsv",
    f"pairs {_ONE} --weights weights.json --documents essays.tsv essay --unlike 2 --like 2",
    f"pairs {_TWO} {_ONE} --of judgements.jsonl",
    "pairs --task rating references.m2 --count 3",
    "pairs --task correct source.txt --count 3 --votes 2",
    "annotate source.txt minimal.txt fluent.txt -p plain",
    "annotate source.txt strong.txt --format json",
    "annotate raw.txt raw-corrected.txt --tokenise en --format jsonl -p plain",
    "annotate data.jsonl --columns source,output -p plain",
    "annotate text.parquet --columns source,correction -f tsv -p plain",
    "annotate source.txt minimal.txt -p plain -o resumed.m2 --resume",
    "convert references.m2",
    "convert gold.m2 -f m2 --absent agree --overlaps first",
    "convert cherrant.m2 -a 0 --absent source",
    "reannotate references.m2 --gold --format json",
    "reannotate gaps.m2 --auto -p plain",
    "faithfulness corrected.conllu -s learner.conllu --checker none --no-fluency --resamples 20 -f json",
    "faithfulness other.mrp -s passage.mrp --checker none --no-fluency --resamples 20 -f json",
    "ucca show passage.mrp",
    "ucca show passage.xml",
    "ucca agree passage.mrp other.mrp -f json",
    "ucca convert passage.mrp -o -",
    "diagnose strong.txt -s source.txt -r minimal.txt --claimed 83.5 -m F0.5 -f json",
    "design saved.json -m F0.5 --sentences 50 -f json",
    "design -m EM --sentences 50 -M 1-3 --coverage coverage.json -f json",
    "leaderboard check task rules.txt",
    "leaderboard add task rules.txt --team another",
    "leaderboard build task",
    "leaderboard verify task",
    "explain",  # its texts are its input
    "errant_compare -hyp strong.m2 -ref references.m2",
    "m2scorer strong.txt references.m2",
    "gleu -s source.txt -r minimal.txt -o strong.txt",
    "errant_parallel -orig source.txt -cor minimal.txt -out parallel.m2",
    "errant_m2 -gold references.m2 -out again.m2",
    f"report {_TWO} {_ONE} --documents essays.tsv essay --resamples 20 -o report.html",
)

SLOW = (
    "report", "diagnose", "errant_parallel", "errant_m2", "annotate source.txt strong", "coverage table", "compare",
    f"score {_TWO} {_DATA} -m GLEU",
)  # fmt: skip
"""Beginnings of the lines that take most time, and are therefore tried less often."""


def make_corpus(folder: Path, run: Callable[[list[str]], None]) -> None:
    """Write all inputs into a folder; `run` runs one command there."""
    from fuzz.seeds import _CHERRANT

    for name, text in WRITTEN:
        (folder / name).write_text(text, encoding="utf-8")
    for name, origin in {
        "source": "source", "minimal": "reference-minimal", "fluent": "reference-fluent",
        "strong": "systems/strong", "rules": "systems/rules", "middling": "systems/middling",
    }.items():  # fmt: skip
        (folder / f"{name}.txt").write_bytes(_lines(f"{origin}.txt", SENTENCES))
    essays = _lines("essays.tsv", SENTENCES + 1)
    judgements = _lines("judgements.jsonl", 6)
    files = {
        "essays.tsv": essays,
        "gold.m2": _M2.replace(b"\nS\n", b"\nS Hello\n"),
        "cherrant.m2": _CHERRANT,
        "two.para": _PARA[1],
        "para.out": b"He goes .\nFine .\n",
        "two.txt": b"He go .\nFine .\n",
        "packed.txt.gz": gzip.compress((folder / "strong.txt").read_bytes()),
        "corrections.tsv": _CORRECTIONS + b"He go .\tw3\tHe goes .\nFine .\tw1\tFine .\nFine .\tw2\tFine .\n",
        "table.tsv": _lines("corrections.tsv", 9),
        "ranking.xml": _XML.replace(b'"A"', b'"strong"').replace(b"B C", b"rules middling"),
        "pairs.csv": _CSV,
        "passage.xml": _UCCA,
        "trees.conllu": _CONLLU,
        "nbest.txt": b"\n\n".join((folder / "strong.txt").read_bytes().splitlines()) + b"\n",
        "moses.txt": _NBEST[0] + b"1 ||| Fine . ||| x=1 ||| -1\n",
        "judgements.jsonl": judgements,
        "judgements.csv": b"pair,left,right,winner,annotator\n"
        b"p1,51:14-15:at,18:3-3:a,left,x\np1,51:14-15:at,18:3-3:a,tie,y\n",
        "answers.jsonl": b'{"item":"c0001","annotator":"anna","answer":"He goes .","task":"correct"}\n',
        **_texts(folder),
        "passage.mrp": (folder / "passage.mrp").read_bytes() or _MRP,
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
    for line in PREPARING:
        run(shlex.split(line))
    _write_task(folder, run)
    _write_suite(folder)
    _write_parquet(folder)
    _write_judged(folder, run)


def _texts(folder: Path) -> dict[str, bytes]:
    """Give the sentences of an output in other shapes: joined, in answers of a language model, as rows, as essays."""
    source, minimal, strong = (
        (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines() for name in ("source", "minimal", "strong")
    )
    rows = [
        json.dumps({"source": text, "reference": [correction], "output": output})
        for text, correction, output in zip(source, minimal, strong, strict=True)
    ]
    answers = [f"Here is the corrected sentence: {strong[0]}", f'"{strong[1]}"', "I cannot help with that.", strong[3]]
    answer = ["Sure!", "```", *(f"{number}. {text}" for number, text in enumerate(strong, 1)), "```", "Note: done."]
    shapes = {
        "joined.txt": [" ".join(strong[:3]), strong[3]],
        "data.jsonl": rows,
        "answers.txt": answers,
        "answer.txt": answer,
    }
    essays = {"essays.md": source, "essays-ref.md": minimal, "essays-out.md": strong}
    for name, (*texts, last) in essays.items():
        shapes[name] = ["### essay_id = 1", *texts, "", "### essay_id = b", last]
    return {name: "\n".join((*lines, "")).encode() for name, lines in shapes.items()}


def _lines(name: str, number: int) -> bytes:
    return b"".join(example.path(name).read_bytes().splitlines(keepends=True)[:number])


def _write_task(folder: Path, run: Callable[[list[str]], None]) -> None:
    """Write the folder of a shared task with two submissions."""
    (folder / "task").mkdir()
    for name in ("source.txt", "minimal.txt", "essays.tsv"):
        (folder / "task" / name).write_bytes((folder / name).read_bytes())
    (folder / "task" / "task.toml").write_text(
        'name = "A task"\nsource = "source.txt"\nreferences = ["minimal.txt"]\nmeasures = ["F0.5", "GLEU"]\n'
        'pipeline = "plain"\nmetadata = "essays.tsv"\ngroups = ["level"]\n',
        encoding="utf-8",
    )
    for team in ("strong", "middling"):
        run(shlex.split(f"leaderboard add task {team}.txt --team {team}"))


def _write_suite(folder: Path) -> None:
    """Write a folder of human judgements with the outputs that were judged."""
    (folder / "suite" / "outputs").mkdir(parents=True)
    for name in ("strong", "rules", "middling"):
        (folder / "suite" / "outputs" / f"{name}.txt").write_bytes((folder / f"{name}.txt").read_bytes())
    apart = b'system="rules"/><translation rank="3" system="middling"'
    judged = (folder / "ranking.xml").read_bytes().replace(b'system="rules middling"', apart)
    (folder / "suite" / "judgments.xml").write_bytes(judged)


def _write_parquet(folder: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    columns = {
        name: (folder / file).read_text(encoding="utf-8").splitlines()
        for name, file in (("source", "source.txt"), ("correction", "minimal.txt"))
    }
    parquet.write_table(pyarrow.table(columns), folder / "text.parquet")


def _write_judged(folder: Path, run: Callable[[list[str]], None]) -> None:
    """Write answers to the pairs and to the sentences, and the stores that hold them."""
    import msgspec

    names = [msgspec.json.decode(line) for line in (folder / "pairs.jsonl").read_bytes().splitlines()[1:]]
    answers = [
        msgspec.json.encode({"pair": item["pair"], "annotator": person, "answer": answer})
        for item in names
        for person, answer in (("anna", ">"), ("ben", "="))
    ]
    (folder / "judged-answers.jsonl").write_bytes(b"\n".join(answers) + b"\n")
    run(shlex.split("judge pairs.jsonl --store store.sqlite --import judged-answers.jsonl --export judgements.jsonl"))
    (folder / "judged.jsonl").write_bytes((folder / "pairs.jsonl").read_bytes())
    run(shlex.split("judge correct.jsonl --store correct.sqlite --export out.tsv"))
