"""The files of ../shared in; the pages of `docs/papers` and their pictures out."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import click

from redink.errors import RedinkError
from redink.reading.files import write_whole
from redink.reports.charts import Chart
from tools import paper_pages

DOCS = Path(__file__).resolve().parents[2] / "docs"


def papers() -> dict[str, ModuleType]:
    """Find the modules that make a page, by the name of their page."""
    names = [name for _, name, _ in iter_modules(paper_pages.__path__) if name != "__main__"]
    modules = {name: import_module(f"{paper_pages.__name__}.{name}") for name in names}
    return {name.replace("_", "-"): module for name, module in modules.items() if hasattr(module, "page")}


def files_of(name: str, module: ModuleType, shared: Path) -> dict[Path, str]:
    """Give the page and the pictures of a paper with what they should hold."""
    charts: Mapping[str, Chart] = module.charts(shared) if hasattr(module, "charts") else {}
    pictures = {DOCS / "pictures" / f"{key}.svg": chart.svg + "\n" for key, chart in charts.items()}
    return {DOCS / "papers" / f"{name}.md": module.page(shared), **pictures}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("shared", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--paper", "wanted", metavar="NAME", multiple=True, help="Which page; all otherwise.")
def main(shared: Path, wanted: tuple[str, ...]) -> None:
    """Write the pages of docs/papers from the files in SHARED, and name those that changed.

    \b
    Examples:
      python -m tools.paper_pages ../shared
      python -m tools.paper_pages ../shared --paper gotou2020
    """  # noqa: D301 - click wants this backspace itself
    known = papers()
    for name in wanted or known:
        if name not in known:
            raise click.BadParameter(f"there is no page {name!r}; choose from {', '.join(known)}")
        try:
            made = files_of(name, known[name], shared)
        except RedinkError as error:
            raise click.ClickException(str(error)) from error
        for path, text in made.items():
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                with write_whole(path) as out:
                    out.write(text)
                sys.stdout.write(f"{path.relative_to(DOCS.parent)}\n")


if __name__ == "__main__":
    main()
