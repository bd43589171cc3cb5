"""A policy of observations and masks plays as a bot."""

import pytest

pytest.importorskip("numpy", reason="the extra `envs` is not installed")

from typing import Any

from tabletown.envs import IllegalAction, Table
from tabletown.envs.policy import Policy


@pytest.mark.parametrize("normalise", [True, False])
def test_it_sees_what_a_learner_sees_and_answers_with_a_word(normalise: bool) -> None:
    table, told = Table("crossroll"), []
    table.reset(4)

    def last(observation: Any, mask: Any) -> int:
        told.append((observation, mask))
        return int(mask.nonzero()[0][-1])

    bot = Policy(Table("crossroll"), last, normalise)
    for _ in range(30):
        seat = table.seat
        word = bot.choose(table.match.player_view(seat))
        observation, mask = told[-1]
        expected = table.normalised(table.observe(seat)) if normalise else table.observe(seat)
        assert (observation == expected).all() and (mask == table.mask(seat)).all()
        assert table.action(word) == int(mask.nonzero()[0][-1])
        table.step(table.action(word))


def test_a_masked_action_is_refused() -> None:
    table = Table("crossroll")
    table.reset(4)
    with pytest.raises(IllegalAction, match="is masked"):
        Policy(table, lambda observation, mask: int((mask == 0).argmax())).choose(table.match.player_view(table.seat))
