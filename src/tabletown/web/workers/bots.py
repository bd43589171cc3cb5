"""Bots think in separate processes, never in the event loop, so a thinking bot slows no other table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import secrets
import signal
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from hashlib import blake2b
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tabletown import packs
from tabletown.bots import Search, make, without_clock
from tabletown.bots.chances import chances, chances_along
from tabletown.bots.greedy import horizon_of
from tabletown.kernel import Answer, Game, Match
from tabletown.kernel.chance import BITS
from tabletown.kernel.errors import ContentError
from tabletown.saves.replay import RecordedMatch, replayed, turns_of
from tabletown.saves.snapshot import Snapshot, restore, snapshot
from tabletown.web.catalog import Catalog
from tabletown.web.security.fair_share import Asker, FairQueue
from tabletown.web.settings import DEFAULT, Settings
from tabletown.web.views.progress import known_match

if TYPE_CHECKING:
    from tabletown.lab.coach import Analysis
    from tabletown.printing.book import PrintSettings
    from tabletown.web.protocol import PlanView
    from tabletown.web.workers.look_ahead import LookAhead
    from tabletown.workshop.fairness import Chunk, Pair
    from tabletown.workshop.positions import Reached

log = logging.getLogger("tabletown.web")

COACH = 80  # iterations of search for each answer that the coach analyses
FLAGS = 4096  # more than there are tasks at any time
PLAYS = Asker()


class PrintOrder(NamedTuple):
    """What to print, and in which language."""

    game: str
    settings: PrintSettings
    code: str
    thumbnails: bool = False
    version: str = ""  # of the game, where a content pack is printed
    simulator: bool = False  # sheets for Tabletop Simulator instead
    address: str = ""  # where their pictures will be


class BotTask(NamedTuple):
    """A worker's input, to see the match as one seat does: the latest checkpoint and the answers since."""

    game: str
    names: list[str]
    options: dict[str, str]
    by_hand: tuple[str, ...]
    since: list[Answer]
    shot: Snapshot
    seat: int
    bot: str
    spent: float = 0.0  # seconds it has thought about this turn before
    flag: int = -1  # raised when somebody wants an answer at once
    number: int = 0  # answers so far, because a recurring position need not get the same answer
    version: str = ""  # of the game, where a content pack is played


class BotAnswer(NamedTuple):
    """A bot's result."""

    option: str
    line: list[str]  # its planned continuation of this turn
    seconds: float
    others: list[str] = []  # its next-best options
    promises: dict[str, float] = {}  # option -> the seat's chances after it, 0 to 1


def bot_task(match: Match, seat: int, bot: str, spent: float = 0.0, flag: int = -1) -> BotTask:
    match = known_match(match, (seat,))  # others' secret answers must not influence a bot, or a hint
    shot = snapshot(match)
    return BotTask(
        match.game.about.id,
        match.names,
        match.options,
        tuple(sorted(match.by_hand)),
        match.since(shot.number),
        Snapshot(0, shot.state),  # the length of the match is irrelevant to a bot
        seat,
        bot,
        spent,
        flag,
        match.number,
        match.game.about.version if packs.pack_in(match.game.about.version) else "",
    )


def restored(game: Game, thought: BotTask) -> Match:
    seed = secrets.randbits(BITS)  # not the table's seed: a bot knows no more of the future than people do
    return restore(game, thought.names, thought.options, seed, thought.since, thought.shot, thought.by_hand)


def _seed(thought: BotTask) -> int:
    """A seed that makes a bot give the same answer in the same position at every table, as challenges require.

    It changes if the position recurs, because a bot that overlooks the way out would go in circles for ever.
    """
    seen = repr((thought.bot, thought.seat, thought.since, thought.shot.state, thought.number)).encode()
    return int.from_bytes(blake2b(seen, digest_size=7).digest())


def think(game: Game, thought: BotTask, stop: Callable[[], bool] | None = None) -> BotAnswer:
    began, match = time.perf_counter(), restored(game, thought)
    bot = make(thought.bot, seed=_seed(thought))
    if isinstance(bot, Search):
        bot.stop, bot.turn, bot.spent = stop, horizon_of(match), thought.spent
    option = bot.choose(match.player_view(thought.seat))
    if not isinstance(bot, Search):
        return BotAnswer(option, [], time.perf_counter() - began)
    return BotAnswer(option, bot.line(), time.perf_counter() - began, bot.others(), bot.promises())


class BotPool(Protocol):
    """A pool of processes, here or on other machines (`tabletown.web.workers.remote_bots`)."""

    def submit(self, work: Callable[..., Any], /, *what: Any) -> Future[Any]: ...

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


class Workers:
    def __init__(self, catalog: Catalog, settings: Settings = DEFAULT) -> None:
        self.catalog, self.thinking = catalog, settings.client_limits().thinking
        # at least two: while one thinks for spectators, another is free for players
        self.count = max(2, (os.cpu_count() or 2) - 1) if settings.workers is None else max(1, settings.workers)
        self.queue = FairQueue(self.count, self.thinking)
        self.thoughts = 0
        self.seconds = 0.0
        self.warm = False  # whether processes are ready for the first bot
        self.stopped = False
        self.steady = (
            settings.seed is not None
        )  # whether bots think for a number of iterations, however long, instead of seconds
        self._pool: BotPool | None = None
        self._flags = multiprocessing.get_context("spawn").RawArray("b", FLAGS)
        self._next_flag = 0

    def think_on(self, pool: BotPool, width: int) -> None:
        """Use another pool from now on, with this many tasks at a time."""
        self._pool, self.count = pool, width
        self.queue = FairQueue(width, self.thinking)

    def start(self) -> BotPool:
        if self._pool is None:
            place = str(packs.folder())  # workers read content packs there
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.count, context, _begin, (self.catalog.extra, self._flags, place))
        return self._pool

    def warm_up(self) -> None:
        """Start the processes before the first bot is asked."""
        for _ in range(self.count if self.warm else 0):
            self.start().submit(time.time)

    def flag(self) -> int:
        """A flag for one task, lowered."""
        self._next_flag = (self._next_flag + 1) % FLAGS
        self._flags[self._next_flag] = 0
        return self._next_flag

    def hurry(self, flag: int) -> None:
        """Make the task with this flag answer at once with its best result so far."""
        self._flags[flag] = 1

    async def choose(self, thought: BotTask, asker: Asker = PLAYS) -> BotAnswer:
        began = time.perf_counter()
        if self.steady:
            thought = thought._replace(bot=without_clock(thought.bot))
        answered: BotAnswer = await self._run(_think, thought, asker)
        self.thoughts += 1
        self.seconds += time.perf_counter() - began
        return answered

    async def chances(self, past: RecordedMatch, asker: Asker) -> tuple[list[int], list[list[float]]]:
        """The answers at which turns began, and each seat's chances there."""
        turns, chances = await self._run(_chances, past, asker)
        return turns, chances

    async def coach(self, past: RecordedMatch, asker: Asker) -> Analysis:
        found: Analysis = await self._run(_coach, past, asker)
        return found

    async def draw(self, svg: str, asker: Asker) -> bytes:
        """A picture to share, as PNG."""
        drawn: bytes = await self._run(_draw, svg, asker)
        return drawn

    async def typeset(self, order: PrintOrder, asker: Asker) -> Any:
        """A game to print: the PDF, small pictures of its pages by part, or a ZIP for Tabletop Simulator."""
        return await self._run(_typeset, order, asker)

    async def check_pairs(self, chunk: Chunk, asker: Asker) -> list[Pair]:
        """Some pairs of matches of a fairness check."""
        pairs: list[Pair] = await self._run(_check_pairs, chunk, asker)
        return pairs

    async def board_of(self, game: str, version: str, options: dict[str, str], asker: Asker) -> str:
        """The board as a table with this content shows it at the start."""
        board: str = await self._run(_board_of, (game, version, options), asker)
        return board

    async def reach(
        self, game: str, version: str, options: dict[str, str], kind: str, entry: int, asker: Asker
    ) -> Reached | None:
        """How bots come to an entry of a track, such as a story card; None if they don't."""
        found: Reached | None = await self._run(_reach, (game, version, options, kind, entry), asker)
        return found

    async def look_ahead(self, ahead: LookAhead, asker: Asker = PLAYS) -> PlanView:
        plan: PlanView = await self._run(_look_ahead, ahead, asker)
        return plan

    async def _run(self, work: Callable[[Any], Any], what: Any, asker: Asker) -> Any:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            turn, pool = await self.queue.turn(asker), None
            try:
                self._hear_nobody_once_stopped()
                pool = self.start()
                job = pool.submit(work, what)
            except BaseException as error:
                self.queue.done(turn)
                if not isinstance(error, BrokenProcessPool):
                    raise
            else:
                # the turn lasts as long as the process is busy, even if nobody waits for the result any more
                job.add_done_callback(lambda _, turn=turn: self._end(loop, turn))  # type: ignore[misc]
                with contextlib.suppress(BrokenProcessPool):
                    answered = await asyncio.wrap_future(job)
                    self._hear_nobody_once_stopped()
                    return answered
            if self._pool is pool:  # a worker was killed: replace the pool, unless that has happened already
                log.warning("a worker process died; starting new ones")
                self._pool = None
        raise RuntimeError("The workers die again and again.")

    def _end(self, loop: asyncio.AbstractEventLoop, turn: object) -> None:
        with contextlib.suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(self.queue.done, turn)

    def _hear_nobody_once_stopped(self) -> None:
        """Turn a failure after the stop into an interruption: the bot is asked again after the restart."""
        if self.stopped:
            raise asyncio.CancelledError

    def leave(self) -> None:
        """The server stops: tasks may give up."""
        self.stopped = True
        self._flags[:] = [1] * FLAGS

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


# ------------------------------------------------------------------ inside a worker process

_catalog: Catalog | None = None
_flags: Sequence[int] = ()


def _begin(extra: Sequence[str], flags: Sequence[int], place: str) -> None:
    global _catalog, _flags
    _flags = flags
    os.environ[packs.FOLDER] = place
    # a service manager signals all its processes: we end with the server
    for asked_to_stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked_to_stop, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    threading.Thread(target=_end_with_server, daemon=True).start()
    _catalog = Catalog(extra)


def serve_from(catalog: Catalog) -> None:
    """The setup of a worker that no server started; nobody can hurry it."""
    global _catalog, _flags
    if _catalog is not catalog:
        _catalog, _flags = catalog, bytes(FLAGS)


def _end_with_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _think(thought: BotTask) -> BotAnswer:
    assert _catalog is not None
    stop = None if thought.flag < 0 else lambda: bool(_flags[thought.flag])
    return think(_catalog.find(thought.game, thought.version), thought, stop)


def _look_ahead(ahead: LookAhead) -> PlanView:
    from tabletown.translations import speak, speaking, with_words_of
    from tabletown.web.workers.look_ahead import look_ahead

    assert _catalog is not None
    game = _catalog.find(ahead.thought.game, ahead.thought.version)
    with speaking(with_words_of(game, speak(ahead.code))):
        return look_ahead(game, ahead)


def _with_pack(id: str, version: str) -> Game:
    """The game with this pack, and never without it."""
    assert _catalog is not None
    found = _catalog.find(id, version)
    if packs.pack_in(found.about.version) != packs.pack_in(version):
        raise ContentError("This content pack isn't on the machine that should play it.")
    return found


def _check_pairs(chunk: Chunk) -> list[Pair]:
    from tabletown.workshop.fairness import play_pairs

    assert _catalog is not None
    return play_pairs(_catalog.find(chunk.game), _with_pack(chunk.game, chunk.version), chunk)


def _board_of(asked: tuple[str, str, dict[str, str]]) -> str:
    from tabletown.workshop.preview import board

    return board(_with_pack(*asked[:2]), asked[2])


def _reach(asked: tuple[str, str, dict[str, str], str, int]) -> Reached | None:
    from tabletown.workshop.kinds import kind_of
    from tabletown.workshop.positions import reach

    game = _with_pack(*asked[:2])
    reached = kind_of(game, asked[3]).reached
    return None if reached is None else reach(game, asked[2], lambda state: reached(state, asked[4]))


def _draw(svg: str) -> bytes:
    from tabletown.web.views.share_picture import draw_picture

    return draw_picture(svg)


def _typeset(order: PrintOrder) -> Any:
    from tabletown.printing import tabletop
    from tabletown.printing.book import pdf_of, thumbnails
    from tabletown.translations import speak, speaking, with_words_of

    game = _with_pack(order.game, order.version)
    with speaking(with_words_of(game, speak(order.code))):
        if order.simulator:
            return tabletop.zipped(game, order.address, order.settings.pack)
        if not order.thumbnails:
            return pdf_of(game, order.settings)
        pages = thumbnails(game, order.settings)
        return {part: [b64encode(page).decode() for page in found] for part, found in pages.items()}


def _coach(past: RecordedMatch) -> Analysis:
    from tabletown.lab.coach import analyse

    assert _catalog is not None
    return analyse(replayed(_catalog.find(past.game, past.rules), past), COACH)


def _chances(past: RecordedMatch) -> tuple[list[int], list[list[float]]]:
    assert _catalog is not None
    game = _catalog.find(past.game, past.rules)
    match = replayed(game, past)
    states = turns_of(match)
    found = chances_along(game, match.seats, states.values())
    if match.over:
        found[-1] = chances(match)
    return list(states), [[round(chance, 4) for chance in each] for each in found] if all(found) else []
