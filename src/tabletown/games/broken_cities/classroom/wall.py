"""What the projector shows to the whole room: large, without controls, made from `Session.projector()`.

Drawn for 1280 x 720 and scaled as a whole: the damage track, each city under its lid of smog, the climate card as a
newspaper clipping, the laws being written, the pause, and the prizes one by one.
"""

from __future__ import annotations

from typing import Any

from tabletown.classroom.wall import body, clock, fitted, headline, time_of, wall
from tabletown.drawing import esc, num
from tabletown.games.broken_cities.classroom.session import READING
from tabletown.games.broken_cities.view.pieces import mark
from tabletown.games.broken_cities.view.skyline import skyline
from tabletown.kernel import Text, say

ENDED = {
    "damage": Text("The damage track is full"),
    "clock": Text("Time is up"),
    "fifty": Text("A player reached 50 rent"),
    "early": Text("The session was ended early"),
}


def projector(view: dict[str, Any]) -> str:
    """The page body for the current phase: before play, play, a card, laws, the pause, or the end."""
    own = {
        "mark": mark,
        "waits": say("Your turns and clocks wait. Damage {n}.", n=view["total"]),
        "over_words": ENDED.get(view["ended"], Text("All cities have finished")),
        "beside": f'<p class="dmg1"><b>{view["total"]}</b> {say("damage")}</p>',
    }
    return body(view | own, running)


def running(view: dict[str, Any]) -> str:
    if view["card"] is not None:
        struck = all(city["card"] or city["over"] for city in view["cities"])
        return laws(view) if struck and view["card"]["age"] > READING else event(view)
    return playing(view)


def signed(number: int | str) -> str:
    """A number with a typographic minus sign."""
    return f"{number}".replace("-", "\N{MINUS SIGN}")


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
        words = say("{left} more, and everyone stops", left=left)
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
    """The track of shared damage; diamonds: cards, filled if past; dashed: what this round will add."""
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
        say("This was the last card. Now rents are counted.")
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
        return f"{title}<small>{say('finishing a turn')}</small>"
    effect = city["effect"]
    change = f"{signed(effect['before'])} → {signed(effect['after'])}" if effect else ""
    law = ""
    if (left := city["law_left"]) is not None:
        runs = f' data-clock="{int(left)}"' if not paused else ""
        law = f"<small>{say('law: {time}', time=f'<b{runs}>{time_of(left)}</b>')}</small>"
    return f'{title}<span class="big">{change}</span><small>{hit(city)}</small>{law}'


def hit(city: dict[str, Any]) -> str:
    """What the card took from a table, in a few words; "spared" only if it took nothing."""
    effect = city["effect"]
    lost = [
        say("{n} gone", n=effect["gone"]) if effect.get("gone") else "",
        say("{n} smaller", n=effect["smaller"]) if effect.get("smaller") else "",
        say("{n} renter", "{n} renters", n=effect["renters"]) if effect.get("renters") else "",
    ]
    return ", ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in lost if part) or say("spared")


def laws(view: dict[str, Any]) -> str:
    """Every table's law session: its draft, its vote or its result."""
    talking = sum(1 for city in view["cities"] if city["law_left"] is not None)
    title = say("Law time: {n} table talking", "Law time: {n} tables talking", n=talking)
    card = view["card"]
    said = say("After {card}: everyone at a table must agree. The law binds only that table.", card=say(card["title"]))
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
        text = f'<span class="mu">{say("Talking about a law")}</span>'
    elif city["passed"]:
        text, foot = esc(city["passed"]), f'<p class="vt y">✓ {say("It is law")}</p>'
    else:
        words = say("finished") if city["over"] else say("No law") if city["plays_on"] else hit(city)
        text = f'<span class="mu">{words}</span>'
    title = say("Table {n}", n=city["number"])
    return f'<li><p class="dl"><b>{title}</b>{left}</p><p class="tx" data-fit-box>{text}</p>{foot}</li>'
