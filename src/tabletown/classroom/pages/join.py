"""Pages for pupils outside the table: joining, coming back, and waiting for the start or for a seat."""

from __future__ import annotations

import time
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.classroom.pages.common import Common
from tabletown.classroom.room import FORGET_AFTER, Room
from tabletown.kernel import Text, say
from tabletown.kernel.errors import BadOption
from tabletown.web.pages.forms import Short, fields_of, form_of, read
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of, known_actor, remember, token_of
from tabletown.web.security.token_buckets import client_of


class ClassForm(Struct):
    """Options come in additional fields named `option-…`."""

    game: Short = ""
    tables: Annotated[int, Meta(ge=1, le=60)] = 5
    clock: Annotated[int, Meta(ge=0, le=240)] = 40
    title: Short = ""
    rehearse: Short = ""  # if set, bots play the pupils
    nicknames: Short = ""  # if set, the program makes up the names
    forget: Annotated[int, Meta(ge=1, le=FORGET_AFTER)] = FORGET_AFTER  # days


class JoinForm(Struct):
    code: Short = ""
    name: Short = ""


class ReadForm(Struct):
    """The message that a pupil has read."""

    number: Annotated[int, Meta(ge=0, le=10**15)] = 0


class Joining(Common):
    async def index(self, request: Request) -> Response:
        player, lesson = actor_of(request).player, self.lesson(request.query_params.get("game", ""))
        mine = [room for room in self.rooms.rooms.values() if room.role_of(player)]
        others = [self.pages.card(id) for id in self.rooms.lessons]
        return self.show(request, "class.html", lesson, mine=mine[::-1], others=others, settings=self.choices(lesson))

    async def make(self, request: Request) -> Response:
        if not self.pages.new_tables.take(client_of(request.scope)):
            raise Refusal("busy", "You're opening sessions too quickly. Try again in a minute.")
        fields = await fields_of(request)
        lesson = self.lesson(fields.get("game", ""))
        most = lesson.most_tables
        form = read(
            fields,
            ClassForm,
            tables=Text("A session has 1 to {most} tables.", {"most": most}),
            clock=Text("The playing time can be 0 (no clock) to 240 minutes."),
        )
        if form.tables > most:
            raise Refusal("malformed", "A session has 1 to {most} tables.", most=most)
        choices = [setting.id for setting in lesson.game.about.settings if not setting.in_room]
        options = {id: fields[f"option-{id}"] for id in choices if fields.get(f"option-{id}")}
        try:
            lesson.game.options(options)
        except BadOption as error:
            raise Refusal("malformed", str(error)) from None
        actor, token = known_actor(request)
        room = await self.rooms.make(lesson, actor.player, form.title, form.tables, form.clock, options)
        room.nicknames = bool(form.nicknames)
        await room.act(lambda: room.forget_in(form.forget))
        if form.rehearse:
            await room.rehearse()
        response = RedirectResponse(f"{room.home}/lead", 303)
        remember(response, request, token)
        return response

    # ------------------------------------------------------------------ joining

    async def join(self, request: Request) -> Response:
        self.came_by(request)
        code, made_up = request.query_params.get("code", "")[:7], False
        try:
            if code:
                room = self.find(request, code)
                if room.has_joined(actor_of(request).player):
                    return RedirectResponse(room.home, 303)
                made_up = room.nicknames
        except Refusal as refusal:
            return self.show(
                request, "join.html", code=refusal.status, code_=code, error=refusal.text, called="", made_up=False
            )
        return self.show(request, "join.html", code_=code, error="", called="", made_up=made_up)

    async def take_place(self, request: Request) -> Response:
        form = await form_of(request, JoinForm)
        code = form.code[:12]
        try:
            room = self.find(request, code)
            actor, token = known_actor(request)
            client, new = client_of(request.scope), not room.has_joined(actor.player)
            if new and room.newcomers_from(client) >= self.hub.limits.newcomers:
                self.hub.limited["newcomers"] += 1
                raise Refusal("busy", "Some phones from your network are still joining. Try again in a minute.")
            if new and not self.joins.take(f"{room.code}/{client}"):
                raise Refusal("busy", "Many phones from your network are joining now. Try again in a few seconds.")
            await room.join(actor.player, form.name)
            if new:
                room.newcomers[actor.player] = client, time.monotonic()
        except Refusal as refusal:
            status = refusal.status
            return self.show(
                request, "join.html", code=status, code_=code, error=refusal.text, called=form.name[:24], made_up=False
            )
        response = RedirectResponse(room.home, 303)
        remember(response, request, token)
        return response

    async def rejoin(self, request: Request) -> Response:
        """The link to a seat, opened on another phone. It asks first, because some programs open every link they
        see."""
        room = self.room(request)
        person = room.roster.by_link(request.path_params["secret"])
        return self.show(request, "rejoin.html", room=room, person=person)

    async def take_up(self, request: Request) -> Response:
        room = self.room(request)
        person = room.roster.by_link(request.path_params["secret"])
        actor, token = known_actor(request)
        await room.use_phone(person, actor.player)
        response = RedirectResponse(room.home, 303)
        remember(response, request, token)
        return response

    # ------------------------------------------------------------------ waiting

    async def wait(self, request: Request) -> Response:
        """The waiting page, before the start or without a seat; otherwise redirects to the table."""
        room, player = self.room(request), actor_of(request).player
        if not room.has_joined(player):
            if room.role_of(player):
                return RedirectResponse(f"{room.home}/lead", 303)
            if (was := room.roster.was_of(player)) is not None:
                table = room.tables[was.table] if room.tables and was.table >= 0 else None
                return self.show(request, "moved.html", room=room, person=was, table=table)
            return RedirectResponse(f"/join?code={room.code}", 303)
        if (table := room.table_of(player)) is not None:
            return RedirectResponse(table.url, 303)
        body = self.waiting(room, player)
        return self.show(request, "live.html", title=say("Join"), kind="wait", room=room, body=body, part="wait")

    def waiting(self, room: Room, player: str) -> str:
        person = room.roster.of_phone(player)
        if person is None:
            return self.part("gone_body.html", room=room)
        if person.table < 0:
            place = room.roster.door.index(person) + 1
            return self.part("door_body.html", room=room, person=person, place=place, tables=room.tables)
        table = room.session.state.tables[person.table]
        message = room.message_for(person.table)
        return self.part("wait_body.html", room=room, place=person, table=table, message=message)

    async def read(self, request: Request) -> Response:
        """Note that a pupil closed the teacher's message."""
        room = self.room(request)
        room.has_read(actor_of(request).player, (await form_of(request, ReadForm)).number)
        return Response(status_code=204)

    async def rename(self, request: Request) -> Response:
        """Change a pupil's own name before the start."""
        room, player = self.room(request), actor_of(request).player
        person = room.roster.of_phone(player)
        if person is None or not room.in_lobby or room.nicknames:
            raise Refusal("not-yours", "In a class, only the teacher can change names.")
        name = room.checked_name((await form_of(request, JoinForm)).name)
        await room.change(lambda: room.roster.rename(person, name))
        return RedirectResponse(room.home, 303)

    # ------------------------------------------------------------------ the desk on another device

    async def desk(self, request: Request) -> Response:
        """The link to the desk. It asks first, because some programs open every link they see."""
        room = self.room(request)
        role = room.opens_desk(request.path_params["secret"])
        return self.show(request, "desk.html", room=room, role=role)

    async def take_desk(self, request: Request) -> Response:
        room = self.room(request)
        form = await form_of(request, JoinForm)
        actor, token = known_actor(request)
        await room.sit_at_desk(request.path_params["secret"], actor.player, form.name)
        response = RedirectResponse(f"{room.home}/lead", 303)
        remember(response, request, token)
        return response

    def token(self, request: Request) -> str:
        return token_of(request)
