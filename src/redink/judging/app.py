"""A journal in, the web app out: one page a question, one plain form an answer, on disk before the next is shown."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
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
    "undone": "Taken back: here it is again.",
    "skipped": "Put off: it will come back at the end.",
    "nothing": "There is nothing to take back.",
    "empty": "An empty sentence is no correction. If nothing is wrong, say so below.",
    "choose": "That was no answer: please choose one below.",
    "stale": "That page was an old one (another tab, or the way back): this was not counted, and what you said before "
    "stands. Undo takes your last answer back.",
    "added": "Added: the personal link is in the table.",
    "name": "Please give a name of up to 60 letters.",
    "unsaved": "Not saved: the server could not write this down. All you did before is safe. Please try again, and "
    "tell the organiser if it goes on.",
}
_LOG = logging.getLogger("redink.judging")
"""Its lines are on standard error even when nobody has set up logging (and with `--quiet`)."""
_PAUSE_EVERY = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """How the app is reached."""

    hosts: frozenset[str]
    """Names it goes by: host, or host:port."""
    tokens: bool = True
    """Whether people need personal links."""


Endpoint = Callable[[Request], Awaitable[Response]]


class JudgeApp:
    """The endpoints, with what they share."""

    def __init__(self, journal: Journal, settings: Settings) -> None:
        """Read templates and static files once: nothing a client sends ever names a file."""
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
        """Read a cookie; none is `None`, a forged one is refused."""
        value = request.cookies.get(name)
        return None if value is None else self.keys.read_cookie(value)

    def person(self, request: Request) -> tuple[Session, Standing]:
        """Give the person whose cookie this is, or refuse."""
        session = self.session(request, self.keys.cookie_name)
        own = None if session is None else self.journal.person(session.person)
        if session is None or own is None:
            raise RefusedError(403, "Please open the personal link you were given.")
        return session, own

    def organiser(self, request: Request) -> Session:
        """Expect the organiser."""
        session = self.session(request, self.keys.organiser_cookie_name)
        if session is None or session.person != ORGANISER:
            raise RefusedError(403, "This page is the organiser's: please open the organiser's link.")
        return session

    async def form(self, request: Request, session: Session) -> dict[str, str]:
        """Read a form that this session's own page sent."""
        expect_same_origin(request)
        fields = await read_form(request)
        self.keys.expect_form_token(session, fields.get("token", ""))
        return fields

    # What is shown

    def page(self, template: str, status: int = 200, **values: Any) -> HTMLResponse:
        """Fill a template; everything in it is escaped."""
        return HTMLResponse(self.templates.get_template(template).render(values), status_code=status)

    def with_cookie(self, response: Response, session: Session, request: Request) -> Response:
        """Give the browser its cookie."""
        # The organiser who opens a judge's link to have a look, or judges as well, stays organiser.
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
        """Show what comes next."""
        session = self.session(request, self.keys.cookie_name)
        if session is None and self.session(request, self.keys.organiser_cookie_name) is not None:
            return RedirectResponse("/organiser", status_code=303)
        if session is None and not self.settings.tokens:
            session = new_session(GUEST)
            page = self.page("start.html", token=self.keys.form_token(session), message="")
            return self.with_cookie(page, session, request)
        if session is not None and session.person == GUEST and not self.settings.tokens:
            return self.page("start.html", token=self.keys.form_token(session), message=_message(request))
        session, own = self.person(request)
        return self.question_page(session, own, _message(request))

    def question_page(
        self, session: Session, own: Standing, message: str, status: int = 200, typed: Typed = NOTHING_TYPED
    ) -> Response:
        """Show the next question of one person, or that all is done; what was typed in vain stands there again."""
        question = self.journal.question(own)
        shared: dict[str, Any] = {
            "person": own.name,
            "token": self.keys.form_token(session),
            "message": message or _pause(own.done),
            "problem": status >= 400,
            "undo": own.last_done,
            "task": self.journal.tasks.task,
            "done": own.done,
            "total": self.journal.total(own) if question is None else question.total,
            "round": own.round,
            "skipped": own.skipped,
        }
        if question is None:
            return self.page("done.html", status, **shared, may_repeat=own.round < LAST_ROUND and own.done > 0)
        started = round(time.time() * 1000)
        content = [own.number, question.item.id, question.round, question.shown, question.position, started]
        left = None if own.pace is None else own.pace * (question.total - own.done)
        return self.page(
            f"{self.journal.tasks.task}.html",
            status,
            **shared,
            question=question,
            ticket=self.keys.ticket([*content, question.key, question.skip_key]),
            pace=own.pace,
            left=left,
            typed=typed if typed.item == question.item.id else NOTHING_TYPED,
            **views.shown_of(self.journal.tasks.task, question),
        )

    # What people do

    async def answer(self, request: Request) -> Response:
        """Save an answer, then go on."""
        session, own = self.person(request)
        fields = await self.form(request, session)
        ticket = self.ticket(fields, own)
        passage = self.journal.items[ticket.item].passage
        answer = answer_of(self.journal.tasks.task, fields, ticket, passage.text if passage else "")
        if not is_answer(self.journal.tasks.task, answer):
            message = _MESSAGES["empty" if self.journal.tasks.task == "correct" else "choose"]
            return self.question_page(session, own, message, 422, Typed(ticket.item, note=fields.get("note", "")))
        event = ticket.event("answer", own.name, answer, clean(fields.get("note", ""), LONGEST_NOTE))
        typed = Typed(ticket.item, fields.get("text", ""), fields.get("note", ""))
        return await self.save(session, own, event, typed=typed)

    async def skip(self, request: Request) -> Response:
        """Put an item off."""
        session, own = self.person(request)
        ticket = self.ticket(await self.form(request, session), own)
        if (ticket.round, ticket.item) in own.answers:
            return RedirectResponse("/?m=stale", status_code=303)
        return await self.save(session, own, ticket.event("skip", own.name, "", ""), "skipped")

    async def undo(self, request: Request) -> Response:
        """Take the last answer or skip back; which one it was, the form says, so that twice is once."""
        session, own = self.person(request)
        fields = await self.form(request, session)
        last = own.last_done
        if last is None or fields.get("target") != last.key:
            return RedirectResponse("/?m=nothing" if last is None else "/", status_code=303)
        event = Event(f"undo/{last.key}", "undo", own.name, last.item, last.round, last.key, ended=now())
        return await self.save(session, own, event, "undone")

    async def again(self, request: Request) -> Response:
        """Begin the second pass, when the first is done."""
        session, own = self.person(request)
        await self.form(request, session)
        if own.round < LAST_ROUND and own.done and self.journal.question(own) is None:
            round_ = own.round + 1
            event = Event(f"round/{own.number}/{round_}", "round", own.name, "", round_, ended=now())
            return await self.save(session, own, event)
        return RedirectResponse("/", status_code=303)

    async def save(
        self, session: Session, own: Standing, event: Event, message: str = "", typed: Typed = NOTHING_TYPED
    ) -> Response:
        """Go on only when the event is on disk."""
        try:
            is_new = await self.journal.append(event)
        except Exception as error:  # whatever the disk says, the person must know that this answer is not saved
            _log_unsaved(f"{event.kind} by {own.name!r}" + (f" to {event.item!r}" if event.item else ""), error)
            return self.question_page(session, own, _MESSAGES["unsaved"], 503, typed)
        if not is_new and not own.has_said(event):  # not merely sent twice
            message = "stale"
        return RedirectResponse(f"/?m={message}" if message else "/", status_code=303)

    def ticket(self, fields: dict[str, str], own: Standing) -> Ticket:
        """Read which question a form answers."""
        content = self.keys.read_ticket(fields.get("ticket", ""))
        ticket = Ticket(*content)
        if ticket.person != own.number or ticket.item not in self.journal.items:
            raise RefusedError(403, "This form belongs to somebody else.")
        return ticket

    # Coming in

    async def enter(self, request: Request) -> Response:
        """Turn a personal link into a cookie."""
        number = self.keys.read_link(request.path_params["link"])
        if number != ORGANISER and self.journal.person(number) is None:
            raise RefusedError(403, "Nobody has this link any more.")
        home = RedirectResponse("/organiser" if number == ORGANISER else "/", status_code=303)
        return self.with_cookie(home, new_session(number), request)

    async def start(self, request: Request) -> Response:
        """Let somebody begin under a name of their own, where no links are needed."""
        session = self.session(request, self.keys.cookie_name)
        if self.settings.tokens or session is None:
            raise RefusedError(403, "Please open the personal link you were given.")
        fields = await self.form(request, session)
        name = clean(fields.get("name", ""), _LONGEST_NAME)
        if not name:
            return RedirectResponse("/?m=name", status_code=303)
        own = await asyncio.to_thread(self.journal.add_person, name)
        return self.with_cookie(RedirectResponse("/", status_code=303), new_session(own.number), request)

    # The organiser

    async def organise(self, request: Request) -> Response:
        """Show progress and agreement so far."""
        session = self.organiser(request)
        couples, summary = await asyncio.to_thread(live_agreement, self.journal)
        base = f"{request.url.scheme}://{request.headers['host']}"
        people = list(self.journal.people.values())
        return self.page(
            "organiser.html",
            token=self.keys.form_token(session),
            message=_message(request),
            people=progress(self.journal),
            links={own.name: f"{base}/enter/{self.keys.link(own.number)}" for own in people},
            couples=couples,
            summary=summary,
            exports=EXPORTS[self.journal.tasks.task],
            task=self.journal.tasks.task,
            items=len(self.journal.tasks.items),
            votes=self.journal.tasks.votes,
        )

    async def add_person(self, request: Request) -> Response:
        """Let one more person take part."""
        session = self.organiser(request)
        name = clean((await self.form(request, session)).get("name", ""), _LONGEST_NAME)
        if name:
            await asyncio.to_thread(self.journal.add_person, name)
        return RedirectResponse(f"/organiser?m={'added' if name else 'name'}", status_code=303)

    async def export(self, request: Request) -> Response:
        """Hand out all judgements in one of the known forms."""
        self.organiser(request)
        name = request.path_params["name"]
        if name not in EXPORTS[self.journal.tasks.task]:
            raise RefusedError(404, "There is no such file.")
        text = await asyncio.to_thread(export_of, self.journal, name)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)

    async def file(self, request: Request) -> Response:
        """Hand out style, script and icon, which were read at the start."""
        name = request.path_params["name"]
        if name not in self.static:
            raise RefusedError(404, "There is no such file.")
        headers = {"Cache-Control": "max-age=3600"}
        return Response(self.static[name], media_type=_STATIC[name], headers=headers)

    async def refused(self, request: Request, error: Exception) -> Response:
        """Answer a request that makes no sense, or may not be."""
        status, reason = 404, "There is no such page."
        if isinstance(error, RefusedError):
            status, reason = error.status, error.reason
        elif isinstance(error, HTTPException):
            status, reason = error.status_code, str(error.detail)
        title = {403: "Not allowed", 404: "Not found"}.get(status, "That did not work")
        known = {self.keys.cookie_name, self.keys.organiser_cookie_name} & set(request.cookies)
        return self.page("message.html", status, title=title, text=reason, back=bool(known))

    async def unsaved(self, request: Request, error: Exception) -> Response:
        """Tell that the file could not be written, when it was not a judge's answer: a person that joins."""
        _log_unsaved(f"{request.method} {request.url.path}", error)
        return self.page("message.html", 503, title="Not saved", text=_MESSAGES["unsaved"], back=True)


def _log_unsaved(what: str, error: Exception) -> None:
    """Tell the organiser why; what neither the disk nor SQLite says is a fault of ours, and comes with its trace."""
    known = isinstance(error, (sqlite3.Error, OSError))
    _LOG.error("redink: not saved: %s: %s: %s", what, type(error).__name__, error, exc_info=None if known else error)


def _message(request: Request) -> str:
    return _MESSAGES.get(request.query_params.get("m", ""), "")


def _pause(done: int) -> str:
    if done and done % _PAUSE_EVERY == 0:
        return f"{done:,} done. A short break keeps judgements even."
    return ""


def make_app(journal: Journal, settings: Settings) -> Guard:
    """Put the app together: routes, refusals, and the guard around it."""
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
    handlers: dict[Any, Any] = {
        RefusedError: judge.refused,
        HTTPException: judge.refused,
        sqlite3.Error: judge.unsaved,
    }
    return Guard(Starlette(routes=routes, exception_handlers=handlers), settings.hosts)
