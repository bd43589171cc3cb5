"""The wall for any game: large, without controls, drawn at 1280 x 720 and scaled as a whole.

It shows how to join, the pause, the prizes one by one, and a question with its votes. During play the game draws it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletown.drawing import esc
from tabletown.kernel import Text, say

ENDED = {"clock": Text("Time is up"), "early": Text("The session was ended early")}


def body(view: dict[str, Any], playing: Callable[[dict[str, Any]], str]) -> str:
    """The body of the page now."""
    if view["paused"]:
        return paused(view)
    if view["phase"] == "lobby":
        return lobby(view)
    if view.get("asked"):
        return question(view)
    if view["phase"] == "over":
        return ending(view)
    return playing(view)


def wall(kind: str, view: dict[str, Any], inner: str) -> str:
    count = len(view["tables"])
    many = "n12" if count > 6 else "n6" if count > 2 else "n2"
    return f'<main class="bc bcp wall {kind} {many}" id="main">{inner}</main>'


def clock(seconds: float | None, paused: bool) -> str:
    if seconds is None:
        return ""
    runs = f' data-clock="{int(seconds)}"' if not paused else ""  # the page keeps counting by itself
    return f'<p class="tl" role="timer"><b{runs}>{time_of(seconds)}</b></p>'


def time_of(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def fitted(name: str) -> str:
    """A name in smaller letters rather than cut off."""
    return f'<b class="fit" data-fit>{esc(name)}</b>'


def headline(view: dict[str, Any], words: str) -> str:
    """The headline: the facilitator's message, or else the wall's own."""
    return f'<p class="say1 told">{esc(view["message"])}</p>' if view.get("message") else f'<p class="say1">{words}</p>'


def lobby(view: dict[str, Any]) -> str:
    """How to join and who sits where; or the story and the prizes."""
    join = view.get("join") or {"address": "", "code": "", "qr": ""}
    where = f'<p>{say("Scan, or open on your phone")}</p><h1 class="ad1" data-fit>{esc(join["address"])}</h1>'
    if join["address"] and not join["qr"]:  # an address that phones can't open is not shown
        unreachable = say("Phones can't reach this machine")
        where = f'<h1 class="ad1 off1" data-fit>{unreachable}</h1>'
    head = (
        f'<section class="jn1"><div>{where}<p class="code cd1">{esc(join["code"])}</p></div>'
        f'<div class="wallqr">{join["qr"]}</div></section>'
    )
    if view.get("message"):
        head += headline(view, "")
    if view.get("story"):
        prizes = "".join(
            f"<li><b>{esc(say(prize['title']))}</b><small>{esc(say(prize['rule']))}</small></li>"
            for prize in view["prizes"]
        )
        return wall(
            "lob with-story", view, f'{head}<p class="story">{esc(say(view["story"]))}</p><ul class="pz">{prizes}</ul>'
        )
    if view.get("single"):
        names = [name for table in view["tables"] for name in table["names"] if name]
        items = "".join(f"<li>{fitted(name)}</li>" for name in names)
        here = say("{n} is here", "{n} are here", n=len(names))
        return wall("lob", view, f'{head}<ul class="all1">{items}</ul><p class="foot">{here}</p>')
    tables = []
    for table in view["tables"]:
        seats = "".join(
            f'<li class="{"" if name else "free"}">{view["mark"](seat, 30)}{fitted(name or say("free"))}</li>'
            for seat, name in enumerate(table["names"])
        )
        tables.append(f"<li><h2>{say('Table {n}', n=table['number'])}</h2><ul>{seats}</ul></li>")
    titles = [say(prize["title"]) for prize in view["prizes"]]
    foot = f'<p class="foot">{esc(say("Prizes: {prizes}", prizes=titles))}</p>'
    return wall("lob", view, f'{head}<ul class="wh">{"".join(tables)}</ul>{foot}')


def paused(view: dict[str, Any]) -> str:
    words = view.get("waits") or say("Your turn and its clock will wait.")
    said = esc(view["message"]) if view.get("message") else say("Paused: look up here")
    bars = '<path class="bars" d="M22,8V112M68,8V112"/>'
    icon = f'<svg width="90" height="120" viewBox="0 0 90 120" aria-hidden="true">{bars}</svg>'
    below = f"{say('Paused')}. {words}" if view.get("message") else words
    return wall("pz0", view, f'<div class="bigp">{icon}<h1>{said}</h1><p>{below}</p></div>')


def beckoning(name: str, table: int, drawn: str) -> str:
    """The QR code, in a corner of the wall, that moves a seat to a new phone."""
    who = esc(say("{name}, table {n}", name=name, n=table))
    return (
        f'<aside class="beck"><div class="wallqr">{drawn}</div><div><b data-fit>{who}</b>'
        f"<p>{say('New phone? Scan this to get your seat back.')}</p></div></aside>"
    )


def winner(view: dict[str, Any], won: dict[str, Any]) -> str:
    if len(won["seats"]) == 1:
        return f'<p class="w">{view["mark"](won["seats"][0], 44)}{fitted(won["names"][0])}</p>'
    return f'<p class="w">{fitted(say("Table {n}", n=won["table"] + 1))}</p>'


def ending(view: dict[str, Any]) -> str:
    """The prizes, each hidden until the facilitator reveals it."""
    cards = []
    for prize in view["prizes"]:
        title = f"<h2>{esc(say(prize['title']))}</h2>"
        if prize["id"] not in view.get("revealed", ()):
            cards.append(f'<li class="hid">{title}<p class="w">?</p></li>')
            continue
        won = "".join(winner(view, one) for one in prize["winners"]) or f'<p class="w">{say("nobody")}</p>'
        where = [
            say("Table {n}", n=one["table"] + 1) if len(one["seats"]) == 1 else ", ".join(one["names"])
            for one in ([] if view.get("single") else prize["winners"])
        ]
        cards.append(f"<li>{title}{won}<p>{esc('; '.join([*where, prize['why']]))}</p></li>")
    over = view.get("over_words") or ENDED.get(view["ended"], Text("Every table has finished"))
    return wall(
        "pzw",
        view,
        f"<header><h1>{over}</h1>{view.get('beside', '')}</header>"
        + (headline(view, "") if view.get("message") else "")
        + f'<ul class="pz4">{"".join(cards)}</ul>',
    )


def question(view: dict[str, Any]) -> str:
    """One discussion question, with the votes once they may be seen."""
    asked = view["asked"]
    most = max([1, *asked["votes"]])
    bars = "".join(
        f'<li><span>{esc(say(answer))}</span><i style="width:{100 * votes // most if asked["open"] else 0}%"></i>'
        f"<b>{votes if asked['open'] else ''}</b></li>"
        for answer, votes in zip(asked["answers"], asked["votes"], strict=True)
    )
    said = say("{n} of {all} have voted", n=sum(asked["votes"]), all=asked["all"])
    return wall(
        "qw",
        view,
        f'<header><h1>{esc(say(asked["text"]))}</h1></header><ul class="barv">{bars}</ul><p class="foot">{said}</p>',
    )


def pips(filled: int, of: int, kind: str = "on") -> str:
    """A count of a total, as small boxes."""
    return '<p class="pips1">' + "".join(f'<i class="{kind if n < filled else ""}"></i>' for n in range(of)) + "</p>"


def table_card(view: dict[str, Any], card: dict[str, Any], below: str = "", kind: str = "") -> str:
    """A table on the wall: its progress, its people with their points, and the game's additions."""
    names = "".join(
        f'<p class="ld">{view["mark"](seat, 26)}{fitted(card["names"][seat])}'
        f"<span>{card['scores'][seat] if view.get('scored', True) else ''}</span></p>"
        for seat in card["order"]
    )
    where = say("finished") if card["phase"] == "over" else card["where"]
    title = f"<h2><span>{say('Table {n}', n=card['number'])}</span><small>{esc(where)}</small></h2>"
    return f'<li class="ta1 {kind}">{title}{names}{below}</li>'


def grid(kind: str, view: dict[str, Any], title: str, words: str, cards: list[str], below: str = "") -> str:
    """A headline, the clock, and all tables side by side."""
    head = f"<header><h1>{title}</h1>{headline(view, words)}{clock(view['clock'], view['paused'])}</header>"
    return wall(kind, view, f'{head}{below}<ul class="cs6">{"".join(cards)}</ul>')
