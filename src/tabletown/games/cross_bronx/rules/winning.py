"""Winning and losing (5.0), linked Sessions, and the history kept for the Record."""

from __future__ import annotations

from tabletown.games.cross_bronx.components import POSITIONS, WORDS
from tabletown.games.cross_bronx.events.ending import (
    Bankrupted,
    Disenfranchised,
    NextSessionBegan,
    SessionEnded,
    SharedByAll,
    SharedByTwo,
    Won,
    WonAtOnce,
)
from tabletown.games.cross_bronx.options import POSITION_OF_WORD
from tabletown.games.cross_bronx.setup import MODES, begin_session
from tabletown.games.cross_bronx.state import FACTIONS, Bronx, PlayedSession, replaced
from tabletown.kernel import Event, Outcome, Script, tell

MOST_POINTS = 14  # the end of the track
LEAD = 4  # the lead that wins at once

# columns of `history`, which has a row for the setup (round 0), each round (1..8) and each Census (9)
HISTORY = (
    "decade",
    "round",
    "population",
    "vulnerabilities",
    "corrections",
    "losses",
    "public resources",
    "community resources",
    "private resources",
    "public points",
    "community points",
    "private points",
)
AT_SETUP, AT_CENSUS = 0, 9
COLLECTIVE_LOSSES = ("disenfranchisement", "bankruptcy")


# sources of Victory Points besides Objectives and Positions
POINTS_FOR = {
    "bonus": "Linked Session",
    "head-start": "Help at the start",
    "no-position": "No Position gave an action",
    "final-vulnerabilities": "Final Census: fewer Vulnerabilities than Losses",
    "final-public-debt": "Final Census: not in debt",
    "final-losses": "Final Census: few Losses",
    "final-community-debt": "Final Census: not in debt",
    "final-community-bond": "Final Census: a Bond",
    "final-private-debt": "Final Census: not in debt",
    "final-private-bond": "Final Census: a Bond",
    "final-no-infrastructure": "Final Census: no Infrastructure",
}  # words


def what_for(what: str) -> str:
    """The name of what Victory Points were scored for."""
    if what in POSITION_OF_WORD:
        return POSITIONS[POSITION_OF_WORD[what]].title
    return WORDS.objective.get(what) or POINTS_FOR.get(what, what)


def score(s: Bronx, faction: int, points: int, what: str) -> None:
    """Add Victory Points, which keep counting above 14 but never fall below 0."""
    before = s.vp[faction]
    after = before + points
    if s.options.clamp_vp_14:
        after = min(after, MOST_POINTS)
    if not s.options.allow_negative_vp:
        after = max(after, 0)
    s.vp = replaced(s.vp, faction, after)
    points_for = s.tally[faction]
    s.tally = replaced(s.tally, faction, {**points_for, what: points_for.get(what, 0) + after - before})


def note_history(s: Bronx, at: int) -> None:
    s.history = [
        *s.history,
        [
            s.decade,
            at,
            sum(s.pop) + sum(s.street_pop),
            sum(s.vul) + sum(s.street_vul),
            s.corrections + s.overflow,
            s.losses,
            *s.resources,
            *s.vp,
        ],
    ]


def too_many_losses(s: Bronx) -> bool:
    """End the Session if Losses have reached the limit; called whenever Losses change."""
    if s.losses < s.losses_limit:
        return False
    end_session(s, "disenfranchisement")
    return True


def leader_by_four(s: Bronx) -> int:
    """The Faction with at least four more Victory Points than each of the others, or -1."""
    for faction in FACTIONS:
        if all(s.vp[faction] >= s.vp[other] + LEAD for other in FACTIONS if other != faction):
            return faction
    return -1


def end_session(s: Bronx, ending: str) -> None:
    s.ending = ending
    best = max(s.vp)
    s.winners = [] if ending in COLLECTIVE_LOSSES else [faction for faction in FACTIONS if s.vp[faction] == best]
    s.sessions = [*s.sessions, PlayedSession(s.start, s.last, ending, s.losses, s.vp, s.winners, s.tally)]
    note_history(s, AT_CENSUS)
    lost = ending in COLLECTIVE_LOSSES
    more = s.session + 1 < len(MODES[s.mode]) and not (lost and s.options.campaign_ends_on_loss)
    s.phase = "next-session" if more else "over"
    tell(s, SessionEnded)
    tell(s, lambda: result_of(s.sessions[-1]))


def bonus(s: Bronx) -> list[int]:
    """Victory Points the Factions start the next linked Session with."""
    if s.ending in COLLECTIVE_LOSSES:
        return [0, 0, 0]
    best = max(s.vp)
    winners = [faction for faction in FACTIONS if s.vp[faction] == best]
    if len(winners) == 3:
        return [0, 0, 0]
    if len(winners) == 2:
        return [int(faction in winners) for faction in FACTIONS]
    rest = sorted(s.vp[faction] for faction in FACTIONS if faction not in winners)
    tied = rest[0] == rest[1]
    return [2 if faction in winners else int(not tied and s.vp[faction] == rest[1]) for faction in FACTIONS]


def next_session(s: Bronx) -> Script:
    points = bonus(s)
    s.session += 1
    s.vp, s.tally = [0, 0, 0], [{}, {}, {}]
    begin_session(s)
    for faction in FACTIONS:
        if points[faction]:
            score(s, faction, points[faction], "bonus")
    tell(s, NextSessionBegan, s.start, *points)
    return
    yield


def outcome(s: Bronx) -> Outcome:
    """The outcome of the Session just ended; in a linked game the last Session decides."""
    result = result_of(PlayedSession(s.start, s.last, s.ending, s.losses, s.vp, s.winners, s.tally))
    scores = tuple(float(points) for points in s.vp)
    breakdown = tuple({what_for(what): float(points) for what, points in tally.items()} for tally in s.tally)
    return Outcome(tuple(s.winners), result.text, scores, breakdown, result.clause)


def result_of(session: PlayedSession) -> Event:
    """How a Session ended."""
    best = tuple(faction for faction in FACTIONS if session.vp[faction] == max(session.vp))
    if session.ending == "disenfranchisement":
        return Disenfranchised(best, session.losses)
    if session.ending == "bankruptcy":
        return Bankrupted(best)
    if session.ending == "instant":
        return WonAtOnce(best)
    if len(best) == 3:
        return SharedByAll()
    return SharedByTwo(best) if len(best) == 2 else Won(best)


def biggest_losers(s: Bronx) -> list[int]:
    """The Factions with the most Victory Points after a collective loss."""
    if s.ending not in COLLECTIVE_LOSSES:
        return []
    return [faction for faction in FACTIONS if s.vp[faction] == max(s.vp)]
