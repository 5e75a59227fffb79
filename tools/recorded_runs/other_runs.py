"""The other commands on the bundled example: pages, references, meaning, edits, people."""

from __future__ import annotations

from tools.command_examples import EXAMPLES
from tools.recorded_runs.example_files import BOTH, ONE, THREE, TWO
from tools.recorded_runs.run import ALL_TABLES, Run, in_forms, run

_ERRANT = ("spacy",)
_FLUENCY = ("spacy", "harper", "pocketsphinx")
_SENTENCES = '"He go home yesterday , and I has seen it ." "He went home yesterday and I saw it ."'


def page_runs() -> list[Run]:
    """Reports, the gate, diagnoses and the demo."""
    report = f"report {TWO} {BOTH}"
    gate = "--against results.json"
    return [
        run("report.plain", f"{report} -o report.html"),
        run("report.stdout", f"report {THREE} {ONE} -m F0.5 -m M2 -m EM --title 'Three systems'"),
        run("report.documents", f"{report} --documents essays.tsv essay --coverage coverage.json -o report.html"),
        run("report.faithful", f"{report} --rule faithful -m M2 -m F0.5 -m GLEU --with-source -n a -n b -o r.html"),
        run("report.m2", "report strong.m2 fluent.m2 rules.m2 -r references.m2 --resamples 200 --seed 5 -o r.html"),
        run("report.faithfulness", f"{report} --faithfulness -m F0.5 -o report.html", needs=_FLUENCY),
        run("report.one", f"report systems/strong.txt {ONE} -m GLEU -o report.html"),
        *in_forms("gate.passed", f"gate systems/strong.txt {ONE} {gate}", ALL_TABLES),
        *in_forms("gate.failed", f"gate systems/speller.txt {ONE} {gate}", ALL_TABLES),
        *in_forms("gate.allowed", f"gate systems/speller.txt {ONE} {gate} --max-drop 99 --percent"),
        *in_forms(
            "gate.several", f"gate systems/strong.txt {BOTH} --against saved.json --system rules --test bootstrap"
        ),
        *in_forms("gate.measure", f"gate systems/stutter.txt {BOTH} --against saved.json --system rules -m GLEU -m EM"),
        *in_forms("gate.alpha", f"gate systems/stutter.txt {ONE} {gate} --alpha 0.5 --documents essays.tsv essay"),
        run("gate.other-rule", f"gate systems/strong.txt {ONE} {gate} --rule corrected"),
        run("gate.other-references", f"gate systems/strong.txt {BOTH} {gate}"),
        run("gate.other-pipeline", f"gate systems/strong.txt {ONE} {gate} -p plain"),
        *in_forms("diagnose.gleu", f"diagnose systems/strong.txt {BOTH} -m GLEU EM --claimed 69.8"),
        *in_forms("design.alone", "design --difference 2 -m F0.5 GLEU"),
        *in_forms("design.pilot", f"design systems/*.txt {BOTH} --compared 6 --resamples 50"),
        run("demo", "demo --folder demo"),
        run("demo.files", "demo --folder demo --files -p plain"),
        run("completion.bash", "completion bash"),
        run("completion.zsh", "completion zsh"),
        run("completion.fish", "completion fish"),
        run("help", "--help"),
        *[run(f"help.{name}", f"{name} --help") for name in EXAMPLES],
    ]


def reference_runs() -> list[Run]:
    """Coverage, and whether the meaning is kept."""
    coverage = "coverage corrections.tsv -s source.txt"
    faithfulness = "faithfulness corrected.conllu -s learner.conllu --checker none --no-fluency"
    systems = "--system systems/strong.txt --system systems/fluent.txt -r reference-minimal.txt -r reference-fluent.txt"
    return [
        *in_forms("coverage.plain", f"{coverage} --resamples 200", ALL_TABLES),
        *in_forms("coverage.saved", "coverage coverage.json", ALL_TABLES),
        *in_forms("coverage.systems", f"{coverage} {systems} -M 1-5"),
        *in_forms("coverage.saved-systems", "coverage coverage.json --system systems/strong.txt -r references.m2"),
        *in_forms(
            "coverage.options",
            f"{coverage} --fold-case --drop-punctuation --left-alone 0.5 --match exact -m none -M 1-3,10 --gamma 0.05",
        ),
        *in_forms("coverage.zou", f"{coverage} --unseen zou --match index-printed -m none --resamples 100"),
        *in_forms("coverage.grid", f"{coverage} --floor 0.001 --grid 1.2 --alpha 0.2 -m EM --fewest 5 --resamples 50"),
        *in_forms("coverage.independent", f"{coverage} --draw independent -m M2 -M 1-3 --resamples 100 --seed 4"),
        *in_forms("coverage.distinct", f"{coverage} --draw distinct -m GLEU -M 1-3 --sentences 500 --untouched 50"),
        *in_forms("coverage.faithful", f"{coverage} --rule faithful -m F0.5 -M 1-2 --resamples 20"),
        *in_forms("coverage.where", f"{coverage} --where worker=w01 --where worker=w02 -m none -M 1"),
        *in_forms("coverage.texts", "coverage reference-minimal.txt reference-fluent.txt -s source.txt -M 1 -m none"),
        *in_forms("coverage.references", f"coverage {BOTH} --system systems/strong.txt -M 1 -m GLEU --resamples 100"),
        *in_forms("coverage.validity", f"{coverage} --validity votes.tsv -m none -M 1-3"),
        run("coverage.page", f"{coverage} -r reference-minimal.txt --system systems/strong.txt -M 1-5 --resamples 200"
            " --page coverage.html --save saved.json -f json -o out.json"),
        *in_forms("faithfulness.trees", f"{faithfulness} --sentences 0 --details", ALL_TABLES),
        *in_forms("faithfulness.released", f"{faithfulness} --compat released --alignment gap --ci --sentences 1"),
        *in_forms(
            "faithfulness.texts",
            f"faithfulness {TWO} -s source.txt --ci --sentences 5 --documents essays.tsv essay", needs=_FLUENCY,
        ),
        *in_forms(
            "faithfulness.checked",
            "faithfulness systems/fluent.txt -s source.txt --checker none --no-fluency --sentences 3 --sort kept"
            ' --check "dropped argument"', needs=_ERRANT,
        ),
        *in_forms("faithfulness.ucca", "faithfulness other.mrp -s passage.mrp --checker none --no-fluency"),
        run("faithfulness.plane", f"{faithfulness} --plane plane.html"),
        run("ucca.show", "ucca show passage.mrp --linkage"),
        run("ucca.convert", "ucca convert passage.mrp -o passage.xml", "ucca show passage.xml",
            "ucca convert passage.xml"),
        *in_forms("ucca.agree", "ucca agree passage.mrp other.mrp", ALL_TABLES),
    ]  # fmt: skip


def people_runs() -> list[Run]:
    """Judging, agreement and meta-evaluation."""
    agreement = "agreement judgements.jsonl"
    pairs = f"pairs systems/*.txt {ONE}"
    meta = "meta scores.json"
    return [
        *in_forms("agreement.plain", agreement, ALL_TABLES),
        *in_forms("agreement.pairs", f"{agreement} --pairs pairs.jsonl", ALL_TABLES),
        *in_forms("agreement.options", f"{agreement} --pairs pairs.jsonl --pass first --types first --fewest 3"
                  " --with-other --too-fast 6 --strength level --level 0.9"),
        *in_forms("agreement.ratings", "agreement ratings.csv"),
        run("agreement.page", f"{agreement} --pairs pairs.jsonl --page agreement.html -f json -o out.json"),
        *in_forms("meta.people", f"{meta} --human-scores people.tsv", ALL_TABLES),
        *in_forms("meta.choices", f"{meta} --human choices.csv --alias orig=source --ranking expected-wins"
                  " --ranking bradley-terry --ranking trueskill --orders 3"),
        *in_forms("meta.bootstrap",
                  f"{meta} --human-scores people.tsv --interval bootstrap --level 0.9 --without rules"),
        *in_forms("meta.sentences", "meta sentences.tsv --human choices.csv --no-identical --resamples 200"),
        *in_forms("meta.only-people", "meta --human choices.csv"),
        run("pairs.plain", f"{pairs} --unlike 3 --like 2 -o few.jsonl"),
        run("pairs.options", f"{pairs} --unlike 4 --like 1 --longest 20 --shortest 5 --most-uses 3"
            " --repeats 3 --swapped 2 --exclude-type PUNCT --documents essays.tsv essay --seed 9 -o few.jsonl"),
        run("pairs.weights", f"pairs {ONE} --weights own.json --unlike 2 --like 1"),
        run("pairs.m2", "pairs strong.m2 fluent.m2 rules.m2 -r references.m2"
            " --reference-id 1 --unlike 2 -o p.jsonl"),
        run("pairs.rating", "pairs --task rating minimal.m2 references.m2 --count 5 -o ratings.jsonl"),
        run("pairs.correct", "pairs --task correct source.txt --count 3 --votes 5"),
        run("pairs.valid", "pairs --task valid corrections.tsv -s source.txt --count 6 -o votes.jsonl"),
        run("judge.export", "judge pairs.jsonl --import judgements.jsonl --export out.csv --export out.jsonl"
            " --export out.wmt.csv"),
    ]  # fmt: skip


def edit_runs() -> list[Run]:
    """Edits: found, named, explained, taken apart."""
    annotate = "annotate source.txt systems/strong.txt"
    return [
        *[run(f"annotate.{form}", f"{annotate} --format {form}") for form in ("m2", "json", "tsv")],
        *[
            run(f"annotate.{merge}", f"{annotate} --merge {merge} -f tsv")
            for merge in ("all-split", "all-merge", "all-equal")
        ],
        run("annotate.levenshtein", f"{annotate} --levenshtein -f tsv"),
        run("annotate.plain", f"{annotate} -p plain"),
        run("annotate.errant", f"{annotate} -p errant --errant-compat", needs=_ERRANT),
        run("annotate.tokenise", "annotate raw.txt raw-corrected.txt --tokenise en -f json"),
        run("annotate.jobs", f"{annotate} --jobs 2 -o out.m2"),
        run("annotate.german", "annotate deutsch.txt deutsch.txt"),
        run("annotate.parquet", f"{annotate} reference-fluent.txt -f parquet -o out.parquet", needs=("pyarrow",)),
        run("explain.sentences", f"explain {_SENTENCES}"),
        run("explain.json", f"explain {_SENTENCES} --json"),
        run("explain.merge", f"explain {_SENTENCES} --merge all-merge --levenshtein"),
        run("explain.tokenise", 'explain "i cant swim" "I can\'t swim" --tokenise en'),
        run("explain.files", "explain source.txt systems/strong.txt"),
        run("explain.files-json", "explain source.txt systems/fluent.txt --json -o out.jsonl"),
        run("explain.plain", f"explain {_SENTENCES} -p plain"),
        run("reannotate.auto", "reannotate references.m2 --auto"),
        run("reannotate.gold", "reannotate gaps.m2 --gold -f tsv"),
        run("reannotate.kept", "reannotate references.m2 --gold --keep-types --no-minimise -f json"),
        run("reannotate.merge", "reannotate references.m2 --auto --merge all-split --levenshtein -f tsv"),
        run("reannotate.errant", "reannotate minimal.m2 --gold -p errant", needs=_ERRANT),
        run("convert.text", "convert references.m2"),
        run("convert.second", "convert gaps.m2 -a 1 --absent source"),
        run("convert.source", "convert references.m2 --source -o out.txt"),
        run("convert.m2", "convert references.m2 -f m2 -a 1"),
        run("convert.overlaps", "convert overlaps.m2 --overlaps warn", "convert overlaps.m2 --overlaps first"),
        run("convert.stdin", "convert - -f m2", stdin="S A b .\nA 0 1|||R:X|||The|||REQUIRED|||-NONE-|||0\n\n"),
    ]
