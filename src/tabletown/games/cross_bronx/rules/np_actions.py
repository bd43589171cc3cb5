"""How Non-Players carry out an action (7.5), question by question."""

from __future__ import annotations

from tabletown.games.cross_bronx.components import ACTION_OPTIONS, INSTRUCTIONS, POSITIONS, ActionOption, Instruction
from tabletown.games.cross_bronx.events.non_players import (
    ActionComplete,
    ActivatesFirst,
    HasThinTiles,
    MovesAsManyAsPossible,
    RemovesFirst,
)
from tabletown.games.cross_bronx.options import (
    BY_ACTIVATING,
    BY_REMOVING,
    BY_VULNERABILITY,
    COUNT_WORDS,
    DISTRICT_OF_WORD,
    DISTRICT_WORDS,
    DONE_WORD,
    ON_GRANT,
    ON_LOAN,
    ON_NEITHER,
    ORG_OF_WORD,
    SPACE_OF_WORD,
    YES,
    district_of,
)
from tabletown.games.cross_bronx.rules.asking import Answer, Question
from tabletown.games.cross_bronx.rules.counters import district_counter
from tabletown.games.cross_bronx.rules.housing import bits_of, coalition, partner, vulnerabilities
from tabletown.games.cross_bronx.rules.np_events import moves_vulnerabilities, organizations_of_first
from tabletown.games.cross_bronx.rules.np_instructions import (
    branch_for,
    candidates,
    destinations,
    has_room,
    kinds,
    movable,
    newcomers,
    origins,
    takes,
    targets,
)
from tabletown.games.cross_bronx.rules.np_priorities import (
    cube_to_take,
    ordering,
    pick_district,
    pick_in_district,
    population_to_take,
    settle,
    tile_for_organization,
    tile_to_fill,
    tiles_by_removal,
)
from tabletown.games.cross_bronx.state import ACT, ACTIVE, ADJACENT, DISTRICTS, FACTION_NAMES, NUMBERS, REACT, Bronx
from tabletown.kernel import Script, log_enabled, tell


def instruction_now(s: Bronx, f: int) -> Instruction | None:
    """The instruction of the row that the acting Non-Player performs; None outside its own Act or React."""
    if s.np_row < 0 or s.actor != f or not s.action or s.box_now not in (ACT, REACT):
        return None
    return INSTRUCTIONS[POSITIONS[s.position[f]].np.rows[s.np_row].instruction]


def columns_of(instruction: Instruction) -> ActionOption:
    return ACTION_OPTIONS[instruction.action, instruction.option]


def select_district(s: Bronx, question: Question) -> Script:
    f = question.seat
    instruction = instruction_now(s, f)
    assert instruction is not None
    s.np_plan = []
    legal = [DISTRICT_OF_WORD[word] for word in question.options if word != DONE_WORD]
    districts = candidates(s, f, instruction, legal)
    if not districts:
        tell(s, ActionComplete, f)
        return DONE_WORD
    if instruction.exhaust and log_enabled(s):
        thin = [NUMBERS[d] for d in DISTRICTS if district_counter(s, "own-thin-tiles", d, f)]
        tell(s, HasThinTiles, f, tuple(thin))
    column = columns_of(instruction).column
    return DISTRICT_WORDS[(yield from pick_district(s, f, column, districts, ordering(instruction.first)))]


def choose_option(s: Bronx, question: Question) -> str:
    instruction = instruction_now(s, question.seat)
    branch = branch_for(s, instruction, question.district) if instruction else None
    return branch.word if branch else question.options[0]


def move_in(s: Bronx, question: Question) -> Script:
    """Take Population from the origin that the Remove Population column selects, as long as it lasts (7.9)."""
    f, d = question.seat, question.district
    instruction = instruction_now(s, f)
    if instruction is not None and not has_room(s, f, instruction, d):
        return DONE_WORD
    from_there = origins(s, f, instruction, d) if instruction else ADJACENT[d]
    options = [
        word
        for word in question.options
        if word != DONE_WORD and district_of(word) in from_there and takes(s, f, instruction, word)
    ]
    if not options:
        return DONE_WORD
    here = [word for word in options if s.np_plan and district_of(word) == s.np_plan[0]]
    if not here:
        here = yield from pick_in_district(s, f, "remove-population", options)
        s.np_plan = [district_of(here[0])]
    return population_to_take(s, f, here)


def destination(s: Bronx, question: Question) -> Script:
    """The District that pieces move to, by the action's Place column."""
    f, d = question.seat, question.district
    instruction = instruction_now(s, f)
    legal = [DISTRICT_OF_WORD[word] for word in question.options]
    if instruction is None:  # moved by an Event
        column = "place-vulnerabilities" if moves_vulnerabilities(s) else "place-population"
        return DISTRICT_WORDS[(yield from pick_district(s, f, column, legal))]
    if instruction.exhaust:
        legal = [*s.np_plan] or [o for o in targets(s, f, d) if o in legal] or legal
    elif instruction.action == "mobilize":
        legal = [o for o in destinations(s, f, instruction, d) if o in legal] or legal
    column = columns_of(instruction).other_column
    chosen = yield from pick_district(s, f, column, legal, ordering(instruction.other_first))
    s.np_plan = [chosen]
    if instruction.action == "pay-off" and not instruction.exhaust:
        s.np_plan = []  # the chart is read again for each Vulnerability
    return DISTRICT_WORDS[chosen]


def take_population(s: Bronx, question: Question) -> str:
    """Population that leaves by Mobilize or Suburbanize: as much as the instruction allows."""
    f = question.seat
    instruction = instruction_now(s, f)
    options = [word for word in question.options if word != DONE_WORD and takes(s, f, instruction, word)]
    if not options:
        return DONE_WORD
    if instruction is not None and instruction.action == "mobilize" and not has_room(s, f, instruction, s.np_plan[0]):
        return DONE_WORD
    return population_to_take(s, f, options)


def take_vulnerability(s: Bronx, question: Question) -> str:
    options = [word for word in question.options if word != DONE_WORD]
    if DONE_WORD in question.options and vulnerabilities(s, question.district) > 1:
        tell(s, MovesAsManyAsPossible, question.seat)
    return cube_to_take(s, question.seat, options) if options else DONE_WORD


def choose_organization(s: Bronx, question: Question) -> Script:
    """The own Organization to use: one with a ready partner or, as a price, Active ones and those in no Coalition."""
    f, options = question.seat, list(question.options)
    instruction = instruction_now(s, f)
    if instruction is not None and instruction.action == "mobilize":
        spaces = movable(s, f, instruction, question.district)
        options = [word for word in options if ORG_OF_WORD.get(word, -1) // 3 in spaces] or options
    elif s.action in ("service", "organize", "invest"):
        options = [word for word in options if ready_partner(s, f, word)] or options
    else:
        options = [word for word in options if bits_of(s, word) & ACTIVE] or options
        options = [word for word in options if not in_coalition(s, word)] or options
    return (yield from settle(s, f, options, question.purpose))


def ready_partner(s: Bronx, f: int, word: str) -> bool:
    place = ORG_OF_WORD.get(word)
    if place is None:
        return False
    other = partner(s, place // 3, f)
    return other >= 0 and not s.orgs[place // 3 * 3 + other] & ACTIVE


def in_coalition(s: Bronx, word: str) -> bool:
    place = ORG_OF_WORD.get(word)
    return place is not None and coalition(s, place // 3) > 0


def price(s: Bronx, question: Question) -> str:
    """How to pay: activate before removing, and either before adding a Vulnerability (7.2)."""
    if BY_ACTIVATING in question.options:
        tell(s, ActivatesFirst, question.seat)
        return BY_ACTIVATING
    if BY_REMOVING in question.options:
        tell(s, RemovesFirst, question.seat)
        return BY_REMOVING
    return BY_VULNERABILITY


def population_count(s: Bronx, question: Question) -> str:
    f = question.seat
    most = newcomers(s, f, instruction_now(s, f), question.district)
    return COUNT_WORDS[most] if COUNT_WORDS[most] in question.options else question.options[-1]


def vulnerability_district(s: Bronx, question: Question) -> Script:
    districts = [DISTRICT_OF_WORD[word] for word in question.options]
    return DISTRICT_WORDS[(yield from pick_district(s, question.seat, "place-vulnerabilities", districts))]


def replace_tile(s: Bronx, question: Question) -> Script:
    """The tile to replace: the District by the chart, then the order of removal."""
    f = question.seat
    options = [word for word in question.options if word != DONE_WORD]
    options = [word for word in options if s.owner[SPACE_OF_WORD[word]] != f] or options
    options = yield from pick_in_district(s, f, "place-infrastructure", options)
    return (yield from settle(s, f, tiles_by_removal(s, f, options), question.purpose))


def exhaust_tile(s: Bronx, question: Question) -> Script:
    f, options = question.seat, [word for word in question.options if word != DONE_WORD]
    instruction = instruction_now(s, f)
    if (
        instruction is None
    ):  # an Event: own Infrastructure last, the District by the chart, the tile by the order of removal
        options = [word for word in options if s.owner[SPACE_OF_WORD[word]] != f] or options
        options = yield from pick_in_district(s, f, "exhaust-infrastructure", options)
        options = tiles_by_removal(s, f, options)
    else:
        own = [word for word in options if s.owner[SPACE_OF_WORD[word]] == f]
        rivals = [word for word in options if word not in own]
        options = (own or rivals) if instruction.exhaust else (rivals or own)
        fewest = min(s.pop[SPACE_OF_WORD[word]] for word in options)
        options = [word for word in options if s.pop[SPACE_OF_WORD[word]] == fewest]
    return (yield from settle(s, f, options, question.purpose))


def house_cube(s: Bronx, question: Question) -> str:
    return tile_to_fill(s, question.seat, question.options)


def house_organization(s: Bronx, question: Question) -> Script:
    f = question.seat
    instruction = instruction_now(s, f)
    wanted = kinds(s, instruction) if instruction else ()
    owner = FACTION_NAMES.index(question.prompt.parts["faction"])
    return (yield from tile_for_organization(s, f, owner, question.options, wanted))


def rehouse_organization(s: Bronx, question: Question) -> Script:
    """The Organization that is rehoused: own first, then Public, Community, Private."""
    options = organizations_of_first(question.options, question.seat)
    return (yield from settle(s, question.seat, options, question.purpose))


def take_marker(s: Bronx, question: Question) -> str:
    """The marker to take: a Grant before a Loan; Private can only take a Grant."""
    return next(word for word in (ON_GRANT, ON_LOAN, ON_NEITHER) if word in question.options)


def yes(s: Bronx, question: Question) -> str:
    return YES


ANSWERS: dict[str, Answer] = {
    "select-district": select_district,
    "choose-option": choose_option,
    "choose-organization": choose_organization,
    "activate-partner": yes,
    "partner-consent": yes,
    "buyout-consent": yes,
    "take-vulnerability": take_vulnerability,
    "pay-off-vulnerability": take_vulnerability,
    "take-population": take_population,
    "move-in-population": move_in,
    "house-population": house_cube,
    "house-vulnerability": house_cube,
    "house-organization": house_organization,
    "rehouse-organization": rehouse_organization,
    "take-marker": take_marker,
    "replace-tile": replace_tile,
    "exhaust-tile": exhaust_tile,
    "destination": destination,
    "vulnerability-district": vulnerability_district,
    "population-count": population_count,
    "price": price,
    "roll": yes,
}
