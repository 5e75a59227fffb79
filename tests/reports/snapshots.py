"""Rendered text in, a comparison with a file of tests/reports/snapshots out.

`REDINK_WRITE_SNAPSHOTS=1 pytest tests/reports` writes the files anew; read the diff before you commit it.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).with_name("snapshots")


def assert_as_before(name: str, text: str) -> None:
    """Fail unless the text is the one in the file."""
    path = FOLDER / name
    if os.environ.get("REDINK_WRITE_SNAPSHOTS"):
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode()
