"""The outputs on CoNLL-14 in ../shared/data in, the weight pools that redink carries out.

A pool is an ordinary weight file: for each chunk of a reference, the number of systems that got it right, and for each
sentence a checksum. It has no text of the corpus or of an output. The edits of the outputs are ERRANT's, so that a pool
does not change when redink-en does.

Run it from the checkout: python -m tools.build_weight_pools (needs ../shared and the extra `errant`; 40 CPU seconds).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path

from redink.annotation.annotator import Annotator
from redink.evaluation.data import read
from redink.evaluation.preparation import annotated, described
from redink.language.registry import load_pipeline
from redink.questions.difficulty.mathematics.judged_reference import judge_reference
from redink.questions.difficulty.mathematics.pool import pool_of, solved_counts
from redink.questions.difficulty.pools import pool_path
from redink.reading.files import write_whole
from redink.reading.weights import format_weights

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
GOLD = ("official-2014.0.m2", "official-2014.1.m2")
TEAMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
NEWER = {
    "RozovskayaRoth16": "rozovskaya-roth2016/conll14st.output.1cleaned",
    "JunczysDowmuntGrundkiewicz16": "junczys-dowmunt2016/cclm/best.sparse+cclm.out",
    "Xie16": "xie2016-char/filtered_test.txt",
    "Chollampatt18": "chollampatt2018/best_with-spellcheck.conll14st-test.tok.out",
    "Ge18": "ge2018/conll_fb_learning.txt",
    "JunczysDowmunt18": "junczys-dowmunt2018/test2014.out",
    "Kiyono19": "kiyono2019/pretlarge+sse+r2l/conll14.test.out",
}
"""One output per system, so that none has several votes; where Gotou and others (2020) use one of several, that one."""
POOLS = {"conll14": TEAMS, "conll14-newer": tuple(NEWER), "conll14-all": (*TEAMS, *NEWER)}


def outputs() -> dict[str, Path]:
    """Give the files of all systems."""
    teams = {name: DATA / "conll14-teams" / name for name in TEAMS}
    return teams | {name: DATA / "conll14-systems" / path for name, path in NEWER.items()}


def pool_texts(
    pools: Mapping[str, tuple[str, ...]] = POOLS, files: Mapping[str, Path] | None = None
) -> Iterator[tuple[Path, str]]:
    """Give path and content of the weight files of some pools, one for each annotator.

    `files` are the outputs as texts, or as M2 that has their edits already.
    """
    members = {name for names in pools.values() for name in names}
    annotator = Annotator(load_pipeline("errant"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # blanks at the ends of lines, which some outputs have
        systems = {name: path for name, path in (files or outputs()).items() if name in members}
        golds = {name: DATA / "conll14-official" / "noalt" / name for name in GOLD}
        data = annotated(read(systems, references=golds.values()), annotator)
    for place, gold in enumerate(GOLD):
        judged = judge_reference(data, place, pipeline=described(annotator))
        settings = dict(judged.solved_counts().settings) | {"corpus": f"{' or '.join(GOLD)} of CoNLL-2014"}
        for pool, names in pools.items():
            judges = pool_of(judged.table, names)
            counts = solved_counts(judged.table, judges, data.sources, reference=gold, settings=settings)
            yield pool_path(pool, place), format_weights(counts, data.sources)


def main() -> None:
    """Write all files into the package."""
    for path, text in pool_texts():
        with write_whole(path) as out:
            out.write(text)


if __name__ == "__main__":
    main()
