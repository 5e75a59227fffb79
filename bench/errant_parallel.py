"""ERRANT's own `errant_parallel`, as it is, with the model that redink verified: its options in, its M2 out.

ERRANT asks spaCy for an installed package called en_core_web_sm, which a package index does not have
under that name; so its loader is handed the same model from its folder. All else is ERRANT's.
"""

from __future__ import annotations

from functools import partial

import errant
import spacy
from errant.commands import parallel_to_m2

from redink.language.errant_model import find_model

if __name__ == "__main__":
    errant.load = partial(errant.load, nlp=spacy.load(find_model(), disable=["ner"]))
    parallel_to_m2.main()
