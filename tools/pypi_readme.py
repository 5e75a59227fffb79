"""A hook of the build: README.md in, the description for PyPI out: links to files of the checkout become words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # the tests read this file without the build system
    MetadataHookInterface = object  # type: ignore[assignment,misc]

_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!\w+://)[^)]*\)\n\n", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\((?!\w+://|#)[^)]*\)")
_COMMENT = re.compile(r"^<!-- .* -->\n", re.MULTILINE)


class DescriptionHook(MetadataHookInterface):  # type: ignore[misc,valid-type]
    """Sets the description."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the description in."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": description(text)}


def description(readme: str) -> str:
    """Give the README with the words of links to files, and without pictures that are files."""
    return _LINK.sub(r"\1", _PICTURE.sub("", _COMMENT.sub("", readme)))
