"""A journal and an address in, a running server out: it is local by default and stops at Ctrl-C."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Sequence
from typing import NamedTuple

import uvicorn
from starlette.types import ASGIApp

from redink.errors import InputError, UsageError
from redink.frozen import frozen
from redink.judging.app import make_app
from redink.judging.card import Card
from redink.judging.connections import PatientConnection
from redink.judging.entrance import Settings
from redink.judging.journal import Journal
from redink.judging.security import ORGANISER, Keys


@frozen
class Address:
    """The address of the server."""

    host: str = "127.0.0.1"
    """Address that it listens on."""
    port: int = 8765
    """Port that it listens on; 0 for any free port."""
    names: tuple[str, ...] = ()
    """Further names under which people reach it (Host header), with a port if it differs from `port`."""
    tokens: bool = True
    """Whether people need personal links."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        return _is_loopback(self.host)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def names_without_https(address: Address) -> list[str]:
    """Give the names by which other machines reach the server without encryption."""
    names = map(split_name, address.names or (address.host,))
    return [name.host for name in names if name.scheme != "https" and not _is_loopback(name.host)]


def expect_safe(address: Address) -> None:
    """Refuse an address that other machines can reach without personal links, or that has no name to type."""
    for name in address.names:
        split_name(name)
    # A local address with further names means that a proxy forwards requests from other machines.
    if not address.tokens and not (address.is_local and not address.names):
        raise UsageError(
            f"people on other machines ({', '.join(address.names) or address.host}) need personal links",
            remedy="leave out --no-tokens, or --host and --known-as",
        )
    if address.host in ("0.0.0.0", "::") and not address.names:
        raise UsageError(
            f"{address.host} means every address of this machine, and is not one that people can type",
            remedy="give the name or address by which they reach it with --known-as",
        )


def listen(address: Address) -> socket.socket:
    """Give a socket bound to the port; a port that is in use is thus reported before any other work."""
    expect_safe(address)
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((address.host, address.port))
    except (OSError, OverflowError) as error:
        bound.close()
        raise InputError(
            f"cannot listen on {address.host}:{address.port}: {error}", remedy="choose another --port or --host"
        ) from error
    return bound


_NAME = re.compile(
    r"(?:(?P<scheme>https?)://)?(?P<host>\[[^\[\]\s/]+\]|[^\[\]\s:/?#@]+)(?::(?P<port>[0-9]{1,5}))?/?", re.IGNORECASE
)


class Name(NamedTuple):
    """The parts of a name that people type to reach the server."""

    scheme: str | None
    """`https` or `http` if the name has one, as that of a proxy may."""
    host: str
    """Host in lower case; an IPv6 address is in brackets."""
    port: int | None
    """Port, if the name has one."""

    def link(self, port: int) -> str:
        """Give the URL without a path; a name with a scheme but without a port has the standard port of the scheme."""
        link_port = self.port or (None if self.scheme else port)
        return f"{self.scheme or 'http'}://{self.host}" + (f":{link_port}" if link_port else "")


def split_name(name: str) -> Name:
    """Give the parts of a name under which people reach the server."""
    bare = name.count(":") > 1 and "[" not in name and "//" not in name
    match = _NAME.fullmatch(f"[{name}]" if bare else name)
    port = int(match["port"]) if match and match["port"] else None
    if match is None or (port is not None and not 1 <= port <= 65535):
        raise UsageError(
            f"{name!r} is not the name of a machine",
            remedy="give --known-as the address people type: lab.example.org, lab.example.org:8080, or, where a proxy "
            "with HTTPS is in front, https://lab.example.org",
        )
    return Name(match["scheme"] and match["scheme"].lower(), match["host"].lower(), port)


def hosts_of(address: Address, port: int) -> frozenset[str]:
    """Give the Host headers that are accepted, with and without the port."""
    local = ("localhost", "127.0.0.1", "::1") if address.is_local else ()
    return _headers_of([split_name(name) for name in (address.host, *local, *address.names)], port)


def secure_hosts_of(address: Address, port: int) -> frozenset[str]:
    """Give the Host headers that come from a proxy with HTTPS."""
    return _headers_of([name for name in map(split_name, address.names) if name.scheme == "https"], port)


def _headers_of(names: Sequence[Name], port: int) -> frozenset[str]:
    # Browsers leave out the standard port of a scheme, so the name without a port is always accepted.
    return frozenset({name.host for name in names} | {f"{name.host}:{name.port or port}" for name in names})


def links_of(journal: Journal, address: Address, port: int) -> dict[str, str]:
    """Give the personal link of each person by name; the organiser's link comes first, under an empty name."""
    base = split_name(address.names[0] if address.names else address.host).link(port)
    keys = Keys(journal.store.secret)
    numbers = {"": ORGANISER} | {standing.name: standing.number for standing in journal.people.values()}
    return {name: f"{base}/enter/{keys.link(number, journal.generation(number))}" for name, number in numbers.items()}


def serve(journal: Journal, card: Card, address: Address, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until interrupted.

    `bound` is the result of `listen`; `ready` is called when the server accepts requests.
    """
    port = bound.getsockname()[1]
    settings = Settings(hosts_of(address, port), address.tokens, secure_hosts_of(address, port), card)
    serve_app(make_app(journal, settings), bound, ready)


def serve_app(app: ASGIApp, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serve an app until interrupted; `ready` is called when it accepts requests."""
    _Server(server_settings(app), ready).run(sockets=[bound])


def server_settings(app: ASGIApp) -> uvicorn.Config:
    """Give the settings of the server of an app."""
    return uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        loop="asyncio",
        http=PatientConnection,
        limit_concurrency=500,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
    )


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: Sequence[socket.socket] | None = None) -> None:
        await super().startup(list(sockets or ()))
        self._ready()
