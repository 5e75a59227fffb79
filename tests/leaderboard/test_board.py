"""The folder of a task: what is scored once, ranked, verified and published."""

import csv
import io
import json
import os
import re
import shutil

import pytest
from click.testing import CliRunner

import redink
from redink.errors import GateFailed, InputError, RedinkError, UsageError
from redink.leaderboard.checking import check
from redink.leaderboard.site import build
from redink.leaderboard.standings import large_parts, level_recall, rank, solved_table
from redink.leaderboard.stored import Counting, stored_results
from redink.leaderboard.task import expect_name, init, read_task
from redink.leaderboard.verification import verify
from tests.cli.running import click_command, run
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


def test_the_history_has_times_to_the_minute_and_the_record_has_seconds(folder):
    record = json.loads((folder / "site/data/leaderboard.json").read_text(encoding="utf-8"))
    shown = [row["cells"]["added"]["value"] for row in record["tables"]["history"]["rows"]]
    assert sorted(shown) == sorted(system["added"][:16].replace("T", " ") for system in record["systems"])
    assert all(system["added"].endswith("+00:00") for system in record["systems"])


def test_only_what_is_new_is_scored(folder, monkeypatch):
    counted = []
    count = Counting.count
    monkeypatch.setattr(Counting, "count", lambda counting, new: counted.extend(new) or count(counting, new))
    task = read_task(folder)
    stored_results(Counting(task))
    assert counted == []
    extra = submit(folder, "late", lines("systems/middling.txt"))
    try:
        results, refused = stored_results(Counting(task))
        assert [one.name for one in counted] == ["late/1"]
        assert (len(results), refused) == (len(TEAMS) + 1, [])
        (extra / "output.txt").write_text("".join(lines("systems/speller.txt")), encoding="utf-8")
        stored_results(Counting(task))
        assert len(counted) == 2
    finally:
        shutil.rmtree(extra.parent)


@pytest.mark.filterwarnings("ignore::redink.evaluation.plausibility.look.PlausibilityWarning")
def test_results_do_not_depend_on_who_else_is_scored(tmp_path):
    """Two teams with the same output were told so if they were scored together, and verify then found a difference."""
    folder = make_task(tmp_path / "task", teams=("strong",))
    submit(folder, "twin", lines("systems/strong.txt"))
    counting = Counting(read_task(folder))
    together, _ = stored_results(counting)
    for stored, submission in zip(together, counting.task.submissions(), strict=True):
        (apart,) = Counting(counting.task).count([submission])
        apart.added = stored.added
        assert apart == stored


def test_verify_finds_what_was_changed(folder):
    task = read_task(folder)
    assert verify(task) == (len(TEAMS), [])
    result, pairs = folder / "results/rules/1.json", folder / "results/pairs.json"
    texts = {path: path.read_text(encoding="utf-8") for path in (result, pairs)}
    record = json.loads(texts[result])
    record["scores"]["F0.5"]["value"] = 0.99
    result.write_text(json.dumps(record), encoding="utf-8")
    tests = json.loads(texts[pairs])
    first = min(tests["pairs"])
    tests["pairs"][first][1] = 0.5
    pairs.write_text(json.dumps(tests), encoding="utf-8")
    try:
        _, wrong = verify(task)
        assert wrong[0] == "rules/1: the stored result is not what the output gives"
        assert len(wrong) == 2
        assert "the stored test is not what the outputs give" in wrong[1]
        assert type(called("verify", folder).exception) is GateFailed
        result.unlink()
        assert verify(task)[1][0] == "rules/1: no result is stored that can be read"
    finally:
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")


def test_the_pages_hold_everything_and_nothing_of_a_team_is_markup(folder):
    page = (folder / "site/index.html").read_text(encoding="utf-8")
    assert "strong/1 is first" in page
    assert "A &lt;b&gt;task" in page
    assert page.index("possible ranks") < page.index("GLEU")
    team = (folder / "site/strong~1.html").read_text(encoding="utf-8")
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
    board = rank(read_task(folder), stored_results(Counting(read_task(folder)))[0])
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


def test_a_hidden_task_rounds_what_it_publishes(tmp_path):
    folder = make_task(tmp_path / "hidden", visibility="hidden", teams=("strong", "rules"))
    build(read_task(folder))
    data = folder / "site/data"
    text = "".join(path.read_text(encoding="utf-8") for path in data.glob("*.csv"))
    assert re.search(r"0[.][0-9]{4}\b", text)
    assert not re.search(r"[.][0-9]{5}", text)
    record = json.loads((data / "leaderboard.json").read_text(encoding="utf-8"))
    for score in record["systems"][0]["scores"]:
        assert score["value"] == round(score["value"], 4)
    for pair in record["ranking"]["pairs"]:
        assert pair["difference"] == round(pair["difference"], 4)
        assert pair["p"] > 0


def test_what_a_hidden_task_leaves_out_cannot_be_computed_from_the_rest():
    sizes = {"a": 100.0, "b": 30.0, "c": 5.0}
    assert large_parts(sizes, hidden=False) == ["a", "b", "c"]
    assert large_parts(sizes, hidden=True) == ["a"]  # a and b would give c
    assert large_parts({"a": 100.0, "c": 5.0, "d": 15.0}, hidden=True) == ["a"]
    assert large_parts({"a": 100.0, "b": 30.0}, hidden=True) == ["a", "b"]
    assert large_parts({"a": 10.0, "c": 5.0}, hidden=True) == []


def test_a_withdrawn_submission_leaves_no_page(tmp_path):
    folder = make_task(tmp_path / "task", teams=("strong", "rules"))
    build(read_task(folder))
    assert (folder / "site/rules~1.html").is_file()
    shutil.rmtree(folder / "submissions/rules")
    build(read_task(folder))
    assert not (folder / "site/rules~1.html").exists()
    assert (folder / "site/strong~1.html").is_file()


@pytest.mark.parametrize("name", ["..", "a/b", "-x", "<b>", "", "x" * 65, "a b", ".hidden"])
def test_names_that_lead_elsewhere_are_refused(name):
    with pytest.raises(UsageError, match="cannot name a team"):
        expect_name(name)


def test_links_and_bad_outputs_are_refused_or_left_out(tmp_path):
    folder = make_task(tmp_path / "task", teams=("strong",))
    counting = Counting(read_task(folder))
    place = submit(folder, "short", lines("systems/rules.txt")[:-3])
    with pytest.raises(InputError, match="57 lines"):
        stored_results(counting)
    results, refused = stored_results(counting, keep_going=True)
    assert [one.name for one in results] == ["strong/1"]
    assert refused[0].startswith("short/1: ")
    (place / "output.txt").unlink()
    (place / "output.txt").symlink_to(folder / "reference-minimal.txt")
    with pytest.raises(InputError, match="must not be a link"):
        stored_results(counting)


HOSTILE = {
    "a link to a folder": lambda root, secret: (root / "evil").symlink_to(secret.parent),
    "a link for about.toml": lambda root, secret: (root / "evil/1/about.toml").symlink_to(secret),
    "broken TOML": lambda root, _: (root / "evil/1/about.toml").write_text("description = <b>", encoding="utf-8"),
    "about.toml in UTF-16": lambda root, _: (root / "evil/1/about.toml").write_bytes("a = 1".encode("utf-16")),
    "a huge about.toml": lambda root, _: (root / "evil/1/about.toml").write_text("#" * 1_000_001, encoding="utf-8"),
    "markup in a name": lambda root, _: (root / "<img src=x>/1").mkdir(parents=True),
    "the same name in capitals": lambda root, _: shutil.copytree(root / "evil", root / "Evil"),
    "no output": lambda root, _: (root / "evil/1/output.txt").unlink(),
    "a folder for an output": lambda root, _: (root / "evil/2/output.txt").mkdir(parents=True),
    "Latin 1": lambda root, _: (root / "evil/1/output.txt").write_bytes("é\n".encode("latin-1")),
    "zeros": lambda root, _: (root / "evil/1/output.txt").write_bytes(bytes(1000)),
    "millions of empty lines": lambda root, _: (root / "evil/1/output.txt").write_bytes(b"\n" * 1_000_001),
    "a huge output": lambda root, _: os.truncate(root / "evil/1/output.txt", 50_000_001),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_one_hostile_submission_does_not_stop_the_others(tmp_path, case):
    folder = make_task(tmp_path / "task", teams=("strong",))
    if case != "a link to a folder":
        submit(folder, "evil", lines("systems/rules.txt"))
    secret = tmp_path / "secret.toml"
    secret.write_text('description = "SECRET"\n', encoding="utf-8")
    HOSTILE[case](folder / "submissions", secret)
    with pytest.raises(RedinkError):
        list(stored_results(Counting(read_task(folder))))
    results, refused = stored_results(Counting(read_task(folder)), keep_going=True)
    assert "strong/1" in [one.name for one in results]
    assert len(refused) == 1
    assert "SECRET" not in refused[0]


def test_teams_whose_names_have_hyphens_have_pages_of_their_own(tmp_path):
    folder = make_task(tmp_path / "task", teams=())
    submit(folder, "a--b", lines("systems/strong.txt"), run="c")
    submit(folder, "a", lines("systems/rules.txt"), run="b--c")
    build(read_task(folder))
    assert len(list((folder / "site").glob("a*.html"))) == 2


def test_check_needs_no_reference_and_tells_what_is_wrong(tmp_path):
    folder = make_task(tmp_path / "task", teams=())
    for path in (*folder.glob("reference-*"), folder / "essays.tsv"):
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
    assert type(called("check", folder, short).exception) is GateFailed
    assert called("check", folder, good).exit_code == 0
    os.truncate(short, 50_000_001)
    assert "more than 50,000,000 bytes" in check(task, short).errors[0]
    assert "no file" in check(task, tmp_path).errors[0]


def test_the_whole_way_by_commands(tmp_path):
    folder = make_task(tmp_path / "task", teams=())
    output, short = tmp_path / "output.txt", tmp_path / "short.txt"
    output.write_text("".join(lines("systems/strong.txt")), encoding="utf-8")
    short.write_text("".join(lines("systems/strong.txt")[:-1]), encoding="utf-8")
    assert run("leaderboard", "add", folder, output, "--team", "a").returncode == 0
    assert type(called("add", folder, output, "--team", "a").exception) is UsageError
    assert type(called("add", folder, output, "--team", "../../x").exception) is UsageError
    assert type(called("add", folder, short, "--team", "b").exception) is InputError
    assert "a/1" in called("build", folder, "--site", tmp_path / "public").stdout
    assert (tmp_path / "public/index.html").is_file()


def test_bug_an_output_that_did_not_fit_on_the_disk_was_added_in_part(tmp_path, monkeypatch):
    folder = make_task(tmp_path / "task", teams=())
    output, stored = tmp_path / "output.txt", folder / "submissions/a/1/output.txt"
    output.write_text("".join(lines("systems/strong.txt")), encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full_disk)
        failed = called("add", folder, output, "--team", "a")
        assert "No space left" in str(failed.exception)
        with pytest.raises(InputError, match="No space left"):
            init(tmp_path / "new")
    assert list(stored.parent.iterdir()) == []
    assert not (tmp_path / "new/task.toml").exists()
    assert called("add", folder, output, "--team", "a").exit_code == 0
    assert stored.read_bytes() == output.read_bytes()


def full_disk(_descriptor):
    raise OSError(28, "No space left on device")


def called(*arguments):
    """Call a command in this process: much cheaper than a process of its own."""
    return CliRunner().invoke(click_command("leaderboard"), [str(argument) for argument in arguments])


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


def test_bug_a_tokenised_output_changed_the_tokens_of_source_and_references(tmp_path):
    """The task is raw text: it is tokenised for every submission, also for one that is tokenised already."""
    task = make_task(tmp_path / "task", teams=())
    for name in ("source.txt", "reference-minimal.txt", "reference-fluent.txt"):
        path = task / name
        path.write_text(path.read_text(encoding="utf-8").replace(" .", ".").replace(" ,", ","), encoding="utf-8")
    tokenised = lines("systems/strong.txt")
    submit(task, "tokenised", tokenised)
    submit(task, "raw", [line.replace(" .", ".").replace(" ,", ",") for line in tokenised])
    read = read_task(task)
    assert read.tokeniser == "en"
    counting = Counting(read)
    for submission in read.submissions():
        (stored,) = counting.count([submission])
        assert stored.signature["tokeniser"] == "en"
    raw, cut = (counting.count([submission])[0].scores["F0.5"].value for submission in read.submissions())
    assert raw == pytest.approx(cut, abs=0.02)
