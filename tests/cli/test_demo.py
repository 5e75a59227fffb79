"""`redink demo`: tables on standard output and one page in a folder, the same every time."""

import re
from pathlib import Path

from redink import example
from tests.cli.running import command, environment, names_in, run
from tests.terminal import screen_of_process


def test_tables_and_a_page(tmp_path):
    folder = tmp_path / "new" / "folder"
    first = run("demo", "--folder", folder)
    assert first.returncode == 0
    shown = first.stdout.decode()
    assert all(f"\n{name} " in shown for name in example.SYSTEMS)
    assert "F0.5 by operation" in shown
    assert f"\nreport: {folder / 'report.html'}\n" in shown
    assert shown.endswith(f"leaderboard: {folder / 'leaderboard' / 'site' / 'index.html'}\n")
    assert names_in(folder) == ["leaderboard", "report.html"]
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<script") == 4  # the data of the examples, and one script each for examples, errors and folds
    screen = screen_of_process(command("demo", "--folder", folder, "--files"), environment(TERM="xterm"), columns=120)
    assert (folder / "report.html").read_text(encoding="utf-8") == page
    headings = [line for line in screen if line.startswith(("Scores", "F0.5 by operation"))]
    assert headings == ["Scores", "F0.5 by operation"], "a progress bar was glued to the first one"
    assert not [line for line in screen if "━" in line or "/s " in line], "the bars are gone at the end"
    blocks = [line.split()[1::2] for line in screen if line.startswith("system ")]
    assert blocks == [["F0.5", "P", "R"], ["M2", "GLEU", "EM"]], "no measure stands alone below the others"
    expect_files_of_the_readme(folder)


def expect_files_of_the_readme(folder):
    """Fail unless `--files` wrote what the README speaks of: they could not be had once."""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    spoken_of = set(re.findall(r"[\w/-]+\.txt", "\n".join(re.findall(r"<!-- run: (.*) -->", readme))))
    spoken_of |= set(re.findall(r'"([\w/-]+\.txt)"', readme))
    assert "systems/rules.txt" in spoken_of
    for name in spoken_of:
        assert (folder / name).read_bytes() == example.path(name).read_bytes()
    assert not list(folder.rglob("*.py*"))
    example.copy_to(folder)  # the same files again are no obstacle


def test_a_place_that_cannot_be_written_has_code_3(tmp_path):
    (tmp_path / "file").write_text("")
    finished = run("demo", "--folder", tmp_path / "file" / "x", "-p", "plain")
    assert finished.returncode == 3
    assert b"Traceback" not in finished.stderr


def test_a_file_of_the_same_name_is_never_replaced(tmp_path):
    (tmp_path / "source.txt").write_text("mine\n")
    finished = run("demo", "--folder", tmp_path, "--files", "-p", "plain")
    assert (finished.returncode, names_in(tmp_path)) == (3, ["source.txt"])
    assert "name a new folder" in finished.stderr.decode()
    assert (tmp_path / "source.txt").read_text() == "mine\n"
