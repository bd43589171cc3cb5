"""The panels around the block: price list, players, emissions, damage, laws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.drawing import called, drawn_once, esc, named, num, signed
from tabletown.games.broken_cities.content import (
    CITY,
    COST,
    EMISSIONS,
    KINDS,
    PARKS,
    RENT,
    RETROFIT,
    TITLES,
    damage_of,
)
from tabletown.games.broken_cities.options import BUY_WORDS
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.rules.counting import breakdown, own_emissions
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view.describe import kind_asked
from tabletown.games.broken_cities.view.pieces import icon, mark
from tabletown.games.broken_cities.words import law_text, rent_sum
from tabletown.kernel import Decision, Described, say, seat_name


def price_list(s: BrokenCities, seat: int | None, asked: Decision | None, options: Mapping[str, Described]) -> str:
    """The price list; what can be bought now is a button."""
    chosen = kind_asked(asked)
    items = []
    for kind in range(1, len(KINDS)):
        change = signed(EMISSIONS[kind])
        effect = (
            say("emissions {change}", change=change)
            if kind in PARKS
            else say("emissions {change}", change=change) + "<br>" + say("rent +{rent}", rent=RENT[kind])
        )
        price = f"<b>{s.prices[kind]}</b>"
        if s.prices[kind] > COST[kind]:
            price = f'<s>{COST[kind]}</s> <b class="up">{s.prices[kind]}</b>'
        left = (
            say("{supply} left", supply=s.supply[kind])
            if kind != RETROFIT and s.options.supply == "limited"
            else "&#160;"
        )
        words = (
            f'<span><b>{called(TITLES[kind])}</b><small class="num">{say("cost {price}", price=price)}<br>{effect}'
            f"<br>{left}</small></span>"
        )
        body = icon(kind, seat) + words
        word = BUY_WORDS[kind]
        if word in options:
            said = esc(say("{label}, emissions {change}", label=options[word].label, change=change))
            head = f'<button class="buy" type="button" data-option="{word}" aria-label="{said}">'
            items.append(f"<li>{head}{body}</button></li>")
        elif kind == chosen:
            items.append(f'<li><div class="buy chosen" aria-current="true">{body}</div></li>')
        else:
            why = f' data-word="{word}"' if asked is not None and asked.rule == "turn.step2-purchase" else ""
            items.append(f'<li><div class="buy{" not" if asked is not None else ""}"{why}>{body}</div></li>')
    return f'<ul class="bc bc-prices">{"".join(items)}</ul>'


def players(s: BrokenCities, seat: int | None, names: Sequence[str]) -> str:
    """Rent and money of each player in turn order; hovering shows how the rent adds up."""
    rows = []
    acting = s.order[s.turn] if s.phase == "turn" and s.turn < len(s.order) and not s.end else -1
    for player in s.order or range(s.players):
        said = rent_sum(breakdown(s, player))
        classes = "pl" + (" me" if player == seat else "") + (" acts" if player == acting else "")
        note = say("own emissions {own_emissions}", own_emissions=own_emissions(s, player))
        if s.last[player]:
            note = say("acts last next round")
        elif s.less_income[player]:
            note = say("loses income next turn")
        elif s.forced[player]:
            note = say("must buy {title} first", title=TITLES[s.forced[player]])
        rows.append(
            f'<li class="{classes} s{player + 1}" title="{say("Rent {said}", said=esc(said))}">'
            f"{mark(player, 26)}<span><b>{esc(seat_name(player, names, seat))}</b><small>{note}</small>"
            f'</span><b class="num" role="img" aria-label="{say("rent {said}", said=esc(said))}">{s.rents[player]}'
            f'<small>{say("rent")}</small></b><b class="num">{s.money[player]}<small>{say("money")}'
            "</small></b></li>"
        )
    return f'<ul class="bc bc-players">{"".join(rows)}</ul>'


def emissions(s: BrokenCities) -> str:
    """The emissions track: fourteen rows of eight with the damage of each, and the marker."""
    here = damage_of(s.emissions, s.options.damage_cap == "capped")
    parts = [
        f"{s.kinds.count(kind)} {named(TITLES[kind])} {signed(s.kinds.count(kind) * EMISSIONS[kind])}"
        for kind in range(1, RETROFIT)
        if s.kinds.count(kind)
    ]
    said = say(
        "Emissions {emissions}: {here} damage each round. Sources: {parts:,}.",
        emissions=s.emissions,
        here=here,
        parts=parts or [say("nothing built yet")],
    )
    return emissions_track(s.emissions, here, esc(said))


@drawn_once
def emissions_track(emissions: int, here: int, said: str) -> str:
    rows = []
    for damage in range(14):
        y = 190.2 - 14.4 * damage
        boxes = "".join(f"M{34 + 24 * box},{num(y)}h22v12.4h-22z" for box in range(CITY.tracks.row))
        first = CITY.tracks.row * damage + 1
        span = f'<text class="rg" x="232" y="{num(y + 10.6)}">{first}–{first + 7}</text>' if damage % 3 == 0 else ""
        now = ' class="here"' if damage == min(here, 13) else ""
        rows.append(
            f'<g{now}><text class="dm" x="22" y="{num(y + 10.6)}">{damage}</text>'
            f'<path class="lv" style="--k:{5 + 7 * damage}%" d="{boxes}"/>{span}</g>'
        )
    box = min(max(emissions, 1), 112) - 1
    x, y = 34 + 24 * (box % 8), 190.2 - 14.4 * (box // 8)
    marker = (
        f'<g class="mkr"><rect x="{x - 5}" y="{num(y - 4)}" width="32" height="20" rx="5"/>'
        f'<text x="{x + 11}" y="{num(y + 10.8)}">{emissions}</text></g>'
    )
    return (
        f'<svg class="bc bc-em" viewBox="0 0 290 206" role="img" aria-label="{said}"><title>{said}</title>'
        f"{''.join(rows)}{marker}</svg>"
    )


def damage(s: BrokenCities) -> str:
    """The damage track with its events: filled diamonds are past."""
    adds = damage_of(s.emissions, s.options.damage_cap == "capped")
    if s.options.facilitated == "on":
        return (
            '<p class="bc bc-note">'
            f"{say('All cities share one climate. Yours adds {adds} damage a round.', adds=adds)}"
            "</p>"
        )
    note = f'<p class="bc-note">{say("As things stand, this round adds {adds}.", adds=adds)}</p>'
    return f'<div class="bc">{damage_track(s.damage, tuple(EVENT_SPACES), adds)}{note}</div>'


@drawn_once
def damage_track(total: int, spaces: Sequence[int], adds: int = 0) -> str:
    end = spaces[-1]
    scale = 278 / end

    def x(value: float) -> float:
        return 2 + scale * min(value, end)

    parts = [
        f'<rect class="bg" x="2" y="8" width="286" height="10" rx="5"/>'
        f'<rect class="fl" x="2" y="8" width="{num(max(0, x(total) - 2))}" height="10" rx="5"/>'
    ]
    if adds and total < end:
        parts.append(
            f'<rect class="nx" x="{num(x(total))}" y="9" width="{num(x(total + adds) - x(total))}" height="8" rx="4"/>'
        )
    for space in spaces:
        past = " past" if total >= space else ""
        parts.append(
            f'<path class="ev{past}" d="M{num(x(space))},2l7,11l-7,11l-7,-11z"/>'
            f'<text x="{num(x(space))}" y="38">{space}</text>'
        )
    said = say("Damage {total} of {end}; events at {spaces:,}", total=total, end=end, spaces=[str(n) for n in spaces])
    return f'<svg class="bc bc-dmg" viewBox="0 0 290 42" role="img" aria-label="{said}">{"".join(parts)}</svg>'


def laws(s: BrokenCities) -> str:
    """The statute book."""
    if not s.laws:
        return f'<p class="bc bc-note">{say("No laws yet. After a climate event, the players may pass one.")}</p>'
    items = "".join(
        f"<li><b>{say('Law {number}', number=law.number)}</b> {esc(law_text(law))}"
        + (f"<small>{say('from round {since} on', since=law.since)}</small>" if law.since > s.round else "")
        + "</li>"
        for law in s.laws
    )
    return f'<ul class="bc bc-laws">{items}</ul>'
