"""Learn a game's value from matches between bots, and save it only if it wins.

play     greedy bots that sometimes err play each other; the features at the end of every turn are kept
fit      the weights that make the results most likely (tabletown.lab.training.fit); every fifth match is for testing
gate     search with these weights plays a pool of earlier bots, on seeds that were not used for fitting
strong   bots of the level Strong play each other. The chances that people see are fitted to half of these matches and
         to those of the gate, and tested on the other half, at every turn and not only where search evaluates

Every match is kept in a folder; the same command continues where it stopped, and the same numbers of matches give the
same file.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO

import msgspec

from tabletown.bots.value import FORMAT, Gate, Test, ValueFile, clear_values, read_value, value_file
from tabletown.features import Features, Table
from tabletown.kernel import Game
from tabletown.kernel.errors import BadOption
from tabletown.lab.matches.engine import play_all
from tabletown.lab.matches.play import MatchRow, Task
from tabletown.lab.statistics import Block, Share, contrast, share, won
from tabletown.registry import game as find_game

# bots to learn from: all at a table are equal, or the better one would win from any position
PLAYERS = ("greedy:10%", "greedy:20%", "greedy:5%")
PLAYERS_TOGETHER = ("step:5:hand", "search:2:hand", "greedy:3%")  # where one error is fatal for all
TEST_EVERY = 5
DRAWS = 400  # bootstrap samples of matches, for an interval
SPACING = 10_000_000  # between the seeds of two runs
STAGES = {"play": 0, "gate": 4_000_000, "strong": 7_000_000}  # the first seed of each stage
PARTS = {"play": 0.35, "gate": 0.35, "strong": 0.3}  # shares of the time


class TrainingSettings(msgspec.Struct):
    """The settings of a training run: the same settings give the same weights."""

    game: str
    seed: int = 1
    minutes: float = 10.0
    matches: int = 0  # 0: as many as the time allows
    gate: int = 0
    strong: int = 0
    search: int = 8  # iterations of search at the gate
    players: str = "strong"  # whose matches the chances are fitted to
    chances: bool = False  # train only these, and leave the value for search as it is

    def wanted(self, stage: str) -> int:
        return {"play": self.matches, "gate": self.gate, "strong": self.strong}[stage]


class TrainingHeader(msgspec.Struct):
    """The training run that a folder belongs to; another run is refused there."""

    game: str
    rules: str
    features: list[str]
    seed: int
    turns: bool = False  # whether strong matches were kept turn by turn; older folders did not


Watcher = Callable[[str, int, int], None]  # stage, matches played, matches wanted (0: until the time is up)


class Training:
    def __init__(
        self,
        settings: TrainingSettings,
        folder: Path,
        jobs: int = 1,
        engine: str = "processes",
        watch: Watcher | None = None,
        target: Path | None = None,
    ) -> None:
        self.settings, self.folder, self.jobs, self.engine = settings, folder, jobs, engine
        self.watch = watch or (lambda stage, done, wanted: None)
        self.game: Game = find_game(settings.game)
        features = self.game.research.features
        if not isinstance(features, Features):
            raise BadOption(f"{self.game.about.title} has no features to learn from (tabletown.features.Features).")
        self.features = features
        self.tables: tuple[Table, ...] = features.tables or ((self.game.about.default_seats, {}),)
        shipped = value_file(self.game)
        if target is None and shipped is None:
            raise BadOption(f"{self.game.about.title} has no folder. Give the file to write with --out.")
        self.target = target or shipped
        self.candidate = folder / "value.json"  # the learned value before it passes its gate
        self.digest = ""
        self.trials: list[MatchRow] = []  # the gate's matches, which are strong play too
        self.cooperative = self.game.about.cooperative

    def run(self) -> tuple[ValueFile, bool]:
        """Train, and return the result. If the value loses its gate, only the chances are saved, if there were none."""
        if self.settings.chances and (self.settings.matches or self.settings.gate):
            raise BadOption("The chances need only strong matches. Give --strong, not --matches or --gate.")
        self._open()
        if self.settings.chances:
            found = self._chances(self._written())
            self._write(found)
            return found, True
        played = self._stage("play", self._lessons())
        found = self._fit(played)
        found.gate = self._gates()
        passed = all(gate.low > gate.fair for gate in found.gate)
        found = self._chances(found)
        _save(self.candidate, found)
        if passed:
            self._write(found)
        elif found.chances is not None and not self._has_value():
            self._write(msgspec.structs.replace(found, value=None))
        return found, passed

    def _has_value(self) -> bool:
        """Whether a value that won was saved before, under the same rules."""
        assert self.target is not None
        try:
            return read_value(self.target, self.game).value is not None
        except BadOption:
            return False

    def _written(self) -> ValueFile:
        """The existing value: in the output file, or else in the game's own file."""
        shipped, target = value_file(self.game), self.target
        assert target is not None
        return read_value(target if target.exists() or shipped is None else shipped, self.game)

    # ------------------------------------------------------------------ stages

    def _open(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        head = self.folder / "training.json"
        names, rules = list(self.features.names), self.game.about.version
        asked = TrainingHeader(self.settings.game, rules, names, self.settings.seed, turns=True)
        if head.exists():
            if msgspec.json.decode(head.read_bytes(), type=TrainingHeader) != asked:
                raise BadOption(f"{self.folder} holds another training. Give another folder with --folder.")
        else:
            head.write_bytes(msgspec.json.format(msgspec.json.encode(asked)))

    def _stage(self, stage: str, tasks: Iterator[Task], name: str = "") -> list[MatchRow]:
        """The matches of a stage: saved ones, then new ones until there are enough or the time is up."""
        file = self.folder / f"{name or stage}.jsonl"
        wanted = self.settings.wanted(stage)
        with file.open("ab+") as journal:
            played = _kept(journal)
            part = 1.0 if self.settings.chances else PARTS[stage]
            until = time.monotonic() + 60 * self.settings.minutes * part
            for _ in played:
                next(tasks)
            self.watch(name or stage, len(played), wanted)
            coming = play_all(
                _limited(tasks, max(0, wanted - len(played)) if wanted else -1, until), self.jobs, self.engine
            )
            for match in coming:
                if match.error:
                    raise BadOption(f"A match failed while training:\n{match.error}")
                journal.write(msgspec.json.encode(match) + b"\n")
                journal.flush()
                played.append(match)
                self.watch(name or stage, len(played), wanted)
        return played[:wanted] if wanted else played

    def _first(self, stage: str) -> int:
        return self.settings.seed * SPACING + STAGES[stage]

    def _table(self, number: int) -> tuple[int, dict[str, str]]:
        seats, options = self.tables[number % len(self.tables)]
        return seats, self.game.options(options)

    def _lessons(self) -> Iterator[Task]:
        number, mix = 0, PLAYERS_TOGETHER if self.cooperative else PLAYERS
        while True:
            seats, options = self._table(number)
            turn = number // len(self.tables)
            bots = (mix[turn % len(mix)],) * seats
            arm = str(number % len(self.tables))
            yield Task(self.settings.game, bots, options, self._first("play") + number, arm=arm, features=True)
            number += 1

    def _fit(self, played: Sequence[MatchRow]) -> ValueFile:
        from tabletown.lab.training.fit import fit_points, fit_turns
        from tabletown.lab.training.quality import quality

        if len(played) < 2 * TEST_EVERY:
            raise BadOption(f"{len(played)} matches are too few to learn from. Give more minutes or matches.")
        lessons = [match for number, match in enumerate(played) if number % TEST_EVERY]
        learned = fit_points(self.game, lessons) if self.features.by_points else fit_turns(self.game, lessons)
        brier = quality(self.game, learned, played[::TEST_EVERY]).brier
        size = 4 * len(self.features.names)
        found = ValueFile(
            FORMAT,
            self.settings.game,
            self.game.about.version,
            list(self.features.names),
            [(seats, dict(options)) for seats, options in self.tables],
            sorted({bot for match in played for bot in match.bots}),
            (played[0].seed, played[-1].seed),
            len(played),
            sum(len(match.positions) // size // len(match.bots) for match in played),
            learned,
            round(brier, 5),
        )
        self.digest = hashlib.sha256(msgspec.json.encode(found.value)).hexdigest()[:8]
        self.candidate = self.folder / f"value-{self.digest}.json"
        _save(self.candidate, found)
        return found

    # ------------------------------------------------------------------ gate

    def _pool(self) -> list[str]:
        """Who the new value must beat: the hand-written value, and the one learned before under the same rules."""
        pool = [f"search:{self.settings.search}:hand"]
        if self._has_value():
            assert self.target is not None
            if read_value(self.target, self.game).value == read_value(self.candidate, self.game).value:
                return pool  # the same training run again
            kept = self.folder / "before.json"
            if not kept.exists():
                kept.write_bytes(self.target.read_bytes())
            pool.append(f"search:{self.settings.search}:{kept}")
        return pool

    def _gates(self) -> list[Gate]:
        found = []
        mine = f"search:{self.settings.search}:{self.candidate}"
        pool = self._pool()
        for number, other in enumerate(pool):
            played = self._stage("gate", self._trials(mine, other), f"gate-{self.digest}-{number + 1}")
            found.append(self._judged(mine, other, played))
            self.trials += played
        return found

    def _trials(self, mine: str, other: str) -> Iterator[Task]:
        """Tasks with the candidate on each seat among the others; if seats or tables differ, also the others alone."""
        number, paired = 0, self._paired()
        while True:
            seats, options = self._table(number)
            seed, seat = self._first("gate") + number, (number // len(self.tables)) % seats
            bots = tuple(mine if self.cooperative or table_seat == seat else other for table_seat in range(seats))
            for seated in (bots, (other,) * seats) if paired else (bots,):
                yield Task(self.settings.game, seated, options, seed, arm=str(seat), features=True, turns=True)
            number += 1

    def _paired(self) -> bool:
        return self.cooperative or self.game.about.roles

    def _judged(self, mine: str, other: str, played: Sequence[MatchRow]) -> Gate:
        ours, theirs = played, list[MatchRow]()
        if self._paired():
            whole = len(played) - len(played) % 2
            ours, theirs = played[:whole:2], list(played[1:whole:2])
        wins = [Block(won(match, int(match.arm), self.cooperative), 1) for match in ours]
        found = share(wins)
        fair = sum(1 / len(match.bots) for match in ours) / max(1, len(ours))
        if theirs:
            before = [Block(won(match, int(match.arm), self.cooperative), 1) for match in theirs]
            gain = contrast(wins, before)
            fair = found.value - gain.value
            found = Share(found.value, fair + gain.low, fair + gain.high, found.blocks)
        names = [
            spec.replace(f":{self.candidate}", "").replace(str(self.folder / "before.json"), "before")
            for spec in (mine, other)
        ]
        seeds = (ours[0].seed, ours[-1].seed) if ours else (0, 0)
        numbers = [round(number, 4) for number in (found.value, found.low, found.high, fair)]
        return Gate(names[0], names[1], len(ours), seeds, *numbers)

    # ------------------------------------------------------------------ chances

    def _strong(self) -> Iterator[Task]:
        number, bot = 0, self.settings.players
        while True:
            seats, options = self._table(number)
            seed, arm = self._first("strong") + number, str(number % len(self.tables))
            yield Task(self.settings.game, (bot,) * seats, options, seed, arm=arm, features=True, turns=True)
            number += 1

    def _chances(self, found: ValueFile) -> ValueFile:
        from tabletown.lab.training.fit import fit
        from tabletown.lab.training.quality import quality

        played = self._stage("strong", self._strong())
        half = len(played) // 2
        if half < TEST_EVERY:
            if self.settings.chances:
                raise BadOption(f"{len(played)} matches are too few to fit chances to. Give more minutes or matches.")
            return found
        # better cooperative bots win more, so only matches of equally good ones are mixed
        trials = [] if self.cooperative else self.trials
        chances = fit(self.game, [*trials, *played[:half]], prior=found.value)
        tested = played[half:]
        true = quality(self.game, chances, tested, DRAWS)
        brier, base, error = (round(number, 5) for number in (true.brier, true.base, true.error))
        low, high = (round(number, 3) for number in true.better)
        bins = [(round(said, 3), round(came, 3), round(weight, 3)) for said, came, weight in true.bins]
        return msgspec.structs.replace(
            found,
            chances=chances,
            chances_bots=[self.settings.players, *sorted({gate.bot for gate in found.gate if trials})],
            chances_seeds=(played[0].seed, played[half - 1].seed),
            test=Test(len(tested), (tested[0].seed, tested[-1].seed), brier, base, error, (low, high), bins),
        )

    def _write(self, found: ValueFile) -> None:
        assert self.target is not None
        _save(self.target, found)
        clear_values()


def _limited(tasks: Iterator[Task], count: int, until: float) -> Iterator[Task]:
    """This many tasks, or with -1 tasks until the time is up."""
    while count != 0 and (count > 0 or time.monotonic() < until):
        yield next(tasks)
        count -= 1 if count > 0 else 0


def _kept(journal: IO[bytes]) -> list[MatchRow]:
    """The matches played before; a line cut short by a crash is removed."""
    journal.seek(0)
    data = journal.read()
    whole = data.rfind(b"\n") + 1
    journal.truncate(whole)
    return [msgspec.json.decode(line, type=MatchRow) for line in data[:whole].splitlines()]


def _save(file: Path, found: ValueFile) -> None:
    """Write a value file atomically, with one feature per line."""
    text = msgspec.json.format(msgspec.json.encode(found), indent=1).decode()
    part = file.with_suffix(".part")
    part.write_text(_lines(text) + "\n", encoding="utf-8")
    part.replace(file)


def _lines(text: str) -> str:
    """Put lists of numbers on one line."""
    return re.sub(r"\[[^\[\]{}]*\]", lambda found: re.sub(r"\s+", " ", found[0]), text)
