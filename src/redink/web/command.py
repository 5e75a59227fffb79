"""`redink web`: nothing in; a page on this machine that explains and scores corrections as they are typed out."""

from __future__ import annotations

import warnings

import click

from redink.errors import MissingExtraError, Note, UsageError
from redink.evaluation.options import Command, Options, option, record
from redink.evaluation.shared_options import pipeline_option


@record
class WebOptions(Options):
    r"""Start a web page on this machine that shows edits, reasons, difficulty and scores as you type.

    Paste or drop a source, outputs and references. Download M2, JSON or the report. Only this machine can reach the
    page. Stop with Ctrl-C.

    \b
    Examples:
      redink web
      redink web --port 9000 --no-open
      redink web --pipeline plain
    """

    host: str = option("--host", default="127.0.0.1", help="Address of this machine to listen on.")
    port: int = option("--port", default=8766, type=click.IntRange(0, 65535), help="Network port (0: any free port).")
    browse: bool = option("--open/--no-open", default=True, help="Whether to open the page in a browser.")
    pipeline: str = pipeline_option()


def _web(options: WebOptions) -> None:
    try:
        from redink.judging.serving import Address, hosts_of, listen, serve_app
        from redink.web.app import make_app
    except ImportError as error:
        raise MissingExtraError(
            f"the web page needs a package that is not installed ({error.name})",
            remedy='type: pip install "redink[web]"',
        ) from error
    address = Address(options.host, options.port, tokens=False)
    if not address.is_local:
        raise UsageError(
            f"{options.host} would let other machines reach this page, which has no passwords",
            remedy="leave out --host",
        )
    bound = listen(address)
    port = bound.getsockname()[1]
    link = f"http://{f'[{options.host}]' if ':' in options.host else options.host}:{port}/"

    def announce() -> None:
        click.echo(link)
        warnings.warn("redink: stop with Ctrl-C; nothing is stored", Note, stacklevel=2)
        if options.browse:
            import webbrowser

            webbrowser.open(link)

    try:
        serve_app(make_app(options.pipeline, hosts_of(address, port)), bound, announce)
    except KeyboardInterrupt:
        pass
    finally:
        bound.close()


COMMAND = Command(WebOptions, _web)
