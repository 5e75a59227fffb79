"""Human rankings: both formats, their pairs, and everything that is refused."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.human_rankings import PairwiseChoice, read_appraise, read_choices, read_pairwise_csv
from tests.shared_files import DATA, needs_shared

XML = """<?xml version="1.0" encoding="UTF-8"?>
<appraise-results>
<error-correction-ranking-result source-language="err">
  <ranking-item doc-id="a-0" id="0" src-id="135" user="annotator01">
    <translation rank="3" system="CAMB"/>
    <translation rank="1" system="IITB INPUT"/>
    <translation rank="3" system="UMC"/>
  </ranking-item>
</error-correction-ranking-result>
</appraise-results>
"""

CSV = """srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID
src,trg,7,7,judge1,set.A.src-trg,4,set.B.src-trg,3,1
src,trg,7,7,judge1,set.A.src-trg,1,set.C.src-trg,1,1
src,trg,8,8,"judge, the second",set.B.src-trg,1,set.C.src-trg,2,1
src,trg,9,9,judge1,set.B.src-trg,-1,set.C.src-trg,2,1
"""


def write(folder, text, name="file"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def appraise(folder, *lines):
    return write(folder, "<r>\n" + "\n".join(lines) + "\n</r>\n")


def test_a_ranking_becomes_all_its_pairs(tmp_path):
    choices = read_choices(write(tmp_path, XML))
    assert choices == (
        PairwiseChoice(135, "annotator01", "IITB", "INPUT", "=", identical=True),
        PairwiseChoice(135, "annotator01", "CAMB", "IITB", "<"),
        PairwiseChoice(135, "annotator01", "CAMB", "INPUT", "<"),
        PairwiseChoice(135, "annotator01", "CAMB", "UMC", "="),
        PairwiseChoice(135, "annotator01", "IITB", "UMC", ">"),
        PairwiseChoice(135, "annotator01", "INPUT", "UMC", ">"),
    )


@pytest.mark.parametrize("text", [XML, CSV])
@pytest.mark.filterwarnings("ignore:.* is UTF-16")
def test_bug_rankings_in_utf_16_ended_in_a_traceback(text, tmp_path):
    """Spreadsheets export it."""
    wide = tmp_path / "wide"
    wide.write_bytes(text.encode("utf-16"))
    assert read_choices(wide) == read_choices(write(tmp_path, text))


def test_bug_judgements_of_napoles_had_no_src_id_and_were_refused(tmp_path):
    items = [
        f'<ranking-item doc-id="none" id="{number}" user="annot2"><translation system="AMU" rank="2"/>'
        '<translation system="RAC" rank="1"/></ranking-item>'
        for number in (62, 1155)
    ]
    assert [choice.sentence for choice in read_choices(appraise(tmp_path, *items))] == [62, 1155]
    with pytest.raises(InputError, match="has no src-id") as caught:
        read_choices(appraise(tmp_path, '<ranking-item src-id="3" id="1" user="u"/>', *items))
    assert caught.value.place.line == 3


def test_a_table_of_pairs_loses_the_names_around_the_system_and_pairs_not_shown(tmp_path):
    assert read_choices(write(tmp_path, CSV)) == (
        PairwiseChoice(7, "judge1", "A", "B", "<"),
        PairwiseChoice(7, "judge1", "A", "C", "="),
        PairwiseChoice(8, "judge, the second", "B", "C", ">"),
    )


def test_bug_of_five_systems_in_a_row_only_two_were_read(tmp_path):
    systems = ",".join(f"system{n}Number,system{n}Id" for n in range(1, 6))
    header = f"srclang,trglang,srcIndex,documentId,judgeId,{systems},{','.join(f'system{n}rank' for n in range(1, 6))}"
    row = "en,de,7,d,j,1,wmt.A.en-de,2,wmt.B.en-de,3,wmt.C.en-de,4,wmt.D.en-de,5,wmt.E.en-de,3,1,-1,1,5"
    assert [choice[2:5] for choice in read_choices(write(tmp_path, f"{header}\n{row}\n"))] == [
        ("A", "B", "<"),
        ("A", "D", "<"),
        ("A", "E", ">"),
        ("B", "D", "="),
        ("B", "E", ">"),
        ("D", "E", ">"),
    ]


def test_names_with_dots_survive_when_they_are_not_of_the_form_of_wmt(tmp_path):
    text = "srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank\na,b,0,j,v1.2,v1.3,1,2\n"
    assert read_choices(write(tmp_path, text))[0][2:4] == ("v1.2", "v1.3")


def test_gzip_is_read_as_it_is(tmp_path):
    path = tmp_path / "pairs.gz"
    path.write_bytes(gzip.compress(CSV.encode()))
    assert len(read_choices(path)) == 3


@pytest.mark.parametrize(
    "declaration",
    [
        "<!DOCTYPE r>",
        '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ],
)
def test_a_document_type_is_refused_before_anything_grows(tmp_path, declaration):
    text = f'<?xml version="1.0"?>\n{declaration}\n<r><ranking-item src-id="1" user="&b;"/></r>'
    with pytest.raises(InputError, match="DTD") as caught:
        read_appraise(write(tmp_path, text))
    assert caught.value.place.line == 2


ITEM = '<ranking-item src-id="1" user="u">'


@pytest.mark.parametrize(
    ("lines", "line", "cause"),
    [
        ([ITEM], 3, "not well-formed"),
        (['<ranking-item src-id="one" user="u"/>'], 2, "whole number"),
        (['<ranking-item src-id="1"/>'], 2, "has no user"),
        ([ITEM, '<translation rank="1"/>', "</ranking-item>"], 3, "has no system"),
        ([ITEM, '<translation system="A" rank="1.5"/>', "</ranking-item>"], 3, "rank"),
        (
            [ITEM, '<translation system="A B" rank="1"/>', '<translation system="B" rank="2"/>', "</ranking-item>"],
            2,
            "'B'",
        ),
    ],
)
def test_what_is_wrong_in_the_xml_is_named_with_its_line(tmp_path, lines, line, cause):
    with pytest.raises(InputError, match=cause) as caught:
        read_appraise(appraise(tmp_path, *lines))
    assert caught.value.place.line == line


def test_xml_without_rankings_is_refused(tmp_path):
    with pytest.raises(InputError, match="no ranking-item"):
        read_appraise(appraise(tmp_path, "<other/>"))


HEADER = "srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank"


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ("", 1, "srcindex"),
        ("srcIndex,judgeId\n", 1, "system1id"),
        (f"{HEADER}\n1,j,A,B,1\n", 2, "5 cells"),
        (f"{HEADER}\n1,j,A,B,1,2\n1,j,A,B,one,2\n", 3, "system1rank"),
        (f"{HEADER}\nx,j,A,B,1,2\n", 2, "srcIndex"),
        (f"{HEADER}\n1,j,A,A,1,2\n", 2, "with itself"),
        (f'{HEADER}\n1,"j"x,A,B,1,2\n', 2, "not CSV"),
    ],
)
def test_what_is_wrong_in_the_table_is_named_with_its_line(tmp_path, text, line, cause):
    with pytest.raises(InputError, match=cause) as caught:
        read_pairwise_csv(write(tmp_path, text))
    assert caught.value.place.line == line


@given(groups=st.lists(st.tuples(st.integers(1, 5), st.integers(1, 3)), min_size=1, max_size=6))
def test_every_pair_of_systems_appears_once_and_follows_the_ranks(tmp_path_factory, groups):
    rank_of, lines = {}, []
    for number, (rank, size) in enumerate(groups):
        names = [f"S{number}.{member}" for member in range(size)]
        rank_of |= dict.fromkeys(names, rank)
        lines.append(f'<translation rank="{rank}" system="{" ".join(names)}"/>')
    choices = read_appraise(appraise(tmp_path_factory.mktemp("xml"), ITEM, *lines, "</ranking-item>"))
    assert len({frozenset(choice[2:4]) for choice in choices}) == len(choices) == len(rank_of) * (len(rank_of) - 1) // 2
    for choice in choices:
        difference = rank_of[choice.second] - rank_of[choice.first]
        assert choice.outcome == (">" if difference > 0 else "<" if difference < 0 else "=")


def canonical(choices):
    """Put pairs in one order, whatever the order of the file and of the two systems."""
    turned = {"<": ">", ">": "<", "=": "="}
    return sorted(
        (c.sentence, c.judge, c.first, c.second, c.outcome)
        if c.first < c.second
        else (c.sentence, c.judge, c.second, c.first, turned[c.outcome])
        for c in choices
    )


@needs_shared
def test_the_xml_of_grundkiewicz_gives_the_pairs_chollampatt_and_ng_expanded_from_it():
    ours = read_choices(DATA / "human-grundkiewicz15" / "judgments.xml")
    theirs = read_choices(DATA / "metric-scores-chollampatt18" / "sentence_pairwiseranks_humans" / "expanded.csv.gz")
    assert len(ours) == 109_098
    assert canonical(ours) == canonical(theirs)


@needs_shared
def test_the_pairs_of_jfleg_are_read():
    choices = read_choices(DATA / "jfleg" / "EACL_exp" / "mturk" / "pairwise.csv")
    assert len(choices) == 1629
    assert {name for choice in choices for name in choice[2:4]} == {"AMU", "CAMB", "NMT", "NUS", "orig", "turk"}


@pytest.mark.parametrize("encoding", ["nonsense", "utf-7", "utf-32"])
def test_odd_encodings(tmp_path, encoding):
    path = tmp_path / "odd.xml"
    path.write_text(XML.replace('encoding="UTF-8"', f'encoding="{encoding}"'), encoding="utf-8")
    with pytest.raises(InputError):
        read_appraise(path)
