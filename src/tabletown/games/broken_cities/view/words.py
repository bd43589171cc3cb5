"""The whole table in words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import drawn_once, sentence
from tabletown.games.broken_cities.content import (
    CARDS,
    CELLS,
    GREENSPACE,
    KINDS,
    SHOPPING,
    TITLES,
    damage_of,
)
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.rules.counting import (
    breakdown,
    emissions_at,
    own_emissions,
    rent_parts,
)
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.words import (
    law_text,
    proposal_text,
    rent_sum,
)
from tabletown.kernel import say, seat_name

# ------------------------------------------------------------------ the table in words


def text(s: BrokenCities, seat: int | None, names: Sequence[str]) -> str:
    return "\n".join([*headline(s), "", *players(s, seat, names), "", *block(s, names), "", *statutes(s, names)])


def damage_title(s: BrokenCities) -> str:
    if s.options.facilitated == "on":
        return say("This city has added {damage} damage", damage=s.damage)
    coming = next_event(s)
    if coming is None:
        return say("Damage {damage} of {all}", damage=s.damage, all=EVENT_SPACES[-1])
    told = {"damage": s.damage, "all": EVENT_SPACES[-1], "next": coming}
    return say("Damage {damage} of {all}, next event at {next}", **told)


def next_event(s: BrokenCities) -> int | None:
    """The damage at which the next climate event happens, of a single table."""
    return next((space for space in EVENT_SPACES if space > s.damage), None)


def headline(s: BrokenCities) -> list[str]:
    lines = [
        say(
            "Round {round}. Emissions {emissions}: +{damage_of} damage at the end of each round.",
            round=s.round,
            emissions=s.emissions,
            damage_of=damage_of(s.emissions),
        )
    ]
    if s.options.facilitated == "on":
        lines.append(say("{damage}; the session counts all cities together.", damage=damage_title(s)))
    else:
        lines.append(sentence(damage_title(s)))
    drawn = [say("{title} (round {when})", title=CARDS[card].title, when=when) for when, card in s.events]
    if drawn:
        lines.append(say("Climate cards drawn: {drawn:,}; {deck} left.", drawn=drawn, deck=len(s.deck)))
    else:
        lines.append(say("No climate cards drawn yet; {deck} left.", deck=len(s.deck)))
    lines.append(
        say(
            "Renters: {pool} waiting, {reserve} in reserve, {gone} gone for good.",
            pool=s.pool,
            reserve=s.reserve,
            gone=s.gone,
        )
    )
    return lines


def players(s: BrokenCities, seat: int | None, names: Sequence[str]) -> list[str]:
    lines = [say("Players, in turn order:")]
    for player in s.order or range(s.players):
        name = seat_name(player, names, seat)
        lines.append(
            say(
                "  {name}: money {money}, rent {rent}, own emissions {emissions}",
                name=name,
                money=s.money[player],
                rent=rent_sum(breakdown(s, player)),
                emissions=own_emissions(s, player),
            )
        )
        if s.forced[player]:
            lines.append(say("    must buy first: {kind}", kind=TITLES[s.forced[player]]))
        if barred := [TITLES[kind] for kind in range(1, len(KINDS)) if s.barred[player] >> kind & 1]:
            lines.append(say("    may not build this turn: {kinds:,}", kinds=barred))
    return lines


def block(s: BrokenCities, names: Sequence[str]) -> list[str]:
    lines = [say("The block (columns A to H from the forest, rows 1 to 6 down to the shore):")]
    lines += [f"  {place(s, cell, names)}" for cell, kind in enumerate(s.kinds) if kind]
    empty = [CELLS[cell] for cell, kind in enumerate(s.kinds) if not kind]
    lines.append(say("  Empty cells: {cells:,}.", cells=empty) if empty else say("  No empty cells."))
    prices = [say("{kind} {price}", kind=TITLES[kind], price=s.prices[kind]) for kind in range(1, len(KINDS))]
    lines.append(say("Prices: {prices:,}.", prices=prices))
    if bought := [say("{count} {kind}", count=n, kind=TITLES[kind]) for kind, n in enumerate(s.bought) if n]:
        lines.append(say("Bought this turn: {bought:,}.", bought=bought))  # laws count it
    return lines


def place(s: BrokenCities, cell: int, names: Sequence[str]) -> str:
    """A cell in words, the same on the board and in the text: "A6: Conventional owned by Lena, rent 5 = 4 …"."""
    kind, owner = s.kinds[cell], s.owners[cell]
    if not kind:
        return say("{cell}: empty", cell=CELLS[cell])
    rent = tuple(rent_parts(s, cell, occupied=True).items()) if kind < GREENSPACE else ()
    rented = kind == SHOPPING or bool(s.renters[cell])
    whose = seat_name(owner, names) if owner >= 0 else None
    return built_cell(CELLS[cell], kind, whose, emissions_at(s, cell), rented, rent)


@drawn_once
def built_cell(
    cell: str, kind: int, whose: str | None, emissions: int, rented: bool, rent: tuple[tuple[str, int], ...]
) -> str:
    notes = [
        say("{kind} owned by {who}", kind=TITLES[kind], who=whose)
        if whose is not None
        else say("{kind}, no owner", kind=TITLES[kind]),
        say("emissions {n}", n=emissions),
    ]
    if kind < GREENSPACE:
        notes.append(
            say("rent {sum}", sum=rent_sum(dict(rent)))
            if rented
            else say("no renter, rent {rent} with one", rent=sum(earned for _, earned in rent))
        )
    return say("{cell}: {notes:,}", cell=cell, notes=notes)


def statutes(s: BrokenCities, names: Sequence[str]) -> list[str]:
    lines = [
        say("Law {number}, from round {since}: {law}", number=law.number, since=law.since, law=law_text(law))
        for law in s.laws
    ] or [say("No laws in force.")]
    if s.assembly is not None:
        made = [f"{seat_name(seat, names)} {count}" for seat, count in enumerate(s.assembly.used)]
        lines.append(say("Proposals made in this session: {made:,}.", made=made))
        for vote in s.assembly.votes:
            lines.append(say("Turned down: {law}", law=proposal_text(vote.proposal)))
        if s.assembly.draft is not None:
            draft = s.assembly.draft
            lines.append(
                say(
                    "Draft by {who}: {law}",
                    who=seat_name(draft.by, names),
                    law=proposal_text(draft),
                )
            )
    return lines
