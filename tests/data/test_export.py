"""Rows say what a seat knew, could do and did; nobody's name is in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("numpy", reason="the extra `envs` is not installed")

from tabletown import registry
from tabletown.cli import app
from tabletown.data import arrays, read_rows, rows_of, simulated, write
from tabletown.data.stored import finished
from tabletown.envs import Table
from tabletown.envs.rewards import standing
from tabletown.kernel.errors import BadOption
from tabletown.web.notify.messages import NotificationSettings
from tabletown.web.protocol import NewSeat, NewTable
from tabletown.web.seats import Actor
from tests.web.people import in_a_loop
from tests.web.test_store import ME, hub_at


@pytest.mark.parametrize("name", ["crossroll", "broken-cities"])
def test_a_row_is_what_the_seat_was_asked(name: str) -> None:
    game = registry.game(name)
    seats = game.about.default_seats
    source = simulated(game, ["random"] * seats, 3, {})
    rows = rows_of(game, source)
    table = Table(game, seats)
    table.reset(3)
    first = [standing(table, seat) for seat in range(seats)]
    for row in rows[:150]:
        assert row.seat in table.waiting and row.number == table.match.number
        assert row.observation == table.observe(row.seat).tolist() and row.actions == table.legal(row.seat)
        assert row.choice in row.legal and row.text == table.match.text(row.seat) and row.question and row.clause
        assert len(row.chances) == seats
        table.step(row.action, row.seat)
    for seat in range(seats):
        mine = [row for row in rows if row.seat == seat]
        asked_first = first[seat] + sum(row.reward for row in mine)
        assert {row.result for row in mine} == {mine[0].result}
        if seat == rows[0].seat:
            assert asked_first == pytest.approx(mine[0].result), "rewards add up to the result"


def test_files_give_back_what_was_written(tmp_path: Path) -> None:
    pytest.importorskip("polars", reason="the extra `lab` is not installed")
    game = registry.game("crossroll")
    rows = rows_of(game, simulated(game, ["random", "random"], 1, {}), 0, words=False)
    loaded = []
    for name in ("rows.jsonl", "rows.parquet"):
        counts = write(tmp_path / name, game, [rows], "For a test.")
        assert counts["rows"] == len(rows) and counts["matches"] == 1
        back = list(read_rows(tmp_path / name))
        assert [row.choice for row in back] == [row.choice for row in rows]
        loaded.append(arrays(tmp_path / name, Table(game).actions))
    lines, parquet = loaded
    assert all((lines[key] == parquet[key]).all() for key in lines)
    assert lines["mask"][range(len(rows)), lines["action"]].all() and lines["done"].sum() == 2
    assert not any(row.text or row.question for row in rows), "left out on request"
    sheet = (tmp_path / "rows.datasheet.md").read_text(encoding="utf-8")
    assert "For a test." in sheet and all(f"`{field}`" in sheet for field in type(rows[0]).__struct_fields__)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["rows.datasheet.md", "rows.jsonl", "rows.parquet"]
    with pytest.raises(BadOption, match="should end in"):
        write(tmp_path / "rows.csv", game, [], "")


def test_the_command_writes_and_refuses(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    run = CliRunner().invoke(
        app, ["data", "export", "crossroll", "--bots", "random,random", "--matches", "1", "--out", str(out)]
    )
    assert run.exit_code == 0 and "of 1 matches" in run.output and out.exists()
    wrong = CliRunner().invoke(app, ["data", "export", "crossroll", "--option", "nitrous", "--out", str(out)])
    assert wrong.exit_code != 0


def test_stored_matches_have_no_names_and_leave_out_who_is_not_counted(tmp_path: Path) -> None:
    async def go() -> None:
        hub = hub_at(tmp_path)
        game = hub.catalog.games["connect-four"]
        for other in ("bo", "cy"):
            table = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")]), ME)
            await table.people.sit_down(table.seats[1], Actor(other), f"Secret {other}")
            for number, column in enumerate((1, 2, 1, 2, 1, 2, 1)):
                await table.answer(number % 2, f"column:{column}")
        running = await hub.opening.create(NewTable("connect-four", [NewSeat("me"), NewSeat("link")]), ME)
        assert not running.match.over
        sources = list(finished(hub.store, game))
        assert len(sources) == 2
        rows = rows_of(game, sources[0])
        assert len(rows) == 7 and {row.who for row in rows} == {"person"} and {row.source for row in rows} == {"stored"}
        assert [row.result for row in rows[:2]] == [1.0, -1.0]
        write(tmp_path / "rows.jsonl", game, [rows], "")
        assert "Secret" not in (tmp_path / "rows.jsonl").read_text(encoding="utf-8")
        hub.channels.keep_settings("cy", NotificationSettings(counted=False))
        assert len(list(finished(hub.store, game))) == 1
        await hub.stop()

    in_a_loop(go())
