"""What a player would say for each option, and the short words on buttons and hints."""

from __future__ import annotations

from tabletown.games.cross_bronx import state as st
from tabletown.games.cross_bronx.components import EVENTS, POSITIONS, WORDS
from tabletown.games.cross_bronx.rules.actions import ACTIONS
from tabletown.games.cross_bronx.rules.counters import district_counter
from tabletown.games.cross_bronx.rules.housing import place_cost, population, vulnerabilities
from tabletown.games.cross_bronx.state import (
    CODES,
    DISTRICT_OF,
    DISTRICT_OF_WORD,
    FACTION_NAMES,
    FACTION_OF_WORD,
    GRANT,
    LOAN,
    NUMBERS,
    ORG_OF_WORD,
    SPACE_NAMES,
    SPACE_OF_WORD,
    STREET_OF_WORD,
    STREET_ORG_OF_WORD,
    Bronx,
)
from tabletown.games.cross_bronx.view import layout
from tabletown.games.cross_bronx.view.effects import effects_in_words
from tabletown.kernel import Decision

BOX_WORDS = {
    "box:act": "Act: one action in up to three Districts",
    "box:event": "Event: carry out the current Event",
    "box:react": "React: one action in one District, after Act and Event",
    "box:plan": "Plan: refresh an Organization and choose first next round",
}
ACTION_WORDS = {
    "action:house": "House: Infrastructure for 4 (or 2 to replace an exhausted tile), two Population move in",
    "action:service": "Service: place an Organization, turn Vulnerabilities into Cases or clear Blight, 2 each",
    "action:relocate": "Relocate: move in up to two Population, one Vulnerability follows",
    "action:budget": "Budget: add Population and gain 1 Resource per five in Public Infrastructure",
    "action:build": "Build: Infrastructure for 4 (or 2 to replace an exhausted tile), neighbours move in",
    "action:organize": "Organize: place an Organization or turn Vulnerabilities into Activists, 2 each",
    "action:mobilize": "Mobilize: move Population or an Organization to an adjacent District",
    "action:fundraise": "Fundraise: roll the die for Resources, Vulnerabilities may follow",
    "action:develop": "Develop: Infrastructure for 4, 3 to buy one out, 2 to replace an exhausted tile",
    "action:invest": "Invest: place an Organization or a Loan, or turn Vulnerabilities into Employees",
    "action:pay-off": "Pay Off: push Vulnerabilities into adjacent Districts for 1",
    "action:suburbanize": "Suburbanize: remove Population, 1 Resource each",
}
OPTION_WORDS = {
    "house.place": "Place Public Infrastructure for 4 Resources",
    "house.replace": "Replace exhausted Infrastructure for 2 Resources",
    "build.place": "Place Community Infrastructure for 4 Resources",
    "build.replace": "Replace exhausted Infrastructure for 2 Resources",
    "develop.place": "Place Private Infrastructure for 4 Resources",
    "develop.buy-out": "Buy out unexhausted Infrastructure, paying its owner 3 Resources",
    "develop.replace": "Replace exhausted Infrastructure for 2 Resources",
    "service.place": "Place an Organization",
    "service.activate": "Activate an Organization: one Vulnerability becomes a Case",
    "service.remove-blight": "Activate an Organization to remove the Blight",
    "organize.place": "Place an Organization",
    "organize.activate": "Activate an Organization: one Vulnerability becomes an Activist",
    "invest.place": "Place an Organization",
    "invest.activate": "Activate an Organization: one Vulnerability becomes an Employee",
    "invest.loan": "Place a Loan for 1 Resource",
    "mobilize.population": "Move up to two Population to an adjacent District",
    "mobilize.organization": "Move an Organization to an adjacent District",
}
# purpose -> how the chosen thing is taken; {it} is the thing
SENTENCES = {
    "select-district": "{action} in {it}",
    "take-vulnerability": "Take the Vulnerability from {it}",
    "pay-off-vulnerability": "Push out a Vulnerability from {it}",
    "take-population": "Take one Population from {it}",
    "move-in-population": "Move in one Population from {it}",
    "remove-population": "Remove one Population from {it}",
    "remove-vulnerability": "Remove one Vulnerability from {it}",
    "house-population": "House one Population on {it}",
    "house-vulnerability": "House the Vulnerability on {it}",
    "house-organization": "Put the Organization on {it}",
    "rehouse-organization": "Give the room to {it}",
    "replace-tile": "Replace {it}",
    "exhaust-tile": "Exhaust {it}",
    "destination": "Move to {it}",
    "vulnerability-district": "Add the Vulnerability to {it}",
    "choose-organization": "Use {it}",
    "refresh-organization": "Refresh {it}",
    "remove-organization": "Remove {it}",
    "activate-organization": "Activate {it}",
    "grant-organization": "Give the Grant to {it}",
    "replace-organization": "Replace {it}",
    "bail": "Pay 1: release one Vulnerability from Corrections to {it}",
    "blight-vulnerability": "Move the Vulnerability to Corrections from {it}",
    "place-population": "Place one Population in {it}",
    "place-vulnerability": "Place one Vulnerability in {it}",
    "place-organization": "Place the Organization in {it}",
    "choose-faction": "{it}",
    "bailout": "Activate {it}: Resources return to 0",
    "reset-budget": "Budget in {it}",
    "reset-fundraise": "Fundraise in {it}",
    "repay-loan": "Repay the Loan with {it} for 2",
}
YES_NO = {
    "activate-partner": ("Pay 1 and activate the Coalition partner", "Leave the partner alone"),
    "partner-consent": ("Let them use your Organization", "Refuse"),
    "buyout-consent": ("Sell", "Refuse"),
    "roll": ("Roll the die", "Stop rolling"),
    "call-audit": ("Call an Audit", "No Audit"),
    "answer-petition": ("Answer the Petition with an Organization", "Leave the Petition"),
    "offer-bond": ("Offer a Bond", "Offer none"),
    "buy-bond": ("Buy the Bond for 4 Resources", "Decline"),
    "tax": ("Set the Tax Rate to 1", "Keep the Tax Rate at one half"),
    "may": ("Do it", "Leave it"),
    "discard-position": ("Discard the Position", "Keep the Position"),
}
PASSES = {
    "choose-action": "Do nothing",
    "bail": "Release nobody",
    "refresh-organization": "Refresh none",
    "bailout": "Stay in debt",
    "reset-budget": "No Budget",
    "reset-fundraise": "No Fundraise",
}
PLAIN = {
    "done": "Stop here",
    "activate": "Activate an Organization",
    "remove": "Remove an Organization",
    "vulnerability": "Add a Vulnerability",
    "grant": "Grant",
    "loan": "Loan",
    "none": "Neither: pay instead",
    "redeem": "Pay 4: redeem the Bond",
    "roll-over": "Pay 1: the Bond moves to the next Decade",
    "area": "Repay the Loan in your area for 2",
}


def purpose_of(decision: Decision) -> str:
    return getattr(decision, "purpose", "")


def label(s: Bronx, decision: Decision, word: str) -> str:
    """The sentence a player would say."""
    purpose = purpose_of(decision)
    kind, _, rest = word.partition(":")
    if word in BOX_WORDS:
        return BOX_WORDS[word]
    if word in ACTION_WORDS:
        return ACTION_WORDS[word]
    if kind == "option":
        return OPTION_WORDS.get(f"{s.action}.{rest}", rest.replace("-", " ").capitalize())
    if kind == "count":
        return f"Add {rest} Population"
    if kind == "position":
        card = next(card for card in POSITIONS if card.id == rest)
        return f"{card.title}: Priority Objective {WORDS.objective[card.priority_objective]}. {card.blurb}"
    if kind == "list":
        return _list(s, int(rest))
    if word in ("yes", "no"):
        yes, no = YES_NO.get(purpose, ("Yes", "No"))
        return yes if word == "yes" else no
    if word == "pass":
        return PASSES.get(purpose, "Pass")
    if word in PLAIN:
        return PLAIN[word]
    thing = name_of(s, word)
    if not thing:
        return word
    action = WORDS.action.get(s.action, "Act") if s.action else "Act"
    sentence = SENTENCES.get(purpose, "{it}").format(it=thing, action=action)
    return sentence[0].upper() + sentence[1:]


def name_of(s: Bronx, word: str) -> str:
    """A place or piece that a word names."""
    if word in DISTRICT_OF_WORD:
        return district_name(DISTRICT_OF_WORD[word])
    if word in STREET_OF_WORD:
        return f"the unhoused of {district_name(STREET_OF_WORD[word])}"
    if word in SPACE_OF_WORD:
        return tile_name(s, SPACE_OF_WORD[word])
    if word in st.EMPTY_OF_WORD:
        space = st.EMPTY_OF_WORD[word]
        return f"the empty space {SPACE_NAMES[space]} in {district_name(DISTRICT_OF[space])}"
    if word in ORG_OF_WORD:
        space, faction = divmod(ORG_OF_WORD[word], 3)
        return f"the {FACTION_NAMES[faction]} Organization{_with(s.orgs[space * 3 + faction])} on {tile_name(s, space)}"
    if word in STREET_ORG_OF_WORD:
        entry = STREET_ORG_OF_WORD[word]
        district, faction = divmod(entry // CODES, 3)
        return f"the unhoused {FACTION_NAMES[faction]} Organization{_with(entry)} in {district_name(district)}"
    if word in FACTION_OF_WORD:
        return FACTION_NAMES[FACTION_OF_WORD[word]]
    return ""


def _with(bits: int) -> str:
    return " with a Grant" if bits & GRANT else " with a Loan" if bits & LOAN else ""


def district_name(d: int) -> str:
    return f"District {NUMBERS[d]}, {layout.DISTRICTS[d].name}"


def tile_name(s: Bronx, space: int) -> str:
    owner = s.owner[space]
    if owner < 0:
        return f"space {SPACE_NAMES[space]}"
    state = "exhausted " if s.exhausted[space] else ""
    full = "" if s.exhausted[space] else f" ({s.pop[space]} of 5 housed)"
    return f"the {state}{FACTION_NAMES[owner]} tile {SPACE_NAMES[space]}{full}"


def _list(s: Bronx, number: int) -> str:
    for effect in EVENTS[s.current].effects if s.current in EVENTS else ():
        if effect.choose and number <= len(effect.choose):
            return effects_in_words(effect.choose[number - 1])
    return f"Choice {number}"


# ------------------------------------------------------------------ short words

SHORT = {
    **{word: words.partition(":")[0] for word, words in (BOX_WORDS | ACTION_WORDS).items()},
    "done": "Stop here",
    "pass": "Pass",
    "activate": "Activate",
    "remove": "Remove",
    "vulnerability": "Add a Vulnerability",
    "redeem": "Redeem for 4",
    "roll-over": "Roll over for 1",
}


def button(s: Bronx, decision: Decision, word: str) -> str:
    """A few words for a button."""
    kind, _, rest = word.partition(":")
    if word in SHORT and not (word == "pass" and purpose_of(decision) in PASSES):
        return SHORT[word]
    if kind == "count":
        return rest
    if kind == "position":
        return next(card.title for card in POSITIONS if card.id == rest)
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
            return "Release: 1"
        case "reset-fundraise":
            return f"{district_counter(s, 'own-occupied-tiles', d, seat)} rolls"
        case "place-population" | "destination":
            return f"{population(s, d)} live here"
        case "place-vulnerability" | "vulnerability-district":
            return f"{vulnerabilities(s, d)} here"
    return ""


def _action_chip(s: Bronx, seat: int, d: int) -> str:
    if s.action in ("house", "build", "develop"):
        return "Tile: 4 or 2" if s.action != "develop" else "Tile: 4, 3 or 2"
    if s.action == "budget":
        room, homes = district_counter(s, "own-room", d, seat), district_counter(s, "own-population", d, seat)
        return f"+{(homes + min(2, room, s.pop_pool)) // 5}"
    if s.action == "fundraise":
        count = district_counter(s, "own-occupied-tiles", d, seat)
        return f"{count} roll{'s' if count != 1 else ''}"
    if s.action == "suburbanize":
        return f"+{min(2, population(s, d))}"
    if s.action == "pay-off":
        return "Pay: 1"
    if s.action in ("service", "organize", "invest"):
        ways = [branch.option for branch in ACTIONS[s.action].branches if branch.why_not(s, d) is None]
        place = f"Place: {place_cost(s, d, seat) or 'free'}"
        return "Place or use" if {"place", "activate"} <= set(ways) else place if "place" in ways else "Use: 2"
    if s.action == "mobilize":
        return f"{population(s, d)} live here"
    if s.action == "relocate":
        room = district_counter(s, "room", d, seat)
        return f"Room for {room}" if room else "No room"
    return ""
