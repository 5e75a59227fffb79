"""Nothing lost: the numbers of every command on the bundled example are the recorded ones; words may differ.

When a number is meant to move, `python -m tools.recorded_runs update` records it anew.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import redink
from redink.reports.html import packed
from tools.recorded_runs.comparing import differences, runs_of_one, shortened
from tools.recorded_runs.held import HELD, compact, read
from tools.recorded_runs.masks import without_circumstances, without_signatures
from tools.recorded_runs.numbers import numbers_of
from tools.recorded_runs.recording import example_runs

ROOT = Path(__file__).resolve().parents[2]
SIGNATURE = 'redink:0.1.0|measures:F0.5 P R|weight:"linear:1,0,0"|N:6|data:3612cc02eb8c'


def test_the_numbers_of_the_example_are_the_recorded_ones(tmp_path):
    # In a process of its own: the recorder forks, which a process with threads should not.
    path = os.pathsep.join((str(Path(redink.__file__).parents[1]), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-m", "tools.recorded_runs", "--jobs", "1", "update", "--to", tmp_path / "numbers.json"],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    recorded, found = read(), read(tmp_path / "numbers.json")
    assert set(found) == set(recorded), "python -m tools.recorded_runs update, and add the file"
    moved = [
        f"{run}, {file}:\n{shortened(recorded[run].get(file, []), found[run].get(file, []), 9)}"
        for run in recorded
        for file in sorted({*recorded[run], *found[run]})
        if recorded[run].get(file) != found[run].get(file)
    ]
    assert not moved, f"{len(moved)} lists of numbers have moved:\n" + "\n".join(moved[:20])


def test_the_file_is_small_and_every_command_is_in_it():
    assert HELD.stat().st_size < 400_000
    commands = {line.split()[0] for run in example_runs() for line in run.lines if line}
    without_numbers = {"--help", "check", "completion", "demo", "leaderboard", "scroe", "web"}
    assert {name.partition(".")[0] for name in read()} >= commands - without_numbers


def test_bug_runs_with_an_option_that_is_gone_were_recorded_as_a_refusal():
    refused = {run for run, files in read().items() if not set(files["exit"][0].split()) <= {"0", "1"}}
    assert refused == {"gate.other-rule", "gate.other-references", "gate.other-pipeline"}, "mend these lines"


def test_numbers_of_tables_tables_for_machines_json_and_pages():
    assert texts("a 1,658 −0.25* [0.5, .75] M2 F0.5 e01 1e-05") == ["1658", "-0.25", "0.5", ".75", "1e-05"]
    assert texts("name\tscore\nA\t0.125\n") == ["0.125"]
    folded = f'<details data-packed="{packed("<p>0.5</p>")}"><noscript>7</noscript></details>'
    data = f'<script type="application/octet-stream" id="x">{packed("[0.25]")}</script>'
    assert texts(f"<!doctype html>{folded}{data}") == ["0.25", "0.5", "7"]
    assert texts('{"signature": {"N": 6}, "a": [1, null, true, {"b": 2.5}], "c": "3"}') == ["1", "2.5"]
    assert texts('{"a": 1}\n{"a": 2}\n') == ["1", "2"]
    page = '<!doctype html><style>p{margin:1px}</style><script type="application/json">[7]</script><p x="3">8 %</p>'
    assert texts(page) == ["7", "8"]


def texts(text):
    return [number.text for number in numbers_of(text)]


def test_signatures_are_masked_in_every_form():
    assert without_signatures(f"Signature: {SIGNATURE}. And more.") == "Signature: SIGNATURE. And more."
    as_markdown = SIGNATURE.replace("|", "\\|").replace("_", "\\_")
    assert without_signatures(f"Signature: {as_markdown}.\n") == "Signature: SIGNATURE.\n"
    as_latex = SIGNATURE.replace("|", "\\textbar{}")
    assert without_signatures(f"Signature: {as_latex}.}}") == "Signature: SIGNATURE.}"
    as_html = SIGNATURE.replace('"', "&quot;")
    assert without_signatures(f"<code>{as_html}</code>") == "<code>SIGNATURE</code>"
    in_json = json.dumps({"signature": {"redink": "0.1.0", "N": 6}, "line": SIGNATURE}, indent=2)
    assert without_signatures(in_json) == '{\n  "signature": SIGNATURE,\n  "line": "SIGNATURE"\n}'
    assert without_circumstances('"ended":"2026-11-16T15:25:00.231+00:00"') == '"ended":"TIME"'
    assert without_circumstances('redink:0.1.0|x:1 {"redink": "0.1.0"}') == 'redink:VERSION|x:1 {"redink": "VERSION"}'


def test_recordings_are_compared(tmp_path):
    for name, text in (("old", f"A 0.25\n{SIGNATURE}\n"), ("new", f"B 0.25\n{SIGNATURE}|rule:x\n")):
        (tmp_path / name / "score").mkdir(parents=True)
        (tmp_path / name / "score" / "1.stdout").write_text(text, encoding="utf-8")
        (tmp_path / name / "score" / "lines").write_text("redink score\n", encoding="utf-8")
    (tmp_path / "new" / "score" / "1.exit").write_text("0\n", encoding="utf-8")

    def compared(**how):
        folders = tmp_path / "old", tmp_path / "new"
        return [str(one) for one in differences(*folders, **{"signatures": True, "numbers": False, "lines": 9, **how})]

    assert len(compared()) == 2
    assert "- A 0.25" in compared()[1]
    assert "rule" not in compared(signatures=False)[1]
    (only,) = compared(numbers=True)
    assert "only in" in only
    (tmp_path / "new" / "score").rename(tmp_path / "new" / "gate")
    assert compared() == []
    assert runs_of_one(tmp_path / "old", tmp_path / "new") == ["gate", "score"]


def test_long_lists_are_kept_short():
    lines = compact(str(number / 3) for number in range(2500))
    assert lines[0].startswith("0 0.3333333 0.6666667 1 ")
    assert lines[-1].startswith("numbers 2401 to 2500: ")
    moved = compact(str(number / 3 if number != 2450 else 0) for number in range(2500))
    assert [one == two for one, two in zip(lines, moved, strict=True)] == [True] * (len(lines) - 1) + [False]
