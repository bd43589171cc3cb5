"""Community (4.2): Build, Organize, Mobilize, Fundraise."""

from __future__ import annotations

from tabletown.games.cross_bronx.components import BOARD
from tabletown.games.cross_bronx.events.actions import FundsRaised
from tabletown.games.cross_bronx.options import ADJACENT_WORDS, DISTRICT_OF_WORD, DONE_WORD, NO, ORG_OF_WORD, YES
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.branches import (
    Action,
    Branch,
    always,
    move_in,
    move_population,
    organization_branches,
    pick_organization,
    pick_tile,
    pick_vulnerability_district,
    why_not_place_tile,
    why_not_replace_exhausted,
)
from tabletown.games.cross_bronx.rules.housing import (
    ECONOMIC,
    NO_ROOM,
    NOT_ADJACENT,
    add_vulnerability,
    coalition,
    cubes,
    empty_space,
    has_organization,
    has_room_for_organization,
    numbered,
    why_not_among,
    why_not_cube,
)
from tabletown.games.cross_bronx.rules.infrastructure import place_tile, replace_tile
from tabletown.games.cross_bronx.rules.money import change
from tabletown.games.cross_bronx.rules.organizations import move_organization
from tabletown.games.cross_bronx.state import ADJACENT, COMMUNITY, ECONOMIC_COALITIONS_LEFT, NUMBERS, Bronx, spaces_of
from tabletown.kernel import Chance, Reason, Script, Text, because, tell

PICK_DESTINATION = Text("pick where District {district} Population moves")
PICK_DESTINATION_ORGANIZATION = Text("pick where the District {district} Organization moves")
PICK_LEAVING = Text("pick Population to move from District {district}")
PICK_MOVING = Text("move an Organization from District {district}")
ROLL = Text("roll again in District {district}")
DIE = Text("say what the die shows: Resources/Vulnerabilities")

NO_ORGANIZATION = because("no-organization", "You have no Organization there.", "community.mobilize.organization")
NEITHER = because(
    "neither-district", "The Population did not move from or to that District.", "community.mobilize.population"
)
NO_OCCUPIED = because("no-occupied-tile", "No Community tile there houses Population.", "community.fundraise.rolls")

_PICK_DESTINATION = numbered(PICK_DESTINATION)
_PICK_DESTINATION_ORGANIZATION = numbered(PICK_DESTINATION_ORGANIZATION)
_PICK_LEAVING = numbered(PICK_LEAVING)
_PICK_MOVING = numbered(PICK_MOVING)
_ROLL = numbered(ROLL)

FACES = tuple(f"{face.resources}/{face.vulnerabilities}" for face in BOARD.fundraise_die.faces)
FACE_OF = dict(zip(FACES, BOARD.fundraise_die.faces))


# Build: place or replace Infrastructure


def build_place(s: Bronx, district: int) -> Script:
    yield from place_tile(s, COMMUNITY, empty_space(s, district), COMMUNITY, price=4)
    yield from neighbours_move_in(s, district, 3, "community.build.place")


def build_replace(s: Bronx, district: int) -> Script:
    space = yield from pick_tile(s, COMMUNITY, district, exhausted=True, rule="community.build.replace")
    yield from replace_tile(s, COMMUNITY, space, COMMUNITY, price=2)
    yield from neighbours_move_in(s, district, 2, "community.build.replace")


def neighbours_move_in(s: Bronx, district: int, most: int, rule: str) -> Script:
    yield from move_in(s, COMMUNITY, district, most, rule)
    if s.street_pop[district]:
        yield from add_vulnerability(s, COMMUNITY, district)


# Mobilize: move Population and Organizations


def mobilize_population(s: Bronx, district: int) -> Script:
    rule = "community.mobilize.population"
    prompt, near, about = _PICK_DESTINATION[district], ADJACENT_WORDS[district], (ADJACENT[district], NOT_ADJACENT, "")
    word = yield from ask(query(COMMUNITY, "destination", prompt, near, rule, why_not_among, district, about))
    destination = DISTRICT_OF_WORD[word]
    for _ in range(2):
        leaving = cubes(s, district, s.pop, s.street_pop)
        if not leaving:
            break
        leaving.append(DONE_WORD)
        prompt = _PICK_LEAVING[district]
        about_them = (s, (district,), s.pop, s.street_pop, DONE_WORD)
        word = yield query(COMMUNITY, "take-population", prompt, leaving, rule, why_not_cube, district, about_them)
        if word == DONE_WORD:
            break
        yield from move_population(s, COMMUNITY, word, destination)
    yield from pick_vulnerability_district(s, COMMUNITY, (district, destination), NEITHER, rule)


def why_not_destination(s: Bronx, district: int, word: str) -> Reason | None:
    """Why the Organization cannot move to that District."""
    if reason := why_not_among(ADJACENT[district], NOT_ADJACENT, "", word):
        return reason
    return None if has_room_for_organization(s, DISTRICT_OF_WORD[word], COMMUNITY) else NO_ROOM


def why_not_mobilize_organization(s: Bronx, district: int) -> Reason | None:
    if not has_organization(s, district, COMMUNITY):
        return NO_ORGANIZATION
    for neighbour in ADJACENT[district]:
        if has_room_for_organization(s, neighbour, COMMUNITY):
            return None
    return NO_ROOM


def mobilize_organization(s: Bronx, district: int) -> Script:
    rule = "community.mobilize.organization"
    yield from add_vulnerability(s, COMMUNITY, district)
    word = yield from pick_organization(s, COMMUNITY, district, _PICK_MOVING[district], rule)
    options = [near for near in ADJACENT_WORDS[district] if why_not_destination(s, district, near) is None]
    prompt, about = _PICK_DESTINATION_ORGANIZATION[district], (s, district)
    target = yield from ask(
        query(COMMUNITY, "destination", prompt, options, rule, why_not_destination, district, about)
    )
    place = ORG_OF_WORD.get(word)
    if place is not None and coalition(s, place // 3) == ECONOMIC:
        s.done[ECONOMIC_COALITIONS_LEFT] += 1
    yield from move_organization(s, COMMUNITY, word, DISTRICT_OF_WORD[target])


# Fundraise: gain Resources and add Vulnerabilities


def occupied(s: Bronx, district: int) -> int:
    """Number of Community tiles in the District with at least one Population."""
    return len([space for space in spaces_of[district] if s.owner[space] == COMMUNITY and s.pop[space]])


def why_not_fundraise(s: Bronx, district: int) -> Reason | None:
    owner, pop = s.owner, s.pop
    for space in spaces_of[district]:
        if owner[space] == COMMUNITY and pop[space]:
            return None
    return NO_OCCUPIED


def fundraise(s: Bronx, district: int) -> Script:
    for roll in range(occupied(s, district)):
        if roll:
            prompt, rule = _ROLL[district], "community.fundraise.stop"
            answer = yield query(COMMUNITY, "roll", prompt, [YES, NO], rule, None, district)
            if answer == NO:
                return
        face = FACE_OF[(yield Chance("fundraise", FACES, DIE, "die.fundraise.faces"))]
        change(s, COMMUNITY, face.resources)
        tell(s, FundsRaised, face.resources, NUMBERS[district], face.vulnerabilities)
        for _ in range(face.vulnerabilities):
            yield from add_vulnerability(s, COMMUNITY, district)


MENU = (
    Action(
        "build",
        "Build",
        (
            Branch("place", "community.build.place", why_not_place_tile(COMMUNITY), build_place, COMMUNITY, 4),
            Branch(
                "replace", "community.build.replace", why_not_replace_exhausted(COMMUNITY), build_replace, COMMUNITY, 2
            ),
        ),
        act_only=True,
    ),
    Action("organize", "Organize", organization_branches(COMMUNITY, "community.organize")),
    Action(
        "mobilize",
        "Mobilize",
        (
            Branch("population", "community.mobilize.population", always, mobilize_population),
            Branch(
                "organization",
                "community.mobilize.organization",
                why_not_mobilize_organization,
                mobilize_organization,
            ),
        ),
    ),
    Action("fundraise", "Fundraise", (Branch("roll", "community.fundraise.rolls", why_not_fundraise, fundraise),)),
)
