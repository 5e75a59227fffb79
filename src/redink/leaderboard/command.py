"""The commands `leaderboard init|add|check|build|verify|codabench`: the folder of a task in; what is published out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redink.errors import GateFailed
from redink.evaluation.options import Command, CommandGroup, Options, Output, argument, flag, option, record
from redink.evaluation.shared_options import TableOptions

if TYPE_CHECKING:
    from redink.leaderboard.stored import Stored
    from redink.reports.tables import Table


@record
class FolderOptions(Options):
    """The folder of a task."""

    folder: str = argument(default="", metavar="FOLDER")


@record
class TaskOptions(FolderOptions, TableOptions):
    """The folder of a task, and how tables are written."""


@record
class InitOptions(FolderOptions):
    r"""Make the folder of a shared task, with a task.toml to fill in.

    \b
    Examples:
      redink leaderboard init task
    """


def _init(options: InitOptions) -> None:
    import click

    from redink.leaderboard.task import init

    click.echo(f"fill in: {init(options.folder)}")


@record
class AddOptions(TaskOptions):
    r"""Add an output to the task, and score it once. The result is kept in the folder.

    Without OUTPUT, everything in FOLDER/submissions that has no result yet is scored.

    \b
    Examples:
      redink leaderboard add task output.txt --team example --run first
      redink leaderboard add task
    """

    folder: str = argument(default="", metavar="FOLDER")
    submitted: str | None = argument(default=None, required=False, metavar="[OUTPUT]")
    team: str | None = option("--team", metavar="NAME", help="The team; letters, digits, dots, hyphens, underscores.")
    run: str = option("--run", default="1", metavar="NAME", help="The run of the team.")
    keep_going: bool = flag("--keep-going", help="Leave out submissions that cannot be scored, and name them.")


def _add(options: AddOptions) -> Output:
    from pathlib import Path

    from redink.errors import InputError, UsageError
    from redink.leaderboard.checking import check
    from redink.leaderboard.stored import Counting, stored_results
    from redink.leaderboard.task import OUTPUT, expect_name, read_task
    from redink.reading.files import write_bytes_whole

    task = read_task(options.folder)
    if options.submitted is not None:
        if not options.team:
            raise UsageError("the output has no team", remedy="name it with --team")
        faults = check(task, options.submitted)
        if faults.errors:
            raise InputError(f"the output cannot be added: {faults.errors[0]}", remedy="correct the file")
        target = task.folder / "submissions" / expect_name(options.team) / expect_name(options.run) / OUTPUT
        if target.exists():
            raise UsageError(f"{target} is there already", remedy="give the run another name with --run")
        target.parent.mkdir(parents=True, exist_ok=True)  # an earlier try may have ended after this line
        write_bytes_whole(target, Path(options.submitted).read_bytes())
    results, refused = stored_results(Counting(task), keep_going=options.keep_going)
    return Output([_scores_table(results)], tuple(f"redink: left out: {reason}" for reason in refused))


def _scores_table(results: list[Stored]) -> Table:
    from redink.reports.tables import Column, make_table

    measures = list(results[0].scores) if results else []
    columns = (Column("system"), *(Column(name, digits=4) for name in measures), Column("output", "SHA-256"))
    rows = [(result.name, *(result.scores[name].value for name in measures), result.output[:12]) for result in results]
    return make_table("Stored results", columns, rows)


@record
class CheckOptions(TaskOptions):
    r"""Check an output before it is submitted.

    The check looks at lines, encoding, empty sentences, order and tokens. It needs no reference.

    FOLDER has task.toml and the source. The exit code is 1 if the output would be refused.

    \b
    Examples:
      redink leaderboard check task output.txt
    """

    folder: str = argument(default="", metavar="FOLDER")
    submitted: str = argument(default="", metavar="OUTPUT")


def _check(options: CheckOptions) -> Output:
    from redink.leaderboard.checking import check
    from redink.leaderboard.task import read_task
    from redink.reports.tables import make_table

    faults = check(read_task(options.folder, references=False), options.submitted)
    rows = [("error", text) for text in faults.errors] + [("warning", text) for text in faults.warnings]
    rows = rows or [("ok", f"{faults.sentences:,} sentences, aligned and complete")]
    failure = (
        GateFailed("the output would be refused", remedy="correct the errors in the list") if faults.errors else None
    )
    return Output([make_table("Check", ["kind", "what"], rows)], failure=failure)


@record
class BuildOptions(TaskOptions):
    r"""Score and rank all submissions, and write the pages.

    Only new submissions are scored. The pages need no server and no network. FOLDER/site/index.html is the first.

    \b
    Examples:
      redink leaderboard build task
      redink leaderboard build task --site public --keep-going
    """

    site: str | None = option("--site", metavar="FOLDER", help="Where the pages go. Without it: FOLDER/site.")
    keep_going: bool = flag("--keep-going", help="Leave out submissions that cannot be scored, and name them.")


def _build(options: BuildOptions) -> Output:
    from redink.leaderboard.site import build
    from redink.leaderboard.tables import ranking_table
    from redink.leaderboard.task import read_task

    board, refused, place = build(read_task(options.folder), options.site, keep_going=options.keep_going)
    notes = (*(f"redink: left out: {reason}" for reason in refused), f"redink: pages: {place / 'index.html'}")
    return Output([ranking_table(board)], notes)


@record
class VerifyOptions(TaskOptions):
    r"""Score all submissions again, and name what differs.

    The exit code is 1 if anything differs from the stored results.

    \b
    Examples:
      redink leaderboard verify task
    """


def _verify(options: VerifyOptions) -> Output:
    from redink.leaderboard.task import read_task
    from redink.leaderboard.verification import verify
    from redink.reports.tables import make_table

    number, wrong = verify(read_task(options.folder))
    rows = [("differs", text) for text in wrong] or [("ok", f"{number} submissions give their stored results")]
    failure = GateFailed("stored results are not what the outputs give", remedy="build again") if wrong else None
    return Output([make_table("Verification", ["kind", "what"], rows)], failure=failure)


@record
class CodabenchOptions(FolderOptions):
    r"""Write a competition bundle for Codabench.

    The references stay hidden from the teams. The bundle has competition.yaml, the scoring program,
    the reference data and a starting kit for teams.

    \b
    Examples:
      redink leaderboard codabench task -o bundle.zip
    """

    output: str = option(
        *("-o", "--output"),
        default="bundle.zip",
        metavar="FILE",
        help="File to write. It appears only when it is complete.",
    )


def _codabench(options: CodabenchOptions) -> None:
    import click

    from redink.leaderboard.codabench import bundle
    from redink.leaderboard.task import read_task

    click.echo(f"bundle: {bundle(read_task(options.folder), options.output)}")


COMMAND = CommandGroup(
    """Run a shared task: check, score, rank and publish submissions.

    \b
    Examples:
      redink leaderboard init task
      redink leaderboard add task output.txt --team example
      redink leaderboard build task
    """,
    {
        "init": Command(InitOptions, _init),
        "check": Command(CheckOptions, _check),
        "add": Command(AddOptions, _add),
        "build": Command(BuildOptions, _build),
        "verify": Command(VerifyOptions, _verify),
        "codabench": Command(CodabenchOptions, _codabench),
    },
)
