"""`tabletown class`: where phones find this machine, in text and as a QR code, and a server that listens there."""

from __future__ import annotations

import sys

import msgspec
import segno
import typer
from rich.console import Console

from tabletown import registry
from tabletown.classroom.lesson import lessons
from tabletown.web.addresses import EVERYWHERE, Address, is_loopback, of_this_machine
from tabletown.web.serve import serve
from tabletown.web.settings import Settings

console = Console(soft_wrap=True, highlight=False)

NONE = """This machine isn't on a network, so phones can't reach it.
Join the school's Wi-Fi, or open a hotspot on this machine or on your phone, and start `tabletown class` again."""
WALL = """If phones can't open the page:
  - They must be on the same network as this machine. Guest networks often keep devices apart.
  - This machine's firewall must let port {port} in. Allow it for private networks when asked
    (Windows: Windows Security, Firewall, Allow an app; macOS: System Settings, Network, Firewall, Options;
    Linux: sudo ufw allow {port}/tcp).
  - If the school's firewall keeps devices apart, use a hotspot (a phone's is enough for a class, as the pages are
    small), or a server outside the school: docs/hosts/index.md."""


def choose(found: list[Address], wanted: str, ask: bool) -> Address:
    """The address for the phones: the one that was named, the only one, or the one the teacher picks."""
    if wanted:
        if is_loopback(wanted):
            raise typer.BadParameter(f"{wanted} is this machine itself, so phones can't reach it.")
        return next((address for address in found if address.ip == wanted), Address(wanted, ""))
    if len(found) > 1 and ask:
        for number, address in enumerate(found, 1):
            console.print(f"  {number}  {address.ip}  ({address.network})", markup=False)
        picked: int = typer.prompt("Which of these networks are the phones on?", default=1, type=int)
        return found[min(max(1, picked), len(found)) - 1]
    return found[0]


def open_for_a_class(settings: Settings, game: str = "") -> None:
    known = lessons({each.about.id: each for each in registry.games()})
    if game and game not in known:
        raise typer.BadParameter(f"{game!r} can't be played with a class. These games can: {', '.join(known)}.")
    page = f"/class?game={game}" if game else "/class"
    found, port = of_this_machine(), settings.port
    if not found and not settings.address:
        console.print(NONE, markup=False)
        raise typer.Exit(1)
    chosen = choose(found, settings.address, sys.stdin.isatty() and sys.stdout.isatty())
    address = f"http://{chosen.ip}:{port}"
    console.print(f"\nPhones open {address}/join and enter the code shown on the class page.\n", markup=False)
    segno.make(f"{address}/join", micro=False).terminal(compact=True)
    console.print(f"\nYou open {address}{page}\n", markup=False)
    console.print(WALL.format(port=port) + "\n", markup=False)
    serve(msgspec.structs.replace(settings, host=EVERYWHERE[0]), page=page, phones=address)
