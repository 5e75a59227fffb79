"""Runs on the corpora of `../shared/data`; the folder is `data` to them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import redink
from tools.recorded_runs.run import TABLES, Run

_BESIDE = (Path(__file__).resolve().parents[2], Path(redink.__file__).resolve().parents[2])
DATA = next(
    (path.parent / "shared" / "data" for path in _BESIDE if (path.parent / "shared").is_dir()), Path("no-shared")
)
"""Beside the checkout of this tool, or of redink."""

_SOURCE = "data/conll14-official/source.tok.txt"
_NOALT = "data/conll14-official/noalt/official-2014"
_COMBINED = f"-r {_NOALT}.combined.m2"
_FIRST = f"-r {_NOALT}.0.m2"
_TRG = "data/conll14-official/gecmetrics-refs/conll14st-test.tok.trg"
_TEXTS = f"-s {_SOURCE} -r {_TRG}0 -r {_TRG}1"
_TEAMS = "data/conll14-teams/AMU data/conll14-teams/CAMB data/conll14-teams/CUUI"
_FIVE = f"{_TEAMS} data/conll14-teams/RAC data/conll14-teams/UMC"
_MODERN = (
    "data/conll14-systems/chollampatt2018/best.conll14st-test.tok.out "
    "data/conll14-systems/junczys-dowmunt2018/test2014.out"
)
_MODERN_NAMES = "-n chollampatt -n junczys"
_TEN = "--overlaps first " + " ".join(f"-r data/conll14-10refs/A{number}.m2" for number in range(1, 11))
_FLUENCY = "data/conll14-fluency-refs/expert_annotations/expert_fluency/expert_fluency"
_JFLEG = " ".join(f"-r data/jfleg/test/test.ref{number}" for number in range(4))
_CROWD = "data/choshen-crowd/corrections.tsv --where status=Approved"
_PUBLISHED = "data/metric-scores-chollampatt18"
_SENTENCE_SCORES = " ".join(f"{_PUBLISHED}/sentence_scores_metrics/{name}.txt.gz" for name in ("gleu", "m2score"))
_SYSTEM_SCORES = " ".join(
    f"{_PUBLISHED}/system_scores_metrics/{name}.txt.gz" for name in ("gleu", "m2score", "imeasure")
)
_HUMAN = "--human data/human-grundkiewicz15/judgments.xml"
_UCCA = "data/ucca-learner"
_GERMAN = "data/ml-falko-merlin"
_DEMO = "data/gts-weights/demo"
_NO_EXTRAS = "--checker none --no-fluency"


def _tables(name: str, line: str, *before: str, files: tuple[tuple[str, str], ...] = (), cache: bool = True) -> Run:
    """Give one run of three lines: table, TSV, JSON. The analyses are kept from one to the next."""
    kept = " --cache" if cache else ""
    return Run(name, (*before, *(f"{line}{kept} --format {form}" for form in TABLES)), files)


def shared_runs() -> list[Run]:
    """Few systems a run, so that all of them stay cheap."""
    return [
        _tables("score.m2", f"score {_TEAMS} {_COMBINED} -m F0.5 M2 P R --ci"),
        _tables("score.texts", f"score {_TEAMS} {_TEXTS} -m F0.5 GLEU EM EIM --with-source"),
        _tables("score.faithful", f"score {_TEAMS} {_COMBINED} -m M2 F0.5 F0.5-token GLEU --rule faithful"),
        _tables("score.conll14", f"score {_TEAMS} {_COMBINED} --preset conll14"),
        _tables("score.absent", f"score data/conll14-teams/AMU {_COMBINED} -m F0.5 GLEU EM --absent missing"),
        _tables("score.alternatives", "score data/conll14-teams/AMU -r "
                "data/conll14-official/alt/official-2014.combined-withalt.m2 -m F0.5 M2 GLEU --rule faithful"),
        Run("score.i", (f"score data/conll14-teams/AMU {_TEXTS} -m I --format json",)),
        _tables("score.by-type", f"score {_TEAMS} {_COMBINED} --auto --by type --counts --leaders"),
        _tables("score.by-length", f"score {_MODERN} {_MODERN_NAMES} {_TEXTS} -m F0.5 GLEU --by length --ci"),
        _tables("score.ten", f"score data/conll14-teams/AMU data/conll14-teams/CAMB {_TEN} -m F0.5 GLEU EM"),
        _tables("score.fluency", f"score {_TEAMS} -s {_SOURCE} -r {_FLUENCY}A -r {_FLUENCY}B -m F0.5 GLEU"),
        _tables("score.per-sentence", f"score {_TEAMS} {_TEXTS} -m F0.5 M2 GLEU EM --per-sentence"),
        _tables("score.jfleg", "score data/jfleg/test/test.spellchecked.src data/jfleg/test/test.ref3 -s "
                f"data/jfleg/test/test.src {_JFLEG} -m GLEU F0.5 M2 EM --ci --rule faithful"),
        _tables("score.conll13", "score revised.txt -r data/conll13/original/data/official-preprocessed.m2"
                " -m F0.5 M2 --overlaps first --by operation",
                "convert data/conll13/revised/data/official-preprocessed.m2 -o revised.txt"),
        _tables("score.german", f"score {_GERMAN}/grundkiewicz2019-magec/finetuned.fm-test.out "
                f"-r {_GERMAN}/fm-test.m2 -p plain -m F0.5 M2 GLEU"),
        _tables("compare.teams", f"compare {_FIVE} {_COMBINED} -m F0.5 GLEU"),
        _tables("compare.bootstrap", f"compare {_TEAMS} {_TEXTS} -m F0.5 M2 EM --test bootstrap --correction bh"),
        _tables("difficulty.published", f"difficulty {_TEAMS} {_FIRST} --weights data/gts-weights/conll14_8sys.txt"
                " --mode faithful"),
        _tables("difficulty.published-paper", f"difficulty {_FIVE} {_FIRST} --overlaps first --weights "
                "data/gts-weights/conll14_4sys.txt --mismatches skip --ci --levels --compare"),
        _tables("difficulty.pool", f"difficulty {_FIVE} {_FIRST} --overlaps first --levels --teams --by type"
                " --rank-against M2 --save-weights own.json --heatmap heat.html"),
        _tables("difficulty.regions",
                f"difficulty {_FIVE} {_TEXTS} --several regions --rank-against F0.5 --leave-one-out"),
        _tables("difficulty.across", f"difficulty {_FIVE} -s {_SOURCE} -r {_TRG}1 --across first.json",
                f"difficulty {_FIVE} -s {_SOURCE} -r {_TRG}0 --cache -f json -o first.json"),
        _tables("difficulty.demo", f"difficulty 0.txt 1.txt 2.txt -r {_DEMO}/ref.m2 --mode faithful --levels --chunks",
                *(f"convert {_DEMO}/hyp.m2 -a {number} -o {number}.txt" for number in range(3))),
        _tables("conservatism.teams", f"conservatism {_TEAMS} {_COMBINED} --by type --ci --resamples 300"),
        _tables("conservatism.texts", f"conservatism {_MODERN} {_MODERN_NAMES} {_TEXTS} --figures figures"),
        _tables("rerank.teams", f"rerank nbest.tsv {_TEXTS} -m F0.5 --picks best.txt",
                files=(("nbest.tsv", _candidates()),)),
        _tables("rerank.ten", f"rerank nbest.tsv -s {_SOURCE} {_TEN} -m GLEU -M 1-3,10 --draws 3",
                files=(("nbest.tsv", _candidates()),)),
        _tables("coverage.crowd", f"coverage {_CROWD} --drop-punctuation -m none --resamples 100 --save saved.json"
                " --page page.html"),
        _tables("coverage.crowd-systems", f"coverage saved.json --system data/conll14-teams/AMU {_TEXTS}",
                f"coverage {_CROWD} -m F0.5 -M 1-3 --resamples 50 --cache --save saved.json"),
        _tables("coverage.validity", f"coverage {_CROWD} --validity data/choshen-crowd/validity.tsv -m none -M 1-5"
                " --unseen zou --match exact --resamples 50"),
        Run("coverage.ten", (f"coverage {_TEN} -m none -M 1-9 --resamples 50 --cache --format json",)),
        _tables("meta.people", f"meta {_SYSTEM_SCORES} {_HUMAN} --ranking expected-wins --ranking trueskill --orders 2",
                cache=False),
        _tables("meta.sentences", f"meta {_SENTENCE_SCORES} {_HUMAN} --resamples 100", cache=False),
        _tables("meta.scored", f"meta scores.json {_HUMAN} --interval bootstrap",
                f"score data/conll14-teams/[A-Z]*[A-Z] {_TEXTS} -m GLEU -m EM -f json -o scores.json", cache=False),
        _tables("meta.jfleg",
                "meta --human data/jfleg/EACL_exp/mturk/pairwise.csv --ranking bradley-terry", cache=False),
        _tables("faithfulness.ucca", f"faithfulness {_UCCA}/tree1197.xml -s {_UCCA}/tree1297.xml {_NO_EXTRAS}"
                " --sentences 5 --details", cache=False),
        _tables("faithfulness.essay", f"faithfulness {_UCCA}/amittaic1197.xml -s {_UCCA}/amittaic1297.xml {_NO_EXTRAS}"
                " --level essay --compat released", cache=False),
        _tables("faithfulness.trees", "faithfulness data/treebank/Pronouns/en_pronouns-ud-test.conllu -s "
                f"data/treebank/Pronouns/en_pronouns-ud-test.conllu {_NO_EXTRAS}", cache=False),
        _tables("ucca.agree", f"ucca agree {_UCCA}/amittaic1197.xml {_UCCA}/borgr1197.xml", cache=False),
        Run("ucca.show", (f"ucca show {_UCCA}/tree1297.xml --linkage", f"ucca convert {_UCCA}/tree1297.xml -o p.mrp")),
        Run("report", (
            f"report {_TEAMS} {_COMBINED} --cache -m F0.5 -m M2 -m GLEU -m EM --resamples 99 -o report.html",
        )),
        Run("gate", (
            f"score {_TEAMS} {_COMBINED} -m F0.5 M2 GLEU --cache --save saved.json -f tsv",
            *(f"gate data/conll14-teams/RAC {_COMBINED} --cache --against saved.json --system AMU -f {form}"
              for form in TABLES),
        )),
        Run("annotate", (f"annotate {_SOURCE} data/conll14-teams/AMU {_TRG}0 --cache", )),
        Run("reannotate", tuple(f"reannotate {_NOALT}.combined.m2 {how} --cache -f {form}"
                             for how, form in (("--auto", "m2"), ("--gold", "tsv")))),
        Run("convert", tuple(f"convert {_NOALT}.combined.m2 {more}" for more in ("-a 1", "-f m2 -a 0", "--source"))),
        Run("explain", (f"explain {_SOURCE} data/conll14-teams/UMC --json",)),
        Run("pairs", (
            f"pairs {_FIRST} --overlaps first --weights data/gts-weights/conll14_8sys.txt --unlike 3 --like 1",
                   f"pairs {_TEAMS} -s {_SOURCE} -r {_TRG}0 --cache --unlike 5 --like 2 -o pairs.jsonl")),
    ]  # fmt: skip


def _candidates() -> str:
    """Give a table of n-best lists: what six teams made of the first sixty sentences."""
    rows = ["sentence\tcandidate"]
    for team in ("AMU", "CAMB", "CUUI", "INPUT", "RAC", "UMC"):
        with (DATA / "conll14-teams" / team).open(encoding="utf-8") as lines:
            rows += [f"{number}\t{line.strip()}" for number, line in enumerate(islice(lines, 60), 1)]
    return "\n".join(rows) + "\n"
