"""The example's network: it rates every option by the same small function, so what it learns of one holds for all."""

from __future__ import annotations

from typing import Any

import torch
from afterstates import SHAPE, STATE
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

HIDDEN = 64


class Options(nn.Module):
    """Rates each option by how the state after it differs from those after the others, and by where that is."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("spread", torch.ones(STATE))  # of the differences
        self.register_buffer("mean", torch.zeros(STATE))  # of the states
        self.register_buffer("around", torch.ones(STATE))  # their spread
        self.trust = nn.Parameter(torch.zeros(()))  # in the ratings
        self.line = nn.Linear(STATE, 1, bias=False)
        self.curve = nn.Sequential(nn.Linear(2 * STATE, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))
        for last in (self.line, self.curve[-1]):
            nn.init.zeros_(last.weight)  # so it begins with all options alike

    def split(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """What each option changes, and where the match stands on average."""
        rows = seen.reshape(-1, *SHAPE)
        states, there = rows[..., :STATE], rows[..., -1:]
        mean = (states * there).sum(1, keepdim=True) / there.sum(1, keepdim=True)
        return (states - mean) * there, mean

    def forward(self, seen: Tensor) -> Tensor:
        changes, mean = self.split(seen)
        changes = (changes / self.spread).clamp(-5, 5)
        place = ((mean - self.mean) / self.around).clamp(-5, 5).expand_as(changes)
        rated = self.line(changes) + self.curve(torch.cat((changes, place), -1))
        return rated.squeeze(-1) + self.trust * seen.reshape(-1, *SHAPE)[..., -2]


class Standing(nn.Module):
    """Estimates what is still to come."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = [options]  # in a list: its weights aren't this part's
        self.value = nn.Sequential(nn.Linear(STATE, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))

    def forward(self, seen: Tensor) -> Tensor:
        options = self.options[0]
        _, mean = options.split(seen)
        return self.value(((mean.squeeze(1) - options.mean) / options.around).clamp(-5, 5))


class Scorer(MaskableActorCriticPolicy):
    """A policy of `MaskablePPO` with these parts."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **{**named, "net_arch": [], "ortho_init": False})

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Options()
        self.value_net = Standing(self.action_net)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def measure(self, seen: Any) -> None:
        """Set the scales of the numbers by these observations."""
        options = self.action_net
        several = torch.as_tensor(seen)
        several = several[several[:, 1, -1] > 0]
        changes, mean = options.split(several)
        options.spread.copy_(changes.pow(2).mean((0, 1)).sqrt().clamp(min=1e-2))
        options.mean.copy_(mean.mean((0, 1)))
        options.around.copy_(mean.std((0, 1)).clamp(min=1e-2))
