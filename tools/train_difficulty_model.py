"""The outputs on CoNLL-14 in ../shared/data in, the model that `redink difficulty --predict` uses out.

The file has the effects of features, two spreads and the abilities of systems. It has no text of the corpus or of an
output. Both annotators count; the edits and their types are those of redink-en, the default pipeline.

Run it from the checkout: python -m tools.train_difficulty_model (needs ../shared; a CPU minute).
"""

from __future__ import annotations

import warnings

import msgspec
import numpy as np

from redink.evaluation.data import read
from redink.evaluation.preparation import prepare
from redink.questions.difficulty.mathematics.error_models import Coefficients, Effect, fit_errors
from redink.questions.difficulty.mathematics.features import error_features
from redink.questions.difficulty.mathematics.judged_reference import judge_reference
from redink.questions.difficulty.shipped import PATH
from redink.reading.files import write_whole
from redink.records import EvalSet
from tools.build_weight_pools import DATA, GOLD, outputs


def outputs_and_references() -> EvalSet:
    """Read the outputs of the 19 systems, and both annotators."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # blanks at the ends of lines, which some outputs have
        golds = [DATA / "conll14-official" / "noalt" / name for name in GOLD]
        return prepare(read(outputs(), references=golds), "edits", types=True).data


def trained(data: EvalSet) -> Coefficients:
    """Fit the errors of all references together."""
    tables = [judge_reference(data, place).table for place in range(len(data.references))]
    parts = [error_features(table.gold.edits, table.gold.sentence, data.sources) for table in tables]
    names = dict.fromkeys(name for part in parts for name in part)
    absent = [np.zeros(len(table.gold.edits)) for table in tables]
    features = {
        name: np.concatenate([part.get(name, zeros) for part, zeros in zip(parts, absent, strict=True)])
        for name in names
    }
    solved = np.concatenate([table.of_errors() for table in tables])
    model = fit_errors(solved, features, tables[0].systems, "irt")
    assert model.response is not None
    abilities = dict(zip(model.systems, np.round(model.response.ability, 4).tolist(), strict=True))
    effects = tuple(
        Effect(name, *(round(number, 4) for number in (effect, error, centre)))
        for name, effect, error, centre in model.effects
    )
    return Coefficients(effects, round(model.response.sigma, 4), round(model.slope, 4), abilities)


def main() -> None:
    """Write the file into the package."""
    text = msgspec.json.format(msgspec.json.encode(trained(outputs_and_references())), indent=1).decode()
    with write_whole(PATH) as out:
        out.write(text + "\n")


if __name__ == "__main__":
    main()
