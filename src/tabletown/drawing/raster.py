"""Render pictures as pixels without a browser: the styles are inlined into the SVG, which is drawn with our own fonts.

The rasteriser knows neither custom properties nor light-dark() nor color-mix(): so each element gets its computed
style.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import cssselect2  # type: ignore[import-untyped]
import resvg_py
import tinycss2  # type: ignore[import-untyped]

from tabletown.drawing import TOKENS, WIDE

FONTS = Path(__file__).with_name("fonts")
SVG = "http://www.w3.org/2000/svg"
SANS, SERIF, MONO = "DejaVu Sans Condensed", "DejaVu Serif", "DejaVu Sans Mono"
# CSS properties that our pictures use and the rasteriser supports
KNOWN = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-dashoffset"),
        *("stroke-linecap", "stroke-linejoin", "stroke-opacity", "opacity", "display", "visibility", "font-size"),
        *("font-weight", "font-style", "text-anchor", "dominant-baseline", "letter-spacing", "paint-order"),
        *("clip-path", "mask", "stop-color", "stop-opacity", "mix-blend-mode"),
    )
)
FOREIGN = re.compile("[\uac00-\ud7af\U00010000-\U0010ffff]")  # what the fonts of the extra `chinese` lack
READ = KNOWN | {"font", "font-family"}

ET.register_namespace("", SVG)


def png(svg: str, css: str = "", width: int | None = None, height: int | None = None) -> bytes:
    """This picture with these styles (and our tokens) as PNG, for light paper."""
    chinese = any(c >= WIDE for c in svg)  # our own fonts have none
    # the system's first font with such letters may have serifs, or Japanese forms
    system = chinese and (len(font_folders(True)) == 1 or FOREIGN.search(svg) is not None)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=flat(svg, css),
            width=width,
            height=height,
            skip_system_fonts=not system,
            font_files=[str(file) for folder in font_folders(chinese) for file in sorted(folder.glob("*.[ot]tf"))],
            font_family=SANS,
            sans_serif_family=SANS,
            serif_family=SERIF,
            monospace_family=MONO,
        )
    )


@cache
def font_folders(chinese: bool) -> tuple[Path, ...]:
    """The folder of our own fonts; for traditional Chinese, that of the extra `chinese` as well, if it's installed."""
    try:
        from pylopdf_fonts_zh_tw import sans_path
    except ImportError:
        return (FONTS,)
    return (FONTS, sans_path().parent) if chinese else (FONTS,)


def flat(svg: str, css: str = "") -> str:
    """The same picture with every element's computed style."""
    if "xmlns=" not in svg.partition(">")[0]:
        svg = svg.replace("<svg", f'<svg xmlns="{SVG}"', 1)
    root = ET.fromstring(svg)
    for style in [element for element in root.iter() if element.tag == f"{{{SVG}}}style"]:
        css += style.text or ""
        style.text = ""
    matcher = _matcher(css)
    _dress(cssselect2.ElementWrapper.from_xml_root(root), matcher, {})
    return ET.tostring(root, encoding="unicode")


@cache
def _matcher(css: str) -> Any:
    matcher = cssselect2.Matcher()
    order = 0
    for rule in _rules(TOKENS.read_text(encoding="utf-8") + css):
        found = {
            d.lower_name: tinycss2.serialize(d.value).strip() + ("!" if d.important else "")
            for d in tinycss2.parse_declaration_list(rule.content, skip_comments=True, skip_whitespace=True)
            if d.type == "declaration" and (d.lower_name in READ or d.lower_name.startswith("--"))
        }
        if not found:
            continue
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            continue  # a selector for pages only
        for selector in selectors:
            if selector.pseudo_element is None and not selector.never_matches:
                matcher.add_selector(selector, (order, found))
                order += 1
    return matcher


def _rules(css: str) -> Iterator[Any]:
    """The rules for every screen; rules inside media queries are for pages only."""
    for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            yield rule


def _dress(wrapped: Any, matcher: Any, inherited: Mapping[str, str]) -> None:
    element = wrapped.etree_element
    matches = sorted(matcher.match(wrapped), key=lambda match: (match[0], match[1]))
    given: dict[str, str] = {}
    for _, _, _, (_, declared) in matches:
        given.update(declared)
    own = element.get("style")
    if own:
        parsed = tinycss2.parse_declaration_list(own, skip_comments=True, skip_whitespace=True)
        given |= {d.lower_name: tinycss2.serialize(d.value).strip() for d in parsed if d.type == "declaration"}
    known = {**inherited, **{name: value.rstrip("!") for name, value in given.items() if name.startswith("--")}}
    style = {name: plain(value.rstrip("!"), known) for name, value in given.items() if name in KNOWN}
    if "font-family" in given or "font" in given:
        style |= _font(given, known)
    if style or own:
        element.set("style", ";".join(f"{name}:{value}" for name, value in style.items() if value))
    for child in wrapped.iter_children():
        _dress(child, matcher, known)


def _font(given: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    """The available font family for this one; also weight, style and size from the shorthand."""
    words = plain(given.get("font-family", "") or given.get("font", ""), known).lower()
    family = SERIF if "serif" in words and "sans" not in words else SANS
    found = {"font-family": f"'{MONO if 'mono' in words else family}'"}
    if (
        shorthand := re.match(r"(?:(italic)\s+)?(?:(bold|\d{3})\s+)?([\d.]+px)", plain(given.get("font", ""), known))
    ) is not None:
        slanted, weight, size = shorthand.groups()
        found |= {"font-style": slanted or "normal", "font-weight": weight or "400", "font-size": size}
    return found


# ------------------------------------------------------------------ values

VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*(?:\([^()]*\)[^()]*)*))?\)")
LIGHT = re.compile(r"light-dark\(\s*([^,()]+(?:\([^()]*\))?)\s*,\s*[^()]+(?:\([^()]*\))?\s*\)")
MIX = re.compile(r"color-mix\(in srgb,\s*([^,()]+?)(?:\s+([\d.]+)%)?\s*,\s*([^,()]+?)(?:\s+([\d.]+)%)?\s*\)")
CALC = re.compile(r"calc\(([^()]*)\)")


def plain(value: str, known: Mapping[str, str]) -> str:
    """A value without custom properties, as on light paper."""
    for _ in range(12):
        before = value
        value = VAR.sub(lambda found: known.get(found[1]) or found[2] or "", value)
        value = LIGHT.sub(lambda found: found[1].strip(), value)
        value = MIX.sub(_mixed, value)
        value = CALC.sub(_sum, value)
        if value == before:
            break
    return value


def _mixed(found: re.Match[str]) -> str:
    one, share, other, rest = found.groups()
    part = float(share) / 100 if share else 1 - float(rest) / 100 if rest else 0.5
    first, second = _rgba(one), _rgba(other)
    if first is None or second is None:
        return one
    alpha = first[3] * part + second[3] * (1 - part)
    mixed = [
        (a * first[3] * part + b * second[3] * (1 - part)) / alpha if alpha else 0.0
        for a, b in zip(first[:3], second[:3])
    ]
    return f"rgba({mixed[0]:.0f},{mixed[1]:.0f},{mixed[2]:.0f},{alpha:.3f})"


def _rgba(colour: str) -> tuple[float, float, float, float] | None:
    colour = colour.strip()
    if colour == "transparent":
        return 0.0, 0.0, 0.0, 0.0
    if colour in ("white", "black"):
        return (255.0, 255.0, 255.0, 1.0) if colour == "white" else (0.0, 0.0, 0.0, 1.0)
    if re.fullmatch(r"#[0-9a-fA-F]{3}", colour):
        colour = "#" + "".join(2 * digit for digit in colour[1:])
    if re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16), 1.0
    return None


def _sum(found: re.Match[str]) -> str:
    """A product of plain numbers, the only arithmetic in our pictures."""
    parts = [part.strip() for part in found[1].split("*")]
    unit = "px" if any(part.endswith("px") for part in parts) else ""
    try:
        product = 1.0
        for part in parts:
            product *= float(part.removesuffix("px"))
    except ValueError:
        return ""
    return f"{product:g}{unit}"
