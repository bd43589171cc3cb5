"""A toy game that lasts: two seats count for thousands of turns."""

from __future__ import annotations

from collections.abc import Mapping

from tabletown.kernel import About, Choose, Event, Game, LogFormat, Outcome, Rules, Script, State, Text, Words, tell

STEP = Text("take a step")
turns = 0  # turns played in this process


class Stepped(Event):
    says = "{who:seat} took {steps}."
    who: int
    steps: str


class Road(State):
    steps: list[int]
    turn: int = 0

    def copy(self) -> Road:
        return Road(self.steps[:], self.turn)


def setup(seats: int, options: Mapping[str, str]) -> Road:
    return Road([0] * seats)


def step(s: Road) -> Script | None:
    global turns
    turns += 1
    return walk(s) if s.turn < 5000 else None


def walk(s: Road) -> Script:
    seat = s.turn % 2
    steps = yield Choose(seat, STEP, ["1", "2", "3"])
    s.steps[seat] += int(steps)
    s.turn += 1
    tell(s, Stepped, seat, steps)


def outcome(s: Road) -> Outcome:
    return Outcome((0,), Text("The road ends."))


game = Game(
    About("marathon", "Marathon", "1", "A long walk.", (2, 2), "600", "light"),
    Rules(Road, setup, step, outcome),
    words=Words(log=LogFormat((Stepped,))),
)
