"""New York Crisis: the share of games in which each mechanic matters, for the table of
docs/reports/2026-11-18-balance.md.

python benchmarks/mechanics.py --write

When the game's fingerprint changes, a test asks for a new table, because play may have changed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from hashlib import blake2b
from pathlib import Path

from tabletown.bots import make
from tabletown.games.new_york_crisis import game
from tabletown.games.new_york_crisis.scenarios import SCENARIOS
from tabletown.kernel import Match
from tabletown.lab.statistics import format_interval

DOCS = Path(__file__).parents[1] / "docs" / "reports" / "2026-11-18-balance.md"
BEGIN, END = "<!-- mechanics: {digest} -->", "<!-- /mechanics -->"

# a mechanic, and evidence that it mattered: an option that was chosen, or the clause of a log line
MECHANICS = {
    "the subway": ("ride",),
    "an extra step": ("extra",),
    "a re-roll": ("reroll",),
    "a skill": ("skill",),
    "mafia dodged": ("dodge",),
    "mafia avoided": ("avoid",),
    "mafia eliminated": ("kill",),
    "moved along by police": ("police.on-character-actions",),
    "a wound": ("wound.amount",),
    "a wound healed": ("wound.heal-returns-die",),
    "the FBI closes a location": ("fbi.block",),
    "a choice of the story": ("decide",),
    "an objective": ("do",),
    "the final challenge reached": ("story.final",),
    **{f"the {name}": (f"use:{id}",) for id, name in (
        ("bike", "bike"), ("cash", "cash"), ("cell_phone", "cell phone"), ("drone", "drone"), ("gloves", "gloves"),
        ("laptop", "laptop"), ("mask", "mask"), ("newspaper", "newspaper"), ("police_radio", "police radio"),
        ("raincoat", "raincoat"),
    )},
}  # fmt: skip


def fingerprint() -> str:
    assert game.folder is not None
    return blake2b((game.folder / "fingerprint.json").read_bytes(), digest_size=6).hexdigest()


def played(scenario: str, seats: int, seed: int, bot: str) -> set[str]:
    match, bots = Match(game, seats, {"scenario": scenario}, seed), [make(bot, seed=seed + n) for n in range(seats)]
    while decisions := match.decisions:
        seat = decisions[0].seat
        match.choose(seat, bots[seat].choose(match.player_view(seat)))
    words = {option for seat, option in match.log if seat >= 0}
    return words | {word.partition(":")[0] for word in words} | {line.rule for line in match.lines}


def measured(games: int, bot: str) -> str:
    count: Counter[str] = Counter()
    total = 0
    for scenario in SCENARIOS:
        for seats in (1, 2, 3, 4):
            for seed in range(1, games + 1):
                seen = played(scenario, seats, seed, bot)
                count.update(name for name, signs in MECHANICS.items() if seen.intersection(signs))
                total += 1
    rows = ["| mechanic | games in which it matters |", "|---|--:|"]
    for name in sorted(MECHANICS, key=lambda name: -count[name]):
        share = format_interval(count[name], total)
        rows.append(f"| {name} | {share if count[name] >= total / 5 else f'**{share}**'} |")
    games_played = f"`{bot}`, {games} games of each of the eight scenarios with one to four relatives, {total} in all."
    return f"{games_played}\n\n" + "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=25, help="games of each scenario and number of relatives")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--write", action="store_true", help="put the table into docs/reports/2026-11-18-balance.md")
    chosen = parser.parse_args()
    table = measured(chosen.n, chosen.bot)
    print(table)
    if chosen.write:
        text = DOCS.read_text(encoding="utf-8")
        start, end = text.index("<!-- mechanics:"), text.index(END)
        DOCS.write_text(f"{text[:start]}{BEGIN.format(digest=fingerprint())}\n{table}\n{text[end:]}", encoding="utf-8")


if __name__ == "__main__":
    main()
