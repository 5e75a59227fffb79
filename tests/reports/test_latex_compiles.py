r"""LaTeX tables go through LaTeX: hostile cells, every table of the report, and other scripts.

pdfLaTeX knows the Latin letters and the symbols we have commands for. CJK and right-to-left text need an engine with
system fonts, as the comment above such a table says: those are compiled with LuaLaTeX, once with a font that has the
letters, so that a letter that vanished would be seen in the log.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from redink import example
from redink.evaluation.preparation import annotated
from redink.evaluation.trust import Trust
from redink.page.report import build_report
from redink.questions.difficulty.run import difficulty
from redink.reports.latex import to_latex
from redink.reports.one_page import Fold
from redink.reports.tables import Table, make_table
from tests.reports.samples import NASTY, sample_table

ASCII = "".join(map(chr, range(32, 127)))
SIGNS = "−–…↑↓→↔≤≥≠≈∞×±′▲▼ α Δw σ² «äöüßéñçøåŁśžŘğœĐÞ» ‘’ “” — • § ° ½ µ ¡¿ € £ © ™ † ‰"
TRICKS = [
    r"\\ \newline {} %",
    "[x]",
    "*",
    "--- ''' ,, ``",
    r"\end{tabular}",
    "a & b & c",
    "^^M",
    "~",
    "#1",
    "$x_1^2$",
    "",
]

needs_pdflatex = pytest.mark.skipif(
    shutil.which("pdflatex") is None, reason="pdflatex is not installed: apt-get install texlive-latex-recommended"
)


def compiled(engine, folder, preamble, tables):
    """Compile tables to a page each; give the log."""
    body = "\n\\clearpage\n".join(map(to_latex, tables))
    source = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (folder / "tables.tex").write_text(source, encoding="utf-8")
    finished = subprocess.run(
        [engine, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "tables.tex"],
        cwd=folder,
        capture_output=True,
        check=False,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder), "max_print_line": "1000"},
    )
    log = (folder / "tables.log").read_text(encoding="utf-8", errors="replace")
    assert finished.returncode == 0, [line for line in log.splitlines() if line.startswith(("!", "l."))]
    assert (folder / "tables.pdf").stat().st_size > 1000
    return log


def hostile_table(*more):
    rows = [[text, number] for number, text in enumerate([ASCII, SIGNS, *TRICKS, *more])]
    return make_table("Hostile <&_%$#> {table}", ["the_system", "F & score"], rows, notes=[ASCII], label="tab:a_b&c")


PDF = "\\usepackage{booktabs}\n\\usepackage[T1]{fontenc}"


@needs_pdflatex
def test_hostile_cells(tmp_path):
    log = compiled("pdflatex", tmp_path, PDF, [hostile_table()])
    assert "Missing character" not in log


@needs_pdflatex
def test_every_table_of_the_report(tmp_path):
    from redink.annotation.annotator import Annotator
    from redink.language.registry import load_pipeline

    data = annotated(example.load(), Annotator(load_pipeline("redink-en")))
    built = build_report(data, ("F0.5", "M2", "GLEU"), title="", trust=Trust(resamples=20, seed=0))
    tables = [table for section in built.page.sections for table in tables_in(section.parts)]
    assert len(tables) > 20
    results = difficulty(data)
    log = compiled("pdflatex", tmp_path, PDF, [table for table in tables if table.rows])
    assert "Missing character" not in log
    assert r"\toprule" in results.to_latex()
    assert r"\toprule" in built.results.to_latex()


def tables_in(parts):
    for part in parts:
        if isinstance(part, Fold):
            yield from tables_in(part.parts)
        elif isinstance(part, Table):
            yield part
        elif hasattr(part, "table"):
            yield part.table


DROID = Path("/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf")
DEJAVU = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")


@pytest.mark.skipif(
    shutil.which("luaotfload-tool") is None, reason="LuaLaTeX is not installed: apt-get install texlive-luatex lmodern"
)
@pytest.mark.parametrize(
    ("font", "package", "names"),
    [
        pytest.param(DROID, "fonts-droid-fallback", ["系统 & 一_1", "システム 100%", "系統 $"], id="CJK"),
        pytest.param(DEJAVU, "fonts-dejavu-core", ["שלום & 1_2", "نظام 100%", "Система $"], id="right-to-left"),
    ],
)
def test_other_scripts_with_lualatex(tmp_path, font, package, names):
    if not font.is_file():
        pytest.skip(f"no font with these letters: apt-get install {package}")
    table = make_table(names[0], ["system", names[1]], [[name, 0.5] for name in names])
    assert "LuaLaTeX" in to_latex(table)
    assert ("bidi=basic" in to_latex(table)) == (font == DEJAVU)
    preamble = f"\\usepackage{{booktabs}}\n\\usepackage{{fontspec}}\n\\setmainfont{{{font.name}}}[Path={font.parent}/]"
    if font == DEJAVU:
        preamble += "\n\\usepackage[bidi=basic]{babel}"
    log = compiled("lualatex", tmp_path, preamble, [table])
    # The CJK font has no Latin letters; what must not be lost are the letters it is there for.
    lost = {line.split("There is no ")[1][0] for line in log.splitlines() if "Missing character" in line}
    assert not {letter for letter in lost if not letter.isascii()}
    compiled("lualatex", tmp_path, preamble, [sample_table(), hostile_table(NASTY)])
