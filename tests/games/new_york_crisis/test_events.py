"""Events have their facts: the alert says why it rose, and old sentences are read as the same events."""

from __future__ import annotations

import random
from collections import Counter
from string import Formatter
from typing import Any

import msgspec
import pytest

from tabletown.games.new_york_crisis import game
from tabletown.games.new_york_crisis.cards import CHARACTERS, ITEMS, MAFIA_CARDS, POLICE_CARDS
from tabletown.games.new_york_crisis.city import IDS
from tabletown.games.new_york_crisis.events import (
    alert_track,
    causes,
    items,
    objectives,
    phrases,
    police,
    setup,
    story_cards,
    turns,
    week,
)
from tabletown.games.new_york_crisis.ledger import Alert
from tabletown.games.new_york_crisis.legacy_lines import LEGACY_LINES, OLD, add_missing_facts
from tabletown.games.new_york_crisis.rules.mafia import place_mafia
from tabletown.games.new_york_crisis.scenarios import GOALS, MAFIA_TOKENS, SCENARIOS
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.games.new_york_crisis.story import how
from tabletown.kernel import Change, Event, LogLine, Match, Text
from tabletown.saves.lines import unpack_lines

from .tables import AT, own, play, position, put_cars

# ------------------------------------------------------------------ why the alert rose


def rises(lines: list[LogLine] | None) -> list[tuple[str, int]]:
    return [(line.event.cause, line.event.by) for line in lines or [] if isinstance(line.event, alert_track.AlertRose)]


def whole(seed: int, scenario: str) -> Match:
    match = Match(game, 1 + seed % 4, {"scenario": scenario}, seed=seed, changes=True)
    rng = random.Random(seed)
    while not match.over:
        decision = match.decisions[0]
        match.choose(decision.seat, rng.choice(list(decision.options)))
    return match


@pytest.mark.rule("alert.sources")
def test_wild_dice_extra_steps_radio_raids_and_the_raincoat_are_told_apart() -> None:
    s = position(dice="red:wild red:wild")
    s.mafia[AT["herald_square"]] = 1
    assert rises(play(s, "kill").lines) == [("wild-dice", 2)]
    assert rises(play(position(), "extra", "step:chelsea").lines) == [("extra-step", 1)]
    s = position()
    own(s, 0, "police_radio")
    put_cars(s, "harlem")
    s.mafia[AT["east_harlem"]] = 2
    m = play(s, "use:police_radio", "car:harlem", "to:east_harlem")
    assert rises(m.lines) == [("radio", 1), ("raid", 2)]
    s = position()
    own(s, 0, "raincoat")
    put_cars(s, "chelsea")
    assert rises(play(s, "use:raincoat").lines) == [("disguise", 1)]


@pytest.mark.rule("alert.sources")
def test_a_third_mafia_and_an_empty_supply_say_so_and_no_more_than_there_is_room_for() -> None:
    s = position()
    s.lines, s.mafia[0] = [], 2
    place_mafia(s, 0)
    assert rises(s.lines) == [("fbi", 2)]
    s = position()
    s.lines, s.mafia[0], s.alert = [], 2, s.limit - 1
    place_mafia(s, 0)
    assert rises(s.lines) == [("fbi", 1)]
    s = position()
    s.lines, s.mafia[1] = [], MAFIA_TOKENS
    place_mafia(s, 0)
    assert rises(s.lines) == [("no-mafia", 1)]


@pytest.mark.parametrize("scenario", [*SCENARIOS])
def test_in_whole_matches_the_amounts_are_what_the_table_shows(scenario: str) -> None:
    match = whole(3, scenario)
    alert = 0
    for line in match.lines:
        changed = sum(c.after - c.before for c in line.changes if isinstance(c.what, Alert))
        if isinstance(line.event, alert_track.AlertRose):
            assert line.event.by == changed > 0
        elif isinstance(line.event, alert_track.AlertFell):
            assert line.event.by == -changed
        else:
            assert not changed
        alert += int(changed)
    assert alert == match.state.alert


def test_the_end_of_the_long_week_counts_the_alert_of_its_last_night_alone() -> None:
    match = whole(3, "long_week")
    state: Crisis = match.state
    assert state.result == "alert" and len(state.week) == 3
    began = max(at for at, line in enumerate(match.lines) if isinstance(line.event, setup.StoryBegan))
    assert how(state, match.lines, match.names) == how(state, match.lines[began:], match.names)
    counted: Counter[str] = Counter()
    for cause, by in rises(match.lines[began:]):
        counted[cause] += by
    said = how(state, match.lines, match.names)[1]
    assert f"police raids {counted[causes.RAID]}" in said and counted.total() < sum(by for _, by in rises(match.lines))


# ------------------------------------------------------------------ ids


def test_no_id_means_two_things() -> None:
    assert len(phrases.NAMES) == len(IDS) + len(ITEMS) + len(CHARACTERS)
    assert len(phrases.OBJECTIVES) == sum(map(len, GOALS.values()))
    asked = [card.choice for story in SCENARIOS.values() for card in story.card if card.choice]
    assert len(phrases.CHOICES) == len(asked)


# ------------------------------------------------------------------ what older versions stored

SON = Text("{name:word}", {"name": "Son", "seat": 1})
CARD = SCENARIOS["long_week_1"].card[1]
OBJECTIVE = GOALS["mission_3"][0].objective
CHOICE = phrases.CHOICES["powder"]
POLICE = next(iter(POLICE_CARDS.values()))
ALLY = phrases.ALLIES["denny"]
PARTS: dict[str, Any] = {
    "who": SON,
    "place": "Harlem",
    "item": "police radio",
    "colour": "red",
    "die": "blue",
    "face": "wild",
    "results": [Text("{count} {result}", {"count": 2, "result": "mental"})],
    "goal": OBJECTIVE.begins,
    "what": OBJECTIVE.name,
    "of": Text("{name:word}", {"name": "Father", "seat": 0}),
    "ask": CHOICE.ask,
    "answer": CHOICE.options[1].label,
    "ally": ALLY.name,
    "said": CARD.rule,
    "title": CARD.title,
    "line": next(iter(MAFIA_CARDS.values())).line,
    **dict.fromkeys(("n", "lost", "count", "alert", "limit", "round", "number", "nights"), 3),
}
OTHER_PARTS: dict[str, dict[str, Any]] = {
    "{who:seat} took the part of {character}.": {"who": 1, "character": "Son"},
    "The story: {title}": {"title": SCENARIOS["mission_2"].title},
    "{line} {title}: {said}": {"line": POLICE.line, "title": POLICE.title, "said": POLICE.text},
    "{title}: done.": {"title": POLICE.title},
    "{who} sent the police car at {place} to {target}.": {"target": "East Harlem"},
    "{who} gave the {item} to {target}.": {"target": PARTS["of"]},
    "{colour} info at {place}.": {"colour": "red"},
    "One mafia guards {place}.": {"n": 1},
    "{who}: {said}": {"said": OBJECTIVE.done},
    "{ally}: {said}": {"said": ALLY.text},
    "A clean victory. From now on, once: {ally}. {said}": {"said": ALLY.text},
}
RULES = {
    "Item at {place}: {item}.": "story.card-rules",
    "The law is at {place}: no mafia came.": "mafia.not-on-fbi",
    "{who} walked to {place}.": "move.extra-step",
    "{who} rode the subway to {place}.": "item.newspaper",
    "Everybody got a skill token back.": "skill.recover",
    "The alert has reached its limit. This round is the last one.": "end.alert-police-phase",
}


@pytest.mark.parametrize("template", LEGACY_LINES)
def test_an_old_sentence_is_read_as_an_event_that_has_the_same_parts(template: str) -> None:
    named = [part for _, part, _, _ in Formatter().parse(template) if part]
    parts = {part: PARTS.get(part) for part in named} | OTHER_PARTS.get(template, {})
    rule = RULES.get(template, "")
    (line,) = unpack_lines(game, msgspec.json.encode([{"text": Text(template, parts), "rule": rule}]))
    assert line.kind in game.words.log.events and line.event.concerns == (1 if "who" in parts else None)
    assert not rule or line.rule == rule
    again = line.event.parts()
    for part in parts if template != "{line} {title}: {said}" else ("title", "said"):  # the card's panel has the line
        new, old = (Text(f"{{{part}}}", these).render() for these in (again, parts))
        assert new in (old, old[:1].lower() + old[1:]), part  # it may have begun a sentence then


def test_every_way_in_which_a_story_was_told_is_found_by_its_words() -> None:
    story = SCENARIOS["long_week_4"]
    last = story.card[-1]
    told: dict[str, Event] = {
        story.card[2].rule: story_cards.StoryRuleTold(story.id, 2),
        story.card[6].later[1].text: story_cards.StoryRemembered(story.id, 6, "purse=returned"),
        last.ending: objectives.Won(story.id, False),
        last.ending_price: objectives.Won(story.id, True),
    }
    assert LEGACY_LINES["{said}"](said=story.card[2].text) == story_cards.StoryTold(story.id, 2)
    for said, event in told.items():
        assert LEGACY_LINES["{said}"](said=said) == event and event.parts() == {"said": said}
    lost = LEGACY_LINES["{said}"](said=last.ending_lost)
    assert isinstance(lost, week.NightLost) and lost.parts() == {"said": last.ending_lost}


def test_the_first_release_stored_relatives_by_name_alone() -> None:
    event = LEGACY_LINES["{who} gave the {item} to {target}."](who="Son", item="mask", target="Father")
    assert event == items.Gave(-1, "son", "mask", "father") and event.concerns is None
    event = LEGACY_LINES["{who} rolled {results}."](who="Son", results="1 physical, 2 wild")
    assert event == turns.Rolled(-1, "son", ("physical", "wild", "wild"))
    assert str(event.text) == "Son rolled 1 physical and 2 wild."


def test_old_lines_get_the_cause_from_what_was_told_before_them() -> None:
    def rose(alert: int, *changes: Change) -> LogLine:
        return LogLine(alert_track.AlertRose(alert, 20, 0, ""), changes=list(changes))

    lines = [
        LogLine(turns.WildUsed(0, "son", 2)),
        rose(4),
        LogLine(police.MafiaRaided(3, "harlem")),
        rose(5, Change(Alert(), 4, 5)),
    ]
    add_missing_facts(lines)
    assert rises(lines) == [("wild-dice", 2), ("raid", 1)], "the changes of the line know better than the cause"
    lines = [rose(2, Change(Alert(), 0, 2))]
    add_missing_facts(lines)
    assert rises(lines) == [("story", 2)]
    lines = [LogLine(police.TaskDone(POLICE.id)), LogLine(alert_track.AlertFell(0, 0, ""))]
    add_missing_facts(lines)
    assert lines[1].event == alert_track.AlertFell(0, 0, causes.TASK)


def test_rules_and_questions_of_cards_that_were_reworded_are_still_found() -> None:
    now = {card.rule for story in SCENARIOS.values() for card in story.card}
    stored = {rule: told for rule, told in OLD["said"].items() if told["event"] == "story-rule-told"}
    assert len(stored.keys() - now) == 25
    for rule, told in stored.items():
        assert LEGACY_LINES["{said}"](said=rule) == story_cards.StoryRuleTold(told["scenario"], told["card"])
    event = LEGACY_LINES["{ask} {answer}."](ask="Do you ring the tip line?", answer="Drop the coin")
    assert event == story_cards.Decided("tip", "rung")


def test_what_the_log_says_of_a_story_card_is_short() -> None:
    assert all(len(card.brief) <= 100 < len(card.text) for story in SCENARIOS.values() for card in story.card)
