"""A folder with human judgements of correction systems in; its judgements, human scores and outputs out.

Two layouts are known. GJG15 (Grundkiewicz et al. 2015): `judgments.xml`, and perhaps `outputs/` with one file for each
system. SEEDA (Kobayashi et al. 2024): `data/judgments_edit.xml` and `data/judgments_sent.xml`, `outputs/subset/*.txt`
with the judged sentences alone, and `scores/human/EW_edit.txt` and the like with one number for each system in
alphabetical order.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from redink.errors import InputError, Place
from redink.frozen import frozen
from redink.reading.files import read_lines
from redink.reading.human_rankings import PairwiseChoice, read_choices

_SEEDA = {"edit": "SEEDA-E", "sent": "SEEDA-S"}
_RANKINGS = {"TS": "trueskill", "EW": "expected-wins"}


@frozen
class Design:
    """One set of human judgements."""

    name: str
    """`GJG15`, `SEEDA-E` or `SEEDA-S`."""
    file: str
    """The file of the judgements."""
    choices: tuple[PairwiseChoice, ...]
    human_scores: Mapping[str, Mapping[str, float]]
    """Human scores of the systems that come with the judgements: ranking → system → score."""


@frozen
class SuiteFiles:
    """All that a folder holds."""

    designs: tuple[Design, ...]
    outputs: Mapping[str, Path]
    """Output file of each system."""
    numbers: tuple[int, ...] | None
    """Numbers of the sentences that the outputs have, as the judgements count; `None` if they have all sentences."""


def read_suite(folder: str | Path, outputs: str | Path | None = None) -> SuiteFiles:
    """Read a folder in either layout; `outputs` is a folder of outputs that are kept elsewhere."""
    place = Path(folder)
    if (place / "data" / "judgments_edit.xml").is_file():
        return _read_seeda(place, Path(outputs) if outputs else place / "outputs" / "subset")
    for path in (place / "judgments.xml", place / "data" / "judgments.xml"):
        if path.is_file():
            design = Design("GJG15", str(path), read_choices(path), {})
            return SuiteFiles((design,), _outputs(Path(outputs) if outputs else place / "outputs"), None)
    raise InputError(
        "there are no judgements in this folder",
        place=Place(str(folder)),
        remedy="give a folder with judgments.xml (GJG15), or with data/judgments_edit.xml (SEEDA)",
    )


def _outputs(folder: Path) -> dict[str, Path]:
    """Find the outputs of a folder, by the name of the system; files that explain the folder are no outputs."""
    if not folder.is_dir():
        raise InputError(
            "there is no folder of outputs", place=Place(str(folder)), remedy="say where it is with --outputs FOLDER"
        )
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.suffix in {"", ".txt", ".m2", ".out"})
    return {path.name.removesuffix(".txt").removesuffix(".m2").removesuffix(".out"): path for path in files}


def _read_seeda(folder: Path, outputs: Path) -> SuiteFiles:
    texts_of_systems = _outputs(outputs)
    designs = []
    for kind, name in _SEEDA.items():
        path = folder / "data" / f"judgments_{kind}.xml"
        scores = {
            ranking: _human_scores(folder / "scores" / "human" / f"{short}_{kind}.txt", sorted(texts_of_systems))
            for short, ranking in _RANKINGS.items()
        }
        if path.is_file():
            known = {ranking: by_system for ranking, by_system in scores.items() if by_system}
            designs.append(Design(name, str(path), read_choices(path), known))
    numbers = {choice.sentence for design in designs for choice in design.choices}
    return SuiteFiles(tuple(designs), texts_of_systems, tuple(sorted(numbers)))


def _human_scores(path: Path, systems: list[str]) -> dict[str, float]:
    if not path.is_file():
        return {}
    values = [line.split()[-1] for line in read_lines(path) if line.strip()]
    if len(values) != len(systems):
        raise InputError(
            f"{len(values)} human scores for {len(systems)} outputs",
            place=Place(str(path)),
            remedy="the file has one number for each system, in alphabetical order",
        )
    try:
        return dict(zip(systems, map(float, values), strict=True))
    except ValueError as error:
        raise InputError(f"not a number: {error}", place=Place(str(path)), remedy="fix the file") from error
