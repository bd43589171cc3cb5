"""The sources of numbers in Cross Bronx Expressway's lesson, read from the table."""

from __future__ import annotations

import re
from typing import Any

from tabletown.games.cross_bronx.components import BOARD, EVENTS, POSITIONS
from tabletown.games.cross_bronx.rules.audit import BANKRUPT_ABOVE, expenses, income
from tabletown.games.cross_bronx.rules.census import quota
from tabletown.games.cross_bronx.rules.housing import HOMES
from tabletown.games.cross_bronx.rules.objectives import OBJECTIVES
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    AUDIT_ROWS,
    BOXES,
    DISTRICTS,
    FACTION_IDS,
    GRANT,
    INDEX,
    NUMBERS,
    ORG,
    ROUNDS,
    SPACE_NAMES,
    SPACES,
    spaces_of,
)
from tests.learn.moment import Moment

PEOPLE_IN_A_CUBE = 20_000  # rulebook 2.2.1
WORDS = {"one": 1, "two": 2, "three": 3}


def measure(moment: Moment, name: str) -> Any:
    word, *rest = name.split()
    return getattr(Measures(moment), word.replace("-", "_"))(*rest)


class Measures:
    def __init__(self, moment: Moment) -> None:
        self.moment, self.match, self.s = moment, moment.match, moment.match.state
        self.before, self.start, self.told = moment.before.state, moment.start.state, moment.told

    # -------- the frame of the game

    def decade(self) -> Any:
        return self.s.decade

    def final_census(self) -> Any:
        return self.s.last + 10

    def losses_limit(self) -> Any:
        return self.s.losses_limit

    def bankrupt_at(self) -> Any:
        return BANKRUPT_ABOVE + 1

    def factions(self) -> Any:
        return len(FACTION_IDS)

    def boxes(self) -> Any:
        return len(BOXES)

    def rounds(self) -> Any:
        return ROUNDS

    def round(self) -> Any:
        return self.s.round

    def homes(self) -> Any:
        return HOMES

    def people_in_a_cube(self) -> Any:
        return PEOPLE_IN_A_CUBE

    def event(self) -> Any:
        return f"{self.s.current:03}"

    def event_year(self) -> Any:
        return EVENTS[self.s.current].year

    def wishes(self, faction: Any) -> Any:
        return " ".join(POSITIONS[self.s.position[FACTION_IDS.index(faction)]].np.boxes)

    def first_in_order(self) -> Any:
        return EVENTS[self.s.current].order[0]

    def position(self, faction: Any) -> Any:
        return POSITIONS[self.s.position[FACTION_IDS.index(faction)]].id

    def box(self, faction: Any) -> Any:
        return BOXES[self.s.box[FACTION_IDS.index(faction)]]

    def asked(self) -> Any:
        return "action:fundraise" if "action:fundraise" in self.match.decisions[0].options else ""

    def act_districts(self) -> Any:
        asked = self.moment.played(["box:act"]).decisions[0]
        return WORDS[str(asked.prompt).split()[-2]]  # "act in up to three Districts"

    def row_limit(self, faction: Any) -> Any:
        row = POSITIONS[self.s.position[FACTION_IDS.index(faction)]].np.rows[0]
        return int(str(row.when).split()[-1])

    # -------- Factions

    def resources(self, faction: Any) -> Any:
        return self.s.resources[FACTION_IDS.index(faction)]

    def resources_at_start(self, faction: Any) -> Any:
        return self.start.resources[FACTION_IDS.index(faction)]

    def gained(self, faction: Any) -> Any:
        return self.resources(faction) - self.before.resources[FACTION_IDS.index(faction)]

    def spent(self, faction: Any) -> Any:
        return -self.gained(faction)

    def cases(self) -> Any:
        return self.s.mitigated[0]

    def activists(self) -> Any:
        return self.s.mitigated[1]

    def employees(self) -> Any:
        return self.s.mitigated[2]

    def could_take_in(self) -> Any:
        """With this step and the next two."""
        answers = [answer for step in self.moment.course.lesson.step[: self.moment.step + 3] for answer in step.expect]
        return self.moment.played(answers).state.mitigated[1] - self.s.mitigated[1]

    def tiles(self, faction: Any) -> Any:
        return self.s.owner.count(FACTION_IDS.index(faction))

    def organizations(self, faction: Any) -> Any:
        return sum(bool(self.s.orgs[space * 3 + FACTION_IDS.index(faction)]) for space in SPACES)

    def taxed(self, faction: Any) -> Any:
        return self.tiles(faction) + self.organizations(faction)

    # -------- prices, by trying them on a new table

    def _price(self, *answers: str) -> Any:
        before, after = self.moment.course.start(), self.moment.played(["box:act", *answers])
        return before.state.resources[1] - after.state.resources[1]

    def price_organize(self) -> Any:
        return self._price("action:organize", "district:4", "option:activate", "street:4")

    def price_place(self) -> Any:
        return self._price("action:organize", "district:4", "option:place")

    def price_build(self) -> Any:
        return self._price("action:build", "district:1")

    def price_invest(self) -> Any:
        return (self.start.resources[2] - self.s.resources[2]) // self.s.mitigated[2]

    def die_sides(self) -> Any:
        return len(BOARD.fundraise_die.faces)

    def die_least(self) -> Any:
        return min(face.resources for face in BOARD.fundraise_die.faces)

    def die_most(self) -> Any:
        return max(face.resources for face in BOARD.fundraise_die.faces)

    def die_sides_with_vulnerability(self) -> Any:
        return sum(face.vulnerabilities > 0 for face in BOARD.fundraise_die.faces)

    # -------- the map

    def owner(self, space: Any) -> Any:
        return FACTION_IDS[self.s.owner[SPACE_NAMES.index(space)]]

    def housed(self, space: Any) -> Any:
        return self.s.pop[SPACE_NAMES.index(space)]

    def free(self, space: Any) -> Any:
        return HOMES - self.housed(space)

    def moved(self, origin: Any, district: Any) -> Any:
        """Population moved since the last answers, according to the log."""
        line = rf"One Population moved from District {origin}, [^.]+, to District {district}\."
        return len(re.findall(line, "\n".join(self.told)))

    def _free_in(self, district: Any, owner: Any = None) -> Any:
        s = self.s
        return sum(
            HOMES - s.pop[space]
            for space in spaces_of[district]
            if s.owner[space] >= 0 and not s.exhausted[space] and owner in (None, s.owner[space])
        )

    def free_in(self, district: Any) -> Any:
        return self._free_in(INDEX[int(district)])

    def public_room(self) -> Any:
        return " ".join(str(NUMBERS[d]) for d in DISTRICTS if self._free_in(d, 0))

    def unhoused_population(self, district: Any) -> Any:
        return self.s.street_pop[INDEX[int(district)]]

    def unhoused_vulnerabilities(self, district: Any = None) -> Any:
        return sum(self.s.street_vul) if district is None else self.s.street_vul[INDEX[int(district)]]

    def _vulnerabilities(self, s: Any, district: Any) -> Any:
        district = INDEX[int(district)]
        return s.street_vul[district] + sum(s.vul[space] for space in spaces_of[district])

    def vulnerabilities(self, district: Any) -> Any:
        return self._vulnerabilities(self.s, district)

    def more_vulnerabilities(self, district: Any) -> Any:
        return self.vulnerabilities(district) - self._vulnerabilities(self.start, district)

    def _organization(self, space: Any, faction: Any) -> Any:
        return self.s.orgs[SPACE_NAMES.index(space) * 3 + FACTION_IDS.index(faction)]

    def ready(self, space: Any, faction: Any) -> Any:
        bits = self._organization(space, faction)
        assert bits & ORG, f"no {faction} Organization on {space}"
        return int(not bits & ACTIVE)

    def grant(self, space: Any, faction: Any) -> Any:
        return int(bool(self._organization(space, faction) & GRANT))

    def districts_with_own_ready_organization(self) -> Any:
        ready = [
            space for space in SPACES if self.s.orgs[space * 3 + 1] & ORG and not self.s.orgs[space * 3 + 1] & ACTIVE
        ]
        return len({SPACE_NAMES[space][0] for space in ready})

    def coalition(self, space: Any) -> Any:
        there = [f for f in FACTION_IDS if self._organization(space, f)]
        return "" if len(there) < 2 else "economic" if "private" in there else "social"

    def social_districts(self) -> Any:
        count = 0
        for district in DISTRICTS:
            kinds = [self.coalition(SPACE_NAMES[space]) for space in spaces_of[district]]
            count += kinds.count("social") > kinds.count("economic")
        return count

    # -------- Corrections and what a Census today would do, nobody paying

    def corrections(self) -> Any:
        return self.s.corrections

    def corrections_limit(self) -> Any:
        return BOARD.pieces.corrections_limit

    def _census(self, s: Any) -> Any:
        s = s.copy()
        for question in quota(s):
            raise AssertionError(f"the Census would ask: {question}")
        return s

    def census_sends(self, district: Any = None) -> Any:
        after = self._census(self.s)
        where = DISTRICTS if district is None else [INDEX[int(district)]]
        return sum(self.s.street_vul[d] - after.street_vul[d] for d in where)

    def census_corrections(self) -> Any:
        return (after := self._census(self.s)).corrections + after.overflow

    def census_losses(self) -> Any:
        return self._census(self.s).overflow

    def census_losses_at_start(self) -> Any:
        return self._census(self.start).overflow

    # -------- the Audit and Objectives

    def audit(self, row: Any, faction: Any) -> Any:
        return self.s.audit[FACTION_IDS.index(faction) * len(AUDIT_ROWS) + AUDIT_ROWS.index(row)]

    def income(self, faction: Any) -> Any:
        return income(self.s.audit, FACTION_IDS.index(faction))

    def expenses(self, faction: Any) -> Any:
        return expenses(self.s.audit, FACTION_IDS.index(faction))

    def shortfall(self, faction: Any) -> Any:
        return self.expenses(faction) - self.income(faction)

    def expense_of_a_tile(self) -> Any:
        return self.audit("tiles", "community") // self.tiles("community")

    def income_of_a_cube(self) -> Any:
        here = sum(self.s.pop[space] for space in SPACES if self.s.owner[space] == 1)
        return self.audit("housing", "community") // here

    def _around(self, faction: Any) -> Any:
        s, f = self.s, FACTION_IDS.index(faction)
        return [
            sum(s.pop[other] for other in spaces_of[d])
            for d in DISTRICTS
            for space in spaces_of[d]
            if s.orgs[space * 3 + f]
        ]

    def audit_presence_step(self, faction: Any) -> Any:
        paid = self.audit("presence", faction)
        return HOMES if sum(people // HOMES for people in self._around(faction)) == paid else 0

    def audit_presence_of_one(self, faction: Any) -> Any:
        return self.audit("presence", faction) // sum(people // HOMES for people in self._around(faction))

    def objectives(self, faction: Any) -> Any:
        return len(OBJECTIVES[FACTION_IDS.index(faction)])

    def points_of_an_objective(self) -> Any:
        return 1  # rulebook 3.2.4

    def met(self, objective: Any) -> Any:
        found = next(o for group in OBJECTIVES for o in group if o.id == objective)
        return int(found.why_not(self.s) is None)
