"""What the projector shows to the whole room: large, without controls, made from `Session.projector()`.

The damage track, each city under its lid of smog, the climate card as a clipping, the prizes and the questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.drawing import esc, num
from tabletown.games.broken_cities.content import GREENSPACE
from tabletown.games.broken_cities.view.pieces import mark, tile
from tabletown.kernel import Text, say

ENDED = {"damage": Text("The damage is full"), "clock": Text("Time is up"), "fifty": Text("A player reached 50 rent")}


def projector(view: dict[str, Any]) -> str:
    """The whole page body for this moment: before play, play, a card, or the end."""
    if view["phase"] == "lobby":
        return lobby(view)
    if view["card"] is not None:
        return event(view)
    return ending(view) if view["phase"] == "over" else playing(view)


def clock(seconds: float | None, paused: bool) -> str:
    if seconds is None:
        return ""
    face = "M9,2A7,7 0 1 1 9,16A7,7 0 1 1 9,2M9,5V9L12,11"
    icon = f'<svg width="44" height="44" viewBox="0 0 18 18" aria-hidden="true"><path class="line" d="{face}"/></svg>'
    runs = f' data-clock="{int(seconds)}"' if not paused else ""  # the page counts on from there
    return f'<p class="tl" role="timer">{icon}<b{runs}>{int(seconds) // 60}:{int(seconds) % 60:02d}</b></p>'


def playing(view: dict[str, Any]) -> str:
    left = view["left"]
    if view["ended"]:
        words = say("{ended}: finish your turn", ended=ENDED[view["ended"]])
    elif view["paused"]:
        words = say("Paused: look up here")
    elif view["stopped"]:
        words = say("Hold on: finish your turn")
    elif left is None:
        words = say("The last card has been drawn")
    else:
        words = say("{left} more, and everybody stops", left=left)
    return (
        f'<main class="bc bcp play"><header><h1>{say("Broken Cities")}</h1>'
        f'{clock(view["clock"], view["paused"])}</header><section class="dm"><p class="big"><b>'
        f'{view["total"]}</b> {say("damage")}</p><p class="nxt">{words}</p>{ruler(view)}</section><p '
        f'class="cap">{say("Emissions of each city, and what they add to the damage every round")}</p>'
        f"{cities(view)}</main>"
    )


def ruler(view: dict[str, Any]) -> str:
    """The shared damage: diamonds are events, filled ones are past."""
    total: int = view["total"]
    spaces: list[int] = view["thresholds"]
    end = spaces[-1]

    def x(value: float) -> float:
        return 42.5 + 1115 * min(value, end) / end

    parts = [
        '<rect class="bg" x="42.5" y="45" width="1115" height="27.5" rx="13.8"/>'
        f'<rect class="fl" x="42.5" y="45" width="{num(x(total) - 42.5)}" height="27.5" rx="13.8"/>'
    ]
    for space in spaces:
        state = "past" if space <= total else "next" if space == view["next"] else "later"
        parts.append(
            f'<path class="ev {state}" d="M{num(x(space))},22.5l26.2,36.2l-26.2,36.2l-26.2,-36.2z"/>'
            f'<text class="{state}" x="{num(x(space))}" y="134">{space}</text>'
        )
    said = f"Shared damage {total} of {end}; events at {', '.join(map(str, spaces))}"
    return f'<svg class="ruler" viewBox="0 0 1200 140" role="img" aria-label="{said}">{"".join(parts)}</svg>'


def cities(view: dict[str, Any], tall: int = 210, changes: bool = False) -> str:
    items = []
    for city in view["cities"]:
        if changes:
            change = city["card_change"]
            words = "" if not city["card"] else "spared" if not change else f"{'+' if change > 0 else '−'}{abs(change)}"
        else:
            words = say("50 rent") if city["over"] else f"+{city['adds']}"
        below = law_clock(city, view["paused"]) if changes else f"{esc(city['leader'])} {city['leader_rent']}"
        title = f"<p><b>{say('Table {city}', city=city['number'])}</b><span>{words}</span></p><small>{below}</small>"
        items.append(f"<li>{skyline(city, tall)}{title}</li>")
    return f'<ul class="cs" style="--n:{len(items)}">{"".join(items)}</ul>'


def law_clock(city: dict[str, Any], paused: bool) -> str:
    """What the table does about the card: its turn, its law and how long it may still take, or it plays on."""
    seconds = city["law_left"]
    if city["over"]:
        return "finished"
    if seconds is None:
        return say("plays on") if city["plays_on"] else say("applies it") if city["card"] else say("finishes a turn")
    runs = f' data-clock="{int(seconds)}"' if not paused else ""
    return f"{say('law:')} <b{runs}>{int(seconds) // 60}:{int(seconds) % 60:02d}</b>"


def skyline(city: dict[str, Any], tall: int = 210) -> str:
    """Three of the city's tiles under a lid of smog that sinks as emissions rise."""
    level = max(0, min(112, city["emissions"]))
    lid = 46 + (tall - 96) * level / 112
    shade = 35 + level * 45 // 112
    clip = f"bcp-{city['number']}-{tall}"
    houses = "".join(
        f'<g transform="translate({-4 + 74 * place} {num(tall - 81.2)}) scale(1.18)">{house(kind, owner)}</g>'
        for place, (kind, owner) in enumerate(three(city["kinds"]))
    )
    said = say("Table {city}: emissions {city2}", city=city["number"], city2=city["emissions"])
    return (
        f'<svg class="city" viewBox="0 0 228 {tall}" role="img" aria-label="{said}"><defs><clipPath id="{clip}">'
        f'<rect width="228" height="{tall}" rx="12"/></clipPath></defs><g clip-path="url(#{clip})">'
        f'<rect class="sky" width="228" height="{tall}"/>'
        f'<rect class="gnd" y="{tall - 20}" width="228" height="20"/>{houses}'
        f'<path class="lid thin" style="--k:{shade}%" d="{smog(lid + 16, city["number"] + 3, 1.24)}"/>'
        f'<path class="lid" style="--k:{shade}%" d="{smog(lid, city["number"], 1.0)}"/></g>'
        f'<text class="en" x="114" y="58">{city["emissions"]}</text></svg>'
    )


def three(kinds: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Three different tiles that stand for the city, the commonest first."""
    counted: dict[int, list[Sequence[int]]] = {}
    for entry in kinds:
        counted.setdefault(entry[0], []).append(entry)
    order = sorted(counted.values(), key=lambda group: (-len(group), group[0][0]))
    shown = [group[len(group) // 2] for group in order][:3]
    return shown + [entry for group in order for entry in group[1:]][: 3 - len(shown)]


def house(kind: int, owner: int) -> str:
    if kind >= GREENSPACE:
        leaves = [(20, 62, 1.5, 1), (52, 64, 1.9, 2)]
        trees = "".join(
            f'<g transform="translate({x} {y}) scale({size})"><path class="tr" d="M-1.5,0h3v-6h-3z"/>'
            f'<circle class="lf{leaf}" cy="-12" r="8.5"/></g>'
            for x, y, size, leaf in leaves
        )
        return f"<g>{trees}</g>"
    return f'<g class="bd s{owner + 1}">{tile(kind)}</g>'


def smog(y: float, salt: int, stretch: float) -> str:
    """A cloud from the top down to y, with bulges of a fixed but uneven width."""
    widths = [20 + (salt * 37 + n * 53) % 34 for n in range(6)]
    scale = 228 / sum(widths)
    bulges = "".join(f"a{num(w * scale / 2)},{num(w * scale / 2 * stretch)} 0 0 1 -{num(w * scale)},0" for w in widths)
    return f"M0,0H228V{num(y)}{bulges}Z"


def event(view: dict[str, Any]) -> str:
    card = view["card"]
    text = esc(card["text"]).replace("-", "\u2011")  # an Eco-Park stays in one line
    then = (
        say("Then rents are counted: this was the last card.")
        if card["last"]
        else say("Then each table may write a law.")
    )
    return (
        '<main class="bc bcp ev2"><article class="cut"><p class="dl"><span>'
        f"{say('Climate card {card}', card=card['number'])}</span><span>"
        f"{say('damage {card}', card=card['total'])}</span></p><h1>{esc(card['title'])}</h1><p "
        f'class="tx">{text}</p></article>{cities(view, 170, changes=True)}<p class="then">'
        f"{say('Every city changes. {then}', then=then)}</p></main>"
    )


def lobby(view: dict[str, Any]) -> str:
    """Who sits where; the page puts the join code above it."""
    tables = []
    for city in view["cities"]:
        seats = "".join(
            f'<li class="{"" if name else "free"}">{mark(seat, 30)}<b>{esc(name) or "free"}</b></li>'
            for seat, name in enumerate(city["names"])
        )
        tables.append(f"<li><h2>{say('Table {city}', city=city['number'])}</h2><ul>{seats}</ul></li>")
    return f'<main class="bc bcp jn"><ul class="who" style="--n:{len(tables)}">{"".join(tables)}</ul></main>'


def ending(view: dict[str, Any]) -> str:
    """Prizes, and the questions for the talk."""
    rows = []
    for prize in view["prizes"]:
        if prize["table"] is None:
            who = "nobody"
        elif len(prize["seats"]) == 1:
            who = say(
                "{mark} {prize}, table {prize2}",
                mark=mark(prize["seats"][0], 40),
                prize=esc(prize["names"][0]),
                prize2=prize["table"] + 1,
            )
        else:
            who = say("Table {prize}: {prize2}", prize=prize["table"] + 1, prize2=esc(", ".join(prize["names"])))
        rows.append(f"<li><span>{esc(prize['title'])}</span><b>{who}</b></li>")
    questions = "".join(f"<li>{esc(question)}</li>" for question in view["questions_to_discuss"])
    return (
        f'<main class="bc bcp fin"><header><h1>{ENDED.get(view["ended"], say("All cities are built"))}'
        f'</h1><p class="big"><b>{view["total"]}</b> {say("damage")}</p></header><ul class="prizes">'
        f'{"".join(rows)}</ul><ol class="talk">{questions}</ol></main>'
    )
