"""What the projector shows to the whole room: large, without controls, made from `Session.projector()`.

Drawn for 1280 x 720 and scaled as a whole. The damage track, each city under its lid of smog, the climate card as a
clipping, the laws that are being written, the pause, the prizes one by one.
"""

from __future__ import annotations

from typing import Any

from tabletown.drawing import esc, num
from tabletown.games.broken_cities.view.pieces import mark
from tabletown.games.broken_cities.view.skyline import skyline
from tabletown.kernel import Text, say

READING = 45.0  # seconds for which a card stays on the wall, to be read aloud
ENDED = {
    "damage": Text("The damage is full"),
    "clock": Text("Time is up"),
    "fifty": Text("A player reached 50 rent"),
    "early": Text("The session was ended early"),
}


def projector(view: dict[str, Any]) -> str:
    """The whole page body for this moment: before play, play, a card, laws, the pause, or the end."""
    if view["paused"]:
        return paused(view)
    if view["phase"] == "lobby":
        return lobby(view)
    if view.get("asked"):
        return question(view)
    if view["phase"] == "over":
        return ending(view)
    if view["card"] is not None:
        struck = all(city["card"] or city["over"] for city in view["cities"])
        return laws(view) if struck and view["card"]["age"] > READING else event(view)
    return playing(view)


def wall(kind: str, view: dict[str, Any], body: str) -> str:
    many = "n6" if len(view["cities"]) > 2 else "n2"
    return f'<main class="bc bcp wall {kind} {many}" id="main">{body}</main>'


def clock(seconds: float | None, paused: bool) -> str:
    if seconds is None:
        return ""
    runs = f' data-clock="{int(seconds)}"' if not paused else ""  # the page counts on from there
    return f'<p class="tl" role="timer"><b{runs}>{time_of(seconds)}</b></p>'


def time_of(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def signed(number: int | str) -> str:
    """With a true minus."""
    return f"{number}".replace("-", "\N{MINUS SIGN}")


def fitted(name: str) -> str:
    """A name that is never cut while it can be written smaller."""
    return f'<b class="fit" data-fit>{esc(name)}</b>'


def headline(view: dict[str, Any], words: str) -> str:
    """A message to the wall stands in the place of what it says by itself."""
    return f'<p class="say1 told">{esc(view["message"])}</p>' if view.get("message") else f'<p class="say1">{words}</p>'


# ------------------------------------------------------------------ before play


def lobby(view: dict[str, Any]) -> str:
    """How to join, who sits where; or the story and the prizes that can be won."""
    join = view.get("join") or {"address": "", "code": "", "qr": ""}
    where = f'<p>{say("Scan, or open on your phone")}</p><h1 class="ad1" data-fit>{esc(join["address"])}</h1>'
    if join["address"] and not join["qr"]:  # an address that no phone can reach is not shown
        where = f'<h1 class="ad1 off1" data-fit>{say("Phones cannot reach this machine")}</h1>'
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
        return wall("lob tale", view, f'{head}<p class="story">{esc(view["story"])}</p><ul class="pz">{prizes}</ul>')
    tables = []
    for city in view["cities"]:
        seats = "".join(
            f'<li class="{"" if name else "free"}">{mark(seat, 30)}{fitted(name or say("free"))}</li>'
            for seat, name in enumerate(city["names"])
        )
        tables.append(f"<li><h2>{say('Table {n}', n=city['number'])}</h2><ul>{seats}</ul></li>")
    titles = [say(prize["title"]) for prize in view["prizes"]]
    foot = f'<p class="foot">{esc(say("Prizes: {prizes}", prizes=titles))}</p>'
    return wall("lob", view, f'{head}<ul class="wh">{"".join(tables)}</ul>{foot}')


def paused(view: dict[str, Any]) -> str:
    words = say("Your turns and clocks wait. Damage {n}.", n=view["total"])
    said = esc(view["message"]) if view.get("message") else say("Paused: look up here")
    bars = '<path class="bars" d="M22,8V112M68,8V112"/>'
    icon = f'<svg width="90" height="120" viewBox="0 0 90 120" aria-hidden="true">{bars}</svg>'
    inner = f'<div class="bigp">{icon}<h1>{said}</h1><p>{words}</p></div>'
    if view.get("message"):
        inner = inner.replace(f"<p>{words}</p>", f"<p>{say('Paused')}. {words}</p>")
    return wall("pz0", view, inner)


def beckoning(name: str, table: int, drawn: str) -> str:
    """In a corner of whatever the wall shows: the way back to a seat for a new phone."""
    who = esc(say("{name}, table {n}", name=name, n=table))
    return (
        f'<aside class="beck"><div class="wallqr">{drawn}</div><div><b data-fit>{who}</b>'
        f"<p>{say('New phone? Scan this: your seat waits.')}</p></div></aside>"
    )


# ------------------------------------------------------------------ play


def playing(view: dict[str, Any]) -> str:
    left = view["left"]
    if view["ended"]:
        words = say("{ended}: finish your turn", ended=ENDED[view["ended"]])
    elif view["stopped"]:
        words = say("Hold on: finish your turn")
    elif left is None:
        words = say("The last card has been drawn")
    else:
        words = say("{left} more, and everybody stops", left=left)
    head = (
        f'<header><p class="dmg1"><b>{view["total"]}</b> {say("damage")}</p>{headline(view, words)}'
        f"{clock(view['clock'], view['paused'])}</header>"
    )
    shown = 2 if len(view["cities"]) > 2 else 4
    cities = "".join(city_card(city, shown) for city in view["cities"])
    return wall("play", view, f'{head}{ruler(view)}<ul class="cs6">{cities}</ul>')


def city_card(city: dict[str, Any], shown: int) -> str:
    leaders = "".join(
        f'<p class="ld">{mark(one["seat"], 32)}{fitted(one["name"])}<span>{one["rent"]}</span></p>'
        for one in city["leaders"][:shown]
    )
    words = say("finished") if city["over"] else f"+{city['adds']}"
    return (
        f'<li class="ct"><div class="pic">{skyline(city)}</div><div class="tx"><h2><span>'
        f'{say("Table {n}", n=city["number"])}</span><span class="ad">{words}</span></h2>{leaders}</div></li>'
    )


def ruler(view: dict[str, Any]) -> str:
    """The shared damage: diamonds are cards, filled ones are past; dashed is what this round will add."""
    total: int = view["total"]
    spaces: list[int] = view["thresholds"]
    end = spaces[-1]

    def x(value: float) -> float:
        return 42.5 + 1115 * min(value, end) / end

    coming = total + sum(city["adds"] for city in view["cities"] if not city["over"])
    parts = [
        '<rect class="bg" x="42.5" y="30" width="1115" height="24" rx="12"/>'
        f'<rect class="fl" x="42.5" y="30" width="{num(x(total) - 42.5)}" height="24" rx="12"/>'
        f'<rect class="pd" x="{num(x(total))}" y="31.5" width="{num(x(coming) - x(total))}" height="21"/>'
    ]
    for space in spaces:
        state = "past" if space <= total else "next" if space == view["next"] else "later"
        parts.append(
            f'<path class="ev {state}" d="M{num(x(space))},12l22,30l-22,30l-22,-30z"/>'
            f'<text class="{state}" x="{num(x(space))}" y="106">{space}</text>'
        )
    said = say("Shared damage {total} of {end}; cards at {cards:,}", total=total, end=end, cards=list(map(str, spaces)))
    return f'<svg class="wr" viewBox="0 0 1200 112" role="img" aria-label="{esc(said)}">{"".join(parts)}</svg>'


# ------------------------------------------------------------------ a card, and the laws after it


def event(view: dict[str, Any]) -> str:
    card = view["card"]
    text = esc(say(card["text"])).replace("-", "‑")  # an Eco-Park stays in one line
    then = (
        say("Then rents are counted: this was the last card.")
        if card["last"]
        else say("Emissions before and after. Then each table may write a law.")
    )
    hits = "".join(f"<li>{hit_card(city, view['paused'])}</li>" for city in view["cities"])
    return wall(
        "evw",
        view,
        f'<article class="cutw"><p class="dl"><span>{say("Climate card {card}", card=card["number"])}</span><span>'
        f"{say('damage {card}', card=card['total'])}</span></p><h1>{esc(say(card['title']))}</h1>"
        f'<p class="t">{text}</p><p class="al">{esc(say(card["aloud"]))}</p></article>'
        f'<ul class="hits">{hits}</ul>{headline(view, then)}',
    )


def hit_card(city: dict[str, Any], paused: bool) -> str:
    title = f"<b>{say('Table {n}', n=city['number'])}</b>"
    if city["over"]:
        return f"{title}<small>{say('finished')}</small>"
    if not city["card"]:
        return f"{title}<small>{say('finishes a turn')}</small>"
    effect = city["effect"]
    change = f"{signed(effect['before'])} → {signed(effect['after'])}" if effect else ""
    law = ""
    if (left := city["law_left"]) is not None:
        runs = f' data-clock="{int(left)}"' if not paused else ""
        law = f"<small>{say('law: {time}', time=f'<b{runs}>{time_of(left)}</b>')}</small>"
    return f'{title}<span class="big">{change}</span><small>{hit(city)}</small>{law}'


def hit(city: dict[str, Any]) -> str:
    """What the card took from a table, in a word or two; whoever lost anything was not spared."""
    effect = city["effect"]
    lost = [
        say("{n} gone", n=effect["gone"]) if effect.get("gone") else "",
        say("{n} smaller", n=effect["smaller"]) if effect.get("smaller") else "",
        say("{n} renter", "{n} renters", n=effect["renters"]) if effect.get("renters") else "",
    ]
    return ", ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in lost if part) or say("spared")


def laws(view: dict[str, Any]) -> str:
    """Every table's law while it is talked about."""
    talking = sum(1 for city in view["cities"] if city["law_left"] is not None)
    title = say("Law time: {n} table talks", "Law time: {n} tables talk", n=talking)
    card = view["card"]
    said = say("After {card}: everyone at a table must agree. It binds only that table.", card=say(card["title"]))
    head = f"<header><div><h1>{title}</h1>{headline(view, said)}</div>{clock(view['clock'], view['paused'])}</header>"
    items = "".join(law_card(city, view["paused"]) for city in view["cities"])
    return wall("laws", view, f'{head}<ul class="lw6">{items}</ul>')


def law_card(city: dict[str, Any], paused: bool) -> str:
    seconds, vote, foot = city["law_left"], city["vote"], ""
    runs = f' data-clock="{int(seconds)}"' if seconds is not None and not paused else ""
    left = f"<span{runs}>{time_of(seconds)}</span>" if seconds is not None else ""
    if vote is not None:
        text = esc(vote["text"])
        given = "".join(
            f'<span class="{"" if word else "off"}">{mark(seat, 30)}</span>' for seat, word in vote["votes"]
        )
        count = sum(1 for _, word in vote["votes"] if word)
        said = say("{n} of {all} have voted", n=count, all=len(vote["votes"]))
        foot = f'<p class="vt">{given} {said}</p>'
    elif city["drafts"] is not None:
        text = f'<span class="mu">{esc(say("{name} is writing", name=city["names"][city["drafts"]]))}</span>'
    elif seconds is not None:
        text = f'<span class="mu">{say("Talks about a law")}</span>'
    elif city["passed"]:
        text, foot = esc(city["passed"]), f'<p class="vt y">✓ {say("It is law")}</p>'
    else:
        words = say("finished") if city["over"] else say("No law") if city["plays_on"] else hit(city)
        text = f'<span class="mu">{words}</span>'
    title = say("Table {n}", n=city["number"])
    return f'<li><p class="dl"><b>{title}</b>{left}</p><p class="tx" data-fit-box>{text}</p>{foot}</li>'


# ------------------------------------------------------------------ the end


def winner(won: dict[str, Any]) -> str:
    if len(won["seats"]) == 1:
        return f'<p class="w">{mark(won["seats"][0], 44)}{fitted(won["names"][0])}</p>'
    return f'<p class="w">{fitted(say("Table {n}", n=won["table"] + 1))}</p>'


def ending(view: dict[str, Any]) -> str:
    """The prizes, each hidden until the facilitator reveals it."""
    cards = []
    for prize in view["prizes"]:
        title = f"<h2>{esc(say(prize['title']))}</h2>"
        if prize["id"] not in view.get("revealed", ()):
            cards.append(f'<li class="hid">{title}<p class="w">?</p></li>')
            continue
        won = "".join(map(winner, prize["winners"])) or f'<p class="w">{say("nobody")}</p>'
        where = [
            say("Table {n}", n=one["table"] + 1) if len(one["seats"]) == 1 else ", ".join(one["names"])
            for one in prize["winners"]
        ]
        cards.append(f"<li>{title}{won}<p>{esc('; '.join([*where, prize['why']]))}</p></li>")
    over = ENDED.get(view["ended"], Text("All cities are built"))
    return wall(
        "pzw",
        view,
        f'<header><h1>{over}</h1><p class="dmg1"><b>{view["total"]}</b> {say("damage")}</p></header>'
        + (headline(view, "") if view.get("message") else "")
        + f'<ul class="pz4">{"".join(cards)}</ul>',
    )


def question(view: dict[str, Any]) -> str:
    """One question for the talk; how the phones voted once it may be seen."""
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
