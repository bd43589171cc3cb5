"""Positions (6.0), and how a start with Non-Players differs from the printed one."""

from __future__ import annotations

from typing import Any

from tabletown.games.cross_bronx.events.phrases import OfPosition
from tabletown.games.cross_bronx.state import FACTION_NAMES
from tabletown.kernel import Event, Text

NOT_AS_PRINTED = {
    "hard": Text("Not as printed: Hard, with a little help at the start and a Victory Point for every Non-Player."),
    "even": Text("Not as printed: Even, with help at the start."),
    "gentle": Text("Not as printed: Gentle, with more help at the start and no goals for Non-Players."),
}
FEWER = Text("{n} fewer Vulnerability", many="{n} fewer Vulnerabilities")
MORE = Text("{n} more Vulnerability", many="{n} more Vulnerabilities")
MORE_RESOURCES = Text("{n} more Resource for {faction}", many="{n} more Resources for {faction}")
MORE_POINTS = Text("{n} Victory Point for {faction}", many="{n} Victory Points for {faction}")


class StartedOtherwise(Event):
    says = "{level}"
    rule = "solo.levels"
    level: str

    def parts(self) -> dict[str, Any]:
        return {"level": NOT_AS_PRINTED[self.level]}


class Helped(StartedOtherwise):
    says = "{level} Changed: {given:,}."
    relief: int  # how many fewer Vulnerabilities; negative: more
    resources: tuple[int, ...]  # by Faction
    points: tuple[int, ...]

    def parts(self) -> dict[str, Any]:
        given = [FEWER(n=self.relief)] if self.relief > 0 else [MORE(n=-self.relief)] if self.relief < 0 else []
        for text, more in ((MORE_RESOURCES, self.resources), (MORE_POINTS, self.points)):
            given += [text(n=n, faction=name) for n, name in zip(more, FACTION_NAMES, strict=True) if n]
        return {**super().parts(), "given": given}


class TookPosition(OfPosition):
    says = "{faction} took the Position {title}."
    non_player: bool = False

    @property
    def clause(self) -> str:
        return "np.setup.draw-one" if self.non_player else "positions.setup.draw-two"


class GainedStar(OfPosition):
    says = "{faction} gained a Goal Star on {title} ({stars} of {target})."
    stars: int
    target: int
    non_player: bool = False

    @property
    def clause(self) -> str:
        return "np.goal.star" if self.non_player else "positions.goal.star"


class AchievedPosition(OfPosition):
    says = "{faction} achieved {title}: 1 Victory Point."
    rule = "positions.goal.achieved"


class PutPositionBack(OfPosition):
    says = "{faction} put {title} back."
    rule = "positions.reset.discard-option"


class RecordedPosition(OfPosition):
    says = "{title} went to the Record of {faction}."
    rule = "positions.reset.record"
