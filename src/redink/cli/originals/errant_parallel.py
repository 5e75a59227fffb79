"""`redink errant_parallel`: parallel text files in, the M2 file that ERRANT 3.0.2 writes out."""

from __future__ import annotations

from argparse import Namespace

import click

from redink.cli.annotate import COMMAND as ANNOTATE
from redink.cli.originals.program import Program, add_edit_options, edit_options, needing_errant, new_parser
from redink.errors import UsageError

_PARSER = new_parser("errant_parallel", "errant_parallel (ERRANT 3.0.2)")
_PARSER.add_argument("-orig", required=True, help="The original text: one tokenised sentence on each line.")
_PARSER.add_argument("-cor", required=True, nargs="+", help="One or more corrected texts.")
_PARSER.add_argument("-out", required=True, help="The M2 file to write.")
_PARSER.add_argument("-tok", action="store_true", help="Not supported: tokenise the text first.")
add_edit_options(_PARSER)


def _same(arguments: Namespace) -> list[str]:
    files = (arguments.orig, *arguments.cor)
    return ["annotate", *files, "--errant-compat", *edit_options(arguments), "-o", arguments.out]


def _run(arguments: Namespace) -> None:
    if arguments.tok:
        raise UsageError(
            "-tok is not supported: ERRANT makes tokens of white space, and its types depend on it",
            remedy="tokenise the files first, or let redink do so: redink annotate --tokenise",
        )
    click.echo("Loading resources...")
    click.echo("Processing parallel files...")
    options = ANNOTATE.options(
        source=arguments.orig,
        corrections=tuple(arguments.cor),
        errant_compat=True,
        pipeline="errant",
        levenshtein=arguments.lev,
        merge=arguments.merge,
        output=arguments.out,
    )
    with needing_errant("redink annotate ORIG COR -o OUT"):
        ANNOTATE.run(options)


COMMAND = Program(_PARSER, _run, _same)
