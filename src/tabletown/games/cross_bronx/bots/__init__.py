"""The game's own view of itself, for bots: `rate` weighs options, `evaluate` says how each Faction stands."""

from tabletown.games.cross_bronx.bots.rating import rate
from tabletown.games.cross_bronx.bots.standing import evaluate
from tabletown.games.cross_bronx.state import Bronx

__all__ = ["evaluate", "rate", "turn_of"]

WITHIN = {"perform": "in-district", "part": "event", "piece": "event"}  # turns that go on with another one


def turn_of(s: Bronx) -> object:
    """A Faction's choice of a box, its action in one District, one effect of an Event, one step of a Census."""
    event = s.session, s.decade, s.round, s.effect
    return event, WITHIN.get(s.phase, s.phase), s.actor, len(s.districts), sum(box >= 0 for box in s.box), s.step
