"""Labels, buttons and chips for each kind of option."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.drawing import listed, named
from tabletown.games.crossroll import options as o
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.main_action import number_of
from tabletown.games.crossroll.rules.resolution import newly_completed
from tabletown.games.crossroll.rules.writing import board_of, cross_out
from tabletown.games.crossroll.state import BONUS, DICE, MAIN, Board, Crossroll, left
from tabletown.games.crossroll.view.board import badge
from tabletown.games.crossroll.view.words import ACTS, ends, name, signed
from tabletown.kernel import Decision, Described, Text, say

Describe = Callable[[Crossroll, Board, int, str], Described]  # state, board of the seat, the chosen number or 0, word


def describe(s: Crossroll, asked: Decision, word: str) -> Described:
    walk = s.walks[asked.seat]
    shown = DESCRIBE[o.kind_of(word)](s, board_of(s, asked.seat), walk.n if walk is not None else 0, word)
    shown.ends = word in (o.PASS, o.SKIP)
    return shown


# ---------------------------------------------------------------- dice and numbers


def pair(s: Crossroll, board: Board, n: int, word: str) -> Described:
    dice = [DICE[die] for die in o.ALL_PAIRS[word]]
    return Described(say("Roll the {dice}", dice=dice), " + ".join(map(named, dice)))


def number(s: Crossroll, board: Board, n: int, word: str) -> Described:
    n = number_of(s, word)
    if word == o.SUM:
        label = say("Use {number}: the sum, with nitrous oxide", number=n)
    elif word in o.USED_ROW:
        effect = o.EFFECTS[o.USED_ROW[word]]
        label = say(
            "Use {number}: the {number2} on the {die}, {effect} from the engine",
            number=n,
            number2=n - effect,
            die=DICE[o.USED_DIE[word]],
            effect=signed(effect),
        )
    else:
        label = say("Use the {number} on the {die}", number=n, die=DICE[o.USED_DIE[word]])
    return Described(label, say("Use {number_of}", number_of=n))


def aside(s: Crossroll, board: Board, n: int, word: str) -> Described:
    die = DICE[o.ASIDE_WORDS.index(word)]
    return Described(say("Set the {word} aside", word=die), say("Set aside {word}", word=die))


# ---------------------------------------------------------------- actions


def act(sentence: Text) -> Describe:
    """Describe an option that is a single word, such as `drive`."""

    def described(s: Crossroll, board: Board, n: int, word: str) -> Described:
        short = ACTS[word].render()
        return Described(sentence(number=n).render(), short)

    return described


def upgrade(s: Crossroll, board: Board, n: int, word: str) -> Described:
    row = MAP.row_of[n]
    box, boxes, effect = len(board.engine[row]) + 1, MAP.rows[row].boxes, o.EFFECTS[row]
    if box == boxes:
        label = say(
            "Upgrade the car: write {number} into the last box of its row, which unlocks N {effect}",
            number=n,
            effect=signed(effect),
        )
    else:
        label = say("Upgrade the car: write {number} into box {box} of {boxes}", number=n, box=box, boxes=boxes)
    short = ACTS[word].render()
    return Described(label, short)


# ---------------------------------------------------------------- the map and the ticket


def route(s: Crossroll, board: Board, n: int, word: str) -> Described:
    route = o.ROUTE_OF[word]
    letter, stops = MAP.letters[route], MAP.routes[route]
    told = {"route": letter, "ends": ends(stops), "left": left(board, route), "all": len(stops)}
    box = {"box": len(board.written[route]) + 1, "boxes": MAP.boxes[route]}
    label = (
        say("Route {route}, {ends}, {left} of {all} left", **told)
        if s.phase == BONUS
        else say("Route {route}, {ends}, box {box} of {boxes}, {left} of {all} left", **told, **box)
    )
    drawn = badge(letter, 11)
    return Described(
        label,
        say("Route {word}", word=letter),
        chip=say("{left} left", left=left(board, route)),
        gain="" if s.phase == BONUS else say("box {written} of {boxes}", written=box["box"], boxes=box["boxes"]),
        picture=f'<svg class="crossroll-panel" width="32" height="32" viewBox="-13 -13 26 26">{drawn}</svg>',
    )


def run(s: Crossroll, board: Board, n: int, word: str) -> Described:
    stops = o.RUNS[word].stops
    words, found = ends(stops), gains(s, board, word, n)
    via = say("via {name}", name=name(stops[len(stops) // 2])) if len(stops) > 2 else ""
    return Described(
        say("{run}: {gains:,}", run=words, gains=found) if found else words,
        say("Cross out {number}", number=n),
        chip=words,
        gain=listed(found, ",") or via,
        place=f"loc-{MAP.ids[stops[0]]}",
    )


def gains(s: Crossroll, board: Board, word: str, n: int) -> list[str]:
    """What a run would score at once."""
    run = o.RUNS[word]
    found = []
    if run.landmark >= 0 and len(board.landmarks) < len(MAP.landmark_scores):
        found.append(say("landmark, +{landmark_scores}", landmark_scores=MAP.landmark_scores[len(board.landmarks)]))
    after = cross_out(board, run, n if s.phase == MAIN else 0, s.options.by_route)
    return found + [say("completes route {route}", route=MAP.letters[route]) for route in newly_completed(after)]


def crossroad(s: Crossroll, board: Board, n: int, word: str) -> Described:
    here = o.CROSSROAD_OF[word]
    routes = [MAP.letters[route] for route in MAP.routes_of(here)]
    return Described(
        say("Cross out {place} (routes {routes})", place=name(here), routes=routes),
        say("Cross out {name}", name=name(here)),
        chip=name(here),
        gain=" ".join(routes),
        place=f"loc-{MAP.ids[here]}",
    )


def slot(s: Crossroll, board: Board, n: int, word: str) -> Described:
    slot = o.SLOT_WORDS.index(word) + 1
    return Described(say("Write the {number} into slot {word}", number=n, word=slot), say("Slot {word}", word=slot))


DESCRIBE: dict[str, Describe] = {
    o.PAIR: pair,
    o.PASS: act(Text("Pass: take no bonus")),
    o.NUMBER: number,
    o.SKIP: act(Text("Skip: no result allows an action")),
    o.DRIVE: act(Text("Drive: cross out {number} along one route")),
    o.LOTTO: act(Text("Join the lotto: cross out a crossroads, write {number} on your ticket")),
    o.UPGRADE: upgrade,
    o.ROUTE: route,
    o.RUN: run,
    o.CROSSROAD: crossroad,
    o.SLOT: slot,
    o.INSTALL: act(Text("Install nitrous oxide: from now on you may use the sum")),
    o.KEEP: act(Text("Keep the route's points")),
    o.ASIDE: aside,
}
