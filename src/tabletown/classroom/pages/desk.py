"""The facilitator's desk: what it shows and what can be done there."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from tabletown.classroom.deletion import forget_names
from tabletown.classroom.facilitators import HELPER, HOST
from tabletown.classroom.pages.common import Reach, qr
from tabletown.classroom.pages.join import Joining
from tabletown.classroom.room import Room
from tabletown.classroom.roster import REGRET, Spot
from tabletown.kernel import say
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of

AT_A_TABLE = ("law-time", "law-over", "end-turn", "more-time")  # games may add actions of their own
AT_A_SEAT = ("bot", "bot-turn", "person", "free", "nudge", "put-bot", "move")
ONLY_HOST = ("end", "end-now", "close-desks", "forget")
TURN_CLOCKS = (0, 300)  # seconds

Number = Annotated[int, Meta(ge=-1, le=63)]


class Do(Struct):
    """An action of the facilitator."""

    do: Annotated[str, Meta(max_length=20)]
    table: Number = -1
    seat: Number = -1
    to_table: Number = -1
    to_seat: Number = -1
    number: Annotated[int, Meta(ge=-86400, le=86400)] = 0
    text: Annotated[str, Meta(max_length=2000)] = ""
    person: Annotated[str, Meta(max_length=20)] = ""
    pause: bool = False


class Leading(Joining):
    async def lead(self, request: Request) -> Response:
        room = self.led(request)
        token, links = self.token(request), {}
        if room.role_of(actor_of(request).player) == HOST and token:
            links = {role: f"{room.home}/desk/{await room.desk_link(token, role)}" for role in (HOST, HELPER)}
        reach = self.reach(request, room)
        origin, body = reach.origin, self.leading(room, reach)
        return self.show(
            request,
            "live.html",
            title=say("Lead"),
            kind="lead",
            room=room,
            body=body,
            part="lead",
            links={role: origin + link for role, link in links.items()},
            link_qr={role: qr(origin + link) for role, link in links.items()},
        )

    def leading(self, room: Room, reach: Reach) -> str:
        now, origin = room.hub.now(), reach.origin
        lesson, view = room.lesson, room.lesson.view(room.session, now)
        return self.part(
            "lead_body.html",
            room=room,
            view=view,
            seats=[self.seats(room, number) for number in range(len(view["tables"]))],
            needs=needs(room, view, now),
            beckoned=room.beckoned_person(),
            fill=bots_to_come(room),
            suggested=enough_tables(room),
            message=room.messages[-1] if room.messages and room.messages[-1].phones else None,
            free=[(spot, view["tables"][spot.table]["number"]) for spot in free_spots(room)],
            links=[table.url for table in room.tables],
            origin=origin,
            reach=reach,
            questions=lesson.content.question,
            qr=qr(f"{origin}/join?code={room.code}"),
            changed=[
                (setting.title, setting.values[word])
                for setting in self.choices(lesson)
                if (word := room.session.state.options.get(setting.id, setting.default)) != setting.default
            ],
            **lesson.desk(room, view),
            log=[(time.strftime("%H:%M", time.localtime(at)), text, by) for at, text, by in view["log"]],
        )

    def seats(self, room: Room, number: int) -> list[dict[str, Any]]:
        """Everybody at a table, for the desk."""
        mine = room.session.state.tables[number]
        shown = []
        for seat, name in enumerate(mine.names):
            people = room.roster.at(Spot(number, seat))
            away = room.away_for(people[0]) if people else None
            shown.append(
                {
                    "name": room.roster.name_at(Spot(number, seat)) or name,
                    "person": bool(people),
                    "bot": mine.bots[seat],
                    "away": away,
                    "pair": len(people) > 1,
                }
            )
        return shown

    async def seat(self, request: Request) -> Response:
        """All about one seat, with a fresh link that moves it to another phone."""
        room, form = self.led(request), await self.form(request)
        spot = room.spot(form.table, form.seat)
        people = room.roster.at(spot)
        link = ""
        if people:
            made: list[str] = []
            await room.act(lambda: made.append(room.roster.make_link(people[0])))
            link = f"{self.address(request, room)}{room.home}/rejoin/{made[0]}"
        return HTMLResponse(
            self.part(
                "seat_body.html",
                room=room,
                spot=spot,
                people=people,
                away=[room.away_for(person) for person in people],
                bot=room.session.state.tables[spot.table].bots[spot.seat],
                link=link,
                qr=qr(link) if link else "",
            )
        )

    async def do(self, request: Request) -> Response:
        try:
            form = await self.form(request)
            room = self.led(request, host=form.do in ONLY_HOST)
            await self.carry_out(room, form, room.called(actor_of(request).player))
        except Refusal as refusal:
            return JSONResponse({"error": refusal.text}, refusal.status)
        return JSONResponse({"error": ""})

    async def form(self, request: Request) -> Do:
        try:
            return msgspec.json.decode(await request.body(), type=Do)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refusal("malformed", "We couldn't read that: {why}.", why=str(error)) from None

    async def carry_out(self, room: Room, form: Do, by: str) -> None:
        if form.do in AT_A_TABLE and form.table not in range(len(room.tables)):
            raise Refusal("malformed", "We can't find that table. It may have been deleted.")
        if form.do in AT_A_SEAT:
            room.spot(form.table, form.seat)
        if form.do in ("bot", "bot-turn", "person", "nudge") and not room.tables:
            raise Refusal("illegal", "The session hasn't started yet.")
        if form.do == "decide" and form.number not in range(len(room.session.state.questions)):
            raise Refusal("malformed", "We can't find that question. It may have been removed.")
        if form.do == "start":
            await room.start()
        elif form.do == "next-round":
            await room.next_round()
        elif (step := _seating(room, form).get(form.do)) is not None:
            await room.signed(by, partial(room.change, step))
        elif (step := (_leading(room, form) | room.lesson.actions(room, form)).get(form.do)) is not None:
            await room.signed(by, partial(room.act, step))
        elif form.do == "forget":
            await forget_names(room)
        else:
            raise Refusal("malformed", "The desk has no action called “{do}”.", do=form.do)


def _seating(room: Room, form: Do) -> dict[str, Callable[[], object]]:
    """Carry out an action that changes who sits where."""
    roster, spot, to = room.roster, Spot(form.table, form.seat), Spot(form.to_table, form.to_seat)
    return {
        "mix": room.mix,
        "tables": lambda: room.set_tables(form.number),
        "move": lambda: room.swap(spot, room.spot(*to)),
        "place": lambda: room.place(roster.find(form.person), room.spot(*spot)),
        "free": lambda: room.free(spot),
        "remove-all": room.remove_all,
        "remove": lambda: room.remove(roster.find(form.person)),
        "rename": lambda: room.rename(roster.find(form.person), form.text),
        "phone-back": lambda: room.phone_back(roster.find(form.person)),
        "hand-over": lambda: roster.hand_over(roster.find(form.person)),
        "put-bot": lambda: room.put_bot(spot),
    }


def _leading(room: Room, form: Do) -> dict[str, Callable[[], object]]:
    session, now, table, spot = room.session, room.hub.now(), form.table, Spot(form.table, form.seat)
    shortest, longest = TURN_CLOCKS
    return {
        "clock": lambda: setattr(room, "clock", max(0, min(240, form.number))),
        "turn-clock": lambda: setattr(room, "turn_clock", max(shortest, min(longest, form.number))),
        "rows": lambda: setattr(room, "shares_rows", not room.shares_rows),
        "spare": lambda: setattr(room, "spare", not room.spare),
        "story": lambda: setattr(room, "story", not room.story),
        "lock": lambda: setattr(session.state, "locked", not session.state.locked),
        "pause": lambda: session.pause(now),
        "go-on": room.go_on,
        "time": lambda: session.extend(form.number, None, now),
        "beckon": lambda: room.beckon(form.person),
        "more-time": lambda: room.more_time(table, form.number),
        "nudge": lambda: room.nudge(*spot),
        "end-turn": lambda: session.end_turn(table, now),
        "bot": lambda: room.let_bot_play(spot),
        "bot-turn": lambda: room.let_bot_play(spot, once=True),
        "person": lambda: room.let_person_play(spot),
        "decide": lambda: room.decide(form.number, form.text[:200]),
        "say": lambda: room.say(form.text, table, phones=form.number != 1, pause=form.pause),
        "ask": lambda: room.ask_all(form.number),
        "open-votes": lambda: room.open_votes(form.number),
        "address": lambda: setattr(room, "address", form.text[:100]),
        "reveal": lambda: room.reveal(form.text),
        "close-desks": room.close_desks,
        "end": lambda: session.end(now),
        "end-now": lambda: session.close(now),
    }


def bots_to_come(room: Room) -> int:
    """How many seats bots would fill if the session began now."""
    come = 0
    for number, mine in enumerate(room.session.state.tables):
        people = sum(1 for seat in range(len(mine.names)) if room.roster.at(Spot(number, seat)))
        if people:
            come += max((room.lesson.seats if room.spare else room.lesson.fewest) - people, sum(mine.bots))
    return come


def enough_tables(room: Room) -> int:
    """The number of tables that seats everybody with the fewest bots; 0 if the present number does."""
    seats = len({person.spot for person in room.roster.seated})
    tables = len(room.session.state.tables)
    return max(1, -(-seats // room.lesson.seats)) if 0 < seats < room.lesson.fewest * tables else 0


def free_spots(room: Room) -> list[Spot]:
    """Unassigned seats, beginning with the emptiest table."""
    found: list[Spot] = []
    while (spot := room.roster.emptiest(room.sizes(), found)) is not None:
        found.append(spot)
    return found


def needs(room: Room, view: dict[str, Any], now: float) -> list[dict[str, Any]]:
    """What waits for the facilitator, in this order: questions, lost phones, unseated people, slow turns."""
    found: list[dict[str, Any]] = [
        {"kind": "question", "question": question, "name": view["tables"][question["table"]]["names"][question["seat"]]}
        for question in view["questions"]
        if not question["answer"]
    ]
    found += room.lesson.needs(room, view)
    for person in room.missing():
        asked = view["tables"][person.table].get("asked", []) if room.tables else []
        playing = bool(room.tables) and view["tables"][person.table]["phase"] != "over"
        if room.session.state.phase != "over":
            found.append(
                {
                    "kind": "away",
                    "person": person,
                    "away": room.away_for(person) or 0.0,
                    "asked": person.seat in asked and room.roster.plays(person),
                    "turn": playing and room.session.at_turn(person.table) == person.seat,
                    "bot": playing and room.session.state.tables[person.table].bots[person.seat],
                }
            )
    found += [
        {"kind": "phone", "person": person, "left": person.moved + REGRET - now} for person in room.roster.regrets()
    ]
    found += [{"kind": "door", "person": person} for person in room.roster.door]
    if room.turn_clock and room.tables and not view["paused"]:
        for number, mine in enumerate(room.session.state.tables):
            seat = room.session.whose_turn(number)
            late = now - mine.turn_since - room.turn_clock
            if seat is not None and late > 0 and not mine.bots[seat]:
                found.append({"kind": "slow", "table": number, "seat": seat, "name": mine.names[seat], "late": late})
    return found
