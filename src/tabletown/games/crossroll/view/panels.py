"""The panels around the map: dice, record boxes, lotto ticket, engine, scores, other players' boards."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import esc, mark, named
from tabletown.games.crossroll.options import (
    ALL_PAIRS,
    ASIDE_WORDS,
    LOTTO,
    PAIR,
    ROUTE_WORDS,
    SLOT_WORDS,
    SUM,
    UPGRADE,
    USE,
    USE_CHANGED,
)
from tabletown.games.crossroll.roads import MAP
from tabletown.games.crossroll.rules.main_action import number_of
from tabletown.games.crossroll.rules.writing import board_of
from tabletown.games.crossroll.state import BONUS, DICE, OVER, Board, Crossroll, dots, filled_boxes, left, score
from tabletown.games.crossroll.view.board import Options, badge, kind_asked, other_svg
from tabletown.games.crossroll.view.drives import Drive
from tabletown.kernel import Panel, path_word, say, seat_name

SHAPES = (
    "M0,-26L27,22H-27Z",
    "M-22,-22H22V22H-22Z",
    "M0,-28L28,0L0,28L-28,0Z",
    "M0,-28L28,-6V6L0,28L-28,6V-6Z",
)


def option(options: Options, word: str) -> str:
    """The HTML attributes that make an element an option, if it is one now."""
    if word not in options:
        return ""
    return f' data-option="{esc(word)}" role="button" tabindex="-1" aria-label="{esc(options[word].label)}"'


# ---------------------------------------------------------------- dice


def die(number: int, shown: str, size: int = 52, state: str = "") -> str:
    words = f"{named(DICE[number])}: {shown}" if shown else named(DICE[number])
    if state == "aside":
        words = say("{die}, set aside", die=DICE[number])
    y = 12 if number == 0 else 8.5
    return (
        f'<svg class="{state}" viewBox="-30 -31 60 62" width="{size}" height="{size}" role="img" aria-label="{words}">'
        f'<path d="{SHAPES[number]}"/><text y="{y}">{shown}</text></svg>'
    )


def dice_panel(s: Crossroll, seat: int | None, options: Options, names: Sequence[str]) -> Panel:
    """The dice in the tray: rolled, set aside, or to be chosen."""
    if kind_asked(options) == PAIR:
        kind, items = "crossroll-dice pairs", pair_items(options)
    else:
        kind, items = "crossroll-dice", die_items(s, seat, options, names)
    return Panel("dice", say("Round {round}", round=s.round), f'<ul class="{kind}">{items}</ul>', "hand")


def pair_items(options: Options) -> str:
    return "".join(
        f'<li><button type="button" class="pair"{option(options, word)}>'
        + "".join(die(number, "", 34) for number in ALL_PAIRS[word])
        + f"<small>{shown.button}</small></button></li>"
        for word, shown in options.items()
    )


def die_items(s: Crossroll, seat: int | None, options: Options, names: Sequence[str]) -> str:
    items = []
    if s.dice and len(s.boards) > 1 and s.phase != OVER:
        items.append(f'<li class="by">{say("{who} rolled", who=esc(seat_name(s.active, names, seat)))}</li>')
    for number in range(4):
        rolled = number in s.dice and bool(s.results)
        aside = s.aside >> number & 1 and not rolled
        shown = str(s.results[s.dice.index(number)]) if rolled else ""
        picture = die(number, shown, state="on" if rolled else "aside" if aside else "")
        use = option(options, USE[number]) or option(options, ASIDE_WORDS[number])
        chips = "".join(
            effect_chip(s, options, word, row.effect) for word, row in zip(USE_CHANGED[number], MAP.rows, strict=True)
        )
        small = say("aside") if aside else named(DICE[number])
        rolls = f'data-dice="{DICE[number]}" data-face="{shown}"'
        items.append(f'<li><span class="die" {rolls}{use}>{picture}<small>{small}</small></span>{chips}</li>')
    if SUM in options:
        items.append(f'<li><b class="fx"{option(options, SUM)}><i>{say("Nitrous")}</i> {number_of(s, SUM)}</b></li>')
    return "".join(items)


def effect_chip(s: Crossroll, options: Options, word: str, effect: int) -> str:
    if word not in options:
        return ""
    sign = f"+{effect}" if effect > 0 else f"−{-effect}"
    return f'<b class="fx"{option(options, word)}><i>{sign}</i> {number_of(s, word)}</b>'


# ---------------------------------------------------------------- the parts of a board


def record_rows(s: Crossroll, seat: int, board: Board, options: Options, drives: Sequence[Drive] = ()) -> str:
    walk = s.walks[seat]
    ghosts: dict[int, dict[str, int]] = {}  # by route: the number that drives beginning so would write
    for drive in drives if s.phase != BONUS else ():
        ghosts.setdefault(drive.run.route, {})[path_word(drive.options[:-1])] = drive.n
    rows = []
    for route, letter in enumerate(MAP.letters):
        complete = bool(board.complete >> route & 1)
        numbers = board.written[route]
        boxes = [f'<span class="bx">{n}</span>' for n in numbers]
        boxes += ['<span class="bx dot">•</span>'] * dots(board, route)
        empty = board.free[route]
        chosen = walk is not None and walk.route == route and not walk.done and s.phase != BONUS
        if empty:
            ghost = "".join(f'<em data-preview="{esc(word)}">{n}</em>' for word, n in ghosts.get(route, {}).items())
            boxes += [
                f'<span class="bx nx">{walk.n}</span>'
                if chosen and walk is not None
                else f'<span class="bx">{ghost}</span>'
            ]
            boxes += ['<span class="bx"></span>'] * (empty - 1)
        boxes += ['<span class="bx no">✕</span>'] * (board.xs >> route & 1)
        lost = board.nitrous and route == s.checked
        state = "lost" if lost and complete else "got" if complete else ""
        nitrous = f'<i class="n2o" title="{say("Nitrous oxide")}">N₂O</i>' if route == s.checked else ""
        rest = say("done") if complete else say("{left} left", left=left(board, route))
        rows.append(
            f'<li><div class="rec{" sel" if chosen else ""}"{option(options, ROUTE_WORDS[route])}>'
            f'<svg width="24" height="24" viewBox="-12 -12 24 24" aria-hidden="true">{badge(letter, 11)}</svg>'
            f'<span class="bxs">{"".join(boxes)}</span>{nitrous}<span class="rest num">{rest}</span>'
            f'<span class="sc num {state}">{MAP.route_scores[route]}</span></div></li>'
        )
    return f'<ul class="recs">{"".join(rows)}</ul>'


def ticket_and_engine(s: Crossroll, seat: int, board: Board, options: Options) -> str:
    walk = s.walks[seat]
    n = walk.n if walk is not None else 0
    matches = s.results if s.phase in (BONUS,) else ()
    first = board.ticket.index(0) if 0 in board.ticket else -1
    slots = []
    for slot, number in enumerate(board.ticket):
        state = " hit" if number and number in matches else ""
        ghost = ""
        if slot == first and LOTTO in options:
            ghost = f'<em data-preview="{LOTTO}">{n}</em>'
        slots.append(f'<span class="sl{state}"{option(options, SLOT_WORDS[slot])}>{number or ghost}</span>')
    rows = []
    for number, (row, numbers) in enumerate(zip(MAP.rows, board.engine, strict=True)):
        boxes = [f'<span class="bx">{written}</span>' for written in numbers]
        for box in range(len(numbers), row.boxes):
            ghost = ""
            if box == len(numbers) and UPGRADE in options and MAP.row_of[n] == number:
                ghost = f'<em data-preview="{UPGRADE}">{n}</em>'
            boxes.append(f'<span class="bx">{ghost}</span>')
        full = len(numbers) == row.boxes
        sign = f"N+{row.effect}" if row.effect > 0 else f"N−{-row.effect}"
        lock = f'<b title="{say("unlocked") if full else say("locked")}">{sign}</b>'
        rows.append(
            f'<li class="{"un" if full else ""}"><span>{row.min}–{row.max}</span>'
            f'<span class="bxs">{"".join(boxes)}</span>{lock}</li>'
        )
    if s.options.nitrous:
        state = "un" if board.nitrous else ""
        route = f'<span class="bxs">{say("route {letters}", letters=MAP.letters[s.checked])}</span>'
        rows.append(f'<li class="{state}"><span>N₂O</span>{route}<b>{say("sum")}</b></li>')
    return (
        f'<div class="two"><div><h3>{say("Lotto")}</h3><div class="slots">{"".join(slots)}</div></div>'
        f'<div><h3>{say("Engine")}</h3><ul class="eng">{"".join(rows)}</ul></div></div>'
    )


def track(title: str, scores: Sequence[int], got: int) -> str:
    spans = "".join(
        f'<span class="{"got" if number < got else "next" if number == got else ""}">{points}</span>'
        for number, points in enumerate(scores)
    )
    return f'<div class="row"><h3>{title}</h3><div class="trk num">{spans}</div></div>'


def scores_html(board: Board) -> str:
    return track(say("Speed"), MAP.speed_scores, board.speed) + track(
        say("Landmarks"), MAP.landmark_scores, len(board.landmarks)
    )


# ---------------------------------------------------------------- the panels


def panels(
    s: Crossroll, seat: int | None, options: Options, names: Sequence[str], drives: Sequence[Drive]
) -> list[Panel]:
    shown = seat if seat is not None else 0
    board = board_of(s, shown)
    record = (
        f'<div class="crossroll-panel">{record_rows(s, shown, board, options, drives)}'
        f"{ticket_and_engine(s, shown, board, options)}<div>{scores_html(board)}</div></div>"
    )
    found = [
        dice_panel(s, seat, options, names),
        Panel(
            "record",
            say("Record boxes") if seat is not None else seat_name(shown, names),
            record,
            tab=say("Record boxes"),
        ),
    ]
    others = [other for other in range(len(s.boards)) if other != shown]
    if others:
        boards = "".join(other_board(s, other, names) for other in others)
        found.append(
            Panel("boards", say("Other boards"), f'<div class="crossroll-others">{boards}</div>', tab=say("Boards"))
        )
    return found


def other_board(s: Crossroll, seat: int, names: Sequence[str]) -> str:
    board, who = s.boards[seat], esc(seat_name(seat, names))
    points = say(
        "{score} points, {filled_boxes} of 31 boxes", score=score(board, s.checked), filled_boxes=filled_boxes(board)
    )
    rest = (
        f'<div class="crossroll-panel cols"><div>{record_rows(s, seat, board, {})}</div>'
        f"<div>{ticket_and_engine(s, seat, board, {})}{scores_html(board)}</div></div>"
    )
    return (
        f'<details class="crossroll-other" name="crossroll-other" id="crossroll-other-{seat}">'
        f'<summary data-close="{say("Close")}" aria-label="{say("{who}, {points}: enlarge", who=who, points=points)}">'
        f"{other_svg(board, say('Map of {who}', who=seat_name(seat, names)), False)}<span>{mark(seat)} "
        f'<b>{who}</b></span><small>{points}</small></summary><div class="big"><h3>{mark(seat, 18)} '
        f'{who}, {points}</h3><div class="side"><div class="pan">'
        f"{other_svg(board, say('Map of {who}', who=seat_name(seat, names)), True)}</div>{rest}</div>"
        "</div></details>"
    )
