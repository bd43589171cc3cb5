"""Descriptions of options for every view: one function for each kind of word."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.drawing import before_colon, capital, named
from tabletown.games.cross_bronx import options
from tabletown.games.cross_bronx.components import EVENTS, POSITIONS, WORDS
from tabletown.games.cross_bronx.options import (
    ACTION_OF_WORD,
    BOX_OF_WORD,
    BRANCH_OF_WORD,
    BY_ACTIVATING,
    BY_REMOVING,
    BY_VULNERABILITY,
    COUNT_OF_WORD,
    DISTRICT_OF_WORD,
    DONE_WORD,
    FACTION_OF_WORD,
    LIST_OF_WORD,
    LOAN_IN_AREA,
    NO,
    ON_GRANT,
    ON_LOAN,
    ON_NEITHER,
    ORG_OF_WORD,
    PASS,
    POSITION_OF_WORD,
    REDEEM,
    ROLL_OVER,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    STREET_ORG_OF_WORD,
    YES,
    kind_of_word,
)
from tabletown.games.cross_bronx.rules.actions import ACTIONS
from tabletown.games.cross_bronx.rules.counters import district_counter
from tabletown.games.cross_bronx.rules.housing import place_cost, population, vulnerabilities
from tabletown.games.cross_bronx.rules.naming import ORGANIZATION, spoken
from tabletown.games.cross_bronx.rules.naming import tile as named_tile
from tabletown.games.cross_bronx.state import (
    ACTIVE,
    BOXES,
    CODES,
    FACE_DOWN,
    FACTION_NAMES,
    NAMES,
    NUMBERS,
    SPACE_NAMES,
    Bronx,
)
from tabletown.games.cross_bronx.view.cards.positions import sentence
from tabletown.games.cross_bronx.view.drawing.tiles import held_by
from tabletown.games.cross_bronx.view.effects import effects_in_words
from tabletown.kernel import Decision, Described, Text, say

BOX_NAMES = (Text("Act"), Text("Event"), Text("React"), Text("Plan"))
BOX_SENTENCES = (
    Text("Act: one action in up to three Districts"),
    Text("Event: carry out the current Event"),
    Text("React: one action in one District, after Act and Event"),
    Text("Plan: refresh an Organization and choose first next round"),
)
ACTION_SENTENCES = {
    "house": Text("House: Infrastructure for 4 (or 2 to replace an exhausted tile), two Population move in"),
    "service": Text("Service: place an Organization, turn Vulnerabilities into Cases or clear Blight, 2 each"),
    "relocate": Text("Relocate: move in up to two Population, one Vulnerability follows"),
    "budget": Text("Budget: add Population and gain 1 Resource per five in Public Infrastructure"),
    "build": Text("Build: Infrastructure for 4 (or 2 to replace an exhausted tile), neighbours move in"),
    "organize": Text("Organize: place an Organization or turn Vulnerabilities into Activists, 2 each"),
    "mobilize": Text("Mobilize: move Population or an Organization to an adjacent District"),
    "fundraise": Text("Fundraise: roll the die for Resources, Vulnerabilities may follow"),
    "develop": Text("Develop: Infrastructure for 4, 3 to buy one out, 2 to replace an exhausted tile"),
    "invest": Text("Invest: place an Organization or a Loan, or turn Vulnerabilities into Employees"),
    "pay-off": Text("Pay Off: push Vulnerabilities into adjacent Districts for 1"),
    "suburbanize": Text("Suburbanize: remove Population, 1 Resource each"),
}
BRANCH_SENTENCES = {
    "house.place": Text("Place Public Infrastructure for 4 Resources"),
    "house.replace": Text("Replace exhausted Infrastructure for 2 Resources"),
    "build.place": Text("Place Community Infrastructure for 4 Resources"),
    "build.replace": Text("Replace exhausted Infrastructure for 2 Resources"),
    "develop.place": Text("Place Private Infrastructure for 4 Resources"),
    "develop.buy-out": Text("Buy out unexhausted Infrastructure, paying its owner 3 Resources"),
    "develop.replace": Text("Replace exhausted Infrastructure for 2 Resources"),
    "service.place": Text("Place an Organization"),
    "service.activate": Text("Activate an Organization: one Vulnerability becomes a Case"),
    "service.remove-blight": Text("Activate an Organization to remove the Blight"),
    "organize.place": Text("Place an Organization"),
    "organize.activate": Text("Activate an Organization: one Vulnerability becomes an Activist"),
    "invest.place": Text("Place an Organization"),
    "invest.activate": Text("Activate an Organization: one Vulnerability becomes an Employee"),
    "invest.loan": Text("Place a Loan for 1 Resource"),
    "mobilize.population": Text("Move up to two Population to an adjacent District"),
    "mobilize.organization": Text("Move an Organization to an adjacent District"),
}
IT = Text("{it}")
# by purpose: the sentence for choosing {it}
SENTENCES = {
    "select-district": Text("{action} in {it}"),
    "take-vulnerability": Text("Take the Vulnerability from {it}"),
    "pay-off-vulnerability": Text("Push a Vulnerability out of {it}"),
    "take-population": Text("Take one Population from {it}"),
    "move-in-population": Text("Move in one Population from {it}"),
    "remove-population": Text("Remove one Population from {it}"),
    "remove-vulnerability": Text("Remove one Vulnerability from {it}"),
    "house-population": Text("House one Population on {it}"),
    "house-vulnerability": Text("House the Vulnerability on {it}"),
    "house-organization": Text("Put the Organization on {it}"),
    "rehouse-organization": Text("Give the room to {it}"),
    "replace-tile": Text("Replace {it}"),
    "exhaust-tile": Text("Exhaust {it}"),
    "destination": Text("Move to {it}"),
    "vulnerability-district": Text("Add the Vulnerability to {it}"),
    "choose-organization": Text("Use {it}"),
    "refresh-organization": Text("Refresh {it}"),
    "remove-organization": Text("Remove {it}"),
    "activate-organization": Text("Activate {it}"),
    "grant-organization": Text("Give the Grant to {it}"),
    "replace-organization": Text("Replace {it}"),
    "bail": Text("Pay 1: release one Vulnerability from Corrections to {it}"),
    "blight-vulnerability": Text("Move the Vulnerability to Corrections from {it}"),
    "place-population": Text("Place one Population in {it}"),
    "place-vulnerability": Text("Place one Vulnerability in {it}"),
    "place-organization": Text("Place the Organization in {it}"),
    "choose-faction": Text("{it}"),
    "bailout": Text("Activate {it}: Resources return to 0"),
    "reset-budget": Text("Budget in {it}"),
    "reset-fundraise": Text("Fundraise in {it}"),
    "repay-loan": Text("Repay the Loan with {it} for 2"),
}
# by purpose: yes and no, each with its terms; the words before the colon go on the button
YES_NO = {
    "activate-partner": (Text("Pay 1 and activate the Coalition partner"), Text("Leave the partner alone")),
    "partner-consent": (Text("Agree: you get 1 Resource and your Organization becomes Active"), Text("Refuse")),
    "buyout-consent": (
        Text("Sell: Private pays you 3 Resources and replaces your tile"),
        Text("Refuse: you keep your tile"),
    ),
    "roll": (Text("Roll the die"), Text("Stop rolling")),
    "call-audit": (
        Text("Call an Audit: everybody works out Income and Expenses; nothing is paid"),
        Text("No Audit: go on with the Plan"),
    ),
    "answer-petition": (
        Text("Answer it: pay 2 Resources and place an Organization there"),
        Text("Leave it: unanswered by all, it becomes Blight"),
    ),
    "offer-bond": (
        Text("Offer a Bond: the buyer pays you 4 Resources; next Decade you pay back 4, or 1 to wait another Decade"),
        Text("Offer none: no Resources, no debt"),
    ),
    "buy-bond": (
        Text("Buy the Bond: pay Public 4 Resources; next Decade you get 4 back, or 1 for waiting another Decade"),
        Text("Decline: you keep your Resources"),
    ),
    "tax": (
        Text("Set the Tax Rate to 1: Community and Private pay 1 for each tile and Organization"),
        Text("Keep one half: they pay 1 for every two, rounded up"),
    ),
    "may": (Text("Do it"), Text("Leave it")),
    "discard-position": (Text("Discard the Position"), Text("Keep the Position")),
}
PASS_SENTENCES = {
    "choose-action": Text("Do nothing"),
    "bail": Text("Release nobody"),
    "refresh-organization": Text("Refresh nothing"),
    "bailout": Text("Stay in debt"),
    "reset-budget": Text("No Budget"),
    "reset-fundraise": Text("No Fundraise"),
}
# complete words: the sentence, and a shorter one for the button
PLAIN = {
    DONE_WORD: (Text("Stop here"), None),
    BY_ACTIVATING: (Text("Activate an Organization"), Text("Activate")),
    BY_REMOVING: (Text("Remove an Organization"), Text("Remove")),
    BY_VULNERABILITY: (Text("Add a Vulnerability"), None),
    ON_GRANT: (Text("Grant"), None),
    ON_LOAN: (Text("Loan"), None),
    ON_NEITHER: (Text("Neither: pay instead"), None),
    REDEEM: (Text("Pay 4: redeem the Bond"), Text("Redeem for 4")),
    ROLL_OVER: (Text("Pay 1: the Bond moves to the next Decade"), Text("Roll over for 1")),
    LOAN_IN_AREA: (Text("Repay the Loan in your area for 2"), None),
}


def purpose_of(asked: Decision) -> str:
    return getattr(asked, "purpose", "")


def describe(s: Bronx, asked: Decision, word: str) -> Described:
    kind = KINDS.get(kind_of_word(word))
    shown = kind(s, asked, word) if kind is not None else Described(word)
    shown.ends = word in (PASS, DONE_WORD)
    return shown


# ------------------------------------------------------------------ words that name nothing


def plain(s: Bronx, asked: Decision, word: str) -> Described:
    sentence, button = PLAIN[word]
    return Described(str(sentence), str(button or ""))


def yes_or_no(s: Bronx, asked: Decision, word: str) -> Described:
    yes, no = YES_NO.get(purpose_of(asked), (Text("Yes"), Text("No")))
    sentence = str(yes if word == YES else no)
    return Described(sentence, before_colon(sentence))


def passing(s: Bronx, asked: Decision, word: str) -> Described:
    return Described(str(PASS_SENTENCES.get(purpose_of(asked), Text("Pass"))))


# ------------------------------------------------------------------ the Sequence of Play, actions, Events, Positions


def box(s: Bronx, asked: Decision, word: str) -> Described:
    number = BOX_OF_WORD[word]
    name = str(BOX_NAMES[number])
    return Described(str(BOX_SENTENCES[number]), name, place=f"box-{BOXES[number]}")


def action(s: Bronx, asked: Decision, word: str) -> Described:
    id = ACTION_OF_WORD[word]
    name = say(WORDS.action[id])
    return Described(str(ACTION_SENTENCES[id]), name)


def branch(s: Bronx, asked: Decision, word: str) -> Described:
    option = BRANCH_OF_WORD[word]
    return Described(str(BRANCH_SENTENCES.get(f"{s.action}.{option}", capital(option))))


def count(s: Bronx, asked: Decision, word: str) -> Described:
    number = str(COUNT_OF_WORD[word])
    return Described(say("Add {rest} Population", rest=number), number)


def effects(s: Bronx, asked: Decision, word: str) -> Described:
    number = LIST_OF_WORD[word]
    for effect in EVENTS[s.current].effects if s.current in EVENTS else ():
        if effect.choose and number < len(effect.choose):
            return Described(effects_in_words(effect.choose[number]))
    return Described(say("Choice {number}", number=number + 1))


def position(s: Bronx, asked: Decision, word: str) -> Described:
    card = POSITIONS[POSITION_OF_WORD[word]]
    return Described(sentence(s, card), say("Keep {title}", title=card.title))


# ------------------------------------------------------------------ places and pieces


def taking(s: Bronx, asked: Decision, it: str) -> str:
    """The sentence for choosing this place or piece."""
    action = say(WORDS.action.get(s.action, "Act"))
    return capital(str(SENTENCES.get(purpose_of(asked), IT)(it=it, action=action)))


def faction(s: Bronx, asked: Decision, word: str) -> Described:
    name = FACTION_NAMES[FACTION_OF_WORD[word]]
    return Described(taking(s, asked, name), named(name))


def district(s: Bronx, asked: Decision, word: str) -> Described:
    d = DISTRICT_OF_WORD[word]
    return Described(
        taking(s, asked, str(spoken(word))),
        chip=short_district(d),
        gain=gain(s, asked, d),
        place=f"district-{NUMBERS[d]}",
    )


def street(s: Bronx, asked: Decision, word: str) -> Described:
    d = STREET_OF_WORD[word]
    return Described(
        taking(s, asked, str(spoken(word))),
        chip=say("The unhoused"),
        gain=say("of {district}", district=short_district(d)),
        place=f"street-{NUMBERS[d]}",
    )


def tile(s: Bronx, asked: Decision, word: str) -> Described:
    space = SPACE_OF_WORD[word]
    state = say("exhausted") if s.exhausted[space] else say("{pop} of 5 housed", pop=s.pop[space])
    place = f"tile-{SPACE_NAMES[space]}"
    return Described(taking(s, asked, tile_name(s, space)), chip=short_tile(s, space), gain=state, place=place)


def organization(s: Bronx, asked: Decision, word: str) -> Described:
    if word in STREET_ORG_OF_WORD:
        return unhoused_organization(s, asked, word)
    space, faction = divmod(ORG_OF_WORD[word], 3)
    thing = str(ORGANIZATION(faction=FACTION_NAMES[faction], place=tile_name(s, space)))
    return Described(
        taking(s, asked, with_notes(thing, held_in_words(s.orgs[space * 3 + faction]))),
        chip=say("{faction} Organization", faction=FACTION_NAMES[faction]),
        gain=say("on {tile}", tile=short_tile(s, space)),
        place=f"tile-{SPACE_NAMES[space]}",
    )


def unhoused_organization(s: Bronx, asked: Decision, word: str) -> Described:
    """Describe an unhoused Organization with its whole state, as several may differ in nothing else."""
    entry = STREET_ORG_OF_WORD[word]
    d, faction = divmod(entry // CODES, 3)
    notes = [say("active")] if entry & ACTIVE else []
    notes += held_in_words(entry)
    if entry & FACE_DOWN:
        notes.append(say("face down"))
    return Described(
        taking(s, asked, with_notes(str(spoken(word)), notes)),
        chip=say("{faction} Organization", faction=FACTION_NAMES[faction]),
        gain=say("unhoused in {district}", district=short_district(d)),
        place=f"street-{NUMBERS[d]}",
    )


def held_in_words(bits: int) -> list[str]:
    held = held_by(bits)
    return [say("with {held}", held=held.title())] if held else []


def with_notes(thing: str, notes: list[str]) -> str:
    return say("{thing} ({notes:,})", thing=thing, notes=notes) if notes else thing


def tile_name(s: Bronx, space: int) -> str:
    if s.owner[space] < 0:
        return say("space {space}", space=SPACE_NAMES[space])
    name = str(named_tile(s, space))
    return name if s.exhausted[space] else say("{tile} ({pop} of 5 housed)", tile=name, pop=s.pop[space])


def short_district(d: int) -> str:
    return f"{NUMBERS[d]} {named(NAMES[d])}"


def short_tile(s: Bronx, space: int) -> str:
    if s.owner[space] < 0:
        return say("Space {space}", space=SPACE_NAMES[space])
    return f"{named(FACTION_NAMES[s.owner[space]])} {named(SPACE_NAMES[space])}"


KINDS: dict[str, Callable[[Bronx, Decision, str], Described]] = {
    **dict.fromkeys(PLAIN, plain),
    YES: yes_or_no,
    NO: yes_or_no,
    PASS: passing,
    options.BOX: box,
    options.ACTION: action,
    options.BRANCH: branch,
    options.COUNT: count,
    options.LIST: effects,
    options.POSITION: position,
    options.FACTION: faction,
    options.DISTRICT: district,
    options.STREET: street,
    options.TILE: tile,
    options.ORGANIZATION: organization,
}


# ------------------------------------------------------------------ what a District brings or costs


def gain(s: Bronx, asked: Decision, d: int) -> str:
    match purpose_of(asked):
        case "select-district":
            return gain_of_action(s, asked.seat, d)
        case "bail":
            return say("Release: 1")
        case "reset-fundraise":
            return say("{n} roll", "{n} rolls", n=district_counter(s, "own-occupied-tiles", d, asked.seat))
        case "place-population" | "destination":
            return say("{population} live here", population=population(s, d))
        case "place-vulnerability" | "vulnerability-district":
            return say("{vulnerabilities} here", vulnerabilities=vulnerabilities(s, d))
    return ""


def gain_of_action(s: Bronx, seat: int, d: int) -> str:
    if s.action in ("house", "build", "develop"):
        return say("Tile: 4 or 2") if s.action != "develop" else say("Tile: 4, 3 or 2")
    if s.action == "budget":
        room, homes = district_counter(s, "own-room", d, seat), district_counter(s, "own-population", d, seat)
        return f"+{(homes + min(2, room, s.pop_pool)) // 5}"
    if s.action == "fundraise":
        count = district_counter(s, "own-occupied-tiles", d, seat)
        return say("{n} roll", "{n} rolls", n=count)
    if s.action == "suburbanize":
        return f"+{min(2, population(s, d))}"
    if s.action == "pay-off":
        return say("Pay: 1")
    if s.action in ("service", "organize", "invest"):
        ways = [branch.option for branch in ACTIONS[s.action].branches if branch.why_not(s, d) is None]
        if "place" not in ways:
            return say("Use: 2")
        return (
            say("Place or use") if "activate" in ways else say("Place: {part}", part=place_cost(s, d, seat) or "free")
        )
    if s.action == "mobilize":
        return say("{population} live here", population=population(s, d))
    if s.action == "relocate":
        room = district_counter(s, "room", d, seat)
        return say("Room for {room}", room=room) if room else say("No room")
    return ""
