"""Commands for hosts: check, backup, restore. (`tabletown serve` is in `cli.py`.)"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from tabletown.web.commands.switches import takes
from tabletown.web.settings import Settings

if TYPE_CHECKING:
    from tabletown.web.storage.store import Store

console = Console()

BACKUP = "tabletown-backup-"  # prefix of the file names that `backup` chooses


@contextmanager
def alone(where: Path | str, purpose: str) -> Iterator[None]:
    """Make sure no server uses the folder; PostgreSQL needs no such lock."""
    from tabletown.web.storage.lock import Lock

    lock = Lock(where.parent, purpose) if isinstance(where, Path) else None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


@contextmanager
def changing(where: Path | str, purpose: str) -> Iterator[Store]:
    """The database, for changes while no server uses it."""
    from tabletown.web.storage.store import Store

    with alone(where, purpose):
        store = Store(where)
        try:
            yield store
        finally:
            store.engine.dispose()


@takes("data", "database")
def backup(
    settings: Settings,
    file: Annotated[
        Path, typer.Argument(help="The file to write, or a folder for a file named after the current time")
    ],
    keep: Annotated[int, typer.Option(min=0, help="In a folder: how many backups to keep (0: all)")] = 0,
) -> None:
    """Copy everything into one file, even while the server runs. Example: tabletown backup tables-monday.sqlite"""
    from tabletown.web.storage.maintenance import back_up

    if file.is_dir():
        folder, file = file, file / time.strftime(f"{BACKUP}%Y%m%d-%H%M%S.sqlite")
        back_up(settings.place(), file)
        for old in sorted(folder.glob(f"{BACKUP}*.sqlite"))[: -keep if keep else 0]:
            old.unlink()
    else:
        back_up(settings.place(), file)
    console.print(f"Backed up to {file}.", markup=False, highlight=False, soft_wrap=True)


@takes("data", "database")
def restore(
    settings: Settings,
    file: Annotated[Path, typer.Argument(help="A file written by `tabletown backup`")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace the contents of a PostgreSQL database")] = False,
) -> None:
    """Replace what is there with a backup, while no server runs. Example: tabletown restore tables.sqlite"""
    from tabletown.web.storage.maintenance import restore as put_back

    where = settings.place()
    with alone(where, "a restore"):
        kept = put_back(file, where, replace)
    said = f" The earlier data is in {kept}." if kept else ""
    console.print(f"Restored {file}.{said}", markup=False, highlight=False, soft_wrap=True)


@takes("data", "database", "games")
def check(
    settings: Settings,
    repair: Annotated[bool, typer.Option("--repair", help="Repair what can be repaired")] = False,
) -> None:
    """Play every journal again and say what is wrong. Example: tabletown check --repair"""
    from tabletown.web.catalog import Catalog
    from tabletown.web.storage.maintenance import check as look
    from tabletown.web.storage.maintenance import on_a_copy

    where = settings.place()
    bad = 0
    with changing(where, "a repair") if repair else on_a_copy(where) as store:
        for fault in look(store, Catalog(settings.games), repair):
            bad += not fault.mended
            name = f"table {fault.table}" if fault.table else "the database"
            done = " Repaired." if fault.mended else ""
            console.print(f"{name}: {fault.words}{done}", markup=False, highlight=False, soft_wrap=True)
    if bad:
        raise typer.Exit(1)
    console.print("No problems found.")


@takes("data", "database", "games")
def migrate(
    settings: Settings,
    files: Annotated[list[Path] | None, typer.Argument(help="Saved matches (default: a server's tables)")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would happen, without changing anything")
    ] = False,
) -> None:
    """Move running tables or saved matches to the present rules. Example: tabletown migrate --dry-run"""
    from tabletown.web.catalog import Catalog
    from tabletown.web.storage.maintenance import on_a_copy
    from tabletown.web.storage.migrate_rules import migrate as move
    from tabletown.web.storage.migrate_rules import migrate_file

    catalog = Catalog(settings.games)
    if files:
        verdicts = [migrate_file(file, catalog, dry_run) for file in files]
    else:
        where = settings.place()
        with on_a_copy(where) if dry_run else changing(where, "a migration") as store:
            verdicts = list(move(store, catalog, dry_run))
    for verdict in verdicts:
        done = "continues under the current rules" if verdict.moved else "can continue under the current rules"
        said = f"keeps its rules. {verdict.words}" if verdict.words else f"{done}."
        console.print(f"{verdict.name} {said}", markup=False, highlight=False, soft_wrap=True)
    if not verdicts:
        console.print("Every running table uses the current rules.")


def fingerprint(
    game: Annotated[str, typer.Argument(help="The game's id (default: all games)")] = "",
    write: Annotated[bool, typer.Option("--write", help="Record how the game plays now")] = False,
    again: Annotated[bool, typer.Option("--again", help="Keep its version: no one has played it yet")] = False,
) -> None:
    """Check that a game plays as recorded for its version. Example: tabletown fingerprint right-of-way --write"""
    from tabletown import fingerprint as prints
    from tabletown import registry

    bad = False
    for each in [registry.game(game)] if game else registry.games():
        if write:
            prints.write(each, again)
        why = prints.why_not_the_same(each)
        bad = bad or bool(why)
        said = why or f"{each.about.title} {each.about.version} plays as recorded."
        console.print(said, markup=False, highlight=False, soft_wrap=True)
    if bad:
        raise typer.Exit(1)


@takes("data", "database")
def ratings(settings: Settings) -> None:
    """Recompute all ratings and say whether any differed. Example: tabletown ratings"""
    from tabletown.web.people.ratings import recompute
    from tabletown.web.storage.store import Store

    store = Store(settings.place())
    try:
        matches, differed = recompute(store)
    finally:
        store.engine.dispose()
    console.print(f"{matches} rated matches; {differed} ratings were wrong.", highlight=False)


@takes("data", "database")
def reported(
    settings: Settings,
    hide: Annotated[str, typer.Option("--hide", help="The id of a pack to take out of the workshop")] = "",
    why: Annotated[str, typer.Option("--why", help="What people read who look for it")] = "",
) -> None:
    """List the workshop's reported packs, or hide one. Example: tabletown reported --hide 3f0c5a"""
    from tabletown.web.storage.store import Store
    from tabletown.web.workshop import storage

    store = Store(settings.place())
    try:
        packs = {pack.id: pack for pack in storage.all_packs(store, hidden=True)}
        if hide:
            if hide not in packs:
                raise typer.BadParameter(f"There is no pack {hide!r}.")
            packs[hide].hidden = why or "it was reported"
            storage.put_pack(store, packs[hide])
            console.print(f"Hidden: {packs[hide].draft.title}", markup=False, highlight=False)
            return
        found = storage.reports(store)
        for id, said, _ in found:
            title = packs[id].draft.title if id in packs else "withdrawn"
            console.print(f"{id} {title}: {said}", markup=False, highlight=False, soft_wrap=True)
        if not found:
            console.print("No pack was reported.")
    finally:
        store.engine.dispose()
