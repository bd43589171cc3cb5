"""Why an option is a good idea: what it would change, found by trying it in a match that the seat could be in.

Only what follows for certain is told: trying stops where luck or somebody else would decide. Steps of the same turn
that must follow (a plot for the tile, the turn of it) are answered as a bot would, where it has told, else as the game
itself rates them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tabletown.kernel import Chance, Change, Decision, LogLine, Match, say
from tabletown.kernel.errors import TabletownError
from tabletown.kernel.log import called, changes
from tabletown.story.chapters import Story

STEPS = 8  # answers of the same turn that may have to follow
TOLD, COUNTED = 3, 4


class LuckDecides(TabletownError):
    """What comes next is not certain."""


@dataclass
class Why:
    """What an option leads to, as its seat would read it."""

    lines: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)  # numbers of the table, own ones first
    steps: list[str] = field(default_factory=list)  # the options taken for it, up to where luck decides
    after: Match | None = None  # the match as imagined after them; none where luck decides at once

    def sentence(self, names: list[str], you: int) -> str:
        """In words, the numbers where no line tells anything."""
        return " ".join(self.lines) or self.numbers(names, you)

    def numbers(self, names: list[str], you: int) -> str:
        """Before and after, as a sentence; "" where none changes."""
        found = [f"{called(c, names, you)} {c.before:g} → {c.after:g}" for c in self.changes]
        said = say("{numbers:,}.", numbers=found) if found else ""
        return said[:1].upper() + said[1:]


def explain(match: Match, decision: Decision, option: str) -> str:
    """Why this option is a good idea, in the game's own words; "" where it has none."""
    story = match.game.words.story
    why = story.why if story is not None else None
    return why(match.view(decision.seat), decision, option) if why is not None else ""


def why_of(match: Match, decision: Decision, option: str, *beside: tuple[str, float]) -> str:
    """Why this option is a good idea: the game's own words, else what it leads to; then the numbers that it changes.

    `beside`: what looking ahead promises of it, and of another one (`preferred`)."""
    tried = try_out(match, decision.seat, option)
    own, numbers = explain(match, decision, option), tried.numbers(match.names, decision.seat)
    ahead = "" if own or numbers else preferred(match, decision, *beside)
    return " ".join(filter(None, [own or " ".join(tried.lines), numbers, ahead]))


def preferred(match: Match, decision: Decision, *promised: tuple[str, float]) -> str:
    """Where no number tells it: how the seat would stand with an option, looking ahead, and how with another one."""
    if len(promised) < 2:
        return ""
    (_, mine), (option, its) = ((option, round(100 * value)) for option, value in promised)
    other = match.label(decision, option)
    if mine <= its:
        return say("Looking ahead, “{other}” is about as good.", other=other)
    return say("Looking ahead, it gives you a {mine}% chance; “{other}” gives {its}%.", mine=mine, its=its, other=other)


def try_out(match: Match, seat: int, option: str, line: Sequence[str] = ()) -> Why:
    """Take the option in thought, and what must follow of the same turn: by this line, else by the game's rating."""
    game, rng = match.game, random.Random(0)
    ledger, hide = game.research.ledger, game.view.hide
    twin = match.imagine(seat, rng)
    lines: list[LogLine] = []
    twin.state.lines = lines
    before = dict(ledger(hide(twin.state, seat))) if ledger is not None else {}
    after: dict[str, float] = before

    def look(state: Any) -> dict[str, float]:
        return dict(ledger(hide(state, seat))) if ledger is not None else {}

    def stop(question: Chance, number: int) -> str:
        nonlocal after
        after = look(twin.state)
        raise LuckDecides("Luck decides.")

    twin.luck = stop
    turn, left, steps = twin.turn, list(line), [option]
    seen: Match | None = None
    try:
        twin.choose(seat, option)
        after, seen = look(twin.state), twin.clone()
        for _ in range(STEPS):
            asked = None if twin.over else twin.decision(seat)
            if asked is None or twin.turn != turn or any(not line.heading for line in lines):
                break
            planned = next((word for word in left if asked.takes(word)), "")
            if planned:
                left.remove(planned)
            steps.append(planned or (_best(twin) if len(asked.options) > 1 else asked.options[0]))
            twin.choose(seat, steps[-1])
            after, seen = look(twin.state), twin.clone()
    except LuckDecides:
        pass
    except TabletownError:
        return Why()  # it could not be tried: nothing is made up
    story: Story = game.words.story or Story()
    told = [line.text.render(match.names, seat) for line in lines if _weighs(line, seat, story)]
    return Why(told[:TOLD], _weighty(changes(before, after), story, seat), steps, seen)


def _weighs(line: LogLine, seat: int, story: Story) -> bool:
    """What this seat did, or what happened; not a heading, nor that it chose, nor what others do then."""
    opens = story.opens.get(line.kind)
    if line.heading or (opens is not None and opens.no_card) or (line.to is not None and seat not in line.to):
        return False
    return line.event.concerns in (seat, None)


def _best(match: Match) -> str:
    """What the game rates best for whoever is asked."""
    decision = match.decisions[0]
    rate = match.game.bots.rate
    if rate is None:
        return decision.options[0]
    rated = rate(match.view(decision.seat), decision)
    return max(zip(rated, decision.options), key=lambda pair: pair[0])[1]


def _weighty(found: list[Change], story: Story, seat: int) -> list[Change]:
    """What matters most of it: in the order of the story, own numbers first."""
    order = {kind: place for place, kind in enumerate(story.numbers)}
    mine = [change for change in found if change.who in (seat, -1) and (not order or change.kind in order)]
    mine.sort(key=lambda change: (change.who != seat, order.get(change.kind, 0)))
    return mine[:COUNTED]
