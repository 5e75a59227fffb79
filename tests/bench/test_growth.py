"""Growth and waits: the fit finds an exponent that is known, and made-up corpora have the sizes that were asked for."""

import math

import click
import pytest

from bench import growth, waits
from bench.growth import COMMANDS, LEVELS, Size, exponent, write_corpus
from redink.cli.main import redink
from redink.reading.corrections import take_reference
from redink.reading.m2 import read_m2


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_a_known_exponent_is_found(power):
    sizes = [150, 600, 2400]
    assert exponent(sizes, [0.1 * size**power for size in sizes]) == pytest.approx(power)


def test_runs_of_almost_no_time_do_not_count():
    assert exponent([1, 2, 4], [0.001, 0.2, 0.4]) == pytest.approx(1)
    assert math.isnan(exponent([1, 2, 4], [0.001, 0.05, 0.4]))


def test_a_corpus_has_the_size_that_was_asked_for(tmp_path):
    files = write_corpus(tmp_path / "corpus", Size(sentences=4, systems=2, references=3, tokens=7))
    assert (len(files.systems), len(files.references)) == (2, 3)
    for path in (files.source, *files.systems, *files.references):
        assert [len(line.split()) for line in path.read_text().splitlines()] == [7] * 4
    assert files.nbest.read_text().count("\n\n") == 4


def test_the_m2_file_holds_the_references(tmp_path):
    files = write_corpus(tmp_path / "corpus", Size(sentences=30, references=3, tokens=7))
    for number, path in enumerate(files.references):
        texts = take_reference(list(read_m2(files.gold)), number).texts
        assert [" ".join(tokens) for tokens in texts] == path.read_text().splitlines()


def test_every_axis_has_levels_and_every_excuse_a_command(tmp_path):
    files = write_corpus(tmp_path / "corpus", Size(sentences=1))
    for arguments, axes in COMMANDS.values():
        assert set(axes) <= set(LEVELS)
        name, *others = map(str, arguments(files))
        command = redink.get_command(click.Context(redink), name)
        assert command.make_context(name, others)
    assert {(name, axis) for name, axis in growth.KNOWN if axis in COMMANDS[name][1]} == set(growth.KNOWN)


def test_mixed_outputs_take_every_sentence_from_an_output(tmp_path):
    outputs = []
    for name in "abc":
        outputs.append(tmp_path / f"{name}.txt")
        outputs[-1].write_text("".join(f"{name}{number}\n" for number in range(5)))
    made = waits.mixed_outputs(outputs, 5, tmp_path)
    assert made[:3] == outputs
    for path in made[3:]:
        assert [line[1:] for line in path.read_text().splitlines()] == list("01234")


def test_the_table_begins_with_the_columns_of_the_issue():
    table = "\n".join(waits.table([("score 10 sentences", "–", "0.50", "–", "≤ 0.35 s", "60")]))
    assert table.splitlines()[0] == "| work | peer | redink | ratio | goal | MB |"
    assert table.splitlines()[2] == "| score 10 sentences | – | 0.50 | – | ≤ 0.35 s | 60 |"
