"""`tabletown words`: write the catalogues that translators fill, and check them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.console import Console

from tabletown.kernel.errors import BadOption
from tabletown.translations.check import KINDS, begin, check, codes, glossary
from tabletown.translations.extract import components, locale_of, update


def update_all(console: Console, code: str, folder: Path | None) -> None:
    """Bring the catalogues of a language up to date, or those of all languages; begin what isn't there."""
    for language in [code] if code else codes():
        for name, root in _chosen(folder).items():
            file, left = update(language, root)
            console.print(f"{file}: {left} messages aren't translated yet.", markup=False, soft_wrap=True)
            if (begun := begin(language, name, root)) is not None:
                console.print(f"{begun}: the glossary to fill first.", markup=False, soft_wrap=True)


def check_all(console: Console, code: str, folder: Path | None, kinds: list[str]) -> bool:
    """Print what is missing or wrong in one language or in all; return whether nothing is."""
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise BadOption(f"{unknown[0]!r} isn't one of {', '.join(KINDS)}.")
    if code:
        locale_of(code)
    right = True
    for language in [code] if code else codes():
        for name, root in _chosen(folder).items():
            found = check(language, root, glossary(language, name))
            for one in found:
                if one.kind in (kinds or (() if folder is None else KINDS)):
                    console.print(f"  {one}", markup=False, highlight=False, soft_wrap=True)
            counts = Counter(one.kind for one in found)
            counted = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
            console.print(f"{language} {name}: {counted}", markup=False, highlight=False, soft_wrap=True)
            right = right and not any(counts[kind] for kind in kinds or KINDS)
    return right


def _chosen(folder: Path | None) -> dict[str, Path]:
    if folder is None:
        return components()
    root = folder.resolve()
    if not root.is_dir():
        raise BadOption(f"{folder} isn't a folder.")
    return {next((name for name, one in components().items() if one.resolve() == root), root.name): root}
