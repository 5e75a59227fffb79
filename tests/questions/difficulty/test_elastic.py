"""Elastic matching: Figure 2 of the paper by hand, the fast alignment against a slow one, and real outputs."""

import numpy as np
import pytest
from hypothesis import given

import redink
from redink.errors import UsageError
from redink.questions.difficulty.mathematics.chunks import gold_chunks, spelled_out
from redink.questions.difficulty.mathematics.elastic import _links, _match, _pieces, cheapest_links, unmatched_chunks
from redink.questions.difficulty.mathematics.formulas import Settings
from redink.questions.difficulty.mathematics.judging_table import judge
from redink.records import System
from tests.questions.difficulty.demo import GOLD, SOURCES, SYSTEMS, dense, edits
from tests.questions.difficulty.slow_judging import leans_one_way
from tests.questions.difficulty.test_golden import teams
from tests.questions.difficulty.test_judging_table import bits, clashing_corpora, corpora
from tests.questions.difficulty.test_run import DEMO
from tests.shared_files import needs_shared


def elastic_table(sources, gold, systems):
    return judge(gold_chunks(sources, gold), sources, systems, "elastic")


@pytest.mark.parametrize(("system", "first"), [("A", "11111011111"), ("B", "01011111110"), ("C", "11001011111")])
def test_b_of_the_papers_figure_2(system, first):
    # C writes "talking" for "discussing about": the dummy chunk between them counts as matched (footnote 3).
    assert dense(elastic_table(SOURCES, GOLD, SYSTEMS), system)[0][:11] == bits(first)


def _cost(gold, system, links):
    return sum(not _match(gold[i], system[j]) for i, j in links)


def _cheapest(gold, system):
    """Try every alignment, without any of the short cuts."""
    costs = {}
    for i in range(len(gold)):
        for j in range(len(system)):
            before = [costs[step] for step in ((i - 1, j - 1), (i - 1, j), (i, j - 1)) if step in costs]
            costs[i, j] = min(before, default=0) + (not _match(gold[i], system[j]))
    return costs[len(gold) - 1, len(system) - 1]


@given(corpora(systems=1))
def test_no_alignment_is_cheaper(corpus):
    sources, gold, systems = corpus
    for tokens, own, other in zip(sources, gold, systems[0].edits, strict=True):
        theirs, ours = (_pieces(tokens, list(spelled_out(len(tokens), found))) for found in (own, other))
        whole = cheapest_links(theirs, ours)
        assert _cost(theirs, ours, whole) == _cheapest(theirs, ours)
        # Every chunk of both sides has a link, and no links cross.
        assert {i for i, _ in whole} == set(range(len(theirs)))
        assert {j for _, j in whole} == set(range(len(ours)))
        assert whole == sorted(whole)
        # Part by part, the alignment has the same matches.
        parts = set(_links(theirs, ours))
        assert {link for link in whole if _match(theirs[link[0]], ours[link[1]])} == {
            (i, j) for i, j in parts if _match(theirs[i], ours[j])
        }


@given(corpora(systems=1))
def test_it_loses_matches_only_where_the_sides_lean_both_ways(corpus):
    sources, gold_edits, systems = corpus
    gold = gold_chunks(sources, gold_edits)
    looked_up, elastic = (
        dense(judge(gold, sources, systems, matching), "s0")[0] for matching in ("look-up", "elastic")
    )
    starts = gold.chunk_starts.tolist()
    for number, tokens in enumerate(sources):
        part = slice(starts[number], starts[number + 1])
        pairs = list(zip(looked_up[part], elastic[part], strict=True))
        dummy = [chunk.edit is None and chunk.start == chunk.end for chunk in gold.sentence_chunks(number)]
        # Dummy chunks aside: what footnote 3 says of them depends on which chunks they are linked to.
        pairs = [pair for pair, aside in zip(pairs, dummy, strict=True) if not aside]
        assert all(before or not now for before, now in pairs)
        if leans_one_way(tokens, gold_edits[number], systems[0].edits[number]):
            assert all(before == now for before, now in pairs)


@given(clashing_corpora())
def test_clashing_gold_edits_are_aligned_too(corpus):
    sources, gold, system = corpus
    chunks = gold_chunks(sources, gold, clashes="both")
    found = unmatched_chunks(chunks, sources, system.edits)
    assert (np.diff(found) > 0).all()
    assert not len(found) or (found[0] >= 0 and found[-1] < chunks.n_chunks)


def test_a_match_is_given_up_for_a_shorter_way():
    tokens = tuple("abcdefgh")
    gold, system = (edits((0, 4, "x")),), System("s", (tokens,), (edits((4, 8, "y")),))
    by_place = dense(judge(gold_chunks([tokens], gold), [tokens], [system]), "s")[0]
    elastic = dense(elastic_table([tokens], gold, [system]), "s")[0]
    assert sum(elastic) < sum(by_place)
    # What is lost is correct text that the system left alone: neither touched nor an error.
    table = elastic_table([tokens], gold, [system])
    lost = ~table.correct[:, 0] & ~table.touched[:, 0] & ~table.is_error
    assert lost.sum() == sum(by_place) - sum(elastic)


def test_it_is_offered_signed_and_not_the_programs():
    results = redink.difficulty(DEMO, matching="elastic")
    assert "matching:elastic" in str(results.signature)
    assert "matching" not in str(redink.difficulty(DEMO).signature)
    assert results["A", "wF0.5"].value == pytest.approx(0.8)
    assert results.reference().solved_counts().settings["matching"] == "elastic"
    with pytest.raises(UsageError, match="no elastic matching"):
        Settings("faithful", matching="elastic")
    with pytest.raises(UsageError, match="matching"):
        redink.difficulty(DEMO, matching="rubber")


@needs_shared
def test_how_far_the_two_differ_on_three_teams():
    data = teams()
    chosen = [system for system in data.systems if system.name in ("CAMB", "CUUI", "UMC")]
    gold = gold_chunks(data.sources, [own or () for own in data.references[0].edits])
    by_place, elastic = (judge(gold, data.sources, chosen, matching) for matching in ("look-up", "elastic"))
    by_place, elastic = by_place.with_rows(elastic.chunk), elastic.with_rows(by_place.chunk)
    differs = by_place.correct != elastic.correct
    assert differs.sum(axis=0).tolist() == [2, 3, 12]
    assert not differs[by_place.is_error].any()
    assert not (elastic.correct & ~by_place.correct).any()
