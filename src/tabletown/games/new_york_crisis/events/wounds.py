"""Wounds and healing."""

from __future__ import annotations

from tabletown.games.new_york_crisis.events.phrases import OfRelative


class Wounded(OfRelative):
    says = "{who} was wounded and lost a {die} die."
    rule = "wound.amount"
    die: str


class NoDieLost(OfRelative):
    says = "{who} was wounded but had no die to lose."
    rule = "wound-min-dice"


class KnockedOut(OfRelative):
    says = "{who} was knocked out and will miss the next turn."
    rule = "wound-min-dice"


class Healed(OfRelative):
    says = "{who} recovered from a wound and got the {die} die back."
    rule = "wound.heal-returns-die"
    die: str
