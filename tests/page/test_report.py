"""The page: well-formed, everything escaped, nothing loaded from elsewhere, readable without JavaScript."""

import base64
import hashlib
import json
import os
import re
import subprocess
import zlib
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from jinja2 import Environment, PackageLoader

from redink.errors import UsageError
from redink.evaluation.trust import Trust
from redink.page.report import build_report
from redink.reports.one_page import SCRIPTS, Fold, Html, Page, Section, content_policy, to_page
from redink.scoring.measure import Conventions
from tests.cli.running import command, environment
from tests.questions.samples import DATA, EVIL, hostile
from tests.terminal import open_terminal

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


def page_of(data, title="Test", measures=("F0.5", "EM")):
    return to_page(build_report(data, measures, title=title, trust=Trust(resamples=20, seed=0)).page)


@pytest.fixture(scope="module", params=["sample", "hostile"])
def page(request):
    return page_of(DATA if request.param == "sample" else hostile(), title=EVIL)


def test_the_page_is_well_formed_and_runs_no_script_but_ours(page):
    found = outline(page)
    assert found.tags[0] == "html"
    assert not {"iframe", "object", "embed", "link", "img", "base"} & set(found.tags)
    assert not [name for name, _ in found.attributes if name.startswith("on")]
    assert found.tags.count("script") == 4
    for name in SCRIPTS:
        script = PackageLoader("redink.reports").get_source(Environment(), name)[0]
        assert page.count(script.strip()) == 1


def test_bug_the_policy_let_any_script_run(page):
    policy = re.search('Content-Security-Policy" content="([^"]*)"', page)[1].replace("&#39;", "'")
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    assert f"script-src {allowed};" in policy
    assert policy == content_policy()
    assert policy.count("unsafe") == policy.count("style-src 'unsafe-inline'") == 1


def test_text_of_the_corpus_stays_text(page):
    assert EVIL in "".join(outline(page).text)
    assert page.lower().count("<script") == 4


def test_the_data_of_the_examples_can_be_read_back():
    page = page_of(hostile())
    (stored,) = re.findall(r'<script type="application/octet-stream" id="examples-data">(.*?)</script>', page)
    data = json.loads(zlib.decompress(base64.b64decode(stored)))
    assert data["systems"][0] == EVIL
    assert data["sentences"][0][1] == list(hostile().sources[0])
    assert data["types"] == [f"R:{EVIL}"]


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
    built = build_report(
        idle_first, ["P"], title="Test", conventions=Conventions("corrected", "noop"), trust=Trust(resamples=20)
    )
    assert [system.name for system in built.results.systems] == ["perfect", "eager", "idle"]
    assert str(built.results.signature) == built.page.signature


def test_one_system_alone_has_a_page_too():
    page = page_of(replace(DATA, systems=DATA.systems[:1]))
    assert 'id="significance"' not in page
    assert 'id="summary"' in page


def test_the_same_seed_gives_the_same_page():
    assert page_of(DATA) == page_of(DATA)


def test_systems_and_references_are_needed():
    for lacking in (replace(DATA, systems=()), replace(DATA, references=())):
        with pytest.raises(UsageError, match="needs an output and a reference"):
            build_report(lacking, ["F0.5"], title="")


def test_findings_and_papers_are_gathered():
    sections = (
        Section("one-two", "One", "text", finding="It is so.", papers=("A (2000)", "B (2001)")),
        Section("three", "Three", "text", papers=("B (2001)",)),
    )
    page = Page("Title", "lead", sections, "redink:1")
    assert page.papers == ("A (2000)", "B (2001)")
    assert [section.name for section in sections] == ["One two", "Three"]
    written = to_page(page)
    assert "It is so." in written
    assert written.count("<li>B (2001)</li>") == 1


def test_long_folds_are_packed_and_folds_of_folds_are_not():
    inner = Fold("inner", (Html("<p>long</p>"),), plain=Html("<p>short</p>"))
    outer = Fold("outer", (inner, Fold("open", (Html("<p>seen</p>"),), is_open=True)))
    written = to_page(Page("Title", "lead", (Section("one", "One", "text", (outer,)),), "redink:1"))
    (stored,) = re.findall('data-packed="([^"]*)"', written)
    assert zlib.decompress(base64.b64decode(stored)) == b"<p>long</p>"
    assert "<p>long</p>" not in written
    waiting = re.findall("<noscript>(.*?)</noscript>", written.partition("<body>")[2], re.DOTALL)
    assert [text.strip() for text in waiting] == ["<p>short</p>"]
    assert "<p>seen</p>" in written


def test_bug_a_page_without_a_file_filled_the_terminal():
    screen, theirs = open_terminal()
    asked = command("report", "out.txt", "-r", "gold.m2")
    finished = subprocess.run(asked, stdout=theirs, stderr=subprocess.PIPE, env=environment(), check=False)
    os.close(theirs)
    os.close(screen)
    assert finished.returncode == 2
    assert b"name a file: -o report.html" in finished.stderr
