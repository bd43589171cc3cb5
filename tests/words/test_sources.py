"""No text for people is outside a message in a page or a script: checked in the sources, without running anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.jslexer import tokenize
from jinja2 import Environment, nodes

from tabletown import registry
from tabletown.translations.extract import ROOT, in_script, template

PAGES = sorted(path for place in ("web", "classroom", "games/*") for path in ROOT.glob(f"{place}/templates/*.html"))
SCRIPTS = sorted([*ROOT.glob("web/static/js/**/*.js"), *ROOT.glob("classroom/static/*.js")])
READ = ("aria-label", "title", "alt", "placeholder")
NO_WORDS = {"Tabletown"}  # names that are the same in every language
CODE = {"script", "style", "code"}

# strings of scripts that only look like text: names of keys, of events, and of browser features
NAMES = re.compile(
    r"\b(Enter|Escape|Esc|Tab|Home|End|Page(Up|Down)|Arrow\w+|Backspace|Shift\+\w|"
    r"POST|GET|HTML|SVG|[A-Z][a-z]+-[A-Z]?[a-z-]+|Content-Type|[RUP]|"
    r"BUTTON|INPUT|SELECT|TEXTAREA|AbortError|TypeError|NaN|Tabletown|DOMContentLoaded)\b"
)


class Words(HTMLParser):
    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in CODE:
            self.inside.append(tag)
        self.found += [value for name, value in attrs if name in READ and value]

    def handle_endtag(self, tag: str) -> None:
        if tag in CODE:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.found.append(data)


def outside_of_page(source: str) -> Iterator[str]:
    """Text between tags, in attributes that people see or hear, and in expressions that choose between texts."""
    plain = re.sub(r"\{% block (class|attrs) %\}.*?\{% endblock %\}", "", source)  # they are inside a tag
    plain = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}((<wbr>)?/[a-z]+)?", "", plain, flags=re.DOTALL)
    for text in Words(plain).found:
        yield from (word for word in re.findall(r"[^\W\d_]{2,}", text) if word not in NO_WORDS)
    tree = Environment().parse(source)
    said = {
        id(const)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in ("_", "ngettext")
        for const in call.find_all(nodes.Const)
    }
    for const in tree.find_all(nodes.Const):
        if id(const) not in said and isinstance(const.value, str) and sounds_like_words(const.value):
            yield const.value


def sounds_like_words(text: str) -> bool:
    """Whether it contains a capitalised word or ends like a sentence, unlike a class, an id or a file."""
    if re.search(r'[=<>{}#/_"()]', text) or re.match(r"M-?\d", text):
        return False
    return bool(re.search(r"\b[A-Z][a-z]+\b(?![-.:])|[a-z]{2}[.!?…]$", text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_word_of_a_page_is_a_message(page: Path) -> None:
    assert not list(outside_of_page(page.read_text()))


def test_a_word_outside_is_found_wherever_it_stands() -> None:
    page = '<b title="A seat">Sit {{ _("down") }}</b>{{ "Not" if x else _("Yes") }}<i class="two small words"></i>'
    assert list(outside_of_page(page)) == ["seat", "Sit", "Not"]
    script = 'h("b", {class: "btn small prime"}, "Sit down", t("Yes"), `Waits for ${name}`)'
    assert list(outside_of_script(script)) == ["Sit down", "Waits for ${name}"]


def outside_of_script(source: str) -> Iterator[str]:
    messages = {text for _, *texts, _ in in_script(source.encode()) for text in texts}
    for token in tokenize(source):
        if token.type not in ("string", "template_string"):
            continue
        text = token.value[1:-1]
        bare = NAMES.sub("", re.sub(r"\$\{.*?\}", "", text))
        if text not in messages and sounds_like_words(bare):
            yield text
    # a message must be literal where it is used: otherwise the extractor can't find it
    if "export const t =" not in source:
        yield from re.findall(r"\b(?:t|plural)\((?![\"'\s]|\.\.\.).*", source)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_word_of_a_script_is_a_message(script: Path) -> None:
    assert not list(outside_of_script(script.read_text()))


def test_the_catalogue_of_a_game_has_the_messages_of_its_lesson_even_in_a_folder() -> None:
    for game, message in (
        ("new-york-crisis", "One mission, {n} families"),
        ("broken-cities", "Hold on: finish your turn"),
    ):
        folder = registry.game(game).folder
        assert folder is not None and (folder / "classroom").is_dir()
        assert template(folder, games=False).get(message) is not None
    assert template(games=False).get("One mission, {n} families") is None
