"""The page: well-formed, everything escaped, nothing loaded from elsewhere, readable without JavaScript."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from redink.evaluate.marking import HARDEST, level, mark_sentences

from redink.evaluate.report import build_report
from redink.evaluate.scores import Trust
from redink.records import Edit, EvalSet, Reference, System
from redink.reports.one_page import MarkedError, to_page
from tests.evaluate.samples import DATA, NO_THE

EVIL = "<script>alert('x')</script>"
VOID = {"meta", "br", "hr", "img", "input", "link", "col", "wbr"}


class Outline(HTMLParser):
    """Notes tags, attributes and text, and fails when a tag is closed that is not the last one open."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def outline(page):
    found = Outline()
    found.feed(page)
    found.close()
    assert found.open == []
    return found


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


def page_of(data, title="Test", measures=("F0.5", "EM")):
    return to_page(build_report(data, measures, title=title, trust=Trust(resamples=20, seed=0)).page)


@pytest.fixture(scope="module", params=["sample", "hostile"])
def page(request):
    return page_of(DATA if request.param == "sample" else hostile(), title=EVIL)


def test_the_page_is_well_formed_and_needs_no_script(page):
    found = outline(page)
    assert found.tags[0] == "html"
    assert not {"script", "iframe", "object", "embed", "link", "img", "base"} & set(found.tags)
    assert not [name for name, _ in found.attributes if name.startswith("on")]


def test_text_of_the_corpus_stays_text(page):
    assert EVIL in "".join(outline(page).text)
    assert "<script" not in page.lower()


def test_nothing_is_loaded_from_elsewhere(page):
    places = [value for name, value in outline(page).attributes if name in {"href", "src", "srcset", "action", "data"}]
    assert places
    assert all(value.startswith("#") for value in places)
    assert not re.search(r"@import|url\((?!['\"]?(?:#|data:))", page)


def test_links_lead_to_sections(page):
    found = outline(page)
    ids = [value for name, value in found.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert {value[1:] for name, value in found.attributes if name == "href"} <= set(ids)


def test_the_best_system_comes_first_and_undefined_ones_last():
    idle_first = replace(DATA, systems=DATA.systems[::-1])
    built = build_report(idle_first, ["P"], title="Test", trust=Trust(resamples=20))
    assert [system.name for system in built.results.systems] == ["perfect", "eager", "idle"]
    assert str(built.results.signature) == built.page.signature


def test_one_system_alone_has_a_page_too():
    assert "Paired comparisons" not in page_of(replace(DATA, systems=DATA.systems[:1]))


def test_the_same_seed_gives_the_same_page():
    assert page_of(DATA) == page_of(DATA)


def test_sentences_are_shown_by_essay_or_in_slices():
    by_essay = build_report(DATA, ["F0.5"], title="", trust=Trust(resamples=20)).page.sections[-1].essays
    assert [(essay.title, len(essay.sentences)) for essay in by_essay] == [("e1", 2), ("e2", 1)]
    loose = build_report(replace(DATA, documents=None), ["F0.5"], title="", trust=Trust(resamples=20)).page
    assert [essay.title for essay in loose.sections[-1].essays] == ["Sentences 1 to 3"]


def test_errors_are_marked_by_who_solved_them():
    marked = mark_sentences(DATA)
    assert marked[1].pieces == ("I like", MarkedError("the", "", "U:DET", ("perfect",), level(1, 3)), "music .")
    assert marked[2].pieces == ("Fine .",)
    assert [output.pieces for output in marked[0].outputs] == [
        (("same", "He"), ("gone", "go"), ("right", "goes"), ("same", "home .")),
        (("same", "He"), ("gone", "go"), ("wrong", "went"), ("same", "home .")),
        (("same", "He go home ."),),
    ]
    assert marked[1].outputs[0].pieces == (("same", "I like"), ("gone", "the"), ("same", "music ."))


def test_the_shade_tells_how_many_solved_it():
    assert [level(solved, 12) for solved in (0, 1, 11, 12)] == [HARDEST, HARDEST - 1, 1, 0]
    shades = [level(solved, 12) for solved in range(13)]
    assert shades == sorted(shades, reverse=True)
    assert level(0, 0) == 0


def test_errors_without_correction_are_not_marked():
    unclear = Edit(0, 1, (), "UNK")
    reference = replace(DATA.references[0], edits=((unclear,), (NO_THE,), ()))
    assert mark_sentences(replace(DATA, references=(reference,)))[0].pieces == ("He go home .",)
