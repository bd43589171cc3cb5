"""Act and React (3.1.3, 3.1.5): one action of the Faction's menu, performed District by District."""

from __future__ import annotations

from tabletown.games.cross_bronx.events.actions import Acted, Corrupted, DidNothing
from tabletown.games.cross_bronx.options import (
    ACTION_OF_WORD,
    ACTION_WORDS,
    BRANCH_OF_WORD,
    DISTRICT_OF_WORD,
    DONE_WORD,
    PASS,
)
from tabletown.games.cross_bronx.predicates import DONE
from tabletown.games.cross_bronx.rules import community, private, public
from tabletown.games.cross_bronx.rules.asking import Question, query
from tabletown.games.cross_bronx.rules.branches import Action
from tabletown.games.cross_bronx.rules.housing import numbered, to_corrections
from tabletown.games.cross_bronx.rules.positions import (
    check_goal,
    conditions_hold,
    finish_non_player,
    is_goal,
    reached_here,
    restriction_holds_here,
)
from tabletown.games.cross_bronx.state import ACT, BOXES, DISTRICTS, NO_BOX, NOBODY, NUMBERS, REACT, Bronx, replaced
from tabletown.kernel import NOT_AN_OPTION, Reason, Script, Text, because, tell

Menu = tuple[Action, ...]
MENUS: tuple[Menu, ...] = (public.MENU, community.MENU, private.MENU)
ACTIONS = {action.id: action for menu in MENUS for action in menu}
BRANCHES = {(action.id, branch.option): branch for action in ACTIONS.values() for branch in action.branches}
NOTHING_DONE = [0] * len(DONE)
USES_ORGANIZATIONS = ("service", "organize", "invest")

PICK_ACTION = (Text("act in up to three Districts"), None, Text("act in one District"))
PICK_DISTRICT = {action.id: Text("pick a District to {action} in")(action=action.name) for action in ACTIONS.values()}
PICK_BRANCH = Text("pick what to do in District {district}")
_PICK_BRANCH = numbered(PICK_BRANCH)

MUST_ACT = because("must-act", "You must act in at least one District.", "select.pass")
OTHER_MENU = because("other-menu", "That action belongs to another Faction.", "factions.three")
ACT_ONLY = because(
    "act-only", "House, Build and Develop are only possible with Act.", "react.no-infrastructure-actions"
)
ALREADY_SELECTED = because(
    "already-selected", "You have already selected that District for this action.", "act.same-district-twice"
)


def act(s: Bronx) -> Script:
    return choose_action(s, ACT)


def react(s: Bronx) -> Script:
    return choose_action(s, REACT)


def why_not_action(s: Bronx, action: Action, box: int) -> Reason | None:
    """Why the action cannot be performed in any District now; None if it can."""
    return ACT_ONLY if action.act_only and box == REACT else action.why_not(s, DISTRICTS)


def why_not_on_menu(s: Bronx, menu: Menu, box: int, word: str) -> Reason | None:
    """Why this option of the menu cannot be chosen; every menu has an action that is always possible."""
    if word == PASS:
        return MUST_ACT if s.options.force_at_least_one_district else None
    if word not in ACTION_OF_WORD:
        return NOT_AN_OPTION
    action = ACTIONS[ACTION_OF_WORD[word]]
    return why_not_action(s, action, box) if action in menu else OTHER_MENU


def possible_actions(s: Bronx, menu: Menu, box: int) -> list[str]:
    words = [ACTION_WORDS[action.id] for action in menu if why_not_action(s, action, box) is None]
    if not s.options.force_at_least_one_district:
        words.append(PASS)
    return words


def choose_action(s: Bronx, box: int) -> Script:
    faction = s.box.index(box)
    s.actor, s.box_now, s.np_row, s.np_plan = faction, box, -1, []
    prompt = PICK_ACTION[box]
    assert prompt is not None
    rule, about = "act.one-action-three-districts" if box == ACT else "react.one-district", (s, MENUS[faction], box)
    word = yield query(faction, "choose-action", prompt, possible_actions, rule, why_not_on_menu, about=about)
    if word == PASS:
        tell(s, DidNothing, faction)
        leave_box(s)
        return
    s.action = ACTION_OF_WORD[word]
    s.districts, s.declared = [], []
    s.public_activated = s.goal_districts = 0
    s.done = NOTHING_DONE[:]
    s.conditions_met = int(not s.non_player[faction] and conditions_hold(s, faction))
    s.phase = "action"


def why_not(s: Bronx, action: str, option: str, district: int) -> Reason | None:
    """Why this branch of the action cannot be performed in the District now."""
    return BRANCHES[action, option].why_not(s, district)


def next_district(s: Bronx) -> Script:
    """Select the next District or end the action."""
    if s.options.declare_all_first:
        return declared_district(s)
    question = which_district(s)
    return end_action(s) if question is None else select_district(s, question)


def select_district(s: Bronx, question: Question) -> Script:
    word = yield question
    if word == DONE_WORD:
        s.phase = "end-action"
    else:
        begin_in(s, DISTRICT_OF_WORD[word])


def declared_district(s: Bronx) -> Script:
    """Variant declare_all_first: name all Districts before the first is resolved."""
    if not s.districts:
        while question := which_district(s):
            word = yield question
            if word == DONE_WORD:
                break
            s.declared = [*s.declared, DISTRICT_OF_WORD[word]]
    if not s.declared:
        s.phase = "end-action"
        return
    district, s.declared = s.declared[0], s.declared[1:]
    if ACTIONS[s.action].why_not(s, (district,)) is None:
        begin_in(s, district)
    else:
        s.districts = [*s.districts, district]  # the declared action is no longer possible there


def begin_in(s: Bronx, district: int) -> None:
    s.districts = [*s.districts, district]
    tell(s, Acted, s.actor, s.action, NUMBERS[district])
    s.phase = "in-district"


def act_in_district(s: Bronx) -> Script:
    """Choose the branch of the action for the District just selected."""
    district, action = s.districts[-1], ACTIONS[s.action]
    branches = action.branches
    if len(branches) > 1:
        branches = tuple([branch for branch in branches if branch.why_not(s, district) is None])
    if len(branches) > 1:
        return choose_branch(s, action, district, [branch.word for branch in branches])
    s.option, s.phase = branches[0].option, "perform"
    return perform(s)


def why_not_branch(s: Bronx, action: Action, district: int, word: str) -> Reason | None:
    for branch in action.branches:
        if word == branch.word:
            return branch.why_not(s, district)
    return NOT_AN_OPTION


def choose_branch(s: Bronx, action: Action, district: int, options: list[str]) -> Script:
    rule = "public.service.one-option-per-district" if s.actor == 0 else "organize-invest-service.one-option"
    prompt, about = _PICK_BRANCH[district], (s, action, district)
    word = yield query(s.actor, "choose-option", prompt, options, rule, why_not_branch, district, about)
    s.option, s.phase = BRANCH_OF_WORD[word], "perform"


def perform(s: Bronx) -> Script:
    """Resolve the action in the selected District."""
    district = s.districts[-1]
    held = restriction_holds_here(s, s.actor, district)
    earlier = s.done[:]
    yield from BRANCHES[s.action, s.option].perform(s, district)
    if held and is_goal(s, s.actor) and reached_here(s, s.actor, earlier):
        s.goal_districts += 1
    s.phase = "action"


def which_district(s: Bronx) -> Question | None:
    """The question about the next District, or None when no further District can be selected."""
    action, taken = ACTIONS[s.action], [*s.districts, *s.declared]
    if len(taken) >= (3 if s.box_now == ACT and not action.act_only else 1):
        return None
    if action.why_not(s, [d for d in DISTRICTS if d not in taken] if taken else DISTRICTS) is not None:
        return None
    rule, about = "act.one-action-three-districts" if s.box_now == ACT else "react.one-district", (s, action, taken)
    prompt = PICK_DISTRICT[s.action]
    return query(s.actor, "select-district", prompt, district_words, rule, why_not_selected, about=about)


def district_words(s: Bronx, action: Action, taken: list[int]) -> list[str]:
    words = action.open_districts(s, taken)
    if taken or not s.options.force_at_least_one_district:
        words.append(DONE_WORD)
    return words


def why_not_selected(s: Bronx, action: Action, taken: list[int], word: str) -> Reason | None:
    if word == DONE_WORD:
        return None if taken or not s.options.force_at_least_one_district else MUST_ACT
    district = DISTRICT_OF_WORD.get(word)
    if district is None:
        return NOT_AN_OPTION
    return ALREADY_SELECTED if district in taken else action.why_not(s, (district,))


def end_action(s: Bronx) -> Script:
    """End the action: check for corruption, then for the Position's goal."""
    if s.action in USES_ORGANIZATIONS and s.public_activated >= 2 and s.vul_pool:
        s.vul_pool -= 1
        to_corrections(s)
        tell(s, Corrupted)
    if s.districts:
        check_goal(s, s.actor)
        if s.non_player[s.actor]:
            yield from finish_non_player(s)
    leave_box(s)


def leave_box(s: Bronx) -> None:
    """Return the cylinder to the start of the track and go on to the next box."""
    box = s.box_now
    s.actor, s.action, s.option, s.box_now, s.conditions_met = NOBODY, "", "", -1, 0
    s.box = replaced(s.box, s.box.index(box), NO_BOX)
    s.phase = BOXES[box + 1] if box < len(BOXES) - 1 else "end-round"
