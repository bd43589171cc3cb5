"""Pictures as pixels without a browser: styles are inlined, and text uses our own font."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from tabletown.drawing.raster import flat, plain, png
from tabletown.kernel import Match
from tabletown.registry import game


def pixels(svg: str, css: str = "", width: int | None = None) -> Image.Image:
    return Image.open(io.BytesIO(png(svg, css, width=width))).convert("RGB")


def colours(image: Image.Image) -> list[object]:
    return list(image.getcolors(1 << 24) or ())


def test_a_custom_property_is_inherited_and_mixed() -> None:
    known = {"--own": "var(--seat)", "--seat": "light-dark(#ff0000, #000)"}
    assert plain("var(--own)", known) == "#ff0000"
    assert plain("color-mix(in srgb, var(--own) 50%, white)", known) == "rgba(255,128,128,1.000)"
    assert plain("color-mix(in srgb, var(--own) 8%, transparent)", known) == "rgba(255,0,0,0.080)"
    assert plain("var(--none, #123456)", known) == "#123456"
    assert plain("calc(2px * var(--up, 3))", known) == "6px"


def test_the_later_and_the_closer_rule_wins() -> None:
    css = ".a { --c: #00f } .a rect { fill: var(--c) } .b rect { --c: #0f0; fill: var(--c) } rect { fill: #f00 }"
    drawn = pixels(
        '<svg viewBox="0 0 10 10" width="10" height="10"><g class="a b"><rect width="10" height="10"/></g></svg>', css
    )
    assert drawn.getpixel((5, 5)) == (0, 255, 0)


def test_letters_are_drawn_also_where_the_machine_has_no_font() -> None:
    text = '<text y="30" style="font:700 30px {}">{}</text>'
    svg = f'<svg viewBox="0 0 200 40"><rect width="200" height="40" fill="#fff"/>{text}</svg>'
    for family in ("sans-serif", "serif"):
        for words in ("Tabletown", "★ ✓ →", "Ärger Łódź Ω Я"):
            assert len(colours(pixels(svg.format(family, words), width=200))) > 20, (family, words)
    assert "DejaVu Serif" in flat(flat(svg.format("serif", "a"))), "worked in twice it stays the same"


def test_chinese_is_drawn_also_where_the_machine_has_no_font_for_it() -> None:
    text = '<text y="34" style="font:700 30px {}">{}</text>'
    svg = f'<svg viewBox="0 0 200 40"><rect width="200" height="40" fill="#fff"/>{text}</svg>'
    tunnel, bridge = (pixels(svg.format("sans-serif", words), width=200) for words in ("獅子山隧道", "汀九橋青馬"))
    assert len(colours(tunnel)) > 20 and len(colours(bridge)) > 20
    assert tunnel.tobytes() != bridge.tobytes(), "each letter has its own shape, not the box of a missing one"


@pytest.mark.parametrize("name", ["right-of-way", "cross-bronx"])
def test_a_board_is_drawn_in_the_colours_of_its_game(name: str) -> None:
    match = Match(game(name), seed=1)
    folder = match.game.folder
    assert folder is not None
    drawn = colours(pixels(match.scene().board, (folder / "style.css").read_text(), width=300))
    assert len(drawn) > 200, "without its styles it would be black"
