"""The typesetter: Typst, from a wheel, which lays out text in every script and keeps our pictures as vectors."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabletown.drawing.raster import font_folders
from tabletown.extras import how_to_add
from tabletown.kernel.errors import TabletownError


def quoted(words: object) -> str:
    """Any words as a string of Typst."""
    plain = str(words).replace("\\", "\\\\").replace('"', '\\"').replace("\r", "").replace("\n", "\\n")
    return f'"{plain}"'


def is_there() -> bool:
    try:
        _typst()
    except TabletownError:
        return False
    return True


def _typst() -> Any:
    try:
        import typst
    except ImportError:
        raise TabletownError(f"Printing needs Typst: {how_to_add('print')}") from None
    return typst


def pdf(source: str, files: Mapping[str, str], system_fonts: bool = False) -> bytes:
    """A document as PDF; `files` are the pictures that it names."""
    return bytes(_compiled(source, files, system_fonts, "pdf", None))


def pngs(source: str, files: Mapping[str, str], ppi: float, system_fonts: bool = False) -> list[bytes]:
    """A document's pages as pictures."""
    found = _compiled(source, files, system_fonts, "png", ppi)
    return [bytes(page) for page in found] if isinstance(found, list) else [bytes(found)]


def _compiled(source: str, files: Mapping[str, str], system_fonts: bool, format: str, ppi: float | None) -> Any:
    typst = _typst()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        return typst.compile(
            source.encode(),
            root=folder,
            font_paths=[str(folder) for folder in font_folders(system_fonts)],
            ignore_system_fonts=not system_fonts,
            format=format,
            ppi=ppi,
        )
