"""The options that several commands have in common, each declared once: alone, or in records that commands inherit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from redink.evaluation.option_types import (
    SHARE,
    NumberList,
    complete_from,
    joined_numbers,
    known_measures,
    known_pipelines,
    known_tokenisers,
    split_measures,
    split_names,
)
from redink.evaluation.options import Options, choice, flag, option, record

if TYPE_CHECKING:
    from redink.evaluation.text_stages import Align, Clean
    from redink.evaluation.trust import TestName
    from redink.reading.corrections import Overlaps
    from redink.scoring.measure import Absent
    from redink.stats.intervals import IntervalMethod


def numbers_option(default: tuple[int, ...] = (), shown: str = "") -> Any:
    """Declare `-M`, the numbers of references; all from 1 on without a default of its own, which is `shown` in help."""
    return option(
        *("-M", "--numbers"),
        default=default,
        type=NumberList(),
        multiple=True,
        show_default=False if shown else "all from 1 on",
        callback=joined_numbers,
        metavar="LIST",
        help=f"Numbers of references M, as 1-5,10; repeat for more.{f'  [default: {shown}]' if shown else ''}",
    )


_MEASURES = (
    "Measures to compute: F0.5, F1, P, R (each also with -detection, -token or -type), M2, GLEU, I, I-nomix, EM, EIM, "
    "GREEN, CLEME-dependent, CLEME-independent, CLEME2-dependent, CLEME2-independent (docs/measures has variants); "
    "by difficulty: wF0.5, uF0.5 (also P, R, A); without references: USim-UD, no-risk, grammaticality, fluency, "
    "Scribendi, noref-F0.5 (docs/faithfulness.md has all). Upper and lower case are the same."
)


def measures_option(*default: str, help: str = _MEASURES) -> Any:  # noqa: A002
    """Declare `-m`, which may be followed by several names, as in `-m F0.5 M2 GLEU`."""
    return option(
        *("-m", "--measure"),
        default=default,
        multiple=True,
        callback=split_measures,
        shell_complete=complete_from(known_measures),
        metavar="NAME...",
        help=help,
    )


def source_option(help: str = "The source sentences. An M2 reference contains them already.", **how: Any) -> Any:  # noqa: A002
    """Declare `-s`, the source sentences."""
    return option(*("-s", "--source"), metavar="FILE", help=help, **how)


def references_option(*, help: str, **how: Any) -> Any:  # noqa: A002
    """Declare `-r`, the references."""
    return option(*("-r", "--references", "--reference"), multiple=True, metavar="FILE", help=help, **how)


def names_option() -> Any:
    """Declare `-n`, the names of systems."""
    return option(
        *("-n", "--name"),
        multiple=True,
        help="Name of a system; repeat for each system. Without it, file names are used.",
    )


def tokenise_option() -> Any:
    """Declare `--tokenise`."""
    return option(
        "--tokenise",
        default="auto",
        metavar="NAME",
        shell_complete=complete_from(known_tokenisers),
        help="Tokeniser for all texts: en (as spaCy's for English), penn (as in CoNLL-2014), char (each character), "
        "the code of another language such as de, generic, or none (split at white space). auto decides once for all "
        "texts, and leaves tokenised texts as they are.",
    )


def columns_option() -> Any:
    """Declare `--columns`."""
    return option(
        "--columns",
        multiple=True,
        callback=split_names,
        metavar="ROLE=COLUMN...",
        help="For JSON lines and Parquet: the columns of the source, the references and the outputs, for example "
        "source=text,reference=gold,output=mine. Columns named source, reference or output are found without it.",
    )


def overlaps_option() -> Any:
    """Declare `--overlaps`, for M2 files of which the texts are used."""
    return choice(
        "--overlaps",
        choices=("error", "first"),
        help="When edits of one annotator overlap in an M2 file: refuse the file, or keep the first edit.",
    )


def documents_option(help: str) -> Any:  # noqa: A002
    """Declare `--documents`, a table and its column."""
    return option("--documents", nargs=2, metavar="TSV COLUMN", help=help)


def types_option(help: str) -> Any:  # noqa: A002
    """Declare `--by`, a way to group error types."""
    return choice("--by", choices=("operation", "coarse-type", "type", "operation-type"), default=None, help=help)


@record
class OutputOptions(Options):
    """Where the result goes."""

    output: str = option(
        *("-o", "--output"),
        default="-",
        show_default="standard output",
        metavar="FILE",
        help="File to write. It appears only when it is complete.",
    )


@record
class TableOptions(OutputOptions):
    """How tables are written."""

    form: str = choice(*("-f", "--format"), choices=("table", "tsv", "json", "md", "latex"), help="Output format.")


def pipeline_option() -> Any:
    """Declare `-p`, the language pipeline."""
    return option(
        *("-p", "--pipeline", "--language"),
        default="redink-en",
        metavar="NAME",
        shell_complete=complete_from(known_pipelines),
        help="Language pipeline: redink-en (English, built in), errant (the same edits as ERRANT, with spaCy's "
        "en_core_web_sm 3.8.0), the code of another language such as de, plain (any language, no error types), "
        "conllu:FILE (parsed by any program), udpipe:FILE, stanza:de, or the name or path of a spaCy model.",
    )


@record
class PipelineOptions(Options):
    """The language pipeline."""

    pipeline: str = pipeline_option()
    cache: bool = option(
        "--cache/--no-cache",
        default=False,
        help="Save the language analyses in your cache folder. A second run is then faster.",
    )


def seed_option() -> Any:
    """Declare `--seed`."""
    return option(
        "--seed",
        default=12345,
        type=click.IntRange(min=0),
        help="Seed of the random draws. The same seed gives the same result.",
    )


@record
class DrawOptions(Options):
    """Random draws."""

    resamples: int | None = option(
        "--resamples", default=1000, type=click.IntRange(min=1), help="Number of random draws."
    )
    seed: int = seed_option()


@record
class IntervalOptions(Options):
    """Confidence intervals."""

    ci: bool = flag("--ci", help="Add confidence intervals.")
    interval: IntervalMethod = choice(
        "--interval", choices=("percentile", "bca"), help="Method for the confidence intervals."
    )


@record
class LevelOptions(Options):
    """The level of intervals."""

    level: float = option("--level", default=0.95, type=SHARE, help="Confidence level of the intervals.")


@record
class PairedOptions(Options):
    """Paired tests."""

    test: TestName = choice(
        "--test",
        choices=("randomisation", "bootstrap"),
        help="Paired test: approximate randomisation, or the paired bootstrap test.",
    )


@record
class WorkOptions(Options):
    """Who does the work."""

    jobs: int = option(
        *("-j", "--jobs"),
        default=1,
        type=click.IntRange(min=0),
        help="Number of worker processes (0: one for each core). The result does not depend on it.",
    )
    cluster: str | None = option(
        "--cluster",
        metavar="ADDRESS",
        help="Run the work on a Dask cluster. Give the address of its scheduler, for example tcp://HOST:8786.",
    )


@record
class FileOptions(Options):
    """The files of an evaluation, as `redink.read` takes them."""

    source: str | None = source_option()
    references: tuple[str, ...] = references_option(
        help="A reference file: text, or M2 with one or more annotators; repeat for several."
    )
    names: tuple[str, ...] = names_option()
    with_source: bool = flag("--with-source", help="Add the unchanged source text as a system.")
    auto: bool = flag("--auto", help="Find the edits of M2 references again, instead of using the edits in the file.")
    absent: Absent = choice(
        "--absent",
        choices=("missing", "noop", "agree"),
        help="When an annotator has no line for a sentence: the annotator did not see the sentence (missing), changed "
        "nothing (noop), or agrees with the first annotator who has one (agree).",
    )
    overlaps: Overlaps = choice(
        "--overlaps",
        choices=("both", "first", "error"),
        help="When edits of one annotator overlap in an M2 file: keep both, as the published scorers do; keep the "
        "first edit; or refuse the file. With both, M2 and edit scores count every edit; texts have only the first.",
    )
    normalise: tuple[str, ...] = option(
        "--normalise",
        multiple=True,
        callback=split_names,
        metavar="KIND...",
        help="Remove differences in how files are written: nfc (Unicode in the form NFC, no invisible characters), "
        "quotes (curly quotes become straight), spaces (blanks around punctuation, as in the source; text files only).",
    )
    tokenise: str = tokenise_option()
    columns: tuple[str, ...] = columns_option()
    clean: Clean | None = choice(
        "--clean",
        choices=("llm",),
        default=None,
        help="Outputs are answers of language models (llm): chatter, fences, quotation marks and the like are removed. "
        "A note says how often each rule was used, and which answers are refusals or truncated.",
    )
    align: Align | None = choice(
        "--align",
        choices=("sentences",),
        default=None,
        help="For text files that do not have one line for each source sentence: cut their text again so that it fits "
        "the source (sentences). A note says what was split, joined, lost and added.",
    )
    keep_going: bool = flag(
        "--keep-going", help="Leave out outputs that cannot be used and name them, instead of refusing all."
    )
    strict: bool = flag(
        "--strict", help="Refuse data that look wrong (exit code 3), instead of warning. For scripts and CI."
    )
    documents: tuple[str, str] | None = documents_option(
        "Resample whole documents (essays) instead of sentences. The table has one row for each sentence; the column "
        "names its document."
    )


@record
class DataOptions(FileOptions, DrawOptions, PipelineOptions, OutputOptions):
    """What is evaluated, and where the result goes."""


@record
class EvaluationOptions(DataOptions, TableOptions):
    """What every command has that evaluates and shows tables."""
