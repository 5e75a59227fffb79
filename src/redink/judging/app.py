"""A journal in, the web app out: each question is a page with a plain form; an answer is saved before the next page."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from redink.judging import views
from redink.judging.exports import EXPORTS, export_of
from redink.judging.journal import LAST_ROUND, Journal, is_answer
from redink.judging.organiser import live_agreement, progress
from redink.judging.security import (
    GUEST,
    ORGANISER,
    Guard,
    Keys,
    RefusedError,
    Session,
    expect_same_origin,
    new_session,
    read_form,
)
from redink.judging.standing import Standing
from redink.judging.store import Event, now
from redink.judging.tickets import LONGEST_NOTE, NOTHING_TYPED, Ticket, Typed, answer_of, clean

_COOKIE_AGE = 180 * 24 * 3600
_LONGEST_NAME = 60
_STATIC = {"judge.css": "text/css", "judge.js": "text/javascript", "icon.svg": "image/svg+xml"}
_MESSAGES = {
    "undone": "Taken back: here is the question again.",
    "skipped": "Skipped: it will come back at the end.",
    "nothing": "There is nothing to undo.",
    "empty": "An empty sentence is not a correction. If nothing is wrong, say so below.",
    "choose": "That was not an answer: please choose one below.",
    "stale": "That page was out of date (another tab, or the Back button): this was not counted, and your earlier "
    "answer stands. Undo takes your last answer back.",
    "added": "Added: the personal link is in the table.",
    "name": "Please give a name of up to 60 letters.",
    "unsaved": "Not saved: the server could not store this. Everything you did before is safe. Please try again, and "
    "tell the organiser if it happens again.",
}
_LOG = logging.getLogger("redink.judging")
"""Its lines go to standard error even if logging is not set up (and with `--quiet`)."""
_PAUSE_EVERY = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """How people reach the app."""

    hosts: frozenset[str]
    """Names of the server: host, or host:port."""
    tokens: bool = True
    """Whether people need personal links."""


class JudgeApp:
    """The endpoints of the app and the data that they share."""

    def __init__(self, journal: Journal, settings: Settings) -> None:
        """Read templates and static files once, so no request ever names a file on the disk."""
        self.journal = journal
        self.settings = settings
        self.keys = Keys(journal.store.secret)
        folder = files("redink.judging") / "static"
        self.static = {name: (folder / name).read_bytes() for name in _STATIC}
        self.templates = Environment(
            loader=PackageLoader("redink.judging"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self.templates.filters["duration"] = views.duration

    # Who is there

    def session(self, request: Request, name: str) -> Session | None:
        """Give the session of a cookie; `None` without the cookie. A forged cookie is refused."""
        value = request.cookies.get(name)
        return None if value is None else self.keys.read_cookie(value)

    def person(self, request: Request) -> tuple[Session, Standing]:
        """Give the person that the cookie belongs to, or refuse."""
        session = self.session(request, self.keys.cookie_name)
        standing = None if session is None else self.journal.person(session.person)
        if session is None or standing is None:
            raise RefusedError(403, "Please open the personal link you were given.")
        return session, standing

    def organiser(self, request: Request) -> Session:
        """Give the organiser's session, or refuse."""
        session = self.session(request, self.keys.organiser_cookie_name)
        if session is None or session.person != ORGANISER:
            raise RefusedError(403, "This page is for the organiser: please open the organiser's link.")
        return session

    async def form(self, request: Request, session: Session) -> dict[str, str]:
        """Give the fields of a form; a form that does not come from a page of this session is refused."""
        expect_same_origin(request)
        fields = await read_form(request)
        self.keys.expect_form_token(session, fields.get("token", ""))
        return fields

    # What is shown

    def page(self, template: str, status: int = 200, **values: Any) -> HTMLResponse:
        """Give a page from a template; all values in it are escaped."""
        return HTMLResponse(self.templates.get_template(template).render(values), status_code=status)

    def with_cookie(self, response: Response, session: Session, request: Request) -> Response:
        """Give the response with the cookie of the session."""
        # Two names of cookies: an organiser who opens a judge's link remains the organiser.
        is_organiser = session.person == ORGANISER
        response.set_cookie(
            self.keys.organiser_cookie_name if is_organiser else self.keys.cookie_name,
            self.keys.cookie(session),
            max_age=_COOKIE_AGE,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return response

    async def home(self, request: Request) -> Response:
        """Show the next page for whoever asks: a question, the start page or the organiser's page."""
        session = self.session(request, self.keys.cookie_name)
        if session is None and self.session(request, self.keys.organiser_cookie_name) is not None:
            return RedirectResponse("/organiser", status_code=303)
        if session is None and not self.settings.tokens:
            session = new_session(GUEST)
            page = self.page("start.html", token=self.keys.form_token(session), message="")
            return self.with_cookie(page, session, request)
        if session is not None and session.person == GUEST and not self.settings.tokens:
            return self.page("start.html", token=self.keys.form_token(session), message=_message(request))
        session, standing = self.person(request)
        return self.question_page(session, standing, _message(request))

    def question_page(
        self, session: Session, standing: Standing, message: str, status: int = 200, typed: Typed = NOTHING_TYPED
    ) -> Response:
        """Show the next question of a person, or that all is done; text that could not be saved is filled in again."""
        question = self.journal.question(standing)
        shared: dict[str, Any] = {
            "person": standing.name,
            "token": self.keys.form_token(session),
            "message": message or _pause(standing.done),
            "problem": status >= 400,
            "undo": standing.last_done,
            "task": self.journal.tasks.task,
            "done": standing.done,
            "total": self.journal.total(standing) if question is None else question.total,
            "round": standing.round,
            "skipped": standing.skipped,
        }
        if question is None:
            return self.page(
                "done.html", status, **shared, may_repeat=standing.round < LAST_ROUND and standing.done > 0
            )
        started = round(time.time() * 1000)
        content = [standing.number, question.item.id, question.round, question.shown, question.position, started]
        left = None if standing.pace is None else standing.pace * (question.total - standing.done)
        return self.page(
            f"{self.journal.tasks.task}.html",
            status,
            **shared,
            question=question,
            ticket=self.keys.ticket([*content, question.key, question.skip_key]),
            pace=standing.pace,
            left=left,
            typed=typed if typed.item == question.item.id else NOTHING_TYPED,
            **views.shown_of(self.journal.tasks.task, question),
        )

    # What people do

    async def answer(self, request: Request) -> Response:
        """Save an answer, then show the next question."""
        session, standing = self.person(request)
        fields = await self.form(request, session)
        ticket = self.ticket(fields, standing)
        passage = self.journal.items[ticket.item].passage
        answer = answer_of(self.journal.tasks.task, fields, ticket, passage.text if passage else "")
        if not is_answer(self.journal.tasks.task, answer):
            message = _MESSAGES["empty" if self.journal.tasks.task == "correct" else "choose"]
            return self.question_page(session, standing, message, 422, Typed(ticket.item, note=fields.get("note", "")))
        event = ticket.event("answer", standing.name, answer, clean(fields.get("note", ""), LONGEST_NOTE))
        typed = Typed(ticket.item, fields.get("text", ""), fields.get("note", ""))
        return await self.save(session, standing, event, typed=typed)

    async def skip(self, request: Request) -> Response:
        """Put an item off."""
        session, standing = self.person(request)
        ticket = self.ticket(await self.form(request, session), standing)
        if (ticket.round, ticket.item) in standing.answers:
            return RedirectResponse("/?m=stale", status_code=303)
        return await self.save(session, standing, ticket.event("skip", standing.name, "", ""), "skipped")

    async def undo(self, request: Request) -> Response:
        """Take back the last answer or skip. The form names it, so a form that is sent twice takes back only one."""
        session, standing = self.person(request)
        fields = await self.form(request, session)
        last = standing.last_done
        if last is None or fields.get("target") != last.key:
            return RedirectResponse("/?m=nothing" if last is None else "/", status_code=303)
        event = Event(f"undo/{last.key}", "undo", standing.name, last.item, last.round, last.key, ended=now())
        return await self.save(session, standing, event, "undone")

    async def again(self, request: Request) -> Response:
        """Begin the second pass if the first is done."""
        session, standing = self.person(request)
        await self.form(request, session)
        if standing.round < LAST_ROUND and standing.done and self.journal.question(standing) is None:
            round_ = standing.round + 1
            event = Event(f"round/{standing.number}/{round_}", "round", standing.name, "", round_, ended=now())
            return await self.save(session, standing, event)
        return RedirectResponse("/", status_code=303)

    async def save(
        self, session: Session, standing: Standing, event: Event, message: str = "", typed: Typed = NOTHING_TYPED
    ) -> Response:
        """Show the next question only when the event is on disk; otherwise say that it was not saved."""
        try:
            is_new = await self.journal.append(event)
        except Exception as error:  # whatever the error, the person must know that this answer is not saved
            _log_unsaved(f"{event.kind} by {standing.name!r}" + (f" to {event.item!r}" if event.item else ""), error)
            return self.question_page(session, standing, _MESSAGES["unsaved"], 503, typed)
        if not is_new and not standing.has_said(event):  # not the same answer sent twice
            message = "stale"
        return RedirectResponse(f"/?m={message}" if message else "/", status_code=303)

    def ticket(self, fields: dict[str, str], standing: Standing) -> Ticket:
        """Give the ticket of a form, which says what question the form answers."""
        content = self.keys.read_ticket(fields.get("ticket", ""))
        ticket = Ticket(*content)
        if ticket.person != standing.number or ticket.item not in self.journal.items:
            raise RefusedError(403, "This form belongs to somebody else.")
        return ticket

    # Coming in

    async def enter(self, request: Request) -> Response:
        """Turn a personal link into a cookie."""
        number = self.keys.read_link(request.path_params["link"])
        if number != ORGANISER and self.journal.person(number) is None:
            raise RefusedError(403, "This link is no longer in use.")
        home = RedirectResponse("/organiser" if number == ORGANISER else "/", status_code=303)
        return self.with_cookie(home, new_session(number), request)

    async def start(self, request: Request) -> Response:
        """Let somebody join under a name that they choose, if no links are needed."""
        session = self.session(request, self.keys.cookie_name)
        if self.settings.tokens or session is None:
            raise RefusedError(403, "Please open the personal link you were given.")
        fields = await self.form(request, session)
        name = _name_in(fields)
        if not name:
            return RedirectResponse("/?m=name", status_code=303)
        standing = await asyncio.to_thread(self.journal.add_person, name)
        return self.with_cookie(RedirectResponse("/", status_code=303), new_session(standing.number), request)

    # The organiser

    async def organise(self, request: Request) -> Response:
        """Show the organiser's page: progress and agreement so far."""
        session = self.organiser(request)
        couples, summary = await asyncio.to_thread(live_agreement, self.journal)
        base = f"{request.url.scheme}://{request.headers['host']}"
        people = list(self.journal.people.values())
        return self.page(
            "organiser.html",
            token=self.keys.form_token(session),
            message=_message(request),
            people=progress(self.journal),
            links={standing.name: f"{base}/enter/{self.keys.link(standing.number)}" for standing in people},
            couples=couples,
            summary=summary,
            exports=EXPORTS[self.journal.tasks.task],
            task=self.journal.tasks.task,
            items=len(self.journal.tasks.items),
            votes=self.journal.tasks.votes,
        )

    async def add_person(self, request: Request) -> Response:
        """Add a person."""
        session = self.organiser(request)
        name = _name_in(await self.form(request, session))
        if name:
            await asyncio.to_thread(self.journal.add_person, name)
        return RedirectResponse(f"/organiser?m={'added' if name else 'name'}", status_code=303)

    async def export(self, request: Request) -> Response:
        """Send all judgements in one of the known formats."""
        self.organiser(request)
        name = request.path_params["name"]
        if name not in EXPORTS[self.journal.tasks.task]:
            raise RefusedError(404, "There is no such file.")
        text = await asyncio.to_thread(export_of, self.journal, name)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)

    async def file(self, request: Request) -> Response:
        """Send the style sheet, the script or the icon, which were read at the start."""
        name = request.path_params["name"]
        if name not in self.static:
            raise RefusedError(404, "There is no such file.")
        headers = {"Cache-Control": "max-age=3600"}
        return Response(self.static[name], media_type=_STATIC[name], headers=headers)

    async def refused(self, request: Request, error: Exception) -> Response:
        """Answer a request that is invalid or not allowed."""
        status, reason = 404, "There is no such page."
        if isinstance(error, RefusedError):
            status, reason = error.status, error.reason
        elif isinstance(error, HTTPException):
            status, reason = error.status_code, str(error.detail)
        title = {403: "Not allowed", 404: "Not found"}.get(status, "That did not work")
        cookies = {self.keys.cookie_name, self.keys.organiser_cookie_name} & set(request.cookies)
        return self.page("message.html", status, title=title, text=reason, back=bool(cookies))

    async def unsaved(self, request: Request, error: Exception) -> Response:
        """Say that the file could not be written when a person joined (`save` does so for answers)."""
        _log_unsaved(f"{request.method} {request.url.path}", error)
        return self.page("message.html", 503, title="Not saved", text=_MESSAGES["unsaved"], back=True)


def _log_unsaved(action: str, error: Exception) -> None:
    """Tell the organiser why; an error from neither the disk nor SQLite is a bug of redink, so its trace is logged."""
    usual = isinstance(error, (sqlite3.Error, OSError))
    _LOG.error("redink: not saved: %s: %s: %s", action, type(error).__name__, error, exc_info=None if usual else error)


def _name_in(fields: Mapping[str, str]) -> str:
    """Give the name that was typed; nothing if it is too long, because a name that was cut may be another person's."""
    name = clean(fields.get("name", ""), _LONGEST_NAME + 1)
    return name if len(name) <= _LONGEST_NAME else ""


def _message(request: Request) -> str:
    return _MESSAGES.get(request.query_params.get("m", ""), "")


def _pause(done: int) -> str:
    if done and done % _PAUSE_EVERY == 0:
        return f"{done:,} done. A short break keeps your judgements consistent."
    return ""


def make_app(journal: Journal, settings: Settings) -> Guard:
    """Give the app: routes, refusals, and the guard around them."""
    judge = JudgeApp(journal, settings)
    routes = [
        Route("/", judge.home, methods=["GET"]),
        Route("/enter/{link}", judge.enter, methods=["GET"]),
        Route("/start", judge.start, methods=["POST"]),
        Route("/answer", judge.answer, methods=["POST"]),
        Route("/skip", judge.skip, methods=["POST"]),
        Route("/undo", judge.undo, methods=["POST"]),
        Route("/again", judge.again, methods=["POST"]),
        Route("/organiser", judge.organise, methods=["GET"]),
        Route("/organiser/people", judge.add_person, methods=["POST"]),
        Route("/export/{name}", judge.export, methods=["GET"]),
        Route("/static/{name}", judge.file, methods=["GET"]),
    ]
    handlers: dict[Any, Any] = {RefusedError: judge.refused, HTTPException: judge.refused, sqlite3.Error: judge.unsaved}
    return Guard(Starlette(routes=routes, exception_handlers=handlers), settings.hosts)
