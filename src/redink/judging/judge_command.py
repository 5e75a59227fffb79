"""`redink judge`: a file of items in, a web page where people judge them, and their judgements out."""

from __future__ import annotations

import getpass
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import click

from redink.errors import Note
from redink.evaluation.options import Command, Options, argument, option, record

if TYPE_CHECKING:
    from redink.judging.card import Card
    from redink.judging.journal import Journal


@record
class JudgeOptions(Options):
    r"""Start a web page on this machine, where people judge the items that `redink pairs` drew.

    Each judge gets a personal link. Every answer is saved before the next question is shown. You can stop with Ctrl-C
    at any time. Start again with the same command, and every judge continues at the same question.

    \b
    Examples:
      redink judge pairs.jsonl
      redink judge pairs.jsonl -a anna -a ben
      redink judge pairs.jsonl -a anna -a ben --known-as https://lab.example.org --no-open
      redink judge pairs.jsonl -a anna -a ben --card card.toml
      redink judge pairs.jsonl --import others.csv --export judgements.jsonl --export judgements.csv
    """

    items: str = argument(default="", metavar="ITEMS")
    store: str | None = option(
        "--store", metavar="FILE", help="File that stores the judgements.  [default: ITEMS with the ending .sqlite]"
    )
    people: tuple[str, ...] = option(
        *("-a", "--annotator"), multiple=True, metavar="NAME", help="Name of a judge; repeat for several."
    )
    host: str = option("--host", default="127.0.0.1", help="Network address to listen on.")
    port: int = option("--port", default=8765, type=click.IntRange(0, 65535), help="Network port (0: any free port).")
    names: tuple[str, ...] = option(
        "--known-as",
        multiple=True,
        metavar="NAME",
        help="Name under which people reach this machine: host, host:port, or https://host behind a proxy; repeat for "
        "several.",
    )
    tokens: bool = option(
        "--tokens/--no-tokens",
        default=True,
        help="Whether judges need personal links. Without links, judges type a name, and must use this machine.",
    )
    browse: bool = option("--open/--no-open", default=True, help="Whether to open the page in a browser.")
    card: str | None = option(
        "--card",
        metavar="FILE",
        help="The card with the questions and criteria (TOML), in one or more languages.  [default: criteria C1 to C3]",
    )
    imports: tuple[str, ...] = option(
        "--import", multiple=True, metavar="FILE", help="Add judgements that were made elsewhere; repeat for several."
    )
    exports: tuple[str, ...] = option(
        "--export",
        multiple=True,
        metavar="FILE",
        help="Write the judgements and stop. The name decides the format: .csv, .wmt.csv (for pairs), .tsv (for "
        "correct and valid), otherwise JSON lines; repeat for several.",
    )


def _judge(options: JudgeOptions) -> None:
    from redink.judging.card import checksum_of_card, read_card
    from redink.judging.exports import form_for
    from redink.judging.journal import Journal, checksum_of
    from redink.judging.store import open_store
    from redink.reading.judgements import read_judgements
    from redink.reading.judging_tasks import read_tasks

    tasks = read_tasks(options.items)
    exports = [(path, form_for(tasks.task, path)) for path in options.exports]  # refused before anything is done
    path = Path(options.store or Path(options.items).with_suffix(".sqlite"))
    card = read_card(options.card)
    # Files can be written while a server has the store open: reading needs no lock.
    with open_store(path, checksum_of(tasks), read_only=bool(exports) and not options.imports) as store:
        journal = Journal(tasks, store)
        for name in options.imports:
            fresh, known = journal.take_in(read_judgements(name))
            _say(f"redink: {name}: {fresh} judgements added, {known} already known")
        if exports:
            _export(journal, exports)
        else:
            if store.change_card(checksum_of_card(card)):
                _say("redink: the card is not the one with which the earlier answers were given")
            _serve(journal, card, options)


def _export(journal: Journal, exports: list[tuple[str, str]]) -> None:
    from redink.judging.exports import export_of
    from redink.reading.files import write_whole

    for path, form in exports:
        with write_whole(path) as out:
            out.write(export_of(journal, form))
        _say(f"redink: {_answers(journal)} in {path}")


def _serve(journal: Journal, card: Card, options: JudgeOptions) -> None:
    try:
        from redink.judging.serving import Address, links_of, listen, names_without_https, serve
    except ImportError as error:
        from redink.errors import MissingExtraError

        raise MissingExtraError(
            f"the web page needs a package that is not installed ({error.name})",
            remedy='type: pip install "redink[web]"',
        ) from error
    address = Address(options.host, options.port, options.names, options.tokens)
    bound = listen(address)
    if open_names := names_without_https(address):
        warnings.warn(
            f"{', '.join(open_names)}: without HTTPS, others on the network can read the personal links and answer in "
            "anybody's name; put a proxy with HTTPS in front, and give --known-as https://NAME",
            stacklevel=2,
        )
    try:
        if address.tokens:
            for name in options.people or (() if journal.people else (_somebody(),)):
                journal.add_person(_checked(name))
        port = bound.getsockname()[1]
        links = links_of(journal, address, port)
        serve(journal, card, address, bound, lambda: _announce(links, options))
    except KeyboardInterrupt:
        pass
    finally:
        bound.close()
    _say(f"\nredink: stopped; {_answers(journal)} stored in {journal.store.path}")


def _say(text: str) -> None:
    warnings.warn(text, Note, stacklevel=2)


def _answers(journal: Journal) -> str:
    number = sum(len(person.answers) for person in journal.people.values())
    return "1 answer" if number == 1 else f"{number} answers"


def _checked(name: str) -> str:
    from redink.errors import UsageError

    if not name.strip() or not name.isprintable() or len(name) > 60:
        raise UsageError(f"{name!r} is not a name", remedy="give a name of up to 60 letters")
    return name.strip()


def _somebody() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without a name, as in some containers
        return "judge"


def _announce(links: dict[str, str], options: JudgeOptions) -> None:
    home = links[""].partition("/enter/")[0] + "/"
    people = {name: link for name, link in links.items() if name}
    if not options.tokens:
        click.echo(f"judge     {home}")
    for name, link in people.items() if options.tokens else ():
        click.echo(f"{name:<9} {link}")
    click.echo(f"organiser {links['']}")
    _say("redink: stop with Ctrl-C; every answer is saved at once")
    if options.browse:
        import webbrowser

        webbrowser.open(next(iter(people.values()), home) if options.tokens else home)


COMMAND = Command(JudgeOptions, _judge)
