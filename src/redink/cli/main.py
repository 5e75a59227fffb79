"""The `redink` command: finds commands by name, and turns every error into a message and an exit code."""

from __future__ import annotations

import io
import os
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import click

from redink.cli.building import build, summary
from redink.cli.messages import report_error, report_warning
from redink.cli.originals import NAMES as ORIGINALS
from redink.cli.originals import original
from redink.errors import InputError, Place, RedinkError
from redink.registry import contribution
from redink.registry import names as contributed
from redink.signature import Signature

INTERRUPTED = 130
BUG = 70
"""Exit code of a failure that is our fault (sysexits' EX_SOFTWARE)."""

_GROUP = "redink.commands"
_KINDS = {
    "Begin": ("demo", "check", "completion"),
    "Evaluate outputs": ("score", "compare", "report", "gate", "difficulty", "conservatism", "faithfulness"),
    "Look at edits and graphs": ("annotate", "explain", "web", "reannotate", "convert", "ucca", "diagnose"),
    "Judge measures and references": ("design", "coverage", "incentive", "meta", "rerank"),
    "Run a shared task": ("leaderboard",),
    "Ask people": ("pairs", "judge", "agreement"),
}
"""How the help orders the commands; what is in none of these stands under "More"."""
_SORTED = frozenset(name for names in _KINDS.values() for name in names)


class PipeClosed(Exception):  # noqa: N818 - not an error: whoever read our output has had enough
    """Standard output was closed (`| head`)."""


@contextmanager
def _naming_closed_pipes() -> Iterator[None]:
    # Left alone, click turns a closed pipe into exit code 1, which here means "a gate failed".
    try:
        yield
    except BrokenPipeError as error:
        raise PipeClosed from error


class Contributed(click.Group):
    """A group whose commands are contributed by name, and imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Name the commands of redink and of installed plug-ins."""
        return sorted(contributed(_GROUP))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Build one command; the original programs are commands too, but stand in no list."""
        if cmd_name in ORIGINALS:
            return original(cmd_name)
        declared = contribution(_GROUP, cmd_name)
        return None if declared is None else build(cmd_name, declared)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; for a name that nobody contributed, name the nearest."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            close = get_close_matches(args[0], self.list_commands(ctx), n=1)
            suggestion = f" Did you mean {close[0]}?" if close else ""
            raise click.UsageError(f"{error.message}{suggestion}", error.ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what they are for, each with its whole first sentence."""
        left = self.list_commands(ctx)
        for kind, names in (*_KINDS.items(), ("More", tuple(name for name in left if name not in _SORTED))):
            rows = [(name, summary(contribution(_GROUP, name))) for name in names if name in left]
            if rows:
                with formatter.section(kind):
                    formatter.write_dl(rows, col_max=max(map(len, left)))
        with formatter.section("Original programs"):
            formatter.write_text(f"{', '.join(ORIGINALS)} take the arguments of the originals and print their output.")

    @_naming_closed_pipes()
    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the options (`--help` and `--version` print here)."""
        return super().make_context(*args, **kwargs)

    @_naming_closed_pipes()
    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        return super().invoke(ctx)


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(str(Signature.of(python=".".join(map(str, sys.version_info[:3])))))
        ctx.exit()


@click.group(cls=Contributed, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def redink() -> None:
    """Evaluate grammatical error correction: how well do systems correct, how hard were the errors,
    and how far can you trust the numbers?

    \b
    Examples:
      redink demo                                      tables and a report from the bundled example
      redink score output.txt -s source.txt -r reference.txt --ci
      redink report a.txt b.txt -s source.txt -r reference.txt -o report.html
      redink annotate source.txt corrected.txt -o edits.m2
      redink explain "He go home ." "He goes home ."

    To read the help of a command, type: redink COMMAND --help
    """  # noqa: D205, D301


def main() -> NoReturn:
    """Run the command line; no traceback reaches a user."""
    warnings.showwarning = report_warning
    _open_closed_streams()
    # One thread a process: parallel work is done by processes (--jobs), and a BLAS that spins its
    # own threads only burns CPU on matrices as small as ours.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Our formats are UTF-8 whatever the terminal prefers; odd bytes in file names pass through.
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        code = redink.main(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        _explained(error).show()
        sys.exit(2)
    except RedinkError as error:
        report_error(error)
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nredink: interrupted", err=True)
        sys.exit(INTERRUPTED)
    except (BrokenPipeError, PipeClosed):
        _drop_output()
        sys.exit(0)
    except OSError as error:  # of the output: what we read is turned into InputError where it is read
        place = Place(str(error.filename or "<stdout>"))
        report_error(
            InputError(
                f"cannot write: {error.strerror or error}",
                place=place,
                remedy="is the disk full, the place read-only, or standard output closed?",
            )
        )
        _drop_output()
        sys.exit(InputError.exit_code)
    except UnicodeEncodeError as error:  # files are decoded strictly, so that this text was an argument
        report_error(
            InputError(
                f"{error.object!r:.60} is not UTF-8 and cannot be written",
                place=Place("<arguments>"),
                remedy="give names and other arguments in UTF-8; rename the file if it is one",
            )
        )
        _drop_output()
        sys.exit(InputError.exit_code)
    except Exception as error:  # the last line of defence
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise  # to `redink.__main__`
        _report_bug(error)
        sys.exit(BUG)


def _explained(error: click.ClickException) -> click.ClickException:
    """Say of an option that a command does not need why it has none; click proposes one that looks alike."""
    if isinstance(error, click.NoSuchOption) and error.ctx:
        why = _NOT_NEEDED.get((error.ctx.info_name, error.option_name))
        return click.UsageError(why, error.ctx) if why else error
    return error


_NOT_NEEDED: dict[tuple[str | None, str], str] = {
    ("compare", "--ci"): "compare always shows confidence intervals: leave out --ci."
}


def _open_closed_streams() -> None:
    """Give streams that were closed before we began (`>&-`) a place where every use of them is a system error.

    Otherwise the first file that we open would take the number of the closed stream, and be written to as such.
    """
    for number, (name, mode, access) in enumerate(
        (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))
    ):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, access)
            if descriptor != number:
                os.dup2(descriptor, number)
                os.close(descriptor)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _drop_output() -> None:
    # What cannot be written goes nowhere, so that the interpreter's last flush stays quiet too.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_bug(error: Exception) -> None:
    if os.environ.get("REDINK_TRACEBACK"):
        traceback.print_exception(error)
    click.echo(
        f"redink: this should not happen: {type(error).__name__}: {error}\n"
        "  Please report it; REDINK_TRACEBACK=1 in the environment shows where it happened.",
        err=True,
    )
