"""The rules, chapter by chapter. `step` is their table of contents."""

from __future__ import annotations

from collections.abc import Callable

from tabletown.games.broken_cities.rules.climate import draw_card, last_card, new_renters, round_damage, the_room
from tabletown.games.broken_cities.rules.legislation import hold_vote, speak, write_law
from tabletown.games.broken_cities.rules.turns import act, start_round
from tabletown.games.broken_cities.state import BrokenCities
from tabletown.kernel import Script

PHASES: dict[str, Callable[[BrokenCities], Script]] = {
    "round": start_round,  # the order of the round
    "turn": act,  # one purchase, renter or end of a turn
    "damage": round_damage,  # end of round 1 and 2
    "card": draw_card,  # 4: a climate card strikes
    "last": last_card,  # by option: one more card at the last space, before the end
    "law": speak,  # 3: a player may propose a law,
    "draft": write_law,  # writes it, part by part,
    "vote": hold_vote,  # and all vote on it
    "renters": new_renters,  # 5
    "room": the_room,  # facilitated session: what the facilitator says
}


def step(s: BrokenCities) -> Script | None:
    return None if s.end else PHASES[s.phase](s)


def turn_of(s: BrokenCities) -> object:
    """What counts as one turn: a player's turn, a speaker's proposal with its vote, or a phase between rounds."""
    if s.assembly is None:
        return s.round, s.phase, s.turn
    return s.round, "law", s.assembly.speaker, s.assembly.amender
