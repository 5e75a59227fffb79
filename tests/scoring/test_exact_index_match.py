import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from redink.annotation.word_alignment import words_of
from redink.records import EvalSet, Reference, System
from redink.scoring import exact_match
from redink.scoring.exact_index_match import changed_places, sentence_stats
from redink.scoring.names import parse_measure
from tests.shared_files import DATA, needs_shared

sentences = st.lists(st.sampled_from(["a", "an", "go", "goes", "went", ",", "A"]), max_size=6).map(tuple)


def places(source, correction, **options):
    return tuple(changed_places(tuple(source.split()), tuple(correction.split()), **options))


def test_what_words_became_does_not_count():
    assert places("He go home .", "He goes home .") == places("He go home .", "He went home .") == ((1,), ())


def test_deleted_words_are_changed_words():
    assert places("He did went home", "He went home") == ((1,), ())


def test_insertions_count_unless_the_printed_rule_is_asked_for():
    assert places("I want go", "I want to go") == ((), (2,))
    assert places("I want go", "I want to go", insertions=False) == places("I want go", "I want go") == ((), ())
    assert places("want go", "I want to go") == ((), (0, 1))


def test_the_first_insertion_does_not_collide_with_the_last_word():
    """The released program numbers insertions from the last source word on."""
    assert places("he go", "he is go") != places("he go", "he gone")


def test_punctuation_and_case_do_not_count():
    assert places("However he goes .", "However , he Goes") == ((), ())


def test_a_sentence_without_reference_is_left_out():
    stats = sentence_stats([("a",), ("a",)], [("a",), ("b",)], [[], [("c",)]])
    assert stats.tolist() == [[0, 0], [1, 1]]
    assert np.isnan(exact_match.score_from_sums(stats[0]))


@given(st.lists(st.tuples(sentences, sentences, st.lists(sentences, max_size=3)), max_size=4))
def test_between_exact_match_and_the_printed_rule(rows):
    sources, outputs, references = zip(*rows, strict=True) if rows else ((), (), ())
    exact = exact_match.sentence_stats(outputs, references)
    ours = sentence_stats(sources, outputs, references)
    printed = sentence_stats(sources, outputs, references, insertions=False)
    assert (exact <= ours).all()
    assert (ours <= printed).all()


@given(sentences, st.lists(sentences, max_size=3), st.lists(sentences, max_size=3), st.booleans())
def test_what_is_ruled_out_without_an_alignment_does_not_match(source, outputs, references, insertions):
    wanted = {changed_places(source, reference, insertions=insertions) for reference in references}
    for output in outputs:
        stats = sentence_stats([source], [output], [references], insertions=insertions)
        assert stats[0, 0] == (changed_places(source, output, insertions=insertions) in wanted)


@given(sentences, sentences)
def test_places_lie_in_the_source_and_tell_whether_words_changed(source, correction):
    found = changed_places(source, correction)
    words = words_of(source).texts
    assert set(found.words) <= set(range(len(words)))
    assert set(found.insertions) <= set(range(len(words) + 1))
    assert (found == ((), ())) >= (words == words_of(correction).texts)


def test_names_round_trip_and_choose_the_rule():
    source, output, reference = ("I", "want", "go"), ("I", "want", "to", "go"), ("I", "want", "go")
    data = EvalSet((source,), (Reference("r", (reference,)),), (System("s", (output,)),))
    for name, score in (("EIM", 0), ("EIM-printed", 1)):
        measure = parse_measure(name)
        assert measure.name == name
        assert measure.score_from_sums(measure.sentence_stats(data, data.systems[0]).sum(axis=0)) == score


@needs_shared
def test_teams_of_conll14_detect_more_than_they_correct():
    """Not in any paper: computed here, kept so that a change is seen. Both references of CoNLL-2014, M = 2."""
    from redink.reading.plain_text import read_sentences

    folder = DATA / "conll14-official" / "gecmetrics-refs"
    sources = read_sentences(DATA / "conll14-teams" / "INPUT")
    texts = [read_sentences(folder / f"conll14st-test.tok.trg{number}") for number in (0, 1)]
    references = list(zip(*texts, strict=True))
    outputs = read_sentences(DATA / "conll14-teams" / "CAMB")
    shares = [
        exact_match.sentence_stats(outputs, references)[:, 0].mean(),
        sentence_stats(sources, outputs, references)[:, 0].mean(),
        sentence_stats(sources, outputs, references, insertions=False)[:, 0].mean(),
    ]
    assert [round(float(share), 3) for share in shares] == [0.148, 0.188, 0.22]
