"""E-mail through the host's own server: plain, short, and off with one click."""

from __future__ import annotations

import asyncio
import contextlib
import re
import smtplib
import socket
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from tabletown.web.seats import Refusal
from tabletown.web.workers.thread_pool import ThreadPool

DEADLINE = 20.0  # seconds for one mail in total
THREADS = 4  # concurrent connections to the mail server
MAILS = ThreadPool(THREADS, "mails")  # a pool of their own, so that the database's threads never wait for mails
# RFC 5322 without quoting: what could be read as an encoded word, a list or a header is refused
LOCAL = r"(?!.*=\?)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"{LOCAL}@{LABEL}(?:\.{LABEL})*")


class Smtp(NamedTuple):
    """`smtp://` (STARTTLS if the server has it) or `smtps://`, with user name and password if needed."""

    host: str
    port: int
    secure: bool
    user: str
    password: str
    sender: str

    @classmethod
    def of(cls, address: str, sender: str) -> Smtp | None:
        """Parse `smtps://user:password@mail.example.org`; None if empty; raises ValueError with a sentence."""
        if not address:
            return None
        parts = urlsplit(address)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise ValueError("Give the mail server as smtp://HOST:PORT or smtps://USER:PASSWORD@HOST.")
        if not ADDRESS.fullmatch(sender):
            raise ValueError("Mail needs a sender: --mail-from tables@example.org.")
        secure = parts.scheme == "smtps"
        port = parts.port or (465 if secure else 587)
        return cls(parts.hostname, port, secure, unquote(parts.username or ""), unquote(parts.password or ""), sender)

    async def send(self, message: EmailMessage) -> None:
        """Send a mail in at most `THREADS` threads. Raises OSError (as are smtplib's errors and TimeoutError)."""
        cut = _Cut()
        try:
            async with asyncio.timeout(DEADLINE):
                await asyncio.get_running_loop().run_in_executor(MAILS, self._deliver, message, cut)
        finally:
            cut.now()  # frees the thread, whatever the server does

    def _deliver(self, message: EmailMessage, cut: _Cut) -> None:
        server = _Server(self, cut)
        try:
            if not self.secure and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message)
            server.putcmd("quit")  # the mail is sent, so don't wait for the reply
        finally:
            server.close()


class _Cut:
    """Closes a connection from another thread, because smtplib's own timeout is for single reads."""

    def __init__(self) -> None:
        self._line: socket.socket | None = None
        self._over = False

    def watch(self, line: socket.socket) -> None:
        self._line = line.dup()  # the same connection, even after TLS begins
        if self._over:
            self.now()

    def now(self) -> None:
        self._over = True
        if self._line is not None:
            with contextlib.suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)
            self._line.close()


class _Server(smtplib.SMTP):
    """Connects on construction, with TLS from the start if required."""

    def __init__(self, smtp: Smtp, cut: _Cut) -> None:
        self._secure, self._cut = smtp.secure, cut
        super().__init__(smtp.host, smtp.port, timeout=DEADLINE)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        line = socket.create_connection((host, port), timeout)
        self._cut.watch(line)
        return ssl.create_default_context().wrap_socket(line, server_hostname=host) if self._secure else line


def checked(address: str) -> str:
    """A valid address; raises for one that could smuggle in a header."""
    address = address.strip()
    if not ADDRESS.fullmatch(address) or len(address) > 200 or address.index("@") > 64:
        raise Refusal("malformed", "That isn't an email address.")
    return address


def compose(smtp: Smtp, to: str, subject: str, text: str, off: str = "", id: str = "") -> EmailMessage:
    """A mail. `off`: the address that ends these mails with one click; `id`: the same for repetitions of a message."""
    message = EmailMessage(SMTP.clone(max_line_length=900))  # a long address in a header must not be wrapped
    message["From"], message["To"] = f"Tabletown <{smtp.sender}>", to
    message["Subject"], message["Date"] = " ".join(subject.split()), formatdate()
    message["Auto-Submitted"] = "auto-generated"
    if id:
        message["Message-ID"] = f"<{id}@{smtp.sender.partition('@')[2]}>"
    if off:
        message["List-Unsubscribe"] = f"<{off}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(text)
    return message
