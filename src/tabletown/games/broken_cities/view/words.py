"""What a player would say for each option, and the whole table in words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import capital, named
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
from tabletown.kernel import Decision, Text, say, seat_name

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
        return say("Buy {a} for {prices}", a=a(bought), prices=s.prices[bought])
    if verb == "cell":
        return cell_label(s, seat, kind, CELL_OF[word])
    if word == "renter:all":
        return say("Let renters move in everywhere")
    if verb == "renter":
        cell = CELL_OF[word]
        rent = rent_at(s, cell, occupied=True)
        return (
            say("Renter leaves {what}, rent −{rent}", what=what, rent=rent)
            if s.renters[cell]
            else say("Renter moves in on {what}, rent +{rent}", what=what, rent=rent)
        )
    if word == "end":
        return end_label(s, seat)
    if verb in LABELS:
        return str(LABELS[verb](what=what))
    if verb == "law":
        return f"{say(LAW_KINDS[what].title)}: {say(LAW_KINDS[what].help)}"
    if verb in ("change", "repeal") and what:
        law = next(law for law in s.laws if str(law.number) == what)
        return say("{verb} law {what}: {law_text}", verb=verb.capitalize(), what=what, law_text=law_text(law))
    if verb == "kind":
        return str(TITLES[NUMBER[what]])
    if verb == "area":
        return capital(say(AREAS[what]))
    if verb == "penalty":
        return f"{say(PENALTIES[what].title)}: {say(PENALTIES[what].help)}"
    if verb == "set":
        return str(SLOT_LABELS[what]) if what in SLOT_LABELS else say("Set the {what}", what=what)
    if verb == "size":
        draft = s.assembly.draft.law.penalty if s.assembly and s.assembly.draft else None
        return capital(str(QUARTERS[int(what)])) if draft is not None and draft.kind == "lose_income" else what
    if verb == "rounds":
        return say("Until the game ends") if what == "0" else say("{n} round", "{n} rounds", n=int(what))
    if verb in ("count", "amount", "text"):
        return what
    return str(WORDS.get(word, word.capitalize()))


WORDS = {
    "demolish": Text("Tear down an own tile"),
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
LABELS = {"event": Text("Climate card {{what}}"), "last": Text("Last climate card {{what}}")}
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
    "strict": Text("Excuse who cannot, or not"),
    "rounds": Text("How long it holds"),
}


def cell_label(s: BrokenCities, seat: int, kind: int, cell: int) -> str:
    name = CELLS[cell]
    if not kind:
        return say("Tear down {title} on {name}", title=TITLES[s.kinds[cell]], name=name)
    gain = cell_gain(s, seat, kind, cell, "cell:")
    before = s.rents[seat]
    paid = say("pay {prices} of {money}", prices=s.prices[kind], money=s.money[seat])
    if kind == RETROFIT:
        return say(
            "Retrofit {title} on {name}: {paid}, emissions −2, rent {before} to {before2}",
            title=TITLES[s.kinds[cell]],
            name=name,
            paid=paid,
            before=before,
            before2=before + gain,
        )
    after = s.emissions + EMISSIONS[kind]
    renter = say(" with a renter") if kind < SHOPPING else ""
    return say(
        "Build {kind} on {name}: {paid}, emissions {emissions} to {after}, your rent {before} to {before2}{renter}",
        kind=TITLES[kind],
        name=name,
        paid=paid,
        emissions=s.emissions,
        after=after,
        before=before,
        before2=before + gain,
        renter=renter,
    )


def end_label(s: BrokenCities, seat: int) -> str:
    """Ending the turn, with what it would cost under the laws in force."""
    threats = [
        say("law {number}: {penalty_text}", number=law.number, penalty_text=penalty_text(law.penalty))
        for law in s.active
        if law.penalty is not None
        and law.kind != "honour"
        and missed(s, law, seat)
        and (law.strict or law.number in s.able)
    ]
    return say("End the turn") + (f" ({'; '.join(threats)})" if threats else "")


# ------------------------------------------------------------------ the table in words


def text(s: BrokenCities, seat: int | None, names: Sequence[str]) -> str:
    return "\n".join([*headline(s), "", *players(s, seat, names), "", *block(s, names), "", *statutes(s, names)])


def damage_title(s: BrokenCities) -> str:
    if s.options.facilitated == "on":
        return say("This city has added {damage} damage", damage=s.damage)
    coming = next((space for space in EVENT_SPACES if space > s.damage), None)
    return say("Damage {damage} of {event_space}", damage=s.damage, event_space=EVENT_SPACES[-1]) + (
        say(", next event at {coming}", coming=coming) if coming else ""
    )


def headline(s: BrokenCities) -> list[str]:
    lines = [
        say(
            "Round {round}. Emissions {emissions}: damage +{damage_of} at each round end.",
            round=s.round,
            emissions=s.emissions,
            damage_of=damage_of(s.emissions),
        )
    ]
    together = say("; the session counts all cities together") if s.options.facilitated == "on" else ""
    lines.append(f"{damage_title(s)}{together}.")
    drawn = (
        ", ".join(say("{title} (round {when})", title=CARDS[card].title, when=when) for when, card in s.events)
        or "none"
    )
    lines.append(say("Climate cards drawn: {drawn}; {deck} left.", drawn=drawn, deck=len(s.deck)))
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
                "  {name}: money {money}, rent {rent_sum}, own emissions {own_emissions}",
                name=name,
                money=s.money[player],
                rent_sum=rent_sum(breakdown(s, player)),
                own_emissions=own_emissions(s, player),
            )
        )
    return lines


def block(s: BrokenCities, names: Sequence[str]) -> list[str]:
    lines = [say("The block (columns A to H from the forest, rows 1 to 6 to the shore):")]
    for cell, kind in enumerate(s.kinds):
        if not kind:
            continue
        owner = seat_name(s.owners[cell], names) if s.owners[cell] >= 0 else "nobody"
        line = say(
            "  {cell} {kind}, {owner}, emissions {emissions_at}",
            cell=CELLS[cell],
            kind=TITLES[kind],
            owner=owner,
            emissions_at=emissions_at(s, cell),
        )
        if kind < GREENSPACE:
            parts = rent_parts(s, cell)
            line += say(", rent {rent_sum}", rent_sum=rent_sum(parts)) if parts else say(", no renter")
        lines.append(line)
    lines.append("  empty: " + (" ".join(CELLS[cell] for cell, kind in enumerate(s.kinds) if not kind) or "none"))
    prices = ", ".join(f"{named(TITLES[kind])} {s.prices[kind]}" for kind in range(1, len(KINDS)))
    lines.append(say("Prices: {prices}.", prices=prices))
    return lines


def statutes(s: BrokenCities, names: Sequence[str]) -> list[str]:
    lines = [
        say("Law {number}, from round {since}: {law_text}", number=law.number, since=law.since, law_text=law_text(law))
        for law in s.laws
    ] or [say("No law is in force.")]
    if s.assembly is not None:
        for vote in s.assembly.votes:
            lines.append(say("Turned down: {proposal_text}", proposal_text=proposal_text(s, vote.proposal)))
        if s.assembly.draft is not None:
            draft = s.assembly.draft
            lines.append(
                say(
                    "On the table, by {who}: {proposal_text}",
                    who=seat_name(draft.by, names),
                    proposal_text=proposal_text(s, draft),
                )
            )
    return lines
