"""The panels around the city: the hand, the players, what a move would do, and the points at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.drawing import called, esc, mark, signed
from tabletown.games.right_of_way.options import TILE_IN, TILE_WORDS, TURN, TURN_IN, kind_of
from tabletown.games.right_of_way.rules.end_and_victory import points, points_of
from tabletown.games.right_of_way.state import SEATS, RightOfWay
from tabletown.games.right_of_way.tiles import NAMES, TILES, TURNS
from tabletown.games.right_of_way.view.shapes import tile_picture
from tabletown.games.right_of_way.view.words import ledger, result_words
from tabletown.kernel import Decision, Described, Panel, Text, say, seat_name


def panels(
    s: RightOfWay, seat: int | None, asked: Decision | None, options: Mapping[str, Described], names: Sequence[str]
) -> list[Panel]:
    if not s.hands or s.first < 0:
        return [trios_panel(s)] if not s.roads else []
    shown = [players_panel(s, seat, names)]
    if seat is not None and not s.ended:
        shown.insert(0, hand_panel(s, seat, options))
    if asked is not None and kind_of(asked.options[0]) == TURN:
        shown.append(move_panel(s, asked, names))
    if s.ended:
        shown.append(points_panel(s, seat, names))
    return shown


def hand_panel(s: RightOfWay, seat: int, options: Mapping[str, Described]) -> Panel:
    """The hand, grouped by shape, so that even 35 tiles take at most twelve places."""
    words = {TILE_IN[word]: word for word in options if word in TILE_IN}
    items = "".join(hand_tile(s, seat, tile, words.get(tile, ""), options) for tile in TILES if s.hands[seat][tile])
    return Panel(
        "hand",
        say("Your hand, {tiles}", tiles=say("{n} tile", "{n} tiles", n=sum(s.hands[seat]))),
        f'<ul class="rw rw-hand">{items}</ul>',
        "hand",
    )


def hand_tile(s: RightOfWay, seat: int, tile: int, word: str, options: Mapping[str, Described]) -> str:
    count = s.hands[seat][tile]
    picked = ' aria-pressed="true"' if tile == s.tile and s.seat == seat else ""
    option = f'data-option="{word}"' if word else f'data-word="{TILE_WORDS[tile]}"'
    name = options[word].label if word else say("{tile}, {count} in hand", tile=NAMES[tile], count=count)
    times = f'<span class="n">×{count}</span>' if count > 1 else ""
    return (
        f'<li><button type="button" class="pick" {option}{picked} tabindex="-1" aria-label="{esc(name)}" '
        f'title="{called(NAMES[tile])}">{tile_picture(TURNS[tile][0], seat, 42)}{times}</button></li>'
    )


def players_panel(s: RightOfWay, seat: int | None, names: Sequence[str]) -> Panel:
    """Both players; hands are open, so the rival's is shown too."""
    totals = points(s)
    order = SEATS if seat != 1 else (1, 0)
    parts = []
    for each in order:
        mine = [plot for plot, owner in enumerate(s.owners) if owner == each]
        roads = sum(s.roads[plot] > 0 for plot in mine)
        held = len(mine) - roads
        told = Text(
            "{hands} in hand, {stacks} in stack, {roads}, {held} reserved"
            if held
            else "{hands} in hand, {stacks} in stack, {roads}"
        )
        state = told(
            hands=sum(s.hands[each]),
            stacks=len(s.stacks[each]),
            roads=say("{n} road", "{n} roads", n=roads),
            held=held,
        )
        hand = "" if each == seat else small_hand(s, each, names)
        turn = ' aria-current="true"' if s.seat == each and not s.ended else ""
        parts.append(
            f'<div class="side"{turn}>{mark(each, 30)}<span class="who">{esc(seat_name(each, names, seat))}</span>'
            f'<span class="pts">{totals[each]}<small>{say("point", "points", n=totals[each])}</small></span>'
            f'<span class="st">{state}</span></div>{hand}'
        )
    return Panel("players", say("Players"), f'<div class="rw rw-players">{"<hr>".join(parts)}</div>')


def small_hand(s: RightOfWay, seat: int, names: Sequence[str]) -> str:
    items = "".join(
        f'<li class="hm" title="{called(NAMES[tile])}"><span class="vh">{count} {called(NAMES[tile])}</span>'
        f"{tile_picture(TURNS[tile][0], seat, 24)}{f'<span>×{count}</span>' if count > 1 else ''}</li>"
        for tile, count in enumerate(s.hands[seat])
        if count
    )
    return f'<ul class="hms" aria-label="{say("Hand of {who}", who=esc(seat_name(seat, names)))}">{items}</ul>'


def move_panel(s: RightOfWay, asked: Decision, names: Sequence[str]) -> Panel:
    """What each turn of the tile would cost and earn, before it is laid."""
    seat, first = asked.seat, asked.options[0]
    return Panel(
        "move",
        say("If you lay it"),
        '<div class="rw rw-move">'
        + "".join(ledger_list(s, seat, word, names, word == first) for word in asked.options)
        + "</div>",
        tab=say("Your move"),
    )


def ledger_list(s: RightOfWay, seat: int, word: str, names: Sequence[str], on: bool) -> str:
    would = ledger(s, seat, s.plot, TURNS[s.tile][TURN_IN[word]])
    verb = (
        say("Draw tiles")
        if would.result > 0
        else say("Pay tiles")
        if would.result < 0
        else say("Nothing to draw or pay")
    )
    rows = [
        (
            say("Building cost, rich plot") if s.is_rich(s.plot) else say("Building cost, plain plot"),
            f"−{would.cost}" if would.cost else "0",
            "",
        ),
        (say("Facing rich districts"), f"+{would.districts}" if would.districts else "0", ""),
        (say("Roads joined"), f"+{would.joins}" if would.joins else "0", ""),
        (verb, signed(would.result), ' class="sum"'),
    ]
    for each in (seat, 1 - seat):
        whose = say("Your points") if each == seat else say("Points, {whose}", whose=esc(seat_name(each, names)))
        rows.append((whose, f"{would.before[each]} → {would.after[each]}", ""))
    cells = "".join(f"<dt{kind}>{what}</dt><dd{kind}>{amount}</dd>" for what, amount, kind in rows)
    return f'<dl class="ledger{" on" if on else ""}" data-preview="{word}">{cells}</dl>'


def points_panel(s: RightOfWay, seat: int | None, names: Sequence[str]) -> Panel:
    """The final points: which highways scored, by value."""
    parts = []
    for each in SEATS if seat != 1 else (1, 0):
        mine = [plot for plot, owner in enumerate(s.owners) if owner == each and s.roads[plot]]
        by_value: dict[int, list[str]] = {}
        for plot in mine:
            if points_of(s, plot):
                by_value.setdefault(points_of(s, plot), []).append(s.plan.names[plot])
        rows = "".join(
            (
                f"<dt>{len(plots)} × {say('{n} point', '{n} points', n=value)} <small>{', '.join(plots)}"
                f"</small></dt><dd>{value * len(plots)}</dd>"
            )
            for value, plots in sorted(by_value.items(), reverse=True)
        )
        useless = sum(not points_of(s, plot) for plot in mine)
        rows += f"<dt>{say('{useless} with an open end', useless=useless)}</dt><dd>0</dd>" if useless else ""
        total = points(s)[each]
        parts.append(
            f'<h3>{mark(each, 16)} {esc(seat_name(each, names, seat))}</h3><dl class="ledger on">{rows}'
            f'<dt class="sum">{say("Points")}</dt><dd class="sum">{total}</dd></dl>'
        )
    return Panel("points", say("Points"), f'<div class="rw rw-points">{"".join(parts)}</div>')


def trios_panel(s: RightOfWay) -> Panel:
    left = {trio: s.trios.count(trio) for trio in dict.fromkeys(s.trios)}
    items = "".join(f'<li class="trio"><b>{esc(trio)}</b> ×{count}</li>' for trio, count in left.items())
    return Panel(
        "trios",
        say("Trios in the stack: {trios}", trios=len(s.trios)),
        f'<ul class="rw rw-trios">{items}</ul>',
        tab=say("Trios"),
    )


def peek(s: RightOfWay, seat: int | None, asked: Decision | None) -> str:
    """The most useful fact in one line, for small screens."""
    if not s.roads:
        return say("Trios in the stack: {trios}", trios=len(s.trios))
    if asked is not None and kind_of(asked.options[0]) == TURN:
        wins = [ledger(s, asked.seat, s.plot, TURNS[s.tile][TURN_IN[word]]) for word in asked.options]
        best = max(wins, key=lambda would: (would.result, would.after[asked.seat]))
        return say(
            "At best {result}: cost {cost}, districts {districts}, joins {joins}",
            result=result_words(s, asked.seat, best.result),
            cost=best.cost,
            districts=best.districts,
            joins=best.joins,
        )
    if seat is None:
        return say("Free plots: {vacant}", vacant=len(s.vacant))
    return say(
        "{hands} in hand, {stacks} in stack, free plots: {vacant}",
        hands=sum(s.hands[seat]),
        stacks=len(s.stacks[seat]),
        vacant=len(s.vacant),
    )
