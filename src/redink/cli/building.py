"""A command as the questions declare it in, the click command that the terminal sees out."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from redink.cli.messages import note, set_quiet
from redink.cli.progress import with_progress
from redink.errors import UsageError
from redink.evaluation.options import Command, CommandGroup, Options
from redink.evaluation.shared_options import TableOptions
from redink.language.registry import with_taxonomy


def build(name: str, declared: Command | CommandGroup | click.Command) -> click.Command:
    """Make the click command (or group) of a declaration; a plug-in may declare a click command itself."""
    if isinstance(declared, click.Command):
        return declared
    if isinstance(declared, CommandGroup):
        commands = {inner: build(inner, command) for inner, command in declared.commands.items()}
        return click.Group(name, commands, help=inspect.cleandoc(declared.help))
    options = sorted(_fields(declared.options), key=_place)
    kind = _TakesMeasures if any(field.name == "measures" for field in options) else click.Command
    typed = [_taxonomy()] if any("--language" in field.metadata.get("flags", ()) for field in options) else []
    params = [*map(_parameter, options), *typed, _quiet()]
    return kind(name, params=params, callback=_callback(declared), help=_help(declared.declared))


def summary(declared: Command | CommandGroup | click.Command) -> str:
    """Give the first sentence of a command's help, without building the command."""
    if isinstance(declared, click.Command):
        return declared.get_short_help_str(limit=200)
    text = declared.help if isinstance(declared, CommandGroup) else _help(declared.declared)
    return click.Command(None, help=inspect.cleandoc(text)).get_short_help_str(limit=200)


def _help(record: type[Options]) -> str:
    # In a raw docstring click's mark for "keep these lines" is two characters.
    return (record.__doc__ or "").replace("\\b\n", "\b\n")


def _fields(record: type[Options]) -> list[Field[Any]]:
    """Give the fields that are options."""
    return [field for field in fields(record) if field.metadata]


_FIRST = ("source", "references", "measures")
"""Options that nearly every run needs; help shows them before those of single questions."""


def _place(field: Field[Any]) -> int:
    is_option = "flags" in field.metadata
    return _FIRST.index(field.name) if is_option and field.name in _FIRST else len(_FIRST)


def _parameter(field: Field[Any]) -> click.Parameter:
    how = dict(field.metadata["how"])
    if "flags" not in field.metadata:
        return _with_files(click.Argument([field.name], **how))
    if not how.get("required"):
        how["default"] = field.default
    return _with_files(click.Option([*field.metadata["flags"], field.name], **how))


class FileName(click.types.StringParamType):
    """Text that names a file, so that shells complete it; we open files ourselves, - and packed ones among them."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """Leave it to the shell."""
        return [CompletionItem(incomplete, type="file")]


_FILES = ("FILE", "FOLDER", "JSON", "OUTPUT", "TSV")
"""How the value of an option is called that is a file."""


def _with_files(parameter: click.Parameter) -> click.Parameter:
    """Let shells complete files: all text arguments, and the options whose value is called so."""
    named = isinstance(parameter, click.Argument) or (parameter.metavar or "").startswith(_FILES)
    if named and parameter.type is click.STRING:
        parameter.type = FileName()
    return parameter


def _quiet() -> click.Option:
    return click.Option(
        ["-q", "--quiet"],
        is_flag=True,
        expose_value=False,
        callback=lambda _context, _parameter, quiet: set_quiet(quiet),
        help="Do not show progress, notes or warnings.",
    )


def _taxonomy() -> click.Parameter:
    """Make the option of all commands that take a language: the file becomes part of the pipeline's name."""
    return _with_files(
        click.Option(
            ["--taxonomy"],
            metavar="FILE.toml",
            help="Rules and names of error types of your own, for languages other than English (docs/languages.md).",
        )
    )


_WRITTEN = ("output", "save", "save_weights", "page", "heatmap", "browser", "picks", "exports")
"""Options whose value is a file to write."""


def _expect_nothing_lost(values: dict[str, Any]) -> None:
    """Refuse to write a file that the same command reads, or writes twice."""
    others = [file for name, value in values.items() if name not in _WRITTEN for file in _texts(value)]
    read = {Path(file).resolve() for file in others if os.path.isfile(file)}  # noqa: PTH113 - of any text, no error
    written = [file for name in _WRITTEN for file in _texts(values.get(name)) if file != "-"]
    for number, file in enumerate(written):
        place = Path(file).resolve()
        if place in read:
            cause = f"{file} would be overwritten, although this command reads it"
        elif place in [Path(other).resolve() for other in written[:number]] and not place.is_char_device():
            cause = f"{file} would be written twice"
        else:
            continue
        raise UsageError(cause, remedy="choose another name for the file to write")


def _texts(value: Any) -> list[str]:
    """Give the texts among the values of an option, and the files of those that are written NAME=FILE."""
    texts = [text for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str)]
    return texts + [file for text in texts if (file := text.partition("=")[2])]


def _callback(declared: Command) -> Callable[..., None]:
    def run(**values: Any) -> None:
        from redink.evaluation.plausibility.finding import remedies
        from redink.scoring.watching import watching

        context = click.get_current_context()
        given = frozenset(name for name in values if context.get_parameter_source(name) is ParameterSource.COMMANDLINE)
        if taxonomy := values.pop("taxonomy", None):
            values["pipeline"] = with_taxonomy(values["pipeline"], taxonomy)
            given = given - {"taxonomy"} | {"pipeline"}
        if not declared.in_place:
            _expect_nothing_lost(values)
        options = declared.options(given=given, **values)
        with watching(with_progress), remedies(scoring=hasattr(options, "clean")):
            output = declared.run(options)
        if output is None:
            return
        for line in output.notes:
            note(line)
        if output.result is not None:
            from redink.reports.output import write_result

            assert isinstance(options, TableOptions)
            write_result(output.result, options.form, options.output, percent=getattr(options, "percent", False))
        if output.failure is not None:
            raise output.failure

    return run


class _TakesMeasures(click.Command):
    """A command whose -m may be followed by several names, as in `-m F0.5 M2 GLEU`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put -m before each further name; what is a file, or no measure, is left as it is."""
        spread: list[str] = []
        follows = False
        for number, word in enumerate(args):
            if follows and not word.startswith("-") and _is_measure(word):
                spread += "-m", word
                continue
            if follows and re.fullmatch(r"[A-Za-z][\w-]*", word) and not Path(word).exists():
                raise UsageError(
                    f"{word!r} after -m is neither a measure nor a file", remedy="check the name, or the path"
                )
            follows = (number > 0 and args[number - 1] in ("-m", "--measure")) or word.startswith("--measure=")
            spread.append(word)
        return super().parse_args(ctx, spread)


def _is_measure(word: str) -> bool:
    if Path(word).exists():
        return False
    from redink.scoring.names import parse_measure

    try:
        parse_measure(word)
    except UsageError:
        return False
    return True
