"""The rules, one module for each chapter; `PHASES` is the table of contents."""

from __future__ import annotations

from tabletown.games.new_york_crisis.rules.police import police_phase
from tabletown.games.new_york_crisis.rules.turns import act_or_end, end_round, order, roll_dice, start_turn
from tabletown.games.new_york_crisis.rules.week import dawn, goes_on
from tabletown.games.new_york_crisis.setup import choose_character, prepare
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.kernel import Outcome, Script, Text

PHASES = {
    "family": choose_character,  # Game setup 2
    "prepare": prepare,  # Game setup 3 to 5
    "police": police_phase,  # A) Police phase
    "order": order,  # B) Player phase: who is next
    "start": start_turn,  # police on the character, 1) mafia cards
    "roll": roll_dice,  # 2) the dice
    "act": act_or_end,  # actions, spending, items, skills: one thing at a time
    "end": end_round,
}

WON = Text("The family overcame the final challenge and cleared its name.")
ALERT = Text("The alert reached its limit and the round ended.")
FBI = Text("The FBI holds 5 locations.")


def step(s: Crisis) -> Script | None:
    if s.result:
        return dawn(s) if goes_on(s) else None
    return PHASES[s.phase](s)


def outcome(s: Crisis) -> Outcome:
    won = s.result == "won"
    reason = {"won": WON, "alert": ALERT, "fbi": FBI}[s.result]
    rule = {"won": "end.win", "alert": "end.alert-player-phase", "fbi": "end.fbi-five"}[s.result]
    return Outcome(tuple(range(s.seats)) if won else (), reason, rule=rule)  # all win or all lose: no points
