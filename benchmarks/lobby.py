"""How long the home page takes with 500 open seats and 2,000 people listening: `python -m benchmarks.lobby`.

One process and one core: requests of different people, one after the other, while the lobby goes on looking.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from starlette.testclient import TestClient

from tabletown.web.app import make_app
from tabletown.web.lobby.seeks import Seek, SeekRating, SeekTerms
from tabletown.web.settings import Settings

GAMES = ("right-of-way", "cross-bronx", "crossroll", "broken-cities", "new-york-crisis")


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("--seeks", type=int, default=500)
    read.add_argument("--people", type=int, default=2000)
    read.add_argument("--pages", type=int, default=200)
    told = read.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Settings(data=Path(folder), workers=1, lobby=True, unlimited=True))
        with TestClient(app) as client:
            hub, now = app.state.hub, app.state.hub.now()
            rows = []
            for n in range(told.seeks):
                game = GAMES[n % 5]
                terms = SeekTerms([game], "days", "move:86400", 0, low=1000 + n, high=1001 + n, offer=True)
                rating = {game: SeekRating(1400 + n % 300, 60)}
                one = Seek(f"s{n}", f"p{n}", f"Person {n}", terms, rating, 0.0, {}, now, now, now + 86400)
                rows.append(one)
            hub.lobby.stored.add_all(rows)
            for n in range(told.people):
                hub.lobby.listeners[lambda: None] = f"p{n}"
            client.portal.call(hub.lobby.look)  # type: ignore[union-attr]
            times = []
            for n in range(told.pages):
                token = hub.devices.new_token()
                began = time.process_time()
                page = client.get("/", headers={"cookie": f"tabletown={token}"})
                times.append(1000 * (time.process_time() - began))
                assert page.status_code == 200 and "Open seats" in page.text
                if n % 20 == 0:
                    hub.lobby.version += 1  # somebody arrived: the rows are rebuilt
        cut = statistics.quantiles(times, n=100)
        print(f"{told.seeks} seeks, {told.people} people: {statistics.median(times):.1f} ms of CPU a page (median),")
        print(f"{cut[94]:.1f} ms (95 of 100), {max(times):.1f} ms at most; {told.pages} pages")


if __name__ == "__main__":
    main()
