"""A school's own sign-in on this machine: an OpenID Connect provider with real keys, tokens and addresses."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

CLIENT, SECRET = "tabletown", "a secret: of+the school"


class School:
    def __init__(self) -> None:
        self.pupil = "pupil-1"  # who types a password there
        self.codes: dict[str, dict[str, str]] = {}  # what was asked, by code
        self.key = RSAKey.generate_key(2048, {"kid": "1"})
        self.changes: dict[str, Any] = {}  # claims that its next tokens have instead
        self.signs_with: Any = None  # another key than those it publishes
        self.shares_a_secret = False  # it signs with its public key as if that were a password
        self.header: dict[str, Any] = {}
        self.issuer = ""
        self.says_it_is = ""  # another issuer's name
        self.asked_for_keys = 0

    def token(self, nonce: str) -> str:
        now = int(time.time())
        claims = {"iss": self.issuer, "sub": self.pupil, "aud": CLIENT, "exp": now + 300, "iat": now, "nonce": nonce}
        header = {"alg": "RS256", "kid": self.key.kid, **self.header}
        claims = {name: value for name, value in {**claims, **self.changes}.items() if value is not None}
        token = jwt.encode(header, claims, self.signs_with or self.key, algorithms=["RS256", "none"])
        return signed_with_words(token, self.key.as_pem(private=False)) if self.shares_a_secret else token

    def answer(self, asked: dict[str, str], authorization: str) -> dict[str, Any] | None:
        """What the token endpoint says; None if it refuses."""
        user, _, password = base64.b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
        known = self.codes.pop(asked.get("code", ""), None)  # a code is good once
        if known is None or urlencode({CLIENT: SECRET}) != f"{user}={password}":
            return None
        hashed = hashlib.sha256(asked["code_verifier"].encode()).digest()
        if base64.urlsafe_b64encode(hashed).rstrip(b"=").decode() != known["code_challenge"]:
            return None
        if asked["redirect_uri"] != known["redirect_uri"] or asked["grant_type"] != "authorization_code":
            return None
        return {"access_token": secrets.token_hex(), "token_type": "Bearer", "id_token": self.token(known["nonce"])}


@contextmanager
def running_school() -> Iterator[School]:
    school = School()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if parts.path == "/.well-known/openid-configuration":
                self.says(
                    {
                        "issuer": school.says_it_is or school.issuer,
                        "authorization_endpoint": f"{school.issuer}/login",
                        "token_endpoint": f"{school.issuer}/token",
                        "jwks_uri": f"{school.issuer}/keys",
                    }
                )
            elif parts.path == "/keys":
                school.asked_for_keys += 1
                self.says(KeySet([school.key]).as_dict(private=False))
            else:  # the pupil has typed a password
                code = secrets.token_urlsafe()
                school.codes[code] = asked
                self.send_response(302)
                self.send_header(
                    "location", f"{asked['redirect_uri']}?{urlencode({'state': asked['state'], 'code': code})}"
                )
                self.end_headers()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            asked = {name: values[0] for name, values in parse_qs(body).items()}
            found = school.answer(asked, self.headers.get("authorization", ""))
            self.says(found or {"error": "invalid_grant"}, 200 if found else 400)

        def says(self, found: Any, status: int = 200) -> None:
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(found).encode())

        def log_message(self, *about: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    school.issuer = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield school
    finally:
        server.shutdown()
        server.server_close()


def other_key() -> Any:
    return RSAKey.generate_key(2048, {"kid": "1"})


def signed_with_words(token: str, words: bytes) -> str:
    """The token as if these words were a secret that both sides share."""
    head = base64.urlsafe_b64encode(json.dumps({"alg": "HS256", "kid": "1"}).encode()).rstrip(b"=")
    signed = head + b"." + token.split(".")[1].encode()
    mac = base64.urlsafe_b64encode(hmac.new(words, signed, "sha256").digest()).rstrip(b"=")
    return (signed + b"." + mac).decode()
