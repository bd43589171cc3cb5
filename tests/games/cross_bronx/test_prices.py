"""Every price is in the log line that it was paid for, whoever paid it."""

from __future__ import annotations

import re

import pytest

from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.events.audit import Audited
from tabletown.games.cross_bronx.events.pieces import OrganizationPlacedFor, TilePlaced, TileReplacedFor
from tabletown.games.cross_bronx.ledger import Resources
from tabletown.games.cross_bronx.rules.money import LOWEST
from tabletown.kernel import Match
from tests.games.cross_bronx.boards import C, P, V, act, blight, bronx, tile
from tests.games.cross_bronx.non_player_tables import ALL, log

SESSIONS = ("1940", "1950", "1960", "1970", "1980", "six-decades")


@pytest.mark.rule("np.resolve.first-row", "debt.limit.voluntary-spending")
def test_every_price_that_a_non_player_pays_is_on_its_line() -> None:
    told: set[object] = set()
    for seed in range(12):
        options = {"session": SESSIONS[seed % len(SESSIONS)], **dict.fromkeys(ALL, "non-player")}
        match = Match(game, 3, options, seed=seed, changes=True)
        assert match.over, "nobody is asked"
        for line in match.lines:
            if isinstance(line.event, Audited):
                continue  # the line states Income, Expenses and the sum
            for change in line.changes:
                if change.kind is Resources and change.after < change.before:
                    said, price = line.text.render(match.names), change.before - change.after
                    numbers = [int(number) for number in re.findall(r"(\d+)(?= Resource|\.$)", said)]
                    cut_short = change.after == LOWEST and any(number > price for number in numbers)
                    assert price in numbers or cut_short, f"{said} ({price:g} Resources)"
                    told.add(line.kind)
    assert {OrganizationPlacedFor, TileReplacedFor, TilePlaced} <= told


@pytest.mark.rule("private.develop.buy-out", "private.invest.loan", "public.service.remove-blight")
def test_what_is_bought_out_lent_and_cleared_says_what_it_cost() -> None:
    s = bronx()
    s.lines = []
    tile(s, "4a", C, pop=5, orgs="P")
    blight(s, 4)
    act(s, P, "action:service", "district:4")
    assert "Public activated its Organization on 4a for 2 Resources and cleared the Blight in District 4." in log(s)
    act(s, V, "action:invest", "district:5", "done")
    assert "Private placed a Loan in District 5 for 1 Resource." in log(s)
    act(s, V, "action:develop", "district:4", "option:buy-out", "district:1")
    assert "Private replaced Community Infrastructure on 4a and paid Community 3 Resources for it." in log(s)
