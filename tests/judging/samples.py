"""Small things to judge: made-up sentences with one marked error each, and the kinds of items about them."""

from redink.judging.journal import Journal, checksum_of
from redink.judging.store import open_store
from redink.reading.judging_tasks import ErrorInContext, Item, OtherEdit, Passage, TaskSet

VERBS = ("go", "walk", "look", "turn", "work", "live")


def error(number, *, level=None, size=2, kind="R:VERB:SVA", text=None):
    verb = VERBS[number % len(VERBS)]
    return ErrorInContext(
        sentence=number + 1,
        start=1,
        end=2,
        correction=f"{verb}es",
        text=text or f"She {verb} to the market number {number} every days .",
        corpus="abc",
        reference="test",
        type=kind,
        before=(f"Sentence {number} has one before it .",),
        after=("And one after it .",),
        others=(OtherEdit(8, 9, "day"),),
        level=level,
        solved=() if level is None else tuple(int(place >= level) for place in range(size)),
    )


def pairs(count=6, *, seed=1, repeats=0, swapped=0):
    items = [
        Item(
            pair=f"p{number:03}",
            left=error(2 * number, level=number % 3),
            right=error(2 * number + 1, level=(number + number // 3) % 3, kind="R:SPELL"),
        )
        for number in range(count)
    ]
    for number in range(repeats + swapped):
        old = items[number]
        again = Item(pair=f"{old.pair}r", left=old.left, right=old.right, repeat_of=old.pair, swapped=number >= repeats)
        items.append(again)
    return TaskSet("pair", tuple(items), seed, 2, ("a", "b"), None, (3, 4, 5), "test")


def ratings(count=3):
    items = tuple(Item(item=f"r{number}", error=error(number)) for number in range(count))
    return TaskSet("rating", items, 1)


def difficulties(count=3):
    items = tuple(Item(item=f"l{number}", error=error(number, level=number % 3)) for number in range(count))
    return TaskSet("likert", items, 1, 2, ("a", "b"))


def edits(count=3):
    items = tuple(Item(item=f"e{number}", error=error(number)) for number in range(count))
    return TaskSet("edit", items, 1)


def passage(number):
    return Passage(number + 1, f"He go home number {number} .", "abc", ("Before .",), ("After .",))


def sentences(count=3, votes=2):
    items = tuple(Item(item=f"c{number}", passage=passage(number)) for number in range(count))
    return TaskSet("correct", items, 1, votes=votes)


def votes(count=3, votes=3):
    items = tuple(
        Item(item=f"v{number}", passage=passage(number), correction=f"He goes home number {number} .")
        for number in range(count)
    )
    return TaskSet("valid", items, 1, votes=votes)


class OpenJournal:
    """`with OpenJournal(tasks, folder) as journal`: a journal in a file of its own."""

    def __init__(self, tasks, folder, *people):
        self.tasks, self.path, self.people = tasks, folder / "answers.sqlite", people

    def __enter__(self):
        self.opened = open_store(self.path, checksum_of(self.tasks))
        journal = Journal(self.tasks, self.opened.__enter__())
        for name in self.people:
            journal.add_person(name)
        return journal

    def __exit__(self, *error):
        return self.opened.__exit__(*error)
