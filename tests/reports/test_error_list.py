"""The error browser: a table that can be read without its script, with all text escaped."""

import re
from dataclasses import replace
from xml.etree import ElementTree

from redink.reports.error_list import ErrorList, ErrorRow, error_browser

EASY = ErrorRow(2, "He", "go", ("goes", ""), "home .", "R:VERB:SVA", 0.25, 0.5, (0, 1), (1.0, 0.0))
HARD = ErrorRow(1, "", "", ("<b>",), "& so", "M:DET", 1.0, 1.0, (), (0.0, 0.0))
ERRORS = ErrorList(("A", "<B>"), (EASY, HARD), ("x", "y<"), annotators=2)


def table(errors):
    (found,) = re.findall(r"<table.*?</table>", error_browser(errors), re.DOTALL)
    return ElementTree.fromstring(found)


def cells(row):
    return ["".join(cell.itertext()) for cell in row]


def test_the_table_has_every_error_hardest_first():
    head, *rows = [cells(row) for row in table(ERRORS).iter("tr")]
    assert head == ["sentence", "error", "type", "w", "need", "solved by x", "solved by y<", "solved by"]
    assert rows == [
        ["1", "<b> & so", "M:DET", "1.00", "100\u00a0%", "0\u00a0%", "0\u00a0%", "none"],
        ["2", "He go goes / (nothing) home .", "R:VERB:SVA", "0.25", "50\u00a0%", "100\u00a0%", "0\u00a0%", "A, <B>"],
    ]


def test_what_the_script_reads():
    hard, easy = table(ERRORS).find("tbody")
    assert hard.attrib == {"data-w": "1", "data-need": "1", "data-solved": "", "data-ahead": ""}
    assert easy.attrib == {"data-w": "0.25", "data-need": "0.5", "data-solved": "0 1", "data-ahead": "0"}


def test_one_annotator_and_no_groups_need_no_columns():
    alone = replace(ERRORS, groups=(), annotators=1, rows=tuple(replace(row, shares=()) for row in ERRORS.rows))
    assert cells(next(table(alone).iter("tr"))) == ["sentence", "error", "type", "w", "solved by"]
    assert 'name="need"' not in error_browser(alone)
    assert 'name="group"' not in error_browser(alone)


def test_a_model_adds_its_difficulty_with_an_interval():
    modelled = replace(ERRORS, rows=tuple(replace(row, difficulty=(-0.5, -1.0, 0.25)) for row in ERRORS.rows))
    head, *rows = [cells(row) for row in table(modelled).iter("tr")]
    assert head[3:5] == ["w", "b"]
    assert [row[4] for row in rows] == ["-0.50 [-1.00, 0.25]"] * 2
