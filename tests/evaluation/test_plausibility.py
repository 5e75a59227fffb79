"""Input that is plainly not what the user meant is refused or told of, and real data stay quiet."""

import json
import random
import re
import unicodedata
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import redink
from redink import example
from redink.errors import InputError
from redink.evaluation.plausibility.look import PlausibilityWarning
from redink.evaluation.plausibility.order import _fits, _fits_at_an_end
from tests.shared_files import DATA, needs_shared


def lines(name):
    return example.path(name).read_text(encoding="utf-8").splitlines()


SOURCE, MINIMAL, STRONG = lines("source.txt"), lines("reference-minimal.txt"), lines("systems/strong.txt")


def read(output=None, reference=None, source=None, **how):
    return redink.read({"strong": output or STRONG}, source=source or SOURCE, references=[reference or MINIMAL], **how)


def told(*files, **how):
    """Give what is said about the data, warnings and errors alike."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            data = read(*files, **how)
        except InputError as error:
            return str(error)
    assert list(data.warnings) == [str(one.message) for one in caught if one.category is PlausibilityWarning]
    return "\n".join(data.warnings)


def detokenised(text):
    return re.sub(r" ([.,;:!?])", r"\1", text)


ROTATED = STRONG[1:] + STRONG[:1]
LOST = [*STRONG[:89], *STRONG[90:], STRONG[0]]

REFUSED = {
    "rotated": (ROTATED, r"strong:\d+: all lines belong to source lines that stand 1 line later"),
    "sorted": (sorted(STRONG), "the file is in another order"),
    "a line lost": (LOST, r"strong:9\d: from line 9\d on, lines belong to source lines that stand 1 line later"),
    "all blank": ([""] * len(STRONG), "175 of 175 lines are blank"),
    "JSON": ([json.dumps({"id": n, "text": line}) for n, line in enumerate(STRONG)], "the lines are JSON"),
    "numbered": ([f"S-{n} {line}" for n, line in enumerate(STRONG)], "begin with 'S-1'"),
    "labelled": ([f"Corrected: {line}" for line in STRONG], "begin with 'Corrected:'"),
    "two columns": (
        [f"{source}\t{line}" for source, line in zip(SOURCE, STRONG, strict=True)],
        "strong:1: 175 of 175 lines have a tab, and those of the source do not: this is a table",
    ),
    "two columns and a comma": (
        [f"{source},{line}" for source, line in zip(SOURCE, STRONG, strict=True)],
        "strong:1: 175 of 175 lines hold two sentences",
    ),
    "each sentence twice": ([f"{line} {line}" for line in STRONG], "174 of 175 lines hold two sentences"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_nobody_can_have_meant_is_refused(name):
    output, cause = REFUSED[name]
    with pytest.raises(InputError, match=cause) as caught:
        read(output)
    assert caught.value.remedy


def test_bug_a_file_with_many_rewritten_lines_was_refused_as_being_in_another_order():
    """Short lines of common words had half of their words in many long outputs, and so explained them."""
    source = [f"the w{n} is x{n} and y{n} of the z{n} q{n} r{n} ." for n in range(80)] + ["it is the one ."] * 20
    rewritten = [f"u{n} v{n} s{n} t{n} it is a{n} the b{n} c{n} d{n} e{n} ." for n in range(20)] + source[20:]
    assert "share less than half of their words" in told(rewritten, source, source)


def lower_quotes(text):
    return text.replace('"', "“").replace("'", "’")


WARNED = {
    "half blank": (lambda line, n: "" if n % 2 else line, "88 of 175 lines are blank|87 of 175 lines are blank"),
    "NFD": (lambda line, _: unicodedata.normalize("NFD", line.replace("e", "é", 1)), "separate accents"),
    "zero-width": (lambda line, _: line.replace(" ", "\u200b "), "invisible characters"),
    "detokenised": (lambda line, _: detokenised(line), "punctuation sticks to words in this file"),
    "lower case": (lambda line, _: line.lower(), "no capital letter"),
    "curly quotes": (lambda line, _: lower_quotes(line), "curly quotation marks"),
    "byte order mark": (lambda line, n: f"\ufeff{line}" if n == 60 else line, "invisible characters"),
    "endless": (
        lambda line, n: f"{line} {'and so on ' * 200}" if n == 70 else line,
        r"71: 1 of 175 lines are more than 5 times as long as the source \(the first has 6\d\d tokens",
    ),
    "in quotation marks": (lambda line, _: f'"{line}"', "stand in quotation marks"),
}


@pytest.mark.parametrize("name", WARNED)
@pytest.mark.parametrize("role", ["output", "reference"])
def test_what_may_be_meant_is_a_warning(name, role):
    change, cause = WARNED[name]
    clean = STRONG if role == "output" else MINIMAL
    odd = [change(line, number) for number, line in enumerate(clean)]
    files = {role: odd}
    if name == "NFD":  # the source has the same letters, composed
        files |= {"source": [unicodedata.normalize("NFC", line.replace("e", "é", 1)) for line in SOURCE]}
    assert re.search(cause, told(**files)), told(**files)
    with pytest.raises(InputError):
        read(**files, strict=True)


CHATTER = {
    "Corrected: {}": ("Corrected:", 0.05, 0.3, 0.5, 0.85),
    "Corrected : {}": ("Corrected :", 0.05, 0.5),
    'Here is the corrected sentence: "{}"': ("Here is", 0.05, 2 / 3),
    "The corrected text is {}": ("The corrected", 0.1, 0.3),
    "S-12 {}": ("S-1", 0.3),
}


@pytest.mark.parametrize("answer", CHATTER)
def test_bug_chatter_around_some_answers_was_scored_silently(answer):
    begin, *parts = CHATTER[answer]
    for part in parts:
        many = round(part * len(STRONG))
        first = [answer.format(line) for line in STRONG[:many]] + STRONG[many:]
        message = told(first)
        assert f"strong:1: {many} of 175 lines begin with {begin!r}" in message, message
        assert "--clean llm" in message
        read([answer.format(line) for line in STRONG[:4]] + STRONG[4:])  # warnings are errors in tests


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: f"{line} </s>", "175 of 175 lines end with '</s>', which the source does not have"),
        (lambda line: f"{line}</s>", "175 lines end with '</s>', which the source does not have"),
        (lambda line: f"{line} [ EOS ]", "175 of 175 lines end with ']' (such as '[ EOS ]')"),
        (lambda line: f"{line} 😀", "175 of 175 lines end with '😀'"),
        (lambda line: line.rstrip(" ."), "have lost the punctuation mark at the end of the source"),
        (lambda line: line[:40], "have lost the punctuation mark at the end of the source"),
        (lambda line: line[:80], "of 175 lines have lost the punctuation mark at the end of the source"),
        (lambda line: re.sub(r"(\w{4})(\w)", r"\1@@ \2", line), "lines have pieces of words (@@ or ▁)"),
        (lambda line: " ".join(f"▁{word}" for word in line.split()), "lines have pieces of words (@@ or ▁)"),
        (lambda line: f"▁ {line}", "lines have pieces of words (@@ or ▁)"),
        (lambda line: line.replace("'", "&apos;"), "lines have escaped characters (such as &apos;)"),
        (str.upper, "all letters are capitals, but the source has small ones"),
    ],
)
def test_bug_traces_of_a_program_in_many_lines_were_scored_silently(change, words):
    assert words in told([change(line) for line in STRONG])


def test_a_word_that_many_sentences_end_with_is_no_trace_where_the_mark_after_it_was_lost():
    source = [f"वाक्य {word} यहाँ है ।" for word in "कखगघचछजझटठडढ"]
    message = told([line.removesuffix(" ।") for line in source], source, source)
    assert "12 of 12 lines have lost the punctuation mark" in message
    assert "end with" not in message


@pytest.mark.parametrize("trace", ["&amp;", "▁", "in@@ formation"])
def test_one_slip_of_a_system_is_no_trace_of_a_program(trace):
    assert told([f"{trace} {line}" if number == 7 else line for number, line in enumerate(STRONG)]) == ""


@pytest.mark.parametrize("tokens", [("He", "goes", ""), ("", "goes", "home")])
def test_bug_empty_tokens_stopped_the_checks(tokens):
    sentences = [(str(number), "cats", ".") for number in range(10)]
    texts = [tokens, *sentences[1:]]
    assert redink.read({"strong": texts}, source=sentences, references=[]).systems[0].texts[0] == tokens


def test_a_corrected_end_is_no_trace():
    source = [line.rstrip(" .") for line in SOURCE]
    assert "end with" not in told(STRONG, source=source)


def test_a_corrected_beginning_is_no_label():
    source = [f"Informations about the town number {number} are here ." for number in range(12)] + SOURCE
    clean = [line.replace("Informations", "Information").replace("are here", "is here") for line in source]
    assert "begin with" not in told(clean, clean, source)
    source = [f"He go to the town number {number} ." for number in range(12)] + SOURCE
    clean = [line.replace("go to", "goes to") for line in source]
    assert "begin with" not in told(clean, clean, source)


def test_bug_a_second_reference_of_one_sentence_was_taken_for_a_label():
    for many in (1, 9):
        second = [f"Moreover , {line}" if number < many else None for number, line in enumerate(MINIMAL)]
        data = redink.read({"strong": STRONG}, source=SOURCE, references=[MINIMAL, second])
        assert data.warnings == ()


def test_bug_punctuation_was_counted_where_a_second_reference_has_no_lines():
    raw = [[detokenised(line) for line in text] for text in (SOURCE, MINIMAL, STRONG)]
    second = [detokenised(SOURCE[0]), *[None] * (len(SOURCE) - 1)]
    data = redink.read({"strong": raw[2]}, source=raw[0], references=[raw[1], second], tokenise="none")
    assert data.warnings == ()


def test_bug_a_few_lines_that_hold_two_sentences_were_scored_silently():
    output = [f"{source},{line}" for source, line in zip(SOURCE[:9], STRONG[:9], strict=True)] + STRONG[9:]
    assert "strong:1: 9 of 175 lines hold two sentences" in told(output)
    assert told(output[:4] + STRONG[4:]) == ""


@pytest.mark.parametrize("move", [1, 2])
def test_bug_a_shift_of_a_few_lines_was_silent(move):
    lost = [*STRONG[:170], *STRONG[170 + move :], *["Hello ."] * move]
    added = [*STRONG[:100], *["Hello ."] * move, *STRONG[100 : 105 - move], *STRONG[105:]]
    s = "s" * (move > 1)
    if move == 1:
        assert told(lost) == (
            "strong:171: lines 171 to 174 belong to source lines that stand 1 line later; a line was lost or added "
            "there: align the file with the source"
        )
    assert f"belong to source lines that stand {move} line{s} earlier" in told(added)


def test_swapped_files():
    assert "source and reference look swapped" in told(reference=SOURCE, source=MINIMAL)
    assert "source and output look swapped" in told(output=SOURCE, source=STRONG)


def test_files_that_are_the_same():
    assert "reference 0: it has the same sentences as the source" in told(reference=SOURCE)
    assert "strong: it has the same sentences as the source" in told(output=SOURCE)
    assert "strong: it has the same sentences as reference 0" in told(output=MINIMAL)
    with pytest.warns(PlausibilityWarning, match="reference 1: it has the same sentences as reference 0"):
        redink.read({"strong": STRONG}, source=SOURCE, references=[MINIMAL, MINIMAL])
    assert redink.read({"strong": STRONG}, source=SOURCE, references=[MINIMAL], with_source=True).warnings == ()


def test_all_files_alike_are_plausible():
    def change(text):
        return [detokenised(lower_quotes(line)).lower() for line in text]

    assert told(output=change(STRONG), reference=change(MINIMAL), source=change(SOURCE)) == ""


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("system", ["strong", "rules", "fluent", "middling", "speller", "stutter"])
def test_the_example_is_plausible(system):
    redink.read(
        [example.path(f"systems/{system}.txt")],
        source=example.path("source.txt"),
        references=[example.path("reference-minimal.txt"), example.path("reference-fluent.txt")],
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 20), st.integers(20, 120), st.booleans(), st.sampled_from(sorted(WARNED)))
def test_mixtures_are_never_silent(move, first, forward, name):
    change, _ = WARNED[name]
    later, earlier = STRONG[first + move :] + STRONG[:move], STRONG[:move] + STRONG[first:-move]
    moved = STRONG[:first] + (later if forward else earlier)
    odd = [change(line, number) for number, line in enumerate(moved)]
    assert told(output=odd)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.3, 1))
def test_any_other_order_is_refused(seed, part):
    chance = random.Random(seed)
    chosen = [number for number in range(len(STRONG)) if chance.random() < part]
    others = chance.sample(chosen, len(chosen))
    output = list(STRONG)
    for number, other in zip(chosen, others, strict=True):
        output[number] = STRONG[other]
    with pytest.raises(InputError, match="belong"):
        read(output)


def test_normalisation_mends():
    source = [line.replace("e", "é", 1) for line in SOURCE]
    reference = [line.replace("e", "é", 1) for line in MINIMAL]
    clean = [line.replace("e", "é", 1) for line in STRONG]
    odd = [unicodedata.normalize("NFD", line.replace(" ", "\u200b ")).replace("'", "’") for line in clean]
    mended = read(odd, reference, source, normalise=["quotes", "nfc"])
    plain = read(clean, reference, source)
    assert mended.warnings == ()
    assert mended.systems[0].texts == plain.systems[0].texts
    scores = [redink.score(data, "GLEU") for data in (mended, plain)]
    assert scores[0]["strong", "GLEU"].value == scores[1]["strong", "GLEU"].value
    assert scores[0].signature.differences(scores[1].signature) == ("normalise",)


def test_punctuation_is_separated_as_in_the_source():
    odd = [detokenised(line) for line in STRONG]
    mended = read(odd, normalise=["spaces"])
    assert mended.warnings == ()
    same = sum(" ".join(tokens) == line for tokens, line in zip(mended.systems[0].texts, STRONG, strict=True))
    assert same > 0.97 * len(STRONG)


def test_warnings_stand_in_json_and_report():
    with pytest.warns(PlausibilityWarning):
        data = read([line.lower() for line in STRONG])
    (message,) = redink.score(data, "EM").to_dict()["warnings"]
    assert "no capital letter" in message
    page = redink.report(data, "EM", resamples=20, pipeline="plain").to_html()
    assert "Before you trust the numbers" in page
    assert "no capital letter" in page


@needs_shared
@pytest.mark.filterwarnings("error::redink.evaluation.plausibility.look.PlausibilityWarning")
@pytest.mark.filterwarnings("ignore::redink.reading.m2.M2Warning")
def test_real_data_are_quiet():
    teams = sorted(path for path in (DATA / "conll14-teams").iterdir() if path.suffix != ".md" and path.name != "INPUT")
    redink.read(teams, references=[DATA / "conll14-official/noalt/official-2014.combined.m2"])
    for part in ("dev", "test"):
        folder = DATA / "jfleg" / part
        references = [folder / f"{part}.ref{number}" for number in range(4)]
        redink.read([], source=folder / f"{part}.src", references=references)
        german = DATA / "ml-falko-merlin"
        outputs = [german / f"grundkiewicz2019-magec/{name}.fm-{part}.out" for name in ("magec", "finetuned")]
        redink.read(outputs, references=[german / f"fm-{part}.m2"])
    for name in ("ml-geccc/test/sentence.m2", "ml-geccc-dev/sentence.m2"):
        redink.read([], references=[DATA / name])


WORDS = st.lists(st.sampled_from("abcde"), max_size=9).map(tuple)


@given(WORDS, WORDS, WORDS, st.integers(0, 9))
def test_lines_that_begin_or_end_alike_are_those_that_keep_half_of_their_words(line, tokens, end, cut):
    for text in (tokens, line[:cut] + end, end + line[cut:]):
        words = frozenset(line)
        assert _fits(words, text) or not _fits_at_an_end(words, line, text)


PERSIAN = [f"من به خانه می روم و کتاب {number} را می خوانم ." for number in range(40)]
"""The non-joiner that a corrector of Persian adds to می روم is spelling."""


def test_bug_spelling_of_persian_was_called_invisible_and_removed():
    spelt = [line.replace("می ", "می\u200c") for line in PERSIAN]
    data = redink.read({"mine": spelt[:20] + PERSIAN[20:]}, source=PERSIAN, references=[spelt], normalise=["nfc"])
    assert not data.warnings
    assert data.systems[0].texts[0][3] == "می\u200cروم"


def test_joiners_that_spell_nothing_are_still_said():
    for odd in ([f"{line[:-2]}\u200c ." for line in PERSIAN], [line.replace("1", "1\u200d") for line in PERSIAN]):
        assert "invisible characters" in told(odd, PERSIAN, PERSIAN)
