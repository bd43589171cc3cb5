"""What the game is, and the options it offers."""

from __future__ import annotations

from tabletown.kernel import About, Setting

SETTINGS = (
    Setting(
        "nitrous",
        "Nitrous oxide",
        {"off": "No nitrous oxide", "on": "Trade one route for nitrous oxide and use the sum of both dice"},
        "off",
        "A d10 picks one route for all. If you complete it, you may give up its score to use the sum from then on.",
        "nitrous.setup",
    ),
    Setting(
        "adjacency",
        "Where a run may start",
        {
            "network": "Next to a cross on any route",
            "route": "Next to a cross on the chosen route",
        },
        "network",
        "Two places are adjacent if they are consecutive on any route, so crossroads open new routes. "
        "The other reading looks only along the chosen route, though any neighbour will do for the lotto.",
        "adjacency.network",
    ),
    Setting(
        "ties",
        "Equal totals",
        {
            "shared": "The victory is shared",
            "ladder": "More completed routes, then landmarks, then speed scores",
        },
        "shared",
        "The rules name no tie-break.",
        "score.draw",
    ),
    Setting(
        "first",
        "Who starts",
        {
            "random": "Drawn at random",
            "seat-1": "The first seat",
            "seat-2": "The second seat",
            "seat-3": "The third seat",
            "seat-4": "The fourth seat",
        },
        "random",
        "The last player to visit Hong Kong starts, so the host may choose. With fewer seats, the last one starts.",
        "setup.first-active",
    ),
    Setting(
        "solo-six",
        "Solo: a penalty roll of 6",
        {"ignore": "No penalty", "reroll": "Roll again"},
        "ignore",
        "A 6 names no route. It either costs nothing or is rolled again, as for nitrous oxide.",
        "solo.six",
    ),
    Setting(
        "solo-last",
        "Solo: the last die of a cycle",
        {"engine": "The engine may change its result, as with any die", "plain": "Its result counts as rolled"},
        "engine",
        "The last die leaves no choice. The rules don't say whether the effects of a full engine row still apply.",
        "solo.last-die-engine",
    ),
    Setting(
        "slots",
        "Lotto slots",
        {"next": "The number goes into the next free slot", "choose": "Each player picks a slot"},
        "next",
        "Which slot holds a number makes no difference, so by default nobody is asked.",
        "lotto.write-n",
    ),
    Setting(
        "room",
        "In a class",
        {"off": "One table on its own", "on": "Everybody has their own map and the rolls of the whole class"},
        "off",
        "Nobody chooses the dice: they are drawn, the same for all. There are no penalties for what others complete.",
        in_room=True,
    ),
)

about = About(
    id="crossroll",
    title="Crossroll Hong Kong",
    version="1",
    line="Roll two dice, and everybody crosses out a stretch of road at the same time.",
    seats=(1, 4),
    minutes="20-40",
    weight="light",
    settings=SETTINGS,
    by_hand=("d4", "d6", "d8", "d10", "room"),
    default_seats=2,
    links=(("For a class", "/class?game=crossroll"),),
)
