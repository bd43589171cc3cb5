"""Why an option is a good idea: for hints."""

from __future__ import annotations

from tabletown.kernel import Decision, Match


def explain(match: Match, decision: Decision, option: str) -> str:
    """Why this option is a good idea, in a sentence; "" where the game does not say."""
    story = match.game.words.story
    why = story.why if story is not None else None
    return why(match.view(decision.seat), decision, option) if why is not None else ""
