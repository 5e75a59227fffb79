"""`redink judge`: a file of items in, a web page where people judge them, and their judgements out."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from redink.cli.messages import note
from redink.cli.options import quiet_option

if TYPE_CHECKING:
    from redink.judging.journal import Journal


@click.command("judge")
@click.argument("items", metavar="ITEMS")
@click.option("--store", metavar="FILE", help="Where judgements are kept.  [default: ITEMS with the ending .sqlite]")
@click.option("-a", "--annotator", "people", multiple=True, metavar="NAME", help="Who judges; repeat for several.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="Port; 0 for any that is free."
)
@click.option(
    "--known-as",
    "names",
    multiple=True,
    metavar="NAME",
    help="How people reach this machine: host, host:port, or https://host where a proxy is in front; repeat.",
)
@click.option(
    "--tokens/--no-tokens",
    default=True,
    show_default=True,
    help="Whether people need personal links; without, they give a name, and only this machine is served.",
)
@click.option("--open/--no-open", "browse", default=True, show_default=True, help="Open the page in a browser.")
@click.option("--import", "imports", multiple=True, metavar="FILE", help="Add judgements made elsewhere; repeat.")
@click.option(
    "--export",
    "exports",
    multiple=True,
    metavar="FILE",
    help="Write judgements and end: JSON lines, or by the name .csv, .wmt.csv (pairs), .tsv (correct, valid); repeat.",
)
@quiet_option
def command(items: str, **options: Any) -> None:
    """Judge what `redink pairs` drew, in a web page of this machine; one personal link for each judge.

    Every answer is on disk before the next question is shown. Stop with Ctrl-C at any time and start again
    with the same line: everybody goes on where they were.

    \b
    Examples:
      redink judge pairs.jsonl
      redink judge pairs.jsonl -a anna -a ben
      redink judge pairs.jsonl -a anna -a ben --host 0.0.0.0 --known-as lab.example.org --no-open
      redink judge pairs.jsonl --import others.csv --export judgements.jsonl --export judgements.csv
    """  # noqa: D301 - click wants the character itself
    from redink.judging.exports import form_for
    from redink.judging.journal import Journal, checksum_of
    from redink.judging.store import open_store
    from redink.reading.judgements import read_judgements
    from redink.reading.judging_tasks import read_tasks

    tasks = read_tasks(items)
    exports = [(path, form_for(tasks.task, path)) for path in options["exports"]]  # refused before anything is done
    path = Path(options["store"] or Path(items).with_suffix(".sqlite"))
    with open_store(path, checksum_of(tasks)) as store:
        journal = Journal(tasks, store)
        for name in options["imports"]:
            fresh, known = journal.take_in(read_judgements(name))
            note(f"redink: {name}: {fresh} judgements added, {known} known already")
        if exports:
            _export(journal, exports)
        else:
            _serve(journal, options)


def _export(journal: Journal, exports: list[tuple[str, str]]) -> None:
    from redink.judging.exports import export_of
    from redink.reading.files import write_whole

    for path, form in exports:
        with write_whole(path) as out:
            out.write(export_of(journal, form))
        note(f"redink: {_answers(journal)} answers in {path}")


def _serve(journal: Journal, options: dict[str, Any]) -> None:
    try:
        from redink.judging.serving import Address, links_of, listen, serve
    except ImportError as error:
        from redink.errors import MissingExtraError

        raise MissingExtraError(
            f"the web page needs a package that is not installed ({error.name})",
            remedy='type: pip install "redink[web]"',
        ) from error
    address = Address(options["host"], options["port"], options["names"], options["tokens"])
    bound = listen(address)
    try:
        if address.tokens:
            for name in options["people"] or (() if journal.people else (_somebody(),)):
                journal.add_person(_checked(name))
        port = bound.getsockname()[1]
        links = links_of(journal, address, port)
        serve(journal, address, bound, lambda: _announce(links, options))
    except KeyboardInterrupt:
        pass
    finally:
        bound.close()
    note(f"\nredink: stopped; {_answers(journal)} answers are in {journal.store.path}")


def _answers(journal: Journal) -> int:
    return sum(len(own.answers) for own in journal.people.values())


def _checked(name: str) -> str:
    from redink.errors import UsageError

    if not name.strip() or not name.isprintable() or len(name) > 60:
        raise UsageError(f"{name!r} is no name", remedy="give one of up to 60 letters")
    return name.strip()


def _somebody() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without a name, as in some containers
        return "judge"


def _announce(links: dict[str, str], options: dict[str, Any]) -> None:
    home = links[""].partition("/enter/")[0] + "/"
    people = {name: link for name, link in links.items() if name}
    if not options["tokens"]:
        click.echo(f"judge     {home}")
    for name, link in people.items() if options["tokens"] else ():
        click.echo(f"{name:<9} {link}")
    click.echo(f"organiser {links['']}")
    note("redink: stop with Ctrl-C; every answer is saved at once")
    if options["browse"]:
        import webbrowser

        webbrowser.open(next(iter(people.values()), home) if options["tokens"] else home)
