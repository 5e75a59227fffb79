"""A small task folder for the tests: the first sentences of the bundled example, without a language pipeline."""

from redink import example
from redink.leaderboard.task import OUTPUT

SENTENCES = 60
TEAMS = ("strong", "fluent", "rules", "stutter")


def lines(name, number=SENTENCES):
    return example.path(name).read_text(encoding="utf-8").splitlines(keepends=True)[:number]


def make_task(folder, *, visibility="public", teams=TEAMS, more=""):
    """Write a task with a submission for each team."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("source.txt", "reference-minimal.txt", "reference-fluent.txt"):
        (folder / name).write_text("".join(lines(name)), encoding="utf-8")
    (folder / "essays.tsv").write_text("".join(lines("essays.tsv", SENTENCES + 1)), encoding="utf-8")
    (folder / "task.toml").write_text(
        'name = "A <b>task</b>"\nsource = "source.txt"\nreferences = '
        '["reference-minimal.txt", "reference-fluent.txt"]\n'
        'measures = ["F0.5", "GLEU"]\npipeline = "plain"\nmetadata = "essays.tsv"\ngroups = ["level"]\n'
        f'visibility = "{visibility}"\n{more}[[phases]]\nname = "Evaluation"\nstart = "2026-01-01"\n',
        encoding="utf-8",
    )
    for team in teams:
        submit(folder, team, lines(f"systems/{team}.txt"))
    return folder


def submit(folder, team, texts, run="1"):
    place = folder / "submissions" / team / run
    place.mkdir(parents=True)
    (place / OUTPUT).write_text("".join(texts), encoding="utf-8")
    return place
