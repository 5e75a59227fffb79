"""A hook of MkDocs: pages of the repository that are not in docs/ become pages of the site, and links follow them."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, normpath, relpath
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "NOTICE.md": "notice.md",
    "README.md": "index.md",
}
"""Pages of the repository, and where they are on the site; the README has the same place as the first page."""
_LINK = re.compile(r"\]\(([^)#\s:]+)(#[^)\s]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages from outside docs/."""
    from mkdocs.structure.files import File

    for name, page in OUTSIDE.items():
        if page != "index.md":
            files.append(File.generated(config, page, content=(ROOT / name).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links of the repository to the pages of the site."""
    return site_links(markdown, page.file.src_uri)


def site_links(markdown: str, place: str) -> str:
    """Give a page with links that hold on the site; `place` is its path in docs/."""
    original = {page: name for name, page in OUTSIDE.items() if page != "index.md"}.get(place)
    folder = "" if original else f"docs/{dirname(place)}"

    def lead(link: re.Match[str]) -> str:
        target = normpath(f"{folder}/{link[1]}" if folder else link[1])
        target = f"docs/{OUTSIDE[target]}" if target in OUTSIDE else target
        if not target.startswith("docs/"):
            return link[0]
        return f"]({relpath(target, f'docs/{dirname(place)}'.rstrip('/'))}{link[2] or ''})"

    return _LINK.sub(lead, markdown)
