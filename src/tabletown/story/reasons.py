"""Explain why an option is good by trying it in a match that the seat could be in.

Only certain consequences count: the trial stops where luck or another seat would decide. Further steps of the same turn
(a plot for the tile, its rotation) are answered as a bot planned, or else by the game's ratings.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tabletown.drawing import figure
from tabletown.kernel import Chance, Change, Decision, LogLine, Match, say
from tabletown.kernel.errors import TabletownError
from tabletown.kernel.log import called, changes
from tabletown.story.chapters import Story
from tabletown.story.sentences import paragraph

STEPS = 8  # further answers of the same turn to try at most
TOLD, COUNTED = 3, 4


class LuckDecides(TabletownError):
    """What comes next depends on luck."""


@dataclass
class Why:
    """What an option leads to, as its seat would read it."""

    lines: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)  # numbers that change, the seat's own first
    steps: list[str] = field(default_factory=list)  # options taken in the trial, until luck decides
    after: Match | None = None  # the imagined match after them; None if luck decides at once

    def sentence(self, names: list[str], you: int) -> str:
        """The explanation in words; the numbers if no line says anything."""
        return paragraph(self.lines) or self.numbers(names, you)

    def numbers(self, names: list[str], you: int) -> str:
        """Changes as a sentence, before and after; "" if nothing changes."""
        found = [f"{called(c, names, you)} {figure(c.before)} → {figure(c.after)}" for c in self.changes]
        said = say("{numbers:,}.", numbers=found) if found else ""
        return said[:1].upper() + said[1:]


def explain(match: Match, decision: Decision, option: str) -> str:
    """Why this option is a good idea, in the game's own words; "" if it has none."""
    story = match.game.words.story
    why = story.why if story is not None else None
    return why(match.view(decision.seat), decision, option) if why is not None else ""


def why_of(match: Match, decision: Decision, option: str, *beside: tuple[str, float]) -> str:
    """Why this option is a good idea: in the game's own words, or else its consequences; then the numbers it changes.

    `beside`: the search's values of it and of another option (see `preferred`).
    """
    tried = try_out(match, decision.seat, option)
    own, numbers = explain(match, decision, option), tried.numbers(match.names, decision.seat)
    ahead = "" if own or numbers else preferred(match, decision, *beside)
    return paragraph([own or paragraph(tried.lines), numbers, ahead])


def preferred(match: Match, decision: Decision, *promised: tuple[str, float]) -> str:
    """A reason if no number gives one: the seat's chances after each of two options, as search sees them."""
    if len(promised) < 2:
        return ""
    (_, mine), (option, its) = ((option, round(100 * value)) for option, value in promised)
    other = match.label(decision, option)
    if mine <= its:
        return say("Looking ahead, “{other}” is about as good.", other=other)
    return say("Looking ahead, it gives you a {mine}% chance; “{other}” gives {its}%.", mine=mine, its=its, other=other)


def try_out(match: Match, seat: int, option: str, line: Sequence[str] = ()) -> Why:
    """Try the option in thought, with the further steps of the turn: by this line of play, else by the game's
    ratings."""
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
        return Why()  # it couldn't be tried, so no reason is given
    story: Story = game.words.story or Story()
    told = [line.text.render(match.names, seat) for line in lines if _weighs(line, seat, story)]
    return Why(told[:TOLD], _weighty(changes(before, after), story, seat), steps, seen)


def _weighs(line: LogLine, seat: int, story: Story) -> bool:
    """Whether a line says what this seat did or what happened, rather than a heading, a choice, or others'
    reactions."""
    opens = story.opens.get(line.kind)
    if line.heading or (opens is not None and opens.no_card) or (line.to is not None and seat not in line.to):
        return False
    return line.event.concerns in (seat, None)


def _best(match: Match) -> str:
    """The option that the game rates best for the seat that is asked."""
    decision = match.decisions[0]
    rate = match.game.bots.rate
    if rate is None:
        return decision.options[0]
    rated = rate(match.view(decision.seat), decision)
    return max(zip(rated, decision.options), key=lambda pair: pair[0])[1]


def _weighty(found: list[Change], story: Story, seat: int) -> list[Change]:
    """The most important lines, in the order of the story, with the seat's own numbers first."""
    order = {kind: place for place, kind in enumerate(story.numbers)}
    mine = [change for change in found if change.who in (seat, -1) and (not order or change.kind in order)]
    mine.sort(key=lambda change: (change.who != seat, order.get(change.kind, 0)))
    return mine[:COUNTED]
