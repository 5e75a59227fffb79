"""Sources and human or system corrections of ../shared/data in; what `--clean llm` does to them (nothing) out.

Run it as `python -m tools.clean_text`.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from redink.evaluation.cleaning import cleaned
from redink.reading.corrections import read_references
from redink.reading.kinds import carries_sources
from redink.reading.para import read_para

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
Pair = tuple[str, str]


def pairs() -> Iterator[tuple[str, list[Pair]]]:
    """Give name and pairs (source, correction) of each file."""
    for path in sorted({*DATA.rglob("*.m2"), *DATA.rglob("*.para"), *DATA.rglob("MuCGEC_dev.txt")}):
        if any(
            name in str(path) for name in ("choshen-results", "gts-weights", "grundkiewicz15", "m2converter")
        ) or not carries_sources(path):
            continue
        sources, references = read_references(path, overlaps="first") if path.suffix == ".m2" else read_para(path)
        yield (
            str(path.relative_to(DATA)),
            [
                (" ".join(source), " ".join(text))
                for reference in references
                for source, text in zip(sources, reference.texts, strict=True)
                if text is not None
            ],
        )
    conll14 = _lines(DATA / "conll14-official/source.tok.txt")
    for folder in ("conll14-teams", "conll14-systems", "conll14-fluency-refs"):
        for path in sorted((DATA / folder).rglob("*")):
            if path.is_file() and len(lines := _lines(path)) == len(conll14):
                yield f"{folder}/{path.name}", list(zip(conll14, lines, strict=True))
    for part in ("dev", "test"):
        source = _lines(DATA / f"jfleg/{part}/{part}.src")
        for path in sorted((DATA / f"jfleg/{part}").glob("*.ref*")):
            yield f"jfleg/{path.name}", list(zip(source, _lines(path), strict=True))
    yield (
        "ml-elerrant",
        list(zip(_lines(DATA / "ml-elerrant/orig.txt"), _lines(DATA / "ml-elerrant/corr.txt"), strict=True)),
    )


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").split("\n")[:-1]


def main() -> None:
    """Print every pair that is changed, and the totals."""
    warnings.simplefilter("ignore")
    rules: Counter[str] = Counter()
    total = 0
    for name, versions in pairs():
        full = [(source, correction) for source, correction in versions if correction.strip()]
        cleaning = cleaned([source for source, _ in full], [correction for _, correction in full])
        total += len(full)
        rules["only said: truncated"] += len(cleaning.truncated)
        for (source, correction), text in zip(full, cleaning.texts, strict=True):
            if text != correction:
                rules["changed"] += 1
                print(name, repr(source), repr(correction), repr(text), sep="\n    ")
    print(f"{total:,} pairs: {dict(rules)}")


if __name__ == "__main__":
    main()
