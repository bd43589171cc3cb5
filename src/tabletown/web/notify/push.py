"""Web push: a message that only the browser it is for can read (RFC 8291), signed by this server (RFC 8292).

By hand over `cryptography`: pywebpush brings two HTTP clients that must not be used here (they would look the name up
again, see `outbound_http.py`) and a package that is built when it is installed, with tools that no lock file names.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from tabletown.kernel import Text
from tabletown.web.seats import Refusal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

HOURS = 3600
UNREADABLE = Text("This browser's notification keys can't be read. Turn notifications off and on again.")
LARGEST = 3000  # largest message in bytes; services accept about 4,000 with encryption


class Subscription(msgspec.Struct):
    """A browser's push subscription."""

    endpoint: str
    p256dh: str
    auth: str


def available() -> bool:
    """Whether encryption is installed: `python3 run.py install push`."""
    return importlib.util.find_spec("cryptography") is not None


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, UnicodeError):
        raise Refusal("malformed", UNREADABLE) from None


def check(subscription: Subscription) -> None:
    if len(decode(subscription.auth)) != 16 or len(decode(subscription.p256dh)) != 65:
        raise Refusal("malformed", UNREADABLE)


def new_key() -> str:
    """A new key pair by which push services recognise this server; must be stored."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return encode(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32))


def _private(key: str) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(decode(key)), ec.SECP256R1())


def _point(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives import serialization as s

    return key.public_key().public_bytes(s.Encoding.X962, s.PublicFormat.UncompressedPoint)


def public_key(key: str) -> str:
    """The public key that a browser needs to subscribe."""
    return encode(_point(_private(key)))


def encrypt(message: bytes, subscription: Subscription) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    try:
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(subscription.p256dh))
    except ValueError:
        raise Refusal("malformed", UNREADABLE) from None
    once, salt = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    ours = _point(once)
    info = b"WebPush: info\0" + decode(subscription.p256dh) + ours
    secret = derive(once.exchange(ec.ECDH(), theirs), decode(subscription.auth), info, 32)
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message[:LARGEST] + b"\x02", None)
    return salt + (4096).to_bytes(4) + bytes([len(ours)]) + ours + sealed


def signature(endpoint: str, key: str, contact: str) -> str:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    where = urlsplit(endpoint)
    claims = {"aud": f"{where.scheme}://{where.netloc}", "exp": int(time.time()) + 12 * HOURS, "sub": contact}
    parts = [json.dumps(part).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    said = b".".join(encode(part).encode() for part in parts)
    private = _private(key)
    r, s = decode_dss_signature(private.sign(said, ec.ECDSA(hashes.SHA256())))
    return f"vapid t={said.decode()}.{encode(r.to_bytes(32) + s.to_bytes(32))}, k={encode(_point(private))}"


def headers(subscription: Subscription, key: str, contact: str, topic: str) -> dict[str, str]:
    """The headers of a push. `topic`: an undelivered message is replaced by the next one with the same topic."""
    return {
        "authorization": signature(subscription.endpoint, key, contact),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(48 * HOURS),
        "urgency": "normal",
        "topic": topic,
    }
