"""Dependency parsers: tokenised sentences in, `Tree`s out.

Any object with `name`, `version` and `parse` will do, e.g. one that calls a parser of your own. spaCy's parsers come
through `load_tree_parser`; our own `redink-en` tags words but draws no trees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from redink.errors import MissingExtraError
from redink.language.errant_model import INSTALL
from redink.language.pipeline import Analysis, Pipeline
from redink.language.registry import load_pipeline, split_taxonomy

if TYPE_CHECKING:
    from redink.reading.conllu import Tree

_WITHOUT_TREES = ("redink-en", "en", "plain")
_OURS = "redink-"
"""How the names of our own pipelines begin; none of them draws trees."""
_SURE = 20
"""After this many sentences of two or more words without a dependency, the pipeline is said to draw no trees."""


class TreeParser(Protocol):
    """An object that parses tokenised sentences."""

    @property
    def name(self) -> str:
        """The name by which users choose it."""

    @property
    def version(self) -> str:
        """Everything that can change its trees, for the signature."""

    def parse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Tree]:
        """Parse sentences in order; each tree has exactly the tokens it was given."""


class PipelineTrees:
    """A parser that takes its trees from a pipeline."""

    def __init__(self, pipeline: Pipeline) -> None:
        """Take a pipeline that fills in `head` and `dep`."""
        if pipeline.name in _WITHOUT_TREES or pipeline.name.startswith(_OURS):
            raise _no_trees(pipeline.name)
        self._pipeline = pipeline
        self.name = pipeline.name
        self.version = pipeline.version

    def parse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Tree]:
        """Parse sentences in order."""
        flat = 0
        for analysis in self._pipeline.analyse(sentences):
            tree = tree_of(analysis)
            if len(tree.tokens) > 1:
                flat = flat + 1 if all(head == place for place, head in enumerate(tree.heads)) else -(10**9)
            if flat >= _SURE:
                raise _no_trees(self.name)
            yield tree


def tree_of(analysis: Analysis) -> Tree:
    """Take the tree out of an analysis."""
    from redink.reading.conllu import Tree

    return Tree(
        tuple(token.text for token in analysis),
        tuple(token.head for token in analysis),
        tuple(token.dep for token in analysis),
        tuple(token.lemma for token in analysis),
        tuple(token.pos for token in analysis),
    )


def tree_pipeline(name: str) -> str:
    """Give the pipeline that draws trees in a run of this pipeline: itself, or `errant` if it draws none."""
    name, _ = split_taxonomy(name)
    return "errant" if name in _WITHOUT_TREES else name


def load_tree_parser(name: str = "errant") -> PipelineTrees:
    """Load `errant` or any spaCy model by name or path."""
    if name in _WITHOUT_TREES:
        raise _no_trees(name)
    return PipelineTrees(load_pipeline(name))


def _no_trees(name: str) -> MissingExtraError:
    return MissingExtraError(
        f"{name} makes no dependency trees, which faithfulness needs",
        remedy=f"type: {INSTALL} (then -p errant, which is the default here), or give the trees as CoNLL-U files",
    )
