"""Winning and losing (5.0), and linked Sessions."""

from __future__ import annotations

from typing import Any

from tabletown.games.cross_bronx.state import FACTION_NAMES
from tabletown.kernel import Event, Text

BEST = Text("{factions}")


class SessionEnded(Event):
    says = "The Session ended."
    heading = True


class Result(Event):
    """How a Session ended, and who had the most Victory Points."""

    best: tuple[int, ...]

    def parts(self) -> dict[str, Any]:
        return {"who": BEST(factions=[FACTION_NAMES[faction] for faction in self.best])}


class Won(Result):
    says = "{who} has the most Victory Points."
    rule = "win.most-points"


class SharedByTwo(Result):
    says = "{who} share the victory."
    rule = "win.ties-share"


class SharedByAll(Event):
    says = "All three Factions share the victory."
    rule = "win.ties-share"


class WonAtOnce(Result):
    says = "{who} leads by at least four Victory Points and wins at once."
    rule = "objectives.instant-win"


class Disenfranchised(Result):
    says = "Losses reached {losses}: the people are disenfranchised and everyone loses. Biggest loser: {who}."
    rule = "lose.disenfranchisement"
    losses: int

    def parts(self) -> dict[str, Any]:
        return {"losses": self.losses, **super().parts()}


class Bankrupted(Result):
    says = "Public and Community debt bankrupted the city: everyone loses. Biggest loser: {who}."
    rule = "lose.bankruptcy"


class NextSessionBegan(Event):
    says = "The next Session began in {decade}. Bonus: Public {public}, Community {community}, Private {private}."
    rule = "linked.bonus.ranking"
    decade: int
    public: int
    community: int
    private: int
