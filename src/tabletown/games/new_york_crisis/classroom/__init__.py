"""New York Crisis with a class: up to six families, each a table, with the same mission and the same luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletown.classroom import wall
from tabletown.classroom.lesson import Lesson, Rows, Winner, best, part
from tabletown.classroom.session import Session
from tabletown.drawing import esc, named
from tabletown.games.new_york_crisis.classroom import contributions
from tabletown.games.new_york_crisis.scenarios import FBI_TOKENS
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.kernel import say

if TYPE_CHECKING:
    from tabletown.classroom.room import Room
    from tabletown.classroom.roster import Person

WON = "won"


class FamilySession(Session):
    def step_of(self, table: int) -> str:
        """The round, which a family finishes when time is up."""
        return str(crisis(self, table).round)


class NewYorkLesson(Lesson):
    seats = 4
    fewest = 1
    most_tables = tables = 6
    minutes = 45
    times = (30, 45, 60, 90)
    defaults = {"scenario": "mission_1", "order": "ask"}
    session_type = FamilySession

    def where(self, session: Session, table: int) -> str:
        return say("round {n}", n=max(1, crisis(session, table).round))

    def scores(self, session: Session, table: int) -> list[int]:
        """The position of the story marker, for everybody: the family wins or loses together."""
        return [crisis(session, table).story] * len(session.state.tables[table].names)

    # ------------------------------------------------------------------ the wall

    def wall(self, session: Session, view: dict[str, Any]) -> str:
        view = self.view(session, view["now"]) | view | {"scored": False}
        return wall.body(view, lambda view: self.playing(session, view))

    def playing(self, session: Session, view: dict[str, Any]) -> str:
        cards, won = [], 0
        for number, card in enumerate(view["tables"]):
            state = crisis(session, number)
            won += state.result == WON
            kind = "won" if state.result == WON else "lost" if state.result else ""
            words = say("story {story}, alert {n} of {limit}", story=state.story, n=state.alert, limit=state.limit)
            below = f"<p>{esc(words)}</p>{wall.pips(round(10 * state.alert / max(1, state.limit)), 10)}"
            cards.append(wall.table_card(view, card, below, kind))
        words = say("{n} family is safe", "{n} families are safe", n=won)
        if session.state.ended:
            words = say("{ended}: finish this round", ended=wall.ENDED[session.state.ended])
        return wall.grid("ny1", view, say("One mission, {n} families", n=len(cards)), words, cards)

    def winners(self, session: Session) -> dict[str, tuple[list[Winner], str]]:
        tables = [(n, mine.of_people()) for n, mine in enumerate(session.state.tables) if mine.of_people()]
        safe = [(n, people) for n, people in tables if crisis(session, n).result == WON]
        quick, rounds = best((-crisis(session, n).round, (n, people)) for n, people in safe)
        quiet, alert = best((-crisis(session, n).alert, (n, people)) for n, people in tables)
        unhurt, wounds = best((-hurt(crisis(session, n)), (n, people)) for n, people in tables)
        return {
            "safe": (safe, say("overcame the final challenge")),
            "quick": (quick, say("in {n} rounds", n=-rounds) if quick else ""),
            "quiet": (quiet, say("alert {n}", n=-alert) if quiet else ""),
            "unhurt": (unhurt, say("{n} wound", "{n} wounds", n=-wounds) if unhurt else ""),
        }

    # ------------------------------------------------------------------ the talk afterwards

    async def talk(self, room: Room) -> dict[str, Any]:
        done = await contributions.all_contributions(room)
        return {
            "parts": [
                part(
                    say("The same mission, the same luck"),
                    families(room.session),
                    say("All families began with the same cards and dice. What did the ones that got further do?"),
                    to_print=True,
                ),
                part(
                    say("Who did what"),
                    contributions.who_did_what(room.session, done),
                    say("Wild dice raise the alert for all. Who took that risk, and did the others have a say?"),
                ),
                part(
                    say("The alert, round by round"),
                    contributions.alerts(done),
                    say("Find the round in which the families part. What did yours decide there?"),
                    to_print=True,
                ),
            ]
        }

    async def own(self, room: Room, person: Person) -> dict[str, Any]:
        return {"standing": how(crisis(room.session, person.table)), "parts": []}

    async def rows(self, room: Room) -> Rows:
        found: Rows = [["table", "players", "result", "round", "story", "alert", "limit", "FBI", "wounds"]]
        for number, mine in enumerate(room.session.state.tables):
            s = crisis(room.session, number)
            people = ", ".join(mine.names)
            found.append([number + 1, people, s.result, s.round, s.story, s.alert, s.limit, len(s.fbi), hurt(s)])
        return found


def crisis(session: Session, table: int) -> Crisis:
    state: Crisis = session.matches[table].state
    return state


def hurt(state: Crisis) -> int:
    return sum(map(len, state.wounds))


def how(state: Crisis) -> str:
    if state.result == WON:
        return say("Your family is safe, after {n} rounds", n=state.round)
    if state.result:
        return say("Your family was caught in round {n}", n=state.round)
    return say("Round {n}, alert {alert} of {limit}", n=state.round, alert=state.alert, limit=state.limit)


def families(session: Session) -> str:
    rows = []
    for number, mine in enumerate(session.state.tables):
        s = crisis(session, number)
        result = say("safe") if s.result == WON else say("caught") if s.result else say("on the run")
        rows.append(
            f'<tr><th scope="row">{say("Table {n}", n=number + 1)}</th><td>{esc(", ".join(mine.names))}</td>'
            f"<td>{esc(result)}</td><td>{s.round}</td><td>{s.story}</td><td>{s.alert}/{s.limit}</td>"
            f"<td>{len(s.fbi)}/{FBI_TOKENS}</td><td>{hurt(s)}</td></tr>"
        )
    names = ("", "family", "result", "round", "story", "alert", "FBI", "wounds")  # words
    heads = "".join(f'<th scope="col">{esc(named(name)) if name else ""}</th>' for name in names)
    return f'<table class="dice2"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


lesson = NewYorkLesson
