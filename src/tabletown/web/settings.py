"""Every setting of the server, with its type, default, bounds, help and documentation, defined once.

The command line (`web/commands/switches.py`), the environment variables and the tables in `docs/hosts/index.md` are
made from this file. In a program, use `make_app(Settings(data=folder, pace=0))`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
import platformdirs

from tabletown.kernel.errors import BadOption

FILE = "tabletown.sqlite"
HERE = ("127.0.0.1", "localhost", "::1")  # hosts at which only this machine can reach the server


class Help(NamedTuple):
    """The texts about a setting."""

    help: str  # for --help
    docs: str = ""  # for docs/hosts/index.md, if it says more
    switch: str = ""  # if it differs from the field's name
    least: int | None = None
    most: int | None = None
    hidden: bool = False  # for tests and measurements only
    default: str = ""  # in words, if the value alone is unclear


class Rate(NamedTuple):
    """A rate: this many per second in the long run, and this many at once."""

    per_second: float
    burst: float


class Limits(NamedTuple):
    """Limits per client; `client_at` of `web/security/token_buckets.py` says what counts as one."""

    requests: Annotated[Rate, "requests"] = Rate(20, 120)
    tables: Annotated[Rate, "new tables, classes and drafts, and places in tournaments"] = Rate(0.1, 30)
    tournaments: Annotated[Rate, "new tournaments"] = Rate(0.01, 5)  # each that runs is looked at every two seconds
    # they wait for three days, and each is compared with all the others
    offers: Annotated[Rate, "offers of tables over days"] = Rate(0.005, 30)
    names: Annotated[Rate, "names that people keep or change"] = Rate(0.02, 40)
    friends: Annotated[Rate, "friend requests"] = Rate(0.02, 30)
    messages: Annotated[Rate, "messages over one connection; more closes it"] = Rate(20, 80)
    traffic: Annotated[Rate, "messages over all connections; the rest waits"] = Rate(200, 1000)
    # a class that reconnects all at once needs 20 MB
    bytes: Annotated[Rate, "bytes of pages and tables; more waits, or gets 429"] = Rate(2e6, 40e6)
    refreshes: Annotated[
        Rate, "whole tables over one connection"
    ] = Rate(1, 1)  # fmt: skip
    chat: Annotated[Rate, "chat messages and new names from one seat"] = Rate(0.4, 5)
    reports: Annotated[Rate, "chat messages reported to the host"] = Rate(0.02, 10)
    sockets: Annotated[int, "connections to tables at once"] = 200
    connections: Annotated[int, "connections of any kind, except from `--proxies`"] = 400
    codes: Annotated[Rate, "wrong codes and links"] = Rate(0.5, 60)
    joins: Annotated[Rate, "phones that join a class (30 take half a minute)"] = Rate(0.5, 15)
    newcomers: Annotated[int, "phones that joined a class but haven't opened its page"] = 6
    pushes: Annotated[Rate, "browsers that ask to be notified"] = Rate(0.2, 12)  # each name has to be looked up
    prints: Annotated[Rate, "documents to print, and previews of them"] = Rate(0.2, 30)
    mails: Annotated[Rate, "confirmation emails and webhook tests"] = Rate(0.01, 6)
    thinking: Annotated[
        Rate, "seconds of bot thinking at tables with spectators only, while others wait"
    ] = Rate(0.5, 20)  # fmt: skip

    def with_words(self, words: Sequence[str]) -> Limits:
        """These limits changed by words such as "tables=0.1,30" (per second, and at once) or "sockets=200"."""
        changed: dict[str, Any] = {}
        for word in words:
            name, _, value = word.partition("=")
            if name not in self._fields:
                raise BadOption(f"There is no limit called {name!r}. Choose one of {', '.join(self._fields)}.")
            whole = isinstance(getattr(self, name), int)
            try:
                numbers = [float(part) for part in value.split(",")]
                if len(numbers) != (1 if whole else 2) or not all(0 <= number < 1e12 for number in numbers):
                    raise ValueError
            except ValueError:
                form = f"{name}=200" if whole else f"{name}=0.5,60 (per second, and at once)"
                raise BadOption(f"The limit {word!r} can't be read. It should look like {form}.") from None
            changed[name] = int(numbers[0]) if whole else Rate(*numbers)
        return self._replace(**changed)


# `thinking` decides who comes first rather than how much is too much
NO_LIMITS = Limits().with_words([
    f"{name}={10**9}" if isinstance(limit, int) else f"{name}={10**9},{10**9}"
    for name, limit in Limits()._asdict().items()
    if name != "thinking"
])  # fmt: skip


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How one server runs. Wrong values raise BadOption.

    >>> Settings(port=8080, host_names=["play.example.org"]).port
    8080
    >>> Settings(port=99999)
    Traceback (most recent call last):
    tabletown.kernel.errors.BadOption: --port must be at most 65535, not 99999.
    """

    host: Annotated[
        str,
        Help(
            "Address to listen on; 0.0.0.0 opens it to the whole network",
            "address to listen on; `0.0.0.0` opens it to the local network",
        ),
    ] = "127.0.0.1"
    port: Annotated[int, Help("Port to listen on", "port to listen on; 0 takes any free one", least=0, most=65535)] = (
        8000
    )
    data: Annotated[
        Path | None,
        Help(
            "Folder for the database (default: your data folder)",
            "folder of `tabletown.sqlite`, readable only by its owner",
            default="your data folder",
        ),
    ] = None
    database: Annotated[
        str,
        Help(
            "Address of a PostgreSQL database to use instead of a folder",
            "address of a PostgreSQL database to use instead; set it in the environment, as it contains a password",
        ),
    ] = ""
    no_browser: Annotated[bool, Help("Don't open the browser", "don't open the browser")] = False
    host_names: Annotated[
        Sequence[str],
        Help(
            "A host name this server answers to (default: any)",
            "a name of this server, such as `play.example.org`; others get 421. Repeat it for more. Messages with "
            "links need it",
            switch="host-name",
            default="any",
        ),
    ] = ()
    proxies: Annotated[
        str,
        Help(
            "Addresses of proxies whose X-Forwarded headers to trust",
            "addresses, separated by commas, whose `X-Forwarded-For` and `X-Forwarded-Proto` to trust",
        ),
    ] = "127.0.0.1"
    json_logs: Annotated[
        bool,
        Help("Log one JSON object per line", "log one JSON object per line, requests included"),
    ] = False
    workers: Annotated[
        int | None,
        Help(
            "Processes for bots (default: one fewer than cores)",
            "processes for bots; 0: one, started when first needed",
            least=0,
            default="one fewer than cores, at least two",
        ),
    ] = None
    ray: Annotated[
        bool,
        Help(
            "Run bots on the Ray cluster at RAY_ADDRESS",
            "run bots on the [Ray cluster](../researchers/lab.md#many-machines) at `RAY_ADDRESS`",
        ),
    ] = False
    games: Annotated[
        Sequence[str],
        Help(
            "An extra game, such as my_game.py:game",
            "an extra game: `my_game.py:game`. Repeat it for more",
            switch="game",
        ),
    ] = ()
    keep_days: Annotated[
        float,
        Help(
            "Days to keep finished tables (0: forever)",
            "days to keep finished tables; 0: forever",
            least=0,
        ),
    ] = 0
    drain: Annotated[
        float,
        Help(
            "Seconds to keep serving after SIGTERM, so the proxy notices",
            "seconds to keep serving after SIGTERM, with 503 at `/health`; give twice the proxy's check interval",
            least=0,
        ),
    ] = 0
    smtp: Annotated[
        str,
        Help(
            "Mail server to send through: smtps://USER:PASSWORD@HOST",
            "mail server to send through; set it in the environment, as it contains a password",
        ),
    ] = ""
    mail_from: Annotated[str, Help("Sender address of emails", "sender address of emails")] = ""
    lobby: Annotated[
        bool,
        Help(
            "Let people find each other: open seats and tournaments",
            "let people find each other: open seats on the home page, and tournaments",
        ),
    ] = False
    webhooks: Annotated[
        bool,
        Help(
            "Allow webhook notifications (Discord, Slack, ntfy …)",
            "allow webhook notifications",
        ),
    ] = False
    contact: Annotated[
        str,
        Help(
            "Whom push services may write to: mailto:… or https://…",
            "whom push services may write to: `mailto:…` or `https://…`",
            default="the address of `--mail-from`",
        ),
    ] = ""
    limits: Annotated[
        Sequence[str],
        Help(
            "What one client may do, such as tables=0.1,30 (per second, at once)",
            "what one client may do: `NAME=A_SECOND,AT_ONCE` or `NAME=COUNT`. Repeat it for more",
            switch="limit",
            default="as below",
        ),
    ] = ()
    seed: Annotated[
        int | None,
        Help(
            "Same luck and same bots at every table, for tests",
            "for tests: all tables have this luck, and bots think a fixed number of steps",
            default="a secret one for each table",
        ),
    ] = None
    address: Annotated[
        str,
        Help(
            "Address for phones (default: asks you)",
            "the address phones should use",
            default="you are asked",
        ),
    ] = ""
    refused_names: Annotated[
        Path | None,
        Help(
            "A file of words not allowed in names, one per line",
            "file of words not allowed in names, one per line",
            default="none",
        ),
    ] = None
    guest_bots: Annotated[
        bool,
        Help(
            "Let people connect bots of their own",
            "let people [connect bots of their own](../researchers/api.md#guest-bots), which anybody can challenge",
        ),
    ] = False
    workshop: Annotated[
        str,
        Help(
            "What the workshop offers: all, accounts, no-checks or off",
            "`all`: people make and share content packs and check them with bots; `accounts`: checks need an account; "
            "`no-checks`: without checks; `off`",
        ),
    ] = "all"
    host_key: Annotated[
        str,
        Help(
            "The host's key to the desk at /host; set it in the environment",
            "the host's key to the desk at `/host`, 16 characters or more; set it in the environment",
            default="no desk",
        ),
    ] = ""
    oidc: Annotated[
        str,
        Help(
            "Sign in with accounts of a school or club: the address of its OpenID Connect issuer",
            "let people sign in with an account at a school or club: the address of its OpenID Connect issuer; "
            "needs the extra `oidc`",
            default="off",
        ),
    ] = ""
    oidc_client: Annotated[str, Help("This server's client id there", "this server's client id there")] = ""
    oidc_secret: Annotated[
        str,
        Help(
            "Its secret; set it in the environment",
            "its secret; set it in the environment",
        ),
    ] = ""
    oidc_name: Annotated[
        str,
        Help(
            "What people call it, for the button",
            "what people call it, for the button",
            default="the issuer's host name",
        ),
    ] = ""
    unlimited: Annotated[bool, Help("No rate limits, for measuring", hidden=True)] = False
    pace: Annotated[float, Help("Minimum seconds a bot takes", least=0, hidden=True)] = 0.5
    away: Annotated[float, Help("Seconds until a bot may play for someone who left", least=0, hidden=True)] = 60.0
    patience: Annotated[float, Help("Seconds for a client to send its request", least=0, hidden=True)] = 10.0

    def __post_init__(self) -> None:
        for setting in settings():
            value, about = getattr(self, setting.field), setting.about
            if about.least is not None and value is not None and value < about.least:
                raise BadOption(f"{setting.switch} must be at least {about.least}, not {value}.")
            if about.most is not None and value is not None and value > about.most:
                raise BadOption(f"{setting.switch} must be at most {about.most}, not {value}.")
        if self.workshop not in ("all", "accounts", "no-checks", "off"):
            raise BadOption(f"--workshop must be all, accounts, no-checks or off, not {self.workshop!r}.")
        if (self.smtp or self.webhooks) and not self.host_names and self.host not in HERE:
            raise BadOption("Notifications link to this server, so it needs its name: --host-name play.example.org.")
        if self.host_key and len(self.host_key) < 16:
            raise BadOption("--host-key must have at least 16 characters.")
        self.client_limits()

    def client_limits(self) -> Limits:
        """The limits per client."""
        return (NO_LIMITS if self.unlimited else Limits()).with_words(self.limits)

    def place(self) -> Path | str:
        """The data file, or the database's address."""
        return self.database or self.folder() / FILE

    def folder(self) -> Path:
        """The folder of the data file, unless a database is used."""
        return self.data or Path(platformdirs.user_data_dir("tabletown"))


class ServerSetting(NamedTuple):
    """A field of Settings as the command line, the environment and the docs show it."""

    field: str
    type: Any
    default: Any
    about: Help

    @property
    def switch(self) -> str:
        return f"--{self.about.switch or self.field.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """The environment variable for this setting."""
        return f"TABLETOWN_{self.switch[2:].replace('-', '_').upper()}"

    @property
    def is_list(self) -> bool:
        return get_origin(self.type) is Sequence


@cache
def settings() -> tuple[ServerSetting, ...]:
    """All settings, in the order of the docs."""
    hints = get_type_hints(Settings, include_extras=True)
    return tuple(
        ServerSetting(field.name, get_args(hints[field.name])[0], field.default, get_args(hints[field.name])[1])
        for field in msgspec.structs.fields(Settings)
    )


DEFAULT = Settings()
