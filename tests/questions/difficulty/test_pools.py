"""Weight pools that redink carries, and measures that take their weights from a pool or a file (`wF0.5@conll14`)."""

import gzip
import json
import re
from dataclasses import replace

import numpy as np
import pytest

import redink
from redink import example
from redink.errors import InputError
from redink.evaluation.preparation import prepare
from redink.questions.difficulty.measures import NAMES
from redink.questions.difficulty.pool_names import POOLS
from redink.questions.difficulty.pools import ANNOTATORS, pool_path, weights_of
from redink.reading.weights import read_weights, write_weights
from redink.records import Reference, System
from redink.scoring.measure import CountsOnce, CountsTogether
from redink.scoring.names import parse_measure
from tests.cli.running import run
from tests.questions.difficulty.demo import SOURCES, SYSTEMS
from tests.questions.difficulty.test_golden import GOLD as OFFICIAL
from tests.questions.difficulty.test_golden import teams
from tests.questions.difficulty.test_run import DEMO
from tests.shared_files import DATA, SHARED, needs_shared
from tools import build_weight_pools
from tools.build_weight_pools import POOLS as MEMBERS
from tools.build_weight_pools import TEAMS, pool_texts

FEW = "ignore:Only . systems judge the difficulty"
OUTSIDE = "ignore:.*false positives on correct text have no weight"
EXAMPLE = example.path("weights.json")
ERRANT_EDITS = SHARED / "golden" / "errant-3.0.2"


@pytest.fixture(scope="module")
def data():
    return prepare(example.load()).data


@pytest.fixture
def weights(tmp_path):
    """Give a weight file of the demo, with all three systems."""
    path = tmp_path / "w.json"
    write_weights(path, redink.difficulty(DEMO).reference().solved_counts(), SOURCES)
    return path


@pytest.mark.parametrize("name", POOLS)
def test_pools_hold_counts_and_checksums_only(name):
    for annotator, errors in zip(ANNOTATORS, (2379, 3275), strict=True):
        text = gzip.decompress(pool_path(name, annotator).read_bytes()).decode()
        content = json.loads(text)
        assert (content["size"], content["systems"]) == (len(MEMBERS[name]), list(MEMBERS[name]))
        assert (len(content["sentences"]), content["errors"]) == (1312, errors)
        assert pool_path(name, annotator).stat().st_size < 40_000
        for sentence in content["sentences"]:
            assert set(sentence) == {"sum", "chunks", "solved"}
            assert re.fullmatch("[0-9a-f]{8}", sentence["sum"])
            assert all(place.isdigit() and isinstance(n, int) for place, n in sentence["solved"].items())


def test_the_large_pool_is_the_sum_of_the_others():
    for teams_counts, newer, both in zip(*map(weights_of, POOLS), strict=True):
        assert both.solved.tolist() == (teams_counts.solved + newer.solved).tolist()
        assert both.systems == (*teams_counts.systems, *newer.systems)
        assert teams_counts.checksums == newer.checksums == both.checksums


def test_the_command_lists_the_pools():
    helped = " ".join(run("difficulty", "--help").stdout.decode().split())
    for name, judges in POOLS.items():
        assert f"{name}: {judges}" in helped


def test_another_corpus_is_refused_with_exit_code_3(tmp_path):
    gold = tmp_path / "gold.m2"
    gold.write_text("S He go home .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n")
    output = tmp_path / "mine.txt"
    output.write_text("He goes home .\n")
    for command in (("difficulty", "--weights", "conll14"), ("score", "-m", "wF0.5@conll14")):
        refused = run(*command, output, "-r", gold)
        assert refused.returncode == 3
        told = refused.stderr.decode()
        assert "the weights do not belong to this corpus and reference" in told
        assert "conll14 is for official-2014.0.m2 or official-2014.1.m2 of CoNLL-2014" in told
        assert "--save-weights" in told


@pytest.mark.parametrize("name", ["conll15", "conll14_newer"])
def test_an_unknown_pool_is_refused(name):
    with pytest.raises(InputError, match="no weight file and no pool") as refused:
        redink.difficulty(DEMO, weights=name)
    assert all(pool in str(refused.value.remedy) for pool in POOLS)


def test_a_file_of_the_name_of_a_pool_needs_a_path(tmp_path, monkeypatch, weights):
    monkeypatch.chdir(tmp_path)
    weights.rename("conll14")
    assert weights_of("conll14")[0].pool == "conll14"
    assert weights_of("./conll14")[0].size == 3


@needs_shared
@pytest.mark.filterwarnings(OUTSIDE)
def test_a_pool_gives_the_numbers_of_its_systems():
    # ERRANT's edits of the twelve teams, as in the pool; `teams` has the source as a thirteenth system.
    twelve = replace(teams(), systems=tuple(s for s in teams().systems if s.name != "source"))
    together, from_pool = redink.difficulty(twelve), redink.difficulty(twelve, weights="conll14")
    assert list(together) == list(from_pool)
    assert "|pool:conll14|" in str(from_pool.signature)
    alone = redink.difficulty(replace(twelve, systems=twelve.systems[:1]), weights="conll14")
    assert [score for _, score in alone] == list(together.scores.of(twelve.systems[0].name).scores)
    scored = redink.score(twelve, [f"{name}@conll14" for name in NAMES])
    for system in twelve.systems:
        for name in NAMES:
            assert scored[system.name, f"{name}@conll14"].value == together[system.name, name].value


@needs_shared
def test_a_pool_has_counts_for_both_annotators():
    chosen = replace(teams(), systems=teams().systems[:1])
    second = redink.read(references=[OFFICIAL.with_name("official-2014.1.m2")]).references
    both = replace(chosen, references=(*chosen.references, replace(second[0], name="annotator 1")))
    sizes = [len(redink.difficulty(both, weights="conll14-all", reference=k).reference().error_weights) for k in (0, 1)]
    assert sizes == [2379, 3275]


@needs_shared
@pytest.mark.parametrize("name", ["conll14", "conll14-newer"])
def test_pools_can_be_built_again(name, errant_pipeline, monkeypatch):
    """ERRANT's edits of the teams are read: tests/annotation/test_golden.py proves that ours are the same bytes."""
    monkeypatch.setattr(build_weight_pools, "load_pipeline", {"errant": errant_pipeline}.__getitem__)
    files = {team: ERRANT_EDITS / f"{team}.m2" for team in TEAMS} if name == "conll14" else None
    for path, text in pool_texts({name: MEMBERS[name]}, files):
        built, shipped = json.loads(text), json.loads(gzip.decompress(path.read_bytes()))
        for content in (built, shipped):
            content.pop("redink")
            content["settings"].pop("pipeline")  # has the version of spaCy
        assert built == shipped


def test_measures_with_a_weight_file_give_the_numbers_of_difficulty(data):
    names = tuple(f"{name}@{EXAMPLE}" for name in (*NAMES, "wF2"))
    scored = redink.score(data, names, ci=True, resamples=50, seed=3)
    for beta, kinds in ((0.5, NAMES), (2, ("wF2",))):
        measured = redink.difficulty(data, weights=EXAMPLE, beta=beta, ci=True, resamples=50, seed=3)
        for system in data.systems:
            for kind in kinds:
                ours, theirs = scored[system.name, f"{kind}@{EXAMPLE}"], measured[system.name, kind]
                assert (ours.value, ours.interval) == (theirs.value, theirs.interval)


def test_names_round_trip():
    for name in (f"wF0.5@{EXAMPLE}", "uA@conll14", "wF1@conll14-newer"):
        measure = parse_measure(name)
        assert measure.name == name
        assert isinstance(measure, CountsOnce)
        assert not isinstance(measure, CountsTogether)
    assert parse_measure("WF0.5@conll14").name == "wF0.5@conll14"


@pytest.mark.filterwarnings(FEW, OUTSIDE)
def test_a_system_is_scored_alike_whoever_stands_beside_it(weights):
    name = f"wF0.5@{weights}"
    beside = redink.score(DEMO, name)
    for system in SYSTEMS:
        alone = redink.score(replace(DEMO, systems=(system,)), name)
        assert alone[system.name, name].value == beside[system.name, name].value
        assert alone.signature == beside.signature


@pytest.mark.filterwarnings(FEW, OUTSIDE)
def test_weights_are_signed_by_what_they_hold(tmp_path, monkeypatch, weights):
    monkeypatch.chdir(tmp_path)
    before = redink.score(DEMO, ["wF0.5@w.json"]).signature
    assert before == redink.score(DEMO, ["wF0.5@w.json"]).signature
    assert before.differences(redink.score(DEMO, ["wF0.5@w.json", "wA@w.json"]).signature) == ("measures",)
    write_weights(weights, redink.difficulty(replace(DEMO, systems=SYSTEMS[:2])).reference().solved_counts(), SOURCES)
    assert before.differences(redink.score(DEMO, ["wF0.5@w.json"]).signature) == ("weights",)


@pytest.mark.filterwarnings(FEW, OUTSIDE)
def test_weights_follow_the_sentences(weights):
    """Re-ranking repeats sentences, so that the weights of a sentence must be found by its checksum."""
    measure = parse_measure(f"wF0.5@{weights}")
    rows = measure.sentence_stats(DEMO, SYSTEMS[1])
    order = [1, 0, 1]
    gold = DEMO.references[0]

    def picked(values):
        return tuple(values[place] for place in order)

    longer = redink.records.EvalSet(
        picked(SOURCES),
        (Reference(gold.name, picked(gold.texts), picked(gold.edits)),),
        (System("B", picked(SYSTEMS[1].texts), picked(SYSTEMS[1].edits)),),
    )
    assert np.array_equal(measure.sentence_stats(longer, longer.systems[0]), rows[order])
    stranger = replace(longer, references=(replace(longer.references[0], edits=((), (), ())),))
    with pytest.raises(InputError, match="do not belong"):
        measure.sentence_stats(stranger, stranger.systems[0])


def test_every_command_takes_them(tmp_path):
    systems = [example.path(f"systems/{name}.txt") for name in example.SYSTEMS]
    files = ("-s", example.path("source.txt"), "-r", example.path("reference-minimal.txt"))
    names = [f"{kind}@{EXAMPLE}" for kind in ("wF0.5", "wP", "wR", "wA")]
    measures = [word for name in names for word in ("-m", name)]
    saved, scores = tmp_path / "run.json", tmp_path / "scores.json"
    run("score", systems[0], *files, *measures, "--save", saved)
    run("score", *systems, *files, *measures, "-f", "json", "-o", scores)
    compared = run("compare", *systems[:2], *files, *measures, "--resamples", "20", "-f", "json").stdout
    assert {row["measure"] for row in json.loads(compared)["comparisons"]} == set(names)
    gated = run("gate", systems[0], *files, "--against", saved, "--resamples", "20", "-f", "json").stdout
    assert json.loads(gated)
    reranked = run("rerank", example.path("nbest.txt"), *files, "-m", names[0], "-f", "json").stdout
    assert names[0] in reranked.decode()
    page = tmp_path / "page.html"
    run("report", *systems[:3], *files, *measures, "--resamples", "20", "-o", page)
    assert "wF0.5@" in page.read_text()
    human = tmp_path / "human.tsv"
    human.write_text("".join(f"{name}\t{place}\n" for place, name in enumerate(example.SYSTEMS)))
    agreed = run("meta", scores, "--human-scores", human, "-f", "json").stdout.decode()
    assert all(name in agreed for name in names)


@pytest.mark.filterwarnings(FEW, "ignore:With one system")
def test_gate_refuses_weights_of_other_systems_and_says_what_helps(tmp_path):
    redink.score(DEMO, "wF0.5").save_statistics(tmp_path / "run.json")
    with pytest.raises(InputError, match="pool") as refused:
        redink.gate(replace(DEMO, systems=SYSTEMS[:1]), tmp_path / "run.json", system="A")
    assert "wF0.5@FILE" in str(refused.value.remedy)


@needs_shared
def test_pairs_take_a_pool(tmp_path):
    out = tmp_path / "pairs.jsonl"
    run("pairs", "-r", DATA / "conll14-official/noalt/official-2014.0.m2", "--weights", "conll14", "-o", out)
    assert out.stat().st_size


def test_success_rates_are_warned_about_where_nobody_succeeds():
    results = redink.difficulty(DEMO, weight="reciprocal:0")
    assert any("no system got 1 chunks right" in warning and "N = 3" in warning for warning in results.warnings)
    # n of the six errors is 1, 1, 3, 1, 3, 0.
    assert results.reference().error_weights.tolist() == [3, 3, 1, 3, 1, 3]
    solved = replace(DEMO, systems=(*SYSTEMS, System("gold", SOURCES, DEMO.references[0].edits)))
    assert not any("N/0" in warning for warning in redink.difficulty(solved, weight="reciprocal:0").warnings)


def test_the_example_weights_are_read(weights):
    assert read_weights(weights).size == 3
