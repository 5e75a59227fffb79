"""Parsers: ours draws no trees, spaCy's do."""

import pytest

from redink.errors import MissingExtraError
from redink.language.pipeline import Token
from redink.language.trees import PipelineTrees, load_tree_parser


@pytest.mark.parametrize("name", ["redink-en", "plain"])
def test_who_draws_no_trees(name):
    with pytest.raises(MissingExtraError, match=r"redink\[errant\]") as caught:
        load_tree_parser(name)
    assert caught.value.exit_code == 4


def test_errant_draws_trees(errant_pipeline):
    parser = PipelineTrees(errant_pipeline)
    (tree,) = parser.parse([("He", "likes", "cats", ".")])
    assert (tree.heads, tree.labels) == ((1, 1, 1, 1), ("nsubj", "ROOT", "dobj", "punct"))
    assert parser.version.startswith("en_core_web_sm")


class Flat:
    name, version, scheme = "flat", "1", "operation"

    def analyse(self, sentences):
        return (
            tuple(Token(word, word, "", "", word, "", place) for place, word in enumerate(words)) for words in sentences
        )


def test_a_model_without_a_parser_is_found_out():
    parser = PipelineTrees(Flat())
    assert len(list(parser.parse([("a", "b")] * 19))) == 19
    with pytest.raises(MissingExtraError, match="flat makes no"):
        list(parser.parse([("a", "b")] * 20))
