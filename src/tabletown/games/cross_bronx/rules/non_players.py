"""Non-Player Positions (7.0): answers to every question put to a Faction that nobody plays.

The rules ask a Non-Player the same questions as a person; `with_answers` passes on questions to people and answers the
others with one of the same options.
Sections 7.1 to 7.3 are in np_priorities.py; 7.4, 7.7 and choosing a row (7.5) in np_selection.py; carrying it out in
np_actions.py and np_instructions.py; 7.6 in np_events.py; 7.8 in np_census.py.
"""

from __future__ import annotations

from tabletown.games.cross_bronx.rules import np_actions, np_census, np_events, np_selection
from tabletown.games.cross_bronx.rules.asking import Answer, Question
from tabletown.games.cross_bronx.state import Bronx
from tabletown.kernel import CHANCE, Script

# the answer to each kind of question, by purpose
ANSWERS: dict[str, Answer] = {
    **np_selection.ANSWERS,
    **np_actions.ANSWERS,
    **np_events.ANSWERS,
    **np_census.ANSWERS,
}


def with_answers(s: Bronx, script: Script) -> Script:
    """Run a script of the rules, answering for Non-Players so that only people are asked."""
    answer = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration:
            return
        if asked.seat != CHANCE and s.non_player[asked.seat]:
            answer = yield from decide(s, asked)
        else:
            answer = yield asked


def decide(s: Bronx, question: Question) -> Script:
    """The option this Non-Player takes; a person may be asked where all priorities tie (7.1)."""
    answer = ANSWERS[question.purpose](s, question)
    return answer if isinstance(answer, str) else (yield from answer)
