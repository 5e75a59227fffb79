"""The package of docs/plugins.md that brings a pipeline and a classifier works once it is installed."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.cli.running import SRC

PAGE = Path(__file__).resolve().parents[2] / "docs" / "plugins.md"


def test_the_pipeline_and_the_classifier_of_the_docs(tmp_path):
    page = PAGE.read_text(encoding="utf-8")
    (tmp_path / "esperanto.py").write_text(
        re.search(r"\*\*`esperanto\.py`\*\*\n+```python\n(.*?)```", page, re.DOTALL)[1]
    )
    entries = re.findall(r'entry-points\."(redink\.(?:pipelines|classifiers))"\]\n(\w+) = "(.*?)"', page)
    assert [group for group, _, _ in entries] == ["redink.pipelines", "redink.classifiers"]
    installed = tmp_path / "redink_esperanto-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: redink-esperanto\nVersion: 1.0\n")
    lines = (f"[{group}]\n{name} = {place}\n" for group, name, place in entries)
    (installed / "entry_points.txt").write_text("".join(lines))

    def explain(source, correction):
        code = "import sys; from redink.cli import main; sys.exit(main())"
        finished = subprocess.run(
            [sys.executable, "-c", code, "explain", source, correction, "-p", "esperanto"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([SRC, str(tmp_path)])},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (finished.returncode, finished.stderr) == (0, "")
        return finished.stdout

    told = explain("Mi vidas hundo .", "Mi vidas hundon .")
    assert "R:ACCUSATIVE  2–3  hundo → hundon" in told
    assert "rule   the accusative of Esperanto" in told
    assert "R:NOUN:FORM:NUM" in explain("Jen hundo .", "Jen hundoj .")
