"""What the game is, and its settings: one for every ruling that has a variant."""

from __future__ import annotations

from tabletown.games.right_of_way.plan import CITY
from tabletown.kernel import About, Setting

DRAWN = {"drawn": "The city of this content pack, as it was drawn."} if CITY.drawn is not None else {}

about = About(
    id="right-of-way",
    title="Right of Way",
    version="1",
    line="Lay highways through a city. Your hand of tiles is your money; reserved plots keep your rival out.",
    seats=(2, 2),
    minutes="45-60",
    weight="medium",
    by_hand=("tile", "trio", "district", "first"),
    settings=(
        Setting(
            "city",
            "The city",
            {
                **DRAWN,
                "template": "As close to a hexagon as the trios allow, dealt at random.",
                "hexagon": "An exact hexagon of 61 single districts, shuffled.",
                "manual": "You take turns laying it, trio by trio, before the first highway.",
            },
            default="drawn" if DRAWN else "template",
            help="The 20 trios can't form an exact hexagon.",
            rule="setup.city.hexagon-impossible",
        ),
        Setting(
            "gaps",
            "Gaps in the city",
            {
                "none": "A trio may not enclose a gap.",
                "allowed": "A trio may enclose a gap. It stays empty unless another trio fits exactly.",
            },
            default="none",
            help="Only if you lay the city yourselves.",
            rule="setup.city.who-starts",
        ),
        Setting(
            "covered-dollar",
            "Rich districts under a highway",
            {
                "off": "They no longer earn anything: the highway hides them.",
                "on": "A connection that faces one still earns $1, on top of $1 for a joined road.",
            },
            default="off",
            rule="profit.covered-dollar",
        ),
        Setting(
            "fortify",
            "Reserving a plot twice",
            {
                "off": "You can't reserve your own plots again.",
                "on": "You may use your purchase to add a tile to your own pile, which raises its price.",
            },
            default="off",
            rule="row.own-stack",
        ),
        Setting(
            "must-buy",
            "Nowhere to build",
            {
                "off": "You may buy a plot from your rival or pass.",
                "on": "You must buy a plot from your rival if you can pay.",
            },
            default="off",
            rule="pass.no-legal-placement",
        ),
        Setting(
            "give-up",
            "Paying with laid tiles",
            {
                "forced": "Only when your hand can't pay for any placement.",
                "voluntary": "Whenever you like: you may always make a placement your hand can't pay for.",
            },
            default="forced",
            rule="discard-placed.when",
        ),
        Setting(
            "rim",
            "Connections at the city's edge",
            {
                "open": "A connection that points out of the city is never joined.",
                "joined": "A connection that points out of the city counts as joined when scoring.",
            },
            default="open",
            rule="place.off-board-connection",
        ),
        Setting(
            "scoring",
            "Points",
            {
                "full": "Only highways with every connection joined score.",
                "partial": "Every joined connection scores 1 point (a teaching game).",
            },
            default="full",
            rule="victory.fully-connected",
        ),
        Setting(
            "tie",
            "Equal points",
            {
                "shared": "The victory is shared.",
                "ladder": "More complete highways, then more tiles in hand and stack, then the second player.",
            },
            default="shared",
            rule="victory.tie",
        ),
        Setting(
            "first-tie",
            "Identical starting hands",
            {
                "random": "Chance picks the first player.",
                "redeal": "Both hands are dealt again.",
            },
            default="random",
            rule="first-player.total-tie",
        ),
    ),
    links=(("For a class", "/class?game=right-of-way"),),
)
