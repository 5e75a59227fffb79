"""The folder of a task: what is scored once, ranked, verified and published."""

import csv
import io
import json

import pytest

import redink
from redink.errors import InputError, UsageError
from redink.leaderboard import stored
from redink.leaderboard.checking import check
from redink.leaderboard.site import build
from redink.leaderboard.standings import level_recall, rank, solved_table
from redink.leaderboard.stored import stored_results, verify
from redink.leaderboard.task import expect_name, init, read_task
from tests.cli.running import run
from tests.leaderboard.tasks import SENTENCES, TEAMS, lines, make_task, submit


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = make_task(tmp_path_factory.mktemp("board") / "task")
    about = '\ndescription = "<script>alert(1)</script>"\npaper = "A & B"\n'
    (folder / "submissions/strong/1/about.toml").write_text(about, encoding="utf-8")
    build(read_task(folder))
    return folder


def test_scores_ranks_and_ties_are_those_of_compare(folder):
    outputs = {f"{team}/1": folder / f"submissions/{team}/1/output.txt" for team in TEAMS}
    data = redink.read(
        list(outputs.values()),
        names=list(outputs),
        source=folder / "source.txt",
        references=[folder / "reference-minimal.txt", folder / "reference-fluent.txt"],
    )
    compared = redink.compare(data, ["F0.5", "GLEU"], pipeline="plain", resamples=20_000)
    record = json.loads((folder / "site/data/leaderboard.json").read_text(encoding="utf-8"))
    assert [system["system"] for system in record["systems"]] == [system.name for system in compared.systems]
    for system in record["systems"]:
        values = {score["measure"]: score["value"] for score in system["scores"]}
        assert values == {score.measure: score.value for score in compared.of(system["system"]).scores}
    theirs, ours = compared.rankings[0], record["ranking"]
    for standing, other in zip(theirs.standings, ours["standings"], strict=True):
        assert [other[name] for name in ("system", "best_rank", "worst_rank", "cluster")] == [
            standing.system, standing.best_rank, standing.worst_rank, standing.cluster,
        ]  # fmt: skip
    p_values = {frozenset((pair.base, pair.system)): pair.p for pair in theirs.pairs}
    assert {frozenset((pair["base"], pair["system"])): pair["p"] for pair in ours["pairs"]} == p_values
    assert ours["resolved"] == pytest.approx(theirs.resolved)


def test_only_what_is_new_is_scored(folder, monkeypatch):
    counted = []
    monkeypatch.setattr(
        stored, "count", lambda task, new, conditions: counted.extend(new) or original(task, new, conditions)
    )
    stored_results(read_task(folder))
    assert counted == []
    extra = submit(folder, "late", lines("systems/middling.txt"))
    try:
        results, refused = stored_results(read_task(folder))
        assert [one.name for one in counted] == ["late/1"]
        assert (len(results), refused) == (len(TEAMS) + 1, [])
        (extra / "output.txt").write_text("".join(lines("systems/speller.txt")), encoding="utf-8")
        stored_results(read_task(folder))
        assert len(counted) == 2
    finally:
        (extra / "output.txt").unlink()
        extra.rmdir()
        extra.parent.rmdir()


original = stored.count


def test_verify_finds_what_was_changed(folder):
    task = read_task(folder)
    assert verify(task) == []
    path = folder / "results/rules/1.json"
    text = path.read_text(encoding="utf-8")
    record = json.loads(text)
    record["scores"]["F0.5"]["value"] = 0.99
    path.write_text(json.dumps(record), encoding="utf-8")
    try:
        assert verify(task) == ["rules/1: the stored result is not what the output gives"]
        assert run("leaderboard", "verify", folder).returncode == 1
    finally:
        path.write_text(text, encoding="utf-8")


def test_the_pages_hold_everything_and_nothing_of_a_team_is_markup(folder):
    page = (folder / "site/index.html").read_text(encoding="utf-8")
    assert "strong/1 is first" in page
    assert "A &lt;b&gt;task" in page
    assert page.index("possible ranks") < page.index("GLEU")
    team = (folder / "site/strong--1.html").read_text(encoding="utf-8")
    assert "<script>alert" not in team
    assert "&lt;script&gt;alert(1)" in team
    assert "A &amp; B" in team
    assert "Errors that only this system corrects" in team
    assert "How well do people agree?" in (folder / "site/task.html").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO((folder / "site/data/ranking.csv").read_text(encoding="utf-8"))))
    assert rows[0]["system"] == "strong/1"
    assert float(rows[0]["F0.5_low"]) < float(rows[0]["F0.5"]) < float(rows[0]["F0.5_high"])
    assert r"\begin{tabular}" in (folder / "site/data/overview.tex").read_text(encoding="utf-8")
    assert (folder / "site/data/group-level.csv").is_file()


def test_difficulty_is_what_the_other_systems_say(folder):
    board = rank(read_task(folder), stored_results(read_task(folder))[0])
    solved = solved_table(board)
    first = solved[0][solved[1:].sum(axis=0) == 0]
    assert level_recall(board)[board.results[0].name]["no other system"] == pytest.approx(first.mean())


def test_a_hidden_task_shows_no_reference_and_no_small_part(tmp_path):
    folder = make_task(tmp_path / "hidden", visibility="hidden", teams=("strong", "rules"))
    build(read_task(folder))
    pages = "".join(path.read_text(encoding="utf-8") for path in (folder / "site").rglob("*") if path.is_file())
    sources = set(lines("source.txt"))
    shown = [text.strip() for text in lines("reference-minimal.txt") if text not in sources]
    assert shown
    assert not any(text in pages for text in shown)
    table = json.loads((folder / "site/data/leaderboard.json").read_text(encoding="utf-8"))["tables"]
    labels = [line.split("\t")[1:] for line in lines("essays.tsv", SENTENCES + 1)]
    sizes = {level: sum(level in row for row in labels[1:]) for level in {c for row in labels for c in row}}
    for column in table.get("group-level", {"columns": []})["columns"][1:]:
        assert sizes[column["key"]] >= 20


@pytest.mark.parametrize("name", ["..", "a/b", "-x", "<b>", "", "x" * 65, "a b", ".hidden"])
def test_names_that_lead_elsewhere_are_refused(name):
    with pytest.raises(UsageError, match="cannot name a team"):
        expect_name(name)


def test_links_and_bad_outputs_are_refused_or_left_out(tmp_path):
    folder = make_task(tmp_path / "task", teams=("strong",))
    place = submit(folder, "short", lines("systems/rules.txt")[:-3])
    with pytest.raises(InputError, match="57 lines"):
        stored_results(read_task(folder))
    results, refused = stored_results(read_task(folder), keep_going=True)
    assert [one.name for one in results] == ["strong/1"]
    assert refused[0].startswith("short/1: ")
    (place / "output.txt").unlink()
    (place / "output.txt").symlink_to(folder / "reference-minimal.txt")
    with pytest.raises(InputError, match="must not be a link"):
        stored_results(read_task(folder))


def test_check_needs_no_reference_and_tells_what_is_wrong(tmp_path):
    folder = make_task(tmp_path / "task", teams=())
    for path in folder.glob("reference-*"):
        path.unlink()
    task = read_task(folder, references=False)
    good, short, empty = (tmp_path / name for name in ("good.txt", "short.txt", "empty.txt"))
    good.write_text("".join(lines("systems/strong.txt")), encoding="utf-8")
    short.write_text("".join(lines("systems/strong.txt")[:-1]), encoding="utf-8")
    empty.write_text("".join(["\n", *lines("systems/strong.txt")[1:]]), encoding="utf-8")
    assert check(task, good) == type(check(task, good))((), (), SENTENCES)
    assert "59 lines" in check(task, short).errors[0]
    assert any("1 empty lines" in warning for warning in check(task, empty).warnings)
    assert "No such file" in check(task, tmp_path / "none.txt").errors[0]
    assert run("leaderboard", "check", folder, short).returncode == 1
    assert run("leaderboard", "check", folder, good).returncode == 0


def test_the_whole_way_by_commands(tmp_path):
    folder = make_task(tmp_path / "task", teams=())
    output = tmp_path / "output.txt"
    output.write_text("".join(lines("systems/strong.txt")), encoding="utf-8")
    assert run("leaderboard", "add", folder, output, "--team", "a").returncode == 0
    assert run("leaderboard", "add", folder, output, "--team", "a").returncode == 2
    assert run("leaderboard", "add", folder, output, "--team", "../../x").returncode == 2
    assert b"a/1" in run("leaderboard", "build", folder, "--site", tmp_path / "public").stdout
    assert (tmp_path / "public/index.html").is_file()


def test_a_task_file_with_a_mistake_is_explained(tmp_path):
    folder = make_task(tmp_path / "task", teams=())
    text = (folder / "task.toml").read_text(encoding="utf-8")
    for wrong, words in ((text + "x = 1\n", "unknown field"), (text.replace("source.txt", "no.txt"), "no file no.txt")):
        (folder / "task.toml").write_text(wrong, encoding="utf-8")
        with pytest.raises(InputError, match=words):
            read_task(folder)
    assert init(tmp_path / "new").name == "task.toml"
    with pytest.raises(UsageError, match="there already"):
        init(tmp_path / "new")
