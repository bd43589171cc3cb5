"""Sign in with an account at a school or club: OpenID Connect, the authorization code flow with PKCE.

The host names one issuer. We keep its name for the person (`sub`) and nothing else it says. A sign-in is good for one
answer, within minutes, from the device that began it. Its token is checked with the issuer's own keys, by `joserfc` and
`authlib`, before anything changes.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

import msgspec
import sqlalchemy as sa

from tabletown.extras import how_to_add
from tabletown.kernel import Text
from tabletown.kernel.errors import BadOption
from tabletown.web.people.accounts import account_of
from tabletown.web.people.passkeys import TOO_LATE
from tabletown.web.seats import Refusal, digest
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing

if TYPE_CHECKING:
    from tabletown.web.hub import Hub
    from tabletown.web.notify.outbound_http import OutboundHttp

LOGIN = "login"  # kind of its ceremonies
PATIENCE = 600.0  # seconds to type a password there
FRESH = 3600.0  # seconds for which the issuer's addresses and keys are kept
AGAIN = 60.0  # seconds until its keys are asked for again because of an unknown one
DEADLINE, LARGEST = 10.0, 1 << 20  # seconds until the issuer is known; bytes of its answers
ALGORITHMS = [
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "EdDSA",
]  # with a key pair
HERE = ("localhost", "127.0.0.1")

AWAY = Text("{school} can't be reached right now. Nothing has changed. Try again later.")
NOT_PROVED = Text("{school} didn't confirm who you are. Nothing has changed. Try again.")
NOT_CONNECTED = Text("Your account at {school} belongs to no name here yet. Connect it to {name} in Settings.")
CONNECTED_ELSEWHERE = Text("Your account at {school} belongs to another name here. Sign in with it first.")


class Began(msgspec.Struct):
    """What a sign-in under way has to be answered with."""

    nonce: str
    verifier: str
    back: str  # the address that the answer comes to
    connect: bool  # whether it is to be connected with the name of the person who asked


class _Provider(msgspec.Struct):
    """What the issuer says about itself."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


def available() -> bool:
    try:
        import authlib  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def _safe(address: str) -> bool:
    """Whether nobody on the way can read or change what is sent there."""
    parts = urlsplit(address)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in HERE)


class SchoolSignIn:
    """`outside`: sends requests to addresses that the host named."""

    def __init__(self, hub: Hub, outside: OutboundHttp) -> None:
        self.hub, self.store, settings, self._outside = hub, hub.store, hub.settings, outside
        self.issuer, self.client, self.secret = settings.oidc.rstrip("/"), settings.oidc_client, settings.oidc_secret
        self.school = settings.oidc_name or urlsplit(self.issuer).hostname or ""
        if self.issuer and not (self.client and self.secret):
            raise BadOption("--oidc needs --oidc-client and --oidc-secret.")
        if self.issuer and not _safe(self.issuer):
            raise BadOption("--oidc must be an https address, because it says who people are.")
        if self.issuer and not available():
            raise BadOption(f"--oidc needs other packages; install them: {how_to_add('oidc')}")
        self._asking = asyncio.Lock()  # however many sign in, the issuer is asked once
        self._provider: tuple[float, _Provider] | None = None
        self._keys: tuple[float, Any] | None = None

    @property
    def is_on(self) -> bool:
        return bool(self.issuer)

    # ------------------------------------------------------------------ the issuer

    async def _ask(
        self, address: str, form: dict[str, str] | None = None, headers: dict[str, str] | None = None
    ) -> bytes:
        body, sent = None, {"accept": "application/json", "user-agent": "tabletown", **(headers or {})}
        if form is not None:
            body, sent["content-type"] = urlencode(form).encode(), "application/x-www-form-urlencoded"
        try:
            if not _safe(address):
                raise OSError("not https")
            answer = await self._outside.ask(address, body, sent, LARGEST)
            if not 200 <= answer.status < 300:
                raise OSError(f"The school answered {answer.status}.")
        except (OSError, Refusal):
            raise Refusal("busy", AWAY(school=self.school)) from None
        return answer.body

    async def _about(self) -> _Provider:
        try:
            async with asyncio.timeout(DEADLINE), self._asking:
                now = time.monotonic()
                if self._provider is None or now - self._provider[0] > FRESH:
                    self._provider = now, await self._read_provider()
                return self._provider[1]
        except TimeoutError:
            raise Refusal("busy", AWAY(school=self.school)) from None

    async def _read_provider(self) -> _Provider:
        found = await self._ask(f"{self.issuer}/.well-known/openid-configuration")
        try:
            provider = msgspec.json.decode(found, type=_Provider)
        except msgspec.DecodeError:
            raise Refusal("busy", AWAY(school=self.school)) from None
        if provider.issuer.rstrip("/") != self.issuer:  # another one's, whose tokens mean other people
            raise Refusal("not-yours", NOT_PROVED(school=self.school))
        return provider

    async def _key_set(self, again: bool = False) -> Any:
        from joserfc.jwk import KeySet

        now = time.monotonic()
        if self._keys is None or now - self._keys[0] > (AGAIN if again else FRESH):
            self._keys = now, msgspec.json.decode(await self._ask((await self._about()).jwks_uri))
        return KeySet.import_key_set(self._keys[1])

    # ------------------------------------------------------------------ there and back

    async def begin(self, person: str, device: str, back: str, connect: bool) -> str:
        """The issuer's address to send this browser to."""
        state = secrets.token_urlsafe(32)
        began = Began(secrets.token_urlsafe(32), secrets.token_urlsafe(48), back, connect)
        provider = await self._about()
        if not _safe(provider.authorization_endpoint):
            raise Refusal("busy", AWAY(school=self.school))
        await asyncio.to_thread(self._note, state, began, person, device)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(began.verifier.encode()).digest()).rstrip(b"=")
        asked = {
            "response_type": "code",
            "scope": "openid",
            "client_id": self.client,
            "redirect_uri": back,
            "state": state,
            "nonce": began.nonce,
            "code_challenge": challenge.decode(),
            "code_challenge_method": "S256",
        }
        joint = "&" if "?" in provider.authorization_endpoint else "?"
        return f"{provider.authorization_endpoint}{joint}{urlencode(asked)}"

    def _note(self, state: str, began: Began, person: str, device: str) -> None:
        """Store a sign-in that begins, in place of an older one on this device."""
        c = db.ceremonies
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(c.delete().where(c.c.device == device, c.c.kind == LOGIN))
            values = {"kind": LOGIN, "person": person, "device": device, "until": self.store.now() + PATIENCE}
            data = msgspec.json.encode(began).decode()
            connection.execute(c.insert().values(digest=digest(state), data=data, **values))

    def _answered(self, state: str, person: str, device: str) -> Began:
        """Use up the sign-in that this answers. Raises Refusal."""
        c = db.ceremonies.c
        valid = sa.and_(c.digest == digest(state), c.kind == LOGIN, c.device == device, c.until > self.store.now())
        with writing(self.store.engine) as connection, connection.begin():
            row = connection.execute(db.ceremonies.delete().where(valid).returning(c.data, c.person)).one_or_none()
        if row is None or row.person != person:
            raise Refusal("stale", TOO_LATE)
        return msgspec.json.decode(row.data, type=Began)

    async def _subject(self, code: str, began: Began) -> str:
        """Whom the issuer says this code is about. Raises Refusal."""
        provider = await self._about()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": began.back,
            "code_verifier": began.verifier,
            "client_id": self.client,
        }
        headers = {}
        if "client_secret_basic" in provider.token_endpoint_auth_methods_supported:
            pair = urlencode({self.client: self.secret}).replace("=", ":", 1)
            headers["authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        else:
            form["client_secret"] = self.secret
        try:
            token = msgspec.json.decode(await self._ask(provider.token_endpoint, form, headers))["id_token"]
            return await self._checked(token, began.nonce)
        except (msgspec.DecodeError, KeyError, TypeError):
            raise Refusal("not-yours", NOT_PROVED(school=self.school)) from None

    async def _checked(self, token: str, nonce: str) -> str:
        from authlib.oidc.core import CodeIDToken
        from joserfc import jwt
        from joserfc.errors import InvalidKeyIdError, JoseError

        try:
            try:
                read = jwt.decode(token, await self._key_set(), algorithms=ALGORITHMS)
            except InvalidKeyIdError:  # they have a new key
                read = jwt.decode(token, await self._key_set(again=True), algorithms=ALGORITHMS)
            issuer = (await self._about()).issuer
            wanted = {"iss": {"essential": True, "value": issuer}, "aud": {"essential": True, "value": self.client}}
            claims = CodeIDToken(read.claims, read.header, wanted, {"nonce": nonce, "client_id": self.client})
            claims.validate(leeway=60)
            subject = claims["sub"]
        except (JoseError, ValueError, KeyError, TypeError):
            raise Refusal("not-yours", NOT_PROVED(school=self.school)) from None
        if not isinstance(subject, str) or not 0 < len(subject) <= 255:
            raise Refusal("not-yours", NOT_PROVED(school=self.school))
        return subject

    async def come_back(self, state: str, code: str, person: str, device: str, agent: str) -> bool:
        """Finish a sign-in; returns whether the person has a name here. Raises Refusal."""
        began = await asyncio.to_thread(self._answered, state, person, device)
        subject = await self._subject(code, began)
        known = await asyncio.to_thread(self._person_of, subject)
        own = await asyncio.to_thread(account_of, self.store, person)
        if began.connect and own is not None:
            if known not in ("", person):
                raise Refusal("taken", CONNECTED_ELSEWHERE(school=self.school))
        elif known:
            await self.hub.devices.sign_in(known, device, agent, person)
            return await asyncio.to_thread(account_of, self.store, known) is not None
        elif own is not None:  # perhaps somebody else's, on a screen that several people use
            raise Refusal("not-yours", NOT_CONNECTED(school=self.school, name=own.handle))
        if not known:
            await asyncio.to_thread(self._connect, subject, person)
        return own is not None

    def _person_of(self, subject: str) -> str:
        g = db.logins.c
        with self.store.engine.connect() as connection:
            found = sa.select(g.person).where(g.issuer == self.issuer, g.subject == subject)
            return str(connection.scalar(found) or "")

    def _connect(self, subject: str, person: str) -> None:
        row = {"issuer": self.issuer, "subject": subject, "person": person, "created": self.store.now()}
        try:
            with writing(self.store.engine) as connection, connection.begin():
                connection.execute(db.logins.insert().values(row))
        except sa.exc.IntegrityError:  # at the same moment, on another device
            raise Refusal("stale", TOO_LATE) from None

    def connected(self, person: str) -> bool:
        g = db.logins.c
        with self.store.engine.connect() as connection:
            return connection.scalar(sa.select(g.person).where(g.issuer == self.issuer, g.person == person)) is not None

    def disconnect(self, person: str) -> None:
        g = db.logins
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(g.delete().where(g.c.issuer == self.issuer, g.c.person == person))
