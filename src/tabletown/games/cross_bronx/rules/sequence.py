"""The Sequence of Play (3.0): the order of steps, and the Event Round around the actions."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.games.cross_bronx.components import EVENTS
from tabletown.games.cross_bronx.events.rounds import (
    CalledAudit,
    ChoseBox,
    EventRevealed,
    Planned,
    Refreshed,
    RoundBegan,
)
from tabletown.games.cross_bronx.options import BOX_OF_WORD, BOX_WORDS, NO, PASS, YES
from tabletown.games.cross_bronx.rules import (
    actions,
    audit,
    census,
    events,
    non_players,
    objectives,
    positions,
    reset,
    winning,
)
from tabletown.games.cross_bronx.rules.asking import query
from tabletown.games.cross_bronx.rules.housing import organizations_on_map, why_not_organization
from tabletown.games.cross_bronx.rules.infrastructure import settle, unsettled
from tabletown.games.cross_bronx.rules.naming import standing
from tabletown.games.cross_bronx.rules.organizations import refresh
from tabletown.games.cross_bronx.state import (
    ACT,
    ACTIVE,
    BOXES,
    CENSUS,
    DISTRICTS,
    FACTION_IDS,
    FACTIONS,
    LATER,
    NO_BOX,
    NOBODY,
    PLAN,
    PUBLIC,
    REACT,
    ROUNDS,
    Bronx,
    replaced,
    without,
)
from tabletown.kernel import NOT_AN_OPTION, Chance, Reason, Script, Text, because, tell

DRAWN = Text("say which Event was drawn")
CHOOSE_BOX = Text("pick an action box")
PLAN_BOX = Text("pick your box for the next round")
CALL_AUDIT = Text("call an Audit")
REFRESH = Text("pick an Organization to refresh")

CARDS = {number: f"{number:03}" for number in EVENTS}
ORDERS = {number: tuple(FACTION_IDS.index(faction) for faction in event.order) for number, event in EVENTS.items()}

TAKEN = because("box-taken", "Another Faction has chosen that box.", "select.one-per-box")


def step(s: Bronx) -> Script | None:
    """Run the next step of the game; `s.phase` names it, in the rulebook's order."""
    # not in the middle of an Event's effect
    if s.options.auto_rehouse and s.phase not in ("over", "part", "piece") and unsettled(s):
        script = settle(s, s.actor if s.actor != NOBODY else PUBLIC)
    else:
        while (empty := EMPTY_BOX.get(s.phase)) and empty[0] not in s.box:
            s.phase = empty[1]  # skip a box that nobody chose, but never the Event
        if s.phase == "over":
            return None
        script = TURNS[s.phase](s)
    return non_players.with_answers(s, script) if True in s.non_player else script


WITHIN = {"perform": "in-district", "part": "event", "piece": "event"}  # steps that continue another step


def turn_of(s: Bronx) -> object:
    """Which turn a step belongs to: choosing a box, an action in one District, an effect, or a Census step."""
    event = s.session, s.decade, s.round, s.effect
    return event, WITHIN.get(s.phase, s.phase), s.actor, len(s.districts), sum(box >= 0 for box in s.box), s.step


# ------------------------------------------------------------------ 3.1.1, 3.1.7 the cards


def draw_event(s: Bronx) -> Script:
    """Draw one of this Decade's remaining Events; eight of fifteen will come up."""
    cards = [CARDS[number] for number in s.bag]
    number = int((yield Chance("event", cards, DRAWN, "setup.deck.per-decade")))
    s.bag = without(s.bag, number)
    return number


def reveal(s: Bronx) -> Script:
    """Start a Decade: the top card becomes current, and the one below is turned face up."""
    for faction in FACTIONS:
        if s.planned[faction] == LATER:
            yield from preselect(s, faction)
    s.round = 1
    s.current = yield from draw_event(s)
    s.upcoming = yield from draw_event(s)
    begin_round(s)


def begin_round(s: Bronx) -> None:
    """Begin an Event Round; a Faction that planned already has its box."""
    s.box, s.planned = s.planned, [NO_BOX] * 3
    s.performer = NOBODY
    s.phase = "select" if NO_BOX in s.box else "act"
    tell(s, RoundBegan, s.decade, s.round)
    tell(s, EventRevealed, s.current, s.upcoming, s.decade)


def end_round(s: Bronx) -> Script:
    """Make the next card current; a Census card starts the Census at once."""
    winning.note_history(s, s.round)
    s.audit = []
    s.current = s.upcoming
    if s.current == CENSUS:
        s.phase = "quota"
        return
    s.round += 1
    s.upcoming = CENSUS if s.round == ROUNDS else (yield from draw_event(s))
    begin_round(s)


# ------------------------------------------------------------------ 3.1.1 Action Selection


def why_not_box(s: Bronx, word: str) -> Reason | None:
    if word not in BOX_OF_WORD:
        return NOT_AN_OPTION
    return TAKEN if BOX_OF_WORD[word] in s.box else None


def select(s: Bronx) -> Script:
    """Ask the next Faction in the card's order that has no box to choose one."""
    for faction in ORDERS[s.current]:
        if s.box[faction] == NO_BOX:
            break
    taken = s.box
    options = [word for box, word in enumerate(BOX_WORDS) if box not in taken]
    word = yield query(faction, "select-box", CHOOSE_BOX, options, "select.one-per-box", why_not_box, about=(s,))
    s.box = replaced(s.box, faction, BOX_OF_WORD[word])
    tell(s, ChoseBox, faction, BOXES[s.box[faction]])
    if NO_BOX not in s.box:
        s.phase = "act"


# ------------------------------------------------------------------ 3.1.6 Plan


def plan(s: Bronx) -> Script:
    """Begin Plan by offering an Audit."""
    faction = s.box.index(PLAN)
    s.actor, s.box_now = faction, PLAN
    if (yield query(faction, "call-audit", CALL_AUDIT, [NO, YES], "plan.audit.optional")) == YES:
        tell(s, CalledAudit, faction)
        audit.call_audit(s)
    s.phase = "plan-ahead"


def plan_ahead(s: Bronx) -> Script:
    """Refresh one Organization, then choose the box for the next round."""
    faction = s.actor
    if options := organizations_on_map(s, faction, want=ACTIVE):
        rule, about = "plan.refresh.own-one", (s, DISTRICTS, (faction,), ACTIVE, 0, PASS)
        options.append(PASS)
        why = why_not_organization
        word = yield query(faction, "refresh-organization", REFRESH, options, rule, why, about=about)
        if word != PASS:
            refresh(s, word)
            tell(s, Refreshed, faction, standing(word))
    last_round = s.upcoming == CENSUS
    if last_round and s.decade == s.last:
        pass  # there is no next round
    elif last_round and s.options.choose_after_census:
        s.planned = replaced(s.planned, faction, LATER)
    else:
        yield from preselect(s, faction)
    s.box = replaced(s.box, faction, NO_BOX)
    s.actor, s.box_now = NOBODY, -1
    s.phase = "end-round"


def preselect(s: Bronx, faction: int) -> Script:
    """Choose a box for the next round: any of the four, even Plan, as no other Faction has chosen yet."""
    box = BOX_OF_WORD[(yield query(faction, "select-box", PLAN_BOX, BOX_WORDS, "plan.preselect.any-box"))]
    s.planned = replaced(s.planned, faction, box)
    tell(s, Planned, faction, BOXES[box])


EMPTY_BOX = {"act": (ACT, "event"), "react": (REACT, "plan"), "plan": (PLAN, "end-round")}

TURNS: dict[str, Callable[[Bronx], Script]] = {
    "draw-positions": positions.draw_positions,
    # 3.1 Event Round
    "reveal": reveal,
    "select": select,
    "act": actions.act,
    "event": events.event,
    "part": events.next_part,
    "piece": events.piece,
    "react": actions.react,
    "plan": plan,
    "plan-ahead": plan_ahead,
    "action": actions.next_district,
    "in-district": actions.act_in_district,
    "perform": actions.perform,
    "end-action": actions.end_action,
    "end-round": end_round,
    # 3.2 Census Round
    "quota": census.quota,
    "corrections": census.corrections,
    "blight": census.blight,
    "petitions": census.petitions,
    "audit": audit.audit_phase,
    "loans": audit.loans,
    "bonds": audit.bonds,
    "comptroller": audit.comptroller,
    "objectives": objectives.objectives_phase,
    "reset": reset.reset,
    "reset-debts": reset.reset_debts,
    "reset-positions": reset.reset_positions,
    "next-decade": reset.next_decade,
    # linked Sessions
    "next-session": winning.next_session,
}
