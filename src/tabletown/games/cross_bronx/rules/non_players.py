"""Non-Player Positions (7.0): every choice of a Faction that nobody plays is answered here.

The rules ask a Non-Player the same questions as a person; `with_answers` passes the questions of people on and answers
the others with one of the same words.
7.1-7.3 are in np_priorities.py, 7.4, 7.7 and the rows of 7.5 in np_selection.py, carrying them out in np_actions.py and
np_instructions.py, 7.6 in np_events.py, 7.8 in np_census.py.
"""

from __future__ import annotations

from tabletown.games.cross_bronx.rules import np_actions, np_census, np_events, np_selection
from tabletown.games.cross_bronx.rules.asking import Answer, Question
from tabletown.games.cross_bronx.state import Bronx
from tabletown.kernel import CHANCE, Script

# how each kind of question is answered
ANSWERS: dict[str, Answer] = {
    **np_selection.ANSWERS,
    **np_actions.ANSWERS,
    **np_events.ANSWERS,
    **np_census.ANSWERS,
}


def with_answers(s: Bronx, script: Script) -> Script:
    """That script of the rules, but only people are still asked."""
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
    """The option this Non-Player takes; may ask a person where all priorities tie (7.1)."""
    answer = ANSWERS[question.purpose](s, question)
    return answer if isinstance(answer, str) else (yield from answer)
