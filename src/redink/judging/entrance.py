"""Links and cookies in; who is there, and the pages by which people come in, out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from redink.judging import views
from redink.judging.card import Card, language_for, read_card
from redink.judging.journal import Journal
from redink.judging.security import (
    GUEST,
    ORGANISER,
    Keys,
    RefusedError,
    Session,
    expect_same_origin,
    new_session,
    read_form,
)
from redink.judging.standing import Standing
from redink.judging.tickets import clean

COOKIE_AGE = 180 * 24 * 3600
_LONGEST_NAME = 60
LANGUAGE = "redink-language"
"""Name of the cookie with the language that a judge has chosen."""
STATIC = {"judge.css": "text/css", "judge.js": "text/javascript", "icon.svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class Settings:
    """How people reach the app."""

    hosts: frozenset[str]
    """Names of the server: host, or host:port."""
    tokens: bool = True
    """Whether people need personal links."""
    secure_hosts: frozenset[str] = frozenset()
    """Those of the names under which a proxy with HTTPS is reached."""
    card: Card = field(default_factory=read_card)
    """What judges of difficulty read."""


class Entrance:
    """What every endpoint shares, and the endpoints by which people come in."""

    def __init__(self, journal: Journal, settings: Settings) -> None:
        """Read templates and static files once, so no request ever names a file on the disk."""
        self.journal = journal
        self.settings = settings
        self.keys = Keys(journal.store.secret)
        self.criteria = {criterion.id for text in settings.card.values() for criterion in text.criteria}
        self.items = {self.keys.code(name): item for name, item in journal.items.items()}
        folder = files("redink.judging") / "static"
        self.static = {name: (folder / name).read_bytes() for name in STATIC}
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
        """Give the session of a cookie; `None` without one. A cookie that is forged or has ended is refused."""
        value = request.cookies.get(name)
        session = None if value is None else self.keys.read_cookie(value)
        if session is not None and session.generation != self.journal.generation(session.person):
            if not self.settings.tokens:
                return None  # without links, the person types the name again
            raise RefusedError(403, "The organiser has ended this session. Please open your new personal link.")
        return session

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

    def language(self, request: Request) -> str:
        """Give the language of the card: the one that was chosen, or the first of the browser's that the card has."""
        spoken = [part.partition(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")]
        return language_for(self.settings.card, [request.cookies.get(LANGUAGE, ""), *spoken])

    # What is shown

    def page(self, template: str, status: int = 200, **values: Any) -> HTMLResponse:
        """Give a page from a template; all values in it are escaped."""
        return HTMLResponse(self.templates.get_template(template).render(values), status_code=status)

    def with_cookie(self, response: Response, session: Session, request: Request, name: str = "") -> Response:
        """Give the response with the cookie of the session."""
        # Two names of cookies: an organiser who opens a judge's link remains the organiser.
        usual = self.keys.organiser_cookie_name if session.person == ORGANISER else self.keys.cookie_name
        response.set_cookie(
            name or usual,
            self.keys.cookie(session),
            max_age=COOKIE_AGE,
            httponly=True,
            samesite="lax",
            secure=self.scheme(request) == "https",
        )
        return response

    def scheme(self, request: Request) -> str:
        """Give the scheme that people use, which is that of the proxy if the server is known by a name with HTTPS."""
        return "https" if request.headers["host"].lower() in self.settings.secure_hosts else request.url.scheme

    # Coming in

    async def enter(self, request: Request) -> Response:
        """Show whose link was opened, with a button to go on.

        Opening a link changes nothing. Otherwise any site could make a visitor answer in the name of another person.
        """
        number, _ = self.linked(request)
        if self.is_in(request, number):
            return RedirectResponse(_home_of(number), status_code=303)
        session = self.visitor(request) or new_session(GUEST)
        standing = self.journal.person(number)
        name = None if standing is None else standing.name
        page = self.page("enter.html", token=self.keys.form_token(session), person=name, path=request.url.path)
        return self.with_cookie(page, session, request, self.keys.entry_cookie_name)

    async def go_in(self, request: Request) -> Response:
        """Turn a personal link into a cookie, if the form comes from the page of the link."""
        number, generation = self.linked(request)
        session = self.visitor(request)
        if session is None:
            raise RefusedError(403, "Please open your personal link again; this page needs cookies.")
        await self.form(request, session)
        home = RedirectResponse(_home_of(number), status_code=303)
        return self.with_cookie(home, new_session(number, generation), request)

    def linked(self, request: Request) -> tuple[int, int]:
        """Give the person of the link in the path and its generation; a link that has ended is refused."""
        number, generation = self.keys.read_link(request.path_params["link"])
        known = number == ORGANISER or self.journal.person(number) is not None
        if not known or generation != self.journal.generation(number):
            raise RefusedError(403, "This link is no longer in use. Please ask the organiser for a new one.")
        return number, generation

    def is_in(self, request: Request, number: int) -> bool:
        """Tell whether the browser has a valid cookie of this person already."""
        name = self.keys.organiser_cookie_name if number == ORGANISER else self.keys.cookie_name
        try:
            session = self.session(request, name)
        except RefusedError:
            return False
        return session is not None and session.person == number

    def visitor(self, request: Request) -> Session | None:
        """Give the session of somebody who has opened a link but is not in yet; `None` if there is none."""
        try:
            return self.session(request, self.keys.entry_cookie_name)
        except RefusedError:
            return None

    async def start(self, request: Request) -> Response:
        """Let somebody join under a name that they choose, if no links are needed."""
        session = self.session(request, self.keys.cookie_name)
        if self.settings.tokens or session is None:
            raise RefusedError(403, "Please open the personal link you were given.")
        fields = await self.form(request, session)
        name = name_in(fields)
        if not name:
            return RedirectResponse("/?m=name", status_code=303)
        standing = await asyncio.to_thread(self.journal.add_person, name)
        session = new_session(standing.number, self.journal.generation(standing.number))
        return self.with_cookie(RedirectResponse("/", status_code=303), session, request)


def name_in(fields: Mapping[str, str]) -> str:
    """Give the name that was typed; nothing if it is too long, because a name that was cut may be another person's."""
    name = clean(fields.get("name", ""), _LONGEST_NAME + 1)
    return name if len(name) <= _LONGEST_NAME else ""


def _home_of(number: int) -> str:
    return "/organiser" if number == ORGANISER else "/"
