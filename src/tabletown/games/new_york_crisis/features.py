"""Features that predict whether the family will win: time left, work left and what stands in the way."""

from __future__ import annotations

from tabletown.features import Features
from tabletown.games.new_york_crisis.bots import NEEDED, TO_COME, WAY
from tabletown.games.new_york_crisis.prospects import GOAL, ITEM_WORTH, Prospects, look
from tabletown.games.new_york_crisis.scenarios import GOALS, SCENARIOS
from tabletown.games.new_york_crisis.state import DONE, HIDDEN, Crisis

PLAYED = tuple(id for id in SCENARIOS if id in WAY)

SAYS = {  # words
    "progress": "the alert, as a share of its limit",
    "time": "points of alert left until the limit",
    "to_do": "what is left to do, in info tokens: tokens, objectives, hidden cards, the final challenge",
    "pace": "the share of the time left less the share of the work left",
    "tokens": "info tokens still to take until the last story card",
    "goals": "objectives on the table",
    "cards": "story cards still face down",
    "final": "whether the final challenge is open",
    "parts": "parts of the final challenge left",
    "last_round": "whether this round is the last one",
    "late": "what is left to do, if this round is the last one; else 0",
    "wounds": "wounds of all relatives",
    "tools": "what the items in hand are worth",
    "mafia": "mobsters on the map",
    "crowds": "places with two mobsters, where a third brings the FBI",
    "fbi": "places that the FBI holds",
    "cars": "police cars on the map",
    "lying": "kinds of info on places without FBI, at most six",
    "skills": "skill tokens per relative",
    "unmoved": "relatives who have not acted this round, as a share",
    "promise": "what the current turn still promises",
    "relatives": "relatives in play",
    **{f"is_{id}": f"whether the scenario is {id.replace('_', ' ')}" for id in PLAYED},
}
FIRST = list(SAYS).index("relatives") + 1


def rows(s: Crisis) -> list[list[float]]:
    count = max(1, len(s.cast))
    needed, times = WAY[s.scenario][count - 1]
    cards = SCENARIOS[s.scenario].card
    goals = sum(place not in (DONE, HIDDEN) for place, needs in zip(s.goals, NEEDED[s.scenario]) if needs)
    tokens, hidden, parts = needed - min(s.story, needed), len(cards) - 1 - s.card, times - len(s.efforts)
    left = tokens + GOAL * goals + TO_COME * hidden + 1.5 * parts
    total = needed + TO_COME * len(cards) + 1.5 * times
    limit = max(1, s.limit)
    time = max(0, limit - s.alert)
    late = s.alert >= limit or s.last_round > 0
    lying = len(s.info) - s.info.count(0)
    for place in s.fbi:
        lying -= 3 - s.info[place * 3 : place * 3 + 3].count(0)
    promise = min(2.0, Prospects(s, s.active).value(look(s))) if s.active >= 0 and s.phase == "act" else 0.0
    row = [
        min(1.0, s.alert / limit),
        time,
        left,
        time / limit - left / total,
        tokens,
        goals,
        hidden,
        s.final_at >= 0,
        parts,
        late,
        left if late else 0.0,
        sum(map(len, s.wounds)),
        sum([ITEM_WORTH[item] for bag in [*s.ready, *s.used] for item in bag]),
        sum(s.mafia),
        s.mafia.count(2),
        len(s.fbi),
        len(s.cars),
        min(lying, 6),
        sum(s.skills) / count,
        1 - sum(s.acted) / count,
        promise,
        count,
        *[s.scenario == id for id in PLAYED],
    ]
    return [row] * s.seats


features = Features(
    SAYS,
    rows,
    shared=len(SAYS),
    tables=tuple(
        (seats, {"scenario": id})
        for seats in (2, 1, 3, 4)
        for id in ("tutorial", "mission_1", "mission_2", "mission_3")
        if id in GOALS
    ),
)
