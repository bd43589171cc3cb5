"""Features of Cross Bronx for learning how each Faction stands and whether all will lose together."""

from __future__ import annotations

from tabletown.features import Features
from tabletown.games.cross_bronx.bots.standing import LOSSES_LIMIT, Prospect, within
from tabletown.games.cross_bronx.setup import MODES
from tabletown.games.cross_bronx.state import BLIGHT, COMMUNITY, FACTIONS, PRIVATE, PUBLIC, Bronx

SAYS = {  # words
    "progress": "how far the Session has progressed, in rounds and Decades",
    "losses": "Losses, less the amount by which this Session's limit exceeds the usual 8",
    "corrections": "Vulnerabilities in Corrections, plus half of the unhoused ones",
    "overflow": "those beyond the 10 that Corrections holds",
    "unhoused": "unhoused Population",
    "street_need": "unhoused Vulnerabilities",
    "need": "all Vulnerabilities in the Districts",
    "debt": "what Public and Community will owe after the next Audit",
    "deep_debt": "the part of that debt beyond 8",
    "helped": "Vulnerabilities helped this Decade",
    "blight": "Districts with Blight",
    "risk": "chance of a collective loss, according to the hand-written value",
    "last_decade": "whether this Decade's Census is the final one",
    "points": "Victory Points",
    "hoped": "Victory Points at the end, according to the hand-written value",
    "lead": "Victory Points at the end, according to the hand-written value, less the best of the other two",
    "money": "Resources after the next Audit, from -8 to 8",
    "resources": "Resources now",
    "tiles": "own unexhausted tiles",
    "worn": "own exhausted tiles",
    "housed": "Population on own tiles",
    "organizations": "own Organizations",
    "idle": "own Inactive Organizations",
    "loans": "Loans owed",
    "ahead": "Vulnerabilities helped, less the rival's",
    "social": "Social Coalitions, less Economic ones",
    "alone": "whether a District has only tiles of this Faction (1), and is sound and in a Coalition (2)",
    "next": "whether the Faction still has to act this round",
}
SHARED = list(SAYS).index("points")
RIVAL = (COMMUNITY, PRIVATE, PUBLIC)


def rows(s: Bronx) -> list[list[float]]:
    prospect = Prospect(s)
    digest, after, jailed = prospect.digest, prospect.after, prospect.jailed
    decades = max(1, (s.last - s.start) // 10 + 1)
    progress = min(1.0, max(0.0, ((s.decade - s.start) // 10 + prospect.now) / decades))
    debt = max(0, -after[PUBLIC]) + max(0, -after[COMMUNITY])
    common = [
        progress,
        s.losses - s.losses_limit + LOSSES_LIMIT,
        jailed,
        max(0, jailed - 10),
        sum(s.street_pop),
        sum(s.street_vul),
        sum(digest.need),
        debt,
        max(0, debt - 8),
        sum(s.mitigated),
        s.marker.count(BLIGHT),
        prospect.loss_risk(),
        prospect.censuses == 1,
    ]
    hoped = [prospect.points(faction) for faction in FACTIONS]
    gap = sum(digest.social) - sum(digest.economic)
    found = []
    for faction in FACTIONS:
        own = s.owner.count(faction)
        found.append(
            [
                *common,
                s.vp[faction],
                hoped[faction],
                hoped[faction] - max(hoped[faction - 1], hoped[faction - 2]),
                within(-8, after[faction], 8),
                within(-20, s.resources[faction], 20),
                own - digest.worn[faction],
                digest.worn[faction],
                sum(digest.housed[faction::3]),
                sum(digest.orgs[faction::3]),
                sum(digest.idle[faction::3]),
                digest.loans[faction],
                within(-3, s.mitigated[faction] - s.mitigated[RIVAL[faction]], 3),
                within(-4, gap, 4),
                digest.alone(faction),
                s.box[faction] >= 0,
            ]
        )
    return found


features = Features(
    SAYS,
    rows,
    shared=SHARED,
    all_lose=True,
    tables=tuple((3, {"session": mode}) for mode in ("1940", "1950", "1960", "1970", "1980", "1990") if mode in MODES),
)
