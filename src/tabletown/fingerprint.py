"""Recorded behaviour of a game: if a playthrough changes, the rules need a new version.

Each game has a `fingerprint.json` beside its rules.toml: playthroughs with fixed options, answers and luck, and digests
of all options on the way and of the result. Words and pictures don't count, only options.
"""

from __future__ import annotations

import random
from hashlib import blake2b
from pathlib import Path

import msgspec

from tabletown.editions import edition_of
from tabletown.kernel import Match
from tabletown.kernel.errors import BadOption, TabletownError
from tabletown.kernel.game import Game
from tabletown.kernel.questions import Chance

NAME = "fingerprint.json"
VARIED, FAR, PART = 12, 500, 25  # playthroughs with other options; answers in each; answers per digest


class Playthrough(msgspec.Struct, omit_defaults=True):
    seats: int
    seed: int
    options: dict[str, str] = {}
    digests: list[str] = []  # one per PART answers


class Fingerprint(msgspec.Struct):
    version: str
    playthroughs: list[Playthrough]


def play(game: Game, seats: int, options: dict[str, str], seed: int) -> list[str]:
    """Play once: a digest after every few answers, and one of the end."""
    rng = random.Random(seed)

    def luck(question: Chance, number: int) -> str:
        # independent of the dealer: another formula for luck is no change of rules
        return rng.choice(list(question.options))

    match = Match(game, seats, options, seed, luck=luck, live=False)
    seen, digests = blake2b(digest_size=4), []
    for number in range(1, FAR + 1):
        if match.over:
            break
        decisions = match.decisions
        for decision in decisions:
            seen.update(f"{decision.seat}:{' '.join(decision.options)}\n".encode())
        asked = rng.choice(list(decisions))
        option = rng.choice(list(asked.options))
        seen.update(f"> {asked.seat} {option}\n".encode())
        match.choose(asked.seat, option)
        if number % PART == 0:
            digests.append(seen.hexdigest())
    if match.outcome is not None:
        seen.update(f"{match.outcome.winners} {match.outcome.scores}".encode())
    return [*digests, seen.hexdigest()]


def record(game: Game) -> Fingerprint:
    """Record new playthroughs: with every number of seats, then with other options."""
    about = game.about
    fewest, most = about.seats
    wanted: list[tuple[int, dict[str, str]]] = [(seats, {}) for seats in range(fewest, min(most, fewest + 5) + 1)]
    for turn in range(VARIED if about.settings else 0):
        options = {}
        for place, setting in enumerate(about.settings):
            values = list(setting.values)
            options[setting.id] = values[(turn + place) % len(values)]
        wanted.append((fewest + turn % (most - fewest + 1), options))
    found = []
    for seed, (seats, options) in enumerate(wanted):
        try:
            found.append(Playthrough(seats, seed, options, play(game, seats, options, seed)))
        except BadOption:  # these options can't be combined
            continue
    return Fingerprint(about.version, found)


def place(game: Game) -> Path | None:
    return game.folder / NAME if game.folder is not None else None


def recorded(game: Game) -> Fingerprint | None:
    path = place(game)
    return msgspec.json.decode(path.read_bytes(), type=Fingerprint) if path is not None and path.exists() else None


def write(game: Game, again: bool = False) -> None:
    """Record the game's present behaviour. `again`: under its present version, if nobody has played that yet."""
    path, known = place(game), recorded(game)
    if path is None:
        raise BadOption(f"{game.about.title} has no folder to keep a fingerprint in.")
    if known is not None and known.version == game.about.version and changes(game, known) and not again:
        raise BadOption(
            f"{game.about.title} plays differently under the version {known.version} that it had before: "
            f"give it a new one in {path.parent / 'about.py'}."
        )
    path.write_bytes(msgspec.json.format(msgspec.json.encode(record(game)), indent=1) + b"\n")


def changes(game: Game, known: Fingerprint) -> list[str]:
    """The recorded playthroughs in which the game behaves differently now, and roughly where."""
    found = []
    for each in known.playthroughs:
        what = f"{each.seats} seats, seed {each.seed}" + "".join(f", {k}={v}" for k, v in each.options.items())
        try:
            now = play(game, each.seats, each.options, each.seed)
        except TabletownError as error:
            found.append(f"{what}: {error}")
            continue
        if now != each.digests:
            same = next(
                (n for n, (a, b) in enumerate(zip(now, each.digests)) if a != b), min(len(now), len(each.digests))
            )
            found.append(f"{what}: from the answers {same * PART + 1} to {(same + 1) * PART} on")
    return found


def why_not_the_same(game: Game) -> str:
    """What to do if the game doesn't behave as recorded for its version; "" if it does."""
    known, title = recorded(game), game.about.title
    if known is None:
        return f"{title} has no fingerprint: run `tabletown fingerprint {game.about.id} --write`."
    then = edition_of(game, known.version)
    changed = changes(then or game, known)
    if not changed and then is not None:
        return ""
    shown = "".join(f"\n  {line}" for line in changed[:8])
    if then is None:
        return (
            f"{title} has version {game.about.version} now, its fingerprint is of {known.version}:{shown}\n"
            f"Run `tabletown fingerprint {game.about.id} --write` and say in CHANGELOG.md which rules changed for whom."
        )
    return (
        f"{title} {known.version} plays differently in {len(changed)} of {len(known.playthroughs)} playthroughs:"
        f"{shown}\nTables and saves that were begun under this version would not go on as they began. "
        "If the change is not meant, undo it. If cards were only added, give each the number of the edition it comes "
        "with (`edition = 1`, see docs/designers/writing-a-game.md). Else give the game a new version in its about.py, "
        f"run `tabletown fingerprint {game.about.id} --write`, and say in CHANGELOG.md which rules changed for whom."
    )
