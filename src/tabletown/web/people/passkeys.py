"""Passkeys: people prove on any device that an account is theirs, with a fingerprint, a face or a screen lock.

We keep public keys only. A challenge is good for one answer, within minutes, from the device that asked for it; what an
answer proves was checked by the `webauthn` package before anything changes.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.kernel import Text, say
from tabletown.web.people.accounts import account_of
from tabletown.web.seats import Refusal, digest
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing

if TYPE_CHECKING:
    from tabletown.web.hub import Hub

MOST = 8  # passkeys of one person
PATIENCE = 300.0  # seconds for which a challenge is good
HERE = ("localhost",)  # hosts for which browsers allow passkeys without https

Kind = Literal["create", "sign-in"]
CREATE: Kind = "create"
SIGN_IN: Kind = "sign-in"

NOT_CREATED = Text("No passkey was created. Try again or skip.")
NOT_KNOWN = Text("We don't know that passkey. It may have been removed. Try another one or your recovery code.")
TOO_LATE = Text("That took too long, or was sent twice. Nothing has changed. Try again.")


class Place(NamedTuple):
    """The address as the browser sees it: a passkey works at one host name only."""

    host: str
    origin: str


def available() -> bool:
    try:
        import webauthn  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def why_not(scheme: str, host: str) -> str:
    """Why this server, at this address, takes no passkeys; "" if it does."""
    if not available():
        return say("This server can't use passkeys. Its host can install “tabletown[passkeys]”.")
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        pass
    else:
        return say("Passkeys need a name, and this server was reached by its number.")
    if scheme != "https" and host not in HERE:
        return say("Browsers allow passkeys only over https, and this server doesn't use it.")
    return ""


class Passkeys:
    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store

    def of(self, person: str) -> list[Any]:
        k = db.passkeys.c
        with self.store.engine.connect() as connection:
            return list(connection.execute(sa.select(db.passkeys).where(k.person == person).order_by(k.created)))

    def remove(self, person: str, id: str) -> None:
        k = db.passkeys
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(k.delete().where(k.c.person == person, k.c.id == id))

    # ------------------------------------------------------------------ challenges

    def _challenge(self, kind: Kind, person: str, device: str) -> bytes:
        challenge, c = secrets.token_bytes(32), db.ceremonies
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(c.delete().where(c.c.device == device, c.c.kind == kind))  # an older one becomes invalid
            values = {"kind": kind, "person": person, "device": device, "until": self.store.now() + PATIENCE}
            connection.execute(c.insert().values(digest=digest(challenge.hex()), **values))
        return challenge

    def _answered(self, kind: Kind, device: str, answer: dict[str, Any]) -> tuple[bytes, str]:
        """Use up the challenge that this answers; returns it and its person. Raises Refusal."""
        from webauthn.helpers import base64url_to_bytes

        try:
            said = msgspec.json.decode(base64url_to_bytes(answer["response"]["clientDataJSON"]))
            challenge = base64url_to_bytes(said["challenge"])
        except (ValueError, KeyError, TypeError):
            raise Refusal("malformed", TOO_LATE) from None
        c, hashed = db.ceremonies.c, digest(challenge.hex())
        valid = sa.and_(c.digest == hashed, c.kind == kind, c.device == device, c.until > self.store.now())
        with writing(self.store.engine) as connection, connection.begin():
            row = connection.execute(db.ceremonies.delete().where(valid).returning(c.person)).one_or_none()
        if row is None:
            raise Refusal("stale", TOO_LATE)
        return challenge, str(row.person)

    # ------------------------------------------------------------------ creating one

    def options_to_create(self, person: str, device: str, place: Place) -> str:
        """What the browser needs to create a passkey, as JSON."""
        import webauthn
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers import structs as w

        account, known = account_of(self.store, person), self.of(person)
        if account is None:
            raise Refusal("not-yours", "Keep a name first. A passkey belongs to it.")
        if len(known) >= MOST:
            raise Refusal("illegal", "You have {n} passkeys. Remove one first.", n=MOST)
        options = webauthn.generate_registration_options(
            rp_id=place.host,
            rp_name="Tabletown",
            user_id=bytes.fromhex(person),
            user_name=account.handle,
            user_display_name=account.handle,
            challenge=self._challenge(CREATE, person, device),
            authenticator_selection=w.AuthenticatorSelectionCriteria(
                resident_key=w.ResidentKeyRequirement.REQUIRED,
                user_verification=w.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[w.PublicKeyCredentialDescriptor(id=base64url_to_bytes(row.id)) for row in known],
        )
        return webauthn.options_to_json(options)

    def create(self, person: str, device: str, name: str, place: Place, answer: dict[str, Any]) -> None:
        """Store the passkey that the browser created; raises Refusal if something doesn't match."""
        import webauthn
        from webauthn.helpers import bytes_to_base64url
        from webauthn.helpers.exceptions import WebAuthnException

        challenge, whose = self._answered(CREATE, device, answer)
        if whose != person:
            raise Refusal("not-yours", TOO_LATE)
        try:
            made = webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise Refusal("malformed", NOT_CREATED) from None
        now = self.store.now()
        row = {"id": bytes_to_base64url(made.credential_id), "person": person, "name": name, "created": now}
        try:
            with writing(self.store.engine) as connection, connection.begin():
                more = {"public_key": made.credential_public_key, "signed": made.sign_count}
                connection.execute(db.passkeys.insert().values(**row, **more))
        except sa.exc.IntegrityError:
            raise Refusal("taken", NOT_CREATED) from None

    # ------------------------------------------------------------------ signing in

    def options_to_sign_in(self, device: str, place: Place) -> str:
        """What the browser needs to find a passkey for this server, as JSON."""
        import webauthn
        from webauthn.helpers import structs as w

        return webauthn.options_to_json(
            webauthn.generate_authentication_options(
                rp_id=place.host,
                challenge=self._challenge(SIGN_IN, "", device),
                user_verification=w.UserVerificationRequirement.REQUIRED,
            )
        )

    def signed_in(self, device: str, place: Place, answer: dict[str, Any]) -> str:
        """The person whose passkey answered; raises Refusal."""
        import webauthn
        from webauthn.helpers.exceptions import WebAuthnException

        challenge, _ = self._answered(SIGN_IN, device, answer)
        k, id = db.passkeys.c, str(answer.get("id", ""))[:1500]
        with self.store.engine.connect() as connection:
            row = connection.execute(sa.select(db.passkeys).where(k.id == id)).one_or_none()
        if row is None:
            raise Refusal("none", NOT_KNOWN)
        try:
            proved = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origin,
                credential_public_key=row.public_key,
                credential_current_sign_count=row.signed,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise Refusal("not-yours", NOT_KNOWN) from None
        used = {"signed": proved.new_sign_count, "used": self.store.now()}
        with writing(self.store.engine) as connection, connection.begin():
            # a copy of the key with the same count can't win the race either
            newer = sa.or_(
                k.signed < proved.new_sign_count, sa.and_(k.signed == 0, sa.literal(proved.new_sign_count) == 0)
            )
            if not connection.execute(db.passkeys.update().where(k.id == id, newer).values(used)).rowcount:
                raise Refusal("not-yours", NOT_KNOWN)
        return str(row.person)

    async def sign_in(self, device: str, name: str, before: str, place: Place, answer: dict[str, Any]) -> str:
        """Sign this device in as the passkey's person; it brings along seats that it had without a name."""
        person = await asyncio.to_thread(self.signed_in, device, place, answer)
        await self.hub.devices.sign_in(person, device, name, before)
        return person
