"""Answers of a language model in; corrections, and what was removed by which rule, out (`--clean llm`).

A refusal counts as unchanged: it proposes no edit, so that all errors of the sentence are missed. A truncated answer is
kept as far as it goes. Both are said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from redink.frozen import frozen
from redink.reading.llm_answers import RULES, WEAK, CleanAnswer, clean_answer
from redink.reading.llm_files import clean_file

_HABIT = 0.1
"""The share of answers with quotation marks or numbers that makes these a habit of the model."""
_MOST_SHOWN = 50


@frozen
class Cleaning:
    """The corrections of one output, and how they were found."""

    texts: tuple[str, ...]
    """One for each answer, or the lines of the file if it is one answer to all sentences."""
    rules: Mapping[str, tuple[int, str]]
    """For each rule: how often it removed something, and the first answer for which it did."""
    refusals: tuple[int, ...] = ()
    """Numbers (from 1) of answers without a correction."""
    truncated: tuple[int, ...] = ()
    """Numbers (from 1) of answers that break off."""

    @property
    def problems(self) -> bool:
        """Whether answers refuse or break off."""
        return bool(self.refusals or self.truncated)

    def __str__(self) -> str:
        """Tell how often each rule was used, with an example, and which answers refuse or break off."""
        parts = [f"{name} {count:,} (first: {shown!r})" for name, (count, shown) in self.rules.items()]
        said = f"answers cleaned: {', '.join(parts)}" if parts else "answers cleaned: nothing to remove"
        if self.refusals:
            said += f"; {len(self.refusals):,} refused or empty (counted as unchanged: {_numbers(self.refusals)})"
        if self.truncated:
            said += f"; {len(self.truncated):,} truncated (kept as far as they go: {_numbers(self.truncated)})"
        return said


def _numbers(numbers: Sequence[int]) -> str:
    more = f" and {len(numbers) - _MOST_SHOWN:,} more" if len(numbers) > _MOST_SHOWN else ""
    return ", ".join(map(str, numbers[:_MOST_SHOWN])) + more


def cleaned(sources: Sequence[str], answers: Sequence[str]) -> Cleaning:
    """Clean one answer for each source sentence, or, if there are more or fewer lines, a file that is one answer."""
    if len(answers) != len(sources):
        answer = clean_file(sources, answers)
        return _gathered(["\n".join(answers)], [answer], tuple(answer.text.split("\n")))
    pairs = list(zip(sources, answers, strict=True))
    habits = frozenset(
        name
        for name in WEAK
        if sum(RULES[name](source, answer) != answer for source, answer in pairs) > max(2, _HABIT * len(pairs))
    )
    results = [clean_answer(source, answer, habits) for source, answer in pairs]
    return _gathered(answers, results, tuple(result.text for result in results))


def _gathered(answers: Sequence[str], results: Sequence[CleanAnswer], texts: tuple[str, ...]) -> Cleaning:
    rules: dict[str, list[str]] = defaultdict(list)
    for answer, result in zip(answers, results, strict=True):
        for name in result.rules:
            rules[name].append(answer)
    return Cleaning(
        texts,
        {name: (len(changed), changed[0].strip()[:80]) for name, changed in rules.items()},
        tuple(number for number, result in enumerate(results, start=1) if result.state == "refusal"),
        tuple(number for number, result in enumerate(results, start=1) if result.state == "truncated"),
    )
