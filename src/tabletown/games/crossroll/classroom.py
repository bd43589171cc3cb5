"""Crossroll with a class of 2 to 60: everybody plays the same rolls on their own map.

The next roll comes when everybody has played the current one, or when the teacher goes on without latecomers.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from tabletown.bots import make
from tabletown.classroom import wall
from tabletown.classroom.lesson import Lesson, Rows, Winner, best, part
from tabletown.classroom.session import Session, SessionState, TableState
from tabletown.drawing import esc, figure, named, num, sentence
from tabletown.games.crossroll.options import ALL_PAIRS, DRIVE, LOTTO, PAIR_WORDS, SKIP, UPGRADE, USED_DIE
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.state import DICE, Board, Crossroll, is_crossed, score
from tabletown.games.crossroll.view.board import GROUND, at
from tabletown.games.crossroll.view.layout import HEIGHT, WIDTH
from tabletown.games.crossroll.view.panels import die
from tabletown.kernel import CHANCE, Match, Reason, Text, because, say
from tabletown.kernel.chance import Dealer

if TYPE_CHECKING:
    from tabletown.classroom.pages.desk import Do
    from tabletown.classroom.room import Room
    from tabletown.classroom.roster import Person

WAITS = because("waits-for-all", "The next roll comes when everybody has played this one.")
WENT_ON = Text("The class went on without {n} player.", many="The class went on without {n} players.")
LARGER = Text("The larger the circle, the more of you crossed out the place.")
MOST = 60
LEADERS = 7
SIDES = (4, 6, 8, 10)
USES = {DRIVE: "Drive", LOTTO: "Lotto", UPGRADE: "Upgrade", SKIP: "Nothing"}  # words
BENCHMARK = 20  # bots that play the same rolls, for the discussion afterwards


class MapTable(TableState):
    late: bool = False  # the class does not wait for this table until it has caught up


class RollsState(SessionState[MapTable]):
    roll: int = 1  # the number of the roll that everybody may play now


class RollSession(Session):
    state: RollsState
    state_type = RollsState

    def new_state(self, options: dict[str, str], seed: int, sizes: Sequence[int]) -> RollsState:
        return RollsState(options | {"room": "on"}, seed, [MapTable([""] * size, [False] * size) for size in sizes])

    def match_of(self, table: int) -> Match:
        state = self.state
        return Match(self.game, list(state.tables[table].names), state.options, state.seed, by_hand=("room",))

    def board(self, table: int) -> Board:
        state: Crossroll = self.matches[table].state
        return state.boards[0]

    def round_of(self, table: int) -> int:
        state: Crossroll = self.matches[table].state
        return state.round

    def step_of(self, table: int) -> str:
        return str(self.round_of(table))

    def add_table(self, size: int, now: float = 0.0) -> int:
        number = super().add_table(size, now)
        self.state.tables[number].late = self.state.roll > 1
        return number

    def why_not_play(self, table: int) -> Reason | None:
        reason = super().why_not_play(table)
        return WAITS if reason is None and self.round_of(table) > self.state.roll else reason

    def look_at(self, table: int, now: float) -> None:
        super().look_at(table, now)
        if self.round_of(table) >= self.state.roll:  # caught up
            self.state.tables[table].late = False

    def end(self, now: float = 0.0, why: str = "early") -> None:
        """End the session; tables that have played the current roll are finished."""
        if self.state.phase == "playing" and not self.state.ended:
            for number, mine in enumerate(self.state.tables):
                mine.over = mine.over or self.round_of(number) > self.state.roll
        super().end(now, why)

    def react(self, now: float) -> None:
        """Roll for every table that has played the roll before; once all have, go on to the next roll."""
        state = self.state
        while True:
            for table in range(len(self.matches)):
                self._roll(table, now)
            waited = [number for number, mine in enumerate(state.tables) if not mine.over and not mine.late]
            caught_up = [number for number in waited if self.round_of(number) > state.roll]
            if state.ended or not waited or len(caught_up) < len(waited):
                break
            state.roll += 1
        super().react(now)

    def _roll(self, table: int, now: float) -> None:
        """Roll the next dice for a table that is behind; once time is up, no more are rolled."""
        while (
            not self.state.tables[table].over
            and self.round_of(table) <= self.state.roll
            and self.matches[table].decision(CHANCE) is not None
        ):
            nth = self.round_of(table) - 1
            self.answer(table, CHANCE, Dealer(self.state.seed).deal("pair", nth, PAIR_WORDS[0]))
            self.look_at(table, now)
            if self.round_of(table) - 1 == nth:
                break

    def missing(self) -> list[int]:
        """The tables that the class is waiting for."""
        return [
            number
            for number, mine in enumerate(self.state.tables)
            if not mine.over and not mine.late and self.round_of(number) <= self.state.roll
        ]

    def go_on_without(self, now: float) -> None:
        """Go on to the next roll; tables that are late play on and catch up."""
        late = self.missing()
        for number in late:
            self.state.tables[number].late = True
        self.note(now, WENT_ON(n=len(late)))
        if len(late) == sum(not mine.over for mine in self.state.tables):
            self.state.roll += 1
        self.react(now)

    def dice_of(self, roll: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The dice of that roll and what they showed, the same on every map."""
        dealer, counts = Dealer(self.state.seed), Counter[int]()
        dice: tuple[int, ...] = ()
        shown: tuple[int, ...] = ()
        for nth in range(roll):
            dice = ALL_PAIRS[dealer.deal("pair", nth, PAIR_WORDS[0])]
            shown = tuple(
                1 + int(dealer.deal(DICE[one], counts[one], [str(face) for face in range(SIDES[one])])) for one in dice
            )
            counts.update(dice)
        return dice, shown


class CrossrollLesson(Lesson):
    seats = fewest = tables = 1
    most_tables = crowd = MOST
    minutes = 15
    times = (10, 15, 20, 30, 45)
    single = True
    starts = 8

    session_type = RollSession

    def nameless(self, seat: int, number: int) -> str:
        return say("Player {n}", n=number + 1)

    def where(self, session: Session, table: int) -> str:
        return say("roll {n}", n=own(session).round_of(table))

    def scores(self, session: Session, table: int) -> list[int]:
        return [score(own(session).board(table), session.matches[table].state.checked)]

    # ------------------------------------------------------------------ the wall and the desk

    def wall(self, session: Session, view: dict[str, Any]) -> str:
        view = self.view(session, view["now"]) | view
        return wall.body(view, lambda view: playing(own(session), view))

    def winners(self, session: Session) -> dict[str, tuple[list[Winner], str]]:
        rolls = own(session)
        people = [number for number, mine in enumerate(session.state.tables) if mine.of_people()]

        def most(of: Callable[[Board], int], words: Text) -> tuple[list[Winner], str]:
            won, top = best((of(rolls.board(number)), (number, [0])) for number in people)
            return (won, str(words(n=top))) if top else ([], "")

        return {
            "most_points": most(score, Text("{n} point", many="{n} points")),
            "most_routes": most(lambda b: b.complete.bit_count(), Text("{n} route", many="{n} routes")),
            "most_landmarks": most(lambda b: len(b.landmarks), Text("{n} landmark", many="{n} landmarks")),
            "engineer": most(lambda b: sum(map(len, b.engine)), Text("{n} upgrade", many="{n} upgrades")),
        }

    def desk(self, room: Room, view: dict[str, Any]) -> dict[str, Any]:
        session = own(room.session)
        playing = bool(room.tables) and not session.over
        missing = session.missing() if playing else []
        return {
            "roll": session.state.roll,
            "missing": [session.state.tables[number].names[0] for number in missing],
            "playing": sum(not mine.over and not mine.late for mine in session.state.tables) if playing else 0,
        }

    def actions(self, room: Room, form: Do) -> dict[str, Callable[[], object]]:
        return {"go-without": lambda: own(room.session).go_on_without(room.hub.now())}

    # ------------------------------------------------------------------ the talk afterwards

    async def talk(self, room: Room) -> dict[str, Any]:
        session, choices = own(room.session), await all_choices(room)
        points = [self.scores(session, number)[0] for number in range(len(session.matches))]
        people = [number for number, mine in enumerate(session.state.tables) if mine.of_people()]
        reached = max((session.round_of(number) for number in people), default=1)
        rolls = [session.dice_of(n + 1) for n in range(min(session.state.roll, reached))]
        parts = [
            part(
                say("The same rolls, different scores"),
                strip([points[number] for number in people], await self._bots(room, len(rolls))),
                say(
                    "Everybody had the same luck, so your choices made the difference. Each dot is one of you; the "
                    "line marks the middle score. The hollow dots below are {n} bots that played the same rolls.",
                    n=BENCHMARK,
                ),
                True,
            ),
            part(
                say("What the dice showed, and what could be expected"),
                dice_table(rolls),
                say("A die with n sides shows (n + 1) / 2 on average. How far were these rolls from that, and why?"),
                True,
            ),
            part(
                say("What the class did with each roll"),
                uses(choices, len(rolls)),
                say("Driving pays at once. Upgrades and the lotto cost a turn now and may pay later: that's risk."),
            ),
            part(
                say("The higher or the lower die"),
                higher(choices, rolls),
                say("A longer run is not always better: it must fit between two crosses. When did the lower die win?"),
            ),
            part(
                say("Where everybody drove"),
                heat_map(session),
                str(LARGER),
            ),
        ]
        return {"parts": parts}

    async def _bots(self, room: Room, rolls: int) -> list[int]:
        """The points of bots that played the same rolls; computed once."""
        key = "bots", rolls
        async with room.wondering:
            if key not in room.memory:
                room.memory[key] = await asyncio.to_thread(benchmark, own(room.session), rolls)
        found: list[int] = room.memory[key]
        return found

    async def own(self, room: Room, person: Person) -> dict[str, Any]:
        session = own(room.session)
        board = session.board(person.table)
        mine = Counter(choice.use for choice in (await all_choices(room))[person.table])
        did = ", ".join(f"{say(USES[use])} {count}" for use, count in mine.most_common())
        points = [self.scores(session, number)[0] for number in range(len(session.matches))]
        place = 1 + sum(other > points[person.table] for other in points)
        standing = say("{n} points, place {place} of {all}", n=points[person.table], place=place, all=len(points))
        return {
            "standing": standing,
            "parts": [
                part(say("What you did with the rolls"), f"<p>{esc(did)}</p>"),
                part(say("Your map"), map_svg({here: 1.0 for here in range(len(MAP.ids)) if is_crossed(board, here)})),
            ],
        }

    async def rows(self, room: Room) -> Rows:
        session = own(room.session)
        found: Rows = [["player", "roll", "dice", "results", "die used", "action"]]
        for number, choices in enumerate(await all_choices(room)):
            for choice in choices:
                dice, shown = session.dice_of(choice.roll)
                names = "+".join(DICE[one] for one in dice)
                used = DICE[choice.die] if choice.die >= 0 else ""
                results = "+".join(map(str, shown))
                found.append([session.state.tables[number].names[0], choice.roll, names, results, used, choice.use])
        return found


def own(session: Session) -> RollSession:
    assert isinstance(session, RollSession)
    return session


# ------------------------------------------------------------------ the wall


def playing(session: RollSession, view: dict[str, Any]) -> str:
    state = session.state
    dice, shown = session.dice_of(state.roll)
    faces = "".join(
        f"<span>{die(one, str(face), 120)}<small>{named(DICE[one])}</small></span>"
        for one, face in zip(dice, shown, strict=True)
    )
    waited = sum(not mine.over and not mine.late for mine in state.tables)
    ready = waited - len(session.missing())
    words = (
        say("{ended}: finish this roll", ended=wall.ENDED[state.ended])
        if state.ended
        else say("{n} of {all} have played this roll", n=ready, all=waited)
    )
    ranked = sorted(view["tables"], key=lambda table: (-table["scores"][0], table["number"]))
    leaders = "".join(
        f"<li>{wall.fitted(table['names'][0])}<span>{table['scores'][0]}</span></li>" for table in ranked[:LEADERS]
    )
    head = (
        f"<header><h1>{say('Roll {n}', n=state.roll)}</h1>{wall.headline(view, words)}"
        f"{wall.clock(view['clock'], view['paused'])}</header>"
    )
    listed = f'<ol class="lead1">{leaders}</ol><p class="small1">{LARGER}</p>'
    side = f'<div class="side1"><p class="dice1">{faces}</p>{listed}</div>'
    return wall.wall("cr1", view, f'{head}<div class="cols1"><div class="map1">{heat_map(session)}</div>{side}</div>')


def heat_map(session: RollSession) -> str:
    """The road map, shaded by how many players crossed out each place."""
    boards = [session.board(number) for number in range(len(session.matches))]
    heat = {
        here: count / max(1, len(boards))
        for here in range(len(MAP.ids))
        if (count := sum(is_crossed(board, here) for board in boards))
    }
    return map_svg(heat)


def map_svg(heat: Mapping[int, float]) -> str:
    spots = "".join(
        f'<circle class="heat" {at(here)} r="{num(9 + 15 * share)}" opacity="{0.35 + 0.6 * share:.2f}"/>'
        for here, share in heat.items()
    )
    stops = "".join(f'<circle class="st1" {at(here)} r="4"/>' for here in range(len(MAP.ids)))
    said = say("The road map: {n} places crossed out", n=len(heat))
    frame = f'<clipPath id="heat-frame"><rect width="{WIDTH}" height="{HEIGHT}" rx="14"/></clipPath>'
    return (
        f'<svg class="crossroll-board heat1" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{esc(said)}">{frame}'
        f'<g clip-path="url(#heat-frame)"><g class="crossroll-map">{GROUND}</g>{stops}{spots}</g></svg>'
    )


# ------------------------------------------------------------------ what everybody chose


class Choice:
    """What one player did with one roll."""

    def __init__(self, roll: int) -> None:
        self.roll, self.die, self.use = roll, -1, SKIP


def choices_of(match: Match) -> list[Choice]:
    found: list[Choice] = []
    for answer in match.log:
        if answer.seat == CHANCE:
            if answer.option in ALL_PAIRS:
                found.append(Choice(len(found) + 1))
        elif found and answer.option in USED_DIE:
            found[-1].die = USED_DIE[answer.option]
        elif found and answer.option in USES:
            found[-1].use = answer.option
    return found[: match.state.round - (0 if match.over else 1)]


async def all_choices(room: Room) -> list[list[Choice]]:
    """Every player's choices, by table; computed once per state of a table."""
    found = []
    for number, table in enumerate(room.tables):
        known = room.memory.get(("choices", number))
        if known is None or known[0] != table.number:
            known = room.memory["choices", number] = (table.number, choices_of(await table.past.match()))
        found.append(known[1])
    return found


def benchmark(session: RollSession, rolls: int) -> list[int]:
    """The points of bots after the same number of the same rolls."""
    found = []
    for number in range(BENCHMARK):
        match = Match(session.game, 1, session.state.options, session.state.seed, by_hand=("room",), live=False)
        bot, dealer = make("good", seed=number), Dealer(session.state.seed)
        while not match.over and match.state.round <= rolls:
            if match.decision(CHANCE) is not None:
                match.choose(CHANCE, dealer.deal("pair", match.state.round - 1, PAIR_WORDS[0]))
            else:
                match.choose(0, bot.choose(match.player_view(0)))
        found.append(score(match.state.boards[0], match.state.checked))
    return found


# ------------------------------------------------------------------ pictures for the talk


def strip(points: Sequence[int], bots: Sequence[int]) -> str:
    """A chart of everybody's points on one line, with the median; bots below."""
    if not points:
        return ""
    top = max([50, *points, *bots])

    def x(value: float) -> float:
        return 30 + 1000 * value / top

    stacked = Counter[int]()
    dots = []
    for value in sorted(points):
        dots.append(f'<circle class="dot1" cx="{num(x(value))}" cy="{num(96 - 15 * stacked[value])}" r="7"/>')
        stacked[value] += 1
    below = "".join(f'<circle class="dot2" cx="{num(x(value))}" cy="124" r="5"/>' for value in bots)
    ticks = "".join(
        f'<text x="{num(x(value))}" y="158">{value}</text>' for value in range(0, top + 1, 50 if top < 400 else 100)
    )
    middle = median(points)
    said = say(
        "Points: lowest {low}, middle {middle}, mean {mean}, highest {high}; the bots' mean {bots}",
        low=min(points),
        middle=figure(middle),
        mean=f"{fmean(points):.0f}",
        high=max(points),
        bots=f"{fmean(bots):.0f}" if bots else "–",
    )
    line = f'<path class="mid1" d="M{num(x(middle))},10V140"/>'
    axis = '<path class="axis1" d="M30,108H1030"/>'
    return (
        f'<svg class="strip1" viewBox="0 0 1060 165" role="img" aria-label="{esc(said)}">{axis}{line}{"".join(dots)}'
        f"{below}{ticks}</svg><p>{esc(sentence(said))}</p>"
    )


def dice_table(rolls: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> str:
    rows = []
    for one, sides in enumerate(SIDES):
        seen = [face for dice, shown in rolls for each, face in zip(dice, shown, strict=True) if each == one]
        mean, expected = figure(fmean(seen), 1) if seen else "–", figure((sides + 1) / 2, 1)
        rows.append(
            f'<tr><th scope="row">{named(DICE[one])}</th><td>{len(seen)}</td><td>{mean}</td><td>{expected}</td>'
            f"<td>{esc(', '.join(map(str, seen)))}</td></tr>"
        )
    heads = [say("die"), say("rolled"), say("mean"), say("expected"), say("results")]
    return (
        f'<table class="dice2"><thead><tr>{"".join(f"<th scope=col>{esc(head)}</th>" for head in heads)}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def uses(choices: Sequence[Sequence[Choice]], rolls: int) -> str:
    """A chart with one column per roll: how many drove, joined the lotto, upgraded or did nothing."""
    wide = 1000 / max(1, rolls)
    columns = []
    for roll in range(1, rolls + 1):
        did = Counter(choice.use for mine in choices for choice in mine if choice.roll == roll)
        count, top = sum(did.values()), 0.0
        for number, use in enumerate(USES):
            if count and did[use]:
                high = 150 * did[use] / count
                columns.append(
                    f'<rect class="use{number + 1}" x="{num(30 + wide * (roll - 1))}" y="{num(10 + top)}" '
                    f'width="{num(max(1.0, wide - 2))}" height="{num(high)}"/>'
                )
                top += high
        columns.append(f'<text x="{num(30 + wide * (roll - 0.5))}" y="180">{roll}</text>')
    key = "".join(
        f'<span><i class="use{number + 1}"></i>{esc(say(words))}</span>' for number, words in enumerate(USES.values())
    )
    said = say("What was done with each of {n} rolls", n=rolls)
    return (
        f'<svg class="uses1" viewBox="0 0 1060 190" role="img" aria-label="{esc(said)}">{"".join(columns)}</svg>'
        f'<p class="key1">{key}</p>'
    )


def higher(choices: Sequence[Sequence[Choice]], rolls: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> str:
    """A sentence that says how often the higher of the two numbers was used."""
    took = Counter[str]()
    for mine in choices:
        for choice in mine:
            if choice.roll <= len(rolls) and choice.die >= 0:
                dice, shown = rolls[choice.roll - 1]
                used = shown[dice.index(choice.die)] if choice.die in dice else 0
                took["equal" if len(set(shown)) == 1 else "higher" if used == max(shown) else "lower"] += 1
    both = took["higher"] + took["lower"]
    share = round(100 * took["higher"] / both) if both else 0
    words = say("When the two dice differed, the higher number was used {n} % of the time.", n=share)
    return f'<p>{esc(words)}</p><div class="share1"><i style="width:{share}%"></i></div>'


lesson = CrossrollLesson
