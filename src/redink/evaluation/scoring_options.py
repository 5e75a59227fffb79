"""Options that commands share which compute measures: rule, preset, settings of M2, error types, edits that count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from redink.evaluation.options import Options, choice, flag, option, record
from redink.evaluation.shared_options import references_option

if TYPE_CHECKING:
    from redink.scoring.edit_overlap import Rule, Size


def rule_option() -> Any:
    """Declare `--rule`."""
    return choice(
        "--rule",
        choices=("faithful", "corrected"),
        help="faithful gives exactly the numbers of the published programs; corrected fixes the bugs of these "
        "programs.",
    )


@record
class MaxMatchOptions(Options):
    """How M2 finds edits."""

    max_unchanged: int = option(
        "--max-unchanged",
        default=2,
        type=click.IntRange(min=0),
        help="For M2: the number of unchanged tokens that an edit may contain.",
    )
    ignore_whitespace_casing: bool = flag(
        "--ignore-whitespace-casing",
        help="For M2: do not count the edits of a system that change only spaces or upper and lower case.",
    )


@record
class TypeOptions(Options):
    """Error types of M2 files."""

    keep_types: bool = flag(
        "--keep-types",
        help="Keep the error types of M2 files where references and systems have different ones. Without it, redink "
        "gives its own types to both if the result depends on types.",
    )


def preset_option(help: str) -> Any:  # noqa: A002
    """Declare `--preset`, a shared task or corpus."""
    return option("--preset", type=click.Choice(PRESET_NAMES), help=help)


PRESET_NAMES = ("conll14", "conll13", "bea19", "fce", "jfleg", "falko-merlin", "akces", "multigec25")
"""Names of the presets; the command line does not load them for its help."""


@record
class RuleOptions(Options):
    """What commands have that compute the field's measures."""

    rule: Rule = rule_option()
    preset: str | None = preset_option(
        "Score as a shared task or the papers about a corpus do: with M2 (conll14, conll13, falko-merlin, akces), F0.5 "
        "of ERRANT's edits (bea19, fce), GLEU (jfleg), or GLEU and F0.5 (multigec25)."
    )


@record
class ScoringOptions(RuleOptions, MaxMatchOptions, TypeOptions):
    """What commands have that score by measures of the user's choice."""

    references: tuple[str, ...] = references_option(
        help="A reference file: text, or M2 with one or more annotators; repeat for several. Measures of faithfulness "
        "and fluency need none."
    )
    percent: bool = flag(
        "--percent", help="Show scores multiplied by 100, with two decimals. JSON output does not change."
    )
    size: Size = choice(
        "--size",
        choices=("all", "single", "multi"),
        help="Edits that P, R and F count: all, those with at most one token on each side (single), or only longer "
        "edits (multi).",
    )
    exclude: tuple[str, ...] = option(
        "--exclude-type",
        multiple=True,
        metavar="TYPE",
        help="Leave out an error type from P, R and F, for example R:PUNCT or PUNCT; repeat for several.",
    )
