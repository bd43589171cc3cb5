"""Requests to the outside, to addresses that people typed in: never into the network that the server stands in.

The name is resolved once, every address of it must be a public one, and the connection goes to the very address that
was looked at: a name that changes its mind in between leads nowhere. Redirects are not followed.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from tabletown.web.chairs import Refusal

TIMEOUT = 10.0
MOST = 2048  # bytes of an answer that are read

Resolve = Callable[[str, int], list[str]]


class Answer(NamedTuple):
    status: int
    body: bytes

    @property
    def fine(self) -> bool:
        return 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """There is nobody there any more, and never will be."""
        return self.status in (404, 410)


def resolve(host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refusal("malformed", "There is no server with that name.") from None
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: str) -> bool:
    """Whether this address is out in the world; one that only wraps another is judged by what it wraps."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        for wrapped in (ip.ipv4_mapped, ip.sixtofour, ip.teredo[1] if ip.teredo else None):
            if wrapped is not None:
                return is_public(str(wrapped))
        if ip in ipaddress.ip_network("64:ff9b::/96"):
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


class Outside:
    """`inside`: whether it may reach the server's own network after all; only tests and closed networks want that."""

    def __init__(self, inside: bool = False, resolve: Resolve = resolve) -> None:
        self.inside, self.resolve = inside, resolve

    def check(self, url: str) -> tuple[str, int, str, str]:
        """Host, port, path and the address to connect to; raises Refusal with what is wrong."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise Refusal("malformed", "That is not a web address.") from None
        host = parts.hostname or ""
        if parts.scheme not in (("https", "http") if self.inside else ("https",)) or not host:
            raise Refusal("malformed", "The address must begin with https://.")
        if parts.username is not None or parts.password is not None or not url.isascii() or len(url) > 1000:
            raise Refusal("malformed", "That is not a web address.")
        if port not in (None, 443) and not self.inside:
            raise Refusal("malformed", "Only the standard port for https can be used.")
        port = port or (443 if parts.scheme == "https" else 80)
        found = self.resolve(host, port)
        if not found or (not self.inside and not all(map(is_public, found))):
            raise Refusal("malformed", "That address is not on the public internet, so nothing is sent there.")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return host, port, path, found[0]

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Raises Refusal or OSError. Blocks: for a thread."""
        host, port, path, address = self.check(url)
        secure = urlsplit(url).scheme == "https"
        connection = _Pinned(host, port, address, secure)
        try:
            connection.request("POST", path, body, dict(headers))
            answer = connection.getresponse()
            return Answer(answer.status, answer.read(MOST))
        except http.client.HTTPException as error:
            raise OSError(str(error)) from None
        finally:
            connection.close()


class _Pinned(http.client.HTTPConnection):
    """Goes to one address, whatever its name means by then; the certificate must still be that of the name."""

    def __init__(self, host: str, port: int, address: str, secure: bool) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self._address, self._secure = address, secure
        self.default_port = 443 if secure else 80

    def connect(self) -> None:
        line = socket.create_connection((self._address, self.port), TIMEOUT)
        self.sock = ssl.create_default_context().wrap_socket(line, server_hostname=self.host) if self._secure else line
