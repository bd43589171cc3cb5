"""The Objectives phase (3.2.4) and every Faction's Objectives (4.1.1, 4.2.1, 4.3.1)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tabletown.games.cross_bronx.components import POSITIONS, WORDS
from tabletown.games.cross_bronx.events.census import FINAL_RULES, FINAL_WORDS, FinalPoints, ObjectiveFulfilled
from tabletown.games.cross_bronx.rules.counters import private_paper, social_districts
from tabletown.games.cross_bronx.rules.housing import ECONOMIC, coalition, coalitions, vulnerabilities
from tabletown.games.cross_bronx.rules.positions import record_position
from tabletown.games.cross_bronx.rules.winning import end_session, leader_by_four, score
from tabletown.games.cross_bronx.state import (
    BLIGHT,
    COMMUNITY,
    DISTRICTS,
    FACTION_NAMES,
    FACTIONS,
    NOBODY,
    PRIVATE,
    PUBLIC,
    SPAN,
    Bronx,
    replaced,
    spaces_of,
)
from tabletown.kernel import Reason, Script, because, tell

WhyNot = Callable[[Bronx], "Reason | None"]


class Objective(msgspec.Struct, frozen=True):
    id: str
    name: str
    rule: str
    why_not: WhyNot  # why it would not score now; None if it would


# ------------------------------------------------------------------ Public


def in_debt(s: Bronx, faction: int, rule: str) -> Reason | None:
    if s.resources[faction] >= 0:
        return None
    return because(
        "in-debt",
        "{who} is {n} Resource in debt.",
        rule,
        "{who} is {n} Resources in debt.",
        who=FACTION_NAMES[faction],
        n=-s.resources[faction],
    )


def social_work(s: Bronx) -> Reason | None:
    social, economic = coalitions(s)
    rule = "public.objective.social-work"
    if social != economic:
        return because(
            "coalitions-differ",
            "{social} Social against {economic} Economic Coalitions.",
            rule,
            social=social,
            economic=economic,
        )
    if not social and s.options.require_one_coalition:
        return because("no-coalition", "There's no Coalition.", "objective.zero-coalitions")
    return None


def more(s: Bronx, one: int, other: int, rule: str) -> Reason | None:
    if s.mitigated[one] > s.mitigated[other]:
        return None
    boxes = ("Cases", "Activists", "Employees")
    return because(
        "not-ahead",
        "{mine} {one} against {theirs} {other}.",
        rule,
        mine=s.mitigated[one],
        one=boxes[one],
        theirs=s.mitigated[other],
        other=boxes[other],
    )


def quality_of_life(s: Bronx) -> Reason | None:
    if any(s.marker[d] != BLIGHT and not vulnerabilities(s, d) for d in DISTRICTS):
        return None
    return because(
        "every-district-in-need", "Every District has Blight or a Vulnerability.", "public.objective.quality-of-life"
    )


# ------------------------------------------------------------------ Community


def rehabilitation(s: Bronx) -> Reason | None:
    helped, jailed = sum(s.mitigated), s.corrections + s.overflow
    if helped > jailed:
        return None
    rule = "community.objective.rehabilitation"
    return because(
        "too-few-helped",
        "{helped} helped against {jailed} in Corrections and Overflow.",
        rule,
        helped=helped,
        jailed=jailed,
    )


def social_movement(s: Bronx) -> Reason | None:
    count = social_districts(s)
    if count >= 2:
        return None
    rule = "community.objective.social-movement"
    return because("too-few-social-districts", "{count} of 2 Districts with more Social Coalitions.", rule, count=count)


def owns_all(s: Bronx, district: int, faction: int) -> bool:
    """Whether the District has tiles of only this Faction, no Blight and no unhoused Population."""
    owners = {*s.owner[SPAN[district]], NOBODY}
    return owners == {faction, NOBODY} and s.marker[district] != BLIGHT and not s.street_pop[district]


def grassroots(s: Bronx) -> Reason | None:
    for district in DISTRICTS:
        if owns_all(s, district, COMMUNITY) and any(
            s.orgs[space * 3 + COMMUNITY] and coalition(s, space) for space in spaces_of[district]
        ):
            return None
    return because(
        "no-district-of-community",
        "No District is Community's alone, sound and in Coalition.",
        "community.objective.grassroots",
    )


# ------------------------------------------------------------------ Private


def recurring_revenue(s: Bronx) -> Reason | None:
    paper = private_paper(s)
    if paper >= 2:
        return None
    return because(
        "too-few-bonds-and-loans",
        "{paper} of 2 Bonds and active Loans.",
        "private.objective.recurring-revenue",
        paper=paper,
    )


def trickle_down(s: Bronx) -> Reason | None:
    social, economic = coalitions(s)
    if economic > social:
        return None
    rule = "private.objective.trickle-down"
    return because(
        "economic-not-ahead",
        "{economic} Economic against {social} Social Coalitions.",
        rule,
        social=social,
        economic=economic,
    )


def laissez_faire(s: Bronx) -> Reason | None:
    for district in DISTRICTS:
        if owns_all(s, district, PRIVATE) and any(coalition(s, space) == ECONOMIC for space in spaces_of[district]):
            return None
    return because(
        "no-district-of-private",
        "No District is Private's alone, sound and in Coalition.",
        "private.objective.laissez-faire",
    )


# ------------------------------------------------------------------ Final Census


def fewer_vulnerabilities_than_losses(s: Bronx) -> Reason | None:
    count = sum(vulnerabilities(s, d) for d in DISTRICTS)
    if count < s.losses:
        return None
    rule = "public.final.vulnerabilities-below-losses"
    return because(
        "too-many-vulnerabilities", "Vulnerabilities: {count}. Losses: {losses}.", rule, count=count, losses=s.losses
    )


def few_losses(s: Bronx) -> Reason | None:
    most = 7 if s.mode == "six-decades" else 4
    if s.losses <= most:
        return None
    rule = "six-decades.community-final" if s.mode == "six-decades" else "community.final.losses"
    return because("too-many-losses", "{losses} Losses are more than {most}.", rule, losses=s.losses, most=most)


def holds_bond(s: Bronx, faction: int, rule: str) -> Reason | None:
    if any(s.bonds[faction - COMMUNITY :: 2]):
        return None
    return because("no-bond", "{who} has no Bond on the calendar.", rule, who=FACTION_NAMES[faction])


def private_gone(s: Bronx) -> Reason | None:
    """Why Private does not lose its point: None if no Private tile is left, and the point is lost."""
    if PRIVATE not in s.owner:
        return None
    return because("private-has-tiles", "Private has Infrastructure on the map.", "private.final.no-infrastructure")


def _objective(id: str, faction: str, why_not: Callable[..., Reason | None], *factions: int) -> Objective:
    """Make an Objective; `factions` are those its reason is about, if several Objectives share that reason."""
    rule = f"{faction}.objective.{id}"
    return Objective(id, WORDS.objective[id], rule, _about(why_not, factions, rule))


def _about(why_not: Callable[..., Reason | None], factions: tuple[int, ...], rule: str) -> WhyNot:
    return (lambda s: why_not(s, *factions, rule)) if factions else why_not


OBJECTIVES: tuple[tuple[Objective, ...], ...] = (
    (
        _objective("balanced-budget", "public", in_debt, PUBLIC),
        _objective("social-work", "public", social_work),
        _objective("public-relations", "public", more, PUBLIC, COMMUNITY),
        _objective("quality-of-life", "public", quality_of_life),
    ),
    (
        _objective("rehabilitation", "community", rehabilitation),
        _objective("social-movement", "community", social_movement),
        _objective("people-power", "community", more, COMMUNITY, PRIVATE),
        _objective("grassroots", "community", grassroots),
    ),
    (
        _objective("recurring-revenue", "private", recurring_revenue),
        _objective("trickle-down", "private", trickle_down),
        _objective("workforce", "private", more, PRIVATE, PUBLIC),
        _objective("laissez-faire", "private", laissez_faire),
    ),
)


def _final(id: str, why_not: Callable[..., Reason | None], *factions: int, points: int = 1) -> tuple[Objective, int]:
    rule = FINAL_RULES[id]
    return Objective(id, FINAL_WORDS[id], rule, _about(why_not, factions, rule)), points


FINAL_OBJECTIVES: tuple[tuple[tuple[Objective, int], ...], ...] = (
    (
        _final("final-vulnerabilities", fewer_vulnerabilities_than_losses),
        _final("final-public-debt", in_debt, PUBLIC),
    ),
    (
        _final("final-losses", few_losses),
        _final("final-community-debt", in_debt, COMMUNITY),
        _final("final-community-bond", holds_bond, COMMUNITY),
    ),
    (
        _final("final-private-debt", in_debt, PRIVATE),
        _final("final-private-bond", holds_bond, PRIVATE),
        _final("final-no-infrastructure", private_gone, points=-1),
    ),
)


# ------------------------------------------------------------------ 3.2.4 the phase


def objectives(s: Bronx, faction: int) -> list[tuple[Objective, Reason | None]]:
    """Each Objective of the Faction with why it would not score now, or None if it would."""
    return [(objective, objective.why_not(s)) for objective in OBJECTIVES[faction]]


def priority_counts(s: Bronx, faction: int) -> bool:
    """Whether the Position's Priority Objective gives its extra point (6.3, 7.7)."""
    if s.position[faction] < 0:
        return False
    return s.np_points if s.non_player[faction] else bool(s.achieved[faction])


def is_final(s: Bronx) -> bool:
    return s.decade == s.last


def objectives_phase(s: Bronx) -> Script:
    s.scored = []
    for faction in FACTIONS:
        for objective in OBJECTIVES[faction]:
            if objective.why_not(s) is not None:
                continue
            points = 1
            position = s.position[faction]
            if priority_counts(s, faction) and POSITIONS[position].priority_objective == objective.id:
                points = 2
                s.recorded = replaced(s.recorded, faction, 1)
            score(s, faction, points, objective.id)
            s.scored = [*s.scored, objective.id]
            tell(s, ObjectiveFulfilled, faction, objective.id, points)
    if leader_by_four(s) >= 0:
        finish(s, "instant")
    elif is_final(s):
        for faction in FACTIONS:
            final_census(s, faction)
        finish(s, "final")
    else:
        s.phase = "reset"
    return
    yield


def final_census(s: Bronx, faction: int) -> None:
    for objective, points in FINAL_OBJECTIVES[faction]:
        if objective.why_not(s) is None:
            score(s, faction, points, objective.id)
            s.scored = [*s.scored, objective.id]
            tell(s, FinalPoints, faction, objective.id, points)


def finish(s: Bronx, ending: str) -> None:
    for faction in FACTIONS:
        record_position(s, faction)
    end_session(s, ending)
