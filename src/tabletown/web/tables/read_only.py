"""Tables whose rules version is no longer installed: read, end, export or branch off them."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tabletown.kernel import Game, LogLine, Match, say
from tabletown.web.seats import Actor, Refusal, digest
from tabletown.web.storage import records
from tabletown.web.storage import schema as db
from tabletown.web.storage.challenge_attempts import is_sealed
from tabletown.web.storage.database import writing
from tabletown.web.storage.migrate_rules import stored_state
from tabletown.web.storage.restore_table import seat_names, seats_of_table
from tabletown.web.storage.store import LoadedTable, answers_of, lines_of
from tabletown.web.views import views

if TYPE_CHECKING:
    from tabletown.web.hub import Hub
    from tabletown.web.tables.table import Table


class OldRules(Refusal):
    """The table is stored intact but can't continue under the installed rules."""

    def __init__(self, game: Game, loaded: LoadedTable) -> None:
        super().__init__(
            "other-rules",
            "This table was played under version {old} of the rules of {game:word}; this server has version {new}. "
            "You can read, end or download it, or play on from it under the current rules.",
            old=loaded.table.rules,
            game=game.about.title,
            new=game.about.version,
        )
        self.game, self.loaded = game, loaded


class StoredPosition(NamedTuple):
    """A stored state to look at."""

    number: int
    state: Any


class OldTable:
    """A read-only view of such a table, built for every request."""

    def __init__(self, hub: Hub, game: Game, loaded: LoadedTable) -> None:
        self.hub, self.game, self.row = hub, game, loaded.table
        self.seats = seats_of_table(loaded)
        self.names = seat_names(game, self.seats)
        entries = hub.store.entries(self.row.id)
        self.log, self.lines = answers_of(entries), lines_of(game, entries)
        self.options: dict[str, str] = msgspec.json.decode(self.row.options)
        record = hub.store.record(self.row.id)
        self.moments = (
            [StoredPosition(*checkpoint) for checkpoint in records.read(record)] if record is not None else []
        )
        if not self.moments and loaded.shot is not None:
            self.moments = [StoredPosition(loaded.shot[0], stored_state(loaded))]

    # ------------------------------------------------------------------ who may what

    def held_by(self, actor: Actor) -> list[int]:
        known = ("key", digest(actor.key)) if actor.key else None
        return [
            table_seat.seat
            for table_seat in self.seats
            if (actor.player and actor.player in table_seat.holders)
            or (known in table_seat.keys and table_seat.kind == "person")
        ]

    def may_watch(self, actor: Actor) -> bool:
        row = self.row
        return row.watch == "link" or bool(self.held_by(actor)) or bool(actor.player and actor.player == row.creator)

    def may_end(self, actor: Actor) -> bool:
        return not self.row.over and bool(self.held_by(actor) or (actor.player and actor.player == self.row.creator))

    def may_download(self, actor: Actor) -> bool:
        return self.all_open(actor) and not is_sealed(self.hub.store, self.row.watch)

    def all_open(self, actor: Actor) -> bool:
        """Whether all hands may be shown: the match is over, or one person plays alone."""
        held = self.held_by(actor)
        others = [c for c in self.seats if c.kind in ("person", "link", "open") and c.seat not in held]
        return bool(self.row.over) or (bool(held) and not others)

    # ------------------------------------------------------------------ what it looks like

    def shown(self, actor: Actor, at: int | None) -> dict[str, Any]:
        """The stored position number `at` (default: the last) as this person may see it."""
        held = self.held_by(actor)
        seat = held[0] if held else None
        at = len(self.moments) - 1 if at is None else max(0, min(at, len(self.moments) - 1))
        number = self.moments[at].number if self.moments else len(self.log)
        match = self.match(at)
        last = at >= len(self.moments) - 1
        told = [line for line in self.lines if last or line.number <= number]
        readable = [line for line in told if line.to is None or seat in line.to]
        return {
            "at": at,
            "moments": len(self.moments),
            "scene": views.scene(match, seat) if match is not None else None,
            "lines": [self.words(line, seat) for line in readable],
            "can_branch": match is not None and self.all_open(actor),
            "can_end": self.may_end(actor),
            "can_download": self.may_download(actor),
        }

    def words(self, line: LogLine, seat: int | None) -> dict[str, Any]:
        return {"text": line.text.render(self.names, seat), "heading": line.heading}

    def match(self, at: int) -> Match | None:
        if not self.moments:
            return None
        moment = self.moments[at]
        return records.picture(self.game, self.names, self.options, self.log, *moment, self.lines)

    # ------------------------------------------------------------------ what can be done with it

    def saved(self) -> str:
        """A save file of the old rules, playable where those are installed."""
        row, last = self.row, self.moments[-1] if self.moments else StoredPosition(0, None)
        state = json.loads(last.state) if isinstance(last.state, bytes) else last.state
        data = {
            "format": 2,
            "game": row.game,
            "rules": row.rules,
            "options": self.options,
            "seats": self.names,
            "seed": int(row.seed),
            "by_hand": msgspec.json.decode(row.by_hand),
            "dealt_from": row.dealt_from,
            "foreseen": row.undos_after_reveal,
            "seam": {"number": last.number, "state": state},
            "log": [list(answer) for answer in self.log],
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

    def end(self) -> None:
        """End the match without a winner, because its rules are gone."""
        row, now = self.row, self.hub.now()
        reason = say("Ended: version {version} of the rules is no longer installed.", version=row.rules)
        with writing(self.hub.store.engine) as connection, connection.begin():
            here = sa.and_(db.tables.c.id == row.id, db.tables.c.head == row.head)
            new = {"over": True, "asked": "[]", "deadline": None, "bot": False, "updated": now}
            new["head"] = secrets.randbits(62)
            if connection.execute(db.tables.update().where(here).values(**new)).rowcount:
                db.PUT_RESULT.run(connection, [(row.id, "[]", "[]", reason, now)])
                connection.execute(db.END_HOLDERS, {"id": row.id, "ended": now})

    async def branch(self, actor: Actor, at: int) -> Table:
        """Open a new table under the current rules from the stored position, with new luck."""
        match = self.match(max(0, min(at, len(self.moments) - 1)))
        if match is None:
            raise Refusal("malformed", "The current rules can't read this match.")
        held = self.held_by(actor)
        mine = held[0] if held else 0
        return await self.hub.opening.branch_off(match.branch(), actor, self.row.id, self.row.title, mine, "here", "")
