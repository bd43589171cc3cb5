"""The documentation as a site: `python -m sphinx -W docs build/docs`, without network (extra `docs`)."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import tabletown

HERE = Path(__file__).parent

project = "Tabletown"
copyright = "the authors of Tabletown; MIT licence"
version = release = tabletown.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["pictures/*.py"]
suppress_warnings = ["myst.xref_missing"]  # links to files of the repository, such as ../CONTRIBUTING.md

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": False}
autodoc_preserve_defaults = True
add_module_names = False
default_role = "code"  # docstrings are written with `code` between single quotes

html_theme = "furo"
html_title = f"Tabletown {release}"
html_theme_options = {"top_of_page_buttons": []}
html_copy_source = False
pygments_style = "friendly"
pygments_dark_style = "native"


def speak(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Tell browsers the language of a page in a folder of its own."""
    reader, _, rest = page.partition("/")
    if reader in ("players", "teachers") and (folder := rest.partition("/")[0]) in ("de", "es", "zh-Hant"):
        context["language"] = folder


def setup(app: Any) -> None:
    app.connect("html-page-context", speak)


# pages that are only on the site, made from the program itself
for page in ("switches", "features"):
    (HERE / f"{page}.md").write_text(runpy.run_path(str(HERE / f"{page}.py"))["page"](), encoding="utf-8")
