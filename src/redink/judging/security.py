"""Links, cookies, forms and requests in; people, sessions and fields out, or a refusal.

Links, cookies, form tokens and tickets are signed. The guard checks the Host header and adds the security headers.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from redink.frozen import frozen

_SIGNER = {"digest_method": hashlib.sha256, "key_derivation": "hmac"}

ORGANISER = 0
"""Number of the organiser; people are numbered from 1."""
GUEST = -1
"""Number of somebody who has not given a name yet (only without personal links)."""

_NO_LINK = "This link was not made by this server. Was it cut short? Please copy all of it, or ask the organiser."
_NO_COOKIE = "This browser's cookie was not made by this server. Please open your personal link again."
_NO_FORM = "This form was not made by this server. Please go to the page and answer there."

LARGEST_FORM = 64 * 1024
_MOST_FIELDS = 20

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Robots-Tag": "noindex",
}


class RefusedError(Exception):
    """A request that is answered by a status and one sentence."""

    def __init__(self, status: int, reason: str) -> None:
        """Store the status and the sentence."""
        super().__init__(reason)
        self.status = status
        self.reason = reason


@frozen
class Session:
    """The person who sends a request, from a signed cookie."""

    person: int
    """Number of the person, `ORGANISER` or `GUEST`."""
    nonce: str
    """Random text that ties form tokens to this cookie."""
    generation: int = 0
    """How many links of the person had ended before the one that this session came from."""


class Keys:
    """Signs and reads back everything that leaves the server and must come back unchanged."""

    def __init__(self, secret: str) -> None:
        """Make a signer for each purpose, so that a link is never a valid cookie, nor a cookie a valid ticket."""
        self._links, self._cookies, self._tickets = (
            URLSafeSerializer(secret, salt=f"redink judge {purpose}", signer_kwargs=_SIGNER)
            for purpose in ("link", "cookie", "ticket")
        )
        self._secret = secret.encode()
        # Browsers send cookies to every port of a host: two servers on one machine must not read each other's cookies.
        self.cookie_name = f"redink_judge_{hmac.new(self._secret, b'cookie name', 'sha256').hexdigest()[:8]}"
        self.organiser_cookie_name = f"{self.cookie_name}_organiser"
        self.entry_cookie_name = f"{self.cookie_name}_entry"

    def link(self, person: int, generation: int = 0) -> str:
        """Give the secret part of a personal link."""
        return str(self._links.dumps([person, generation] if generation else person))

    def read_link(self, token: str) -> tuple[int, int]:
        """Give the person of a link and its generation; a forged link is refused."""
        content = self._loaded(self._links, token, _NO_LINK)
        person, generation = content if isinstance(content, list) and len(content) == 2 else (content, 0)
        if not (isinstance(person, int) and isinstance(generation, int)):
            raise RefusedError(403, _NO_LINK)
        return person, generation

    def cookie(self, session: Session) -> str:
        """Give the value of the cookie of a session."""
        return str(self._cookies.dumps([session.person, session.nonce, session.generation]))

    def read_cookie(self, value: str) -> Session:
        """Give the session of a cookie; a forged cookie is refused."""
        parts = self._loaded(self._cookies, value, _NO_COOKIE)
        if not (isinstance(parts, list) and len(parts) in (2, 3) and isinstance(parts[0], int)):
            raise RefusedError(403, _NO_COOKIE)
        return Session(parts[0], str(parts[1]), *parts[2:])

    def ticket(self, content: Sequence[object]) -> str:
        """Give the signed ticket of a form, which says what question the form answers and when it was shown."""
        return str(self._tickets.dumps(list(content)))

    def read_ticket(self, value: str) -> list[Any]:
        """Give the content of a ticket; a forged ticket is refused."""
        content = self._loaded(self._tickets, value, _NO_FORM)
        if not isinstance(content, list):
            raise RefusedError(403, _NO_FORM)
        return content

    def code(self, text: str) -> str:
        """Give a code that stands for a text on the page, and from which nobody can tell anything about the text."""
        return hmac.new(self._secret, f"code {text}".encode("utf-8", "surrogatepass"), "sha256").hexdigest()[:32]

    @staticmethod
    def _loaded(signer: URLSafeSerializer, value: str, refusal: str) -> object:
        try:
            return signer.loads(value)
        except (BadSignature, ValueError, UnicodeError):
            raise RefusedError(403, refusal) from None

    def form_token(self, session: Session) -> str:
        """Give the token that every form of a session carries."""
        return hmac.new(self._secret, f"form {session.person} {session.nonce}".encode(), "sha256").hexdigest()

    def expect_form_token(self, session: Session, token: str) -> None:
        """Refuse a form that was not made for this session."""
        if not hmac.compare_digest(self.form_token(session).encode(), token.encode("utf-8", "replace")):
            raise RefusedError(403, "This form does not come from this page, or is too old: load the page again.")


def new_session(person: int, generation: int = 0) -> Session:
    """Give a new session of a person."""
    return Session(person, secrets.token_urlsafe(16), generation)


async def read_form(request: Request) -> dict[str, str]:
    """Give the fields of a small urlencoded form; reading stops after `LARGEST_FORM` bytes."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise RefusedError(415, "Forms must be sent urlencoded.")
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LARGEST_FORM:
                raise RefusedError(413, "That is too long.")
    except ClientDisconnect:
        raise RefusedError(400, "The form did not arrive.") from None
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise RefusedError(400, "This is not a form.") from None
    return dict(pairs)


def expect_same_origin(request: Request) -> None:
    """Refuse a form from another site; browsers send the site of a form in the Origin header."""
    origin = request.headers.get("origin")
    if origin is None:
        return
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    if host.lower() != request.headers.get("host", "").lower():
        raise RefusedError(403, "This form comes from another site.")


class Guard:
    """The outermost layer of the app: it refuses wrong hosts and adds the headers to every response."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        """Guard an app that may be reached only under these names (host, or host:port)."""
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the host, then add the headers to the response."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        hosts = [value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            refusal = PlainTextResponse("This server is not known by that name.\n", status_code=400)
            await refusal(scope, receive, with_headers)
            return
        await self.app(scope, receive, with_headers)
