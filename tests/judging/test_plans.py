"""Plans: how many pairs each judge gets, balance, the first block, shared pairs, adaptive pairs, and when to stop."""

import asyncio
import random
from collections import Counter

import pytest

from redink.errors import InputError, UsageError
from redink.judging.adaptive import machine_difficulty
from redink.judging.draw import pairs as draw_pairs
from redink.judging.pairs import PairPlan, sample_pairs
from redink.judging.workload import Workload, kappa_half_width
from redink.reading.judging_tasks import TaskSet, read_tasks, write_tasks
from redink.records import EvalSet, Reference, System
from tests.judging.samples import OpenJournal, difficulties, edits
from tests.judging.test_journal import answer, skip, undo
from tests.judging.test_pairs import errors

LEVELS = [number % 3 for number in range(60)]
TYPES = ["R:PREP" if number % 6 < 5 else "R:DET" for number in range(60)]


def plan(repeats=0, **work):
    return sample_pairs(errors(LEVELS, types=TYPES), PairPlan(repeats=repeats, work=Workload(**work))).tasks


def test_hours_and_judges_give_the_numbers():
    # 2 h at 20 s are 360 answers; a quarter of them is shared: 90 + 3 · 270 pairs
    work = Workload(hours=2, judges=3, overlap=0.25, pace=20)
    assert (work.each, work.asked, work.drawn) == (360, 900, 900)
    assert (work.shared_of(360), work.first_of(90)) == (90, 30)
    assert Workload(count=900, judges=3, overlap=0.25, pace=20).each == 360
    assert Workload(count=100).each == Workload(count=100).drawn == 100
    adaptive = Workload(count=100, judges=2, adaptive=True)
    assert (adaptive.each, adaptive.asked, adaptive.drawn, adaptive.errors) == (56, 101, 191, 33)


def test_how_well_a_plan_measures_kappa():
    # (1 − κ)(κ + 1/2) = 0.5 for κ = 0.5 and three answers: half the width is 1.96 √(0.5 / n)
    assert kappa_half_width(48) == pytest.approx(1.96 * (0.5 / 48) ** 0.5, abs=1e-4)
    notes = draw_pairs(_data(), count=2, pipeline="plain").to_tables()[-1].notes
    assert any(note.startswith("At the end, κ of two judges") for note in notes)


@pytest.mark.parametrize("wrong", [{"count": 5, "hours": 1}, {"adaptive": True}, {"overlap": 1.5}])
def test_what_cannot_be_planned(wrong):
    with pytest.raises(UsageError):
        Workload(**wrong)


def test_a_counted_plan_balances_levels_types_and_sides():
    tasks = plan(count=90)
    assert len(tasks.items) == 90
    levels = Counter(tuple(sorted((item.left.level, item.right.level))) for item in tasks.items)
    unlike, like = ([many for (a, b), many in levels.items() if (a == b) == same] for same in (False, True))
    assert set(unlike) == {20}  # 3 combinations of two levels get twice as many as 3 of one
    assert set(like) == {10}
    kinds = Counter(error.type for item in tasks.items for error in (item.left, item.right))
    assert kinds["R:DET"] > 45  # a sixth of the errors, but not of the places, which would be 30
    harder_left = sum(item.left.level > item.right.level for item in tasks.items)
    assert 20 <= harder_left <= 40


@pytest.mark.parametrize("adaptive", [False, True])
def test_bug_a_plan_for_more_pairs_than_there_are_promised_too_many_answers(adaptive):
    work = {"count": 5000, "judges": 2, "overlap": 0.2, "adaptive": adaptive}
    sampled = sample_pairs(errors(LEVELS, types=TYPES), PairPlan(work=Workload(**work)))
    tasks = sampled.tasks
    possible = 60 * 59 // 2
    assert (len(tasks.items), sampled.missing) == (possible, Workload(**work).drawn - possible)
    shared = sum(item.block in ("first", "shared") for item in tasks.items)
    assert shared + 2 * (tasks.each - shared) == pytest.approx(possible, abs=2)
    assert shared == pytest.approx(0.2 * tasks.each, abs=1)
    assert sample_pairs(errors(LEVELS), PairPlan(work=Workload(count=50))).missing == 0


def test_without_a_plan_everybody_gets_everything_and_the_first_block_together(tmp_path):
    tasks = plan()
    assert (tasks.each, tasks.votes) == (None, None)
    assert Counter(item.block for item in tasks.items) == {"first": 40, "": len(tasks.items) - 40}
    with OpenJournal(tasks, tmp_path, "anna", "ben") as journal:
        asked = [[answer(journal, own) for _ in range(45)] for own in journal.people.values()]
        assert asked[0][:40] == asked[1][:40]
        assert asked[0][40:] != asked[1][40:]
        assert journal.total(journal.people["anna"]) == len(tasks.items)


def test_judges_share_the_pairs_out(tmp_path):
    tasks = plan(count=60, judges=3, overlap=0.25, pace=120, repeats=2)
    shared = {item.id for item in tasks.items if item.block in ("first", "shared")}
    assert (tasks.each, len(shared), Counter(item.block for item in tasks.items)["first"]) == (26, 8, 5)
    answered = {}
    with OpenJournal(tasks, tmp_path, "anna", "ben", "cleo") as journal:
        people = list(journal.people.values())
        while any(journal.question(own) for own in people):
            for own in people:
                if journal.question(own):
                    answered.setdefault(own.name, []).append(answer(journal, own))
        assert {name: len(items) for name, items in answered.items()} == dict.fromkeys(("anna", "ben", "cleo"), 26)
        for items in answered.values():
            assert shared <= set(items)
            assert {tasks.items[0].id, tasks.items[4].id} <= set(items[:5])
        apart = [set(items) - shared for items in answered.values()]
        assert sum(map(len, apart)) == len(set().union(*apart)) == 54
        assert journal.total(people[0]) == 26


def test_two_judges_at_once_never_hold_the_same_pair(tmp_path):
    tasks = plan(count=40, judges=4, overlap=0.1)
    with OpenJournal(tasks, tmp_path, "anna", "ben", "cleo", "dora") as journal:
        people = list(journal.people.values())
        for own in people:
            answer(journal, own)
        for _ in range(5):
            on_screen = [journal.question(own).item for own in people]
            again = [journal.question(own).item for own in people]
            assert on_screen == again
            apart = [item.id for item in on_screen if not item.block]
            assert len(set(apart)) == len(apart)
            for own in people:
                answer(journal, own)


def adaptive_journal(folder, **work):
    return OpenJournal(plan(count=80, judges=2, adaptive=True, overlap=0.2, **work), folder, "anna", "ben")


def test_adaptive_pairs_shared_pairs_and_restart(tmp_path):
    said = random.Random(0)
    with adaptive_journal(tmp_path, precision=0.999) as journal:
        tasks, people = journal.tasks, list(journal.people.values())
        asked = [[], []]
        for _ in range(20):
            for place, own in enumerate(people):
                asked[place].append(answer(journal, own, said.choice("><=?")))
        undone = undo(journal, people[0])
        skipped = skip(journal, people[0])
        assert skipped == undone
        precision = journal.adaptive.precision
        chosen = journal.question(people[0]).item.id
    blocks = {item.id: item.block for item in tasks.items}
    for items in asked:
        counts = Counter(blocks[item] for item in items)
        assert counts["adaptive"] > 0
        assert counts["first"] + counts["shared"] >= 4
    apart = [item for items in asked for item in items if blocks[item] == "adaptive"]
    assert len(set(apart)) == len(apart)
    with adaptive_journal(tmp_path, precision=0.999) as journal:
        assert journal.adaptive.precision == pytest.approx(precision)
        assert journal.question(journal.people["anna"]).item.id == chosen
        assert {record.block for record in journal.judgements()} >= {"first", "adaptive"}


def test_asking_stops_at_the_stated_precision(tmp_path):
    with adaptive_journal(tmp_path, precision=0.6) as journal:
        people = list(journal.people.values())
        asked = Counter()
        for own in people:
            while (question := journal.question(own)) is not None:
                asked[own.name] += 1
                harder = question.item.left.level - question.item.right.level
                answer(journal, own, ">" if harder > 0 else "<" if harder < 0 else "=")
        assert journal.is_precise
        assert journal.adaptive.precision >= 0.6
        shared = sum(item.block in ("first", "shared") for item in journal.tasks.items)
        assert all(shared <= many < journal.tasks.each for many in asked.values())  # shared pairs are asked to the end


def test_machine_difficulty():
    assert machine_difficulty([None, None], 3).tolist() == [0, 0]
    found = machine_difficulty([0, 3, None, 3], 3)
    assert found[0] < found[2] == 0 < found[1] == found[3]


def test_a_plan_survives_its_file(tmp_path):
    tasks = plan(count=20, judges=2, adaptive=True)
    write_tasks(tmp_path / "plan.jsonl", tasks)
    assert read_tasks(tmp_path / "plan.jsonl") == tasks


def _data():
    sources = (("He", "go", "."), ("She", "like", "tea", "."))
    outputs = [(("He", "goes", "."), ("She", "likes", "tea", ".")), (("He", "went", "."), ("She", "likes", "tea", "."))]
    systems = tuple(System(name, texts) for name, texts in zip("ab", outputs, strict=True))
    return EvalSet(sources, (Reference("ref", outputs[0]),), systems)


def test_difficulties_and_edits_are_drawn():
    data = _data()
    drawn = draw_pairs(data, task="edit", pipeline="plain").tasks
    assert [(item.error.correction, item.error.solved) for item in drawn.items] == [
        ("goes", (1, 0)),
        ("went", (0, 1)),
        ("likes", (1, 1)),
    ]
    rated = draw_pairs(data, task="likert", pipeline="plain", count=2).tasks
    assert (rated.task, [item.error.level for item in rated.items], rated.levels) == ("likert", [1, 0], (1, 1, 0))


@pytest.mark.parametrize(("tasks", "said"), [(difficulties(), "5"), (edits(), "unsure")])
def test_answers_of_the_new_tasks(tasks, said, tmp_path):
    with OpenJournal(tasks, tmp_path, "anna") as journal:
        answer(journal, journal.people["anna"], said)
        (record,) = journal.judgements()
        assert (record.answer, record.task) == (said, tasks.task)


def test_a_file_without_a_plan_is_as_it_was(tmp_path):
    line = '{"kind":"redink judging tasks","schema":1,"task":"rating","seed":1}\n'
    (tmp_path / "old.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match="nothing to judge"):
        read_tasks(tmp_path / "old.jsonl")
    assert TaskSet("rating", ()).each is None


def test_many_at_once_hold_different_pairs(tmp_path):
    tasks = plan(count=80, judges=20, overlap=0.05, adaptive=True)
    names = [f"j{number}" for number in range(20)]
    with OpenJournal(tasks, tmp_path, *names) as journal:

        async def ask(own):
            return journal.question(own).item

        async def everybody():
            return await asyncio.gather(*(ask(own) for own in journal.people.values()))

        shown = [item.id for item in asyncio.run(everybody()) if item.block == "adaptive"]
        assert len(set(shown)) == len(shown)


def test_adaptive_pairs_without_shared_ones(tmp_path):
    with OpenJournal(plan(count=30, judges=2, overlap=0, adaptive=True), tmp_path, "anna") as journal:
        own = journal.people["anna"]
        skipped = skip(journal, own)
        asked = [answer(journal, own) for _ in range(15)]
        assert skipped not in asked
        assert journal.question(own) is None  # the plan wants 15 answers of each judge, skips or not
        assert {item.block for item in journal.tasks.items} == {"adaptive"}
