"""What a player would say for each option, and the short words on buttons and hints."""

from __future__ import annotations

from tabletown.drawing import capital
from tabletown.games.cross_bronx.components import EVENTS, POSITIONS, WORDS
from tabletown.games.cross_bronx.options import (
    DISTRICT_OF_WORD,
    EMPTY_OF_WORD,
    FACTION_OF_WORD,
    ORG_OF_WORD,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    STREET_ORG_OF_WORD,
)
from tabletown.games.cross_bronx.rules.actions import ACTIONS
from tabletown.games.cross_bronx.rules.counters import district_counter
from tabletown.games.cross_bronx.rules.housing import place_cost, population, vulnerabilities
from tabletown.games.cross_bronx.rules.naming import ORGANIZATION, district, spoken, tile
from tabletown.games.cross_bronx.state import DISTRICT_OF, FACTION_NAMES, SPACE_NAMES, Bronx
from tabletown.games.cross_bronx.view.effects import effects_in_words
from tabletown.games.cross_bronx.view.positions import sentence
from tabletown.games.cross_bronx.view.tiles import held_by
from tabletown.kernel import Decision, Text, say

BOX_WORDS = {
    "box:act": Text("Act: one action in up to three Districts"),
    "box:event": Text("Event: carry out the current Event"),
    "box:react": Text("React: one action in one District, after Act and Event"),
    "box:plan": Text("Plan: refresh an Organization and choose first next round"),
}
ACTION_WORDS = {
    "action:house": Text("House: Infrastructure for 4 (or 2 to replace an exhausted tile), two Population move in"),
    "action:service": Text("Service: place an Organization, turn Vulnerabilities into Cases or clear Blight, 2 each"),
    "action:relocate": Text("Relocate: move in up to two Population, one Vulnerability follows"),
    "action:budget": Text("Budget: add Population and gain 1 Resource per five in Public Infrastructure"),
    "action:build": Text("Build: Infrastructure for 4 (or 2 to replace an exhausted tile), neighbours move in"),
    "action:organize": Text("Organize: place an Organization or turn Vulnerabilities into Activists, 2 each"),
    "action:mobilize": Text("Mobilize: move Population or an Organization to an adjacent District"),
    "action:fundraise": Text("Fundraise: roll the die for Resources, Vulnerabilities may follow"),
    "action:develop": Text("Develop: Infrastructure for 4, 3 to buy one out, 2 to replace an exhausted tile"),
    "action:invest": Text("Invest: place an Organization or a Loan, or turn Vulnerabilities into Employees"),
    "action:pay-off": Text("Pay Off: push Vulnerabilities into adjacent Districts for 1"),
    "action:suburbanize": Text("Suburbanize: remove Population, 1 Resource each"),
}
OPTION_WORDS = {
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
# purpose -> how the chosen thing is taken; {it} is the thing
SENTENCES = {
    "select-district": Text("{action} in {it}"),
    "take-vulnerability": Text("Take the Vulnerability from {it}"),
    "pay-off-vulnerability": Text("Push out a Vulnerability from {it}"),
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
YES, NO = Text("Yes"), Text("No")
YES_NO = {
    "activate-partner": (Text("Pay 1 and activate the Coalition partner"), Text("Leave the partner alone")),
    "partner-consent": (Text("Let them use your Organization"), Text("Refuse")),
    "buyout-consent": (Text("Sell"), Text("Refuse")),
    "roll": (Text("Roll the die"), Text("Stop rolling")),
    "call-audit": (Text("Call an Audit"), Text("No Audit")),
    "answer-petition": (Text("Answer the Petition with an Organization"), Text("Leave the Petition")),
    "offer-bond": (Text("Offer a Bond"), Text("Offer none")),
    "buy-bond": (Text("Buy the Bond for 4 Resources"), Text("Decline")),
    "tax": (Text("Set the Tax Rate to 1"), Text("Keep the Tax Rate at one half")),
    "may": (Text("Do it"), Text("Leave it")),
    "discard-position": (Text("Discard the Position"), Text("Keep the Position")),
}
PASS = Text("Pass")
PASSES = {
    "choose-action": Text("Do nothing"),
    "bail": Text("Release nobody"),
    "refresh-organization": Text("Refresh none"),
    "bailout": Text("Stay in debt"),
    "reset-budget": Text("No Budget"),
    "reset-fundraise": Text("No Fundraise"),
}
PLAIN = {
    "done": Text("Stop here"),
    "activate": Text("Activate an Organization"),
    "remove": Text("Remove an Organization"),
    "vulnerability": Text("Add a Vulnerability"),
    "grant": Text("Grant"),
    "loan": Text("Loan"),
    "none": Text("Neither: pay instead"),
    "redeem": Text("Pay 4: redeem the Bond"),
    "roll-over": Text("Pay 1: the Bond moves to the next Decade"),
    "area": Text("Repay the Loan in your area for 2"),
}


def purpose_of(decision: Decision) -> str:
    return getattr(decision, "purpose", "")


def label(s: Bronx, decision: Decision, word: str) -> str:
    """The sentence a player would say."""
    purpose = purpose_of(decision)
    kind, _, rest = word.partition(":")
    if word in BOX_WORDS:
        return str(BOX_WORDS[word])
    if word in ACTION_WORDS:
        return str(ACTION_WORDS[word])
    if kind == "option":
        return str(OPTION_WORDS.get(f"{s.action}.{rest}", rest.replace("-", " ").capitalize()))
    if kind == "count":
        return say("Add {rest} Population", rest=rest)
    if kind == "position":
        card = next(card for card in POSITIONS if card.id == rest)
        return sentence(s, card)
    if kind == "list":
        return _list(s, int(rest))
    if word in ("yes", "no"):
        yes, no = YES_NO.get(purpose, (YES, NO))
        return str(yes if word == "yes" else no)
    if word == "pass":
        return str(PASSES.get(purpose, PASS))
    if word in PLAIN:
        return str(PLAIN[word])
    thing = name_of(s, word)
    if not thing:
        return word
    action = say(WORDS.action.get(s.action, "Act"))
    return capital(str(SENTENCES.get(purpose, IT)(it=thing, action=action)))


def name_of(s: Bronx, word: str) -> str:
    """A place or piece that a word names, as in the log, and how it stands."""
    if word in SPACE_OF_WORD:
        return tile_name(s, SPACE_OF_WORD[word])
    if word in EMPTY_OF_WORD:
        space = EMPTY_OF_WORD[word]
        where = str(district(DISTRICT_OF[space]))
        return say("the empty space {space} in {place}", space=SPACE_NAMES[space], place=where)
    if word in ORG_OF_WORD:
        space, faction = divmod(ORG_OF_WORD[word], 3)
        thing = str(ORGANIZATION(faction=FACTION_NAMES[faction], place=tile_name(s, space)))
        return _with(thing, s.orgs[space * 3 + faction])
    if word in STREET_ORG_OF_WORD:
        return _with(str(spoken(word)), STREET_ORG_OF_WORD[word])
    if word in FACTION_OF_WORD:
        return FACTION_NAMES[FACTION_OF_WORD[word]]
    return str(spoken(word)) if word in DISTRICT_OF_WORD or word in STREET_OF_WORD else ""


def _with(thing: str, bits: int) -> str:
    held = held_by(bits)
    return say("{thing} (with {held})", thing=thing, held=held.title()) if held else thing


def tile_name(s: Bronx, space: int) -> str:
    if s.owner[space] < 0:
        return say("space {space}", space=SPACE_NAMES[space])
    name = str(tile(s, space))
    return name if s.exhausted[space] else say("{tile} ({pop} of 5 housed)", tile=name, pop=s.pop[space])


def _list(s: Bronx, number: int) -> str:
    for effect in EVENTS[s.current].effects if s.current in EVENTS else ():
        if effect.choose and number <= len(effect.choose):
            return effects_in_words(effect.choose[number - 1])
    return say("Choice {number}", number=number)


# ------------------------------------------------------------------ short words

SHORT = {
    "box:act": Text("Act"),
    "box:event": Text("Event"),
    "box:react": Text("React"),
    "box:plan": Text("Plan"),
    **{f"action:{action}": Text(name) for action, name in WORDS.action.items()},
    "done": Text("Stop here"),
    "pass": Text("Pass"),
    "activate": Text("Activate"),
    "remove": Text("Remove"),
    "vulnerability": Text("Add a Vulnerability"),
    "redeem": Text("Redeem for 4"),
    "roll-over": Text("Roll over for 1"),
}


def button(s: Bronx, decision: Decision, word: str) -> str:
    """A few words for a button."""
    kind, _, rest = word.partition(":")
    if word in SHORT and not (word == "pass" and purpose_of(decision) in PASSES):
        return str(SHORT[word])
    if kind == "count":
        return rest
    if kind == "position":
        return say("Keep {title}", title=next(card.title for card in POSITIONS if card.id == rest))
    if kind == "faction":
        return FACTION_NAMES[FACTION_OF_WORD[word]]
    return label(s, decision, word)


def chip(s: Bronx, decision: Decision, word: str) -> str:
    """What an option of a District means in numbers, shown on the map."""
    if word not in DISTRICT_OF_WORD:
        return ""
    d = DISTRICT_OF_WORD[word]
    purpose, seat = purpose_of(decision), decision.seat
    match purpose:
        case "select-district":
            return _action_chip(s, seat, d)
        case "bail":
            return say("Release: 1")
        case "reset-fundraise":
            return say("{n} roll", "{n} rolls", n=district_counter(s, "own-occupied-tiles", d, seat))
        case "place-population" | "destination":
            return say("{population} live here", population=population(s, d))
        case "place-vulnerability" | "vulnerability-district":
            return say("{vulnerabilities} here", vulnerabilities=vulnerabilities(s, d))
    return ""


def _action_chip(s: Bronx, seat: int, d: int) -> str:
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
        place = say("Place: {part}", part=place_cost(s, d, seat) or "free")
        return (
            say("Place or use") if {"place", "activate"} <= set(ways) else place if "place" in ways else say("Use: 2")
        )
    if s.action == "mobilize":
        return say("{population} live here", population=population(s, d))
    if s.action == "relocate":
        room = district_counter(s, "room", d, seat)
        return say("Room for {room}", room=room) if room else say("No room")
    return ""
