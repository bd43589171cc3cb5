"""The game's own view of itself, for bots: `rate` weighs options, `evaluate` says how each Faction stands,
`horizon` when that is asked."""

from tabletown.games.cross_bronx.bots.rating import rate
from tabletown.games.cross_bronx.bots.standing import evaluate, horizon

__all__ = ["evaluate", "horizon", "rate"]
