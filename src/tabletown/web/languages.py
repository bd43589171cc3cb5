"""The language of a page, a refusal or a table: by ?lang=, by an earlier choice, or by the browser's wish."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from babel.dates import format_datetime, format_skeleton
from markupsafe import Markup
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletown import registry
from tabletown.drawing import listed, named
from tabletown.kernel.text import Language, Text, language
from tabletown.translations import PSEUDO, languages, speak, wanted
from tabletown.translations.extract import in_script
from tabletown.web.assets.files import STATIC

COOKIE = "lang"
YEAR = 365 * 86400


class Speaking:
    """ASGI middleware: everything for a request is in the request's language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        chosen = known(parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=1000).get("lang", [""])[0])
        code = chosen or known(cookie(headers)) or wanted(headers.get("accept-language", ""))

        async def remembering(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                answer.add_vary_header("accept-language")
                answer.setdefault("content-language", code)
                if chosen:
                    answer.append("set-cookie", f"{COOKIE}={chosen}; Max-Age={YEAR}; Path=/; SameSite=Lax")
            await send(message)

        before = language.set(speak(code))
        try:
            await self.app(scope, receive, remembering if scope["type"] == "http" else send)
        finally:
            language.reset(before)


def known(code: str) -> str:
    return code if code == PSEUDO or code in languages() else ""


def cookie(headers: Headers) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel is not None else ""


# ---------------------------------------------------------------------------------------- for the templates


def _(template: str, **parts: Any) -> str:
    """`{{ _("{n} tables", n=3) }}` in a template. If one part is markup, so is the result, and the other parts are
    escaped."""
    return _said(Text(template, parts))


def ngettext(one: str, many: str, n: int, **parts: Any) -> str:
    return _said(Text(one, {"n": n, **parts}, many))


def _said(text: Text) -> str:
    if any(hasattr(part, "__html__") for part in text.parts.values()):
        spoken = language.get()
        found = spoken.template(text.template, text.many, text.parts.get("n"))
        parts = {name: spoken.word(part) if type(part) is str else part for name, part in text.parts.items()}
        return Markup(found).format(**parts)
    return text.render()


def bold(words: object) -> Markup:
    """A part of a message in bold: `{{ _("Your seat: {seat}", seat=bold(name)) }}`."""
    return Markup("<b>{}</b>").format(named(words))


@cache
def _english_titles() -> frozenset[str]:
    return frozenset(game.about.title for game in registry.games())


def tongue(title: object) -> str:
    """The attribute `lang` of an element that holds a game's title, if that stays English in the reader's language."""
    english = isinstance(title, str) and title in _english_titles() and not language.get().code.startswith("en")
    return Markup(' lang="en"') if english else ""


def direction() -> str:
    """The direction of the language: ltr or rtl."""
    locale = getattr(language.get(), "locale", None)
    return str(locale.text_direction) if locale is not None else "ltr"


def for_pages() -> Mapping[str, Any]:
    """The functions available in every template."""
    return {
        "_": _,
        "ngettext": ngettext,
        "named": named,
        "listed": listed,
        "bold": bold,
        "languages": languages,
        "spoken": lambda: language.get().code,
        "tongue": tongue,
        "direction": direction,
        "messages": messages,
        "month": month,
        "moment": moment,
    }


def month(at: float) -> str:
    """The month of a time in seconds: "March 2026"."""
    return format_skeleton("yMMMM", datetime.fromtimestamp(at, UTC), locale=_locale())


def moment(at: float) -> str:
    """A time in seconds, to the minute, in UTC: "18 Nov, 14:02"."""
    return format_skeleton("MMMd", datetime.fromtimestamp(at, UTC), locale=_locale()) + format_datetime(
        datetime.fromtimestamp(at, UTC), ", HH:mm", locale=_locale()
    )


def day(local: datetime) -> str:
    """A day where its reader is: "18 November"."""
    return str(format_skeleton("MMMMd", local, locale=_locale()))


def _locale() -> str:
    code = language.get().code
    return "en_GB" if code.startswith("en") else code.replace("-", "_")


# ---------------------------------------------------------------------------------------- for the scripts

NUMBERS = (1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 21, 22, 100, 101, 1000000)


@cache
def _script_messages() -> list[tuple[str, str]]:
    classroom = Path(__file__).parents[1] / "classroom" / "static"
    own = [game.folder / "web" / "static" for game in registry.games() if game.folder is not None]
    files = [file for folder in (STATIC, classroom, *own) for file in folder.rglob("*.js")]
    return sorted({(one, many) for file in files for _, one, many, _ in in_script(file.read_bytes())})


@cache
def _messages(spoken: Language) -> dict[str, Any]:
    said: dict[str, Any] = {}
    rule = getattr(getattr(spoken, "locale", None), "plural_form", lambda n: "one" if n == 1 else "other")
    for one, many in _script_messages():
        if many:
            said[one] = {rule(n): spoken.template(one, many, n) for n in reversed(NUMBERS)}
        else:
            said[one] = spoken.template(one)
    return said


def messages() -> dict[str, Any]:
    """The messages for `static/js/common/translate.js`: {English: translated, or its plural forms by name}."""
    spoken = language.get()
    return {} if spoken.code == "en" else _messages(spoken)
