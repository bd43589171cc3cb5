"""The alert track."""

from __future__ import annotations

from tabletown.kernel import Event


class AlertRose(Event):
    says = "The alert rose to {alert} of {limit}."
    rule = "alert.sources"
    alert: int
    limit: int
    by: int
    cause: str


class AlertFell(Event):
    says = "The alert fell to {alert}."
    rule = "police.event-duration"
    alert: int
    by: int
    cause: str


class CarReached(Event):
    says = "The alert reached a police car: it joins in the next round."
    rule = "alert.car-reached"


class LimitReached(Event):
    says = "The alert reached its limit: this round is the last."
    in_police_phase: bool

    @property
    def clause(self) -> str:
        return "end.alert-police-phase" if self.in_police_phase else "end.alert-player-phase"


class LimitReachedEarly(Event):
    """The limit was reached in the police phase, under the variant that grants one more round."""

    says = "The alert reached its limit: the next round is the last."
    rule = "end.alert-police-phase"


class RoundWasLast(Event):
    says = "The round is over and the net has closed."
    rule = "goal.alert-deadline"
