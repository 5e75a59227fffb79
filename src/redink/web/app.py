"""A pipeline in, the web app out: one form; what it holds is explained, scored, and given back as files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import chain

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

import redink
from redink.annotation.annotator import Annotator
from redink.errors import RedinkError
from redink.evaluation.preparation import load_annotator
from redink.judging.security import Guard, RefusedError, expect_same_origin, read_form
from redink.reading.m2 import format_m2, noop
from redink.records import AnnotatedSentence, Reference, System
from redink.web.looking import OUTPUTS, REFERENCES, Look

EXAMPLE = {
    "source": "He go to school every days .\nI am agree with you .",
    "output1": "He goes to school every day .\nI am agree with you .",
    "reference1": "He goes to school every day .\nI agree with you .",
}


class WebApp:
    """The endpoints."""

    def __init__(self, pipeline: str) -> None:
        """Load the pipeline, the template and the static files once."""
        self.annotator: Annotator = load_annotator(pipeline)
        self.pipeline = pipeline
        self.turn = asyncio.Lock()
        self.templates = Environment(
            loader=PackageLoader("redink.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )
        ours, judging = files("redink.web") / "static", files("redink.judging") / "static"
        self.static = {
            "web.css": ((ours / "web.css").read_bytes(), "text/css"),
            "web.js": ((ours / "web.js").read_bytes(), "text/javascript"),
            "icon.svg": ((judging / "icon.svg").read_bytes(), "image/svg+xml"),
        }

    async def page(self, request: Request) -> Response:
        """Show the form; what was posted is shown below it."""
        fields = await _fields(request) if request.method == "POST" else EXAMPLE
        shown = await self._with(fields, self._shown)
        if request.headers.get("x-part"):  # the script asks for the lower part alone
            return HTMLResponse(shown)
        page = self.templates.get_template("web.html")
        return HTMLResponse(page.render(fields=fields, shown=Markup(shown), outputs=OUTPUTS, references=REFERENCES))

    async def taken(self, request: Request) -> Response:
        """Give what was posted as a file."""
        form = request.path_params["form"]
        make = _whole({"m2": _m2, "json": _json, "report": self._report}[form])
        name = {"m2": "edits.m2", "json": "explained.json", "report": "report.html"}[form]
        text = await self._with(await _fields(request), make)
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def file(self, request: Request) -> Response:
        """Give a static file."""
        content, kind = self.static[request.path_params["name"]]
        return Response(content, media_type=kind)

    async def _with(self, fields: dict[str, str], make: Callable[[Look], str]) -> str:
        """Make something of the texts beside the server's loop, one request at a time."""
        async with self.turn:
            try:
                return await asyncio.to_thread(lambda: make(Look(fields, self.annotator)))
            except RedinkError as error:
                if make == self._shown:
                    return str(self.templates.get_template("problem.html").render(problem=str(error)))
                raise RefusedError(400, str(error)) from None

    def _shown(self, look: Look) -> str:
        template = self.templates.get_template("shown.html")
        return str(template.render(problem=look.problem, sentences=look.sentences, scores=Markup(look.scores)))

    def _report(self, look: Look) -> str:
        return redink.report(look.data, pipeline=self.pipeline, title="redink web", resamples=200).to_html()


def _whole(make: Callable[[Look], str]) -> Callable[[Look], str]:
    """Make a file only of texts that belong together line by line."""

    def made(look: Look) -> str:
        if look.problem:
            raise RefusedError(400, look.problem)
        return make(look)

    return made


def _m2(look: Look) -> str:
    """Give the references as M2, each as an annotator; without references, the outputs."""
    versions: Sequence[Reference | System] = look.data.references or look.data.systems
    blocks = []
    for number, source in enumerate(look.data.sources):
        numbered = [
            tuple(replace(edit, annotator=annotator) for edit in (one.edits or ())[number] or ()) or (noop(annotator),)
            for annotator, one in enumerate(versions)
        ]
        blocks.append(format_m2(AnnotatedSentence(source, tuple(chain.from_iterable(numbered)))))
    return "".join(blocks)


def _json(look: Look) -> str:
    sentences = [
        {
            "source": sentence.source,
            "versions": {
                version.name: [
                    {"from": edit.original, "to": edit.correction, "type": edit.type, "because": edit.because}
                    for edit in version.edits
                ]
                for version in sentence.versions
            },
        }
        for sentence in look.sentences
    ]
    scores = None if look.results is None else look.results.to_dict()
    return json.dumps({"sentences": sentences, "scores": scores}, ensure_ascii=False, indent=1)


async def _fields(request: Request) -> dict[str, str]:
    expect_same_origin(request)
    return await read_form(request)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return PlainTextResponse(f"{error.reason}\n", status_code=error.status)


def make_app(pipeline: str, hosts: frozenset[str]) -> ASGIApp:
    """Give the app; it answers only under these names of the machine."""
    app = WebApp(pipeline)
    routes = [
        Route("/", app.page, methods=["GET", "POST"]),
        Route("/take/{form}", app.taken, methods=["POST"]),
        Route("/static/{name}", app.file),
    ]
    return Guard(Starlette(routes=routes, exception_handlers={RefusedError: _refused}), hosts)
