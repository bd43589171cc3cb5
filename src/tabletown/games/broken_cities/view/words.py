"""What a player would say for each option, and the whole table in words."""

from __future__ import annotations

from collections.abc import Sequence

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
from tabletown.games.broken_cities.rules.climate import EVENT_SPACES
from tabletown.games.broken_cities.rules.counting import (
    breakdown,
    emissions_at,
    own_emissions,
    recount,
    rent_at,
    rent_parts,
)
from tabletown.games.broken_cities.rules.laws import missed
from tabletown.games.broken_cities.rules.turns import WHERE_FOR
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.words import (
    BOUGHT,
    CELL_OF,
    QUARTERS,
    a,
    law_text,
    penalty_text,
    proposal_text,
    rent_sum,
)
from tabletown.kernel import Decision, seat_name

KIND_OF = {prompt.parts["what"]: kind for kind, prompt in enumerate(WHERE_FOR)}


def kind_asked(asked: Decision | None) -> int:
    """The kind for which a cell is being chosen; 0 if none is."""
    if asked is None:
        return 0
    if asked.rule == "build.any-cell":
        return KIND_OF[asked.prompt.parts["what"]]
    return RETROFIT if asked.rule == "build.cost-retrofit" else 0


def cell_gain(s: BrokenCities, seat: int, kind: int, cell: int, word: str) -> int:
    """How much the seat's own rent would change, with a renter in a new home."""
    if word.startswith("renter:"):
        return -rent_at(s, cell) if s.renters[cell] else rent_at(s, cell, occupied=True)
    if not kind:
        return -rent_at(s, cell)  # to be torn down
    if kind == RETROFIT:
        return RENT[RETROFIT]
    after = s.copy()
    after.kinds[cell], after.owners[cell] = kind, seat
    after.renters[cell] = int(kind < SHOPPING)
    recount(after)
    return after.rents[seat] - s.rents[seat]


def label(s: BrokenCities, decision: Decision, word: str) -> str:
    """The sentence that a player would say for this option."""
    seat, kind = decision.seat, kind_asked(decision)
    verb, _, what = word.partition(":")
    if word in BOUGHT:
        bought = BOUGHT[word]
        return f"Buy {a(bought)} for {s.prices[bought]}"
    if verb == "cell":
        return cell_label(s, seat, kind, CELL_OF[word])
    if word == "renter:all":
        return "Let renters move in everywhere"
    if verb == "renter":
        cell = CELL_OF[word]
        rent = rent_at(s, cell, occupied=True)
        return f"Renter leaves {what}, rent −{rent}" if s.renters[cell] else f"Renter moves in on {what}, rent +{rent}"
    if word == "end":
        return end_label(s, seat)
    if verb in LABELS:
        return LABELS[verb].format(what=what)
    if verb == "law":
        return f"{LAW_KINDS[what].title}: {LAW_KINDS[what].help}"
    if verb in ("change", "repeal") and what:
        law = next(law for law in s.laws if str(law.number) == what)
        return f"{verb.capitalize()} law {what}: {law_text(law)}"
    if verb == "kind":
        return TITLES[NUMBER[what]]
    if verb == "area":
        return AREAS[what].capitalize()
    if verb == "penalty":
        return f"{PENALTIES[what].title}: {PENALTIES[what].help}"
    if verb == "set":
        return SLOT_LABELS.get(what, f"Set the {what}")
    if verb == "size":
        draft = s.assembly.draft.law.penalty if s.assembly and s.assembly.draft else None
        return QUARTERS[int(what)].capitalize() if draft is not None and draft.kind == "lose_income" else what
    if verb == "rounds":
        return "Until the game ends" if what == "0" else f"{what} round{'s' * (what != '1')}"
    if verb in ("count", "amount", "text"):
        return what
    return WORDS.get(word, word.capitalize())


WORDS = {
    "demolish": "Tear down an own tile",
    "no-law": "Propose no law",
    "propose": "Propose this law",
    "withdraw": "Drop it and propose nothing",
    "done": "Done",
    "accept": "Accept",
    "change": "Ask to change it",
    "veto": "Veto",
    "kept": "The law was kept",
    "broken": "The law was broken",
    "leave": "Let them go",
}
LABELS = {"event": "Climate card {what}", "last": "Last climate card {what}"}
SLOT_LABELS = {
    "count": "How many",
    "amount": "How much",
    "kinds": "Which kinds",
    "others": "What else must be built",
    "area": "Where",
    "text": "The words",
    "penalty": "Which penalty",
    "size": "How large the penalty is",
    "barred": "Which kinds are barred",
    "park": "Which park",
    "warning": "Warn first, or not",
    "strict": "Excuse who cannot, or not",
    "rounds": "How long it holds",
}


def cell_label(s: BrokenCities, seat: int, kind: int, cell: int) -> str:
    name = CELLS[cell]
    if not kind:
        return f"Tear down {TITLES[s.kinds[cell]]} on {name}"
    gain = cell_gain(s, seat, kind, cell, "cell:")
    before = s.rents[seat]
    paid = f"pay {s.prices[kind]} of {s.money[seat]}"
    if kind == RETROFIT:
        return f"Retrofit {TITLES[s.kinds[cell]]} on {name}: {paid}, emissions −2, rent {before} to {before + gain}"
    after = s.emissions + EMISSIONS[kind]
    renter = " with a renter" if kind < SHOPPING else ""
    return (
        f"Build {TITLES[kind]} on {name}: {paid}, emissions {s.emissions} to {after}, "
        f"your rent {before} to {before + gain}{renter}"
    )


def end_label(s: BrokenCities, seat: int) -> str:
    """Ending the turn, with what it would cost under the laws in force."""
    threats = [
        f"law {law.number}: {penalty_text(law.penalty)}"
        for law in s.active
        if law.penalty is not None
        and law.kind != "honour"
        and missed(s, law, seat)
        and (law.strict or law.number in s.able)
    ]
    return "End the turn" + (f" ({'; '.join(threats)})" if threats else "")


# ------------------------------------------------------------------ the table in words


def text(s: BrokenCities, seat: int | None, names: Sequence[str]) -> str:
    return "\n".join([*headline(s), "", *players(s, seat, names), "", *block(s, names), "", *statutes(s, names)])


def damage_title(s: BrokenCities) -> str:
    if s.options.facilitated == "on":
        return f"This city has added {s.damage} damage"
    coming = next((space for space in EVENT_SPACES if space > s.damage), None)
    return f"Damage {s.damage} of {EVENT_SPACES[-1]}" + (f", next event at {coming}" if coming else "")


def headline(s: BrokenCities) -> list[str]:
    lines = [f"Round {s.round}. Emissions {s.emissions}: damage +{damage_of(s.emissions)} at each round end."]
    together = "; the session counts all cities together" if s.options.facilitated == "on" else ""
    lines.append(f"{damage_title(s)}{together}.")
    drawn = ", ".join(f"{CARDS[card].title} (round {when})" for when, card in s.events) or "none"
    lines.append(f"Climate cards drawn: {drawn}; {len(s.deck)} left.")
    lines.append(f"Renters: {s.pool} waiting, {s.reserve} in reserve, {s.gone} gone for good.")
    return lines


def players(s: BrokenCities, seat: int | None, names: Sequence[str]) -> list[str]:
    lines = ["Players, in turn order:"]
    for player in s.order or range(s.players):
        name = seat_name(player, names, seat)
        lines.append(
            f"  {name}: money {s.money[player]}, rent {rent_sum(breakdown(s, player))}, "
            f"own emissions {own_emissions(s, player)}"
        )
    return lines


def block(s: BrokenCities, names: Sequence[str]) -> list[str]:
    lines = ["The block (columns A to H from the forest, rows 1 to 6 to the shore):"]
    for cell, kind in enumerate(s.kinds):
        if not kind:
            continue
        owner = seat_name(s.owners[cell], names) if s.owners[cell] >= 0 else "nobody"
        line = f"  {CELLS[cell]} {TITLES[kind]}, {owner}, emissions {emissions_at(s, cell)}"
        if kind < GREENSPACE:
            parts = rent_parts(s, cell)
            line += f", rent {rent_sum(parts)}" if parts else ", no renter"
        lines.append(line)
    lines.append("  empty: " + (" ".join(CELLS[cell] for cell, kind in enumerate(s.kinds) if not kind) or "none"))
    prices = ", ".join(f"{TITLES[kind]} {s.prices[kind]}" for kind in range(1, len(KINDS)))
    lines.append(f"Prices: {prices}.")
    return lines


def statutes(s: BrokenCities, names: Sequence[str]) -> list[str]:
    lines = [f"Law {law.number}, from round {law.since}: {law_text(law)}" for law in s.laws] or ["No law is in force."]
    if s.assembly is not None:
        for vote in s.assembly.votes:
            lines.append(f"Turned down: {proposal_text(s, vote.proposal)}")
        if s.assembly.draft is not None:
            draft = s.assembly.draft
            lines.append(f"On the table, by {seat_name(draft.by, names)}: {proposal_text(s, draft)}")
    return lines
