"""Boards for tests: an empty South Bronx to put pieces on, and a table to play it at."""

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.check import check
from tabletown.games.cross_bronx.rules.asking import Question
from tabletown.games.cross_bronx.rules.sequence import step
from tabletown.games.cross_bronx.state import (
    ACT,
    ACTIVE,
    BLIGHT,
    CODES,
    COMMUNITY,
    EVENT,
    FACE_DOWN,
    FACTION_IDS,
    GRANT,
    GRANT_UP,
    INDEX,
    LOAN,
    LOAN_UP,
    NO_BOX,
    NOBODY,
    ORG,
    PLAN,
    PRIVATE,
    PUBLIC,
    REACT,
    SPACE_NAMES,
    SPACES,
    Bronx,
)
from tabletown.kernel import Chance

P, C, V = PUBLIC, COMMUNITY, PRIVATE
QUIET = 32  # an Event that does nothing while Corrections is empty and there are no Losses
LETTERS = "PCV"


def options(**chosen: str) -> dict[str, str]:
    return game.options(chosen)


def printed(**chosen: str) -> Bronx:
    """A printed setup before the first card."""
    return game.rules.setup(3, options(**chosen))


def bronx(**chosen: str) -> Bronx:
    """An empty map, 10 Resources each, a quiet Event in its first round, and no boxes chosen."""
    s = printed(**chosen)
    for space in SPACES:
        if s.owner[space] != NOBODY:
            s.tiles_left[s.owner[space]] += 1
        s.owner[space], s.exhausted[space] = NOBODY, 0
        s.pop_pool, s.pop[space] = s.pop_pool + s.pop[space], 0
        s.vul_pool, s.vul[space] = s.vul_pool + s.vul[space], 0
    for place, bits in enumerate(s.orgs):
        s.orgs_left[place % 3] += bool(bits)
        s.grants += bool(bits & GRANT)
        s.loans += bool(bits & LOAN)
        s.orgs[place] = 0
    s.pop_pool += sum(s.street_pop)
    s.vul_pool += sum(s.street_vul) + s.corrections
    s.street_pop, s.street_vul, s.marker = [0] * 7, [0] * 7, [0] * 7
    s.loans += sum(s.owed)
    s.owed, s.bonds = [0, 0, 0], [0] * 14
    s.corrections = s.losses = 0
    s.resources, s.tax = [10, 10, 10], 1
    s.round, s.current, s.upcoming, s.phase = 1, QUIET, QUIET + 1, "select"
    if s.decade != 1960:
        s.bag = [number for number in s.bag if number not in (s.current, s.upcoming)]
    check(s)
    return s


def tile(s: Bronx, name: str, owner: int, pop: int = 0, vul: int = 0, orgs: str = "", exhausted: bool = False) -> int:
    """Place a tile with its contents; orgs "Pc" means Public Inactive and Community active."""
    space = SPACE_NAMES.index(name)
    assert s.owner[space] == NOBODY
    s.owner[space], s.exhausted[space] = owner, int(exhausted)
    s.tiles_left[owner] -= 1
    s.pop[space], s.vul[space] = pop, vul
    s.pop_pool -= pop
    s.vul_pool -= vul
    for letter in orgs:
        faction = LETTERS.index(letter.upper())
        s.orgs[space * 3 + faction] = ORG if letter.isupper() else ORG | ACTIVE
        s.orgs_left[faction] -= 1
    return space


def street(s: Bronx, number: int, pop: int = 0, vul: int = 0, orgs: str = "", bits: int = 0) -> None:
    """Place unhoused pieces in a District."""
    district = INDEX[number]
    s.street_pop[district] += pop
    s.street_vul[district] += vul
    s.pop_pool -= pop
    s.vul_pool -= vul
    for letter in orgs:
        faction = LETTERS.index(letter.upper())
        code = ORG | bits | (0 if letter.isupper() else ACTIVE)
        s.street_orgs = sorted([*s.street_orgs, (district * 3 + faction) * CODES + code])
        s.orgs_left[faction] -= 1
        s.grants -= bool(bits & GRANT)
        s.loans -= bool(bits & LOAN)


def hold(s: Bronx, name: str, faction: int, kind: int, down: bool = False) -> None:
    """Give the Organization there a Grant or Loan."""
    s.orgs[SPACE_NAMES.index(name) * 3 + faction] |= kind | (FACE_DOWN if down else 0)
    s.grants -= kind == GRANT
    s.loans -= kind == LOAN


def awaiting(s: Bronx, number: int, kind: int, down: bool = False) -> None:
    """Place a waiting Grant or Loan in the District."""
    s.awaiting[INDEX[number] * 4 + (GRANT_UP if kind == GRANT else LOAN_UP) + down] += 1
    s.grants -= kind == GRANT
    s.loans -= kind == LOAN


def jail(s: Bronx, corrections: int, overflow: int = 0) -> None:
    s.corrections, s.overflow = corrections, overflow
    s.vul_pool -= corrections + overflow


def helped(s: Bronx, *mitigated: int) -> None:
    """Cases, Activists, Employees."""
    s.mitigated = list(mitigated)
    s.vul_pool -= sum(mitigated)


def blight(s: Bronx, number: int) -> None:
    s.marker[INDEX[number]] = BLIGHT


def org(s: Bronx, name: str, faction: int) -> int:
    """The bits of the Organization on that tile; 0: none."""
    return s.orgs[SPACE_NAMES.index(name) * 3 + faction]


def on(s: Bronx, name: str) -> tuple[int, int, str]:
    """The Population, Vulnerabilities and Organizations on a space."""
    space = SPACE_NAMES.index(name)
    orgs = s.orgs[space * 3 : space * 3 + 3]
    letters = [letter.lower() if bits & ACTIVE else letter for letter, bits in zip(LETTERS, orgs) if bits]
    return s.pop[space], s.vul[space], "".join(letters)


def owner(s: Bronx, name: str) -> int:
    return s.owner[SPACE_NAMES.index(name)]


def exhausted(s: Bronx, name: str) -> bool:
    return bool(s.exhausted[SPACE_NAMES.index(name)])


def unhoused(s: Bronx, number: int) -> tuple[int, int]:
    """The unhoused Population and Vulnerabilities of a District."""
    return s.street_pop[INDEX[number]], s.street_vul[INDEX[number]]


def play(s: Bronx, *answers: str, until: str = "", dice: tuple[str, ...] = ()) -> Question | None:
    """Give these answers in order; returns the next question, or None at the end or at the phase `until`."""
    waiting, rolls = list(answers), list(dice)
    while s.phase != until and (script := step(s)) is not None:
        reply = None
        while True:
            try:
                asked = script.send(reply)
            except StopIteration:
                break
            check(s)
            if isinstance(asked, Chance):
                reply = rolls.pop(0) if rolls else asked.options[0]
                assert reply in asked.options, f"{reply} cannot come up on {asked.kind}"
            elif not waiting:
                assert not rolls, f"not rolled: {rolls}"
                return asked
            else:
                reply = waiting.pop(0)
                assert reply in asked.options, f"{reply} is not among {list(asked.options)} ({asked.purpose})"
        check(s)
    assert not waiting, f"never asked: {waiting}"
    assert not rolls, f"not rolled: {rolls}"
    return None


def act(s: Bronx, faction: int, *answers: str, dice: tuple[str, ...] = ()) -> Question | None:
    """Let this Faction act alone; stops before the Event."""
    s.box = [NO_BOX] * 3
    s.box[faction] = ACT
    s.phase = "act"
    return play(s, *answers, until="event", dice=dice)


def react(s: Bronx, faction: int, *answers: str, dice: tuple[str, ...] = ()) -> Question | None:
    s.box = [NO_BOX] * 3
    s.box[faction] = REACT
    s.phase = "react"
    return play(s, *answers, until="plan", dice=dice)


def plan(s: Bronx, faction: int, *answers: str, until: str = "end-round") -> Question | None:
    s.box = [NO_BOX] * 3
    s.box[faction] = PLAN
    s.phase = "plan"
    return play(s, *answers, until=until)


def perform(s: Bronx, faction: int, number: int, *answers: str) -> Question | None:
    """Let this Faction perform that Event; stops after it."""
    s.box = [NO_BOX] * 3
    s.box[faction] = EVENT
    s.current, s.phase, s.effect = number, "event", 0
    return play(s, *answers, until="react")


def census(s: Bronx, phase: str, *answers: str, until: str, dice: tuple[str, ...] = ()) -> Question | None:
    """Run the Census from one phase to another."""
    s.phase = phase
    return play(s, *answers, until=until, dice=dice)


def faction_id(faction: int) -> str:
    return FACTION_IDS[faction]
