"""Boards and tables for tests of Non-Players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import BOARD, POSITIONS
from tabletown.games.cross_bronx.rules import non_players
from tabletown.games.cross_bronx.rules.asking import query
from tabletown.games.cross_bronx.state import (
    ACT,
    CODES,
    FACTION_IDS,
    INDEX,
    NO_BOX,
    NOBODY,
    ORG,
    SPACE_NAMES,
    SPACES,
    Bronx,
)
from tabletown.kernel import Chance, Script, Text

PUBLIC, COMMUNITY, PRIVATE = 0, 1, 2
ALL = ("public", "community", "private")


def table(non_players: Iterable[str] = ALL, session: str = "1940", **options: str) -> Bronx:
    """The printed setup with these Factions as Non-Players, with a log."""
    chosen = {"session": session, **dict.fromkeys(non_players, "non-player"), **options}
    s: Bronx = game.rules.setup(3, game.options(chosen))
    s.lines = []
    for f in range(3):
        s.position[f], *s.position_bags[f] = s.position_bags[f]
    s.round = 1
    return s


def bare(non_players: Iterable[str] = ALL, **options: str) -> Bronx:
    """An empty map; every Faction has 10 Resources."""
    s = table(non_players, **options)
    s.owner, s.exhausted = [NOBODY] * len(SPACES), [0] * len(SPACES)
    s.pop, s.vul, s.orgs = [0] * len(SPACES), [0] * len(SPACES), [0] * (3 * len(SPACES))
    s.street_pop, s.street_vul, s.street_orgs = [0] * 7, [0] * 7, []
    s.tiles_left, s.orgs_left = list(BOARD.pieces.infrastructure), list(BOARD.pieces.organizations)
    s.corrections = 0
    s.resources = [10, 10, 10]
    s.pop_pool, s.vul_pool = BOARD.pieces.population, BOARD.pieces.vulnerabilities
    return s


def tile(
    s: Bronx, name: str, owner: int, pop: int = 0, vul: int = 0, orgs: Sequence[int] = (), active: Sequence[int] = ()
) -> int:
    """Place an unexhausted tile with its contents; Organizations in `active` are activated."""
    space = SPACE_NAMES.index(name)
    s.owner[space], s.pop[space], s.vul[space] = owner, pop, vul
    s.tiles_left[owner] -= 1
    s.pop_pool -= pop
    s.vul_pool -= vul
    for f in orgs:
        s.orgs[space * 3 + f] = ORG | (2 if f in active else 0)
        s.orgs_left[f] -= 1
    return space


def ruin(s: Bronx, name: str, owner: int) -> int:
    space = tile(s, name, owner)
    s.exhausted[space] = 1
    return space


def street(s: Bronx, number: int, pop: int = 0, vul: int = 0, orgs: Sequence[int] = ()) -> None:
    s.street_pop[INDEX[number]] += pop
    s.street_vul[INDEX[number]] += vul
    s.pop_pool -= pop
    s.vul_pool -= vul
    for f in orgs:
        s.street_orgs = sorted([*s.street_orgs, (INDEX[number] * 3 + f) * CODES + ORG])
        s.orgs_left[f] -= 1


def hold(s: Bronx, id: str) -> None:
    """Give the Faction of this Position that card."""
    index = next(i for i, card in enumerate(POSITIONS) if card.id == id)
    f = FACTION_IDS.index(POSITIONS[index].faction)
    s.position_bags[f] = sorted({*s.position_bags[f], s.position[f]} - {index, -1})
    s.position[f] = index
    s.stars[f] = s.achieved[f] = s.recorded[f] = 0


def to_act(s: Bronx, f: int, box: int = ACT) -> None:
    """Make this Faction perform its box next; nobody else has one."""
    s.box = [NO_BOX] * 3
    s.box[f] = box
    s.phase = "act" if box == ACT else "react"
    s.current = 2


def run(script: Script, answers: Sequence[str] = (), chances: Sequence[str] = ()) -> list[object]:
    """Run a script with these answers and outcomes; returns the questions that people were asked."""
    replies, luck, asked = list(answers), list(chances), []
    reply = None
    try:
        while True:
            question = script.send(reply)
            if isinstance(question, Chance):
                reply = next((word for word in luck if word in question.options), question.options[0])
                if reply in luck:
                    luck.remove(reply)
            else:
                asked.append(question)
                reply = replies.pop(0) if replies else question.options[0]
                assert reply in question.options, f"{reply} is not in {question.options}"
    except StopIteration:
        return asked


def turns(s: Bronx, until: Iterable[str], answers: Sequence[str] = (), chances: Sequence[str] = ()) -> list[object]:
    """Play turns until one of these phases is next or the match is over."""
    asked: list[object] = []
    stop = set(until)
    for _ in range(200):
        if s.phase in stop:
            return asked
        script = game.rules.step(s)  # skips empty boxes
        if script is None or s.phase in stop:
            return asked
        asked += run(script, list(answers)[len(asked) :], chances)
        game.rules.check(s)  # type: ignore[misc]
    raise AssertionError(f"never came to {sorted(stop)}")


def act(s: Bronx, f: int, box: int = ACT, answers: Sequence[str] = (), chances: Sequence[str] = ()) -> list[object]:
    """Play this Non-Player's whole Act or React."""
    to_act(s, f, box)
    return turns(s, ("event", "plan", "end-round"), answers, chances)


def decide(
    s: Bronx, f: int, purpose: str, options: Sequence[str], district: int = 0, answers: Sequence[str] = ()
) -> str:
    """This Non-Player's answer to one question about a District (given by number)."""
    prompt = Text("…", {"faction": ("Public", "Community", "Private")[f]})
    at = INDEX[district] if district else -1
    script = non_players.decide(s, query(f, purpose, prompt, list(options), district=at))
    replies, reply = list(answers), None
    try:
        while True:
            question = script.send(reply)
            reply = replies.pop(0) if replies else question.options[0]
    except StopIteration as end:
        return str(end.value)


def log(s: Bronx) -> str:
    return "\n".join(line.text.render(("Public", "Community", "Private")) for line in s.lines or [])


def at(name: str) -> int:
    return SPACE_NAMES.index(name)
