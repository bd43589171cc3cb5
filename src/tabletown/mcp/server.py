"""The tools for a model: find a game, sit down, look, look up, answer, wait, talk."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from tabletown import __version__
from tabletown.kernel.errors import TabletownError, UnknownGame
from tabletown.mcp.table import Seat, ServerRefused, TableServer
from tabletown.mcp.words import answer_of, ended, position, whose_turn
from tabletown.registry import game as find_game
from tabletown.rulebook import RulebookEntry, load_rulebook

MOST_SEATS = 200  # seats that the server remembers; then the oldest is forgotten
MOST_CLAUSES = 12
LONGEST_WAIT = 60.0  # seconds, because clients abandon tools that take longer
INSTRUCTIONS = """\
Play modern board games about cities at a table with people, bots or other models.
list_games, then open_table (it gives links to invite others) or join_table with somebody's link. Both give you a seat:
name it in every other call. wait_for_turn shows the position when you are asked; choose answers. A refusal changes
nothing and says why, with the clause of the rulebook; read_rules and why_not tell more."""


class TakenSeats:
    """The seats taken through these tools, each under a short secret name."""

    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}

    def keep(self, seat: Seat) -> str:
        if len(self._seats) >= MOST_SEATS:
            del self._seats[next(iter(self._seats))]
        name = secrets.token_hex(8)
        self._seats[name] = seat
        return name

    def __getitem__(self, name: str) -> Seat:
        seat = self._seats.get(name.strip())
        if seat is None:
            raise ServerRefused("That isn't a seat of yours. Get one with open_table or join_table.")
        return seat


def make_server(tables: TableServer, listed: bool = True) -> Any:
    """Make an `mcp.server.MCPServer`. `listed`: positions list the options; otherwise the model has to derive them from
    the rules."""
    server = MCPServer("tabletown", title="Tabletown", version=__version__, instructions=INSTRUCTIONS)
    seats = TakenSeats()
    threads = ThreadPoolExecutor(MOST_SEATS)  # Python's own pool has few, and a seat that waits holds one

    async def slowly(work: Callable[..., Any], *given: Any) -> Any:
        """Run a slow request without blocking others."""
        return await asyncio.get_running_loop().run_in_executor(threads, work, *given)

    async def list_games() -> str:
        """The games that can be played, with their seats and options."""
        return "\n".join(map(described, await slowly(tables.games)))

    async def open_table(
        game: str, others: list[str] | None = None, options: dict[str, str] | None = None, name: str = "Model"
    ) -> str:
        """Open a table and take its first seat. others: one word for each other seat: "person" (you get a link to give
        them), "open" (anybody may join), or a bot: "easy", "good", "strong", "master". Without others: bots."""
        new: dict[str, Any] = {"game": game, "options": options or {}}
        if others is not None:
            new["seats"] = [{"kind": "me", "name": name}, *map(new_seat, others)]
        made = await slowly(tables.open, new)
        mine = next(seat for seat in made["seats"] if seat["key"])
        kept = seats.keep(Seat(tables, made["id"], made["url"], mine["key"]))
        links = [
            f"Invitation for seat {seat['seat'] + 1}: {seat['invite']}" for seat in made["seats"] if seat["invite"]
        ]
        return "\n".join([f"Your seat: {kept}", f"The table in a browser: {made['url']}", *links])

    async def join_table(link: str, name: str = "Model") -> str:
        """Take the seat that an invitation link (http://…/join/…) offers."""
        seat = await slowly(tables.join, link, name)
        return f"Your seat: {seats.keep(seat)}\nThe table in a browser: {seat.url}"

    async def look(seat: str) -> str:
        """What your seat sees now: what happened, the table, the question."""
        return position(await slowly(seats[seat].view), listed)

    async def wait_for_turn(seat: str, seconds: float = 30.0) -> str:
        """Wait until your seat is asked or the match is over, at most 60 seconds; then what your seat sees."""
        view = await slowly(seats[seat].wait, max(0.0, min(seconds, LONGEST_WAIT)))
        return position(view, listed) if view["asked"] or view["outcome"] else whose_turn(view)

    async def choose(seat: str, answer: str) -> str:
        """Answer what your seat is asked: the number, the word or the sentence of an option."""
        told: str = await slowly(chosen, seats[seat], answer, listed)
        return told

    async def why_not(seat: str, option: str) -> str:
        """Why an option, such as plot:E6, is not allowed now."""
        told = await slowly(seats[seat].why, option)
        return "That is allowed." if told["allowed"] else f"{told['text']} [{told['rule']}]"

    async def read_rules(game: str, find: str = "") -> str:
        """Clauses of a game's rulebook: by id (as in [build.cost]), by words, or without either a list of their ids."""
        return rules_found(game, find)

    async def read_chat(seat: str) -> str:
        """What was said at the table."""
        return "\n".join((await slowly(seats[seat].chat))[-50:]) or "No messages yet."

    async def say(seat: str, text: str) -> str:
        """Say something to all at the table, where it allows that."""
        await slowly(seats[seat].say, text)
        return "Said."

    acting = (list_games, open_table, join_table, look, wait_for_turn, choose, why_not, read_rules, read_chat, say)
    for tool in acting:
        server.add_tool(telling(tool))
    return server


def telling(tool: Callable[..., Awaitable[str]]) -> Callable[..., Awaitable[str]]:
    """Show the model our own refusals in words, but not other errors, which might reveal too much."""

    @wraps(tool)
    async def told(*given: Any, **named: Any) -> str:
        try:
            return await tool(*given, **named)
        except TabletownError as error:
            raise ToolError(str(error)) from None

    return told


def described(card: dict[str, Any]) -> str:
    game = find_game(card["id"]) if _known(card["id"]) else None
    line = f"{card['id']}: {card['title']}"
    if game is None:
        return line
    about = game.about
    settings = [f"{each.id} ({', '.join(each.values)})" for each in about.settings if not each.in_room]
    seats = f"{about.seats[0]} to {about.seats[1]} seats"
    return f"{line}. {about.line} {seats}, {about.minutes}. Options: {'; '.join(settings) or 'none'}."


def _known(id: str) -> bool:
    try:
        find_game(id)
    except UnknownGame:
        return False
    return True


def new_seat(other: str) -> dict[str, str]:
    word = other.strip().lower()
    if word in ("person", "link"):
        return {"kind": "link"}
    return {"kind": "open"} if word == "open" else {"kind": "bot", "bot": word}


def chosen(seat: Seat, text: str, listed: bool) -> str:
    view = seat.view()
    if view["outcome"]:
        return ended(view)
    if not view["asked"]:
        return whose_turn(view)
    answer = answer_of(view, text, listed)
    if not answer.option:
        reason, rule = answer.reason, answer.rule
        if answer.id == "not-an-option" and answer.said and len(answer.said.split()) == 1:  # the rules may know why
            told = seat.why(answer.said)
            reason, rule = told["text"] or reason, told["rule"] or rule
        clause = load_rulebook(find_game(view["game"])).find(rule) if _known(view["game"]) else None
        return f"Refused: {reason} [{rule}]" + (f" {clause.text}" if clause else "")
    view = seat.choose(view["number"], answer.option)
    return f"You chose {answer.option}.\n\n" + (
        position(view, listed) if view["asked"] or view["outcome"] else whose_turn(view)
    )


def rules_found(game: str, find: str) -> str:
    book = load_rulebook(find_game(game))
    entries: list[RulebookEntry] = list(book.in_words)
    entry = book.find(find.strip(" []"))
    if entry is not None:
        return f"[{entry.id}] {entry.text}"
    words = find.lower().split()
    if not words:
        return "\n".join(entry.id for entry in entries)
    found = [entry for entry in entries if all(word in f"{entry.id} {entry.text}".lower() for word in words)]
    told = [f"[{entry.id}] {entry.text}" for entry in found[:MOST_CLAUSES]]
    more = [f"({len(found) - MOST_CLAUSES} more; use more words.)"] if len(found) > MOST_CLAUSES else []
    return "\n".join([*told, *more]) or "No clause has all of these words."
