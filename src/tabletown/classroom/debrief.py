"""The talk afterwards: the debrief, what if, questions with votes, the report, the rows, and a pupil's own page."""

from __future__ import annotations

import asyncio
import csv
import io
import time
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tabletown.classroom.room import Room
from tabletown.classroom.showing import Showing
from tabletown.games.broken_cities.content import CARDS, LAW_KINDS, ROOM
from tabletown.games.broken_cities.session import chronicle, what_if
from tabletown.games.broken_cities.session.chronicle import Chronicle, DebriefMoment
from tabletown.games.broken_cities.view import charts, debrief
from tabletown.kernel import Text, say
from tabletown.web.pages.forms import form_of
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of

MATTERED = {
    "smoke": Text(
        "In round {round}, {who:word} added {n} emission in one turn.",
        many="In round {round}, {who:word} added {n} emissions in one turn.",
    ),
    "park": Text(
        "In round {round}, {who:word} took off {n} emission in one turn.",
        many="In round {round}, {who:word} took off {n} emissions in one turn.",
    ),
    "rent": Text("In round {round}, {who:word} raised their own rent by {n} in one turn."),
    "veto": Text("After the card of round {round}, {who:word} alone stopped this law: “{law:word}”"),
    "broken": Text(
        "The law that {who:word} wrote after round {round} was broken once: “{law:word}”",
        many="The law that {who:word} wrote after round {round} was broken {n} times: “{law:word}”",
    ),
}


class VoteForm(Struct):
    """A pupil's answer to the question on the wall."""

    question: Annotated[int, Meta(ge=0, le=50)] = 0
    answer: Annotated[int, Meta(ge=0, le=20)] = 0


class Debriefing(Showing):
    async def stories(self, room: Room) -> list[Chronicle]:
        """What happened at every table, told once for each state it is in."""
        if not room.session.matches:
            raise Refusal("not-asked", "There is something to talk about once the session has begun.")
        found = []
        for number, table in enumerate(room.tables):
            known = room.told.get(number)
            if known is None or known[0] != table.number:
                known = room.told[number] = (table.number, chronicle.tell(await table.past.match()))
            found.append(known[1])
        return found

    async def talk(self, request: Request) -> Response:
        return await self._debrief(request, "talk.html")

    async def report(self, request: Request) -> Response:
        """Two pages to print, in black and white."""
        return await self._debrief(request, "report.html")

    async def _debrief(self, request: Request, template: str) -> Response:
        room = self.seen(request)
        stories = await self.stories(room)
        session, now = room.session, room.hub.now()
        view = session.projector(now)
        names = [table.names for table in session.state.tables]
        every = [proposal for story in stories for proposal in story.proposals]
        return self.show(
            request,
            template,
            room=room,
            view=view,
            lead=bool(room.role_of(actor_of(request).player)),
            line=debrief.timeline(session),
            cities=[
                debrief.small(session, table, names[table], story, debrief.busiest(stories))
                for table, story in enumerate(stories)
            ],
            cards=[(halt.number, CARDS[halt.card].title, halt.total) for halt in session.state.halts],
            laws=[self._laws(session, table, story) for table, story in enumerate(stories)],
            mattered=[self._moments(story, names[table]) for table, story in enumerate(stories)],
            choices=self._vetoed(stories, names),
            counts={
                "proposals": len(every),
                "laws": sum(1 for proposal in every if proposal.law > 0),
                "vetoes": sum(len(proposal.vetoed_by) for proposal in every),
                "breaches": sum(sum(a.broken.values()) for story in stories for a in story.assemblies),
            },
            questions=[self.votes(room, number) for number in range(len(ROOM.question))],
            rulings=session.decisions,
            date=time.strftime("%Y-%m-%d", time.localtime(session.state.began or now)),
            charts=[(n + 1, charts.charts(session.city(n), names[n])) for n in range(len(names))],
        )

    def _laws(self, session: Any, table: int, story: Chronicle) -> list[dict[str, Any]]:
        """A table's law sessions, one a card of the session; none where the table was finished."""
        found: list[dict[str, Any]] = []
        for number in range(len(session.state.halts)):
            if number >= len(story.assemblies):
                found.append({"finished": True})
                continue
            held = story.assemblies[number]
            passed = held.passed
            found.append(
                {
                    "finished": False,
                    "passed": passed,
                    "down": sum(1 for proposal in held.proposals if not proposal.law),
                    "broken": held.broken.get(passed.law, 0) if passed is not None else 0,
                    "proposals": held.proposals,
                }
            )
        return found

    def _moments(self, story: Chronicle, names: list[str]) -> list[str]:
        return [said(moment, names) for moment in chronicle.moments(story)]

    def _vetoed(self, stories: list[Chronicle], names: list[list[str]]) -> list[dict[str, Any]]:
        """Laws that were turned down: what if one had passed?"""
        found = [
            {
                "table": table,
                "number": proposal.number,
                "text": proposal.text,
                "by": names[table][proposal.by],
                "against": [names[table][seat] for seat in proposal.vetoed_by],
                "after": card,
            }
            for table, story in enumerate(stories)
            for card, assembly in enumerate(story.assemblies, 1)
            for proposal in assembly.proposals
            if not proposal.law and not proposal.text.startswith("Law ")
        ]
        once = {
            (choice["table"], choice["text"]): choice for choice in reversed(found)
        }  # proposed again, it stands once
        return sorted(once.values(), key=lambda choice: (len(choice["against"]), choice["table"], choice["number"]))

    # ------------------------------------------------------------------ what if

    async def what_if(self, request: Request) -> Response:
        """Played on from a vote, 100 times each way; told with its interval, or that nothing is left beyond chance."""
        room, query = self.seen(request), request.query_params
        stories = await self.stories(room)
        table, number = (
            int(query.get(name, "")) if query.get(name, "").isdecimal() else -1 for name in ("table", "at")
        )
        if (
            room.session.state.phase != "over"
            and not room.session.matches[table if table in range(len(stories)) else 0].over
        ):
            raise Refusal("not-asked", "What if: that is for after the session.")
        wanted = next(
            (
                p
                for p in (stories[table].proposals if table in range(len(stories)) else [])
                if p.number == number and not p.law
            ),
            None,
        )
        if wanted is None:
            raise Refusal("none", "No law was turned down there.")
        key = table, number
        if key not in room.wondered:
            async with room.wondering:
                if key not in room.wondered:
                    past = await room.tables[table].past.match()
                    room.wondered[key] = await asyncio.to_thread(what_if.ask, past, number)
        found = room.wondered[key]
        titles = {"emissions": say("Emissions"), "rent": say("Rent per player"), "leader": say("Leader's rent")}
        names = room.session.state.tables[table].names
        return HTMLResponse(
            self.part(
                "what_if.html",
                found=found,
                fan=debrief.fan(found),
                measures=titles,
                law=wanted,
                by=names[wanted.by],
                against=[names[seat] for seat in wanted.vetoed_by],
                table=table + 1,
            )
        )

    # ------------------------------------------------------------------ questions and votes

    def votes(self, room: Room, number: int) -> dict[str, Any]:
        """A question for the talk with its answers, and how the phones voted."""
        question = ROOM.question[number]
        given = list(room.votes.get(str(number), {}).values())
        votes = [given.count(answer) for answer in range(len(question.answers))]
        return {
            "number": number,
            "text": question.text,
            "answers": question.answers,
            "votes": votes,
            "all": len(room.roster.seated),
            "open": number in room.opened or sum(votes) >= 0.8 * max(1, len(room.roster.seated)),
        }

    def projected(self, room: Room, origin: str) -> str:
        return self.wall_body(room, origin, self.votes(room, room.asked) if room.asked >= 0 else None)

    async def vote(self, request: Request) -> Response:
        room, player = self.room(request), actor_of(request).player
        form = await form_of(request, VoteForm)
        person = room.roster.of_phone(player)
        if person is None or form.question != room.asked or form.answer >= len(ROOM.question[form.question].answers):
            raise Refusal("not-asked", "This is not asked just now.")
        await room.act(lambda: room.votes.setdefault(str(form.question), {}).__setitem__(person.id, form.answer))
        return RedirectResponse(f"{room.home}/mine", 303)

    # ------------------------------------------------------------------ a pupil's own page

    async def mine(self, request: Request) -> Response:
        """What a pupil keeps: the own turns, laws and prizes; during the talk the question to vote on."""
        room, player = self.room(request), actor_of(request).player
        if room.roster.of_phone(player) is None:
            return RedirectResponse(room.home, 303)
        await self.stories(room)
        body = self.own_page(room, player)
        return self.show(request, "live.html", title=say("Your page"), kind="wait", room=room, body=body, part="mine")

    def own_page(self, room: Room, player: str) -> str:
        person = room.roster.of_phone(player)
        if person is None or person.table < 0 or person.table not in room.told:
            return self.waiting(room, player)
        story, names = room.told[person.table][1], room.session.state.tables[person.table].names
        city, seat = room.session.city(person.table), person.seat
        own = [turn for turn in story.turns if turn.seat == seat]
        built: dict[int, int] = {}
        for turn in own:
            for kind, count in turn.built.items():
                built[kind] = built.get(kind, 0) + count
        won = [
            prize["title"]
            for prize in room.session.prizes()
            if prize["id"] in room.revealed
            and any(w["table"] == person.table and seat in w["seats"] for w in prize["winners"])
        ]
        asked = self.votes(room, room.asked) if room.asked >= 0 else None
        return self.part(
            "mine_body.html",
            room=room,
            person=person,
            rent=city.rents[seat],
            place=1 + sum(rent > city.rents[seat] for rent in city.rents),
            turns=own,
            built=sorted(built.items()),
            proposals=[p for p in story.proposals if p.by == seat],
            vetoes=[p for p in story.proposals if seat in p.vetoed_by],
            broke=sum(len(turn.broke) for turn in own),
            won=won,
            asked=asked,
            choice=room.votes.get(str(room.asked), {}).get(person.id) if asked else None,
            charts=charts.charts(city, names, seat),
        )

    # ------------------------------------------------------------------ rows

    async def turns_csv(self, request: Request) -> Response:
        """Every turn of every table in one file for a spreadsheet."""
        room, out = self.rows_of(request), io.StringIO()
        stories = await self.stories(room)
        writer = csv.writer(out)
        writer.writerow(chronicle.HEADER)
        for number, story in enumerate(stories):
            mine = room.session.state.tables[number]
            people = mine.of_people()
            bots = [seat not in people for seat in range(len(mine.names))]
            writer.writerows(_safe(row) for row in chronicle.rows(number + 1, story, mine.names, bots))
        name = f'attachment; filename="turns-{room.code}.csv"'
        return Response(out.getvalue(), media_type="text/csv; charset=utf-8", headers={"content-disposition": name})

    async def lesson_plan(self, request: Request) -> Response:
        """Sixty minutes: what to say and what to press, with the clock of the session that runs."""
        room = self.led(request)
        began = room.session.state.began
        minute = int((room.hub.now() - began) // 60) if began and room.session.state.phase == "playing" else None
        return self.show(
            request, "lesson_plan.html", room=room, minute=minute, laws=LAW_KINDS.values(), cards=CARDS.values()
        )


def said(moment: DebriefMoment, names: list[str]) -> str:
    who = names[moment.seat]
    return str(MATTERED[moment.kind](round=moment.round, who=who, n=moment.size, law=moment.text))


def _safe(row: list[Any]) -> list[Any]:
    """A name that a spreadsheet would take for a formula is written as text."""
    return [f"'{cell}" if isinstance(cell, str) and cell and cell[0] in "=+-@\t" else cell for cell in row]
