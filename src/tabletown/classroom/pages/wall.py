"""What everybody looks at: the wall, the debrief, and the stream that keeps pages up to date."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from tabletown.classroom.pages.common import qr
from tabletown.classroom.pages.desk import Leading
from tabletown.classroom.room import Room
from tabletown.classroom.wall import beckoning
from tabletown.kernel import say
from tabletown.web.live.connection import TOO_MANY
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of
from tabletown.web.security.token_buckets import Bucket, client_of

log = logging.getLogger("tabletown.web")


class Showing(Leading):
    async def project(self, request: Request) -> Response:
        room = self.seen(request)
        body = self.projected(room, self.address(request, room))
        return self.show(
            request, "live.html", title=say("Projector"), kind="projector", room=room, body=body, part="projector"
        )

    def projected(self, room: Room, origin: str) -> str:
        return self.wall_body(room, origin)

    async def own_page(self, room: Room, player: str) -> str:
        return self.waiting(room, player)

    def wall_body(self, room: Room, origin: str, asked: dict[str, Any] | None = None) -> str:
        lesson = room.lesson
        message = next((m for m in reversed(room.messages) if m.wall and m.table < 0), None)
        view: dict[str, Any] = {
            "message": message.text if message is not None else "",
            "revealed": room.revealed,
            "asked": asked,
            "now": room.hub.now(),
            "mark": lesson.mark,
            "single": lesson.single,
        }
        if room.in_lobby:
            address = f"{origin.split('//')[1]}/join"
            drawn = qr(f"{origin}/join?code={room.code}")
            view["join"] = {"address": address, "code": f"{room.code[:3]} {room.code[3:]}", "qr": drawn}
            view["story"] = lesson.content.story if room.story else ""
        return lesson.wall(room.session, view) + self.beckoning(room, origin)

    def beckoning(self, room: Room, origin: str) -> str:
        """The QR code that moves a seat to a pupil's new phone."""
        person = room.beckoned_person()
        drawn = qr(f"{origin}{room.home}/rejoin/{room.beckoned[1]}") if person is not None else ""
        return beckoning(person.name, person.table + 1, drawn) if person is not None else ""

    # ------------------------------------------------------------------ live

    async def stream(self, websocket: WebSocket) -> None:
        """Push the page's body after every change. Incoming messages only show that the connection is alive."""
        kind, player = websocket.query_params.get("part", ""), actor_of(websocket).player
        try:
            find = {"lead": self.led, "projector": self.seen}.get(kind, self.room)
            room = find(websocket)
            if kind not in ("lead", "projector", "wait", "mine") or (
                kind in ("wait", "mine") and not room.has_joined(player)
            ):
                raise Refusal("not-yours", "You haven't joined this session yet.")
        except Refusal:
            await websocket.close(4403)
            return
        changed, messages = asyncio.Event(), Bucket(self.hub.limits.messages)
        await websocket.accept()
        room.looking.add(changed.set)
        if kind in ("wait", "mine"):
            room.online[player] = room.online.get(player, 0) + 1
            room.newcomers.pop(player, None)
            room.note_presence()
            room.tell_soon()
        sender = asyncio.create_task(self._send_on(websocket, room, kind, player, changed))
        try:
            while (heard := await websocket.receive())["type"] != "websocket.disconnect":
                if not messages.take():
                    self.hub.limited["messages"] += 1
                    await websocket.close(TOO_MANY)
                    break
                if heard.get("text") == '{"type":"ping"}':
                    await websocket.send_json({"type": "pong"})
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            sender.cancel()
            room.looking.discard(changed.set)
            if kind in ("wait", "mine"):
                room.online[player] -= 1
                room.note_presence()
                room.tell_soon()

    async def _send_on(self, websocket: WebSocket, room: Room, kind: str, player: str, changed: asyncio.Event) -> None:
        budget, client = self.hub.bytes, client_of(websocket.scope)
        asks = kind in ("wait", "mine")  # the other pages are the teacher's
        try:
            while True:
                while asks and not budget.take(client, 0):
                    await asyncio.sleep(max(0.5, budget.wait(client)))
                news: dict[str, Any] = {"html": "", "go": ""}
                if kind == "wait" and (table := room.table_of(player)) is not None:
                    news["go"] = table.url
                elif kind in ("wait", "mine") and not room.has_joined(player):
                    news["go"] = room.home
                elif kind == "mine" and (table := room.plays_at(player)) is not None:
                    news["go"] = table.url  # the next round has begun
                elif kind == "lead" and not room.role_of(player):
                    news["go"] = "/class"
                else:
                    news["html"] = await self._body(websocket, room, kind, player)
                await websocket.send_json(news)
                if asks:
                    budget.take(client, len(news["html"]))
                await changed.wait()
                changed.clear()
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        # better to end the connection than to freeze the page: it reconnects and shows the present state
        except Exception:
            log.exception("a class: %s cannot be shown", kind)
            await websocket.close(1011)

    async def _body(self, websocket: WebSocket, room: Room, kind: str, player: str) -> str:
        reach = self.reach(websocket, room)
        if kind == "lead":
            return self.leading(room, reach)
        if kind == "mine":
            return await self.own_page(room, player)
        return self.projected(room, reach.origin) if kind == "projector" else self.waiting(room, player)
