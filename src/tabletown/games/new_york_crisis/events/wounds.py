"""Wounds and healing."""

from __future__ import annotations

from tabletown.games.new_york_crisis.events.phrases import OfRelative


class Wounded(OfRelative):
    says = "{who} was wounded and lost a {die} die."
    rule = "wound.amount"
    die: str


class NoDieLost(OfRelative):
    says = "{who} has no die left to lose."
    rule = "wound-min-dice"


class KnockedOut(OfRelative):
    says = "{who} is knocked out and misses the next turn."
    rule = "wound-min-dice"


class Healed(OfRelative):
    says = "A wound of {who} was healed: the {die} die is back."
    rule = "wound.heal-returns-die"
    die: str
