"""Messages of a component, drawn with a seed, for people who judge a translation.

python -m tests.words.sample COMPONENT LANGUAGE [--english] [--seed 1] [--count 150] prints the translations by
themselves, to be read like a player who knows no English; with --english each with its original, to compare.
A component is program, classroom or a game such as cross-bronx.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from babel.messages.pofile import read_po

from tabletown.translations import FILE
from tabletown.translations.extract import components


def sample(component: str, code: str, seed: int = 1, count: int = 150) -> Iterator[tuple[str, str, str]]:
    """So many messages: English, translation, where it's seen. The same ones in every language."""
    with (components()[component] / "locale" / code / FILE).open("rb") as source:
        found = [message for message in read_po(source) if message.id]
    key = sorted(found, key=lambda message: str(message.id))
    for message in random.Random(f"{component} {seed}").sample(key, min(count, len(key))):
        english, said = (
            " ¦ ".join(forms) if isinstance(forms, tuple | list) else str(forms)
            for forms in (message.id, message.string)
        )
        yield english, said, "; ".join(message.auto_comments)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("component")
    parser.add_argument("language")
    parser.add_argument("--english", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=150)
    wish = parser.parse_args()
    for number, (english, said, seen) in enumerate(sample(wish.component, wish.language, wish.seed, wish.count), 1):
        print(f"{number} [{seen}] {said}" if not wish.english else f"{number} {said}\n    {english}")


if __name__ == "__main__":
    main()
