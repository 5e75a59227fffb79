"""A hook of the build: README.md and the address of the repository in, redink's page on PyPI out.

The address is that of the remote `origin` of the checkout that is built, so that a release leads to the repository that
it was pushed to, and a fork's release to the fork. Without such an address, links to files become words.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # the tests read this file without the build system
    MetadataHookInterface = object  # type: ignore[assignment,misc]

_PICTURE = re.compile(r"^(!\[[^\]]*\]\()(?!\w+://)([^)]*)\)\n\n", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!\w+://|#)([^)]*)\)")
_COMMENT = re.compile(r"^<!-- .* -->\n", re.MULTILINE)
_REMOTE = re.compile(
    r"(?:(?P<web>https?)://(?:[^@/]*@)?|ssh://(?:[^@/]*@)?|[\w.-]+@)"  # how git reaches the host
    r"(?P<host>[\w-]+(?:\.[\w-]+)+)(?P<port>:\d+)?[:/]"
    r"(?P<path>[^\s?#]+?)(?:\.git)?/?"
)
_PAGES = {
    "Documentation": "docs/index.md",
    "Start": "docs/start.md",
    "Changelog": "CHANGELOG.md",
    "Contributing": "CONTRIBUTING.md",
}
"""Names of links beside the description, and the files that they lead to."""


class PageHook(MetadataHookInterface):  # type: ignore[misc,valid-type]
    """Sets the description and the links."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the description and the links in."""
        root = Path(self.root)
        address, tag = repository(_origin(root)), f"v{metadata['version']}"
        text = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": description(text, address, tag)}
        metadata["urls"] = links(address, tag)


def _origin(root: Path) -> str:
    """Give what git knows as the remote `origin`; empty outside a checkout."""
    if not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:  # git is not installed
        return ""


def repository(remote: str) -> str | None:
    """Give the web address of a remote, or nothing for a folder of this machine."""
    found = _REMOTE.fullmatch(remote)
    if found is None:
        return None
    port = (found["port"] or "") if found["web"] else ""  # that of ssh is no port of web pages
    return f"https://{found['host']}{port}/{found['path']}"


def description(readme: str, address: str | None, tag: str) -> str:
    """Give the README with links and pictures that lead into the repository, or without them."""
    text = _COMMENT.sub("", readme)
    if address is None:
        return _LINK.sub(r"\1", _PICTURE.sub("", text))
    return _LINK.sub(rf"[\1]({address}/blob/{tag}/\2)", _PICTURE.sub(rf"\1{address}/raw/{tag}/\2)\n\n", text))


def links(address: str | None, tag: str) -> dict[str, str]:
    """Give the links beside the description by their names."""
    if address is None:
        return {}
    pages = {name: f"{address}/blob/{tag}/{file}" for name, file in _PAGES.items()}
    return {"Repository": address, "Issues": f"{address}/issues", **pages}
