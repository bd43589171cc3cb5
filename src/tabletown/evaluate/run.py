"""Play the plan. Every prompt and answer is recorded at once; a run that was stopped continues where it was."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import IO, Any

import msgspec

from tabletown.bots.own import find
from tabletown.envs.text import TextEnv
from tabletown.evaluate.models import Model, is_model, make_model
from tabletown.evaluate.plan import EvaluationPlan, Pairing, pairings
from tabletown.kernel.chance import Dealer
from tabletown.kernel.errors import BadOption

PLAN, SYSTEM, CALLS, MATCHES = "plan.json", "system.txt", "calls.jsonl", "matches.jsonl"
HOW = (
    "You play a board game against others. Each message shows what you see and asks one question. Think as long as you "
    "like, then put your answer on the last line: {how}. Nothing else may stand on that line."
)


class Row(msgspec.Struct):
    """A match that was played to its end."""

    rung: str
    seed: int
    seat: int
    won: float | None  # of the player under evaluation: 1, 0, or a share of a win; null: all lost together
    scores: tuple[float, ...]
    questions: int
    refused: dict[str, int]  # by clause
    gave_up: int  # questions with only refused answers, for which a random option was played
    calls: int = 0
    seconds: float = 0.0
    tokens_in: int | None = None
    tokens_out: int | None = None
    truncated: bool = False


class Call(msgspec.Struct):
    """A prompt and its answer; the system message before it is in SYSTEM."""

    match: str
    question: int  # number in this match, from 1
    attempt: int
    messages: list[Any]
    answer: str
    option: str  # empty if it was refused
    reason: str = ""
    rule: str = ""
    seconds: float = 0.0
    tokens_in: int | None = None
    tokens_out: int | None = None


def evaluate(
    plan: EvaluationPlan, folder: Path, patience: float, watch: Callable[[int], None] = lambda done: None
) -> list[Row]:
    """Play all matches of the plan, except those already in the folder."""
    rows = begin(plan, folder)
    known = {Pairing(row.rung, row.seed, row.seat) for row in rows}
    model = make_model(plan.player, patience) if is_model(plan.player) else None
    if model is not None:  # the same in all calls, and long with the rulebook
        (folder / SYSTEM).write_text(system_message(plan), encoding="utf-8")
    watch(len(rows))
    try:
        with (folder / CALLS).open("ab") as calls, (folder / MATCHES).open("ab") as matches:
            for pairing in pairings(plan):
                if pairing not in known:
                    row = play(plan, pairing, model, calls)
                    write(matches, row)
                    rows.append(row)
                    watch(len(rows))
    finally:
        if model is not None:
            model.close()
    return rows


def begin(plan: EvaluationPlan, folder: Path) -> list[Row]:
    """The matches played before; refuses a folder with another plan."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / PLAN
    if not file.exists():
        file.write_bytes(msgspec.json.format(msgspec.json.encode(plan)))
        return []
    kept = read_plan(folder)
    if msgspec.structs.replace(kept, pairs=plan.pairs) != plan:  # more pairs may be added later
        names = [
            name for name in plan.__struct_fields__ if name != "pairs" and getattr(kept, name) != getattr(plan, name)
        ]
        raise BadOption(f"{folder} has an evaluation with another {', '.join(names)}; take another folder.")
    file.write_bytes(msgspec.json.format(msgspec.json.encode(plan)))
    return read_rows(folder)


def read_plan(folder: Path) -> EvaluationPlan:
    try:
        return msgspec.json.decode((folder / PLAN).read_bytes(), type=EvaluationPlan)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadOption(f"{folder / PLAN} is no plan of an evaluation: {error}.") from None


def read_rows(folder: Path) -> list[Row]:
    """The matches played; a truncated last line is dropped, and its match is played again."""
    file = folder / MATCHES
    for each in (file, folder / CALLS):
        drop_truncated_line(each)
    if not file.exists():
        return []
    try:
        return [msgspec.json.decode(line, type=Row) for line in file.read_bytes().splitlines()]
    except msgspec.MsgspecError as error:
        raise BadOption(f"{file} is damaged: {error}.") from None


def drop_truncated_line(file: Path) -> None:
    if file.exists() and (size := file.stat().st_size):
        with file.open("r+b") as lines:
            with mmap(lines.fileno(), 0, access=ACCESS_READ) as data:
                end = data.rfind(b"\n") + 1
            if end < size:
                lines.truncate(end)


def write(file: IO[bytes], entry: Row | Call) -> None:
    file.write(msgspec.json.encode(entry) + b"\n")
    file.flush()


def system_message(plan: EvaluationPlan) -> str:
    """What a model is told before every question."""
    how = "the number, the word or the sentence of one option" if plan.listed else "what you do, as the question says"
    told = HOW.format(how=how)
    return f"{told}\n\n{TextEnv(plan.game, disguised=plan.disguised).rules}" if plan.rules else told


def play(plan: EvaluationPlan, pairing: Pairing, model: Model | None, calls: IO[bytes]) -> Row:
    env = TextEnv(plan.game, plan.seats, plan.options, listed=plan.listed, disguised=plan.disguised)
    env.reset(pairing.seed)
    dealer = Dealer(pairing.seed)
    names = [plan.player if seat == pairing.seat and model is None else pairing.rung for seat in range(plan.seats)]
    bots = {
        seat: find(name, dealer.word("bot", seat))
        for seat, name in enumerate(names)
        if seat != pairing.seat or model is None
    }
    asked = Questions(plan, pairing, env, model, calls) if model is not None else None
    questions, began = 0, time.monotonic()
    try:
        while not env.over:
            seat = env.seat
            if seat != pairing.seat or asked is None:
                env.match.choose(seat, bots[seat].choose(env.match.player_view(seat)))
                env.answers += 1
            else:
                asked.answer()
            questions += seat == pairing.seat
    finally:
        for bot in bots.values():
            if hasattr(bot, "close"):
                bot.close()
    outcome = env.match.outcome
    winners = outcome.winners if outcome is not None else ()
    won: float | None = (1 / len(winners) if pairing.seat in winners else 0.0) if winners else None
    if env.game.about.cooperative or env.truncated:
        won = float(pairing.seat in winners)
    row = Row(*pairing, won, outcome.scores if outcome else (), questions, {}, 0, truncated=env.truncated)
    if asked is None:
        row.seconds = round(time.monotonic() - began, 3)
        return row
    return asked.told(row)


class Questions:
    """The questions of one match, put to a model."""

    def __init__(self, plan: EvaluationPlan, pairing: Pairing, env: TextEnv, model: Model, calls: IO[bytes]) -> None:
        self.plan, self.name, self.env, self.model, self.calls = plan, pairing.name, env, model, calls
        self.seat, self.rng = pairing.seat, random.Random(pairing.name)
        self.number = self.gave_up = self.asked = 0
        self.seconds, self.tokens_in, self.tokens_out = 0.0, list[int](), list[int]()
        self.refused: Counter[str] = Counter()
        self.system = system_message(plan)

    def answer(self) -> None:
        env = self.env
        messages = [{"role": "system", "content": self.system}, {"role": "user", "content": env.prompt(self.seat)}]
        self.number += 1
        for attempt in range(1, self.plan.tries + 1):
            reply = self.model.ask(messages)
            answer = env.step(reply.text, self.seat)
            self.asked += 1
            self.seconds += reply.seconds
            self.tokens_in += [reply.tokens_in] if reply.tokens_in is not None else []
            self.tokens_out += [reply.tokens_out] if reply.tokens_out is not None else []
            call = Call(
                self.name, self.number, attempt, messages[1:], reply.text, answer.option, answer.reason, answer.rule
            )
            call.seconds, call.tokens_in, call.tokens_out = reply.seconds, reply.tokens_in, reply.tokens_out
            write(self.calls, call)
            if answer.option:
                return
            self.refused[env.disguise.reveal(answer.rule)] += 1
            refusal = f"Refused: {answer.reason} [{answer.rule}] {env.clause(answer.rule)} Answer the question again."
            said = {"role": "assistant", "content": reply.text}
            messages = [*messages, said, {"role": "user", "content": refusal}]
        self.gave_up += 1
        env.step(self.rng.choice(list(env.legal(self.seat))), self.seat)

    def told(self, row: Row) -> Row:
        row.refused, row.gave_up, row.calls = dict(self.refused), self.gave_up, self.asked
        row.seconds = round(self.seconds, 3)
        row.tokens_in = sum(self.tokens_in) if self.tokens_in else None
        row.tokens_out = sum(self.tokens_out) if self.tokens_out else None
        return row
