"""If a number moves, its signature moves: every option and every input of every command is changed, one at a time.

The options are taken from the commands' own records, so that a new option is tried too, or fails here for want of an
alternative. What is judged is no condition: other outputs may have the same signature (docs/decisions).
"""

import json
import re
from dataclasses import fields
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from redink import example
from redink.errors import RedinkError
from redink.registry import contribution
from tests.cli.running import click_command

SENTENCES = 40
SYSTEMS = ("systems/strong.txt", "systems/rules.txt", "systems/fluent.txt")
FILES = ("-s", "source.txt", "-r", "reference-minimal.txt", "-r", "reference-fluent.txt")
PLAIN = ("-p", "plain")
DRAWN = ("--resamples", "20")

BASES = {
    "score": [*SYSTEMS, *FILES, *PLAIN, "-m", "F0.5", "-m", "M2", "-m", "GLEU", "-m", "EM", "--ci", *DRAWN],
    "score types": [*SYSTEMS, *FILES, *PLAIN, "--by", "type", "--leaders", *DRAWN],
    "score slices": [*SYSTEMS, *FILES, *PLAIN, "--by", "level", "--metadata", "essays.tsv", "-m", "GLEU"],
    "score covered": [*SYSTEMS, *FILES, *PLAIN, "-m", "EM", "--coverage", "corrections.tsv"],
    "score gold": [*SYSTEMS, "-r", "gold.m2", *PLAIN, "-m", "F0.5", "-m", "M2", "--gold-against-auto", *DRAWN],
    "compare": [*SYSTEMS, *FILES, *PLAIN, "-m", "F0.5", "-m", "GLEU", *DRAWN],
    "compare base": [*SYSTEMS, *FILES, *PLAIN, "--base", "rules", *DRAWN],
    "design": [*SYSTEMS, *FILES, *PLAIN, "-m", "F0.5", *DRAWN],
    "gate": [SYSTEMS[0], *FILES, *PLAIN, "--against", "results.json", *DRAWN],
    "difficulty": [*SYSTEMS, *FILES, *PLAIN, "--ci", "--compare", "--rank-against", "F0.5", *DRAWN],
    "conservatism": [*SYSTEMS, *FILES, *PLAIN, "--ci", *DRAWN],
    "rerank": ["nbest.txt", *FILES, *PLAIN, "--ci", *DRAWN],
    "coverage": ["corrections.tsv", *FILES, *PLAIN, "--system", SYSTEMS[0], "-M", "1-3", *DRAWN],
    "faithfulness": ["after.conllu", "-s", "before.conllu", "--checker", "none", "--no-fluency", "--ci", *DRAWN],
    "diagnose": [SYSTEMS[0], *FILES, "--claimed", "50", "-m", "F0.5", "-m", "EM"],
    "agreement": ["judgements.jsonl", "--pairs", "pairs.jsonl"],
    "meta": ["scores.tsv", "--human-scores", "people.tsv", *DRAWN],
    "meta suite": [
        "--suite",
        "suite",
        "--outputs",
        "systems",
        *FILES,
        "-p",
        "plain",
        "-m",
        "EM",
        "-m",
        "GREEN",
        *DRAWN,
    ],
    "meta sentences": ["sentence-scores.tsv", "--human", "choices.csv", *DRAWN],
    "pairs": [*SYSTEMS, *FILES, *PLAIN, "--unlike", "3", "--like", "2"],
}
"""Runs of every command that gives numbers with a signature; `-f json` is added where there is one."""

JUDGED = {
    **{name: set(SYSTEMS) for name in ("score", "score types", "score slices", "score covered", "score gold")},
    "compare": set(SYSTEMS),
    "compare base": set(SYSTEMS),
    "gate": {SYSTEMS[0], "results.json"},
    "conservatism": set(SYSTEMS),
    "coverage": {SYSTEMS[0]},
    "diagnose": {SYSTEMS[0]},
}
"""Inputs that are judged, and so are no conditions of the numbers."""

LAYOUT = {"form", "output", "percent", "quiet", "jobs", "cluster", "cache"}
"""Options that lay numbers out, or say who computes them; a test of their own holds that these move nothing."""
WRITES = {"save", "save_weights", "heatmap", "browser", "chunks", "figures", "page", "picks", "plane", "per_sentence"}
"""Options that write a file beside the result, or show another one."""

ALTERNATIVES = {
    "absent": [["--absent", "missing"], ["--absent", "noop"], ["--absent", "agree"]],
    "across": [],
    "against": [],
    "aliases": [["--alias", "strong=rules"]],
    "alpha": [["--alpha", "0.01"], ["--alpha", "0.9"]],
    "base": [["--base", "rules"], ["--base", "fluent"]],
    "beta": [["--beta", "2"]],
    "by": [["--by", "type"]],
    "adaptive": [["--adaptive", "--count", "10"]],
    "checks": [["--check", "dropped argument", "--sentences", "0"]],
    "claimed": [["--claimed", "60"]],
    "clean": [["--clean", "llm"]],
    "untouched": [["--untouched", "3"]],
    "columns": [],  # which columns are read: the checksums of the data follow
    "count": [["--count", "5"]],
    "coverage": [["--coverage", "corrections.tsv"], ["--coverage", "coverage.json"]],
    "documents": [["--documents", "essays.tsv", "essay"], ["--documents", "essays.tsv", "level"]],
    "draws": [["--draws", "2"]],
    "embedding": [],
    "exclude": [["--exclude-type", "OTHER"], ["--exclude-type", "M:OTHER"]],
    "first_sentence": [["--first-sentence", "0"], ["--first-sentence", "1"]],
    "fewest": [["--fewest", "3"], ["--fewest", "1"]],
    "floor": [["--floor", "0.01"]],
    "gammas": [["--gamma", "0.05"]],
    "grid": [["--grid", "1.5"]],
    "groups": [["--groups", "groups.tsv"], ["--groups", "auto"]],
    "hours": [["--hours", "0.05"]],
    "human": [],
    "human_scores": [["--human-scores", "others.tsv"]],
    "joint": [["--joint"]],
    "judges": [["--judges", "2"]],
    "judged": [["--of", "judgements.jsonl"]],
    "judgements": [["--model", "irt", "--judgements", "judgements.jsonl"]],
    "left_alone": [["--left-alone", "0.3"]],
    "level": [["--level", "0.8"]],
    "longest": [["--longest", "12"]],
    "max_drop": [["--max-drop", "5"]],
    "measure": [["-m", "GLEU"]],
    "measures": [["-m", "P"], ["-m", "EM"]],
    "model": [["--model", "irt"], ["--model", "irt-2pl"]],
    "metadata": [["--metadata", "essays.tsv", "--by", "level"]],
    "min_score": [["--min-score", "0.9"], ["--min-score", "F0.5=0.1"]],
    "most_uses": [["--most-uses", "1"]],
    "names": [],
    "normalise": [["--normalise", "nfc"], ["--normalise", "quotes"], ["--normalise", "spaces"]],
    "numbers": [["-M", "2"]],
    "orders": [["--orders", "3"]],
    "outputs": [],
    "overlap": [["--judges", "2", "--overlap", "0.5"]],
    "pace": [["--pace", "30"]],
    "precision": [["--adaptive", "--count", "10", "--precision", "0.8"]],
    "overlaps": [["--overlaps", "first"], ["--overlaps", "both"]],
    "pairs": [],
    "pipeline": [["-p", "redink-en"]],
    "preset": [],
    "references": [["-r", "systems/middling.txt"]],
    "resamples": [["--resamples", "30"]],
    "seed": [["--seed", "0"]],
    "sentences": [["--sentences", "20"]],
    "source": [],
    "suite": [],
    "system": [["--system", "rules"]],
    "systems": [["--system", "systems/rules.txt"]],
    "too_fast": [["--too-fast", "9"]],
    "title": [],
    "tokenise": [["--tokenise", "char"], ["--tokenise", "en"]],
    "validity": [],
    "vote": [],
    "votes": [["--votes", "2"]],
    "weight": [["--weight", "reciprocal:1"], ["--weight", "log:1"], ["--weight", "linear:1.5,0,0"]],
    "weights": [["--weights", "weights.json"]],
    "where": [["--where", "sentence=1"]],
    "without": [["--without", "rules"]],
}
"""Other values of options whose type does not tell any; an empty list where the inputs below are the alternative."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory, sentences_are_analysed_once):  # noqa: ARG001
    """Make a small copy of the example, and everything that one command makes for another."""
    folder = tmp_path_factory.mktemp("signatures")
    example.copy_to(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for path in [
            "source.txt",
            "reference-minimal.txt",
            "reference-fluent.txt",
            *map(str, Path("systems").iterdir()),
        ]:
            shorten(path, SENTENCES)
        shorten("essays.tsv", SENTENCES + 1)
        keep_numbers("corrections.tsv", "\t", first=1)
        keep_numbers("nbest.txt", " |||", first=0)
        Path("scores.tsv").write_text("strong\t0.9\nrules\t0.5\nfluent\t0.7\nmiddling\t0.2\nstutter\t0.3\n")
        Path("people.tsv").write_text("strong\t5\nrules\t3\nfluent\t4\nmiddling\t1\nstutter\t2\n")
        Path("others.tsv").write_text("system\tothers\nstrong\t2\nrules\t3\nfluent\t4\nmiddling\t1\nstutter\t5\n")
        Path("sentence-scores.tsv").write_text(
            "".join(f"{name}\t{n}\t{(n * 7 + ord(name[0])) % 5}\n" for name in ("strong", "rules") for n in range(9))
        )
        Path("choices.csv").write_text(
            "srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank\n"
            + "".join(f"{n},j,strong,rules,{1 + n % 2},{2 - n % 3 % 2}\n" for n in range(1, 9))
        )
        Path("suite").mkdir()
        rows = [
            f'<ranking-item src-id="{n}" user="j"><translation rank="{1 + n % 2}" system="strong"/>'
            f'<translation rank="{1 + n % 3}" system="rules"/><translation rank="2" system="fluent"/></ranking-item>'
            for n in range(8)
        ]
        Path("suite/judgments.xml").write_text(f"<results>{''.join(rows)}</results>")
        Path("before.conllu").write_text(tree("He ate it") + tree("She saw him"))
        Path("after.conllu").write_text(tree("He ate") + tree("She saw him"))
        run("score", [SYSTEMS[1], *FILES, *PLAIN, "-m", "F0.5", "-m", "GLEU", "--save", "results.json"])
        run("coverage", ["corrections.tsv", "-s", "source.txt", *PLAIN, "-M", "1-5", *DRAWN, "--save", "coverage.json"])
        run("annotate", ["source.txt", "reference-minimal.txt", "--merge", "all-merge", "-o", "gold.m2"])
        run("difficulty", [*SYSTEMS, *FILES, *PLAIN, "--save-weights", "weights.json"])
        example_pairs = [*(f"systems/{path.name}" for path in sorted(Path("systems").iterdir()))]
        run("pairs", [*example_pairs, *FILES, *PLAIN, "--unlike", "5", "--like", "3", "-o", "pairs.jsonl"])
        answer("pairs.jsonl", "judgements.jsonl")
    return folder


def shorten(path, lines):
    text = Path(path).read_text(encoding="utf-8").splitlines(keepends=True)
    Path(path).write_text("".join(text[:lines]), encoding="utf-8")


def keep_numbers(path, separator, *, first):
    """Keep the lines of the first sentences in a file whose lines begin with a number."""
    lines = Path(path).read_text(encoding="utf-8").splitlines(keepends=True)
    numbers = [line.partition(separator)[0].strip() for line in lines]
    kept = [
        line
        for line, number in zip(lines, numbers, strict=True)
        if not number.isdigit() or int(number) < SENTENCES + first
    ]
    Path(path).write_text("".join(kept), encoding="utf-8")


def tree(words):
    """Write a tree in which the second word is the root."""
    relations = ("nsubj", "root", "obj")
    rows = [
        f"{number}\t{word}\t_\t_\t_\t_\t{0 if relation == 'root' else 2}\t{relation}\t_\t_"
        for number, (word, relation) in enumerate(zip(words.split(), relations, strict=False), start=1)
    ]
    return "\n".join(rows) + "\n\n"


def answer(pairs, judgements):
    """Let two people judge all pairs, unlike each other now and then."""
    lines = Path(pairs).read_text(encoding="utf-8").splitlines()[1:]
    rows = []
    for person in ("ann", "bo"):
        for number, line in enumerate(lines):
            said = "><=?"[(number * (3 if person == "ann" else 5)) % 4]
            rows.append(
                {"pair": json.loads(line)["pair"], "annotator": person, "answer": said, "seconds": 1 + number % 4}
            )
    Path(judgements).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def run(command, arguments):
    """Run a command in this process; gives its standard output, or `None` if it refuses."""
    result = CliRunner().invoke(click_command(command), list(arguments), catch_exceptions=True)
    failure = result.exception
    if isinstance(failure, SystemExit):
        return None if failure.code == 2 else result.stdout
    if isinstance(failure, RedinkError):
        return result.stdout if failure.exit_code == 1 else None
    if failure is not None:
        raise failure
    return result.stdout


def numbers_and_signature(command, arguments):
    """Run a command; give the numbers of its JSON by their paths, and the signature."""
    form = [] if command == "pairs" else ["-f", "json"]
    shown = run(command, [*arguments, *form])
    if shown is None:
        return None
    if command == "pairs":
        header, *items = map(json.loads, shown.splitlines())
        return dict(flat({"items": items}, "")), header["signature"]
    record = json.loads(shown)
    if (isinstance(record, dict) and record.get("kind") == "table") or isinstance(record, list):
        notes = (record if isinstance(record, dict) else record[0])["notes"]
        signature = next(note for note in notes if note.startswith("Signature"))
        return dict(flat(record, "")), signature
    return dict(flat({name: value for name, value in record.items() if name != "signature"}, "")), record["signature"]


NAMES = (
    *("name", "system", "base", "measure", "match", "references", "picked", "group", "type", "item", "pair", "k"),
    *("first", "second", "block", "person", "judge", "ranking", "coefficient", "gamma", "level", "title", "key"),
)


def flat(value, path):
    """Give every number with its path; items of lists go by their names where they have any."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name != "digits":  # how a table is laid out
                yield from flat(inner, f"{path}/{name}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            known = [str(inner[name]) for name in NAMES if isinstance(inner, dict) and name in inner]
            yield from flat(inner, f"{path}/{' '.join(known) or place}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


def alternatives(command, field):
    """Give other values of an option, as they are typed."""
    if (given := ALTERNATIVES.get(field.name)) is not None:
        return given
    option = next(one for one in click_command(command).params if one.name == field.name)
    if isinstance(option, click.Argument):
        return []
    spelling = next(flag for flag in option.opts if flag.startswith("--"))
    if option.is_flag:
        return [[option.secondary_opts[0] if field.default else spelling]]
    if isinstance(option.type, click.Choice):
        return [[spelling, str(choice)] for choice in option.type.choices if choice != field.default]
    if isinstance(option.type, click.IntRange) and field.default is not None:
        return [[spelling, str(field.default + 2)]]
    if isinstance(option.type, click.FloatRange) and field.default is not None:
        return [[spelling, str(field.default * 0.5)]]
    raise AssertionError(f"{command}: say in ALTERNATIVES what else --{field.name} can be")


@pytest.fixture(scope="module")
def base(folder):
    """Give the base run of a command, made once."""
    known = {}

    def of(name):
        if name not in known:
            with pytest.MonkeyPatch.context() as patch:
                patch.chdir(folder)
                known[name] = numbers_and_signature(name.split()[0], BASES[name])
            assert known[name] is not None, f"the base run of {name} was refused"
            assert known[name][0], "no numbers"
        return known[name]

    return of


def unsigned(before, after):
    """Give the numbers that moved although the signature did not."""
    if after is None or before[1] != after[1]:
        return {}
    return {path: (value, after[0][path]) for path, value in before[0].items() if after[0].get(path, value) != value}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", BASES)
def test_an_option_that_moves_a_number_moves_the_signature(name, base, folder, monkeypatch):
    monkeypatch.chdir(folder)
    command, before = name.split()[0], base(name)
    wrong, ran = {}, 0
    for field in fields(contribution("redink.commands", command).options):
        if field.metadata and field.name not in LAYOUT | WRITES:
            for change in alternatives(command, field):
                after = numbers_and_signature(command, [*BASES[name], *change])
                ran += after is not None
                if moved := unsigned(before, after):
                    wrong[" ".join(change)] = dict(list(moved.items())[:3])
    assert wrong == {}
    assert ran > 2


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", BASES)
def test_an_input_that_moves_a_number_moves_the_signature(name, base, folder, monkeypatch):
    monkeypatch.chdir(folder)
    command, before = name.split()[0], base(name)
    inputs = {word for word in BASES[name] if Path(word).is_file()} - JUDGED.get(name, set())
    wrong, moved_at_all = {}, False
    for file in sorted(inputs):
        path = Path(file)
        text = path.read_text(encoding="utf-8")
        try:
            path.write_text(changed(file, text), encoding="utf-8")
            after = numbers_and_signature(command, BASES[name])
        finally:
            path.write_text(text, encoding="utf-8")
        moved_at_all = moved_at_all or after is None or after[0] != before[0]
        if moved := unsigned(before, after):
            wrong[file] = dict(list(moved.items())[:3])
    assert wrong == {}
    assert moved_at_all, "no input moves any number: the test is blind"


def changed(name, text):
    """Change the content of an input, and leave its form as it is."""
    lines = text.splitlines(keepends=True)
    if name.startswith("source"):
        lines[1] = lines[1].replace(" ", " very ", 1)
    elif name.endswith(".txt") and not name.startswith("nbest"):
        lines[:8] = [line.replace(" ", " quite ", 1) for line in lines[:8]]
    elif name == "gold.m2":
        return re.sub(r"(?m)^(S .*\n)A (\d+) \d+\|\|\|", r"\1A \2 \2|||", text)
    elif name == "nbest.txt":
        lines = [line.replace(" . ", " ! ", 1) if number % 2 else line for number, line in enumerate(lines)]
    elif name == "corrections.tsv":
        del lines[5:25]
    elif name == "judgements.jsonl":
        lines[:6] = [line.replace('"answer": ">"', '"answer": "<"').replace('"="', '">"') for line in lines[:6]]
    elif name == "pairs.jsonl":
        lines[1:] = [line.replace('"level":1', '"level":2') for line in lines[1:]]
    elif name.endswith(".conllu"):
        return text.replace("saw", "heard") if name.startswith("before") else text.replace("\tnsubj\t", "\tadvmod\t")
    elif name == "essays.tsv":
        lines[1:] = lines[2:] + lines[1:2]
    elif name == "choices.csv":
        lines[1:4] = [line.replace("strong,rules", "rules,strong") for line in lines[1:4]]
    elif name.endswith(".tsv"):
        lines[1] = lines[1].replace("5", "4").replace("3", "9")
    return "".join(lines)
