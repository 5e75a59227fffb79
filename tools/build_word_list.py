"""An unpacked `errant` package in, out our word list.

    python tools/build_word_list.py [FOLDER-OF-THE-ERRANT-PACKAGE]

ERRANT ships the plain list as `en/resources/en_GB-large.txt`; without an argument the installed package
is used (found, not imported). A wheel is a zip file: unpack it and name its `errant` folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from redink.annotation.word_list import DATA_FILE


def installed_errant() -> Path:
    """Give the folder of the installed `errant` package."""
    spec = find_spec("errant")
    if spec is None or spec.origin is None:
        sys.exit("errant is not installed: name the folder of an unpacked errant package")
    return Path(spec.origin).parent


def read_words(errant: Path) -> list[str]:
    """Give the words of ERRANT's copy of the list."""
    lines = (errant / "en" / "resources" / "en_GB-large.txt").read_text(encoding="utf-8").split("\n")
    return [line.strip() for line in lines]


def pack(words: Iterable[str]) -> bytes:
    """Give the content of the data file for these words."""
    lines = sorted({word.encode() for word in words if word})
    return b"".join(line + b"\n" for line in lines)


def main() -> None:
    """Write the data file and say how large it is."""
    words = read_words(Path(sys.argv[1]) if len(sys.argv) > 1 else installed_errant())
    DATA_FILE.parent.mkdir(exist_ok=True)
    DATA_FILE.write_bytes(pack(words))
    print(f"{DATA_FILE}: {DATA_FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
