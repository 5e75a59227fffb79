"""`redink m2scorer`: a system's output and an M2 file in, what the M2 scorer 3.2 prints out.

The verbose report is that of Python 2, for which the scorer was written and in which reports were published: text as
u'…', and twelve digits of every number.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import click

from redink.cli.originals.program import Program, add_beta, new_parser
from redink.errors import InputError, Place, UsageError

if TYPE_CHECKING:
    from redink.annotation.spans import Span
    from redink.arrays import Floats
    from redink.records import Edit, Edits, Tokens
    from redink.scoring.max_match import Matching
    from redink.scoring.max_match_report import ScorerEdits
    from redink.scoring.walks import Proposed

_PARSER = new_parser("m2scorer", "m2scorer (version 3.2)")
_PARSER.add_argument("proposed_sentences", help="The output of a system: one tokenised sentence on each line.")
_PARSER.add_argument("source_gold", help="An M2 file: the source sentences and the gold edits.")
_PARSER.add_argument("-v", "--verbose", action="store_true", help="Print the edits and counts of every sentence.")
_PARSER.add_argument("--very_verbose", action="store_true", help="Not supported: it shows the scorer's own lattice.")
_PARSER.add_argument(
    "--max_unchanged_words", type=int, default=2, help="Number of equal words that an edit may hold (default: 2)."
)
add_beta(_PARSER, "--beta")
_PARSER.add_argument(
    "--ignore_whitespace_casing", action="store_true", help="Drop edits that change only spaces and case."
)

_Shown: TypeAlias = tuple[int, int, str, str]
"""An edit as the scorer prints it: span, words of the source, correction."""


class _Sentence(NamedTuple):
    """A source sentence with the gold edits of each annotator."""

    source: Tokens
    annotators: tuple[int, ...]
    gold: tuple[Edits, ...]


def _same(arguments: Namespace) -> list[str]:
    measure = "M2" if arguments.beta == 0.5 else f"M2-F{arguments.beta:g}"
    words = ["score", arguments.proposed_sentences, "-r", arguments.source_gold, "-m", measure]
    if arguments.max_unchanged_words != 2:
        words += ["--max-unchanged", str(arguments.max_unchanged_words)]
    return [*words, "--ignore-whitespace-casing"] if arguments.ignore_whitespace_casing else words


def _run(arguments: Namespace) -> None:
    if arguments.very_verbose:
        raise UsageError("--very_verbose is not supported: redink builds no such lattice", remedy="use --verbose")
    if arguments.max_unchanged_words < 0:
        raise UsageError("--max_unchanged_words cannot be below 0", remedy="leave it out for the usual 2")
    from redink.reading.files import read_lines
    from redink.scoring.max_match import Matching
    from redink.scoring.max_match_report import published_scores

    sentences = list(_sentences(arguments.source_gold))
    outputs = [line.strip() for line in read_lines(arguments.proposed_sentences)]
    if len(outputs) != len(sentences):
        raise InputError(
            f"there are {len(outputs)} lines, but {arguments.source_gold} has {len(sentences)} sentences",
            place=Place(arguments.proposed_sentences),
            remedy="the output must have one line for every sentence of the M2 file",
        )
    how = Matching("faithful", arguments.max_unchanged_words, arguments.ignore_whitespace_casing)
    count = _report if arguments.verbose else _count
    correct, proposed, gold = count(sentences, outputs, how, arguments.beta).tolist()
    scores = published_scores(correct, proposed, gold, arguments.beta)
    if arguments.verbose:
        click.echo(f"CORRECT EDITS  : {correct:.0f}\nPROPOSED EDITS : {proposed:.0f}\nGOLD EDITS     : {gold:.0f}")
        for name, score in zip(("P", "R", f"F_{arguments.beta:.1f}"), scores, strict=True):
            click.echo(f"{name} = {_number(score)}")
    for name, score in zip(("Precision  ", "Recall     ", f"F_{arguments.beta:.1f}      "), scores, strict=True):
        click.echo(f"{name} : {score:.4f}")


def _count(sentences: Sequence[_Sentence], outputs: Sequence[str], how: Matching, beta: float) -> Floats:
    """Give the sums of correct, proposed and gold edits."""
    from redink.scoring.max_match import chosen_counts, count_edits

    sources, _, gold = zip(*sentences, strict=True) if sentences else ((), (), ())
    counted = count_edits(sources, (tuple(output.split()) for output in outputs), gold, how)
    sums: Floats = chosen_counts(counted, rule="faithful", beta=beta).sum(axis=0)
    return sums


def _report(sentences: Sequence[_Sentence], outputs: Sequence[str], how: Matching, beta: float) -> Floats:
    """Give the same, and print every sentence."""
    import numpy as np

    from redink.scoring.max_match import choose_annotators
    from redink.scoring.max_match_report import scorer_edits

    edits = [scorer_edits(s.source, tuple(out.split()), s.gold, how) for s, out in zip(sentences, outputs, strict=True)]
    tables = [np.array([annotator.counts() for annotator in row], dtype=np.float64) for row in edits]
    chosen = choose_annotators(tables, rule="faithful", beta=beta)
    sums = np.zeros(3)
    for number, sentence in enumerate(sentences):
        _print_sentence(sentence, outputs[number], edits[number], sums + tables[number], beta)
        click.echo(f">> Chosen Annotator for line {number + 1} : {sentence.annotators[chosen[number]]}\n")
        sums = sums + tables[number][chosen[number]]
    return sums


def _sentences(path: str) -> Iterator[_Sentence]:
    from redink.reading.m2 import read_m2

    for sentence in read_m2(path, conflicts="both"):
        annotators = sentence.annotators() or (0,)
        gold = tuple(sentence.edits_of(annotator) or () for annotator in annotators)
        yield _Sentence(tuple(" ".join(sentence.tokens).split()), annotators, gold)


def _print_sentence(sentence: _Sentence, output: str, scored: Sequence[ScorerEdits], sums: Floats, beta: float) -> None:
    """Print what each annotator makes of a sentence; `sums` holds the counts with all sentences before."""
    from redink.annotation.reannotation import minimise
    from redink.annotation.spans import Span
    from redink.scoring.max_match import precision_recall_f

    source, hypothesis = sentence.source, tuple(output.split())
    scores = precision_recall_f(sums, beta=beta, rule="faithful")
    for annotator, gold, edits, counts, score in zip(
        sentence.annotators, sentence.gold, scored, sums, scores, strict=True
    ):
        shrunk = [minimise(source, hypothesis, Span(*edit)) for edit in edits.proposed]
        click.echo(f">> Annotator: {annotator}")
        for edit in edits.correct:
            if mark := _mark(edit, edits.proposed, shrunk, hypothesis, gold):
                click.echo(f"{mark} {_tuple(_shown(source, hypothesis, edit))}")
        click.echo(f"SOURCE        : {' '.join(source)}")
        click.echo(f"HYPOTHESIS    : {output}")
        click.echo(f"EDIT SEQ      : {_list(_tuple(_shown(source, hypothesis, span)) for span in shrunk)}")
        click.echo(f"GOLD EDITS    : {_list(_gold(source, edit) for edit in gold)}")
        click.echo(f"CORRECT EDITS : {_list(_tuple(_shown(source, hypothesis, edit)) for edit in edits.correct)}")
        for name, total in zip(("# correct    ", "# proposed   ", "# gold       "), counts, strict=True):
            click.echo(f"{name} : {total:.0f}")
        for name, value in zip(("precision    ", "recall       ", f"f_{beta:.1f}        "), score, strict=True):
            click.echo(f"{name} : {_number(float(value))}")
        click.echo("-" * 43)


def _mark(edit: Proposed, proposed: Sequence[Proposed], shrunk: Sequence[Span], hypothesis: Tokens, gold: Edits) -> str:
    """Give the sign for a correct insertion (*) or deletion (&) beside its opposite; ! if that is correct as well."""
    from redink.scoring.gold_arcs import corrections_of

    inserts = edit.start == edit.end
    if not inserts and edit.first != edit.last:
        return ""
    beside = [
        span
        for other, span in zip(proposed, shrunk, strict=True)
        if (other.start == edit.end or other.end == edit.start)
        and (span.start < span.end and span.target_start == span.target_end if inserts else span.start == span.end)
    ]
    right = any(
        (span.start, span.end) == (answer.start, answer.end)
        and hypothesis[span.target_start : span.target_end] in corrections_of(answer)
        for span in beside
        for answer in gold
    )
    return "" if not beside else "!" if right else "*" if inserts else "&"


def _shown(source: Tokens, hypothesis: Tokens, edit: Proposed | Span) -> _Shown:
    start, end, first, last = edit
    return start, end, " ".join(source[start:end]), " ".join(hypothesis[first:last])


def _gold(source: Tokens, edit: Edit) -> str:
    texts = (" ".join(text).strip() for text in (edit.replacement, *edit.alternatives))
    # -NONE- became a constant of the program, an empty field is text of the file.
    corrections = _list("''" if text == "-NONE-" else f"u{text!a}" for text in texts)
    return f"({edit.start}, {edit.end}, {_text(' '.join(source[edit.start : edit.end]))}, {corrections})"


def _tuple(shown: _Shown) -> str:
    start, end, before, after = shown
    return f"({start}, {end}, {_text(before)}, {_text(after)})"


def _text(text: str) -> str:
    return f"u{text!a}" if text else "''"


def _list(parts: Iterator[str]) -> str:
    return f"[{', '.join(parts)}]"


def _number(value: float) -> str:
    """Write a number as Python 2 does: twelve digits, and always a point."""
    digits = f"{value:.12g}"
    return digits if "." in digits or "e" in digits else f"{digits}.0"


COMMAND = Program(_PARSER, _run, _same)
