"""Sentences of older versions and the events they stand for, so that their journals can still be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tabletown.content import legacy_words
from tabletown.games.cross_bronx import ledger as figures
from tabletown.games.cross_bronx.components import EVENTS, INSTRUCTIONS, POSITION_OF_ID, WORDS
from tabletown.games.cross_bronx.events import actions, audit, cards, census, ending, non_players, older, pieces, rounds
from tabletown.games.cross_bronx.events import positions as held
from tabletown.games.cross_bronx.options import DISTRICT_WORDS, STREET_WORDS
from tabletown.games.cross_bronx.state import CENSUS, FACTION_NAMES, FACTIONS, INDEX, NOBODY
from tabletown.kernel import Event, Figure, Text
from tabletown.kernel.text import Language

Make = Callable[..., Event]
ENGLISH = Language()

OLD = legacy_words(Path(__file__).parent)
CONDITION_OF = {words: when for when, words in WORDS.condition.items()} | OLD["conditions"]
INSTRUCTION_OF = {instruction.words: id for id, instruction in INSTRUCTIONS.items()} | OLD["instructions"]
ACTION_OF = {name: id for id, name in WORDS.action.items()} | OLD["actions"]
OBJECTIVE_OF = {name: id for id, name in WORDS.objective.items()} | OLD["objectives"]
FINAL_OF = {rule: id for id, rule in census.FINAL_RULES.items()}
POSITION_OF = {position.title: id for id, position in POSITION_OF_ID.items()} | OLD["positions"]
NUMBER_OF = {event.headline: number for number, event in EVENTS.items()} | OLD["events"]

# phrases as older versions stored them: keys, never to be edited
LEVEL_OF = {
    "Not as printed: Hard, with a little help at the start and a Victory Point for every Non-Player.": "hard",
    "Not as printed: Even, with help at the start.": "even",
    "Not as printed: Gentle, with more help at the start, and Non-Players score no goals.": "gentle",
}
COLUMN_OF = {
    "place Population": "place-population",
    "take Population": "remove-population",
    "place a Vulnerability": "place-vulnerabilities",
    "take Vulnerabilities": "remove-vulnerabilities",
    "place or refresh an Organization": "place-organization",
    "use or remove an Organization": "remove-organization",
    "place Infrastructure": "place-infrastructure",
    "exhaust Infrastructure": "exhaust-infrastructure",
}
ROW_OF = {
    "own Infrastructure with room": "has own-room",
    "most unhoused Population": "most unhoused-population",
    "most unhoused Vulnerabilities": "most unhoused-vulnerabilities",
    "room to house a Vulnerability": "has vulnerability-room",
    "most Vulnerabilities": "most vulnerabilities",
    "fewest Vulnerabilities": "least vulnerabilities",
    "preferred Coalition can be formed": "has preferred-coalition-open",
    "fewest own Coalitions": "least own-coalitions",
    "least Population": "least population",
    "most Population": "most population",
    "most own unexhausted Infrastructure": "most own-tiles",
    "fewest tiles of other Factions": "least rival-tiles",
    "most inhabited tiles of its own": "most own-occupied-tiles",
    "most Population on its own tiles": "most own-population",
    "most tiles of its own": "most own-infrastructure",
    "most room for a Social Coalition": "most social-open",
}
DECISION_OF = {
    **{what: f"where-{column}" for what, column in COLUMN_OF.items()},
    "which Organization it uses": "choose-organization",
    "which Infrastructure it replaces": "replace-tile",
    "which Infrastructure to exhaust": "exhaust-tile",
    "which tile its Organization goes to": "house-organization",
    "which Organization finds room": "rehouse-organization",
    "which Organization it removes": "remove-organization",
    "which Organization it activates": "activate-organization",
    "which Organization gets the Grant": "grant-organization",
    "which Organization it replaces": "replace-organization",
    "which Organization to refresh": "refresh-organization",
    "pick the District of its Budget": "reset-budget",
    "pick the District it raises funds in": "reset-fundraise",
}


# ---------------------------------------------------------------- what the parts of a sentence were


def _seat(name: str) -> int:
    return FACTION_NAMES.index(name)


def _number(counted: Text | str) -> int:
    """The number in a phrase such as "3 Vulnerabilities"."""
    return int(counted.parts["n"]) if isinstance(counted, Text) else int(counted.split()[0])


def _marker(words: str) -> str:
    """The marker in a phrase such as " with a Grant"."""
    return words.removeprefix(" with a ").lower()


def _owner(tile: Text) -> int:
    return _seat(tile.parts["owner"])


def _org(org: Text | str) -> str:
    return str(org.parts["district"]) if isinstance(org, Text) else org


def _home(home: Text) -> tuple[str, int]:
    return (home.parts["space"], _owner(home)) if "space" in home.parts else ("", NOBODY)


def _boxes(boxes: Text | str) -> tuple[str, ...]:
    """The boxes in a phrase such as "Plan, then Event, then Act"."""
    if isinstance(boxes, str):
        return tuple(boxes.lower().split(", then "))
    if "then" in boxes.parts:
        return _boxes(boxes.parts["first"]) + _boxes(boxes.parts["then"])
    return (boxes.parts["box"].lower(),)


# ---------------------------------------------------------------- several sentences of the same kind


def _of_faction(event: Make, **fixed: Any) -> Make:
    """Read a sentence that named its Faction; the first release stored nothing but the name."""
    return lambda faction, seat=None, **facts: event(who=_seat(faction), **facts, **fixed)


def _without_seat(event: Make, **fixed: Any) -> Make:
    return lambda seat=None, **facts: event(**facts, **fixed)


def _of_position(event: Make) -> Make:
    return lambda title, **facts: _of_faction(event)(position=POSITION_OF[title], **facts)


def _stands(event: Make) -> Make:
    def make(
        faction: str, space: str, marker: str, tile: Text | None = None, n: int = 0, seat: int | None = None
    ) -> Event:
        priced = {"n": n} if event is pieces.OrganizationPlacedFor else {}
        return event(_seat(faction), space, _owner(tile) if tile is not None else NOBODY, _marker(marker), **priced)

    return make


def _replaced(event: Make) -> Make:
    def make(faction: str, old: str, space: str, n: int = 0, seat: int | None = None) -> Event:
        priced = () if event is pieces.TileReplaced else (n,)
        return event(_seat(faction), space, _seat(old), *priced)

    return make


def _of_organization(event: Make) -> Make:
    return lambda org, **facts: _of_faction(event)(org=_org(org), **facts)


def _of_bond(event: Make) -> Make:
    def make(owner: str = "", buyer: str = "", seat: int | None = None) -> Event:
        return event(_seat(owner or buyer))

    return make


def _of_box(event: Make) -> Make:
    return lambda who, box: event(who, box.lower())


def _of_best(event: Make) -> Make:
    def make(who: Text | str, **facts: Any) -> Event:
        names = who.parts["factions"] if isinstance(who, Text) else re.split(", | and ", who)
        return event(tuple(_seat(name) for name in names), **facts)

    return make


def _row(event: Make) -> Make:
    def make(
        who: int,
        title: str,
        condition: Text | str,
        action: str,
        instruction: str,
        row: int = 0,
        now: Any = (),  # the first release stored neither
        position: int = 0,
    ) -> Event:
        words = condition.template if isinstance(condition, Text) else condition.replace(FACTION_NAMES[who], "{own}")
        when = CONDITION_OF.get(words) or CONDITION_OF.get(str(condition)) or str(condition)
        read = when, ACTION_OF[action], INSTRUCTION_OF.get(instruction, instruction)
        return event(who, POSITION_OF[title], row, *read, tuple(now))

    return make


# ---------------------------------------------------------------- sentence by sentence


def _vulnerability_came(district: int, rule: str) -> Event:
    return pieces.VulnerabilityCame(district, by_quota=rule.startswith("census.quota"))


def _moved_in(origin: int, home: Text, district: int) -> Event:
    return pieces.MovedIn(*_home(home), origin, district)


def _found_home(what: str, space: str) -> Event:
    return pieces.FoundHome(what.lower(), space)


def _settled(district: int, rule: str) -> Event:
    return pieces.Settled(district, on_new_tile=rule == "housing.new-tile.fill")


def _to_corrections(district: int, rule: str) -> Event:
    return pieces.WentToCorrections(district, with_blight=rule.startswith("census.blight"))


def _exhausted(faction: str, space: str, rule: str, seat: int | None = None) -> Event:
    return pieces.TileExhausted(_seat(faction), space, empty=rule.startswith("reset."))


def _left(faction: str, district: int, rule: str, seat: int | None = None) -> Event:
    return pieces.OrganizationLeft(_seat(faction), district, unhoused=rule.startswith("reset."))


def _revealed(number: int, headline: str, next: Text | str) -> Event:
    coming = NUMBER_OF.get(next, CENSUS) if isinstance(next, str) else CENSUS
    return rounds.EventRevealed(number, coming, EVENTS[number].decade)


def _refreshed(who: int, org: Text | str) -> Event:
    return rounds.Refreshed(who, _org(org))


def _performed(who: int, number: int, headline: str) -> Event:
    return cards.Performed(who, number)


def _removed(what: str, district: int, home: Text) -> Event:
    return cards.CubeRemoved(*_home(home), what.lower(), district)


def _in_district(what: str, district: int) -> Event:
    """Read phrases such as "One Vulnerability added" and "A Public Organization was activated"."""
    article, kind, *rest = what.split()
    if article == "One":
        if rest == ["added"]:
            return pieces.PopulationCame(1, district) if kind == "Population" else pieces.VulnerabilityCame(district)
        if rest == ["removed"]:
            return older.CubeRemovedSomewhere(kind.lower(), district)
        return cards.CameOutOfCorrections(district)
    if rest[-1] == "activated":
        return cards.OrganizationActivated(_seat(kind), district)
    return older.OrganizationRefreshedSomewhere(_seat(kind), district)


def _locked(count: Text | str, until: int) -> Event:
    return cards.LoansLocked(_number(count), until)


def _quota(district: int, moved: Text | str) -> Event:
    return census.QuotaTook(district, _number(moved))


def _losses(count: Text | str, losses: int) -> Event:
    return census.LossesRose(_number(count), losses)


def _fulfilled(
    faction: str, objective: str, n: int = 0, points: int = 0, plural: str = "", seat: int | None = None
) -> Event:
    return census.ObjectiveFulfilled(_seat(faction), OBJECTIVE_OF[objective], n or points)


def _final(faction: str, points: int, what: str, rule: str, seat: int | None = None) -> Event:
    return census.FinalPoints(_seat(faction), FINAL_OF[rule], points)


def _tax(rate: str) -> Event:
    return audit.TaxSet(2 if rate == "1" else 1)


def _acted(who: int, action: str, district: int) -> Event:
    return actions.Acted(who, ACTION_OF[action], district)


def _partner_used(faction: str, partner: str, org: str, n: int, seat: int | None = None) -> Event:
    return actions.PartnerUsed(_seat(faction), _seat(partner), org, n)


def _partner_used_to_take_in(faction: str, partner: str, box: str, seat: int | None = None) -> Event:
    return older.PartnerUsedToTakeIn(_seat(faction), _seat(partner))


def _used_to_take_in(faction: str, district: int, box: str, seat: int | None = None) -> Event:
    return older.UsedToTakeIn(_seat(faction), district)


def _partner_refused(partner: str, rule: str) -> Event:
    who = next(who for who in FACTIONS if rule.startswith(actions.USE_RULES[who]))
    return actions.PartnerRefused(who, _seat(partner))


def _taken_in(district: int, box: str, seat: int | None = None) -> Event:
    return actions.TakenIn(actions.MITIGATED.index(box), district)


def _as_price(faction: str, org: Text | str, rule: str, seat: int | None = None) -> Event:
    action = next(action for action, clause in actions.PRICE_RULES.items() if clause == rule)
    return actions.UsedAsPrice(_seat(faction), _org(org), action)


def _blight_cleared(district: int, org: Text | str, n: int, seat: int | None = None) -> Event:
    return actions.BlightCleared(district, _org(org), n)


def _budgeted(gain: Text | str, district: int, seat: int | None = None) -> Event:
    return actions.Budgeted(_number(gain), district)


def _funds_raised(gain: Text | str, district: int, added: Text | str, seat: int | None = None) -> Event:
    return actions.FundsRaised(_number(gain), district, _number(added))


def _suburbs(count: int, district: int, gain: Text | str, seat: int | None = None) -> Event:
    return older.SomeLeftForSuburbs(district, count)


def _helped(level: Text, given: list[Text]) -> Event:
    relief, resources, points = 0, [0, 0, 0], [0, 0, 0]
    for text in given:
        n = text.parts["n"]
        if text.template == "{n} Vulnerability fewer":
            relief = n
        elif text.template == "{n} Vulnerability more":
            relief = -n
        else:
            more = resources if text.template == "{n} Resource more for {faction}" else points
            more[_seat(text.parts["faction"])] = n
    return held.Helped(LEVEL_OF[level.template], relief, tuple(resources), tuple(points))


def _started(level: str) -> Make:
    return lambda: held.StartedOtherwise(level)


def _took(faction: str, title: str, rule: str, seat: int | None = None) -> Event:
    return held.TookPosition(_seat(faction), POSITION_OF[title], rule.startswith("np."))


def _star(faction: str, title: str, stars: int, target: int, rule: str, seat: int | None = None) -> Event:
    return held.GainedStar(_seat(faction), POSITION_OF[title], stars, target, rule.startswith("np."))


def _advised(who: int, faction: str, what: Text | str, chosen: Text | str) -> Event:
    phrase = what.parts["what"] if isinstance(what, Text) else what
    return non_players.Advised(who, _seat(faction), DECISION_OF[phrase], _option(chosen))


def _option(chosen: Text | str) -> str:
    """The option that older versions called by this name."""
    if isinstance(chosen, Text) and chosen.template == "District {district}":
        return DISTRICT_WORDS[INDEX[chosen.parts["district"]]]
    if isinstance(chosen, Text) and chosen.template == "the street of District {district}":
        return STREET_WORDS[INDEX[chosen.parts["district"]]]
    said = chosen.render(speaking=ENGLISH) if isinstance(chosen, Text) else chosen
    return str(OLD["options"].get(said, said))


def _advised_once(who: int, faction: str) -> Event:
    return older.AdvisedOnce(who, _seat(faction))


def _disagreed(faction: str) -> Event:
    return non_players.Disagreed(_seat(faction))


def _own_last(who: int, home: Text) -> Event:
    return non_players.TakesOwnLast(*_home(home), who)


def _only_room(district: int, faction: str, tile: Text) -> Event:
    return non_players.OnlyRoom(district, tile.parts["space"], _owner(tile), _seat(faction))


def _picked(
    who: int, what: str, rows: Text, district: int, among: list[int], narrowed: list[tuple[str, int, list[int]]]
) -> Event:
    told = tuple((ROW_OF[row], count, tuple(kept)) for row, count, kept in narrowed)
    return non_players.PickedDistrict(who, COLUMN_OF[what], district, tuple(among), told)


def _picked_by_rows(who: int, what: str, rows: Text | str, district: int) -> Event:
    return older.PickedByRows(who, COLUMN_OF[what], district, str(rows))


def _only(who: int, what: str, district: int) -> Event:
    return non_players.OnlyDistrict(who, COLUMN_OF[what], district)


def _critical(who: int, headline: str, title: str, boxes: Text, why: Text | None = None) -> Event:
    number = NUMBER_OF[headline]
    if not EVENTS[number].critical:  # the card is no longer critical
        return older.SawCritical(who, headline)
    return non_players.SawCriticalEvent(who, POSITION_OF[title], _boxes(boxes), number, EVENTS[number].why_critical)


def _preferred(who: int, title: str, boxes: Text | str) -> Event:
    return non_players.PreferredBoxes(who, POSITION_OF[title], _boxes(boxes))


def _no_row(who: int, title: str) -> Event:
    return non_players.NoRowApplied(who, POSITION_OF[title])


def _thin_tiles(n: int, who: int, districts: list[int]) -> Event:
    return non_players.HasThinTiles(who, tuple(districts))


LEGACY_LINES: Mapping[str, Make] = {
    # pieces
    "One Population came to District {district}.": pieces.PopulationCame,
    "One Vulnerability was added in District {district}.": _vulnerability_came,
    "One Population moved from District {origin}, {home}, to District {district}.": _moved_in,
    "One Population moved from District {origin} to District {district}.": older.PopulationMoved,
    "One {what:word} found room on {space}.": _found_home,
    "One more Population found room in District {district}.": pieces.MoreFoundHomes,
    "Unhoused cubes of District {district} found room.": _settled,
    "One Vulnerability of District {district} went to Corrections.": _to_corrections,
    "{faction} placed Infrastructure on {space}.": _of_faction(pieces.TilePlaced, n=4),  # a fixed price
    "{faction} placed Infrastructure on {space} for {n} Resource.": _of_faction(pieces.TilePlaced),
    "{faction} replaced {old} Infrastructure on {space}.": _replaced(pieces.TileReplaced),
    "{faction} replaced {old} Infrastructure on {space} for {n} Resource.": _replaced(pieces.TileReplacedFor),
    "{faction} replaced {old} Infrastructure on {space} and paid {old} {n} Resource for it.": _replaced(
        pieces.BoughtOut
    ),
    "{faction} Infrastructure on {space} was exhausted.": _exhausted,
    "A {faction} Organization was placed on {space}{marker}.": _stands(pieces.OrganizationPlaced),
    "A {faction} Organization was placed on {tile}{marker}.": _stands(pieces.OrganizationPlaced),
    "{faction} placed an Organization on {tile} for {n} Resource.": _stands(pieces.OrganizationPlacedFor),
    "A {faction} Organization moved to {space}{marker}.": _stands(pieces.OrganizationMoved),
    "A {faction} Organization found room on {space}{marker}.": _stands(pieces.OrganizationRehoused),
    "A Social Coalition formed on {space}.": pieces.SocialCoalitionFormed,
    "An Economic Coalition formed on {space}.": pieces.EconomicCoalitionFormed,
    "A {faction} Organization left District {district}.": _left,
    "The Grant of {faction} went back to Public.": _of_faction(pieces.GrantReturned),
    "The Loan of {faction} went back to Private.": _of_faction(pieces.LoanReturned),
    "{faction} still owes the Loan.": _of_faction(pieces.LoanStillOwed),
    # rounds
    "{decade}s, Event Round {round}": rounds.RoundBegan,
    "Current Event {number:03}: {headline}. Next: {next}.": _revealed,
    "{who:seat} chose {box}.": _of_box(rounds.ChoseBox),
    "{who:seat} planned {box} for the next round.": _of_box(rounds.Planned),
    "{who:seat} called an Audit.": rounds.CalledAudit,
    "{faction} would have Income {income} and Expenses {expenses}.": _of_faction(rounds.Forecast),
    "{who:seat} refreshed the Organization on {org}.": _refreshed,
    "{who:seat} refreshed an Organization.": older.RefreshedOne,
    # Events
    "Nobody chose Event; {who:seat}, listed first, performs it.": cards.PerformedByDefault,
    "Nobody chose Event: {who:seat}, listed first, performed it.": cards.PerformedByDefault,
    "{who:seat} performed Event {number:03}: {headline}.": _performed,
    "Event {number:03} went to the Record: {who:seat}.": cards.WentToRecord,
    "A part of the Event could not be carried out.": cards.PartSkipped,
    "{what} in District {district}.": _in_district,
    "One {what:word} was removed from District {district}, {home}.": _removed,
    "One Vulnerability moved from District {origin} to District {district}.": cards.VulnerabilityMoved,
    "One Vulnerability came out of Corrections to District {district}.": cards.CameOutOfCorrections,
    "A {faction:word} Organization was activated in District {district}.": _of_faction(cards.OrganizationActivated),
    "The {faction:word} Organization on {org} was refreshed.": _of_organization(cards.OrganizationRefreshed),
    "A {faction} Organization in District {district} got a Grant.": _of_faction(cards.Granted),
    "{faction} bought a Bond due in the {box}s.": _of_faction(cards.BondPlaced),
    "{faction} paid Public 4 Resources for a Bond due in the {box}s.": _of_faction(cards.BondPlaced),
    "Corrections changed by {change:+d}.": cards.CorrectionsChanged,
    "Losses fell to {losses}.": cards.LossesFell,
    "A Quota was carried out.": cards.QuotaHeld,
    "{faction} Resources changed by {change:+d}.": _of_faction(cards.ResourcesChanged),
    "{count} locked until {until}.": _locked,
    # the Census
    "{year} Census": census.CensusBegan,
    "Quota in District {district}: {moved} to Corrections.": _quota,
    "The people of District {district} petition.": census.Petitioned,
    "{faction} paid 1 Resource: a Vulnerability came from Corrections to District {district}.": _of_faction(
        census.Bailed
    ),
    "{count} in Overflow: Losses are now {losses}.": _losses,
    "Public paid 2 Resources to remove the Blight of District {district}.": _without_seat(census.BlightPaid),
    "{faction} answered the Petition of District {district}.": _of_faction(census.PetitionAnswered),
    "Nobody answered: District {district} is blighted.": census.Blighted,
    "{faction} fulfilled {objective}: {points} Victory Point{plural}.": _fulfilled,
    "{faction} fulfilled {objective}: {n} Victory Point.": _fulfilled,
    "Final Census: {faction} {points:+d} for {what}.": _final,
    "Organizations are refreshed, old Grants and Loans leave the map, helped Vulnerabilities return to the pool.": (
        census.ResetBegan
    ),
    "Private activated an Organization to set its Resources to 0.": _without_seat(census.BailedOut),
    "Two Population arrived in District {district}, where no Infrastructure is.": census.PopulationArrived,
    "Two Population arrived in District {district}, which has no Infrastructure.": census.PopulationArrived,
    "The locked Loans are back in the Private area.": census.LoansUnlocked,
    # the Audit
    "The exhausted {faction} tile on {space} was removed.": _of_faction(audit.TornDown),
    "{faction}: Income {income}, Expenses {expenses}; Resources are now {resources}.": _of_faction(audit.Audited),
    "{faction} paid back a Loan.": _of_faction(audit.LoanRepaid),
    "{faction} paid Private 2 Resources to pay back a Loan.": _of_faction(audit.LoanRepaid),
    "Public redeemed a {owner} Bond.": _of_bond(audit.BondRedeemed),
    "Public paid {owner} 4 Resources to redeem a Bond.": _of_bond(audit.BondRedeemed),
    "Public rolled a {owner} Bond over to the next Decade.": _of_bond(audit.BondRolledOver),
    "Public paid {owner} 1 Resource to roll a Bond over to the next Decade.": _of_bond(audit.BondRolledOver),
    "{buyer} bought a Bond.": _of_bond(audit.BondBought),
    "{buyer} paid Public 4 Resources for a Bond.": _of_bond(audit.BondBought),
    "The Tax Rate is {rate}.": _tax,
    # actions
    "{who:seat} performed {action} in District {district}.": _acted,
    "{who:seat} did nothing.": actions.DidNothing,
    "Two or more Public Organizations were used: one Vulnerability to Corrections.": actions.Corrupted,
    "{faction} activated an Organization in District {district}: one Vulnerability to {box}.": _used_to_take_in,
    "{faction} activated its Organization on {org} for {n} Resource.": _of_organization(actions.OrganizationUsed),
    "{faction} activated its Organization on {org} for {n} Resources.": _of_organization(actions.OrganizationUsed),
    "{faction} paid {partner} to activate their Organization: another Vulnerability to {box}.": (
        _partner_used_to_take_in
    ),
    "{faction} paid {partner} {n} Resource to activate its Organization on {org}.": _partner_used,
    "{partner} refused.": _partner_refused,
    "One Vulnerability of District {district} went to {box:word}.": _taken_in,
    "{faction} activated its Organization on {org} as the price.": _as_price,
    "Public cleared the Blight of District {district}.": _without_seat(older.BlightRemoved),
    "Public activated its Organization on {org} for {n} Resource and cleared the Blight of District {district}.": (
        _blight_cleared
    ),
    "Public gained {gain} in District {district}.": _budgeted,
    "Community raised {gain} in District {district} and caused {added}.": _funds_raised,
    "{faction} would not sell {space}.": _of_faction(actions.WouldNotSell),
    "Private placed a Loan in District {district}.": _without_seat(actions.LoanOffered, n=1),  # a fixed price
    "Private placed a Loan in District {district} for {n} Resource.": _without_seat(actions.LoanOffered),
    "Private paid {n} Resource to Pay Off in District {district}.": _without_seat(actions.PaidOff),
    "Private moved a Vulnerability from District {origin} to District {district}.": _without_seat(actions.PushedOut),
    "{count} Population left District {district} for the suburbs; Private gained {gain}.": _suburbs,
    "One Population left District {district} for the suburbs; Private gained 1 Resource.": _without_seat(
        actions.LeftForSuburbs
    ),
    # the end
    "The Session ended.": ending.SessionEnded,
    "{who} has the most Victory Points.": _of_best(ending.Won),
    "{who} share the victory.": _of_best(ending.SharedByTwo),
    "All three Factions share the victory.": ending.SharedByAll,
    "{who} leads by four Victory Points and wins at once.": _of_best(ending.WonAtOnce),
    "Losses reached {losses}: the people are disenfranchised and all lose. Biggest loser: {who}.": _of_best(
        ending.Disenfranchised
    ),
    "Public and Community debt broke the city: all lose. Biggest loser: {who}.": _of_best(ending.Bankrupted),
    "The next Session begins in {decade}; bonus: Public {public}, Community {community}, Private {private}.": (
        ending.NextSessionBegan
    ),
    # Positions
    "{level} Changed: {given:,}.": _helped,
    **{sentence: _started(level) for sentence, level in LEVEL_OF.items()},
    "{faction} took the Position {title}.": _took,
    "{faction} gained a Goal Star on {title} ({stars} of {target}).": _star,
    "{faction} achieved {title}: 1 Victory Point.": _of_position(held.AchievedPosition),
    "{faction} put {title} back.": _of_position(held.PutPositionBack),
    "{title} went to the Record of {faction}.": _of_position(held.RecordedPosition),
    # Non-Players
    "{who:seat} decided for Non-Player {faction}.": _advised_once,
    "{who:seat} decided for Non-Player {faction}, {what}: {chosen}.": _advised,
    "No agreement about Non-Player {faction}.": _disagreed,
    "{who:seat} activates an Organization before it removes one.": non_players.ActivatesFirst,
    "{who:seat} removes an Organization before it places a Vulnerability.": non_players.RemovesFirst,
    "{who:seat} moves as many Vulnerabilities as possible.": non_players.MovesAsManyAsPossible,
    "{who:seat} takes from {home}, and from its own Infrastructure last.": _own_last,
    "In District {district} only {tile} has room for a {faction} Organization.": _only_room,
    "{who:seat} looks where to {what}: {rows}. District {district}.": _picked_by_rows,
    "{who:seat} looks where to {what}, among Districts {among}: {rows}. District {district}.": _picked,
    "{who:seat} decides where to {what}, among Districts {among}: {rows}. District {district}.": _picked,
    "{who:seat} looks where to {what}: only District {district} will do.": _only,
    "{who:seat} decides where to {what}: only District {district} will do.": _only,
    "{who:seat}: {headline} is critical.": older.SawCritical,
    "{who:seat}: {headline} is critical. Else {title} prefers {boxes}.": _critical,
    "{who:seat}: {headline} is critical, as it {why}. Else {title} prefers {boxes}.": _critical,
    "{who:seat} ({title}) prefers {boxes}.": _preferred,
    "{who:seat} ({title}): {condition}: no.": _row(non_players.RowNotMet),
    "{who:seat} ({title}): {condition} → {action}: would have no effect.": _row(non_players.RowWithoutEffect),
    "{who:seat} ({title}): {condition} → {action}. {instruction}.": _row(non_players.RowApplied),
    "{who:seat}: no row of {title} can be performed; a new Position is drawn.": _no_row,
    "{who:seat}: no Position gives an action: 1 Victory Point instead.": non_players.NoActionAtAll,
    "{who:seat} has Infrastructure with fewer than three Population in District {districts:or}: it needs a District "
    "beside it to Pay Off in.": _thin_tiles,
    "{who:seat} finds no further District for this: the action is complete.": non_players.ActionComplete,
    "{who:seat} places its own Organizations first.": non_players.OwnOrganizationsFirst,
    "{who:seat} places its own Infrastructure first.": non_players.OwnInfrastructureFirst,
    "{who:seat} as a Non-Player never pays to release anyone.": non_players.NeverBails,
}
LEGACY_FIGURES: Mapping[str, Callable[..., Figure]] = {
    "Resources of {who:seat}": figures.Resources,
    "Victory Points of {who:seat}": figures.Points,
    "Infrastructure of {who:seat}": figures.Tiles,
    "Organizations of {who:seat}": figures.Organizations,
    "Active Organizations of {who:seat}": figures.ActiveOrganizations,
    "Goal Stars of {who:seat}": figures.Stars,
    "Loans owed by {who:seat}": figures.Owed,
    "Cases": figures.Cases,
    "Activists": figures.Activists,
    "Employees": figures.Employees,
    "Vulnerabilities in Corrections": figures.Corrections,
    "Overflow": figures.Overflow,
    "Losses": figures.Losses,
    "Tax Rate in halves": figures.TaxRate,
    "Bonds": figures.Bonds,
    "Grants left": figures.GrantsLeft,
    "Loans left": figures.LoansLeft,
    "Loans locked until 1980": figures.LoansLocked,
    "Population in District {district}": figures.Population,
    "unhoused Population in District {district}": figures.UnhousedPopulation,
    "Vulnerabilities in District {district}": figures.Vulnerabilities,
    "unhoused Vulnerabilities in District {district}": figures.UnhousedVulnerabilities,
    "exhausted tiles in District {district}": figures.ExhaustedTiles,
    "Petition or Blight in District {district}": figures.Marker,
    "Grants and Loans waiting in District {district}": figures.Awaiting,
}
