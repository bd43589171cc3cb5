"""The end of a round: atmospheric damage, climate cards, new renters; and the facilitator's word in a session."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tabletown.games.broken_cities import events as e
from tabletown.games.broken_cities import options as o
from tabletown.games.broken_cities.content import (
    CARDS,
    CELLS,
    CITY,
    CLIMATE,
    IN_AREA,
    KINDS,
    NUMBER,
    RENT_END,
    Card,
    Effect,
    damage_of,
    thresholds,
)
from tabletown.games.broken_cities.rules.building import NO_HOME, clear
from tabletown.games.broken_cities.rules.counting import (
    empty_homes,
    history_row,
    recount,
    rented_homes,
)
from tabletown.games.broken_cities.rules.ending import end_by_rank, end_by_rent
from tabletown.games.broken_cities.rules.laws import renters_to_lose, why_not_lose
from tabletown.games.broken_cities.state import Assembly, BrokenCities
from tabletown.kernel import NOT_AN_OPTION, Chance, Choose, Reason, Script, Text, Together, log_enabled, tell
from tabletown.kernel.errors import ContentError

LOSE_RENTER = Text("remove a renter ({left} to go)")
RELOCATE = Text("rehouse a renter, or let them go")
THE_ROOM = Text("wait for the facilitator")

NO_LIMIT = 100
EVENT_SPACES = thresholds(1)  # of a single table; in a session the room counts the damage of all


# ------------------------------------------------------------------ round end, 1 and 2


def round_damage(s: BrokenCities) -> Script:
    """Look up the damage of the current emissions and advance the track."""
    added = damage_of(s.emissions, s.options.damage_cap == "capped")
    before, s.damage = s.damage, s.damage + added
    tell(s, e.DamageRose, s.emissions, added, s.damage)
    s.history = [*s.history, history_row(s, added)]
    s.phase = "renters"
    if s.options.facilitated == "on":
        s.phase, s.resume = "room", "renters"
        return
    spaces = EVENT_SPACES
    passed = len([space for space in spaces if before < space <= s.damage])
    s.spaces += passed
    if s.damage >= spaces[-1] and s.options.last_event == "final_card":
        s.phase = "last"
    elif s.damage >= spaces[-1]:
        end_by_rank(s, "damage")
    elif passed:
        s.due = passed if s.options.events == "each_space" else 1
        begin_event(s)
    return
    yield


# ------------------------------------------------------------------ climate events


def begin_event(s: BrokenCities) -> None:
    """Begin a climate event: card first, then law (or the other way round, by option)."""
    if s.options.event_order == "law_first":
        open_assembly(s)
    else:
        s.phase = "card"


def open_assembly(s: BrokenCities) -> None:
    s.assembly = Assembly(used=[0] * s.players)
    s.phase = "law"


def after_card(s: BrokenCities) -> None:
    if s.options.event_order == "law_first":
        after_event(s)
    else:
        open_assembly(s)


def after_law(s: BrokenCities) -> None:
    s.assembly = None
    if s.options.event_order == "law_first" and s.deck:
        s.phase = "card"
    else:
        after_event(s)


def after_event(s: BrokenCities) -> None:
    s.due -= 1
    if s.due > 0 and s.deck:
        begin_event(s)
    elif s.options.facilitated == "on":
        s.phase = "room"
    else:
        s.phase = "renters"


def draw_card(s: BrokenCities) -> Script:
    yield from climate_card(s)
    if not s.end:
        after_card(s)


def last_card(s: BrokenCities) -> Script:
    """Option last_event=final_card: at the last space the weather strikes once more, then rents are compared."""
    if s.card or s.deck:
        yield from climate_card(s)
    if not s.end:
        end_by_rank(s, "damage")


def climate_card(s: BrokenCities) -> Script:
    """Draw one of the cards left, apply it to the whole block, and remove it from the game."""
    card = s.card or (yield Chance("climate", s.deck, rule="event.draw-shuffled"))
    s.card = ""
    s.deck = [other for other in s.deck if other != card]
    s.events = [*s.events, (s.round, card)]
    tell(s, e.CardDrawn, card)
    before, rents = s.emissions, s.rents[:]
    homeless = [0] * s.players
    for cell, to in struck(s, card).items():
        strike(s, cell, to, homeless)
    recount(s)
    for effect in CARDS[card].effects:
        if effect.op in EFFECTS:
            yield from EFFECTS[effect.op](s, effect)
    if log_enabled(s):
        tell_losses(s, before, rents)
    if s.options.lost_renters == "relocate":
        yield from relocate(s, homeless)
    s.gone += sum(homeless)
    if any(homeless):
        tell(s, e.RentersLeft, sum(homeless))


def tell_losses(s: BrokenCities, emissions: int, rents: list[int]) -> None:
    """Log each player's rent and the emissions before and after the card."""
    for seat in range(s.players):
        if s.rents[seat] != rents[seat]:
            tell(s, e.RentAfterCard, seat, rents[seat], s.rents[seat])
    if s.emissions != emissions:
        tell(s, e.EmissionsAfterCard, emissions, s.emissions)


def struck(s: BrokenCities, card: str) -> dict[int, int]:
    """The cells that a card strikes and what stands there afterwards, judged by the block before the card."""
    changes: dict[int, int] = {}
    for effect in CARDS[card].effects:
        area = IN_AREA[effect.where]
        kinds = [NUMBER[name] for name in effect.kinds]
        for cell, kind in enumerate(s.kinds):
            if kind in kinds and kind and area[cell]:
                changes[cell] = NUMBER[effect.to]
    return changes


def strike(s: BrokenCities, cell: int, to: int, homeless: list[int]) -> None:
    kind, owner = s.kinds[cell], s.owners[cell]
    if to:
        # a downgraded building keeps owner and renter, and never fails for want of a tile
        s.supply[kind] += 1
        s.supply[to] -= 1
        s.kinds[cell] = to
        tell(s, e.TileDowngraded, owner, KINDS[kind], CELLS[cell], KINDS[to])
        return
    if s.renters[cell]:
        homeless[owner] += 1
    clear(s, cell)
    tell(s, e.TileLost, owner, KINDS[kind], CELLS[cell])


def disease(s: BrokenCities, effect: Effect) -> Script:
    """Each player removes this many renters from their own buildings, or all they have."""
    number = effect.count
    if s.options.disease == "random":
        lost: dict[int, list[int]] = {}
        for seat in range(s.players):
            homes = rented_homes(s, seat)
            lost[seat] = []
            for _ in range(min(number, len(homes))):
                word = yield Chance("renters", [o.RENTER_WORDS[cell] for cell in homes], rule="disease-choice")
                lost[seat].append(o.HOME_AT[word])
                homes.remove(o.HOME_AT[word])
    else:
        lost = yield Together({seat: pick_renters(s, seat, number) for seat in range(s.players)}, shows_progress=True)
    for seat in range(s.players):
        for cell in lost[seat]:
            s.renters[cell] = 0
            s.gone += 1
            tell(s, e.RenterLost, seat, CELLS[cell])
    recount(s)


def pick_renters(s: BrokenCities, seat: int, number: int) -> Script:
    """Let the owner choose which renters leave, unless all must go."""
    if len(rented_homes(s, seat)) <= number:
        return [o.HOME_AT[word] for word in renters_to_lose(s, seat, ())]
    picked: tuple[int, ...] = ()
    while len(picked) < number:
        prompt, about = LOSE_RENTER(left=number - len(picked)), (s, seat, picked)
        answer = yield Choose(seat, prompt, renters_to_lose, "event.disease-renters", why_not_lose, about=about)
        picked = (*picked, o.HOME_AT[answer])
    return picked


def relocate(s: BrokenCities, homeless: list[int]) -> Script:
    """Option lost_renters=relocate: renters of a lost building may move into another of their owner's at once."""
    for seat in range(s.players):
        while homeless[seat] and (homes := empty_homes(s, seat)):
            words = [*[o.RENTER_WORDS[cell] for cell in homes], o.LET_GO]
            answer = yield Choose(seat, RELOCATE, words, "renter-lost-with-building", why_not_relocate, about=(s, seat))
            if answer == o.LET_GO:
                break
            cell = o.HOME_AT[answer]
            homeless[seat] -= 1
            s.renters[cell] = 1
            recount(s)
            tell(s, e.RenterRelocated, seat, CELLS[cell])
            if s.rents[seat] >= RENT_END:
                end_by_rent(s, seat)
                return


def why_not_relocate(s: BrokenCities, seat: int, word: str) -> Reason | None:
    if word not in o.HOME_AT:
        return None if word == o.LET_GO else NOT_AN_OPTION
    return None if o.HOME_AT[word] in empty_homes(s, seat) else NO_HOME


STRIKES = ("remove", "replace")  # effects on tiles
EFFECTS: dict[str, Callable[[BrokenCities, Effect], Script]] = {"remove_renters": disease}  # all others


def check_effects(cards: Iterable[Card]) -> None:
    for card in cards:
        for effect in card.effects:
            if effect.op not in STRIKES and effect.op not in EFFECTS:
                raise ContentError(f"climate.toml: card {card.id!r}: there is no effect {effect.op!r}.")


# ------------------------------------------------------------------ round end, 5


def new_renters(s: BrokenCities) -> Script:
    """Move four renters from the reserve to the pool, or as many as are left."""
    coming = CITY.renters.each_round
    if s.options.pool == "reset":
        coming = max(0, coming - s.pool)
    if s.options.reserve == "endless":
        s.reserve = max(s.reserve, coming)
    coming = min(coming, s.reserve)
    s.reserve -= coming
    s.pool += coming
    tell(s, e.RentersArrived, coming, s.pool, s.reserve)
    s.phase = "round"
    if s.round >= round_limit(s):
        end_by_rank(s, "rounds")
    return
    yield


def round_limit(s: BrokenCities) -> int:
    """The round after which a game that goes nowhere ends."""
    return NO_LIMIT if s.options.round_limit == "none" else int(s.options.round_limit)


# ------------------------------------------------------------------ a facilitated session


def the_room(s: BrokenCities) -> Script:
    """Ask what the facilitator decides for all tables: go on, a climate card, or the end.

    To a table this is chance. In a running session it is dealt by hand: the session gives the answers.
    """
    words = [o.GO_ON] * 60 + [o.EVENT_WORDS[card] for card in s.deck] * 2 + [*o.END_WORDS.values()]
    if s.options.last_event == "final_card":
        words += [o.LAST_WORDS[card] for card in s.deck]
    word = yield Chance("room", words, THE_ROOM, "facil.stop-all")
    if word == o.GO_ON:
        s.phase = s.resume
    elif word not in o.CARD_IN:
        end_by_rank(s, "damage" if word == o.END_WORDS["damage"] else "session")
    else:
        tell(s, e.TablesStopped)
        s.card = o.CARD_IN[word]
        s.spaces += 1
        if word == o.LAST_WORDS[s.card]:
            s.phase = "last"
        else:
            s.due = 1
            begin_event(s)


check_effects(CLIMATE.card)
