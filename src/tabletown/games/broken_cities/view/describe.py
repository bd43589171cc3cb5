"""Labels, buttons and other words for each kind of option."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.drawing import capital, named, signed
from tabletown.games.broken_cities import options as o
from tabletown.games.broken_cities.content import (
    AREAS,
    CARDS,
    CELLS,
    EMISSIONS,
    LAW_KINDS,
    PARKS,
    PENALTIES,
    RENT,
    RETROFIT,
    SHOPPING,
    TITLES,
)
from tabletown.games.broken_cities.rules.counting import RETROFIT_SAVES, marker_at, recount, rent_at
from tabletown.games.broken_cities.rules.laws import missed
from tabletown.games.broken_cities.rules.legislation import old_law
from tabletown.games.broken_cities.rules.turns import WHERE_FOR
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.games.broken_cities.view.law import SLOT_LABELS, slots_of
from tabletown.games.broken_cities.view.pieces import icon
from tabletown.games.broken_cities.words import QUARTERS, a, law_text, penalty_text
from tabletown.kernel import CHANCE, Decision, Described, Text, say

Describe = Callable[[BrokenCities, Decision, str], Described]


def describe(s: BrokenCities, asked: Decision, word: str) -> Described:
    shown = DESCRIBE.get(o.kind_of(word), as_it_is)(s, asked, word)
    shown.ends = word in (o.END, o.NO_PROPOSAL, o.DONE)
    return shown


def as_it_is(s: BrokenCities, asked: Decision, word: str) -> Described:
    return Described(word)


def fixed(label: Text, button: Text | None = None) -> Describe:
    return lambda s, asked, word: Described(str(label), str(button) if button is not None else "")


# ------------------------------------------------------------------ a turn


def buy(s: BrokenCities, asked: Decision, word: str) -> Described:
    kind = o.BOUGHT[word]
    told = {"price": s.prices[kind], "change": signed(EMISSIONS[kind])}
    return Described(
        say("Buy {what} for {price}", what=a(kind), price=s.prices[kind]),
        chip=named(TITLES[kind]),
        gain=say("{price}, emissions {change}", **told)
        if kind in PARKS
        else say("{price}, emissions {change}, rent +{rent}", rent=RENT[kind], **told),
        lane=say("Buy"),
        picture=icon(kind, asked.seat, 34),
    )


def kind_asked(asked: Decision | None) -> int:
    """The kind for which a cell is being chosen; 0 if none is."""
    if asked is None:
        return 0
    if asked.rule == "build.any-cell":
        return WHERE_FOR.index(asked.prompt)
    return RETROFIT if asked.rule == "build.cost-retrofit" else 0


def crumbs(s: BrokenCities, asked: Decision | None) -> list[str]:
    """The line below the prompt: what the choice costs, or why it is due."""
    if asked is None or asked.seat == CHANCE:
        return []
    if kind := kind_asked(asked):
        return [say("It costs {price} of your {money} money", price=s.prices[kind], money=s.money[asked.seat])]
    if asked.rule == "turn.step2-purchase" and s.forced[asked.seat]:
        return [str(PARK_DUE)]
    return [str(BELOW[asked.rule])] if asked.rule in BELOW else []


PARK_DUE = Text("Penalty for breaking a law")
BELOW = {
    "event.disease-renters": Text("They leave the city for good"),
    "law.binding": Text("Penalty: they join the waiting renters"),
    "renter-lost-with-building": Text("Renters you let go never come back"),
}


def cell(s: BrokenCities, asked: Decision, word: str) -> Described:
    kind, cell = kind_asked(asked), o.CELL_AT[word]
    if kind == RETROFIT:
        found = to_retrofit(s, asked.seat, cell)
    else:
        found = to_build(s, asked.seat, kind, cell) if kind else to_tear_down(s, cell)
    found.chip, found.place = CELLS[cell], f"bc-{CELLS[cell]}"
    return found


def to_build(s: BrokenCities, seat: int, kind: int, cell: int) -> Described:
    gain = rent_gained(s, seat, kind, cell)
    told = {
        "kind": a(kind),
        "cell": CELLS[cell],
        "price": s.prices[kind],
        "money": s.money[seat],
        "emissions": s.emissions,
        "after": marker_at(s, s.emissions + EMISSIONS[kind]),
        "before": s.rents[seat],
        "then": s.rents[seat] + gain,
    }
    return Described(
        say(
            "Build {kind} on {cell}: pay {price} of {money}, emissions {emissions} to {after}, your rent {before} to "
            "{then} with a renter",
            **told,
        )
        if kind < SHOPPING
        else say(
            "Build {kind} on {cell}: pay {price} of {money}, emissions {emissions} to {after}, your rent {before} to "
            "{then}",
            **told,
        ),
        say("Build on {cell}", cell=CELLS[cell]),
        gain=signed(gain),
    )


def rent_gained(s: BrokenCities, seat: int, kind: int, cell: int) -> int:
    """How much the seat's own rent would change, with a renter in a new home."""
    after = s.copy()
    after.kinds[cell], after.owners[cell] = kind, seat
    after.renters[cell] = int(kind < SHOPPING)
    recount(after)
    return after.rents[seat] - s.rents[seat]


def to_retrofit(s: BrokenCities, seat: int, cell: int) -> Described:
    kind = s.kinds[cell]
    gain = RENT[RETROFIT] if s.renters[cell] or kind == SHOPPING else 0  # an empty home earns nothing
    return Described(
        say(
            "Retrofit {title} on {name}: pay {price} of {money}, emissions {emissions} to {after}, your rent {before} "
            "to {before2}",
            title=a(kind),
            name=CELLS[cell],
            price=s.prices[RETROFIT],
            money=s.money[seat],
            emissions=s.emissions,
            after=marker_at(s, s.emissions - min(RETROFIT_SAVES, EMISSIONS[kind])),
            before=s.rents[seat],
            before2=s.rents[seat] + gain,
        ),
        say("Retrofit {cell}", cell=CELLS[cell]),
        gain=signed(gain),
    )


def to_tear_down(s: BrokenCities, cell: int) -> Described:
    label = say("Tear down {title} on {name}", title=a(s.kinds[cell]), name=CELLS[cell])
    return Described(label, gain=signed(-rent_at(s, cell)))


def renter(s: BrokenCities, asked: Decision, word: str) -> Described:
    if word == o.MOVE_IN_ALL:
        return Described(say("Let renters move in everywhere"), say("Let renters move in"))
    cell = o.HOME_AT[word]
    name, rent, leaves = CELLS[cell], rent_at(s, cell, occupied=True), s.renters[cell]
    label = (
        say("Remove the renter from {what}, rent −{rent}", what=name, rent=rent)
        if leaves
        else say("Let a renter move into {what}, rent +{rent}", what=name, rent=rent)
    )
    if asked.seat == CHANCE:
        return Described(label)
    gain = signed(-rent if leaves else rent)
    return Described(label, chip=name, gain=gain, lane=say("Renters"), place=f"bc-{name}")


def end(s: BrokenCities, asked: Decision, word: str) -> Described:
    """Ending the turn, with what it would cost under the laws in force."""
    threats = [
        say("law {number}: {penalty}", number=law.number, penalty=penalty_text(law.penalty))
        for law in s.active
        if law.penalty is not None
        and law.kind != "honour"
        and missed(s, law, asked.seat)
        and (law.strict or law.number in s.able)
    ]
    label = say("End the turn ({threats:,})", threats=threats) if threats else say("End the turn")
    return Described(label, say("End the turn"))


ENDS = {
    "damage": Text("End the session: the damage track is full"),
    "clock": Text("End the session: time is up"),
    "fifty": Text("End the session: a player reached 50 rent"),
}


def session_end(s: BrokenCities, asked: Decision, word: str) -> Described:
    return Described(str(ENDS[word.removeprefix(o.ENDING)]))


def card(sentence: Text) -> Describe:
    return lambda s, asked, word: Described(str(sentence(what=CARDS[o.CARD_IN[word]].title)))


# ------------------------------------------------------------------ laws


def law(s: BrokenCities, asked: Decision, word: str) -> Described:
    kind = LAW_KINDS[o.LAW_IN[word]]
    label = say("{title}: {help}", title=kind.title, help=kind.help)
    return Described(label, chip=named(kind.title), gain=named(kind.help), lane=named(kind.group))


def of_old_law(sentence: Text) -> Describe:
    def old(s: BrokenCities, asked: Decision, word: str) -> Described:
        law = old_law(s, word)
        assert law is not None
        what, text = sentence(number=law.number), law_text(law)
        return Described(
            say("{what}: {law}", what=what, law=text), chip=str(what), gain=str(text), lane=say("Old laws")
        )

    return old


def part(s: BrokenCities, asked: Decision, word: str) -> Described:
    slot = o.SLOT_IN[word]
    label = str(SLOT_LABELS[slot])
    return Described(label, chip=label, gain=slots_of(s, asked).get(slot, ""), lane=say("The law"))


def kind(s: BrokenCities, asked: Decision, word: str) -> Described:
    title, kind = named(TITLES[o.KIND_IN[word]]), o.KIND_IN[word]
    draft = s.assembly.draft if s.assembly is not None else None
    is_set = kind in getattr(draft.law, s.assembly.slot, ()) if s.assembly is not None and draft is not None else None
    return Described(title, chip=title, picture=icon(kind, asked.seat, 30), on=is_set)


def area(s: BrokenCities, asked: Decision, word: str) -> Described:
    return Described(capital(named(AREAS[o.AREA_IN[word]])))


def penalty(s: BrokenCities, asked: Decision, word: str) -> Described:
    kind = PENALTIES[o.PENALTY_IN[word]]
    label = say("{title}: {help}", title=kind.title, help=kind.help)
    return Described(label, chip=named(kind.title), gain=named(kind.help))


def number(s: BrokenCities, asked: Decision, word: str) -> Described:
    return Described(str(o.number_in(word)))


def size(s: BrokenCities, asked: Decision, word: str) -> Described:
    penalty = s.assembly.draft.law.penalty if s.assembly and s.assembly.draft else None
    number, of_income = o.number_in(word), penalty is not None and penalty.kind == "lose_income"
    return Described(capital(str(QUARTERS[number])) if of_income else str(number))


def rounds(s: BrokenCities, asked: Decision, word: str) -> Described:
    number = o.number_in(word)
    return Described(say("{n} round", "{n} rounds", n=number) if number else say("Until the game ends"))


def text(s: BrokenCities, asked: Decision, word: str) -> Described:
    return Described(named(o.sentence_in(word)), say("Use the example"))


DESCRIBE: dict[str, Describe] = {
    o.BUY: buy,
    o.CELL: cell,
    o.RENTER: renter,
    o.DEMOLISH: fixed(Text("Tear down one of your tiles"), Text("Tear down")),
    o.END: end,
    o.LET_GO: fixed(Text("Let them go")),
    o.GO_ON: fixed(Text("Go on")),
    o.ENDING: session_end,
    o.EVENT: card(Text("Climate card: {what}")),
    o.LAST: card(Text("Last climate card: {what}")),
    o.LAW: law,
    o.CHANGE_LAW: of_old_law(Text("Change law {number}")),
    o.REPEAL_LAW: of_old_law(Text("Repeal law {number}")),
    o.NO_PROPOSAL: fixed(Text("Propose no law")),
    o.PROPOSE: fixed(Text("Propose this law"), Text("Propose it")),
    o.WITHDRAW: fixed(Text("Drop it and propose nothing"), Text("Drop it")),
    o.SET: part,
    o.KIND: kind,
    o.AREA: area,
    o.PENALTY: penalty,
    o.TEXT: text,
    o.COUNT: number,
    o.AMOUNT: number,
    o.SIZE: size,
    o.ROUNDS: rounds,
    o.DONE: fixed(Text("Done")),
    o.ACCEPT: fixed(Text("Accept")),
    o.CHANGE: fixed(Text("Ask to change it")),
    o.VETO: fixed(Text("Veto")),
    o.KEPT: fixed(Text("The law was kept")),
    o.BROKEN: fixed(Text("The law was broken")),
}
