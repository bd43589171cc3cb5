"""Player Positions (6.0): drawing them, Goal Stars, Priority Objectives."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.components import POSITIONS
from tabletown.games.cross_bronx.events.positions import (
    AchievedPosition,
    GainedStar,
    Helped,
    PutPositionBack,
    RecordedPosition,
    StartedOtherwise,
    TookPosition,
)
from tabletown.games.cross_bronx.options import NO, POSITION_OF_WORD, POSITION_WORDS, YES
from tabletown.games.cross_bronx.predicates import read
from tabletown.games.cross_bronx.rules.asking import ask, query
from tabletown.games.cross_bronx.rules.counters import holds
from tabletown.games.cross_bronx.rules.winning import AT_SETUP, note_history, score
from tabletown.games.cross_bronx.setup import help_given, not_as_printed
from tabletown.games.cross_bronx.state import FACTION_IDS, FACTION_NAMES, FACTIONS, Bronx, replaced
from tabletown.kernel import NOT_AN_OPTION, Chance, Reason, Script, Text, because, log_enabled, tell

NOT_DRAWN = because("not-drawn", "You did not draw that Position.", "positions.setup.draw-two")
OTHERS_POSITION = because("others-position", "That Position belongs to another Faction.", "positions.card.fields")

DRAWN = Text("say which Position {faction} drew")
CHOOSE_POSITION = Text("pick the Position to keep")
DISCARD_POSITION = Text("keep or discard {title}")


def has_positions(s: Bronx, faction: int) -> bool:
    """Whether a Faction uses Positions: Non-Players always do, people if the option is on."""
    return s.non_player[faction] or s.positions != "off"


# ------------------------------------------------------------------ 6.1 choosing


def draw_position(s: Bronx, faction: int, bag: Sequence[int]) -> Script:
    cards = [POSITION_WORDS[index] for index in bag]
    word = yield Chance("position", cards, DRAWN(faction=FACTION_NAMES[faction]), "positions.setup.draw-two")
    return POSITION_OF_WORD[word]


def choose_position(s: Bronx, faction: int) -> Script:
    """Get a Position: draw two and keep one, draw one at random, or choose from all eight."""
    if not s.position_bags[faction]:
        return_recorded(s, faction)
    bag = s.position_bags[faction]
    if s.non_player[faction] or s.positions == "one-random":
        kept = yield from draw_position(s, faction, bag)
    else:
        offered = list(bag)
        if s.positions == "draw-two":
            offered = []
            for _ in range(min(2, len(bag))):
                offered.append((yield from draw_position(s, faction, [index for index in bag if index not in offered])))
        options, about = [POSITION_WORDS[index] for index in offered], (faction, offered)
        prompt, rule = CHOOSE_POSITION, "positions.setup.draw-two"
        question = query(faction, "choose-position", prompt, options, rule, why_not_position, about=about)
        kept = POSITION_OF_WORD[(yield from ask(question))]
    set_bag(s, faction, [index for index in bag if index != kept])
    take_position(s, faction, kept)


def why_not_position(faction: int, offered: list[int], word: str) -> Reason | None:
    if word not in POSITION_OF_WORD:
        return NOT_AN_OPTION
    index = POSITION_OF_WORD[word]
    if index in offered:
        return None
    return NOT_DRAWN if POSITIONS[index].faction == FACTION_IDS[faction] else OTHERS_POSITION


def take_position(s: Bronx, faction: int, position: int) -> None:
    hold(s, faction, position)
    tell(s, TookPosition, faction, POSITIONS[position].id, s.non_player[faction])


def hold(s: Bronx, faction: int, position: int) -> None:
    """Give the Faction this Position, without stars; -1 for none."""
    s.position, s.stars = replaced(s.position, faction, position), replaced(s.stars, faction, 0)
    s.achieved, s.recorded = replaced(s.achieved, faction, 0), replaced(s.recorded, faction, 0)


def set_bag(s: Bronx, faction: int, positions: list[int]) -> None:
    s.position_bags = replaced(s.position_bags, faction, positions)


def put_back(s: Bronx, faction: int) -> None:
    set_bag(s, faction, sorted([*s.position_bags[faction], s.position[faction]]))
    hold(s, faction, -1)


def return_recorded(s: Bronx, faction: int) -> None:
    """Shuffle a Faction's recorded Positions back if it has no card left at all."""
    set_bag(s, faction, sorted({entry % 100 for entry in s.record[faction] if entry > 1000}))


def draw_positions(s: Bronx) -> Script:
    """Give every Faction that uses Positions one before the first Event."""
    note_history(s, AT_SETUP)
    if not_as_printed(s) is not None and log_enabled(s):
        relief, resources, points = help_given(s)
        if relief or any(resources) or any(points):
            tell(s, Helped, s.level, relief, resources, points)
        else:
            tell(s, StartedOtherwise, s.level)
    for faction in FACTIONS:
        if has_positions(s, faction):
            yield from choose_position(s, faction)
    s.phase = "reveal"


# ------------------------------------------------------------------ 6.2 goals


def conditions_hold(s: Bronx, faction: int) -> bool:
    """Whether both conditions of the player's Position hold, read immediately before an action."""
    position = s.position[faction]
    if position < 0 or s.achieved[faction]:
        return False
    return all(holds(condition, s, faction) for condition in POSITIONS[position].player.conditions)


def restriction_holds_here(s: Bronx, faction: int, district: int) -> bool:
    """Whether the goal's restriction on the selected District holds, just before the action is resolved there."""
    if not s.conditions_met:
        return False
    restriction = POSITIONS[s.position[faction]].player.goal.restriction
    return read(restriction).scope == "done" or holds(restriction, s, faction, here=district)


def is_goal(s: Bronx, faction: int) -> bool:
    """Whether the current action and branch are those the goal names."""
    goal = POSITIONS[s.position[faction]].player.goal
    return goal.action == s.action and goal.option == s.option


def reached_here(s: Bronx, faction: int, earlier: list[int]) -> bool:
    """Variant star_per_district: what the action did in this District alone must satisfy the restriction."""
    restriction = POSITIONS[s.position[faction]].player.goal.restriction
    if not s.options.star_per_district or read(restriction).scope != "done":
        return True
    total, s.done = s.done, [now - then for now, then in zip(s.done, earlier)]
    reached = holds(restriction, s, faction)
    s.done = total
    return reached


def check_goal(s: Bronx, faction: int) -> None:
    """Award a Goal Star after an action that was the goal, and the Victory Point with the last star."""
    if not s.goal_districts or s.non_player[faction]:
        return
    restriction = POSITIONS[s.position[faction]].player.goal.restriction
    if s.options.star_per_district:
        for _ in range(s.goal_districts):
            give_star(s, faction)
    elif read(restriction).scope != "done" or holds(restriction, s, faction):
        give_star(s, faction)


def give_star(s: Bronx, faction: int) -> None:
    if s.achieved[faction]:
        return
    position = POSITIONS[s.position[faction]]
    s.stars = replaced(s.stars, faction, s.stars[faction] + 1)
    tell(s, GainedStar, faction, position.id, s.stars[faction], position.target, s.non_player[faction])
    if s.stars[faction] == position.target:
        s.achieved = replaced(s.achieved, faction, 1)
        if s.non_player[faction] and not s.np_points:
            return
        s.recorded = replaced(s.recorded, faction, 1)
        score(s, faction, 1, POSITION_WORDS[s.position[faction]])
        tell(s, AchievedPosition, faction, position.id)


# ------------------------------------------------------------------ 6.4 a new Position


def record_position(s: Bronx, faction: int) -> None:
    """Move an achieved Position to the Record and out of the game; a Non-Player's only if it gave a point."""
    position = s.position[faction]
    achieved = s.achieved[faction] and (s.np_points or not s.non_player[faction])
    if position >= 0 and (achieved or s.recorded[faction]):
        s.record = replaced(s.record, faction, [*s.record[faction], s.decade * 100 + position])
        hold(s, faction, -1)
        tell(s, RecordedPosition, faction, POSITIONS[position].id)


def new_position(s: Bronx, faction: int) -> Script:
    """Handle Positions in Reset: record, discard if wished (a Non-Player always does), draw."""
    if not has_positions(s, faction):
        return
    record_position(s, faction)
    if s.position[faction] >= 0:
        card = POSITIONS[s.position[faction]]
        discards = s.non_player[faction]
        if not discards:
            rule = "positions.reset.discard-option"
            question = query(faction, "discard-position", DISCARD_POSITION(title=card.title), [YES, NO], rule)
            discards = (yield from ask(question)) == YES
        if not discards:
            return
        put_back(s, faction)
        tell(s, PutPositionBack, faction, card.id)
    yield from choose_position(s, faction)


# ------------------------------------------------------------------ 7.7 a Non-Player's goal

GOAL_ROW = 3  # the last row of a Non-Player's side


def finish_non_player(s: Bronx) -> Script:
    """Award a Non-Player that performed its last row a Goal Star (variant: one for each District)."""
    f = s.actor
    if s.np_row != GOAL_ROW:
        return
    for _ in range(len(s.districts) if s.options.star_per_district else 1):
        give_star(s, f)
    if s.achieved[f] and s.options.np_replace_at_once:
        record_position(s, f)
        if s.position[f] >= 0:
            put_back(s, f)  # it gave no point
        yield from choose_position(s, f)
