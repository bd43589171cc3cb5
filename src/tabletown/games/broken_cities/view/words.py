"""What a player would say for each option, and the whole table in words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import capital, drawn_once, named
from tabletown.games.broken_cities.content import (
    AREAS,
    CARDS,
    CELLS,
    EMISSIONS,
    GREENSPACE,
    KINDS,
    LAW_KINDS,
    NUMBER,
    PENALTIES,
    RENT,
    RETROFIT,
    SHOPPING,
    TITLES,
    damage_of,
)
from tabletown.games.broken_cities.options import BOUGHT, CELL_AT, HOME_AT
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.rules.counting import (
    RETROFIT_SAVES,
    breakdown,
    emissions_at,
    marker_at,
    own_emissions,
    recount,
    rent_at,
    rent_parts,
)
from tabletown.games.broken_cities.rules.laws import missed
from tabletown.games.broken_cities.rules.turns import WHERE_FOR
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.words import (
    QUARTERS,
    a,
    law_text,
    penalty_text,
    proposal_text,
    rent_sum,
)
from tabletown.kernel import Decision, Text, say, seat_name

ON_BOARD = CELL_AT | HOME_AT


def kind_asked(asked: Decision | None) -> int:
    """The kind for which a cell is being chosen; 0 if none is."""
    if asked is None:
        return 0
    if asked.rule == "build.any-cell":
        return WHERE_FOR.index(asked.prompt)
    return RETROFIT if asked.rule == "build.cost-retrofit" else 0


def cell_gain(s: BrokenCities, seat: int, kind: int, cell: int, word: str) -> int:
    """How much the seat's own rent would change, with a renter in a new home."""
    if word.startswith("renter:"):
        return -rent_at(s, cell) if s.renters[cell] else rent_at(s, cell, occupied=True)
    if not kind:
        return -rent_at(s, cell)  # to be torn down
    if kind == RETROFIT:  # an empty home earns nothing, whatever its kind
        return RENT[RETROFIT] if s.renters[cell] or s.kinds[cell] == SHOPPING else 0
    after = s.copy()
    after.kinds[cell], after.owners[cell] = kind, seat
    after.renters[cell] = int(kind < SHOPPING)
    recount(after)
    return after.rents[seat] - s.rents[seat]


def gains_of(s: BrokenCities, asked: Decision | None) -> dict[str, int]:
    """By option that is a cell: how much the rent of whoever is asked would change."""
    if asked is None or asked.seat < 0:
        return {}
    seat, kind, words = asked.seat, kind_asked(asked), [word for word in asked.options if word in ON_BOARD]
    return {word: cell_gain(s, seat, kind, ON_BOARD[word], word) for word in words}


def label(s: BrokenCities, decision: Decision, word: str, gain: int | None = None) -> str:
    """The sentence that a player would say for this option. `gain`: what it brings, where that is known."""
    seat, kind = decision.seat, kind_asked(decision)
    verb, _, what = word.partition(":")
    if word in BOUGHT:
        bought = BOUGHT[word]
        return say("Buy {what} for {price}", what=a(bought), price=s.prices[bought])
    if verb == "cell":
        return cell_label(s, seat, kind, CELL_AT[word], gain)
    if word == "renter:all":
        return say("Let renters move in everywhere")
    if verb == "renter":
        cell = HOME_AT[word]
        rent = rent_at(s, cell, occupied=True)
        return (
            say("Renter leaves {what}, rent −{rent}", what=what, rent=rent)
            if s.renters[cell]
            else say("Renter moves in on {what}, rent +{rent}", what=what, rent=rent)
        )
    if word == "end":
        return end_label(s, seat)
    if verb in LABELS:
        return str(LABELS[verb](what=CARDS[what].title if what in CARDS else what))
    if verb == "law":
        return say("{title}: {help}", title=LAW_KINDS[what].title, help=LAW_KINDS[what].help)
    if verb in ("change", "repeal") and what:
        law = next(law for law in s.laws if str(law.number) == what)
        return say("{what}: {law}", what=OLD_LAW[verb](number=what), law=law_text(law))
    if verb == "kind":
        return named(TITLES[NUMBER[what]])
    if verb == "area":
        return capital(named(AREAS[what]))
    if verb == "penalty":
        return say("{title}: {help}", title=PENALTIES[what].title, help=PENALTIES[what].help)
    if verb == "set":
        return str(SLOT_LABELS[what])
    if verb == "size":
        draft = s.assembly.draft.law.penalty if s.assembly and s.assembly.draft else None
        return capital(str(QUARTERS[int(what)])) if draft is not None and draft.kind == "lose_income" else what
    if verb == "rounds":
        return say("Until the game ends") if what == "0" else say("{n} round", "{n} rounds", n=int(what))
    if verb in ("count", "amount", "text"):
        return named(what)
    return str(WORDS[word]) if word in WORDS else word


OLD_LAW = {"change": Text("Change law {number}"), "repeal": Text("Repeal law {number}")}
WORDS = {
    "demolish": Text("Tear down one of your own tiles"),
    "no-law": Text("Propose no law"),
    "propose": Text("Propose this law"),
    "withdraw": Text("Drop it and propose nothing"),
    "done": Text("Done"),
    "accept": Text("Accept"),
    "change": Text("Ask to change it"),
    "veto": Text("Veto"),
    "kept": Text("The law was kept"),
    "broken": Text("The law was broken"),
    "leave": Text("Let them go"),
}
LABELS = {"event": Text("Climate card {what}"), "last": Text("Last climate card {what}")}
SLOT_LABELS = {
    "count": Text("How many"),
    "amount": Text("How much"),
    "kinds": Text("Which kinds"),
    "others": Text("What else must be built"),
    "area": Text("Where"),
    "text": Text("The words"),
    "penalty": Text("Which penalty"),
    "size": Text("How large the penalty is"),
    "barred": Text("Which kinds are barred"),
    "park": Text("Which park"),
    "warning": Text("Warn first, or not"),
    "strict": Text("Excuse those who cannot, or not"),
    "rounds": Text("How long it holds"),
}


def cell_label(s: BrokenCities, seat: int, kind: int, cell: int, gain: int | None) -> str:
    name = CELLS[cell]
    if not kind:
        return say("Tear down {title} on {name}", title=TITLES[s.kinds[cell]], name=name)
    gain = gain if gain is not None else cell_gain(s, seat, kind, cell, "cell:")
    before = s.rents[seat]
    paid = say("pay {prices} of {money}", prices=s.prices[kind], money=s.money[seat])
    if kind == RETROFIT:
        return say(
            "Retrofit {title} on {name}: {paid}, emissions {emissions} to {after}, rent {before} to {before2}",
            title=TITLES[s.kinds[cell]],
            name=name,
            paid=paid,
            emissions=s.emissions,
            after=marker_at(s, s.emissions - min(RETROFIT_SAVES, EMISSIONS[s.kinds[cell]])),
            before=before,
            before2=before + gain,
        )
    after = marker_at(s, s.emissions + EMISSIONS[kind])
    told = {
        "kind": TITLES[kind],
        "cell": name,
        "paid": paid,
        "emissions": s.emissions,
        "after": after,
        "before": before,
        "then": before + gain,
    }
    if kind < SHOPPING:
        return say(
            "Build {kind} on {cell}: {paid}, emissions {emissions} to {after}, your rent {before} to {then} with a "
            "renter",
            **told,
        )
    return say("Build {kind} on {cell}: {paid}, emissions {emissions} to {after}, your rent {before} to {then}", **told)


def end_label(s: BrokenCities, seat: int) -> str:
    """Ending the turn, with what it would cost under the laws in force."""
    threats = [
        say("law {number}: {penalty}", number=law.number, penalty=penalty_text(law.penalty))
        for law in s.active
        if law.penalty is not None
        and law.kind != "honour"
        and missed(s, law, seat)
        and (law.strict or law.number in s.able)
    ]
    return say("End the turn ({threats:,})", threats=threats) if threats else say("End the turn")


# ------------------------------------------------------------------ the table in words


def text(s: BrokenCities, seat: int | None, names: Sequence[str]) -> str:
    return "\n".join([*headline(s), "", *players(s, seat, names), "", *block(s, names), "", *statutes(s, names)])


def damage_title(s: BrokenCities) -> str:
    if s.options.facilitated == "on":
        return say("This city has added {damage} damage", damage=s.damage)
    coming = next((space for space in EVENT_SPACES if space > s.damage), None)
    if coming is None:
        return say("Damage {damage} of {all}", damage=s.damage, all=EVENT_SPACES[-1])
    told = {"damage": s.damage, "all": EVENT_SPACES[-1], "next": coming}
    return say("Damage {damage} of {all}, next event at {next}", **told)


def headline(s: BrokenCities) -> list[str]:
    lines = [
        say(
            "Round {round}. Emissions {emissions}: damage +{damage_of} at each round end.",
            round=s.round,
            emissions=s.emissions,
            damage_of=damage_of(s.emissions),
        )
    ]
    if s.options.facilitated == "on":
        lines.append(say("{damage}; the session counts all cities together.", damage=damage_title(s)))
    else:
        lines.append(f"{damage_title(s)}.")
    drawn = [say("{title} (round {when})", title=CARDS[card].title, when=when) for when, card in s.events]
    if drawn:
        lines.append(say("Climate cards drawn: {drawn:,}; {deck} left.", drawn=drawn, deck=len(s.deck)))
    else:
        lines.append(say("No climate card is drawn yet; there are {deck}.", deck=len(s.deck)))
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
    return lines


def block(s: BrokenCities, names: Sequence[str]) -> list[str]:
    lines = [say("The block (columns A to H from the forest, rows 1 to 6 to the shore):")]
    lines += [f"  {place(s, cell, names)}" for cell, kind in enumerate(s.kinds) if kind]
    empty = [CELLS[cell] for cell, kind in enumerate(s.kinds) if not kind]
    lines.append(say("  Empty cells: {cells:,}.", cells=empty) if empty else say("  No cell is empty."))
    prices = [say("{kind} {price}", kind=TITLES[kind], price=s.prices[kind]) for kind in range(1, len(KINDS))]
    lines.append(say("Prices: {prices:,}.", prices=prices))
    return lines


def place(s: BrokenCities, cell: int, names: Sequence[str]) -> str:
    """A cell in one sentence, the same on the board and in the text view: "A6: Conventional of Lena, rent 5 = 4 …"."""
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
        say("{kind} of {who}", kind=TITLES[kind], who=whose)
        if whose is not None
        else say("{kind}, nobody's", kind=TITLES[kind]),
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
    ] or [say("No law is in force.")]
    if s.assembly is not None:
        for vote in s.assembly.votes:
            lines.append(say("Turned down: {law}", law=proposal_text(vote.proposal)))
        if s.assembly.draft is not None:
            draft = s.assembly.draft
            lines.append(
                say(
                    "On the table, by {who}: {law}",
                    who=seat_name(draft.by, names),
                    law=proposal_text(draft),
                )
            )
    return lines
