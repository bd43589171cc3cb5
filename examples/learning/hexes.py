"""The example's network, which sees the city plot by plot, with the six neighbours of each.

Three rounds of the same small step carry information across the board. Options that name a plot are rated by that
plot's features, all others by those of the whole city, so what is learned in one corner holds everywhere.
"""

from __future__ import annotations

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from tabletown.envs import Table
from tabletown.games.right_of_way.plan import TEMPLATE

TABLE = Table("right-of-way")
PLOTS = len(TEMPLATE.places)
BY_PLOT = ("city", "rich", "piles", "plot", "laid")  # the parts about plots; the others are about the whole city
KINDS = (TEMPLATE.plot_words, TEMPLATE.buy_words, TEMPLATE.give_words)
CHANNELS, ROUNDS = 32, 3


class City(BaseFeaturesExtractor):
    """An observation as features of each plot and of the whole city, flattened into one row for Stable-Baselines3."""

    def __init__(self, space: Any) -> None:
        super().__init__(space, PLOTS * CHANNELS + 3 * CHANNELS)
        places, at = {}, 0
        for part in TABLE.encoding.layout:
            places[part.name] = torch.arange(at, at + part.size)
            at += part.size
        by_plot = torch.cat([places[name].reshape(PLOTS, -1) for name in BY_PLOT], 1)
        whole = torch.cat([place for name, place in places.items() if name not in BY_PLOT])
        self.register_buffer("by_plot", by_plot)
        self.register_buffer("whole", whole)
        self.register_buffer("facing", torch.tensor(TEMPLATE.facing) + 1)  # 0: the city ends there
        self.see = nn.Linear(by_plot.shape[1], CHANNELS)
        self.know = nn.Linear(len(whole), CHANNELS)
        self.hear = nn.ModuleList(nn.Linear(7 * CHANNELS, CHANNELS) for _ in range(ROUNDS))

    def forward(self, seen: Tensor) -> Tensor:
        whole = self.know(seen[:, self.whole])
        plots = torch.relu(self.see(seen[:, self.by_plot]) + whole[:, None])
        for hear in self.hear:
            beyond = nn.functional.pad(plots, (0, 0, 1, 0))  # places beyond the rim carry no information
            around = beyond[:, self.facing].flatten(2)
            plots = plots + torch.relu(hear(torch.cat((plots, around), 2)))
        return torch.cat((plots.flatten(1), plots.mean(1), plots.amax(1), torch.relu(whole)), 1)


class Options(nn.Module):
    """Rates each option."""

    def __init__(self) -> None:
        super().__init__()
        numbers = TABLE.encoding.numbers
        self.register_buffer("places", torch.tensor([[numbers[word] for word in words] for words in KINDS]).flatten())
        self.plot = nn.Sequential(nn.Linear(4 * CHANNELS, 64), nn.ReLU(), nn.Linear(64, len(KINDS)))
        self.other = nn.Sequential(nn.Linear(3 * CHANNELS, 128), nn.ReLU(), nn.Linear(128, TABLE.actions))

    def forward(self, known: Tensor) -> Tensor:
        whole = known[:, PLOTS * CHANNELS :]
        plots = known[:, : PLOTS * CHANNELS].reshape(-1, PLOTS, CHANNELS)
        each = self.plot(torch.cat((plots, whole[:, None].expand(-1, PLOTS, -1)), 2))
        return self.other(whole).index_add(1, self.places, each.transpose(1, 2).flatten(1))


class Standing(nn.Module):
    """Estimates the seat's chances."""

    def __init__(self) -> None:
        super().__init__()
        self.value = nn.Sequential(nn.Linear(3 * CHANNELS, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, known: Tensor) -> Tensor:
        return self.value(known[:, PLOTS * CHANNELS :])


class Planner(MaskableActorCriticPolicy):
    """A policy of `MaskablePPO` with these parts."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **{**named, "net_arch": [], "features_extractor_class": City, "ortho_init": False})

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net, self.value_net = Options(), Standing()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)
