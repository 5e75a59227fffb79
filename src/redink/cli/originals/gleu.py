"""`redink gleu`: source, references and outputs in, GLEU as its two published scripts print it out.

`-o` is an option of compute_gleu, `--hyp` one of JFLEG's gleu.py; it tells which of the two prints.
"""

from __future__ import annotations

import math
from argparse import Namespace
from pathlib import PurePath
from statistics import NormalDist
from typing import TYPE_CHECKING

import click

from redink.cli.originals.program import Program, new_parser
from redink.errors import UsageError

if TYPE_CHECKING:
    from redink.arrays import Floats
    from redink.records import Tokens

_PARSER = new_parser("gleu", "compute_gleu (with -o), or of JFLEG's gleu.py (with --hyp)")
_PARSER.add_argument("-r", "--reference", "--ref", nargs="*", required=True, help="One or more references.")
_PARSER.add_argument("-s", "--source", "--src", required=True, help="The source.")
_OUTPUTS = _PARSER.add_mutually_exclusive_group(required=True)
_OUTPUTS.add_argument("-o", "--hypothesis", nargs="*", help="One or more outputs; - is standard input.")
_OUTPUTS.add_argument("--hyp", nargs="*", help="The same; print as gleu.py does.")
_PARSER.add_argument("-n", type=int, default=4, help="Longest n-gram. Only 4 is supported.")
_PARSER.add_argument("-d", "--debug", action="store_true", help="With -o: also print the score of each sentence.")
_PARSER.add_argument("--iter", type=int, default=500, help="Number of rounds of drawn references (default: 500).")
_PARSER.add_argument("--sent", action="store_true", help="With --hyp: print the score of each sentence instead.")


def _same(arguments: Namespace) -> list[str]:
    outputs = arguments.hypothesis or arguments.hyp or []
    references = (word for reference in arguments.reference for word in ("-r", reference))
    return ["score", *outputs, "-s", arguments.source, *references, "-m", "GLEU"]


def _run(arguments: Namespace) -> None:
    from redink.scoring import gleu

    _refuse_what_does_not_fit(arguments)
    sources = _read(arguments.source)
    references = [_aligned(path, sources, arguments.source) for path in arguments.reference]
    by_sentence = list(zip(*references, strict=True))
    scripted = arguments.hyp is None
    rounds = 1 if scripted and len(references) == 1 else arguments.iter
    draws = gleu.published_draws([len(references)] * len(sources), rounds=rounds)
    for path in arguments.hypothesis or arguments.hyp or ():
        output = _aligned(path, sources, arguments.source)
        table = gleu.reference_stats(sources, output, by_sentence)
        score = _printed(*gleu.sampled_score(table, draws))
        sentences = gleu.score_from_sums(table, smooth=True) if arguments.debug or arguments.sent else None
        if scripted:
            _print_as_compute_gleu(path, score, sentences)
        else:
            click.echo(path)
            click.echo([score] if sentences is None else list(map(_printed_sentence, sentences)))


def _refuse_what_does_not_fit(arguments: Namespace) -> None:
    if arguments.n != 4:
        raise UsageError(
            "-n can only be 4: the original programs count n-grams up to 4 even with another -n",
            remedy="leave out -n",
        )
    if arguments.iter < 1:
        raise UsageError("--iter must be at least 1", remedy="leave it out for the usual 500")
    if not arguments.reference:
        raise UsageError("-r needs a file", remedy="name one or more references")
    if (arguments.debug and arguments.hyp is not None) or (arguments.sent and arguments.hyp is None):
        raise UsageError("-d goes with -o, and --sent with --hyp", remedy="they belong to different programs")


def _read(path: str) -> tuple[Tokens, ...]:
    """Read sentences; only ASCII white space separates tokens, because the originals split bytes."""
    from redink.reading.files import read_lines

    return tuple(tuple(token.decode() for token in line.encode().split()) for line in read_lines(path))


def _aligned(path: str, sources: tuple[Tokens, ...], source: str) -> tuple[Tokens, ...]:
    from redink.reading.plain_text import unequal_lengths

    sentences = _read(path)
    if len(sentences) != len(sources):
        raise unequal_lengths((source, path), (len(sources), len(sentences)))
    return sentences


def _printed_sentence(by_reference: Floats) -> list[str]:
    return _printed(float(by_reference.mean()), float(by_reference.std()))


def _printed(mean: float, deviation: float) -> list[str]:
    """Write mean, standard deviation and 95 % interval; the interval of a deviation of 0 is not a number there."""
    reach = NormalDist().inv_cdf(0.975) * deviation if deviation else math.nan
    return [f"{mean:f}", f"{deviation:f}", f"({mean - reach:.3f},{mean + reach:.3f})"]


def _print_as_compute_gleu(path: str, score: list[str], sentences: Floats | None) -> None:
    if sentences is None:
        click.echo(f"{PurePath(path).name} {score[0]}")
        return
    click.echo("\n===== Sentence-level scores =====\nSID Mean Stdev 95%CI GLEU")
    for number, by_reference in enumerate(sentences):
        click.echo(" ".join((str(number), *_printed_sentence(by_reference))))
    click.echo("\n==== Overall score =====\nMean Stdev 95%CI GLEU\n" + " ".join(score))


COMMAND = Program(_PARSER, _run, _same)
