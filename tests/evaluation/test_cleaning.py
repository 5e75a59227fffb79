"""`--clean llm` on whole outputs: counts, examples, refusals, and the signature."""

import pytest

import redink
from redink.errors import InputError, Note
from redink.evaluation.cleaning import cleaned
from tests.shared_files import DATA, needs_shared

SOURCES = [f"He go to the house number {number} every days ." for number in range(20)]
CORRECTIONS = [source.replace("go ", "goes ").replace("days", "day") for source in SOURCES]


def test_rules_are_counted_and_shown():
    answers = [f"Corrected: {text}" if number < 3 else text for number, text in enumerate(CORRECTIONS)]
    answers[5] = "I'm sorry, but I cannot help with this."
    answers[7] = "He goes to the"
    cleaning = cleaned(SOURCES, answers)
    assert cleaning.rules == {"preamble": (3, f"Corrected: {CORRECTIONS[0]}"[:80])}
    assert (cleaning.refusals, cleaning.truncated) == ((6,), (8,))
    assert cleaning.texts[5] == SOURCES[5]
    assert "1 refused or empty (counted as unchanged: 6)" in str(cleaning)
    assert "1 truncated (kept as far as they go: 8)" in str(cleaning)


def test_quotation_marks_are_removed_only_if_they_are_a_habit():
    quoted = [f'"{text}"' for text in CORRECTIONS]
    assert cleaned(SOURCES, quoted).texts == tuple(CORRECTIONS)
    assert cleaned(SOURCES, [quoted[0], *CORRECTIONS[1:]]).texts[0] == quoted[0]


def read(outputs, **how):
    """Read with all looks at the data, which find that some files are the same."""
    return redink.read({"mine": outputs}, source=SOURCES, references=[CORRECTIONS], **how)


def test_nothing_is_removed_unless_asked_and_the_signature_says_it():
    answers = [f"Sure! Here is the corrected sentence:\n\n{text}" for text in CORRECTIONS]
    with pytest.raises(InputError, match="give --clean llm"):
        read(answers)
    plain = read([*CORRECTIONS[:9], *SOURCES[9:]])
    answers[3] = answers[3].replace("goes", "walks")
    with pytest.warns(Note, match="answers cleaned: preamble 20"):
        data = read(answers, clean="llm")
    assert data.systems[0].texts[4:] == data.references[0].texts[4:]
    assert "clean:llm" in str(redink.score(data, "EM").signature)
    assert "clean" not in str(redink.score(plain, "EM").signature)
    assert any("preamble 20" in message for message in data.warnings)


def test_a_file_that_is_one_answer_is_cleaned_and_aligned():
    text = " ".join(["He would go there .", *CORRECTIONS[1:]])
    with pytest.warns(Note, match="aligned"), pytest.warns(Note, match="answers cleaned: preamble 1"):
        data = read(["Here is the corrected text:", "", text], clean="llm", align="sentences")
    assert data.systems[0].texts[1:] == data.references[0].texts[1:]


def test_strict_refuses_refusals():
    with pytest.raises(InputError, match="1 refused or empty"):
        read(["I'm sorry, I can't do that.", *CORRECTIONS[1:]], clean="llm", strict=True)


@needs_shared
def test_teams_of_conll14_are_clean():
    sources = (DATA / "conll14-official/source.tok.txt").read_text().splitlines()
    for team in ("CAMB", "AMU"):
        lines = (DATA / "conll14-teams" / team).read_text().splitlines()
        cleaning = cleaned(sources, lines)
        assert cleaning.texts == tuple(lines)
        assert not cleaning.rules
