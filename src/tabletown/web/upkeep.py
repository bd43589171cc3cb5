"""Looking after the database: backup, restore, check, repair, deleting. The commands and the server use the same."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from tabletown.web.database import connect, writing


def dump(engine: sa.Engine, target: Path) -> None:
    """All rows of a database, whatever its version, in a SQLite file."""
    source = sa.MetaData()
    partial = target.with_name(target.name + ".part")
    partial.unlink(missing_ok=True)
    with engine.connect() as old:
        source.reflect(old)
        new = connect(partial)
        for table in source.tables.values():
            for column in table.columns:
                column.type = column.type.as_generic()
                column.server_default = None
        source.create_all(new)
        copy_rows(old, new, source)
        new.dispose()
    partial.replace(target)


def copy_rows(old: sa.Connection, new: sa.Engine, described: sa.MetaData) -> None:
    with writing(new) as connection, connection.begin():
        for table in described.sorted_tables:
            for rows in old.execute(sa.select(table)).mappings().partitions(500):
                connection.execute(table.insert(), [dict(row) for row in rows])
