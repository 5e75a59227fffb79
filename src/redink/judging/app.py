"""A journal in, the web app out: each question is a page with a plain form; an answer is saved before the next page."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from redink.judging import views
from redink.judging.entrance import COOKIE_AGE, LANGUAGE, STATIC, Entrance, Settings, name_in
from redink.judging.exports import EXPORTS, export_of
from redink.judging.journal import LAST_ROUND, Journal, Question, is_answer
from redink.judging.organiser import live_agreement, progress
from redink.judging.security import GUEST, ORGANISER, Guard, RefusedError, Session, new_session
from redink.judging.standing import Standing
from redink.judging.store import Event, now
from redink.judging.tickets import LONGEST_NOTE, NOTHING_TYPED, Ticket, Typed, answer_of, clean
from redink.reading.judging_tasks import Item

_MESSAGES = {
    "undone": "Taken back: here is the question again.",
    "skipped": "Skipped: it will come back at the end.",
    "nothing": "There is nothing to undo.",
    "empty": "An empty sentence is not a correction. If nothing is wrong, say so below.",
    "choose": "That was not an answer: please choose one below.",
    "stale": "That page was out of date (another tab, or the Back button): this was not counted, and your earlier "
    "answer stands. Undo takes your last answer back.",
    "added": "Added: the personal link is in the table.",
    "renewed": "The old link and every session that came from it have ended. The new link is below.",
    "name": "Please give a name of up to 60 letters.",
    "unsaved": "Not saved: the server could not store this. Everything you did before is safe. Please try again, and "
    "tell the organiser if it happens again.",
}
_LOG = logging.getLogger("redink.judging")
"""Its lines go to standard error even if logging is not set up (and with `--quiet`)."""
_PAUSE_EVERY = 100


class JudgeApp(Entrance):
    """What people and the organiser do once they are in."""

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
        language = request.query_params.get("language", "")
        if language in self.settings.card:
            again = RedirectResponse("/", status_code=303)
            again.set_cookie(LANGUAGE, language, max_age=COOKIE_AGE, httponly=True, samesite="lax")
            return again
        return await self.question_page(request, session, standing, _message(request))

    # What is shown

    async def question_page(
        self,
        request: Request,
        session: Session,
        standing: Standing,
        message: str,
        status: int = 200,
        typed: Typed = NOTHING_TYPED,
    ) -> Response:
        """Show the next question of a person, or that all is done; text that could not be saved is filled in again."""
        question = await self.next_question(standing)
        shared: dict[str, Any] = {
            "person": standing.name,
            "token": self.keys.form_token(session),
            "message": message or _pause(standing.done),
            "problem": status >= 400,
            "undo": None if standing.last_done is None else self.keys.code(standing.last_done.key),
            "task": self.journal.tasks.task,
            "done": standing.done,
            "total": self.journal.total(standing) if question is None else question.total,
            "round": standing.round,
            "skipped": standing.skipped,
        }
        if question is None:
            adaptive = self.journal.adaptive
            precise = adaptive.precision if adaptive is not None and self.journal.is_precise else None
            may_repeat = standing.round < LAST_ROUND and standing.done > 0
            return self.page("done.html", status, **shared, may_repeat=may_repeat, precise=precise)
        ticket = Ticket(
            standing.number,
            self.keys.code(question.item.id),
            question.round,
            question.shown,
            question.position,
            round(time.time() * 1000),
            question.undone,
            question.skips,
        )
        pace = standing.pace or self.journal.tasks.pace
        language = self.language(request)
        return self.page(
            f"{self.journal.tasks.task}.html",
            status,
            **shared,
            question=question,
            ticket=self.keys.ticket(ticket),
            pace=pace,
            left=None if pace is None else pace * (question.total - standing.done),
            card=self.settings.card[language],
            language=language,
            languages=list(self.settings.card),
            typed=typed if typed.item == question.item.id else NOTHING_TYPED,
            **views.shown_of(self.journal.tasks, question),
        )

    async def next_question(self, standing: Standing) -> Question | None:
        """Give the next question even if it cannot be stored who has it: another judge may then get it too."""
        try:
            return await self.journal.ask(standing)
        except Exception as error:  # the answer will fail as well, and the person is told then
            _log_unsaved(f"the question of {standing.name!r}", error)
            return self.journal.question(standing)

    # What people do

    async def answer(self, request: Request) -> Response:
        """Save an answer, then show the next question."""
        session, standing = self.person(request)
        fields = await self.form(request, session)
        ticket, item = self.ticket(fields, standing)
        passage = item.passage
        answer = answer_of(self.journal.tasks.task, fields, ticket, passage.text if passage else "")
        criterion = fields.get("criterion", "")
        if criterion not in self.criteria:
            criterion = ""
        if not is_answer(self.journal.tasks.task, answer):
            message = _MESSAGES["empty" if self.journal.tasks.task == "correct" else "choose"]
            typed = Typed(item.id, note=fields.get("note", ""), criterion=criterion)
            return await self.question_page(request, session, standing, message, 422, typed)
        note = clean(fields.get("note", ""), LONGEST_NOTE)
        event = ticket.event("answer", standing.name, item.id, answer, note, criterion)
        typed = Typed(item.id, fields.get("text", ""), fields.get("note", ""), criterion)
        return await self.save(request, session, standing, event, typed=typed)

    async def skip(self, request: Request) -> Response:
        """Put an item off."""
        session, standing = self.person(request)
        ticket, item = self.ticket(await self.form(request, session), standing)
        if (ticket.round, item.id) in standing.answers:
            return RedirectResponse("/?m=stale", status_code=303)
        return await self.save(request, session, standing, ticket.event("skip", standing.name, item.id), "skipped")

    async def undo(self, request: Request) -> Response:
        """Take back the last answer or skip. The form names it, so a form that is sent twice takes back only one."""
        session, standing = self.person(request)
        fields = await self.form(request, session)
        last = standing.last_done
        if last is None or fields.get("target") != self.keys.code(last.key):
            return RedirectResponse("/?m=nothing" if last is None else "/", status_code=303)
        event = Event(f"undo/{last.key}", "undo", standing.name, last.item, last.round, last.key, ended=now())
        return await self.save(request, session, standing, event, "undone")

    async def again(self, request: Request) -> Response:
        """Begin the second pass if the first is done."""
        session, standing = self.person(request)
        await self.form(request, session)
        if standing.round < LAST_ROUND and standing.done and self.journal.is_done(standing):
            round_ = standing.round + 1
            event = Event(f"round/{standing.number}/{round_}", "round", standing.name, "", round_, ended=now())
            return await self.save(request, session, standing, event)
        return RedirectResponse("/", status_code=303)

    async def save(
        self,
        request: Request,
        session: Session,
        standing: Standing,
        event: Event,
        message: str = "",
        typed: Typed = NOTHING_TYPED,
    ) -> Response:
        """Show the next question only when the event is on disk; otherwise say that it was not saved."""
        try:
            is_new = await self.journal.append(event)
        except Exception as error:  # whatever the error, the person must know that this answer is not saved
            _log_unsaved(f"{event.kind} by {standing.name!r}" + (f" to {event.item!r}" if event.item else ""), error)
            return await self.question_page(request, session, standing, _MESSAGES["unsaved"], 503, typed)
        if not is_new and not standing.has_said(event):  # not the same answer sent twice
            message = "stale"
        return RedirectResponse(f"/?m={message}" if message else "/", status_code=303)

    def ticket(self, fields: dict[str, str], standing: Standing) -> tuple[Ticket, Item]:
        """Give the ticket of a form and the item that the form is about."""
        ticket = Ticket(*self.keys.read_ticket(fields.get("ticket", "")))
        if ticket.person != standing.number or ticket.code not in self.items:
            raise RefusedError(403, "This form belongs to somebody else.")
        return ticket, self.items[ticket.code]

    # The organiser

    async def organise(self, request: Request) -> Response:
        """Show the organiser's page: progress and agreement so far."""
        session = self.organiser(request)
        couples, summary = await asyncio.to_thread(live_agreement, self.journal)
        base = f"{self.scheme(request)}://{request.headers['host']}/enter/"
        numbers = [ORGANISER, *(standing.number for standing in list(self.journal.people.values()))]
        return self.page(
            "organiser.html",
            token=self.keys.form_token(session),
            message=_message(request),
            people=progress(self.journal),
            links=[(number, base + self.keys.link(number, self.journal.generation(number))) for number in numbers],
            names={standing.number: standing.name for standing in list(self.journal.people.values())},
            couples=couples,
            summary=summary,
            exports=EXPORTS[self.journal.tasks.task],
            task=self.journal.tasks.task,
            items=len(self.journal.tasks.items),
            votes=self.journal.tasks.votes,
            precision=None if self.journal.adaptive is None else self.journal.adaptive.precision,
            goal=self.journal.tasks.precision,
        )

    async def add_person(self, request: Request) -> Response:
        """Add a person."""
        session = self.organiser(request)
        name = name_in(await self.form(request, session))
        if name:
            await asyncio.to_thread(self.journal.add_person, name)
        return RedirectResponse(f"/organiser?m={'added' if name else 'name'}", status_code=303)

    async def renew_link(self, request: Request) -> Response:
        """End the link of a person and the person's sessions; the page then shows a new link."""
        session = self.organiser(request)
        await self.form(request, session)
        number = request.path_params["number"]
        if number != ORGANISER and self.journal.person(number) is None:
            raise RefusedError(404, "There is no such person.")
        await asyncio.to_thread(self.journal.renew_link, number)
        page = RedirectResponse("/organiser?m=renewed", status_code=303)
        if number != ORGANISER:
            return page
        return self.with_cookie(page, new_session(ORGANISER, self.journal.generation(ORGANISER)), request)

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
        return Response(self.static[name], media_type=STATIC[name], headers=headers)

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
        Route("/enter/{link}", judge.go_in, methods=["POST"]),
        Route("/start", judge.start, methods=["POST"]),
        Route("/answer", judge.answer, methods=["POST"]),
        Route("/skip", judge.skip, methods=["POST"]),
        Route("/undo", judge.undo, methods=["POST"]),
        Route("/again", judge.again, methods=["POST"]),
        Route("/organiser", judge.organise, methods=["GET"]),
        Route("/organiser/people", judge.add_person, methods=["POST"]),
        Route("/organiser/links/{number:int}", judge.renew_link, methods=["POST"]),
        Route("/export/{name}", judge.export, methods=["GET"]),
        Route("/static/{name}", judge.file, methods=["GET"]),
    ]
    handlers: dict[Any, Any] = {RefusedError: judge.refused, HTTPException: judge.refused, sqlite3.Error: judge.unsaved}
    return Guard(Starlette(routes=routes, exception_handlers=handlers), settings.hosts)
