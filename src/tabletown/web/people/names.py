"""Names of people: their length, look-alikes, and words that the host refuses.

Names that readers could confuse count as the same: `lookalike` maps them to one word. The host's list consists of a
file (`--refused-names`) and of words added while the server runs.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

import sqlalchemy as sa

from tabletown.kernel import Text
from tabletown.web.seats import PLAYERS, Refusal, clean
from tabletown.web.storage import schema as db
from tabletown.web.storage.database import writing
from tabletown.web.storage.store import Store

SHORTEST, LONGEST = 2, 20  # characters of a name
BETWEEN = " .-_'’"  # separators allowed between letters and digits
REFUSED = "refused-name"  # stored: a word that the host refuses in names
LONGEST_WORD, MOST_WORDS = 40, 2000  # of the words added

# Characters that look like Latin letters once case and accents are removed: "аa" means that Cyrillic а looks like Latin
# a.
ALIKE = (
    "аa вb гr еe зe иu іi јj кk мm нh оo пn рp сc тt уy хx чy ьb ѕs ԁd ԛq ԝw шw "  # Cyrillic
    "αa βb γy εe ζz ηn ιi κk μm νv οo ρp τt υy χx ωw "  # Greek
    "0o 1i 3e 4a 5s 7t 8b @a $s !i |i li ıi łi øo đd ħh ŧt ƒf"  # digits, signs and other Latin letters
)
LETTERS = str.maketrans({pair[0]: pair[1] for pair in ALIKE.split()})
RESERVED = ("admin", "administrator", "host", "moderator", "support", "system", "tabletown", "the rules", "a player")

LENGTH = Text("A name has 2 to 20 characters.")
UNUSUAL = Text("Use letters and digits of one alphabet, with spaces, dots or dashes between them.")
NOT_ALLOWED = Text("That name isn't allowed here. Type a different one.")


def letters(name: str) -> str:
    """The letters as a reader sees them: without case, accents, and separators meant to get past a list."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(c for c in plain.translate(LETTERS) if c.isalnum())


def lookalike(name: str) -> str:
    """A word that is the same for all names that look like this one.

    >>> lookalike("Mia"), lookalike("M1A"), lookalike("Miа"), lookalike("m-i-á"), lookalike("Barn"), lookalike("Bam")
    ('mia', 'mia', 'mia', 'mia', 'bam', 'bam')
    """
    return letters(name).replace("rn", "m").replace("vv", "w")


def checked(name: str) -> str:
    """A valid name, as it is shown; raises Refusal. Doesn't check whether the name is free."""
    name = clean(unicodedata.normalize("NFKC", name), LONGEST + 1)
    if not SHORTEST <= len(name) <= LONGEST or not lookalike(name):
        raise Refusal("malformed", LENGTH)
    words = re.split(f"[{re.escape(BETWEEN)}]", name)
    if not all(c.isalnum() or unicodedata.category(c) in ("Mn", "Mc") for word in words for c in word):
        raise Refusal("malformed", UNUSUAL)
    if not name[0].isalnum() or name.endswith(tuple(BETWEEN)) or re.search(f"[{re.escape(BETWEEN)}]{{2}}", name):
        raise Refusal("malformed", UNUSUAL)
    if len({script for c in name if c.isalpha() and (script := script_of(c))}) > 1:
        raise Refusal("malformed", UNUSUAL)
    if lookalike(name) in {lookalike(word) for word in (*RESERVED, *PLAYERS)}:
        raise Refusal("malformed", NOT_ALLOWED)
    return name


def script_of(letter: str) -> str:
    """The script of a letter; the Japanese scripts count as one, as do Korean and the Chinese characters it uses."""
    script = unicodedata.name(letter, "?").split()[0]
    return "EAST ASIAN" if script in ("CJK", "HIRAGANA", "KATAKANA", "HANGUL") else script


@cache
def words_of(file: Path, changed: float) -> tuple[str, ...]:
    """The host's file, one word per line, with comments after #. `changed`: its modification time, so that changes are
    read."""
    lines = (line.partition("#")[0].strip() for line in file.read_text(encoding="utf-8").splitlines())
    return tuple(word for line in lines if (word := letters(line)))


class RefusedNames:
    """The host's list of words that no name may have."""

    def __init__(self, store: Store, file: Path | None) -> None:
        self.store, self.file = store, file

    def refuses(self, name: str) -> bool:
        """Whether a name contains a refused word: a long one anywhere, a short one as a separate word."""
        whole, parts = letters(name), {letters(part) for part in re.split(r"[\W_]+", name)}
        words = [*self._in_file(), *(letters(word) for word in self.added())]
        return any(word in parts or word == whole or (len(word) > 3 and word in whole) for word in words)

    def check(self, *names: str) -> None:
        if any(name and self.refuses(name) for name in names):
            raise Refusal("malformed", NOT_ALLOWED)

    def _in_file(self) -> tuple[str, ...]:
        if self.file is None or not self.file.is_file():
            return ()
        return words_of(self.file, self.file.stat().st_mtime)

    def added(self) -> list[str]:
        """The words added while servers were running."""
        k = db.kept.c
        with self.store.engine.connect() as connection:
            return list(connection.scalars(sa.select(k.key).where(k.kind == REFUSED).order_by(k.key)))

    def add(self, word: str) -> None:
        word = clean(word, LONGEST_WORD)
        if not letters(word):
            raise Refusal("malformed", "Type a word with at least one letter.")
        if len(self.added()) >= MOST_WORDS:
            raise Refusal("malformed", "The list is full. Remove a word first.")
        with writing(self.store.engine) as connection, connection.begin():
            db.ADD_KEPT_ONCE.run(connection, [(REFUSED, word, "", self.store.now())])

    def remove(self, word: str) -> None:
        k = db.kept
        with writing(self.store.engine) as connection, connection.begin():
            connection.execute(k.delete().where(k.c.kind == REFUSED, k.c.key == word))
