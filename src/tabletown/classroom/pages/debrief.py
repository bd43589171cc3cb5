"""The discussion afterwards: the debrief, questions with votes, the report, downloads, and a pupil's own page."""

from __future__ import annotations

import csv
import io
import time
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tabletown.classroom.lesson import Rows
from tabletown.classroom.pages.wall import Showing
from tabletown.classroom.room import Room
from tabletown.drawing import named
from tabletown.kernel import say
from tabletown.web.pages.forms import form_of
from tabletown.web.seats import Refusal
from tabletown.web.security.middleware import actor_of


class VoteForm(Struct):
    """A pupil's answer to the question on the wall."""

    question: Annotated[int, Meta(ge=0, le=50)] = 0
    answer: Annotated[int, Meta(ge=0, le=20)] = 0


class Debriefing(Showing):
    async def talk(self, request: Request) -> Response:
        return await self._debrief(request, "talk.html")

    async def report(self, request: Request) -> Response:
        """Two pages to print, in black and white."""
        return await self._debrief(request, "report.html")

    async def _debrief(self, request: Request, template: str) -> Response:
        room = self.seen(request)
        session, lesson = room.session, room.lesson
        if not session.matches:
            raise Refusal("not-asked", "The debrief opens once the session has started.")
        return self.show(
            request,
            template,
            room=room,
            view=lesson.view(session, room.hub.now()),
            lead=bool(room.role_of(actor_of(request).player)),
            questions=[self.votes(room, number) for number in range(len(lesson.content.question))],
            rulings=session.decisions,
            date=time.strftime("%Y-%m-%d", time.localtime(session.state.began or room.hub.now())),
            **await lesson.talk(room),
        )

    async def what_if(self, request: Request) -> Response:
        room = self.seen(request)
        found = await room.lesson.what_if(room, request.query_params)
        if found is None:
            raise Refusal("none", "We can't find that question. It may have been removed.")
        return HTMLResponse(self.part("what_if.html", room, **found))

    # ------------------------------------------------------------------ questions and votes

    def votes(self, room: Room, number: int) -> dict[str, Any]:
        """A discussion question with its answers and votes."""
        question = room.lesson.content.question[number]
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
        person, questions = room.roster.of_phone(player), room.lesson.content.question
        if person is None or form.question != room.asked or form.answer >= len(questions[form.question].answers):
            raise Refusal("not-asked", "This question isn't open for votes right now.")
        await room.act(lambda: room.votes.setdefault(str(form.question), {}).__setitem__(person.id, form.answer))
        return RedirectResponse(f"{room.home}/mine", 303)

    # ------------------------------------------------------------------ a pupil's own page

    async def mine(self, request: Request) -> Response:
        """A pupil's own page: results and prizes, and during the discussion the question to vote on."""
        room, player = self.room(request), actor_of(request).player
        if room.roster.of_phone(player) is None:
            return RedirectResponse(room.home, 303)
        if (table := room.plays_at(player)) is not None:
            return RedirectResponse(table.url, 303)
        body = await self.own_page(room, player)
        return self.show(request, "live.html", title=say("Your page"), kind="wait", room=room, body=body, part="mine")

    async def own_page(self, room: Room, player: str) -> str:
        person = room.roster.of_phone(player)
        if person is None or person.table < 0 or not room.tables:
            return self.waiting(room, player)
        won = [
            prize["title"]
            for prize in room.lesson.prizes(room.session)
            if prize["id"] in room.revealed
            and any(w["table"] == person.table and person.seat in w["seats"] for w in prize["winners"])
        ]
        asked = self.votes(room, room.asked) if room.asked >= 0 else None
        scores = room.lesson.scores(room.session, person.table)
        task, tables = room.task_of(person.table), room.session.state.tables
        return self.part(
            "mine_body.html",
            room=room,
            person=person,
            task=named(task),
            others=[(n + 1, table.url) for n, table in enumerate(room.tables) if task and not tables[n].over],
            won=won,
            asked=asked,
            choice=room.votes.get(str(room.asked), {}).get(person.id) if asked else None,
            score=scores[person.seat],
            place=1 + sum(score > scores[person.seat] for score in scores),
            **await room.lesson.own(room, person),
        )

    # ------------------------------------------------------------------ rows

    async def turns_csv(self, request: Request) -> Response:
        """All turns of all tables in one file for a spreadsheet."""
        room = self.rows_of(request)
        return self._file(await room.lesson.rows(room), f"turns-{room.code}.csv")

    async def rounds(self, request: Request) -> Response:
        """All rounds of all tables in one file for a spreadsheet."""
        room = self.rows_of(request)
        return self._file(await room.lesson.rounds(room), f"session-{room.code}.csv")

    def _file(self, rows: Rows, name: str) -> Response:
        out = io.StringIO()
        csv.writer(out).writerows(safe(row) for row in rows)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(out.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)

    async def lesson_plan(self, request: Request) -> Response:
        """What to say and what to press, beside the clock of the running session."""
        room = self.led(request)
        began = room.session.state.began
        minute = int((room.hub.now() - began) // 60) if began and room.session.state.phase == "playing" else None
        return self.show(request, "lesson_plan.html", room=room, minute=minute, **room.lesson.plan())

    async def worksheet(self, request: Request) -> Response:
        """A page to print for every pupil: the game in three sentences, decisions to note, the questions."""
        return self.show(request, "worksheet.html", room=self.led(request))


def safe(row: list[Any]) -> list[Any]:
    """Prefix a name that a spreadsheet would read as a formula."""
    return [f"'{cell}" if isinstance(cell, str) and cell and cell[0] in "=+-@\t" else cell for cell in row]
