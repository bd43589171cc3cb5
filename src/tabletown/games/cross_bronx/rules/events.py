"""Events (2.4.1, 3.1.4): the vocabulary of content/events.toml, carried out alike by people, Non-Players and bots."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.games.cross_bronx.components import EVENTS, Effect
from tabletown.games.cross_bronx.rules.asking import ask, counted, query
from tabletown.games.cross_bronx.rules.branches import move_population
from tabletown.games.cross_bronx.rules.census import next_box_of_calendar, quota_in
from tabletown.games.cross_bronx.rules.housing import (
    PLACED,
    add_population,
    add_vulnerability,
    bits_of,
    choose_awaiting,
    cubes,
    exhaust,
    faction_of,
    house_vulnerability,
    out_of_corrections,
    place_organization,
    population,
    refresh,
    remove_organization,
    replace_tile,
    room_for_organization,
    set_bits,
    spaces_for_organization,
    stand,
    take,
    take_awaiting,
    to_corrections,
    vulnerabilities,
)
from tabletown.games.cross_bronx.rules.housing import organizations as organizations_in
from tabletown.games.cross_bronx.rules.money import change, pay
from tabletown.games.cross_bronx.rules.targets import Pick, tiles_of
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    ADJACENT,
    COMMUNITY,
    DISTRICT_OF,
    DISTRICT_OF_WORD,
    DISTRICT_WORDS,
    DISTRICTS,
    DONE_WORD,
    EVENT,
    FACTION_IDS,
    FACTION_NAMES,
    FACTION_OF_WORD,
    FACTION_WORDS,
    FACTIONS,
    GRANT,
    INDEX,
    LOAN,
    NO,
    NOBODY,
    NUMBERS,
    ORG,
    ORG_OF_WORD,
    ORG_WORDS,
    PRIVATE,
    PUBLIC,
    SPACE_OF_WORD,
    TILE_WORDS,
    YES,
    Bronx,
    district_of,
    spaces_of,
)
from tabletown.kernel import Script, Text, tell

BOTH = (PUBLIC, COMMUNITY)  # a Loan never goes under a Private Organization

DISTRICT_FOR = {
    "place-population": Text("pick a District for one Population"),
    "place-vulnerability": Text("pick a District for a Vulnerability"),
    "place-organization": Text("pick a District for the Organization"),
}
PICK = {
    "remove-population": Text("pick Population to remove"),
    "remove-vulnerability": Text("pick a Vulnerability to remove"),
    "move-population": Text("pick Population to move"),
    "move-vulnerability": Text("pick a Vulnerability to move"),
    "remove-organization": Text("pick an Organization to remove"),
    "activate-organization": Text("pick an Organization to activate"),
    "refresh-organization": Text("pick an Organization to refresh"),
    "grant-organization": Text("pick the Organization that gets a Grant"),
    "replace-organization": Text("pick the Organization to replace"),
    "exhaust-tile": Text("pick the Infrastructure to exhaust"),
    "replace-tile": Text("pick the Infrastructure to replace"),
}
PICK_FACTION = Text("pick the Faction")
PICK_MARKER = Text("pick what the Organization comes with")
PICK_DESTINATION = Text("pick the District it moves to")
PICK_LIST = Text("pick what happens")
TAKE_IT = Text("carry out this part of the Event")

PERFORMS = Text("{who:seat} performed Event {number:03}: {headline}.")
BY_DEFAULT = Text("Nobody chose Event; {who:seat}, listed first, performs it.")
SKIPPED = Text("A part of the Event could not be carried out.")
IN_DISTRICT = Text("{what} in District {district}.")
CORRECTIONS_CHANGED = Text("Corrections changed by {change:+d}.")
LOSSES_CHANGED = Text("Losses fell to {losses}.")
RESOURCES_CHANGED = Text("{faction} Resources changed by {change:+d}.")
BOND_PLACED = Text("{faction} bought a Bond due in the {box}s.")
LOCKED = Text("{count} locked until {until}.")
QUOTA = Text("A Quota was carried out.")
GRANTED = Text("A {faction} Organization in District {district} got a Grant.")

RULE = "event.mandatory"


# ------------------------------------------------------------------ 3.1.4 performing the Event


def event(s: Bronx) -> Script:
    """The next effect of the current Event; with the last one the card goes to the Record."""
    card = EVENTS[s.current]
    if s.effect == 0:
        chosen = s.box.index(EVENT) if EVENT in s.box else NOBODY
        s.performer = chosen if chosen >= 0 else FACTION_IDS.index(card.order[0])
        s.actor, s.touched, s.np_row, s.np_plan = s.performer, [], -1, []
        s.box_now = EVENT
        if chosen < 0:
            tell(s, BY_DEFAULT, "event.performer.default", who=s.performer)
        tell(s, PERFORMS, "event.performer.chosen", who=s.performer, number=card.number, headline=card.headline)
    yield from carry_out(s, s.performer, card.effects[s.effect])
    s.effect += 1
    if s.effect == len(card.effects):
        s.record[s.performer] = [*s.record[s.performer], card.number]
        s.effect, s.actor, s.box_now = 0, NOBODY, -1
        if EVENT in s.box:
            s.box[s.box.index(EVENT)] = -1
        s.phase = "react"


def carry_out(s: Bronx, performer: int, effect: Effect) -> Script:
    if effect.choose is not None:
        yield from choose_list(s, performer, effect)
        return
    assert effect.do is not None
    of_pieces = effect.do not in EVERYWHERE
    if (effect.may or not of_pieces) and not is_possible(s, performer, effect):
        s.touched = []
        tell(s, SKIPPED, "event.impossible")
        return
    if effect.may:
        question = query(performer, "may", TAKE_IT, [YES, NO], "loan.event-019.locked-until-1980")
        if (yield from ask(s, question)) == NO:
            s.touched = []
            return
    yield from VERBS[effect.do](s, performer, effect)
    if of_pieces and not s.touched and not effect.up_to:
        tell(s, SKIPPED, "event.impossible")


def choose_list(s: Bronx, performer: int, effect: Effect) -> Script:
    """One of the lists is carried out; one that would change nothing cannot be picked while another would."""
    assert effect.choose is not None
    lists = effect.choose
    able = [i for i, parts in enumerate(lists) if any(is_possible(s, performer, part) for part in parts)]
    options = [f"list:{i + 1}" for i in able or range(len(lists))]
    word = yield from ask(s, query(performer, "choose-list", PICK_LIST, options, RULE))
    s.touched = []
    s.chosen_list = int(word[5:]) - 1
    for index, part in enumerate(lists[s.chosen_list]):
        s.part = index
        yield from carry_out(s, performer, part)
    s.chosen_list = -1


def current_effect(s: Bronx) -> Effect | None:
    """The effect being carried out, also inside a list that was chosen."""
    if s.current not in EVENTS or s.effect >= len(EVENTS[s.current].effects):
        return None
    effect = EVENTS[s.current].effects[s.effect]
    return effect.choose[s.chosen_list][s.part] if effect.choose and s.chosen_list >= 0 else effect


def is_possible(s: Bronx, performer: int, effect: Effect) -> bool:
    """Would this effect change anything?"""
    if effect.choose is not None:
        return any(is_possible(s, performer, part) for parts in effect.choose for part in parts)
    if effect.do in EVERYWHERE:
        return EVERYWHERE[effect.do](s, effect)
    if effect.do == "move" and effect.from_:
        return s.corrections > 0
    return bool(Pick(s, effect, possible_in(s, effect)).districts())


EVERYWHERE: dict[str, Callable[[Bronx, Effect], bool]] = {
    "corrections": lambda s, effect: s.vul_pool > 0 if effect.change > 0 else s.corrections > 0,
    "losses": lambda s, effect: s.losses > 0,
    "quota": lambda s, effect: any(s.street_pop) or any(s.street_vul),
    "resources": lambda s, effect: True,
    "lock-loans": lambda s, effect: s.loans > 0 and s.decade < effect.until,
    "bond": lambda s, effect: bonds_left(s) > 0,
}


def possible_in(s: Bronx, effect: Effect) -> Callable[[int], bool]:
    """Could one piece of this effect be handled in that District now?"""
    do, what, owner = effect.do, effect.what, effect.owner
    if do == "place":
        if what == "population":
            return lambda d: s.pop_pool > 0
        if what == "vulnerability":
            return lambda d: s.vul_pool > 0
        factions = placeable(s, effect)
        return lambda d: any(spaces_for_organization(s, d, faction) for faction in factions)
    if what == "population":
        return lambda d: population(s, d) > 0
    if what == "vulnerability":
        return lambda d: vulnerabilities(s, d) > 0
    if do == "exhaust":
        return lambda d: bool(tiles_of(s, d, owner, "unexhausted"))
    if do == "replace" and what == "infrastructure":
        return lambda d: bool(replaceable_tiles(s, d, effect))
    if do == "replace":
        return lambda d: bool(replaceable_organizations(s, d, effect))
    return lambda d: bool(wanted_organizations(s, d, effect))


# ------------------------------------------------------------------ choosing a District, a piece, a Faction


def pick_district(s: Bronx, performer: int, purpose: str, districts: list[int], effect: Effect) -> Script:
    """A District for the next piece, -1: no more (up_to)."""
    options = [DISTRICT_WORDS[d] for d in districts]
    if effect.up_to:
        options.append(DONE_WORD)
    word = yield from ask(s, query(performer, purpose, DISTRICT_FOR[purpose], options, RULE))
    return -1 if word == DONE_WORD else DISTRICT_OF_WORD[word]


def pick_piece(s: Bronx, performer: int, purpose: str, words: list[str], effect: Effect) -> Script:
    """One of these pieces, or done."""
    if effect.up_to:
        words.append(DONE_WORD)
    prompt = PICK[purpose]
    if purpose.startswith("move-"):
        purpose = "remove-" + purpose[5:]
    return (yield from ask(s, query(performer, purpose, prompt, words, RULE)))


def pick_faction(s: Bronx, performer: int, factions: list[int]) -> Script:
    options = [FACTION_WORDS[faction] for faction in factions]
    word = yield from ask(s, query(performer, "choose-faction", PICK_FACTION, options, "event.open-faction-choice"))
    return FACTION_OF_WORD[word]


def owners(owner: str) -> tuple[int, ...]:
    return FACTIONS if owner == "any" else (FACTION_IDS.index(owner),)


# ------------------------------------------------------------------ the verbs


def place(s: Bronx, performer: int, effect: Effect) -> Script:
    if effect.what == "organization":
        yield from place_organizations(s, performer, effect)
        return
    pick = Pick(s, effect, possible_in(s, effect))
    add = add_population if effect.what == "population" else add_vulnerability
    while districts := pick.districts():
        district = yield from pick_district(s, performer, f"place-{effect.what}", districts, effect)
        if district < 0:
            break
        if add is add_population:
            yield from add_population(s, performer, district, 1)
        else:
            yield from add_vulnerability(s, performer, district)
        pick.handled(district)
        tell(s, IN_DISTRICT, RULE, what=f"One {effect.what.capitalize()} added", district=NUMBERS[district])
    s.touched = pick.touched


def placeable(s: Bronx, effect: Effect) -> list[int]:
    """Factions whose Organization the effect could place."""
    factions = BOTH if effect.with_ == "loan" and effect.owner == "any" else owners(effect.owner)
    return [faction for faction in factions if s.orgs_left[faction]]


def place_organizations(s: Bronx, performer: int, effect: Effect) -> Script:
    pick = Pick(s, effect, possible_in(s, effect))
    while districts := pick.districts():
        able = [f for f in placeable(s, effect) if any(spaces_for_organization(s, d, f) for d in districts)]
        faction = yield from pick_faction(s, performer, able)
        districts = [d for d in districts if spaces_for_organization(s, d, faction)]
        district = yield from pick_district(s, performer, "place-organization", districts, effect)
        if district < 0:
            break
        brought = yield from bring_marker(s, performer, faction, effect.with_)
        yield from place_organization(s, performer, district, faction, brought)
        pick.handled(district)
    s.touched = pick.touched


def bring_marker(s: Bronx, performer: int, faction: int, kind: str) -> Script:
    """The Grant or Loan that the Event gives with the Organization, out of the supply."""
    options = []
    if kind in ("grant", "either") and s.grants:
        options.append("grant")
    if kind in ("loan", "either") and s.loans and faction != PRIVATE:
        options.append("loan")
    if not options:
        return 0
    word = yield from ask(s, query(performer, "which-marker", PICK_MARKER, options, "grant-loan.event-brings-own"))
    return GRANT if word == "grant" else LOAN


def remove(s: Bronx, performer: int, effect: Effect) -> Script:
    if effect.what == "organization":
        yield from each_organization(s, performer, effect, "remove-organization", remove_organization)
        return
    housed, street = (s.pop, s.street_pop) if effect.what == "population" else (s.vul, s.street_vul)
    pick = Pick(s, effect, possible_in(s, effect))
    while districts := pick.districts():
        words = [word for d in districts for word in cubes(s, d, housed, street)]
        word = yield from pick_piece(s, performer, f"remove-{effect.what}", words, effect)
        if word == DONE_WORD:
            break
        take(word, housed, street)
        if effect.what == "population":
            s.pop_pool += 1
        else:
            s.vul_pool += 1
        district = district_of(word)
        pick.handled(district)
        tell(s, IN_DISTRICT, RULE, what=f"One {effect.what.capitalize()} removed", district=NUMBERS[district])
    s.touched = pick.touched


def move(s: Bronx, performer: int, effect: Effect) -> Script:
    if effect.from_:
        yield from move_out_of_corrections(s, performer, effect)
        return
    people = effect.what == "population"
    housed, street = (s.pop, s.street_pop) if people else (s.vul, s.street_vul)
    pick = Pick(s, effect, possible_in(s, effect))
    while districts := pick.districts():
        words = [word for d in districts for word in cubes(s, d, housed, street)]
        word = yield from pick_piece(s, performer, f"move-{effect.what}", words, effect)
        if word == DONE_WORD:
            break
        origin = district_of(word)
        pick.handled(origin)
        if effect.to == "corrections":
            take(word, housed, street)
            to_corrections(s)
            continue
        options = [DISTRICT_WORDS[d] for d in destinations(origin, effect)]
        question = query(performer, "destination", PICK_DESTINATION, options, RULE, None, origin)
        target = DISTRICT_OF_WORD[(yield from ask(s, question))]
        if people:
            yield from move_population(s, performer, word, target)
        else:
            take(word, housed, street)
            yield from house_vulnerability(s, performer, target)
    s.touched = pick.touched


def destinations(origin: int, effect: Effect) -> list[int]:
    if effect.to == "adjacent":
        return list(ADJACENT[origin])
    if isinstance(effect.to, list):
        return [INDEX[number] for number in effect.to if INDEX[number] != origin]
    return [d for d in DISTRICTS if d != origin]


def move_out_of_corrections(s: Bronx, performer: int, effect: Effect) -> Script:
    s.touched = []
    for _ in range(effect.count):
        if not s.corrections:
            break
        districts = destinations(-1, effect)
        district = yield from pick_district(s, performer, "place-vulnerability", districts, effect)
        if district < 0:
            break
        out_of_corrections(s)
        yield from house_vulnerability(s, performer, district)
        s.touched.append(district)
        tell(s, IN_DISTRICT, RULE, what="One Vulnerability came out of Corrections", district=NUMBERS[district])


def exhaust_tiles(s: Bronx, performer: int, effect: Effect) -> Script:
    pick = Pick(s, effect, possible_in(s, effect))
    while districts := pick.districts():
        words = [TILE_WORDS[space] for d in districts for space in tiles_of(s, d, effect.owner, "unexhausted")]
        word = yield from pick_piece(s, performer, "exhaust-tile", words, effect)
        if word == DONE_WORD:
            break
        space = SPACE_OF_WORD[word]
        yield from exhaust(s, performer, space)
        pick.handled(DISTRICT_OF[space])
    s.touched = pick.touched


def replaceable_tiles(s: Bronx, district: int, effect: Effect) -> list[int]:
    return [
        space for space in tiles_of(s, district, effect.owner, effect.state) if new_owners(s, s.owner[space], effect)
    ]


def new_owners(s: Bronx, old: int, effect: Effect) -> list[int]:
    return [faction for faction in owners(effect.by) if faction != old and s.tiles_left[faction]]


def replace(s: Bronx, performer: int, effect: Effect) -> Script:
    if effect.what == "organization":
        yield from replace_organizations(s, performer, effect)
        return
    pick = Pick(s, effect, possible_in(s, effect))
    while districts := pick.districts():
        words = [TILE_WORDS[space] for d in districts for space in replaceable_tiles(s, d, effect)]
        word = yield from pick_piece(s, performer, "replace-tile", words, effect)
        if word == DONE_WORD:
            break
        space = SPACE_OF_WORD[word]
        faction = yield from pick_faction(s, performer, new_owners(s, s.owner[space], effect))
        yield from replace_tile(s, performer, space, faction)
        pick.handled(DISTRICT_OF[space])
    s.touched = pick.touched


def replaceable_organizations(s: Bronx, district: int, effect: Effect) -> list[str]:
    """Housed ones whose tile can take the new Organization once the old one has left."""
    return [
        ORG_WORDS[space * 3 + old]
        for space in spaces_of[district]
        for old in owners(effect.owner)
        if s.orgs[space * 3 + old] and successors(s, space, old, effect)
    ]


def successors(s: Bronx, space: int, old: int, effect: Effect) -> list[int]:
    """Factions whose Organization may stand there in place of the old one."""
    bits, s.orgs[space * 3 + old] = s.orgs[space * 3 + old], 0
    able = [
        faction
        for faction in owners(effect.by)
        if faction != old and s.orgs_left[faction] and room_for_organization(s, space, faction)
    ]
    s.orgs[space * 3 + old] = bits
    return able


def replace_organizations(s: Bronx, performer: int, effect: Effect) -> Script:
    pick = Pick(s, effect, possible_in(s, effect))
    while districts := pick.districts():
        words = [word for d in districts for word in replaceable_organizations(s, d, effect)]
        word = yield from pick_piece(s, performer, "replace-organization", words, effect)
        if word == DONE_WORD:
            break
        space, old = divmod(ORG_OF_WORD[word], 3)
        faction = yield from pick_faction(s, performer, successors(s, space, old, effect))
        district = DISTRICT_OF[space]
        kind = yield from choose_awaiting(s, district, faction)
        remove_organization(s, word, district)
        s.orgs_left[faction] -= 1
        stand(s, space, faction, ORG | take_awaiting(s, district, kind), PLACED)
        pick.handled(district)
    s.touched = pick.touched


def wanted_organizations(s: Bronx, district: int, effect: Effect) -> list[str]:
    """The Organizations there that the effect could remove, activate, refresh or give a Grant."""
    want = ACTIVE if effect.do == "refresh" else 0
    lack = ACTIVE if effect.do == "activate" else GRANT | LOAN if effect.do == "grant" else 0
    if effect.do == "grant" and not s.grants:
        return []
    return [word for faction in owners(effect.owner) for word in organizations_in(s, district, faction, want, lack)]


def each_organization(
    s: Bronx, performer: int, effect: Effect, purpose: str, handle: Callable[[Bronx, str, int], None]
) -> Script:
    pick = Pick(s, effect, possible_in(s, effect))
    while districts := pick.districts():
        words = [word for d in districts for word in wanted_organizations(s, d, effect)]
        word = yield from pick_piece(s, performer, purpose, words, effect)
        if word == DONE_WORD:
            break
        handle(s, word, district_of(word))
        pick.handled(district_of(word))
    s.touched = pick.touched


def activate_organizations(s: Bronx, performer: int, effect: Effect) -> Script:
    def handle(s: Bronx, word: str, district: int) -> None:
        set_bits(s, word, bits_of(s, word) | ACTIVE)
        what = f"A {FACTION_NAMES[faction_of(word)]} Organization was activated"
        tell(s, IN_DISTRICT, RULE, what=what, district=NUMBERS[district])

    yield from each_organization(s, performer, effect, "activate-organization", handle)


def refresh_organizations(s: Bronx, performer: int, effect: Effect) -> Script:
    def handle(s: Bronx, word: str, district: int) -> None:
        refresh(s, word)
        what = f"A {FACTION_NAMES[faction_of(word)]} Organization was refreshed"
        tell(s, IN_DISTRICT, "org.refresh.when", what=what, district=NUMBERS[district])

    yield from each_organization(s, performer, effect, "refresh-organization", handle)


def give_grants(s: Bronx, performer: int, effect: Effect) -> Script:
    def handle(s: Bronx, word: str, district: int) -> None:
        s.grants -= 1
        set_bits(s, word, bits_of(s, word) | GRANT)
        faction = FACTION_NAMES[faction_of(word)]
        tell(s, GRANTED, "grant-loan.placed-under-existing", faction=faction, district=NUMBERS[district])

    yield from each_organization(s, performer, effect, "grant-organization", handle)


def bonds_left(s: Bronx) -> int:
    from tabletown.games.cross_bronx.components import BOARD

    return BOARD.pieces.bonds - sum(s.bonds)


def place_bond(s: Bronx, performer: int, effect: Effect) -> Script:
    s.touched = []
    for _ in range(effect.count):
        if not bonds_left(s):
            return
        buyers = [COMMUNITY, PRIVATE] if effect.owner == "any" else [FACTION_IDS.index(effect.owner)]
        buyer = yield from pick_faction(s, performer, buyers)
        pay(s, buyer, PUBLIC, 4)
        box = next_box_of_calendar(s)
        s.bonds[box * 2 + buyer - COMMUNITY] += 1
        tell(s, BOND_PLACED, "bond.by-event", faction=FACTION_NAMES[buyer], box=1940 + 10 * box)


def change_corrections(s: Bronx, performer: int, effect: Effect) -> Script:
    s.touched = []
    if effect.change > 0:
        count = min(effect.change, s.vul_pool)
        s.vul_pool -= count
        to_corrections(s, count)
    else:
        for _ in range(min(-effect.change, s.corrections + s.overflow)):
            out_of_corrections(s)
            s.vul_pool += 1
    tell(s, CORRECTIONS_CHANGED, "corrections.overflow.excess", change=effect.change)
    return
    yield


def change_losses(s: Bronx, performer: int, effect: Effect) -> Script:
    s.touched = []
    s.losses = max(0, s.losses + effect.change)
    tell(s, LOSSES_CHANGED, "losses.sources", losses=s.losses)
    return
    yield


def event_quota(s: Bronx, performer: int, effect: Effect) -> Script:
    s.touched = []
    tell(s, QUOTA, "census.quota.event-no-petition")
    for district in DISTRICTS:
        yield from quota_in(s, performer, district)


def change_resources(s: Bronx, performer: int, effect: Effect) -> Script:
    s.touched = []
    who = FACTIONS if effect.owner == "each" else (performer,) if effect.owner == "own" else owners(effect.owner)
    for faction in who:
        change(s, faction, effect.change)
        tell(s, RESOURCES_CHANGED, RULE, faction=FACTION_NAMES[faction], change=effect.change)
    return
    yield


def lock_loans(s: Bronx, performer: int, effect: Effect) -> Script:
    s.touched = []
    s.loans_locked += s.loans
    tell(s, LOCKED, "loan.event-019.locked-until-1980", count=counted(s.loans, "Loan"), until=effect.until)
    s.loans = 0
    return
    yield


VERBS: dict[str, Callable[[Bronx, int, Effect], Script]] = {
    "place": place,
    "remove": remove,
    "move": move,
    "exhaust": exhaust_tiles,
    "replace": replace,
    "activate": activate_organizations,
    "refresh": refresh_organizations,
    "grant": give_grants,
    "bond": place_bond,
    "corrections": change_corrections,
    "losses": change_losses,
    "quota": event_quota,
    "resources": change_resources,
    "lock-loans": lock_loans,
}
