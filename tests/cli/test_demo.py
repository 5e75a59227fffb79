"""`redink demo`: tables on standard output and one page in a folder, the same every time."""

from redink import example
from tests.cli.running import names_in, run


def test_tables_and_a_page(tmp_path):
    folder = tmp_path / "new" / "folder"
    first = run("demo", "--folder", folder)
    assert first.returncode == 0
    shown = first.stdout.decode()
    assert all(f"\n{name} " in shown for name in example.SYSTEMS)
    assert "F0.5 by operation" in shown
    assert shown.endswith(f"report: {folder / 'report.html'}\n")
    assert names_in(folder) == ["report.html"]
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<script") == 2
    again = run("demo", "--folder", folder, "-q")
    assert (again.stdout, again.stderr) == (first.stdout, b"")
    assert (folder / "report.html").read_text(encoding="utf-8") == page


def test_a_place_that_cannot_be_written_has_code_3(tmp_path):
    (tmp_path / "file").write_text("")
    finished = run("demo", "--folder", tmp_path / "file" / "x", "-p", "plain")
    assert finished.returncode == 3
    assert b"Traceback" not in finished.stderr
