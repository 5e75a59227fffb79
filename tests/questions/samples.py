"""A corpus small enough to score by hand: three sentences, two essays, two references, three systems."""

from redink.evaluation.statistics import Statistics
from redink.questions.score.by_type import breakdown_table
from redink.questions.score.leaders import find_leaders
from redink.questions.score.run import compare, scored
from redink.questions.score.slices import sentence_table, slice_table
from redink.records import Edit, EvalSet, Reference, System
from redink.scoring.edit_measures import EditOverlap
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measures

SOURCES = (("He", "go", "home", "."), ("I", "like", "the", "music", "."), ("Fine", "."))
GOES = Edit(1, 2, ("goes",), "R:VERB:SVA")
WENT = Edit(1, 2, ("went",), "R:VERB:TENSE")
NO_THE = Edit(2, 3, (), "U:DET")
GOOD = Edit(0, 1, ("Good",), "R:ADJ")

GOES_TEXT = ("He", "goes", "home", ".")
WENT_TEXT = ("He", "went", "home", ".")
NO_THE_TEXT = ("I", "like", "music", ".")
GOOD_TEXT = ("Good", ".")

FIRST = Reference("first", (GOES_TEXT, NO_THE_TEXT, SOURCES[2]), ((GOES,), (NO_THE,), ()))
SECOND = Reference("second", (WENT_TEXT, None, SOURCES[2]), ((WENT,), None, ()))
PERFECT = System("perfect", (GOES_TEXT, NO_THE_TEXT, SOURCES[2]), ((GOES,), (NO_THE,), ()))
EAGER = System("eager", (WENT_TEXT, SOURCES[1], GOOD_TEXT), ((WENT,), (), (GOOD,)))
IDLE = System("idle", SOURCES, ((), (), ()))

DATA = EvalSet(SOURCES, (FIRST, SECOND), (PERFECT, EAGER, IDLE), ("e1", "e1", "e2"))
"""Counts by hand (absent annotators missing): perfect 2/0/0, eager 1/1/1, idle 0/0/2."""

SOURCE_LINES = "He go home .\nI like the music .\nFine .\n"
REFERENCE_LINES = "He goes home .\nI like music .\nFine .\n"
EAGER_LINES = "He went home .\nI like the music .\nGood .\n"
GOLD_M2 = """S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1

S I like the music .
A 2 3|||U:DET||||||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

"""
EAGER_M2 = """S He go home .
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||0

S I like the music .

S Fine .
A 0 1|||R:ADJ|||Good|||REQUIRED|||-NONE-|||0

"""
ESSAYS = "sentence\tessay\tlevel\n1\te1\tA2\n2\te1\tA2\n3\te2\tB1\n"

FILES = {
    "source.txt": SOURCE_LINES,
    "reference.txt": REFERENCE_LINES,
    "perfect.txt": REFERENCE_LINES,
    "eager.txt": EAGER_LINES,
    "gold.m2": GOLD_M2,
    "eager.m2": EAGER_M2,
    "essays.tsv": ESSAYS,
}


def write_files(folder):
    """Write all sample files into a folder and give it back."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


EVIL = "<script>alert('x')</script>"


def hostile():
    """Put markup wherever a corpus, a file name or a type can put it."""
    source = (EVIL, "&amp;", "go", '"', ">")
    fixed = (EVIL, "&amp;", "goes", '"', ">")
    edit = Edit(2, 3, ("goes",), f"R:{EVIL}")
    return EvalSet(
        (source,),
        (Reference(EVIL, (fixed,), ((edit,),)),),
        (System(EVIL, (fixed,), ((edit,),)), System("b'\"><img src=x onerror=y>", (source,), ((),))),
        (EVIL,),
    )


def breakdown_of(data, by, *, beta=0.5, conventions=None, macro=False):
    """Break down by error type as `redink score --by` does."""
    measure = EditOverlap("F", beta, "correction", conventions or Conventions())
    return breakdown_table(Statistics(data), by, measure, macro=macro)


def leaders_of(data, by="type", *, beta=0.5, conventions=None, trust=None):
    """Find the best system of each error type."""
    measure = EditOverlap("F", beta, "correction", conventions or Conventions())
    return find_leaders(Statistics(data), by, measure, trust)


def slices_of(data, measure, labels, *, by, conventions=None):
    """Score slices of the data by one measure."""
    (parsed,) = parse_measures((measure,), conventions or Conventions())
    return slice_table(Statistics(data), parsed, labels, by)


def sentences_of(data, measures, *, conventions=None, pipeline="none"):
    """Score every sentence."""
    return sentence_table(scored(data, measures, conventions=conventions, pipeline=pipeline))


def compared(data, measures=("F0.5",), *, conventions=None, trust=None):
    """Compare by grouped settings; without `trust` there are as many resamples as the pairs need."""
    how = conventions or Conventions()
    draws = {} if trust is None else {name: getattr(trust, name) for name in ("test", "correction", "alpha", "seed")}
    draws |= {} if trust is None else {"resamples": trust.resamples}
    return compare(data, measures, rule=how.rule, absent=how.absent, size=how.size, exclude=how.exclude, **draws)
