"""What an instruction of a Non-Player Position allows (7.5): Districts, origins, destinations and pieces."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.components import INSTRUCTIONS, Instruction
from tabletown.games.cross_bronx.options import SPACE_OF_WORD, STREET_OF_WORD
from tabletown.games.cross_bronx.rules.actions import ACTIONS
from tabletown.games.cross_bronx.rules.branches import Branch
from tabletown.games.cross_bronx.rules.counters import district_counter, holds, open_spaces
from tabletown.games.cross_bronx.rules.housing import (
    ECONOMIC,
    SOCIAL,
    coalition,
    coalitions,
    room_for_vulnerability,
    tiles,
    vulnerabilities,
)
from tabletown.games.cross_bronx.rules.money import can_spend
from tabletown.games.cross_bronx.state import ADJACENT, REACT, Bronx, spaces_of


def thin_counting_all(s: Bronx, d: int) -> bool:
    return sum(s.owner[space] >= 0 for space in spaces_of[d]) < 2


def candidates(s: Bronx, f: int, instruction: Instruction, districts: Sequence[int]) -> list[int]:
    """Districts where the instruction can be carried out and would change something."""
    if ACTIONS[instruction.action].act_only and s.box_now == REACT:
        return []
    return [d for d in districts if would_work(s, f, instruction, d)]


def branch_for(s: Bronx, instruction: Instruction, d: int) -> Branch | None:
    """The branch of the action that the instruction asks for, if it is legal there now."""
    wanted = instruction.option.split("-or-") if instruction.option == "replace-or-place" else [instruction.option]
    for option in wanted:
        for branch in ACTIONS[instruction.action].branches:
            if branch.option == option and branch.why_not(s, d) is None:
                return branch
    return None


def would_work(s: Bronx, f: int, instruction: Instruction, d: int) -> bool:
    if branch_for(s, instruction, d) is None or not allowed(s, f, instruction, d):
        return False
    match instruction.action:
        case "relocate":
            people = any(leaving(s, f, instruction, origin) for origin in origins(s, f, instruction, d))
            return people and has_room(s, f, instruction, d) > 0
        case "mobilize":
            if instruction.option == "organization":
                return bool(movable(s, f, instruction, d) and destinations(s, f, instruction, d))
            return bool(leaving(s, f, instruction, d) and destinations(s, f, instruction, d))
        case "suburbanize":
            return leaving(s, f, instruction, d) > 0
        case "budget":
            arriving = newcomers(s, f, instruction, d)
            return arriving > 0 or district_counter(s, "own-population", d, f) >= 5
        case "pay-off":
            if instruction.exhaust:
                return bool(targets(s, f, d))
            return vulnerabilities(s, d) > 0
        case "service" | "organize" | "invest" if instruction.option == "place":
            return not instruction.form or bool(open_spaces(s, d, f, kinds(s, instruction)))
        case "service" | "organize" | "invest" if instruction.partner:
            return can_spend(s, f, 3) and vulnerabilities(s, d) >= 2
    return True


def allowed(s: Bronx, f: int, instruction: Instruction, d: int) -> bool:
    if s.options.np_organizer_counts_exhausted and instruction is INSTRUCTIONS["build-thin"]:
        return thin_counting_all(s, d)
    return all(holds(predicate, s, f, here=d) for predicate in instruction.only)


def kinds(s: Bronx, instruction: Instruction) -> tuple[int, ...]:
    """Types of Coalition that the instruction wants to form."""
    match instruction.form:
        case "social":
            return (SOCIAL,)
        case "economic":
            return (ECONOMIC,)
        case "any":
            return (SOCIAL, ECONOMIC)
        case "scarcer":
            social, economic = coalitions(s)  # if they tie, there is no scarcer type
            return (SOCIAL,) if social < economic else (ECONOMIC,) if economic < social else ()
    return ()


def has_room(s: Bronx, f: int, instruction: Instruction, d: int) -> int:
    """How many more Population may arrive there."""
    match instruction.onto:
        case "own":
            return district_counter(s, "own-room", d, f)
        case "housed":
            return district_counter(s, "room", d, f)
    return 5


def newcomers(s: Bronx, f: int, instruction: Instruction | None, d: int) -> int:
    """How many Population a Budget adds: as many as possible within the instruction."""
    room = has_room(s, f, instruction, d) if instruction else 2
    return min(2, s.pop_pool, room)


def takes(s: Bronx, f: int, instruction: Instruction | None, word: str) -> bool:
    """Whether the instruction moves this cube."""
    pieces = instruction.pieces if instruction else ""
    if pieces == "unhoused":
        return word in STREET_OF_WORD
    return pieces != "not-own" or word in STREET_OF_WORD or s.owner[SPACE_OF_WORD[word]] != f


def leaving(s: Bronx, f: int, instruction: Instruction, d: int) -> int:
    """Population of the District that the instruction may move."""
    match instruction.pieces:
        case "unhoused":
            return s.street_pop[d]
        case "not-own":
            return district_counter(s, "population", d, f) - district_counter(s, "own-population", d, f)
    return district_counter(s, "population", d, f)


def origins(s: Bronx, f: int, instruction: Instruction, d: int) -> list[int]:
    """Adjacent Districts that the instruction lets Population come from."""
    return [o for o in ADJACENT[d] if all(holds(predicate, s, f, d, o) for predicate in instruction.other)]


def destinations(s: Bronx, f: int, instruction: Instruction, d: int) -> list[int]:
    """Adjacent Districts that the instruction lets pieces go to."""
    return [o for o in origins(s, f, instruction, d) if has_room(s, f, instruction, o)]


def movable(s: Bronx, f: int, instruction: Instruction, d: int) -> list[int]:
    """Spaces with an own Organization that the instruction moves, out of an Economic Coalition."""
    return [space for space in spaces_of[d] if s.orgs[space * 3 + f] and coalition(s, space) == ECONOMIC]


def targets(s: Bronx, f: int, d: int) -> list[int]:
    """Adjacent Districts where moving two Vulnerabilities lets Private exhaust an own thin tile (pay-off-thin)."""
    moved = min(2, vulnerabilities(s, d))
    found = []
    for o in ADJACENT[d]:
        housed = sum(room_for_vulnerability(s, space) for space in spaces_of[o])
        unhoused = s.street_vul[o] + max(0, moved - housed)
        if moved and unhoused > tiles(s, o) and district_counter(s, "own-thin-tiles", o, f):
            found.append(o)
    return found
