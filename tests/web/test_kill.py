"""The server is killed again and again under load: every acknowledged move is stored, and none is played twice.

Eight kills here; tests/campaigns/kills.py does thousands.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tabletown.web.testing import Server
from tests.campaigns.kills import OPTIONS, TOYS, found_in, play_and_kill
from tests.campaigns.nursery import Nursery, QuickServer
from tests.web.people import in_a_loop

TABLES, KILLS = 40, 8
MOVES = 60  # acknowledged moves between two kills


@pytest.mark.long
def test_killed_under_load_nothing_is_lost_and_nothing_is_played_twice(tmp_path: Path) -> None:
    first = Server(tmp_path, TOYS, OPTIONS)
    with (tmp_path / "log").open("w") as log:
        first.start(stderr=log)  # started as people start it once, because it writes a log; afterwards by the nursery
    first.kill()
    nursery = Nursery()
    server = QuickServer(nursery, tmp_path, TOYS, OPTIONS)
    try:
        server.start()
        players, _ = in_a_loop(play_and_kill(server, KILLS, TABLES, (MOVES, MOVES), random.Random(1)))
    finally:
        server.kill()  # and once more
        nursery.close()
    found = found_in(tmp_path, players)
    assert found["lost"] == 0 and found["acknowledged"] > KILLS * MOVES
