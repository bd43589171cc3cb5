"""The Census Round up to the Audit: Quota, Corrections, Petitions and Blight (3.2.1, 3.2.2)."""

from __future__ import annotations

from tabletown.games.cross_bronx.rules.asking import ask, counted, query
from tabletown.games.cross_bronx.rules.branches import crowded
from tabletown.games.cross_bronx.rules.housing import (
    PLACE_COST,
    VULNERABILITY_CAME,
    add_vulnerability,
    cubes,
    numbered,
    out_of_corrections,
    receive_vulnerability,
    take,
    to_corrections,
    why_not_place_organization,
)
from tabletown.games.cross_bronx.rules.money import can_spend, spend
from tabletown.games.cross_bronx.rules.organizations import place_organization
from tabletown.games.cross_bronx.rules.winning import too_many_losses
from tabletown.games.cross_bronx.state import (
    BLIGHT,
    DISTRICT_OF_WORD,
    DISTRICT_WORDS,
    DISTRICTS,
    FACTION_NAMES,
    FACTIONS,
    NO,
    NO_MARKER,
    NUMBERS,
    PASS,
    PETITION,
    PUBLIC,
    YES,
    Bronx,
    replaced,
    spaces_of,
)
from tabletown.kernel import Reason, Script, Text, because, heading, is_read, tell

CENSUS_OF = Text("{year} Census")
TO_CORRECTIONS = Text("One Vulnerability of District {district} went to Corrections.")
QUOTA_RESULT = Text("Quota in District {district}: {moved} to Corrections.")
PETITIONED = Text("The people of District {district} petition.")
BAIL = Text("pick a District for one Vulnerability out of Corrections (1 Resource)")
BAILED = Text("{faction} paid 1 Resource: a Vulnerability came from Corrections to District {district}.")
LOSSES = Text("{count} in Overflow: Losses are now {losses}.")
BLIGHT_VULNERABILITY = Text("pick the Vulnerability that leaves District {district} with its Blight")
BLIGHT_PAID = Text("Public paid 2 Resources to remove the Blight of District {district}.")
ANSWER = Text("place an Organization in District {district} to answer its Petition")
ANSWERED = Text("{faction} answered the Petition of District {district}.")
BLIGHTED = Text("Nobody answered: District {district} is blighted.")

NO_OWN_TILE = because("You have no Infrastructure there.", "census.corrections.bail")

_BLIGHT_VULNERABILITY = numbered(BLIGHT_VULNERABILITY)
_ANSWER = numbered(ANSWER)


def next_box_of_calendar(s: Bronx) -> int:
    """The box of the Decade after the current one; after the 1990s a box that is not printed."""
    return (s.decade - 1940) // 10 + 1


def census_chooser(s: Bronx, district: int) -> int:
    """Who decides what belongs to no Faction: Public, or (variant) whoever owns most tiles there."""
    if not s.options.owner_of_tile_decides:
        return PUBLIC
    owners = [s.owner[space] for space in spaces_of[district]]
    return max(FACTIONS, key=lambda faction: (owners.count(faction), -faction))


# ------------------------------------------------------------------ 3.2.1 Quota


def quota(s: Bronx) -> Script:
    heading(s, CENSUS_OF, year=s.decade + 10)
    for district in DISTRICTS:
        yield from quota_in(s, census_chooser(s, district), district)
        if crowded(s, district) and s.marker[district] == NO_MARKER:
            s.marker = replaced(s.marker, district, PETITION)
            tell(s, PETITIONED, "census.quota.petition", district=NUMBERS[district])
    s.phase = "corrections"


def quota_in(s: Bronx, seat: int, district: int) -> Script:
    """Steps 1 and 2, which an Event may cause too."""
    if s.street_pop[district]:
        if s.options.quota_vulnerability_unhoused and s.vul_pool:
            s.vul_pool -= 1
            s.street_vul[district] += 1
            tell(s, VULNERABILITY_CAME, "census.quota.vulnerability-for-unhoused", district=NUMBERS[district])
        else:
            yield from add_vulnerability(s, seat, district)
    moved = (s.street_vul[district] + 1) // 2
    if moved:
        s.street_vul[district] -= moved
        to_corrections(s, moved)
        if is_read(s):
            vulnerable = counted(moved, "Vulnerability")
            rule = "census.quota.half-to-corrections"
            tell(s, QUOTA_RESULT, rule, district=NUMBERS[district], moved=vulnerable)


# ------------------------------------------------------------------ 3.2.2 Corrections


def why_not_bail(s: Bronx, faction: int, district: int) -> Reason | None:
    only_unexhausted = s.options.bail_unexhausted_only
    for space in spaces_of[district]:
        if s.owner[space] == faction and not (only_unexhausted and s.exhausted[space]):
            return None
    return NO_OWN_TILE


def why_not_bail_to(s: Bronx, faction: int, word: str) -> Reason | None:
    return why_not_bail(s, faction, DISTRICT_OF_WORD[word]) if word in DISTRICT_OF_WORD else None


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
        name = FACTION_NAMES[faction]
        yield from receive_vulnerability(s, faction, district, BAILED, rule, seat=faction, faction=name)
    s.losses += s.overflow
    tell(s, LOSSES, "census.corrections.losses", count=counted(s.overflow, "Vulnerability"), losses=s.losses)
    if not too_many_losses(s):
        s.phase = "blight"


# ------------------------------------------------------------------ Petitions & Blight


def blight(s: Bronx) -> Script:
    """Public must pay for every blighted District, past its debt limit if need be."""
    overflow = s.overflow
    for district in DISTRICTS:
        if s.marker[district] != BLIGHT:
            continue
        options = cubes(s, district, s.vul, s.street_vul)
        if not options and s.options.blight_stays_without_vulnerability:
            continue
        spend(s, PUBLIC, 2)
        s.marker = replaced(s.marker, district, NO_MARKER)
        tell(s, BLIGHT_PAID, "census.blight.public-pays", seat=PUBLIC, district=NUMBERS[district])
        if options:
            seat, prompt = census_chooser(s, district), _BLIGHT_VULNERABILITY[district]
            rule = "census.blight.vulnerability"
            word = yield from ask(query(seat, "blight-vulnerability", prompt, options, rule, None, district))
            take(word, s.vul, s.street_vul)
            to_corrections(s)
            tell(s, TO_CORRECTIONS, rule, district=NUMBERS[district])
    s.phase = "petitions"
    if s.options.late_overflow_counts and s.overflow > overflow:
        s.losses += s.overflow - overflow
        count = counted(s.overflow - overflow, "Vulnerability")
        tell(s, LOSSES, "census.corrections.losses", count=count, losses=s.losses)
        too_many_losses(s)


def petitions(s: Bronx) -> Script:
    """District by District Public, then Community, then Private may answer; else it turns to Blight."""
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
            tell(s, BLIGHTED, "census.petition.unanswered", district=NUMBERS[district])
    s.phase = "audit"


def offer_petition(s: Bronx, district: int, faction: int) -> Script:
    rule = "census.petition.answer"
    if (yield query(faction, "answer-petition", _ANSWER[district], [YES, NO], rule, None, district)) == YES:
        yield from place_organization(s, faction, district, faction, price=PLACE_COST)
        s.marker = replaced(s.marker, district, NO_MARKER)
        tell(s, ANSWERED, rule, seat=faction, faction=FACTION_NAMES[faction], district=NUMBERS[district])
