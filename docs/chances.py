"""Write the page on the accuracy of chances and the tests of learned values, from the games' own files.

python docs/chances.py
"""

from __future__ import annotations

from tabletown.bots.value import read_value, value_file
from tabletown.kernel.errors import BadOption
from tabletown.registry import games


def page() -> str:
    told = [
        "# How true the chances are\n",
        "From the files of weights (`content/value.json`, see [Bots](../researchers/bots.md)).",
        "The Brier score is the mean square of what a chance was off by; beside it that of always saying how often",
        "each seat wins. The calibration error is the mean distance between what was said and how often it came",
        "true. No match here was used to fit anything.\n",
    ]
    for game in games():
        file = value_file(game)
        told.append(f"## {game.about.title}\n")
        try:
            assert file is not None
            found = read_value(file, game)
        except BadOption as bad:
            told.append(f"Nothing learned is in use: {bad}\n")
            continue
        for gate in found.gate:
            share = f"{100 * gate.share:.0f} % [{100 * gate.low:.0f}, {100 * gate.high:.0f}]"
            told.append(
                f"`{gate.bot}` with what was learned from {found.matches} matches won {share} of {gate.matches} "
                f"against `{gate.against}`; an equal one would win {100 * gate.fair:.0f} %.\n"
            )
        if found.value is None:
            told.append("That is no proof, so search goes by the hand-written value.\n")
        test = found.test
        if test is not None:
            better = (
                f"{100 * (1 - test.brier / test.base):.0f} % [{100 * test.better[0]:.0f}, {100 * test.better[1]:.0f}]"
            )
            told.append(
                f"Chances on {test.matches} other matches: Brier score {test.brier:.3f}, base rate {test.base:.3f}, "
                f"better by {better}; calibration error {test.error:.3f}.\n"
            )
            rows = [
                f"| {100 * said:.0f} % | {100 * came:.0f} % | {100 * part:.0f} % |" for said, came, part in test.bins
            ]
            told.append("\n".join(["| said | came true | of all that was said |", "|--:|--:|--:|", *rows]) + "\n")
    return "\n".join(told)


if __name__ == "__main__":
    print(page(), end="")
