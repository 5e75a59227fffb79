"""What the page shows: sentences in pieces, answers in words, durations."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.annotation.universal.rule_files import own_rules
from redink.judging import views
from redink.reading.judging_tasks import ErrorInContext, Item, OtherEdit, TaskSet


def error(start, end, correction, text="She go to , the market .", others=()):
    return ErrorInContext(sentence=1, start=start, end=end, correction=correction, text=text, others=tuple(others))


def shown(pieces):
    return [(piece.kind, piece.old, piece.new, piece.glued) for piece in pieces]


def test_pieces_of_a_sentence():
    assert shown(views.pieces_of(error(1, 2, "goes", others=[OtherEdit(3, 4, ""), OtherEdit(5, 5, "new")]))) == [
        ("text", "She", "", True),
        ("target", "go", "goes", False),
        ("text", "to", "", False),
        ("other", ",", "", True),
        ("text", "the", "", False),
        ("other", "", "new", False),
        ("text", "market.", "", False),
    ]


def test_insertions_at_either_end():
    assert shown(views.pieces_of(error(0, 0, "Then", text="she left")))[0] == ("target", "", "Then", False)
    assert shown(views.pieces_of(error(2, 2, ".", text="she left")))[-1] == ("target", "", ".", False)


def test_an_edit_that_overlaps_the_one_in_question_is_not_shown():
    pieces = views.pieces_of(
        error(1, 3, "x", others=[OtherEdit(2, 4, "y"), OtherEdit(4, 6, "z"), OtherEdit(5, 6, "w")])
    )
    assert [(piece.kind, piece.new) for piece in pieces if piece.kind != "text"] == [("target", "x"), ("other", "z")]


SPANS = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(sorted)


@given(SPANS, st.lists(SPANS, max_size=4))
def test_no_word_of_the_learner_is_lost(span, others):
    made = error(*span, "new", text="a b c d e f", others=[OtherEdit(*one, "other") for one in others])
    pieces = views.pieces_of(made)
    assert " ".join(piece.old for piece in pieces if piece.old) == "a b c d e f"
    assert sum(piece.kind == "target" for piece in pieces) == 1


def test_tokens_as_people_write_them():
    tokens = ["I", "do", "n't", "(", "really", ")", "know", ",", "Anna", "'s", "dog", "."]
    assert views.joined(tokens) == "I don't (really) know, Anna's dog."
    assert views.joined([]) == ""
    assert views.joined(["他", "们", "看", "Star", "Wars", "，", "很", "好"]) == "他们看 Star Wars ，很好"
    assert views.joined(["나는", "학교에", "간다"]) == "나는 학교에 간다"


def test_a_hidden_edit_leaves_no_gap_in_chinese():
    error = ErrorInContext(1, 1, 2, "は", "彼 わ 東 京 で 住 む", others=(OtherEdit(4, 5, "に"),))
    pieces = views.pieces_of(error)
    assert [piece.old for piece in pieces] == ["彼", "わ", "東京", "で", "住む"]
    assert all(piece.glued for piece in pieces)


@pytest.mark.parametrize("choice", ["first", "second", "equal", "unsure"])
def test_answers_turn_with_the_sides(choice):
    straight, turned = (views.canonical(choice, shown) for shown in ("left-right", "right-left"))
    assert (straight == turned) == (choice in ("equal", "unsure"))
    assert views.on_screen(straight, "left-right") == views.on_screen(turned, "right-left")
    assert views.canonical("x", "left-right") == ""


def test_what_a_correction_changes():
    pieces = views.correction_pieces("He go home .", "He goes home now .")
    assert [(piece.kind, piece.old, piece.new) for piece in pieces] == [
        ("text", "He", ""),
        ("target", "go", "goes"),
        ("text", "home", ""),
        ("target", "", "now"),
        ("text", ".", ""),
    ]


def test_types_in_words():
    name, meaning = views.type_in_words("R:VERB:SVA")
    assert "replacement" in name
    assert meaning
    assert views.type_in_words("ArtOrDet") == ("", "")


def rated(*kinds):
    sample = error(1, 2, "goes")
    items = tuple(Item(item=kind, error=msgspec.structs.replace(sample, type=kind)) for kind in kinds)
    return TaskSet("rating", items, 1)


def test_types_of_any_language_in_words():
    assert views.has_universal_types(rated("R:VERB:FORM", "R:DET:FORM:CASE"))
    assert not views.has_universal_types(rated("R:VERB:FORM", "R:VERB:SVA", "ArtOrDet"))
    assert views.type_in_words("R:DET:FORM:CASE", universal=True)[0] == "Determiner form: case (replacement)"
    assert views.type_in_words("R:VERB:FORM", universal=True) != views.type_in_words("R:VERB:FORM")
    assert views.type_in_words("R:DET:FORM:HAT", universal=True) == ("", "")
    every = [rule.type for name in ("general", "cs", "de", "el", "ja", "ko", "zh") for rule in own_rules(name).rules]
    for kind in every:
        assert views.type_in_words(f"R:{kind.format(POS='NOUN', NEW='VERB')}", universal=True)[1], kind


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 s"),
        (40, "40 s"),
        (89, "89 s"),
        (90, "2 min"),
        (3500, "58 min"),
        (3600, "1 h 0 min"),
        (12000, "3 h 20 min"),
    ],
)
def test_durations(seconds, words):
    assert views.duration(seconds) == words
