"""A real push message is decrypted, a real mail server gets the mail, and no webhook reaches the inside."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tabletown.web.notify import mail, push
from tabletown.web.notify import webhook as hook
from tabletown.web.notify.channels import HOOK, MAIL, PUSH, Channels, Gone, NotifierConfig
from tabletown.web.notify.messages import News, NotificationSettings
from tabletown.web.notify.outbound_http import OutboundHttp, is_public
from tabletown.web.seats import Refusal
from tabletown.web.storage.store import Store
from tabletown.web.testing import free_port, place_of
from tests.conftest import awaited

NEWS = News("Your turn: Sunday", "Lay a tile.", "https://play.example.org/t/abc", "t-abc", 2)
WISHES = NotificationSettings(base="https://play.example.org")


class Got:
    """A local server that records its requests."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.status, self.location = 201, ""
        got = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                got.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(got.status)
                if got.location:
                    self.send_header("location", got.location)
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def got() -> Iterator[Got]:
    there = Got()
    yield there
    there.server.shutdown()
    there.server.server_close()


class Browser:
    """The browser's part of a push message."""

    def __init__(self, endpoint: str) -> None:
        self.private, self.auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.point = self.private.public_key().public_bytes(*form)
        self.subscription = push.Subscription(endpoint, push.encode(self.point), push.encode(self.auth))

    def opens(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.private.exchange(ec.ECDH(), public)
        info = b"WebPush: info\0" + self.point + theirs
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text, end = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0"), b"\x02"
        assert text.endswith(end)
        return text[:-1]


def test_the_example_of_the_standard_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """RFC 8291, appendix A: the same keys give the same message, bit by bit."""
    told = "V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24"
    subscription = push.Subscription(
        "https://push.example.net/",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    ours = ec.derive_private_key(
        int.from_bytes(push.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1()
    )
    monkeypatch.setattr(ec, "generate_private_key", lambda curve: ours)
    monkeypatch.setattr("os.urandom", lambda n: push.decode("DGv6ra1nlYgDCS1FRnbzlw"))
    body = push.encrypt(push.decode(told), subscription)
    assert push.encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_push_arrives_and_only_its_browser_can_read_it(tmp_path: Path, got: Got) -> None:
    channels = Channels(
        Store(place_of(tmp_path)), NotifierConfig(outside=OutboundHttp(inside=True), contact="mailto:me@example.org")
    )
    browser = Browser(f"{got.url}/send/1")
    row = channels.add("ann", PUSH, browser.subscription, "phone")
    awaited(channels.send(row, NEWS, WISHES))
    (path, headers, body) = got.requests[0]
    assert path == "/send/1" and headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 3600
    assert headers["topic"] == "t-abc" and b"Sunday" not in body
    assert json.loads(browser.opens(body)) == {**NEWS._asdict()}
    with pytest.raises(InvalidTag):
        Browser("https://x").opens(body)
    signed = headers["authorization"].removeprefix("vapid t=")
    token, _, key = signed.partition(", k=")
    assert key == channels.public_key()
    said, _, signature = token.rpartition(".")
    raw = push.decode(signature)
    there = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.decode(key))
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    there.verify(der, said.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        there.verify(der, said.encode() + b"x", ec.ECDSA(hashes.SHA256()))
    claims = json.loads(push.decode(said.split(".")[1]))
    assert claims["aud"] == got.url and claims["sub"] == "mailto:me@example.org"
    got.status = 410
    with pytest.raises(Gone):
        awaited(channels.send(row, NEWS, WISHES))
    got.status = 500
    with pytest.raises(OSError, match="500"):
        awaited(channels.send(row, NEWS, WISHES))


class Mailbox:
    def __init__(self) -> None:
        self.mails: list[Any] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, message_from_bytes(envelope.content)))
        return "250 OK"


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, mail.Smtp]]:
    box = Mailbox()
    port = free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    smtp = mail.Smtp.of(f"smtp://127.0.0.1:{port}", "tables@example.org")
    assert smtp is not None
    yield box, smtp
    controller.stop()


def test_a_mail_arrives_plain_and_can_be_ended_with_one_click(
    tmp_path: Path, mailbox: tuple[Mailbox, mail.Smtp]
) -> None:
    box, smtp = mailbox
    channels = Channels(Store(place_of(tmp_path)), NotifierConfig(smtp))
    row = channels.add("ann", MAIL, "ann@example.org")
    awaited(channels.send(row, NEWS, WISHES, "w.abc.turn.3"))
    (sender, to, message) = box.mails[0]
    assert sender == "tables@example.org" and to == ["ann@example.org"]
    assert message["Subject"] == "Your turn: Sunday" and message.get_content_type() == "text/plain"
    assert message["Message-ID"] == "<w.abc.turn.3@example.org>" and message["Auto-Submitted"] == "auto-generated"
    text = message.get_payload(decode=True).decode()
    assert "Lay a tile." in text and "https://play.example.org/t/abc" in text and len(text) < 300
    off = message["List-Unsubscribe"].strip("<>")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    id, token = off.removeprefix("https://play.example.org/off/").split("/")
    assert id == row.id and channels.is_token("off", row, token) and not channels.is_token("confirm", row, token)


@pytest.mark.parametrize(
    "address",
    [
        *("ann", "ann@example.org\nBcc: all@example.org", "a b@example.org", "<ann@example.org>", "ann@"),
        *("=?utf-8?q?a=40evil.example=2C?=@example.org", "=?utf-8?b?x?=@example.org", "ann@example..org"),
        *("a..b@example.org", ".ann@example.org", "änn@example.org", "ann@-x.org", f"{'a' * 65}@example.org"),
    ],
)
def test_what_is_no_address_gets_no_mail(address: str) -> None:
    with pytest.raises(Refusal):
        mail.checked(address)


@given(st.text("ab=?_.,:;@<>()\"'[]\\ \t\r\nQqUTF-8%+/é", max_size=40), st.text("ab.-@,=?_\n ", max_size=20))
@settings(max_examples=400, deadline=None)
@example("=?utf-8?q?a=2Cb=40c.d?=", "example.org")
def test_a_mail_has_the_one_recipient_it_was_meant_for(local: str, domain: str) -> None:
    try:
        address = mail.checked(f"{local}@{domain}")
    except Refusal:
        return
    message = mail.compose(mail.Smtp("mail", 25, False, "", "", "tables@example.org"), address, "Hello", "Hello")
    assert [one.addr_spec for one in message["To"].addresses] == [address]
    assert f"\r\nTo: {address}\r\n" in message.as_bytes().decode()


@pytest.mark.parametrize("address", ["Ann.O'Neil+town@sub.example.org", "a=b?@x.org", "root@localhost"])
def test_what_is_an_address_gets_mail(address: str) -> None:
    assert mail.checked(f" {address} ") == address


def test_a_chat_gets_what_it_understands(tmp_path: Path, got: Got) -> None:
    for url, field in (("https://discord.com/api/webhooks/1/x", "content"), ("https://hooks.slack.com/x", "text")):
        body, headers = hook.request(url, NEWS)
        assert "Your turn: Sunday" in json.loads(body)[field] and headers["content-type"] == "application/json"
    body, headers = hook.request("https://ntfy.sh/mine", NEWS)
    assert body == b"Lay a tile." and headers["title"] == "Your turn: Sunday" and headers["click"] == NEWS.url
    channels = Channels(Store(place_of(tmp_path)), NotifierConfig(hooks=True, outside=OutboundHttp(inside=True)))
    awaited(channels.send(channels.add("ann", HOOK, f"{got.url}/hook"), NEWS, WISHES))
    assert json.loads(got.requests[0][2]) == {"title": NEWS.title, "text": NEWS.text, "url": NEWS.url}
    off = Channels(channels.store, NotifierConfig(hooks=False, outside=OutboundHttp(inside=True)))
    with pytest.raises(Refusal, match="webhook"):
        awaited(off.send(channels.of("ann")[0], NEWS, WISHES))


# ------------------------------------------------------------------ into the private network

INSIDE = [
    *("127.0.0.1", "10.1.2.3", "172.16.9.9", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1"),
    *("::1", "::", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
    *("255.255.255.255", "198.18.0.1", "192.0.2.7", "ff02::1", "fec0::1"),
]


@pytest.mark.parametrize("address", INSIDE)
def test_no_address_of_the_inside_is_reached_by_any_name(address: str) -> None:
    assert not is_public(address)
    # a single public address isn't enough
    outside = OutboundHttp(resolve=lambda host, port: ["93.184.216.34", address])
    with pytest.raises(Refusal, match="isn't on the public internet"):
        awaited(outside.post("https://innocent.example/x", b"", {}))
    written = f"[{address}]" if ":" in address else address
    with pytest.raises(Refusal):
        awaited(OutboundHttp().post(f"https://{written}/", b"", {}))


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://example.org/",
            "ftp://example.org/",
            "file:///etc/passwd",
            "https://user:pw@example.org/",
            "https://",
        ),
        *(
            "https://localhost/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://example.org:8080/",
            "https://[::1]/",
        ),
        *("https://127.1/", "gopher://127.0.0.1/", "https://exämple.org/", "https://example.org:99999/", "nonsense"),
    ],
)
def test_what_is_no_plain_address_on_the_internet_is_refused(url: str) -> None:
    with pytest.raises(Refusal):
        awaited(OutboundHttp().check(url))


def test_a_name_that_changes_its_mind_leads_to_the_address_that_was_looked_at(got: Got) -> None:
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])
    port = got.server.server_address[1]
    outside = OutboundHttp(inside=True, resolve=lambda host, port: next(answers))
    assert awaited(outside.post(f"http://changing.example:{port}/a", b"x", {})) == 201
    assert got.requests[0][1]["host"] == f"changing.example:{port}"
    assert next(answers) == ["10.0.0.1"], "the name was asked once"


def test_a_redirect_leads_nowhere(tmp_path: Path, got: Got) -> None:
    got.status, got.location = 302, f"{got.url}/inside"
    channels = Channels(Store(place_of(tmp_path)), NotifierConfig(hooks=True, outside=OutboundHttp(inside=True)))
    with pytest.raises(OSError, match="302"):
        awaited(channels.send(channels.add("ann", HOOK, f"{got.url}/hook"), NEWS, WISHES))
    assert [path for path, _, _ in got.requests] == ["/hook"]
