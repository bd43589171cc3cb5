"""A guided first game: each concept explained when it first matters, with a hint for the Faction that decides."""

from __future__ import annotations

from tabletown.drawing import esc
from tabletown.games.cross_bronx.components import EVENTS, OBJECTIVES, POSITIONS, WORDS
from tabletown.games.cross_bronx.state import CENSUS, FACTION_NAMES, PLAN, Bronx
from tabletown.games.cross_bronx.view.words import purpose_of
from tabletown.kernel import Decision, Text, say

Topic = tuple[Text, Text]  # a title and what to know

WELCOME: dict[int, Topic] = {
    0: (
        Text("You are Public"),
        Text(
            "Police, schools, housing authority, city hall. Your income is taxes and people: every "
            "five housed Population outside Blight bring 1 Resource at the Census. You alone can "
            "build homes and bring newcomers from outside, and you must pay for Blight and Bonds. "
            "Stay out of debt, keep Social and Economic Coalitions level and collect more Cases than "
            "Community has Activists."
        ),
    ),
    1: (
        Text("You are Community"),
        Text(
            "Tenants, churches, small shops, gangs. You live on the Population in your own tiles and "
            "around your Organizations, and on passing the hat. Fill what you build, place "
            "Organizations where people live, and join Public in Social Coalitions. You want people "
            "out of Corrections and more Activists than Private has Employees."
        ),
    ),
    2: (
        Text("You are Private"),
        Text(
            "Landlords, banks, developers. You may spend down to −5. Suburbanize turns neighbours "
            "into Resources, Loans and Bonds earn points as long as they are not paid back. You want "
            "more Economic than Social Coalitions, more Employees than Cases, and one District of "
            "your own with an Economic Coalition."
        ),
    ),
}
TOGETHER: Topic = (
    Text("Win alone, lose together"),
    Text(
        "Everybody loses if Losses reach the limit, or if the debts of Public and Community "
        "together exceed 14 at a Census. Losses come from Overflow: Corrections holds ten "
        "Vulnerabilities, the rest is lost at the Census."
    ),
)
BOXES: Topic = (
    Text("The Sequence of Play"),
    Text(
        "Each Faction takes one free box, in the order on the clipping; then they are played "
        "from top to bottom. Act: one action in up to three Districts, and the only way to get "
        "new Infrastructure. Event: you carry out the clipping and make its choices. React: one "
        "action in one District, after the others. Plan: refresh an Organization and choose "
        "first next round. The Event happens in any case: if nobody takes it, the first Faction "
        "in the order must do it."
    ),
)
NEXT_EVENT: Topic = (
    Text("Look one clipping ahead"),
    Text(
        "The next headline is already known. If it suits you and you stand late in its order, "
        "Plan now: you choose your box for the next round before anybody else."
    ),
)
ACTIONS: dict[int, Topic] = {
    0: (
        Text("Your four actions"),
        Text(
            "House places a tile (4, or 2 over an exhausted one) and two Population come from "
            "outside; Act only. Service places an Organization or turns Vulnerabilities into Cases, "
            "2 each, or clears Blight. Relocate fills your tiles with neighbours, but a "
            "Vulnerability comes along. Budget brings Population and 1 Resource for every five on "
            "your tiles; pay by tiring an Organization instead of adding a Vulnerability."
        ),
    ),
    1: (
        Text("Your four actions"),
        Text(
            "Build places a tile (4, or 2 over an exhausted one) and up to three neighbours move in; "
            "Act only. Organize places an Organization or turns Vulnerabilities into Activists, 2 "
            "each. Mobilize moves people or an Organization next door: the way into a better "
            "Coalition. Fundraise rolls a die for each of your inhabited tiles: 1 to 3 Resources, 0 "
            "to 2 Vulnerabilities."
        ),
    ),
    2: (
        Text("Your four actions"),
        Text(
            "Develop places a tile for 4, buys out a neighbour's for 3 or replaces a ruin for 2; Act "
            "only. Invest places an Organization, turns Vulnerabilities into Employees (2 each) or "
            "offers a Loan (1). Pay Off pushes Vulnerabilities next door and can exhaust a tile "
            "there. Suburbanize removes up to two Population for 1 Resource each."
        ),
    ),
}
BY_PURPOSE: dict[str, Topic] = {
    "select-district": (
        Text("Choosing Districts"),
        Text(
            "One District at a time; each may be chosen once in this action. You may stop early. "
            "Outlined Districts are possible; press another one to learn why it is not. Press a "
            "District's name to look closer."
        ),
    ),
    "choose-option": (
        Text("One way for each District"),
        Text("In every District you do exactly one of these. In the next District you may do another."),
    ),
    "choose-organization": (
        Text("Active and Inactive"),
        Text(
            "A ring is an Inactive Organization, a filled disc an Active one. Only an Inactive one "
            "can be used; it stays Active until the Census, or until Plan refreshes it."
        ),
    ),
    "activate-partner": (
        Text("Coalitions"),
        Text(
            "Two Organizations on one tile form a Coalition: S for Public with Community, E for any "
            "pair with Private. For 1 Resource, paid to the partner, theirs helps too and a second "
            "Vulnerability is taken in."
        ),
    ),
    "take-vulnerability": (
        Text("Vulnerabilities"),
        Text(
            "Black cubes are Vulnerabilities. A tile houses one; the rest are unhoused, and half of "
            "the unhoused go to Corrections at the Census. Taking an unhoused one away helps most."
        ),
    ),
    "house-population": (
        Text("Housing"),
        Text(
            "A tile houses five Population, one Vulnerability and two Organizations, whoever owns "
            "it. You choose the tile. Population on Community and Private tiles earns its owner 1 "
            "Resource each at the Census."
        ),
    ),
    "house-organization": (
        Text("A place for an Organization"),
        Text(
            "Each Faction may have one Organization on a tile. Beside another Faction's it forms a Coalition at once."
        ),
    ),
    "take-marker": (
        Text("Grants and Loans"),
        Text(
            "An Organization on a Grant or Loan costs nothing to place or keep. A Loan costs its "
            "debtor 1 Resource to Private at every Census until it is paid back for 2."
        ),
    ),
    "move-in-population": (
        Text("Moving in"),
        Text(
            "Population comes from adjacent Districts, from tiles or from the street. Those who have "
            "no home win most by it."
        ),
    ),
    "destination": (Text("Where to"), Text("Only Districts that share a border or a corner are adjacent.")),
    "price": (
        Text("Every income has a price"),
        Text("Activate one of your Organizations there, or remove one, or accept one more Vulnerability."),
    ),
    "population-count": (
        Text("Newcomers"),
        Text("Add up to two Population from outside. Unhoused people draw a Vulnerability at the Census."),
    ),
    "roll": (Text("Fundraise"), Text("One roll for each inhabited Community tile; you may stop after any roll.")),
    "call-audit": (
        Text("An Audit"),
        Text(
            "Shows everybody's Expenses and Income as they would be at the Census now. Nothing is "
            "paid. At other times the rules forbid the calculation."
        ),
    ),
    "refresh-organization": (
        Text("Refresh"),
        Text("Turn one of your Active Organizations Inactive, so that it can work again."),
    ),
    "bail": (
        Text("Corrections"),
        Text(
            "Before Losses are counted each Faction may pay 1 to bring one Vulnerability home to a "
            "District with one of its tiles. If there is Overflow, this saves a Loss."
        ),
    ),
    "answer-petition": (
        Text("Petitions"),
        Text(
            "More unhoused Vulnerabilities than tiles: the District petitions. Place an Organization "
            "there (2, or free on a Grant or Loan) and it is answered; otherwise it turns to Blight, "
            "which cuts everybody's income there."
        ),
    ),
    "blight-vulnerability": (
        Text("Blight"),
        Text("Public must pay 2 for each Blight, and one Vulnerability goes to Corrections."),
    ),
    "repay-loan": (
        Text("Loans"),
        Text("Paying 2 to Private ends a Loan. Two running Loans or Bonds are a point for Private."),
    ),
    "bond": (Text("Bonds"), Text("A Bond falls due: pay 4 now, or pay 1 and owe it for another Decade.")),
    "offer-bond": (
        Text("Selling Bonds"),
        Text("4 Resources now; 4 back in ten years, or 1 for each Decade of delay. Bonds earn their holders points."),
    ),
    "buy-bond": (
        Text("Buying a Bond"),
        Text("Pay 4 now, get 4 back or 1 a Decade. At the end a Bond of yours is a point."),
    ),
    "tax": (Text("Taxes"), Text("At 5 or more in debt Public may double the Tax Rate that Community and Private pay.")),
    "bailout": (Text("A way out of debt"), Text("Activate one Organization and your Resources return to 0.")),
    "reset-budget": (Text("A way out of debt"), Text("Being in debt you may Budget once in one District.")),
    "reset-fundraise": (Text("A way out of debt"), Text("Being in debt you may Fundraise once in one District.")),
    "exhaust-tile": (
        Text("Exhausted Infrastructure"),
        Text(
            "An exhausted tile houses nothing; its pieces move to other tiles there or become "
            "unhoused. It costs 2 at the Census and is then removed. Other Factions may replace it "
            "for 2."
        ),
    ),
    "choose-position": (
        Text("Positions"),
        Text(
            "A Position gives you a goal for this Decade: meet both conditions, then perform its "
            "action for a Goal Star. With all stars you score 1 Victory Point, and your Priority "
            "Objective counts double."
        ),
    ),
    "choose-list": (Text("The Event leaves a choice"), Text("Carry out one of these in full.")),
    "advise": (
        Text("A Non-Player needs you"),
        Text("Its priorities tie. Decide what makes most sense for the South Bronx."),
    ),
    "choose-faction": (
        Text("Any Faction"),
        Text("The clipping names no Faction: you decide whose piece it is. Placing is free."),
    ),
}
ALIKE = {  # purposes that another one already explains
    "house-vulnerability": "take-vulnerability",
    "vulnerability-district": "take-vulnerability",
    "pay-off-vulnerability": "take-vulnerability",
    "place-vulnerability": "take-vulnerability",
    "remove-vulnerability": "take-vulnerability",
    "place-population": "house-population",
    "take-population": "move-in-population",
    "remove-population": "move-in-population",
    "place-organization": "house-organization",
    "rehouse-organization": "house-organization",
    "replace-organization": "house-organization",
    "activate-organization": "choose-organization",
    "remove-organization": "choose-organization",
    "grant-organization": "take-marker",
    "which-marker": "take-marker",
    "replace-tile": "exhaust-tile",
    "may": "choose-list",
    "partner-consent": "activate-partner",
    "buyout-consent": "exhaust-tile",
    "discard-position": "choose-position",
}
BY_PURPOSE |= {purpose: BY_PURPOSE[other] for purpose, other in ALIKE.items()}
CENSUS_TOPIC: Topic = (
    Text("The Census"),
    Text(
        "Quota: half of the unhoused Vulnerabilities go to Corrections. Corrections: Overflow "
        "becomes Losses. Petitions and Blight. Audit: 4 for each tile, 1 for each Organization, "
        "taxes; then income. Objectives: up to four points each. Reset: Organizations rest, "
        "empty tiles are exhausted."
    ),
)


THIS_EVENT = Text("This Event")
NOBODY_TAKES = Text("If nobody takes the Event box, {first} must carry it out as well as its own box.")


def guide(s: Bronx, seat: int | None, asked: Decision | None) -> str:
    """What to know now, as HTML; empty for a spectator."""
    if seat is None:
        return ""
    parts = "".join(f"<h3>{esc(title)}</h3><p>{esc(words)}</p>" for title, words in topics(s, seat, asked))
    return f'<div class="cb"><div class="gd">{parts}{_aims(s, seat)}</div></div>'


def hint(s: Bronx, seat: int | None, asked: Decision | None) -> str:
    """In the first Decade: what matters now, folded away below the clipping."""
    if seat is None or asked is None or s.decade != s.start or s.ending:
        return ""
    title, words = topics(s, seat, asked)[0]
    body = f"<summary>{say('Guide: {title}', title=esc(title))}</summary><p>{esc(words)}</p>"
    return f'<div class="cb"><details class="hint">{body}</details></div>'


def topics(s: Bronx, seat: int, asked: Decision | None) -> list[Topic]:
    purpose = purpose_of(asked) if asked is not None else ""
    first_decade = s.decade == s.start
    if purpose == "select-box":
        if first_decade and s.round == 1 and s.box_now != PLAN:
            return [WELCOME[seat], TOGETHER, BOXES]
        if first_decade and s.round == 2:
            return [NEXT_EVENT, BOXES]
        return [BOXES, *_event_hint(s)]
    if purpose == "choose-action":
        return [ACTIONS[seat]]
    if purpose in BY_PURPOSE:
        topic = BY_PURPOSE[purpose]
        return [CENSUS_TOPIC, topic] if s.current == CENSUS and first_decade else [topic]
    if s.current == CENSUS:
        return [CENSUS_TOPIC]
    return [WELCOME[seat], TOGETHER] if first_decade and s.round <= 1 else [TOGETHER]


def _event_hint(s: Bronx) -> list[Topic]:
    event = EVENTS.get(s.current)
    if event is None:
        return []
    first = event.order[0].title()
    return [
        (
            THIS_EVENT,
            NOBODY_TAKES(first=Text(first)),
        )
    ]


def _aims(s: Bronx, seat: int) -> str:
    aims = [WORDS.objective[id] for id in OBJECTIVES[seat]]
    words = [say("{faction} scores for: {aims:,}.", faction=FACTION_NAMES[seat], aims=aims)]
    if s.position[seat] >= 0:
        words.append(say("Your Position: {title}.", title=POSITIONS[s.position[seat]].title))
    return f'<p class="todo">{esc(" ".join(words))}</p>'
