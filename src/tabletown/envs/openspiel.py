"""Every game as an OpenSpiel game, with explicit chance: `python3 run.py install openspiel`.

    import pyspiel
    import tabletown.envs.openspiel
    game = pyspiel.load_game("tabletown_right_of_way")
    small = pyspiel.load_game("tabletown_crossroll(seats=1,options=nitrous:on)")

Dice, decks and bags are chance nodes with explicit probabilities. Seats that act at the same time are asked one after
the other, and none sees the others' answers.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pyspiel

from tabletown.envs.table import Table
from tabletown.kernel import CHANCE, Chance, Game, Match
from tabletown.kernel.game import hide_nothing
from tabletown.registry import game as find_game
from tabletown.registry import games
from tabletown.saves.replay import as_json_data

PREFIX = "tabletown_"
MOST_OUTCOMES = 4096
LONGEST = 20_000
PROBES = 6


@cache
def open_game(name: str) -> Game:
    """The same game with explicit chance: every kind of die or deck is dealt from outside."""
    game = find_game(name)
    kinds = set(game.about.by_hand)

    def note(question: Chance, number: int) -> None:
        kinds.add(question.kind)

    for seed in range(PROBES):
        rng = random.Random(seed)
        options = {s.id: rng.choice(list(s.values)) if seed % 2 else s.default for s in game.about.settings}
        match = Match(game, rng.randint(*game.about.seats), options, seed, luck=note, live=False)
        while (decisions := match.decisions) and match.number < 1500:
            match.choose(decisions[0].seat, rng.choice(decisions[0].options))
    about = msgspec.structs.replace(game.about, by_hand=tuple(sorted(kinds)))
    fields = {field.name: getattr(game, field.name) for field in dataclasses.fields(game)}
    return Opened(**{**fields, "about": about})


@dataclasses.dataclass(frozen=True)
class Opened(Game):
    """A game with explicit chance that is rebuilt when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return open_game, (self.about.id,)


def short_name(game: Game) -> str:
    return PREFIX + game.about.id.replace("-", "_")


def _type(game: Game) -> pyspiel.GameType:
    hidden = game.view.hide is not hide_nothing
    kinds = pyspiel.GameType
    fewest, most = game.about.seats
    return kinds(
        short_name=short_name(game),
        long_name=game.about.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.IDENTICAL if game.about.cooperative else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"seats": 0, "options": ""},
    )


def _options(text: str) -> dict[str, str]:
    """`city:hexagon;rim:joined` as options."""
    return dict(pair.split(":", 1) for pair in text.split(";") if pair)


class OpenGame(pyspiel.Game):  # type: ignore[misc]
    tabletown: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        game = open_game(self.tabletown.about.id)
        about = game.about
        self.table = Table(game, params.get("seats") or about.default_seats, _options(params.get("options", "")))
        seats, alone = self.table.seats, self.table.seats == 1 and not about.cooperative
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=0.0 if alone else -1.0,
            max_utility=2000.0 if alone else 1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(_type(self.tabletown), info, params)

    def new_initial_state(self, *text: str) -> OpenState:
        return OpenState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.table)


class OpenState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: OpenGame) -> None:
        super().__init__(game)
        self.table = game.table.clone()
        about = self.table.game.about
        self.table.match = Match(self.table.game, self.table.seats, self.table.options, 0, about.by_hand, live=False)

    def _asked(self) -> Any:
        decisions = self.table.match.decisions
        return decisions[0] if decisions and self.table.match.number < LONGEST else None

    def current_player(self) -> int:
        asked = self._asked()
        if asked is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if asked.seat == CHANCE else int(asked.seat)

    def is_terminal(self) -> bool:
        return self._asked() is None

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.legal(player))

    def _outcomes(self) -> dict[str, int]:
        """The outcomes and how often each is in the bag; the index is the action."""
        return Counter(self._asked().options)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self._outcomes()
        total = sum(outcomes.values())
        return [(action, count / total) for action, count in enumerate(outcomes.values())]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.table.match.choose(CHANCE, list(self._outcomes())[action])
        else:
            self.table.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            asked = self._asked()
            return f"{asked.kind}: {list(self._outcomes())[action]}"
        words = self.table.words
        if action < len(words):
            return words[action]
        named = {number: self.table.word(number, player) for number in self.table.legal(player)}
        return named.get(action, f"spare {action - len(words)}")

    def returns(self) -> list[float]:
        return self.table.rewards

    def information_state_string(self, player: int | None = None) -> str:
        """Everything the seat has read so far, and the table as it sees it."""
        seat = self.current_player() if player is None else player
        match = self.table.match
        log = [list(answer) if answer is not None else None for answer in match.log_for(seat)]
        if match.secret_since is not None:  # do not reveal how many others have answered in secret
            log = [answer for answer in log if answer is not None]
        return json.dumps([seat, log, as_json_data(match.view(seat).copy())])

    def observation_string(self, player: int | None = None) -> str:
        return self.table.match.text(self.current_player() if player is None else player)

    def observation_tensor(self, player: int | None = None) -> Any:
        return self.table.observe(self.current_player() if player is None else player).astype(np.float32)

    def __str__(self) -> str:
        match = self.table.match
        waits = "over" if match.over else repr(str(match.decisions[0].prompt))
        return f"{match.game.about.title} after {match.number} answers: {waits}\n{match.text()}"


class Observer:
    """The seat's observation as one tensor, and its named parts."""

    def __init__(self, table: Table) -> None:
        self.tensor = np.zeros(table.size, np.float32)
        self.dict = table.planes(self.tensor)  # type: ignore[arg-type]

    def set_from(self, state: OpenState, player: int) -> None:
        self.tensor[:] = state.table.observe(player)

    def string_from(self, state: OpenState, player: int) -> str:
        return state.observation_string(player)


def register() -> None:
    """Register every installed game with pyspiel."""
    known = set(pyspiel.registered_names())
    for game in games():
        if short_name(game) not in known:
            pyspiel.register_game(_type(game), type(game.about.id, (OpenGame,), {"tabletown": game}))


register()
