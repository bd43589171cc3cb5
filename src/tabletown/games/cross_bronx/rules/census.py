"""The Census Round up to the Audit: Quota, Corrections, Petitions and Blight (3.2.1, 3.2.2)."""

from __future__ import annotations

from tabletown.games.cross_bronx.events.census import (
    Bailed,
    Blighted,
    BlightPaid,
    CensusBegan,
    LossesRose,
    PetitionAnswered,
    Petitioned,
    QuotaTook,
)
from tabletown.games.cross_bronx.events.pieces import VulnerabilityCame, WentToCorrections
from tabletown.games.cross_bronx.options import DISTRICT_OF_WORD, DISTRICT_WORDS, NO, PASS, YES
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.branches import crowded
from tabletown.games.cross_bronx.rules.housing import (
    PLACE_COST,
    add_vulnerability,
    cubes,
    numbered,
    out_of_corrections,
    receive_vulnerability,
    take,
    to_corrections,
    why_not_cube,
    why_not_place_organization,
)
from tabletown.games.cross_bronx.rules.money import can_spend, spend
from tabletown.games.cross_bronx.rules.organizations import place_organization
from tabletown.games.cross_bronx.rules.winning import too_many_losses
from tabletown.games.cross_bronx.state import (
    BLIGHT,
    DISTRICTS,
    FACTIONS,
    NO_MARKER,
    NUMBERS,
    PETITION,
    PUBLIC,
    Bronx,
    replaced,
    spaces_of,
)
from tabletown.kernel import NOT_AN_OPTION, Reason, Script, Text, because, tell

BAIL = Text("release a Vulnerability from Corrections")
BLIGHT_VULNERABILITY = Text("move a District {district} Vulnerability to Corrections")
ANSWER = Text("answer the Petition in District {district}")

NO_OWN_TILE = because("no-own-tile", "You have no Infrastructure there.", "census.corrections.bail")

_BLIGHT_VULNERABILITY = numbered(BLIGHT_VULNERABILITY)
_ANSWER = numbered(ANSWER)


def next_box_of_calendar(s: Bronx) -> int:
    """The calendar box after the current Decade's; after the 1990s, one that is not printed."""
    return (s.decade - 1940) // 10 + 1


def census_chooser(s: Bronx, district: int) -> int:
    """The Faction that decides what belongs to none: Public, or (variant) the one with the most tiles there."""
    if not s.options.owner_of_tile_decides:
        return PUBLIC
    owners = [s.owner[space] for space in spaces_of[district]]
    return max(FACTIONS, key=lambda faction: (owners.count(faction), -faction))


# ------------------------------------------------------------------ 3.2.1 Quota


def quota(s: Bronx) -> Script:
    tell(s, CensusBegan, s.decade + 10)
    for district in DISTRICTS:
        yield from quota_in(s, census_chooser(s, district), district)
        if crowded(s, district) and s.marker[district] == NO_MARKER:
            s.marker = replaced(s.marker, district, PETITION)
            tell(s, Petitioned, NUMBERS[district])
    s.phase = "corrections"


def quota_in(s: Bronx, seat: int, district: int) -> Script:
    """Carry out Quota steps 1 and 2 in a District, in a Census or for an Event."""
    if s.street_pop[district]:
        if s.options.quota_vulnerability_unhoused and s.vul_pool:
            s.vul_pool -= 1
            s.street_vul[district] += 1
            tell(s, VulnerabilityCame, NUMBERS[district], by_quota=True)
        else:
            yield from add_vulnerability(s, seat, district)
    moved = (s.street_vul[district] + 1) // 2
    if moved:
        s.street_vul[district] -= moved
        to_corrections(s, moved)
        tell(s, QuotaTook, NUMBERS[district], moved)


# ------------------------------------------------------------------ 3.2.2 Corrections


def why_not_bail(s: Bronx, faction: int, district: int) -> Reason | None:
    only_unexhausted = s.options.bail_unexhausted_only
    for space in spaces_of[district]:
        if s.owner[space] == faction and not (only_unexhausted and s.exhausted[space]):
            return None
    return NO_OWN_TILE


def why_not_bail_to(s: Bronx, faction: int, word: str) -> Reason | None:
    if word == PASS:
        return None
    return why_not_bail(s, faction, DISTRICT_OF_WORD[word]) if word in DISTRICT_OF_WORD else NOT_AN_OPTION


def corrections(s: Bronx) -> Script:
    for faction in FACTIONS:
        if not s.corrections or not can_spend(s, faction, 1):
            continue
        options = [DISTRICT_WORDS[d] for d in DISTRICTS if why_not_bail(s, faction, d) is None]
        if not options:
            continue
        options.append(PASS)
        rule, about = "census.corrections.bail", (s, faction)
        word = yield query(faction, "bail", BAIL, options, rule, why_not_bail_to, about=about)
        if word == PASS:
            continue
        district = DISTRICT_OF_WORD[word]
        spend(s, faction, 1)
        out_of_corrections(s)
        yield from receive_vulnerability(s, faction, district, Bailed, faction, NUMBERS[district])
    s.losses += s.overflow
    tell(s, LossesRose, s.overflow, s.losses)
    if not too_many_losses(s):
        s.phase = "blight"


# ------------------------------------------------------------------ Petitions & Blight


def blight(s: Bronx) -> Script:
    """Make Public pay for every blighted District, past its debt limit if need be."""
    overflow = s.overflow
    for district in DISTRICTS:
        if s.marker[district] != BLIGHT:
            continue
        options = cubes(s, district, s.vul, s.street_vul)
        if not options and s.options.blight_stays_without_vulnerability:
            continue
        spend(s, PUBLIC, 2)
        s.marker = replaced(s.marker, district, NO_MARKER)
        tell(s, BlightPaid, NUMBERS[district])
        if options:
            seat, prompt = census_chooser(s, district), _BLIGHT_VULNERABILITY[district]
            rule = "census.blight.vulnerability"
            why, about = why_not_cube, (s, (district,), s.vul, s.street_vul, "")
            word = yield from ask(query(seat, "blight-vulnerability", prompt, options, rule, why, district, about))
            take(word, s.vul, s.street_vul)
            to_corrections(s)
            tell(s, WentToCorrections, NUMBERS[district], with_blight=True)
    s.phase = "petitions"
    if s.options.late_overflow_counts and s.overflow > overflow:
        s.losses += s.overflow - overflow
        tell(s, LossesRose, s.overflow - overflow, s.losses)
        too_many_losses(s)


def petitions(s: Bronx) -> Script:
    """Let Public, then Community, then Private answer each Petition; unanswered, it turns to Blight."""
    petitioned = [district for district in DISTRICTS if s.marker[district] == PETITION]
    offers = [(district, faction) for district in petitioned for faction in FACTIONS]
    if s.options.petitions_faction_major:
        offers = [(district, faction) for faction in FACTIONS for district in petitioned]
    for district, faction in offers:
        if s.marker[district] == PETITION and why_not_place_organization(s, district, faction) is None:
            yield from offer_petition(s, district, faction)
    for district in petitioned:
        if s.marker[district] == PETITION:
            s.marker = replaced(s.marker, district, BLIGHT)
            tell(s, Blighted, NUMBERS[district])
    s.phase = "audit"


def offer_petition(s: Bronx, district: int, faction: int) -> Script:
    rule = "census.petition.answer"
    if (yield query(faction, "answer-petition", _ANSWER[district], [YES, NO], rule, None, district)) == YES:
        yield from place_organization(s, faction, district, faction, price=PLACE_COST)
        s.marker = replaced(s.marker, district, NO_MARKER)
        tell(s, PetitionAnswered, faction, NUMBERS[district])
