"""The files of ../shared in; everything that the page on Choshen's thesis shows out."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

import redink
from redink.arrays import Floats
from redink.evaluation.data import read
from redink.evaluation.results import Results
from redink.questions.conservatism.results import ConservatismResults
from redink.questions.coverage.mathematics.counts import SentenceCounts
from redink.questions.coverage.mathematics.f_curve import CurvePoint
from redink.questions.coverage.mathematics.unseen import Histogram, unseen
from redink.questions.coverage.results import CoverageResults
from redink.questions.faithfulness.mathematics.dag_f import Agreement, dag_f
from redink.questions.faithfulness.mathematics.essays import sentence_pairs
from redink.questions.faithfulness.mathematics.usim import usim
from redink.reading.corrections import apply_edits
from redink.reading.m2 import read_m2
from redink.reading.ucca_xml import read_ucca_xml
from redink.records import EvalSet, Interval, Tokens
from tools.bryant2017 import TEAMS

SYSTEMS = {
    **{team: f"conll14-teams/{team}" for team in TEAMS},
    "RoRo": "conll14-systems/rozovskaya-roth2016/conll14st.output.1cleaned",
    "JMGR": "conll14-systems/junczys-dowmunt2016/cclm/best.sparse+cclm.out",
    "char": "conll14-systems/xie2016-char/filtered_test.txt",
}
"""The twelve teams, Rozovskaya and Roth (2016), Junczys-Dowmunt and Grundkiewicz (2016), Xie et al. (2016)."""
GOLD = tuple(f"conll14-official/noalt/official-2014.{number}.m2" for number in (0, 1))
PICKS = {
    "1-best": "",
    "M = 1 (gold A)": "NUCLEA",
    "M = 2 (gold A and B)": "NUCLE",
    **{f"M = {number}": f"{number}subset" for number in range(3, 12)},
    "M = 12": "ALL",
}
"""Released picks from Rozovskaya and Roth's 100-best list, by the references they were picked by."""
FLOORS = (10, 100, 1000, 10000)
"""The k of the floors 1/(k·n) of UnseenEst; the thesis has 100."""
COMPARED = ("RoRo", "char", "CAMB", "CUUI", "AMU")
"""The best five systems of the thesis; JMGR is not in its text."""
BATCHES = ("2634540", "2612793", "2626033")
"""The crowd's batches without the pilot."""
RESAMPLES = 100
"""Draws of the F0.5 curves; the thesis has 1,000."""


class Released(NamedTuple):
    """What the author released of one kind of match, and our estimates from the same counts."""

    counts: tuple[SentenceCounts, ...]
    estimates: tuple[Histogram, ...]
    """UnseenEst, as released."""
    zou: tuple[Histogram, ...]
    """The same method, computed here."""
    vv: tuple[Histogram, ...]
    """Our default method."""


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """What the page needs."""

    changes: ConservatismResults
    """Figure 1."""
    unclear: tuple[int, int]
    """Sentences that no reference changes: as redink reads the files, and with `Um` passages carried out."""
    picks: ConservatismResults
    """Figure 2."""
    exact: Released
    """Table 1, Figure 4."""
    index: Released
    floors: Mapping[int, float]
    """Mean number of corrections by UnseenEst with a floor of 1/(k·n), by k."""
    crowd: CoverageResults
    """Table 1, Figures 3 and 4 from the corrections themselves."""
    lengths: tuple[int, int]
    """Fewest and most words of the crowd's sentences."""
    distinct: tuple[CurvePoint, ...]
    """Figure 5 as the released numbers were made."""
    independent: tuple[CurvePoint, ...]
    """Figure 5 as the text says."""
    released_f: Mapping[str, Interval]
    """Released intervals of F0.5: systems, and the perfect corrector by M ("1", "2", …)."""
    scores: Results
    """Figure 6."""
    without_case: Results
    """Figure 6 without edits of case alone, for the best five, with tests."""
    agreement: Mapping[str, Agreement]
    """Two annotators of an essay, by its number."""
    usim: Mapping[str, tuple[float, ...]]
    """Mean USim of the sentences of each pair of essays, by whether one person annotated both."""


@cache
def load(shared: Path) -> Data:
    """Compute everything, once."""
    with warnings.catch_warnings():
        # References without a line and texts that are not tokenised alike: known of these files, said on the page.
        warnings.simplefilter("ignore")
        return _load(shared / "data")


def _load(data: Path) -> Data:
    teams = _read(data, {name: data / path for name, path in SYSTEMS.items()})
    essays = replace(teams, documents=essay_numbers(data, teams.sources))
    released = data / "choshen-results"
    picked = {
        name: released / "reranking" / f"first_rank_results{end}" if end else data / SYSTEMS["RoRo"]
        for name, end in PICKS.items()
    }
    exact, index = (_released(data, match) for match in ("exact", "index"))
    best = replace(teams, systems=tuple(system for system in teams.systems if system.name in COMPARED))
    crowd = _crowd(data, fold_case=True, left_alone=0.46, validity=data / "choshen-crowd" / "validity.tsv")
    agreement, pairs = _essays_of_ucca(data / "ucca-learner")
    return Data(
        changes=redink.conservatism(essays, edits=False),
        unclear=(_untouched(essays), _untouched_with_unclear(data, teams.sources)),
        picks=redink.conservatism(replace(_read(data, picked), documents=essays.documents), edits=False, ci=True),
        exact=exact,
        index=index,
        floors={k: _mean_support(exact.counts, k) for k in FLOORS},
        crowd=crowd,
        lengths=_lengths(data),
        distinct=_curve(data, draw="distinct", left_alone=0.16),
        independent=_curve(data, draw="independent", left_alone=0.46, fold_case=True),
        released_f=_released_f(released / "significance"),
        scores=redink.score(teams, "M2", ci=True, interval="bca"),
        without_case=redink.compare(best, "M2", test="bootstrap", ignore_whitespace_casing=True),
        agreement=agreement,
        usim=pairs,
    )


def _read(data: Path, systems: Mapping[str, Path]) -> EvalSet:
    source, gold = data / "conll14-teams" / "INPUT", [data / path for path in GOLD]
    return read(list(systems.values()), names=list(systems), source=source, references=gold)


def essay_numbers(data: Path, sources: Sequence[Tokens]) -> tuple[str, ...]:
    """Give the essay of every sentence: the SGML file has the same letters in the same order, title and paragraphs."""
    text = (data / "conll14-official" / "noalt" / "official-2014.0.sgml").read_text(encoding="utf-8")
    essays = re.findall(r'<DOC nid="(\d+)">\s*<TEXT>(.*?)</TEXT>', text, re.DOTALL)
    parts = [re.findall(r"<(?:TITLE|P)>(.*?)</", body, re.DOTALL) for _, body in essays]
    ends = np.cumsum([sum(len("".join(part.split())) for part in paragraphs) for paragraphs in parts])
    starts = np.cumsum([0, *(sum(map(len, words)) for words in sources)])
    assert starts[-1] == ends[-1], "the essays are not the sentences"
    return tuple(essays[place][0] for place in np.searchsorted(ends, starts[:-1], side="right"))


def _untouched(data: EvalSet) -> int:
    texts = zip(data.sources, *(reference.texts for reference in data.references), strict=True)
    return sum(all(text == source for text in corrections) for source, *corrections in texts)


def _untouched_with_unclear(data: Path, sources: Sequence[Tokens]) -> int:
    """Count the sentences that nobody changes when `Um` edits are carried out, as in the author's texts."""
    texts = [
        [
            apply_edits(annotated.tokens, [replace(edit, type="") for edit in annotated.edits if not edit.is_noop])
            for annotated in read_m2(path)
        ]
        for path in (data / name for name in GOLD)
    ]
    return sum(all(text == source for text in row) for source, *row in zip(sources, *texts, strict=True))


def _released(data: Path, match: str) -> Released:
    folder = data / "choshen-crowd" / "unseenEst"
    counts = tuple(_counts(path) for path in sorted(folder.glob(f"*_{match}_input_hist.txt")))
    estimates = []
    for path in sorted(folder.glob(f"*_{match}_output_hist.txt")):
        x, h = np.loadtxt(path, delimiter="\t", skiprows=1, ndmin=2, unpack=True)
        estimates.append(Histogram(x, h, 0, float(x[0]), float("nan"), "released"))
    zou, vv = (tuple(unseen(sentence, method) for sentence in counts) for method in ("zou", "vv"))
    return Released(counts, tuple(estimates), zou, vv)


def _counts(path: Path) -> SentenceCounts:
    """Read a fingerprint: how many corrections were given once, twice and so on."""
    fingerprint = [int(number) for number in path.read_text(encoding="utf-8").split()]
    counts = [times for times, number in enumerate(fingerprint, start=1) for _ in range(number)]
    return SentenceCounts((), tuple(reversed(counts)))


def _mean_support(counts: Sequence[SentenceCounts], k: int) -> float:
    return float(np.mean([unseen(sentence, "zou", floor=1 / (k * sentence.n)).h.sum() for sentence in counts]))


def _crowd(data: Path, *, left_alone: float, fold_case: bool, validity: Path) -> CoverageResults:
    return redink.coverage(
        data / "choshen-crowd" / "corrections.tsv",
        where=[("batch", batch) for batch in BATCHES],
        fold_case=fold_case,
        drop_punctuation=True,
        left_alone=left_alone,
        unseen="zou",
        numbers=range(1, 21),
        measures="none",
        validity=validity,
    )


def _curve(data: Path, *, draw: str, left_alone: float, fold_case: bool = False) -> tuple[CurvePoint, ...]:
    results = redink.coverage(
        data / "choshen-crowd" / "corrections.tsv",
        where=[("batch", batch) for batch in BATCHES],
        fold_case=fold_case,
        drop_punctuation=True,
        left_alone=left_alone,
        matches=("exact",),
        measures="M2",
        numbers=range(1, 11),
        draw="distinct" if draw == "distinct" else "independent",
        resamples=RESAMPLES,
    )
    return results.curves[0].points


def _lengths(data: Path) -> tuple[int, int]:
    table = (data / "choshen-crowd" / "corrections.tsv").read_text(encoding="utf-8").splitlines()
    place = {name: number for number, name in enumerate(table[0].split("\t"))}
    rows = [line.split("\t") for line in table[1:]]
    words = [len(row[place["source"]].split()) for row in rows if row[place["batch"]] in BATCHES]
    return min(words), max(words)


def _released_f(folder: Path) -> dict[str, Interval]:
    """Read F0.5, the last column, of the lower and the upper bounds of P, R and F0.5."""
    names = {name: f"1000_{Path(path).name}" for name, path in SYSTEMS.items()} | {"JMGR": "1000_JMGR"}
    names |= {str(m): f"1000_perfect_output_for_{m}_sgss.m2" for m in range(1, 11)}
    intervals = {}
    for name, file in names.items():
        numbers: Floats = np.array(re.findall(r"[\d.]+", (folder / file).read_text(encoding="utf-8")), dtype=np.float64)
        intervals[name] = Interval(float(numbers[2]), float(numbers[5]), 0.95, "bca")
    return intervals


def _essays_of_ucca(folder: Path) -> tuple[dict[str, Agreement], dict[str, tuple[float, ...]]]:
    essays = {path.stem: read_ucca_xml(path) for path in sorted(folder.glob("*.xml")) if path.stem != "tree1197"}
    agreement = {number: dag_f(essays[f"amittaic{number}"], essays[f"borgr{number}"]) for number in ("1197", "1297")}
    pairs: dict[str, list[float]] = {"same": [], "different": []}
    for learner, correction in [(a, b) for a in essays for b in essays if int(a[-4:]) == int(b[-4:]) + 100]:
        values = [usim(*pair).value for pair in sentence_pairs(essays[learner], essays[correction])]
        # One file of `tree` has the same bytes as one of `borgr`: one person.
        first, second = (name[:-4].replace("tree", "borgr") for name in (learner, correction))
        mean = float(np.mean([value for value in values if value is not None]))
        pairs["same" if first == second else "different"].append(mean)
    return agreement, {name: tuple(values) for name, values in pairs.items()}
