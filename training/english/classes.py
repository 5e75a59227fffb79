"""The 13 dependency classes that the annotation rules can tell apart: a ClearNLP label in, its class out."""

from __future__ import annotations

CLASSES = (
    "aux", "acomp", "amod", "advmod", "det", "prep", "prt", "punct", "arg", "poss", "mark", "clause", "other",
)  # fmt: skip

_MEMBERS = {
    "aux": "aux auxpass",
    "arg": "nsubj nsubjpass dobj pobj",
    "clause": "ROOT advcl ccomp conj relcl xcomp",
}
_CLASS_OF = {label: name for name, labels in _MEMBERS.items() for label in labels.split()}


def class_of(label: str) -> str:
    """Give the class of a dependency label."""
    if label in _CLASS_OF:
        return _CLASS_OF[label]
    return label if label in CLASSES else "other"
