"""Connections that never finish are closed, and lock nobody out; a real server on loopback."""

import asyncio
import socket
from contextlib import ExitStack, asynccontextmanager

import pytest
import uvicorn

from redink.judging import connections
from redink.judging.serving import server_settings
from tests.judging.samples import pairs
from tests.judging.serving import items_file, serving

REQUEST = b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n"
FORM = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"


async def app(scope, receive, send):
    while (await receive()).get("more_body"):
        pass
    body = b"x" * (50_000_000 if scope["path"] == "/big" else 2)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def server(monkeypatch, patience=0.2, keep_alive=30):
    monkeypatch.setattr(connections, "PATIENCE", patience)
    with socket.create_server(("127.0.0.1", 0)) as bound:
        settings = server_settings(app)
        settings.timeout_keep_alive = keep_alive
        running = uvicorn.Server(settings)
        running.capture_signals = ExitStack  # signals belong to pytest
        task = asyncio.create_task(running.serve([bound]))
        while not running.started:
            await asyncio.sleep(0.01)
        yield running, bound.getsockname()
        running.should_exit = True
        await task


async def is_closed(reader):
    try:
        return await asyncio.wait_for(reader.read(), 20) is not None
    except ConnectionResetError:
        return True


def test_how_long_the_server_waits():
    assert connections.PATIENCE == 10


@pytest.mark.parametrize("begun", [b"", REQUEST[:-2], FORM + b"abc"], ids=["nothing", "headers", "form"])
def test_bug_half_open_connections_stayed_for_ever(begun, monkeypatch):
    async def half_open():
        async with server(monkeypatch) as (_, address):
            reader, writer = await asyncio.open_connection(*address)
            writer.write(begun)
            assert await is_closed(reader)
            writer.close()

    asyncio.run(half_open())


def test_a_request_that_drips_is_closed_too(monkeypatch):
    async def drip():
        async with server(monkeypatch) as (_, address):
            reader, writer = await asyncio.open_connection(*address)
            closed = asyncio.create_task(is_closed(reader))
            for _ in range(1000):
                writer.write(b"G")
                await asyncio.sleep(0.02)
                if closed.done():
                    break
            assert closed.done()
            writer.close()

    asyncio.run(drip())


def test_the_second_request_has_a_limit_and_a_whole_one_an_answer(monkeypatch):
    async def twice():
        async with server(monkeypatch) as (_, address):
            reader, writer = await asyncio.open_connection(*address)
            for _ in range(3):
                writer.write(FORM + b"123456789")
                assert (await reader.readuntil(b"xx")).startswith(b"HTTP/1.1 200")
                await asyncio.sleep(0.3)  # longer than the limit: nothing is begun
            writer.write(FORM)
            assert await is_closed(reader)
            writer.close()

    asyncio.run(twice())


@pytest.mark.parametrize("keep_alive", [30, 0])
def test_a_browser_that_takes_nothing_is_closed(keep_alive, monkeypatch):
    async def unread():
        async with server(monkeypatch, keep_alive=keep_alive) as (running, address):
            with socket.create_connection(address) as client:
                client.send(REQUEST)
                for _ in range(1000):
                    await asyncio.sleep(0.02)
                    if not running.server_state.connections:
                        return
                raise AssertionError("the connection is still there")

    asyncio.run(unread())


@pytest.mark.parametrize("addresses", [["127.0.0.1"], [f"127.0.0.{number}" for number in range(2, 12)]])
def test_bug_540_half_open_connections_locked_everybody_out(addresses, tmp_path):
    with serving(items_file(tmp_path, pairs(1))) as server, ExitStack() as stack:
        host, port = server.base.removeprefix("http://").split(":")
        for number in range(540):
            source = (addresses[number % len(addresses)], 0)
            attacker = stack.enter_context(socket.create_connection((host, int(port)), source_address=source))
            attacker.send(b"GET / HTTP/1.1\r\n")
        with socket.create_connection((host, int(port)), timeout=60) as judge:
            judge.send(f"GET /static/icon.svg HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            assert judge.recv(12) == b"HTTP/1.1 200"
