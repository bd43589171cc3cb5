"""What bots know of the game: `rate` weighs options, `evaluate` says how each Faction stands, and `horizon` says
when to evaluate."""

from tabletown.games.cross_bronx.bots.rating import rate
from tabletown.games.cross_bronx.bots.standing import evaluate, horizon

__all__ = ["evaluate", "horizon", "rate"]
