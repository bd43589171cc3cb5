"""Send requests to other servers, but never into the server's own network if users typed the address in.

The name is resolved once, all its addresses must be public, and the connection goes to the address that was checked, so
that changing the DNS entry in between achieves nothing: by hand over `h11`, because HTTP clients look the name up
again. Redirects are not followed.

One deadline covers the whole attempt, from the name to the response's end, so that slow servers block nothing. Only
the name lookup needs a thread, from a pool of its own, so that the database never waits for it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple
from urllib.parse import urlsplit

import h11

from tabletown.web.seats import Refusal
from tabletown.web.workers.thread_pool import ThreadPool

DEADLINE = 10.0  # seconds for one attempt in total
NAMES = ThreadPool(16, "names")  # a name server that doesn't answer blocks a thread for seconds

Resolve = Callable[[str, int], list[str]]


class Target(NamedTuple):
    """The parts of a request's address."""

    host: str
    port: int
    path: str
    secure: bool


class Answer(NamedTuple):
    status: int
    body: bytes


def resolve(host: str, port: int) -> list[str]:
    """All addresses of this name; raises OSError. Blocks, so call it in a thread."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise OSError("There is no such name.") from None
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: str) -> bool:
    """Whether this address is public; one that embeds another is judged by the embedded one."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        for wrapped in (ip.ipv4_mapped, ip.sixtofour, ip.teredo[1] if ip.teredo else None):
            if wrapped is not None:
                return is_public(str(wrapped))
        if ip in ipaddress.ip_network("64:ff9b::/96"):
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
    local = isinstance(ip, ipaddress.IPv6Address) and ip.is_site_local  # fec0::/10, which counts as global
    return ip.is_global and not local and not ip.is_multicast and not ip.is_reserved


class OutboundHttp:
    """Sends the requests. `inside`: allow the server's own network; for tests and addresses that the host named."""

    def __init__(self, inside: bool = False, resolve: Resolve = resolve) -> None:
        self.inside, self.resolve = inside, resolve

    async def check(self, url: str) -> None:
        """Raises Refusal with what is wrong with this address."""
        target = self._target(url)
        try:
            async with asyncio.timeout(DEADLINE):
                await self._address(target)
        except OSError:
            raise Refusal("malformed", "No server has that name. Check the address.") from None

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Post and return the response's status; raises Refusal or OSError (which includes TimeoutError)."""
        return (await self.ask(url, body, headers, 0)).status

    async def ask(self, url: str, body: bytes | None, headers: Mapping[str, str], most: int) -> Answer:
        """Post this body, or get the address if there is none. `most`: bytes of the response that are read; more is an
        OSError, but of 0 the body isn't waited for. Raises Refusal, too."""
        target = self._target(url)
        async with asyncio.timeout(DEADLINE):
            return await _asked(target, await self._address(target), body, headers, most)

    def _target(self, url: str) -> Target:
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise Refusal("malformed", "That isn't a web address.") from None
        host = parts.hostname or ""
        if parts.scheme not in (("https", "http") if self.inside else ("https",)) or not host:
            raise Refusal("malformed", "The address must start with https://.")
        plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= 1000
        if parts.username is not None or parts.password is not None or not plain:
            raise Refusal("malformed", "That isn't a web address.")
        if port not in (None, 443) and not self.inside:
            raise Refusal("malformed", "Use the standard https port (443).")
        secure = parts.scheme == "https"
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return Target(host, port or (443 if secure else 80), path, secure)

    async def _address(self, target: Target) -> str:
        """The address to connect to."""
        found = await asyncio.get_running_loop().run_in_executor(NAMES, self.resolve, target.host, target.port)
        if not found or (not self.inside and not all(map(is_public, found))):
            raise Refusal("malformed", "That address isn't on the public internet, so nothing can be sent there.")
        return found[0]


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _asked(target: Target, address: str, body: bytes | None, headers: Mapping[str, str], most: int) -> Answer:
    """Ask at a checked address; the certificate must match the name."""
    tls, name = (_tls(), target.host) if target.secure else (None, None)
    reader, writer = await asyncio.open_connection(address, target.port, ssl=tls, server_hostname=name)
    try:
        talk = h11.Connection(h11.CLIENT)
        host = f"[{target.host}]" if ":" in target.host else target.host
        if target.port != (443 if target.secure else 80):
            host = f"{host}:{target.port}"
        length = {} if body is None else {"content-length": str(len(body))}
        fields = {"host": host, **length, "connection": "close", **headers}
        method = "GET" if body is None else "POST"
        request = h11.Request(method=method, target=target.path, headers=list(fields.items()))
        for part in (request, h11.Data(data=body or b""), h11.EndOfMessage()):
            writer.write(talk.send(part) or b"")
        await writer.drain()
        status, got = 0, bytearray()
        while True:
            event = talk.next_event()
            if isinstance(event, h11.Response):
                status = event.status_code
            elif isinstance(event, h11.Data):
                got += event.data
            elif event is h11.NEED_DATA:
                talk.receive_data(await reader.read(4096))
            if status and (not most or isinstance(event, h11.EndOfMessage)):
                return Answer(status, bytes(got))
            if len(got) > most:
                raise OSError("The response is too long.")
    except (h11.ProtocolError, ValueError) as error:
        raise OSError(str(error)) from None
    finally:
        writer.transport.abort()  # a closing handshake could be slow as well
