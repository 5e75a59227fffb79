"""Every cell of every notebook runs, and what it shows at its end can be shown."""

import ast
import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def run_cell(code, names):
    """Run a cell as a notebook does; give the value of its last expression."""
    parsed = ast.parse(code)
    last = parsed.body.pop() if isinstance(parsed.body[-1], ast.Expr) else None
    exec(compile(parsed, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_runs_and_shows_something(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    names, shown = {}, []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "notebooks are stored without outputs"
            value = run_cell(source, names)
            assert hasattr(value, "_repr_html_") or value is None or isinstance(value, bool | int | float | str), source
            if hasattr(value, "_repr_html_"):
                shown.append(value._repr_html_())
    assert any("<svg" in html or "<table" in html for html in shown)


def test_all_four_are_there():
    assert [path.stem for path in NOTEBOOKS] == [
        "difficulty",
        "error-analysis",
        "quick-start",
        "significance-and-power",
    ]
