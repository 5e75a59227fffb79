"""A suite of judgements: both layouts, subsets, windows, tests, and what is refused."""

import pytest

import redink
from redink.errors import InputError, UsageError
from redink.questions.meta.mathematics.subsets import subsets, windows
from redink.questions.meta.suite_charts import all_charts

SOURCE = ["he go home .", "she like it .", "they was here .", "I has it .", "we is late .", "it go on ."]
RIGHT = ["he goes home .", "she likes it .", "they were here .", "I have it .", "we are late .", "it goes on ."]
SYSTEMS = {"A": 5, "B": 4, "C": 3, "D": 2, "INPUT": 0}
"""How many of the sentences each system corrects."""


def texts(name):
    right = SYSTEMS.get(name, 6)
    return RIGHT[:right] + SOURCE[right:]


def judgements(names, *, first):
    """Rank every two systems in every sentence by whether it is right; equal outputs are shown as one."""
    items = []
    for number in range(len(SOURCE)):
        groups = {}
        for name in names:
            groups.setdefault(texts(name)[number], []).append(name)
        ranks = "".join(
            f'<translation rank="{1 if text in RIGHT else 2}" system="{" ".join(who)}"/>'
            for text, who in groups.items()
        )
        items.append(f'<ranking-item id="0" src-id="{number + first}" user="ann">{ranks}</ranking-item>')
    return f"<results>{''.join(items)}</results>"


@pytest.fixture
def gjg15(tmp_path):
    for name in SYSTEMS:
        (tmp_path / "outputs").mkdir(exist_ok=True)
        (tmp_path / "outputs" / f"{name}.txt").write_text("\n".join(texts(name)) + "\n")
    (tmp_path / "judgments.xml").write_text(judgements(SYSTEMS, first=1))
    (tmp_path / "source.txt").write_text("\n".join(SOURCE) + "\n")
    (tmp_path / "reference.txt").write_text("\n".join(RIGHT) + "\n")
    return tmp_path


def run(folder, **how):
    given = {"measures": ["EM", "GREEN"], "resamples": 30, "window": 3, "pipeline": "plain"} | how
    return redink.meta(suite=folder, source=folder / "source.txt", references=[folder / "reference.txt"], **given)


@pytest.mark.filterwarnings("ignore")
def test_the_layout_of_gjg15(gjg15):
    results = run(gjg15)
    assert [(part.design, part.subset) for part in results.parts] == [("GJG15", "base"), ("GJG15", "+INPUT")]
    base = results.parts[0].agreement
    assert base.numbering[0].first_sentence == 1
    assert [pair.systems for pair in base.systems] == [("A", "B", "C", "D")] * 2
    # Exact match sees what the judge saw, in every sentence and so in the ranking.
    assert base.systems[0].correlations[1].value == pytest.approx(1)
    assert base.sentences[0].discordant == base.sentences[0].measure_ties == 0
    assert [(each.start, each.systems) for each in results.windows if each.measure == "EM"] == [
        (1, ("A", "B", "C")),
        (2, ("B", "C", "D")),
    ]
    contest = results.contests[0]
    assert (contest.first, contest.second, contest.subset) == ("EM", "GREEN", "base")
    assert contest.sentence_p == 1
    assert {"gjg15-base", "gjg15-input", "gjg15-windows"} == set(all_charts(results))
    assert "Does the best measure" in str(results)
    assert results.to_dict()["parts"][0]["systems"][0]["measure"] == "EM"
    assert results.to_dicts()[0]["design"] == "GJG15"
    assert str(results.signature) != str(run(gjg15, window=4).signature)


@pytest.fixture
def seeda(tmp_path):
    """Judge sentences 2, 4 and 5 of the corpus only; human scores come as files."""
    names = sorted([*SYSTEMS, "GPT-3.5", "REF-F"])
    judged = [1, 3, 4]
    for folder in ("outputs/subset", "data", "scores/human"):
        (tmp_path / folder).mkdir(parents=True)
    for name in names:
        (tmp_path / "outputs" / "subset" / f"{name}.txt").write_text("".join(texts(name)[n] + "\n" for n in judged))
    for kind in ("edit", "sent"):
        for ranking in ("EW", "TS"):
            scores = "".join(f"{SYSTEMS.get(name, 6)}\n" for name in names)
            (tmp_path / "scores" / "human" / f"{ranking}_{kind}.txt").write_text(scores)
        items = judgements(names, first=1).split("<ranking-item")
        kept = "".join("<ranking-item" + items[1 + n].replace("</results>", "") for n in judged)
        (tmp_path / "data" / f"judgments_{kind}.xml").write_text(f"<results>{kept}</results>")
    (tmp_path / "source.txt").write_text("\n".join(SOURCE) + "\n")
    (tmp_path / "reference.txt").write_text("\n".join(RIGHT) + "\n")
    return tmp_path


@pytest.mark.filterwarnings("ignore")
def test_the_layout_of_seeda(seeda):
    results = run(seeda, measures=["EM"])
    assert [(part.design, part.subset) for part in results.parts] == [
        (design, subset) for design in ("SEEDA-E", "SEEDA-S") for subset in ("base", "+INPUT", "+fluency", "all")
    ]
    whole = results.parts[3].agreement
    assert [pair.ranking for pair in whole.systems] == ["trueskill", "expected-wins"]
    assert len(whole.systems[0].systems) == 7
    # The references are cut to the judged sentences: whoever corrects them matches exactly.
    assert whole.sentences[0].discordant == 0
    assert whole.sentences[0].concordant > 0
    cut = redink.meta(
        suite=seeda,
        source=seeda / "outputs" / "subset" / "INPUT.txt",
        references=[seeda / "outputs" / "subset" / "REF-F.txt"],
        measures="EM",
        resamples=30,
        window=3,
    )
    assert cut.parts[3].agreement.systems == whole.systems


def test_subsets_and_windows():
    assert subsets(["INPUT", "B", "A"]) == {"base": ("A", "B"), "+INPUT": ("A", "B", "INPUT")}
    assert list(subsets(["A", "GPT-3.5", "INPUT", "REF-F"])) == ["base", "+INPUT", "+fluency", "all"]
    assert windows({"A": 1, "B": 3, "C": 2}, ["A", "B", "C"], 2) == [("B", "C"), ("C", "A")]


def test_what_is_refused(gjg15, seeda):
    with pytest.raises(InputError, match="no judgements"):
        redink.meta(suite=gjg15 / "outputs")
    with pytest.raises(InputError, match="no folder of outputs"):
        redink.meta(suite=gjg15, outputs=gjg15 / "elsewhere")
    with pytest.raises(UsageError, match="own judgements"):
        redink.meta("scores.tsv", suite=gjg15)
    with pytest.raises(UsageError, match="window"):
        run(gjg15, window=2)
    (seeda / "scores" / "human" / "TS_edit.txt").write_text("1\n2\n")
    with pytest.raises(InputError, match="2 human scores for 7 outputs"):
        run(seeda)


@pytest.mark.filterwarnings("ignore")
def test_raw_texts_of_a_suite_are_tokenised_alike(gjg15):
    before = run(gjg15)
    for path in (*(gjg15 / "outputs").iterdir(), gjg15 / "source.txt", gjg15 / "reference.txt"):
        path.write_text(path.read_text().replace(" .", "."))
    after = run(gjg15, tokenise="en")
    assert "tokeniser:en" in str(after.signature)
    assert [part.agreement.systems for part in after.parts] == [part.agreement.systems for part in before.parts]


@pytest.mark.filterwarnings("ignore")
def test_bug_raw_texts_of_a_suite_of_judged_sentences_ended_in_a_traceback(seeda):
    for path in (*(seeda / "outputs" / "subset").iterdir(), seeda / "source.txt", seeda / "reference.txt"):
        path.write_text(path.read_text().replace(" .", "."))
    assert run(seeda, measures=["F0.5"], tokenise="en").parts
