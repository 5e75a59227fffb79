"""An edit of any language in; its type, the rule that named it, and what the rule saw, out: coarse, then fine if sure.

The rules are tables in `rules/`: those of a user first, then those of the language, then the general ones. The finer
name is that of the one feature (case, number, tense …) in which two forms of a word differ. An analyser leaves out the
features that it is not sure of, so that an unsure one gives no name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from redink.annotation.classify import (
    NOTHING_CHANGES,
    Classification,
    is_unchanged,
    without_shared_end,
)
from redink.annotation.error_types import UNKNOWN
from redink.annotation.spans import Span
from redink.annotation.universal.edit import Knows, UniversalEdit
from redink.annotation.universal.rule_files import RuleFile, UniversalRule, own_rules, read_rules
from redink.language.pipeline import Analysis, Token

VERSION: Final = "2"
"""Counted up when a rule or a fact of this scheme changes a type."""
FORM: Final = ":FORM"
_AGREEING = ("Case", "Gender", "Number")
_REACH = 4
"""How many words after a determiner or an adjective its noun is looked for."""


class UniversalClassifier:
    """The rules for one language."""

    def __init__(self, language: str = "", *, knows: Knows | None = None, taxonomy: Path | None = None) -> None:
        """Take a language's code (empty if it is not known), its word list, and a file of a user's rules."""
        self.language = language
        self._knows = knows
        user = RuleFile(()) if taxonomy is None else read_rules(taxonomy)
        general, special = own_rules("general"), own_rules(language)
        self._rules = (*user.rules, *special.rules, *general.rules)
        self._fine = {**user.fine, **special.fine, **general.fine}
        self._types = user.types
        self.version = f"ud{VERSION}" + (f"-{taxonomy.name}-{user.checksum}" if taxonomy is not None else "")

    def error_type(self, source: Analysis, target: Analysis, span: Span) -> str:
        """Give the error type of an edit."""
        if is_unchanged(source, target, span):
            return UNKNOWN
        edit = UniversalEdit(source, target, without_shared_end(source, target, span), self._knows)
        return self._named(f"{edit.operation}:{self._refined(self._decide(edit)[1], edit)[0]}")

    def classify(self, source: Analysis, target: Analysis, span: Span) -> Classification:
        """Give the error type of an edit with the rule that named it and what that rule saw."""
        if is_unchanged(source, target, span):
            return Classification(UNKNOWN, NOTHING_CHANGES, "Both sides are the same.", ())
        edit = UniversalEdit(source, target, without_shared_end(source, target, span), self._knows)
        rule, coarse = self._decide(edit)
        fine, reason = self._refined(coarse, edit)
        because = f"{rule.because} {reason}" if reason else rule.because
        return Classification(self._named(f"{edit.operation}:{fine}"), rule.name, because, facts(edit))

    def _decide(self, edit: UniversalEdit) -> tuple[UniversalRule, str]:
        """Give the first rule that applies and the type it gives."""
        for rule in self._rules:
            kind = rule.decide(edit)
            if kind is not None:
                return rule, kind
        raise AssertionError("the last general rule must always apply")

    def _refined(self, coarse: str, edit: UniversalEdit) -> tuple[str, str]:
        """Give the finer name and its reason; the coarse one if the features do not tell more."""
        if not coarse.endswith(FORM) or not edit.is_one_for_one:
            return coarse, ""
        old, new = features(edit.old[0]), features(edit.new[0])
        differing = [name for name in self._fine if name in old and name in new and old[name] != new[name]]
        if not differing:
            return coarse, ""
        if len(differing) > 1 and _comes_to_agree(edit, old, new, differing):
            return f"{coarse}:AGR", "Several features change, and then agree with the noun."
        return f"{coarse}:{self._fine[differing[0]]}", f"The feature {differing[0]} changes."

    def _named(self, kind: str) -> str:
        """Translate a type into the project's own, by the longest of its beginnings that the project names."""
        if not self._types:
            return kind
        operation, _, name = kind.partition(":")
        parts = name.split(":")
        for end in range(len(parts), 0, -1):
            beginning = ":".join(parts[:end])
            for key in (f"{operation}:{beginning}", beginning):
                if key in self._types:
                    return f"{operation}:{self._types[key]}"
        return kind


def features(token: Token) -> dict[str, str]:
    """Give the features of a token, which Universal Dependencies writes as `Case=Nom|Number=Sing`."""
    pairs = (pair.partition("=") for pair in token.tag.split("|"))
    return {name: value for name, equals, value in pairs if equals}


def _comes_to_agree(edit: UniversalEdit, old: dict[str, str], new: dict[str, str], differing: list[str]) -> bool:
    """Tell whether the new form, but not the old one, has the case, gender and number of the noun after it."""
    after = edit.target[edit.span.target_end : edit.span.target_end + _REACH]
    noun = next((token for token in after if token.pos in ("NOUN", "PROPN")), None)
    if edit.common_pos not in ("ADJ", "DET", "PRON") or noun is None:
        return False
    wanted = {name: value for name, value in features(noun).items() if name in _AGREEING and name in differing}
    agrees = [all(side.get(name) == value for name, value in wanted.items()) for side in (old, new)]
    return bool(wanted) and agrees == [False, True]


def facts(edit: UniversalEdit) -> tuple[tuple[str, str], ...]:
    """Give what the rules looked at, as (label, value) pairs."""

    def both(show: str) -> str:
        sides = (" ".join(getattr(token, show) or "?" for token in side) for side in (edit.old, edit.new))
        return " → ".join(side or "∅" for side in sides)

    pairs = [("words", both("text")), ("parts of speech", both("pos")), ("lemmas", both("lemma"))]
    if any(token.tag for token in edit.tokens):
        pairs.append(("features", both("tag")))
    if edit.is_one_for_one and edit.knows is not None:
        known = ("no" if known is False else "yes" for known in (edit.old_is_known, edit.new_is_known))
        pairs.append(("in word list", " → ".join(known)))
    if edit.is_one_for_one:
        pairs.append(("similarity", f"{edit.similarity:.3f}"))
    return tuple(pairs)
