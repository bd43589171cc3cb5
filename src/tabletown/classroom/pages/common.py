"""What all pages of a class share: finding the room, access, page parts, addresses and QR codes."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Template
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tabletown.classroom.facilitators import HOST
from tabletown.classroom.lesson import Lesson
from tabletown.classroom.room import Room
from tabletown.classroom.rooms import Rooms
from tabletown.kernel import Setting
from tabletown.web.addresses import host_of, is_loopback
from tabletown.web.assets.qr import qr as drawn_qr
from tabletown.web.hub import Hub
from tabletown.web.pages.common import Pages
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of
from tabletown.web.security.token_buckets import address_of


class Common:
    def __init__(self, hub: Hub, pages: Pages) -> None:
        self.hub, self.pages, self.rooms = hub, pages, Rooms(hub)
        self.joins = hub.buckets("joins", hub.limits.joins)  # by class and client
        self.reached: set[str] = set()  # addresses through which a phone has connected
        pages.add_templates("classroom", Path(__file__).parents[1] / "templates")
        pages.templates.filters["minutes"] = minutes
        pages.templates.filters["signed"] = lambda number: f"{number}".replace("-", "\N{MINUS SIGN}")
        pages.templates.filters["digits"] = lambda code: f"{code[:3]} {code[3:]}"

    def page(self, handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Turn every refusal into a page that gives the reason."""

        async def wrapped(request: Request) -> Response:
            try:
                return await handler(request)
            except Refusal as refusal:
                return self.pages.error(request, refusal.status, refusal.text)

        return wrapped

    def show(
        self, request: Request, name: str, lesson: Lesson | None = None, code: int = 200, **context: Any
    ) -> Response:
        """Render a page, with the game's own template if there is one."""
        lesson = context["room"].lesson if "room" in context else lesson
        if lesson is not None:
            context |= {"chosen": self.pages.card(lesson.id), "lesson": lesson}
        return self.pages.page(request, self.template(name, lesson), code, **context)

    def part(self, name: str, room: Room, **context: Any) -> str:
        """Render part of a page, with the game's own template if there is one."""
        return self.template(name, room.lesson).render(room=room, lesson=room.lesson, mark=room.lesson.mark, **context)

    def template(self, name: str, lesson: Lesson | None) -> Template:
        own = [f"{lesson.id}/{name}"] if lesson is not None else []
        return self.pages.templates.select_template([*own, f"classroom/{name}"])

    def choices(self, lesson: Lesson) -> list[Setting]:
        """The options that a facilitator can set, in the reader's language."""
        return list(self.pages.card(lesson.id).settings)

    def lesson(self, wanted: str) -> Lesson:
        """The lesson for this game; without a name, the first one."""
        known = self.rooms.lessons
        if wanted and wanted not in known:
            raise Refusal("none", "This game can't be played with a class. These can: {games}.", games=list(known))
        return known[wanted or next(iter(known))]

    def reach(self, connection: HTTPConnection, room: Room) -> Reach:
        """The address to show to phones: the chosen one, the one this page was opened with, or another of this
        machine's.

        A loopback address is used only if there is no other.
        """
        here = origin_of(connection)
        known = list(dict.fromkeys([*self.hub.network, *([] if is_loopback(host_of(here.split("//")[1])) else [here])]))
        hosted = here in known and here not in self.hub.network
        origin = room.address if room.address in known else here if hosted else known[0] if known else here
        return Reach(origin, [other for other in known if other != origin], not known, origin in self.reached)

    def address(self, connection: HTTPConnection, room: Room) -> str:
        return self.reach(connection, room).origin

    def came_by(self, connection: HTTPConnection) -> None:
        """Note that another device opened a page at this address, so the address works."""
        client = address_of(connection.scope)
        if not is_loopback(client) and client not in {host_of(known.split("//")[1]) for known in self.hub.network}:
            self.reached.add(origin_of(connection))

    # ------------------------------------------------------------------ which room, for whom

    def room(self, connection: HTTPConnection) -> Room:
        return self.find(connection, connection.path_params["code"])

    def find(self, connection: HTTPConnection, code: str) -> Room:
        """Find a room by its code. Attempts are limited, because six digits are easy to guess."""
        player = actor_of(connection).player
        known = self.rooms.rooms.get(code)
        if known is None or not (known.has_joined(player) or known.role_of(player)):
            self.pages.guessing(connection)
        try:
            return self.rooms.find(code)
        except Refusal:
            self.pages.guessing(connection, wrong=True)
            raise

    def seen(self, connection: HTTPConnection) -> Room:
        """The room, for people who may see everyone's name: its facilitators, its members, and anyone with the wall's
        link."""
        room, player = self.room(connection), actor_of(connection).player
        wall = connection.query_params.get("wall", "").encode()
        known = room.role_of(player) or room.has_joined(player)
        if not known and not secrets.compare_digest(wall, room.wall.encode()):
            self.pages.guessing(connection, wrong=True)
            raise Refusal("not-yours", "This page needs the wall's own link. The facilitator finds it under Projector.")
        return room

    def rows_of(self, connection: HTTPConnection) -> Room:
        """The room, for people who may download everybody's turns: facilitators, and pupils if sharing is on."""
        room = self.seen(connection)
        if not room.shares_rows and not room.role_of(actor_of(connection).player):
            raise Refusal("not-yours", "Only your teacher can download this file or share it with the class.")
        return room

    def led(self, connection: HTTPConnection, host: bool = False) -> Room:
        """The room, for its facilitators. `host`: not for helpers."""
        room = self.room(connection)
        role = room.role_of(actor_of(connection).player)
        if not role:
            raise Refusal("not-yours", "Only the facilitator can lead this session. Open it with the desk link.")
        if host and role != HOST:
            raise Refusal("not-yours", "Only the facilitator who made this session can do that.")
        return room


class Reach(NamedTuple):
    """The address at which phones find a room, and whether it works."""

    origin: str
    others: list[str]  # further addresses to choose from
    loopback: bool  # the address works on this machine only
    proven: bool  # a phone has connected through it


def minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def origin_of(connection: HTTPConnection) -> str:
    scheme = "https" if connection.url.scheme in ("https", "wss") else "http"
    return f"{scheme}://{connection.headers.get('host', connection.url.netloc)}"


def qr(address: str) -> str:
    """The address as a QR code; "" if phones couldn't open it."""
    if is_loopback(host_of(address.split("//")[1].partition("/")[0])):
        return ""
    return str(drawn_qr(address))
