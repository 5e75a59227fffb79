"""Several outputs at once: each has the counts that it has alone, whatever the others share with it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from redink.records import Edit
from redink.scoring import exact_index_match, gleu, i_measure, max_match, walks
from redink.scoring.edit_overlap import Overlap, match_edits, outcomes
from redink.scoring.i_measure_references import cluster_edits
from redink.scoring.max_match import Matching, count_edits, count_outputs

words = st.sampled_from("abcde")
sentences = st.lists(words, max_size=7).map(tuple)
spans = st.tuples(st.integers(0, 4), st.integers(0, 2))
edits = st.lists(
    st.builds(
        lambda span, text, kind: Edit(span[0], sum(span), text, kind),
        spans,
        st.lists(words, max_size=2).map(tuple),
        st.sampled_from(["R:VERB", "M:DET", "U:NOUN", "UNK", "noop"]),
    ),
    max_size=4,
).map(tuple)


@st.composite
def corpora(draw):
    """Draw sources, three outputs that often agree, references and gold edits inside the sources."""
    sources = draw(st.lists(sentences, max_size=5))
    outputs = [[draw(st.one_of(st.just(source), sentences)) for source in sources] for _ in range(3)]
    outputs[2] = [draw(st.sampled_from([one, two])) for one, two in zip(*outputs[:2], strict=True)]
    references = [draw(st.lists(sentences, min_size=1, max_size=2)) for _ in sources]
    gold = [
        [tuple(e for e in draw(edits) if e.end <= len(source) and (e.start < e.end or e.replacement))]
        for source in sources
    ]
    return sources, outputs, references, gold


@given(corpora())
@settings(max_examples=40, deadline=None)
def test_equal_outputs_are_counted_once_and_all_have_their_own_counts(corpus):
    sources, outputs, references, gold = corpus
    together = gleu.system_stats(sources, outputs, references)
    assert [str(table) for table in together] == [
        str(gleu.reference_stats(sources, output, references)) for output in outputs
    ]
    together = exact_index_match.system_stats(sources, outputs, references)
    assert [table.tolist() for table in together] == [
        exact_index_match.sentence_stats(sources, output, references).tolist() for output in outputs
    ]
    clusters = [cluster_edits(source, answers) for source, answers in zip(sources, gold, strict=True)]
    together = i_measure.system_stats(outputs, clusters)
    assert [table.tolist() for table in together] == [
        i_measure.sentence_stats(output, clusters).tolist() for output in outputs
    ]
    for rule in ("faithful", "corrected"):
        how = Matching(rule)
        for counted, output in zip(count_outputs(sources, outputs, gold, how), outputs, strict=True):
            alone = [
                count_edits([source], [text], [answers], how).counts[0].tolist()
                for source, text, answers in zip(sources, output, gold, strict=True)
            ]
            assert [rows.tolist() for rows in counted.counts] == alone


def test_sentences_that_look_alike_share_their_walks(monkeypatch):
    built = []
    real = walks.build_lattices
    monkeypatch.setattr(walks, "build_lattices", lambda pairs: built.extend(pairs) or real(pairs))
    sources = [tuple(f"He go {place} .".split()) for place in ("home", "away", "there")]
    outputs = [tuple(" ".join(source).replace("go", "goes").split()) for source in sources]
    counted = count_edits(sources, outputs, [[(Edit(1, 2, ("goes",)),)]] * 3, Matching())
    assert [rows.tolist() for rows in counted.counts] == [[[1, 1, 1]]] * 3
    assert len(built) == 1


def test_unsure_sentences_keep_their_numbers(monkeypatch):
    monkeypatch.setattr(max_match, "count_edits", lambda *_: max_match.Counted([1, 2, 3], (2,)))  # type: ignore[list-item]
    first, second = count_outputs([("a",)] * 2, [[("b",), ("c",)], [("b",), ("d",)]], [[()]] * 2, Matching())
    assert (first.unsure, second.unsure) == ((2,), ())
    assert (first.counts, second.counts) == ([1, 2], [1, 3])


@given(
    edits,
    edits,
    st.sampled_from(["correction", "detection", "token", "type"]),
    st.sampled_from(["faithful", "corrected"]),
)
def test_edits_are_matched_as_one_by_one(system, reference, level, rule):
    how = Overlap(level, rule=rule)
    one_by_one = [[], [], []]
    for column, kind in outcomes(system, reference, how):
        one_by_one[column].append(kind)
    assert list(match_edits(system, reference, how)) == one_by_one
