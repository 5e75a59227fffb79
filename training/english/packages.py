"""Names of Debian packages in, the paragraphs of their English text out.

`apt-get download` fetches a package that the folder does not hold yet. The versions are Debian 12's of November 2026;
`python -m training.english text` prints what each one gives, with its SHA-256.
"""

from __future__ import annotations

import re
import subprocess
import tarfile
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

Reader = Callable[[str], Iterable[str]]

_BLOCKS = frozenset((
    "p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "title", "desc", "dt", "dd", "td", "th", "div", "section", "caption",
    "item", "note", "blockquote", "page", "ul", "ol", "dl", "table",
))  # fmt: skip
_SKIPPED = frozenset((
    "script", "style", "pre", "screen", "programlisting", "comment", "credit", "head", "nav", "footer", "info",
    "revision", "license", "synopsis",
))  # fmt: skip
_LETTERS = re.compile(r"[A-Za-z]{2}")


class _Paragraphs(HTMLParser):
    """Collects the text of blocks of HTML or Mallard pages."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.finished: list[str] = []
        self._pieces: list[str] = []
        self._skipping: list[str] = []

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SKIPPED:
            self._skipping.append(tag)
        if tag in _BLOCKS or tag in _SKIPPED:
            self.flush()

    def handle_startendtag(self, _tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        """Leave an empty element out: nothing ends it."""

    def handle_endtag(self, tag: str) -> None:
        if self._skipping and tag == self._skipping[-1]:
            self._skipping.pop()
        if tag in _BLOCKS:
            self.flush()

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self._pieces.append(data)

    def flush(self) -> None:
        """End a paragraph."""
        self.finished.append("".join(self._pieces))
        self._pieces = []


def page_paragraphs(page: str) -> list[str]:
    """Give the paragraphs, headings and items of an HTML or Mallard page."""
    parser = _Paragraphs()
    parser.feed(page)
    parser.close()
    parser.flush()
    return parser.finished


def glosses(database: str) -> Iterator[str]:
    """Give the definitions and examples of a file of WordNet."""
    for line in database.splitlines():
        _, mark, gloss = line.partition(" | ")
        if mark:
            yield from (part.strip().strip('"') for part in gloss.split("; "))


def quoted_lines(script: str) -> list[str]:
    """Give what stands between grave accents: what people say in the files of Endless Sky."""
    return re.findall(r"`([^`\n]+)`", script)


class Package(NamedTuple):
    """A package whose text is used."""

    name: str
    files: re.Pattern[str]
    read: Reader


PACKAGES = {
    package.name: package
    for package in (
        Package("gnome-user-docs", re.compile(r"/help/C/.*\.page$"), page_paragraphs),
        Package("debian-handbook", re.compile(r"/html/en-US/(chapter|sect|[a-z-]+\.html$)"), page_paragraphs),
        Package("python3.11-doc", re.compile(r"/html/(tutorial|howto|library|faq|using)/.*\.html$"), page_paragraphs),
        Package("postgresql-doc-15", re.compile(r"/html/.*\.html$"), page_paragraphs),
        Package("wordnet-base", re.compile(r"/wordnet/data\.(noun|verb|adj|adv)$"), glosses),
        Package("endless-sky-data", re.compile(r"/endless-sky/data/.*\.txt$"), quoted_lines),
    )
}


def paragraphs(name: str, folder: Path) -> list[str]:
    """Give the distinct paragraphs of a package, in the order of the names of its files."""
    package = PACKAGES[name]
    texts: dict[str, None] = {}
    for page in _pages(_archive(name, folder), package.files):
        tidy = (" ".join(text.replace("¶", " ").split()) for text in package.read(page))
        texts |= dict.fromkeys(text for text in tidy if _LETTERS.search(text) and " " in text)
    return list(texts)


def _archive(name: str, folder: Path) -> Path:
    """Give the package's file, downloaded if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (held := sorted(folder.glob(f"{name}_*.deb"))):
        subprocess.run(["apt-get", "download", name], cwd=folder, check=True)
        held = sorted(folder.glob(f"{name}_*.deb"))
    return held[-1]


def _pages(archive: Path, wanted: re.Pattern[str]) -> list[str]:
    """Give the wanted files of a package by name."""
    pages = {}
    with (
        subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(archive)], stdout=subprocess.PIPE) as unpacked,
        tarfile.open(fileobj=unpacked.stdout, mode="r|") as files,
    ):
        for member in files:
            if member.isfile() and wanted.search(member.name) and (file := files.extractfile(member)):
                pages[member.name] = file.read().decode("utf-8", "replace")
    return [pages[name] for name in sorted(pages)]
