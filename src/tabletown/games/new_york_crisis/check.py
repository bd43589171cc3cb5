"""Invariants of a state: every card, token and die is in exactly one place."""

from __future__ import annotations

from collections import Counter

from tabletown.games.new_york_crisis.cards import (
    CASH,
    EXTRA,
    ITEM,
    ITEM_TOKENS,
    OWN_DICE,
    RELATIVE,
    mafia_deck,
    police_deck,
)
from tabletown.games.new_york_crisis.city import COUNT
from tabletown.games.new_york_crisis.scenarios import CARS, FBI_TOKENS, INFO_TOKENS, MAFIA_TOKENS, SKILL_TOKENS
from tabletown.games.new_york_crisis.state import Crisis, scenario


def check(s: Crisis) -> None:
    mafia = [*s.mafia_deck, *s.mafia_discard]
    assert sorted(mafia) == sorted(mafia_deck(s.edition)), "Mafia cards are lost or doubled."
    police = [*s.police_deck, *s.police_drawn, *s.police_discard]
    assert sorted(police) == sorted(police_deck(s.edition)), "Police cards are lost or doubled."
    for type in range(3):
        tokens = s.bag[type] + s.info_supply[type] + sum(s.info[type::3])
        assert tokens == INFO_TOKENS, f"There are {tokens} info tokens of type {type}."
    items = Counter(ITEM[word] for word in s.item_supply) + Counter(item for item in s.item if item >= 0)
    items += Counter(item for bag in [*s.ready, *s.used] for item in bag) + Counter({CASH: s.gone})
    assert items == Counter(ITEM[word] for word in ITEM_TOKENS), "Items are lost or doubled."
    assert all(0 <= mafia <= 2 for mafia in s.mafia), "A location holds at most 2 mobsters."
    assert sum(s.mafia) <= MAFIA_TOKENS, "There are too many mobsters."
    assert all(not s.mafia[place] for place in [*s.cars, *s.fbi]), "Mobsters share a location with police or FBI."
    assert len(set(s.cars)) == len(s.cars) and len(set(s.fbi)) == len(s.fbi) <= FBI_TOKENS, (
        "Two of a kind share a location."
    )
    assert len(s.cars) + s.deck_cars + len(s.track_cars) <= CARS, "There are too many police cars."
    assert 0 <= s.alert <= s.limit or s.phase in ("family", "prepare"), "The alert is off its track."
    assert -1 <= s.card < len(scenario(s).card) and -1 <= s.final_at < COUNT, "The story is off its track."
    for figure, character in enumerate(s.cast):
        assert 0 <= s.skills[figure] <= SKILL_TOKENS, "A character has too many skill tokens."
        lost, own = Counter(s.wounds[figure]), Counter(OWN_DICE[character])
        assert not lost - own, "A character lost a die it does not have."
        assert s.options.knock_out or len(s.wounds[figure]) < len(OWN_DICE[character]), "A character has no die left."
        if figure == s.active and s.colours:
            rolled = Counter(colour for colour in s.colours if colour not in (RELATIVE, EXTRA))
            assert not rolled - own, "There are dice on the table that are on no card."
    assert len(s.colours) == len(s.faces) == len(s.spent), "The dice on the table do not match."
