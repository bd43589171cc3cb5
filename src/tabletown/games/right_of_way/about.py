"""What the game is, and its options: every ruling that has a variant."""

from __future__ import annotations

from tabletown.kernel import About, Setting

about = About(
    id="right-of-way",
    title="Right of Way",
    version="1",
    line="Lay highways through a city; your hand of tiles is your money, and reserved plots keep the rival out.",
    seats=(2, 2),
    minutes="45-60",
    weight="medium",
    by_hand=("tile", "trio", "district", "first"),
    settings=(
        Setting(
            "city",
            "The city",
            {
                "template": "The nearest to a hexagon that the trios can be laid to; dealt at random.",
                "hexagon": "An exact hexagon of 61 single districts, shuffled.",
                "manual": "You lay it yourselves, trio by trio in turns, before the first highway.",
            },
            default="template",
            help="No way of laying the 20 trios gives an exact hexagon.",
            rule="setup.city.hexagon-impossible",
        ),
        Setting(
            "gaps",
            "Gaps in a city that you lay",
            {
                "none": "A trio may not enclose a gap.",
                "allowed": "A trio may; what is enclosed stays empty, unless another trio just fits there.",
            },
            default="none",
            help="Only where you lay the city yourselves.",
            rule="setup.city.who-starts",
        ),
        Setting(
            "covered-dollar",
            "Rich districts under a highway",
            {
                "off": "They no longer earn anything: the highway hides them.",
                "on": "They still earn $1 for a connection that faces them, on top of $1 for a joined road.",
            },
            default="off",
            rule="profit.covered-dollar",
        ),
        Setting(
            "fortify",
            "Reserving a plot twice",
            {
                "off": "Your own reserved plots cannot be reserved again.",
                "on": "As your purchase you may add a tile to your own pile, to raise its price.",
            },
            default="off",
            rule="row.own-stack",
        ),
        Setting(
            "must-buy",
            "Nowhere to build",
            {
                "off": "You may buy a plot from your rival or pass.",
                "on": "You must buy a plot from your rival if you can pay for it.",
            },
            default="off",
            rule="pass.no-legal-placement",
        ),
        Setting(
            "give-up",
            "Paying with laid tiles",
            {
                "forced": "Only when no placement at all can be paid from the hand.",
                "voluntary": "Whenever you like: a placement that you cannot pay from your hand is always allowed.",
            },
            default="forced",
            rule="discard-placed.when",
        ),
        Setting(
            "rim",
            "Connections at the rim",
            {
                "open": "A connection that points out of the city is never joined.",
                "joined": "A connection that points out of the city counts as joined for the points.",
            },
            default="open",
            rule="place.off-board-connection",
        ),
        Setting(
            "scoring",
            "Points",
            {
                "full": "Only highways whose every connection is joined score.",
                "partial": "One point for each joined connection: a teaching game.",
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
            "Starting hands that are alike",
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
