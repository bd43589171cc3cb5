"""The debrief of a session: every table's story, its laws, and each pupil's own part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletown.games.broken_cities.classroom import chronicle, pictures
from tabletown.games.broken_cities.classroom.chronicle import Chronicle, DebriefMoment
from tabletown.games.broken_cities.classroom.session import CitiesSession
from tabletown.games.broken_cities.content import CARDS, TITLES
from tabletown.games.broken_cities.view import charts
from tabletown.kernel import Text
from tabletown.web.seats import Refusal

if TYPE_CHECKING:
    from tabletown.classroom.room import Room
    from tabletown.classroom.roster import Person

MATTERED = {
    "smoke": Text(
        "In round {round}, {who:word} added {n} emission in one turn.",
        many="In round {round}, {who:word} added {n} emissions in one turn.",
    ),
    "park": Text("In round {round}, {who:word} cut emissions by {n} in one turn."),
    "rent": Text("In round {round}, {who:word} raised their own rent by {n} in one turn."),
    "veto": Text("After the card in round {round}, {who:word} alone stopped this law: “{law:word}”"),
    "broken": Text(
        "The law that {who:word} wrote after round {round} was broken once: “{law:word}”",
        many="The law that {who:word} wrote after round {round} was broken {n} times: “{law:word}”",
    ),
}


async def stories(room: Room) -> list[Chronicle]:
    """What happened at every table; cached until the table's next answer."""
    if not room.tables:
        raise Refusal("not-asked", "The debrief opens once the session has started.")
    found = []
    for number, table in enumerate(room.tables):
        known = room.memory.get(("told", number))
        if known is None or known[0] != table.number:
            known = room.memory["told", number] = (table.number, chronicle.tell(await table.past.match()))
        found.append(known[1])
    return found


def talk(session: CitiesSession, stories: list[Chronicle]) -> dict[str, Any]:
    """What the debrief and the report show."""
    names = [table.names for table in session.state.tables]
    every = [proposal for story in stories for proposal in story.proposals]
    return {
        "line": pictures.timeline(session),
        "cities": [
            pictures.small(session, table, names[table], story, pictures.busiest(stories))
            for table, story in enumerate(stories)
        ],
        "cards": [(halt.number, CARDS[halt.card].title, halt.total) for halt in session.state.halts],
        "laws": [laws_of(session, table, story) for table, story in enumerate(stories)],
        "mattered": [
            [said(moment, names[table]) for moment in chronicle.moments(story)] for table, story in enumerate(stories)
        ],
        "choices": turned_down(stories, names),
        "counts": {
            "proposals": len(every),
            "laws": sum(1 for proposal in every if proposal.law > 0),
            "vetoes": sum(len(proposal.vetoed_by) for proposal in every),
            "breaches": sum(sum(a.broken.values()) for story in stories for a in story.assemblies),
        },
        "charts": [(n + 1, charts.charts(session.city(n), names[n])) for n in range(len(names))],
    }


def own_page(session: CitiesSession, story: Chronicle, person: Person) -> dict[str, Any]:
    """What a pupil built, wrote and vetoed."""
    names, city, seat = session.state.tables[person.table].names, session.city(person.table), person.seat
    turns = [turn for turn in story.turns if turn.seat == seat]
    built: dict[int, int] = {}
    for turn in turns:
        for kind, count in turn.built.items():
            built[kind] = built.get(kind, 0) + count
    return {
        "turns": turns,
        "built": sorted(built.items()),
        "proposals": [p for p in story.proposals if p.by == seat],
        "vetoes": [p for p in story.proposals if seat in p.vetoed_by],
        "broke": sum(len(turn.broke) for turn in turns),
        "charts": charts.charts(city, names, seat),
        "titles": TITLES,
    }


def laws_of(session: CitiesSession, table: int, story: Chronicle) -> list[dict[str, Any]]:
    """A table's law sessions, one per card of the session; marked where the table had already finished."""
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


def turned_down(stories: list[Chronicle], names: list[list[str]]) -> list[dict[str, Any]]:
    """The laws that were turned down, to choose from for a "what if"."""
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
        if not proposal.law and not proposal.repeal
    ]
    once = {
        (choice["table"], choice["text"]): choice for choice in reversed(found)
    }  # a law proposed twice is listed once
    return sorted(once.values(), key=lambda choice: (len(choice["against"]), choice["table"], choice["number"]))


def said(moment: DebriefMoment, names: list[str]) -> str:
    who = names[moment.seat]
    return str(MATTERED[moment.kind](round=moment.round, who=who, n=moment.size, law=moment.text))
