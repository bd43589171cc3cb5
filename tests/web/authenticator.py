"""A passkey in software, for tests: it signs what it is asked to, or what an attacker would like it to."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from tests.web.people import Person

JSON = {"accept": "application/json"}


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def host_of(person: Person) -> str:
    return person.url.partition("//")[2].partition(":")[0]


class Authenticator:
    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id, self.count = secrets.token_bytes(16), 0

    def _data(self, host: str, more: bytes = b"", flags: int = 0x05) -> bytes:
        self.count += 1
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + more

    def _client(self, kind: str, challenge: str, origin: str) -> bytes:
        return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": origin}).encode()

    def creates(self, options: dict[str, Any], host: str, origin: str) -> dict[str, Any]:
        point = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        about = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(host, about, 0x45)})
        client = self._client("create", options["challenge"], origin)
        return self._credential(clientDataJSON=client, attestationObject=made)

    def signs(self, options: dict[str, Any], host: str, origin: str, flags: int = 0x05) -> dict[str, Any]:
        client = self._client("get", options["challenge"], origin)
        data = self._data(host, flags=flags)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _credential(self, **response: bytes) -> dict[str, Any]:
        said = {name: encoded(data) for name, data in response.items()}
        return {"id": encoded(self.id), "rawId": encoded(self.id), "type": "public-key", "response": said}


def keeps_a_name(person: Person, name: str, key: Authenticator | None = None) -> Authenticator | None:
    """This person claims a name, with a passkey if one is given."""
    answer = person.post("/me/name", name=name)
    assert answer.status_code == 303, answer.text
    if key is not None:
        options = person.http.post("/me/passkey/options", json={}, headers=JSON).json()
        made = key.creates(options, host_of(person), person.url)
        done = person.http.post("/me/passkey", json={"credential": made}, headers=JSON)
        assert done.status_code == 200, done.text
    return key


def challenged(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.http.post("/sign-in/options", json={}, headers=JSON).json()
    return found


def signs_in(person: Person, key: Authenticator, path: str = "/sign-in", **how: Any) -> Any:
    proof = key.signs(challenged(person), host_of(person), person.url, **how)
    return person.http.post(path, json={"credential": proof}, headers=JSON)
