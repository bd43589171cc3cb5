"""E-mail through the host's own server: plain, short, and off with one click."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from tabletown.web.chairs import Refusal

TIMEOUT = 20.0
ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")


class Smtp(NamedTuple):
    """`smtp://` (STARTTLS where the server has it) or `smtps://`, with name and password where it wants them."""

    host: str
    port: int
    secure: bool
    user: str
    password: str
    sender: str

    @classmethod
    def of(cls, address: str, sender: str) -> Smtp | None:
        """From `smtps://user:password@mail.example.org`; None where there is none; ValueError in words."""
        if not address:
            return None
        parts = urlsplit(address)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise ValueError("The mail server is given as smtp://HOST:PORT or smtps://USER:PASSWORD@HOST.")
        if not ADDRESS.fullmatch(sender):
            raise ValueError("Mail needs a sender: --mail-from tables@example.org.")
        secure = parts.scheme == "smtps"
        port = parts.port or (465 if secure else 587)
        return cls(parts.hostname, port, secure, unquote(parts.username or ""), unquote(parts.password or ""), sender)

    def send(self, message: EmailMessage) -> None:
        """Raises OSError (smtplib's errors are). Blocks: for a thread."""
        context = ssl.create_default_context()
        server: smtplib.SMTP
        if self.secure:
            server = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT)
        with server:
            if not self.secure and server.has_extn("starttls"):
                server.starttls(context=context)
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message)


def checked(address: str) -> str:
    """An address that can be written to; one that could smuggle in a header is none."""
    address = address.strip()
    if not ADDRESS.fullmatch(address) or len(address) > 200:
        raise Refusal("malformed", "That is not an e-mail address.")
    return address


def compose(smtp: Smtp, to: str, subject: str, text: str, off: str = "", id: str = "") -> EmailMessage:
    """`off`: the address that ends these mails with one click; `id`: the same message again is known to be the same."""
    message = EmailMessage(SMTP.clone(max_line_length=900))  # a long address in a header must stay one
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
