"""Every command and nearly every option on the bundled example."""

from __future__ import annotations

from tools.recorded_runs.example_files import BOTH, ONE, THREE, TWO
from tools.recorded_runs.run import ALL_TABLES, Run, in_forms, run

_ERRANT = ("spacy",)
_M2 = "strong.m2 fluent.m2 rules.m2 -r references.m2"
_ALL_MEASURES = (
    "F0.5", "F1", "F2", "P", "R", "F0.5-detection", "P-detection", "F0.5-token", "R-token", "F0.5-type", "M2", "GLEU",
    "I", "I-nomix", "EM", "EIM",
)  # fmt: skip


def score_runs() -> list[Run]:
    """Scores: every measure, every breakdown, every rule."""
    strong, both = "score systems/strong.txt", f"score {TWO}"
    return [
        *in_forms("score.plain", f"{both} {BOTH}", ALL_TABLES),
        *in_forms("score.ci", f"score systems/*.txt {BOTH} -m F0.5 M2 GLEU EM --ci", ALL_TABLES),
        *in_forms("score.bca", f"{both} {BOTH} -m F0.5 GLEU I --ci --interval bca --resamples 200 --seed 7"),
        *in_forms("score.all-measures", f"{both} {BOTH} -m {' '.join(_ALL_MEASURES)}"),
        *[
            run(f"score.measure.{name}", f"{strong} {ONE} -m {name} --per-sentence --format tsv --quiet")
            for name in _ALL_MEASURES
        ],
        *in_forms("score.faithful", f"{both} {BOTH} -m F0.5 F0.5-token M2 GLEU I EM --rule faithful --ci"),
        *in_forms("score.by-operation", f"{both} {BOTH} --by operation --counts", ALL_TABLES),
        *in_forms("score.by-type", f"{both} {BOTH} -m F0.5 --by type --leaders"),
        *in_forms("score.by-type-ci", f"{both} {BOTH} -m F1 --by type --counts --ci --percent"),
        *in_forms("score.by-operation-type", f"{both} {BOTH} --by operation-type --counts --leaders"),
        *in_forms("score.by-length", f"{both} {BOTH} -m F0.5 GLEU --by length --counts"),
        *in_forms("score.by-level", f"{both} {BOTH} -m GLEU EM F0.5 --by level --metadata essays.tsv --ci"),
        *in_forms("score.by-language", f"{both} {BOTH} --by first_language --metadata essays.tsv --counts"),
        *in_forms("score.leaders", f"score systems/*.txt {BOTH} --by operation --leaders --resamples 200"),
        *in_forms("score.per-sentence", f"{both} {BOTH} -m F0.5 M2 GLEU I EM --per-sentence"),
        *in_forms("score.documents", f"{both} {BOTH} -m F0.5 GLEU --ci --documents essays.tsv essay"),
        *in_forms("score.percent", f"{both} {BOTH} --percent --ci", ALL_TABLES),
        *in_forms("score.coverage", f"{both} {BOTH} -m EM --coverage coverage.json"),
        *in_forms("score.coverage-table", f"{both} {BOTH} -m EM EIM --coverage corrections.tsv"),
        *in_forms("score.single", f"{both} {BOTH} --size single"),
        *in_forms("score.multi", f"{both} {BOTH} --size multi --by operation"),
        *in_forms("score.excluded", f"{both} {BOTH} --exclude-type PUNCT --exclude-type R:SPELL --by type"),
        *in_forms("score.m2", f"score {_M2} -m F0.5 M2 F0.5-type --by type"),
        *in_forms("score.m2-auto", f"score {_M2} --auto"),
        *in_forms("score.m2-and-text", f"score strong.m2 systems/fluent.txt -r references.m2 {ONE} --with-source"),
        *in_forms("score.names", f"{both} {BOTH} -n one -n two --with-source -m F0.5 GLEU I"),
        *in_forms("score.plain-pipeline", f"{both} {BOTH} -p plain -m F0.5 F0.5-token --by operation"),
        *in_forms("score.errant", f"{both} {BOTH} -p errant --by operation", needs=_ERRANT),
        *in_forms("score.conll14", f"{both} {BOTH} --preset conll14"),
        *in_forms("score.bea19", f"{both} {ONE} --preset bea19", needs=_ERRANT),
        *in_forms("score.jfleg", f"{both} {BOTH} --preset jfleg"),
        *in_forms("score.gaps-noop", "score gaps.out gaps.other -r gaps.m2 -m F0.5 M2 GLEU I EM --absent noop"),
        *in_forms("score.gaps-missing", "score gaps.out gaps.other -r gaps.m2 -m F0.5 M2 GLEU I EM --absent missing"),
        *in_forms("score.gaps-faithful", "score gaps.out gaps.other -r gaps.m2 -m F0.5 M2 GLEU EM --rule faithful"),
        *in_forms("score.overlaps", "score overlaps.out -r overlaps.m2 --overlaps first -m F0.5 M2"),
        *in_forms("score.none-changed", f"score source.txt {BOTH} -m F0.5 P R M2 GLEU I EM --ci --by operation"),
        run("score.saved", f"{both} {BOTH} -m F0.5 M2 GLEU I EM --ci --save saved-again.json"),
        run(
            "score.saved-documents",
            f"{both} {BOTH} --save s.json --documents essays.tsv essay --ci -f json -o out.json",
        ),
        run("score.jobs", f"{both} {BOTH} -m F0.5 GLEU --ci --jobs 2 --format tsv"),
        run("score.cache", f"{both} {BOTH} --cache -f tsv", f"{both} {BOTH} --cache -f tsv"),
        run("score.stdin", f"score - {ONE} -f tsv", stdin="He goes .\n" * 175),
        run("score.german", "score deutsch.txt -s deutsch.txt -r deutsch.txt -f tsv"),
    ]


def compare_runs() -> list[Run]:
    """Paired tests, letters and clusters."""
    return [
        *in_forms("compare.plain", f"compare {THREE} {BOTH}", ALL_TABLES),
        *in_forms("compare.two", f"compare {TWO} {BOTH} -m F0.5 GLEU M2 EM I"),
        *in_forms("compare.many", f"compare systems/*.txt {BOTH} -m F0.5 GLEU"),
        *in_forms("compare.bootstrap", f"compare {THREE} {BOTH} -m F0.5 EM --test bootstrap --correction bh"),
        *in_forms("compare.none", f"compare {THREE} {BOTH} --correction none --alpha 0.2 --percent"),
        *in_forms("compare.documents", f"compare {THREE} {BOTH} --documents essays.tsv essay --resamples 300"),
        *in_forms("compare.faithful", f"compare {THREE} {BOTH} -m M2 F0.5 --rule faithful --seed 3"),
        *in_forms("compare.source", f"compare {TWO} {ONE} --with-source -n a -n b --size single"),
        *in_forms("compare.conll14", f"compare {TWO} {BOTH} --preset conll14"),
        *in_forms("compare.m2", f"compare {_M2} -m F0.5 F0.5-detection --exclude-type PUNCT"),
        *in_forms("compare.gaps", "compare gaps.out gaps.other -r gaps.m2 -m F0.5 GLEU --absent missing"),
        run("compare.jobs", f"compare {THREE} {BOTH} --jobs 2 --format tsv"),
    ]


def difficulty_runs() -> list[Run]:
    """Weights by difficulty: forms of w, modes, lists and pages."""
    pool, line = f"difficulty systems/*.txt {ONE}", "difficulty"
    return [
        *in_forms("difficulty.plain", pool, ALL_TABLES),
        *in_forms("difficulty.levels", f"{pool} --levels --corpus --teams"),
        *in_forms("difficulty.ci", f"{pool} --ci --compare --documents essays.tsv essay"),
        *in_forms("difficulty.bca", f"{pool} --ci --interval bca --compare --test bootstrap --resamples 200"),
        *in_forms("difficulty.faithful", f"{pool} --mode faithful --levels"),
        *in_forms("difficulty.rule-faithful", f"{pool} --rule faithful"),
        *[
            item
            for name, form in (("shifted", "linear:1,1,2"), ("reciprocal", "reciprocal:1"), ("log", "log:1"))
            for item in in_forms(f"difficulty.{name}", f"{pool} --weight {form} --levels")
        ],
        *in_forms("difficulty.constant", f"{pool} --weight constant --fp unit --beta 1"),
        *in_forms("difficulty.leave-one-out", f"{pool} --leave-one-out"),
        *in_forms("difficulty.regions", f"{line} systems/*.txt {BOTH} --several regions --levels"),
        *in_forms("difficulty.need", f"{line} systems/*.txt {BOTH} --several regions --need --ci"),
        *in_forms("difficulty.second", f"{line} systems/*.txt {BOTH} --reference-id 1"),
        *in_forms("difficulty.by-type", f"{pool} --by type"),
        *in_forms("difficulty.by-operation", f"{pool} --by operation"),
        *in_forms("difficulty.by-operation-type", f"{pool} --by operation-type"),
        *in_forms("difficulty.rank-against", f"{pool} --rank-against F0.5"),
        *in_forms("difficulty.rank-against-m2", f"{pool} --rank-against M2 --ci"),
        *in_forms("difficulty.across", f"{line} systems/*.txt {BOTH} --reference-id 1 --across difficulty.json"),
        *[
            item
            for name in ("one", "none", "all")
            for item in in_forms(f"difficulty.errors-{name}", f"{pool} --errors {name}")
        ],
        *in_forms("difficulty.chunks", f"{pool} --chunks", ("table", "json")),
        *in_forms("difficulty.weights", f"{line} {TWO} {ONE} --weights weights.json"),
        *in_forms("difficulty.weights-text", f"{line} {TWO} {ONE} --weights weights.txt --mode faithful --ci"),
        *in_forms("difficulty.weights-own", f"{line} {TWO} {ONE} --weights own.json --by type"),
        *in_forms("difficulty.m2", f"{line} {_M2} --by type"),
        *in_forms("difficulty.plain-pipeline", f"{pool} -p plain"),
        *in_forms("difficulty.errant", f"{line} {TWO} {ONE} -p errant --weights weights-errant.json", needs=_ERRANT),
        *in_forms("difficulty.overlaps", f"{line} overlaps.out -r overlaps.m2 --overlaps both --mode faithful"),
        *in_forms(
            "difficulty.skip",
            f"{line} {TWO} -s source.txt -r reference-fluent.txt --weights own.json --mismatches skip",
        ),
        run("difficulty.heatmap", f"{pool} --heatmap heat.html --save-weights saved.txt -f tsv"),
        run("difficulty.saved", f"{pool} --save-weights saved-again.json --by type --levels -f json -o out.json"),
    ]


def conservatism_runs() -> list[Run]:
    """How much is changed, re-ranking and incentives."""
    line = f"conservatism {TWO} {BOTH}"
    return [
        *in_forms("conservatism.plain", line, ALL_TABLES),
        *in_forms("conservatism.ci", f"{line} --ci --documents essays.tsv essay"),
        *in_forms("conservatism.bca", f"{line} --ci --interval bca --resamples 200 --no-edits"),
        *in_forms("conservatism.gap", f"{line} --alignment gap --gap 0.6 --no-edits"),
        *in_forms("conservatism.kept", f"{line} --keep-punctuation --keep-case --several any"),
        *in_forms("conservatism.by-type", f"{line} --by type --with-source"),
        *in_forms("conservatism.by-operation", f"{line} --by operation"),
        *in_forms("conservatism.m2", f"conservatism {_M2} --by operation-type"),
        *in_forms("conservatism.gaps", "conservatism gaps.out gaps.other -r gaps.m2 --absent missing"),
        run("conservatism.figures", f"{line} --figures figures --by type --ci --format json -o out.json"),
        *in_forms("rerank.plain", f"rerank nbest.txt {BOTH}", ALL_TABLES),
        *in_forms("rerank.gleu", f"rerank nbest.txt {BOTH} -m GLEU -M 1 -M 2 --ci --level corpus"),
        *in_forms("rerank.m2", f"rerank nbest.txt {BOTH} -m M2 --draws 4 --seed 2"),
        *in_forms("rerank.em", f"rerank nbest.txt {BOTH} -m EM -M 2"),
        *in_forms("rerank.blocks", "rerank blocks.txt -r gaps.m2 --form blocks"),
        run("rerank.picks", f"rerank nbest.txt {BOTH} --picks best.txt --figures figures --format json -o out.json"),
        *in_forms("incentive.plain", "incentive .9,.8 .8,.6 .7,.4", ALL_TABLES),
        *in_forms("incentive.given", "incentive .9,.8 -a 0 -a 4 -c 1=.05 -c 2=.11 -c 5=.2"),
        *in_forms("incentive.saved", "incentive .9,.8 .7,.4 -c coverage.json"),
        *in_forms("incentive.curve", "incentive .9,.8 -c curve.tsv"),
        run("incentive.figures", "incentive .9,.8 .6,.5 --figures figures"),
    ]
