"""`redink coverage`: many corrections a sentence in; coverage, perfect correctors' scores and advice out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from redink.cli.evaluation import show
from redink.cli.messages import note
from redink.cli.options import (
    NumberRange,
    cache_option,
    format_option,
    given_options,
    names_option,
    numbers_option,
    output_option,
    overlaps_option,
    pipeline_option,
    quiet_option,
    resamples_option,
    seed_option,
)

if TYPE_CHECKING:
    from redink.annotation.annotator import Annotator
    from redink.questions.coverage.results import CoverageResults, CoverageSettings
    from redink.records import EvalSet


@click.command("coverage")
@click.argument("corrections", nargs=-1, metavar="[CORRECTIONS]...")
@click.option("-s", "--source", metavar="FILE", help="Source sentences, for text files and tables that number them.")
@click.option(
    "--where", multiple=True, metavar="COLUMN=VALUE", help="Read only such rows of a table; repeat for several."
)
@click.option("--fold-case", is_flag=True, help="Upper and lower case are the same.")
@click.option("--drop-punctuation", is_flag=True, help="Only letters and digits count, as in the thesis.")
@click.option(
    "--left-alone",
    type=NumberRange(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    metavar="SHARE",
    help="Drop sentences that so large a share of people left alone; clean sentences are counted apart.",
)
@click.option("--fewest", type=click.IntRange(min=2), default=2, show_default=True, help="Corrections of a sentence.")
@click.option(
    "--match",
    "matches",
    type=click.Choice(["exact", "index", "index-printed"]),
    multiple=True,
    default=("exact", "index"),
    show_default=True,
    help="When corrections are the same: same text, same places changed, the same without insertions.",
)
@numbers_option("1-10,20")
@click.option(
    "--unseen",
    "method",
    type=click.Choice(["vv", "zou"]),
    default="vv",
    show_default=True,
    help="Estimator of unseen corrections.",
)
@click.option(
    "--floor",
    type=NumberRange(0, 1, min_open=True, max_open=True),
    help="Its smallest probability.  [default: 1/(n·max(10, n)); zou: 1/(100 n)]",
)
@click.option(
    "--grid",
    type=NumberRange(min=1, min_open=True),
    help="Its ratio of neighbouring probabilities.  [default: 1.1; zou: 1.05]",
)
@click.option(
    "--alpha",
    type=NumberRange(min=0),
    default=0.5,
    show_default=True,
    help="How much worse a smaller support may fit.",
)
@click.option(
    "--gamma",
    "gammas",
    type=NumberRange(0, 1),
    multiple=True,
    default=(0.0, 0.001, 0.01, 0.1),
    show_default=True,
    help="Count corrections that are at least so probable.",
)
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    default=("F0.5", "GLEU"),
    show_default=True,
    help="Score a perfect corrector by this (any measure of redink score; none: by no measure).",
)
@click.option(
    "--rule",
    type=click.Choice(["corrected", "faithful"]),
    default="corrected",
    show_default=True,
    help="How P, R, F and M2 choose a reference; faithful (as published) is slower, with one interval only.",
)
@click.option(
    "--sentences",
    type=click.IntRange(min=1),
    help="Sentences of the imagined test set.  [default: those of --references, or 1312]",
)
@click.option(
    "--clean",
    type=click.IntRange(min=0),
    help="Those of them that need no correction.  [default: those no reference changes, or 136 of 1312]",
)
@click.option(
    "--draw",
    type=click.Choice(["people", "independent", "distinct"]),
    default="people",
    show_default=True,
    help="Output and references: different people's; drawn with replacement; different corrections, each as likely.",
)
@click.option("--system", "systems", multiple=True, metavar="OUTPUT", help="A system to set beside; needs -r.")
@names_option
@click.option(
    "-r", "--references", "--reference", "references", multiple=True, metavar="FILE", help="References of the systems."
)
@overlaps_option
@click.option("--validity", metavar="FILE", help="Table of yes/no votes on corrections (source, correction, vote).")
@click.option("--vote", default="is_correction", show_default=True, metavar="COLUMN", help="Its column of votes.")
@click.option("--save", metavar="FILE", help="Write distributions, densities and curves (JSON), to be read again.")
@click.option("--page", metavar="FILE", help="Write a page (HTML) with the curves.")
@resamples_option
@seed_option
@pipeline_option
@cache_option
@format_option("table", "tsv", "json", "md", "latex", default="table")
@output_option
@quiet_option
def command(corrections: tuple[str, ...], **options: Any) -> None:
    r"""Tell how much of people's corrections M references hold, and what a perfect corrector scores with them.

    CORRECTIONS is a table (.tsv, .csv) with one row a correction, M2 or text files with one correction an
    annotator, or what --save wrote (.json), beside which -r and --system can be set. Without any, the references
    are taken.

    \b
    Examples:
      redink coverage corrections.tsv --source source.txt
      redink coverage corrections.tsv -s source.txt --drop-punctuation --left-alone 0.46 -m M2
      redink coverage corrections.tsv -s source.txt --system systems/strong.txt -r reference-minimal.txt \
        --page coverage.html
      redink coverage reference-minimal.txt reference-fluent.txt -s source.txt -M 1 --save coverage.json
      redink score systems/strong.txt -s source.txt -r reference-minimal.txt -m EM --coverage coverage.json
    """
    from redink.questions.coverage.saved import is_saved

    if len(corrections) == 1 and is_saved(corrections[0]):
        results = _read_back(corrections[0], options)
    else:
        results = _measured(corrections, options)
    for line in results.footnotes:
        note(f"redink: note: {line}")
    if options["save"]:
        results.save(options["save"])
    if options["page"]:
        _write_page(results, options["page"])
    _show(results, options)


_SHOWING = {"save", "page", "form", "output", "quiet"}
_BESIDE = {"source", "systems", "names", "references", "overlaps", "pipeline", "use_cache"}


def _read_back(path: str, options: dict[str, Any]) -> CoverageResults:
    """Read saved results, with systems and references beside them; refuse options that cannot be applied any more."""
    from redink.errors import UsageError
    from redink.questions.coverage.run import beside
    from redink.questions.coverage.saved import read_saved

    possible = _SHOWING | _BESIDE if options["references"] else _SHOWING
    idle = [spelling for name, spelling in given_options(click.get_current_context()).items() if name not in possible]
    if options["systems"] and not options["references"]:
        raise UsageError("systems need references", remedy="give them with -r")
    if idle:
        raise UsageError(
            f"{', '.join(idle)} cannot be applied to saved results",
            remedy="give the corrections themselves; with saved ones go -r, --system, --save, --page, -f and -o",
        )
    results = read_saved(path)
    if not options["references"]:
        return results
    measures = tuple(curve.measure for curve in results.curves)
    return beside(results, _systems(measures, _annotator(measures, options), options))


def _measured(corrections: tuple[str, ...], options: dict[str, Any]) -> CoverageResults:
    from redink.errors import UsageError
    from redink.questions.coverage.inputs import read_corrections
    from redink.questions.coverage.run import measure_coverage
    from redink.reading.corrected_sentences import read_votes

    paths = corrections or options["references"]
    if not paths:
        raise UsageError("there are no corrections", remedy="give a table of corrections, or references (-r)")
    if options["systems"] and not options["references"]:
        raise UsageError("systems need references", remedy="give them with -r")
    where = [_condition(text) for text in options["where"]]
    sentences = read_corrections(paths, source=options["source"], where=where, overlaps=options["overlaps"])
    votes = None
    if options["validity"]:
        votes = read_votes(options["validity"], source=options["source"], vote=options["vote"])
    measures = tuple(name for name in options["measures"] if name != "none")
    annotator = _annotator(measures, options)
    data = _systems(measures, annotator, options) if options["references"] else None
    return measure_coverage(sentences, _settings(measures, data, options), annotator=annotator, data=data, votes=votes)


def _condition(text: str) -> tuple[str, str]:
    from redink.errors import UsageError

    column, sign, value = text.partition("=")
    if not sign:
        raise UsageError(f"not a condition: {text!r}", remedy="write COLUMN=VALUE")
    return column, value


def _annotator(measures: tuple[str, ...], options: dict[str, Any]) -> Annotator | None:
    from redink.cli.options import make_annotator
    from redink.scoring.names import need_of

    if not measures or need_of(measures) == "texts":
        return None
    return make_annotator(options["pipeline"], "rules", levenshtein=False, use_cache=options["use_cache"])


def _systems(measures: tuple[str, ...], annotator: Annotator | None, options: dict[str, Any]) -> EvalSet:
    from redink.evaluation.data import annotated, lacks_edits, load, system_name
    from redink.scoring.names import need_of

    data = load(
        options["systems"],
        source=options["source"],
        references=options["references"],
        names=options["names"],
        overlaps=options["overlaps"],
    )
    paths = options["references"]
    if len(set(map(system_name, paths))) == len(paths) == len(data.references):
        named = (replace(own, name=system_name(path)) for own, path in zip(data.references, paths, strict=True))
        data = replace(data, references=tuple(named))
    if annotator is None or not lacks_edits(data, "edits"):
        return data
    # References take part as outputs too (each against the rest), so that all get edits.
    return annotated(data, annotator, need="edits" if need_of(measures) == "edits" else "reference edits")


def _settings(measures: tuple[str, ...], data: EvalSet | None, options: dict[str, Any]) -> CoverageSettings:
    from redink.questions.coverage.mathematics.counts import Normalisation
    from redink.questions.coverage.results import CoverageSettings

    sentences, clean = _test_set(data, options)
    return CoverageSettings(
        references=options["numbers"],
        matches=tuple(dict.fromkeys(options["matches"])),
        normalisation=Normalisation(options["fold_case"], options["drop_punctuation"]),
        left_alone=options["left_alone"],
        fewest=options["fewest"],
        method=options["method"],
        floor=options["floor"],
        grid=options["grid"],
        alpha=options["alpha"],
        gammas=options["gammas"],
        measures=measures,
        rule=options["rule"],
        sentences=sentences,
        clean=clean,
        draw=options["draw"],
        resamples=options["resamples"],
        seed=options["seed"],
    )


def _test_set(data: EvalSet | None, options: dict[str, Any]) -> tuple[int, int]:
    """Take the size of the imagined test set from the options, or from the references at hand."""
    from redink.errors import UsageError
    from redink.questions.coverage.api import size_and_clean

    sentences, clean = 1312, 136
    if data is not None:
        sentences, clean = size_and_clean(data)
    if options["sentences"] is not None:
        clean = round(clean * options["sentences"] / sentences)
        sentences = options["sentences"]
    clean = clean if options["clean"] is None else options["clean"]
    if clean > sentences:
        raise UsageError(f"--clean {clean} of {sentences} sentences", remedy="give fewer, or more --sentences")
    return sentences, clean


def _show(results: CoverageResults, options: dict[str, Any]) -> None:
    from redink.questions.coverage.tables import coverage_tables

    if options["form"] != "json":
        show(coverage_tables(results), options)
        return
    import msgspec

    from redink.reading.files import write_whole

    with write_whole(options["output"]) as out:
        out.write(msgspec.json.format(msgspec.json.encode(results.to_dict())).decode() + "\n")


def _write_page(results: CoverageResults, path: str) -> None:
    from redink.questions.coverage.charts import coverage_page
    from redink.reading.files import write_whole

    with write_whole(path) as out:
        out.write(coverage_page(results))
