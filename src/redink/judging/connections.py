"""Bytes of one browser in, requests to the app out: uvicorn's connection, with limits on waiting.

Without limits, connections that never finish their request stay for ever, and a few hundred of them lock everybody out.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0
"""Seconds that a request may take to arrive, and that a browser may take nothing of its answer."""
MOST_WAITING = 400
"""Connections that may wait for a request at a time; `limit_concurrency` of the server must be larger."""
MOST_OF_ADDRESS = 100
"""Those of one address. A class behind one router, or a proxy, is one address."""


class PatientConnection(H11Protocol):
    """A connection that is closed if its request does not arrive in time, or if too many others wait like it.

    If too many wait, the one that has waited longest is closed. Whoever sends a whole request is thus served at once,
    even from the address that holds the others.
    """

    _timer: asyncio.TimerHandle | None = None
    waiting_since = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether the server waits for a request, or for the rest of one."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self.transport.is_closing()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._limit()
        waiting = [other for other in self.connections if isinstance(other, PatientConnection) and other.is_waiting]
        neighbours = [other for other in waiting if _address(other) == _address(self)]
        for crowd, most in ((neighbours, MOST_OF_ADDRESS), (waiting, MOST_WAITING)):
            if len(crowd) > most:
                min(crowd, key=lambda other: other.waiting_since).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Begin to wait with the first byte of a request; stop with the last."""
        if self._timer is None:
            self._limit()
        super().data_received(data)
        if not self.is_waiting and not self.flow.write_paused:
            self._unlimit()

    def pause_writing(self) -> None:
        """Begin to wait for a browser that takes nothing of its answer."""
        super().pause_writing()
        self._limit()

    def resume_writing(self) -> None:
        """Go on: the browser takes its answer."""
        super().resume_writing()
        self._unlimit()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection without further requests, even if the browser does not take the end of its answer."""
        super().timeout_keep_alive_handler()
        self._limit()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        super().connection_lost(exc)
        self._unlimit()

    def _limit(self) -> None:
        self._unlimit()
        self.waiting_since = self.loop.time()
        self._timer = self.loop.call_later(PATIENCE, self.transport.abort)

    def _unlimit(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _address(connection: Any) -> str | None:
    return connection.client[0] if connection.client else None
