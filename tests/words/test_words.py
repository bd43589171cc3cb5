from pathlib import Path

import pytest

from tabletown.kernel import Text, say
from tabletown.kernel.errors import BadOption
from tabletown.kernel.text import language
from tabletown.translations import PSEUDO, Catalogue, pseudo, speak, speaking, wanted
from tabletown.translations.extract import in_content, in_page, in_python, in_script, template, update

GERMAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{who:seat} laid {tile:word}."
msgstr "{tile:word} legte {who:seat}."

msgid "a bend"
msgstr "eine Kurve"

msgid "{n} cube"
msgid_plural "{n} cubes"
msgstr[0] "{n} Würfel"
msgstr[1] "{n} Würfelchen"
"""


@pytest.fixture
def german(tmp_path: Path) -> Catalogue:
    file = tmp_path / "tabletown.po"
    file.write_text(GERMAN)
    return Catalogue("de", [file])


def test_a_catalogue_is_a_po_file_and_what_it_lacks_is_said_in_english(german: Catalogue) -> None:
    laid = Text("{who:seat} laid {tile:word}.")(who=0, tile="a bend")
    assert laid.render(["Ann"], None, german) == "eine Kurve legte Ann."
    with speaking(german):
        assert say("{n} cube", "{n} cubes", n=1) == "1 Würfel"
        assert say("{n} cube", "{n} cubes", n=3) == "3 Würfelchen"
        assert say("{x}", x=["a", "b", "c"]) == "a, b und c"
        assert say("{x:or}", x=["a", "b"]) == "a oder b"
        assert say("Nobody translated this.") == "Nobody translated this."
    assert say("{n} cube", "{n} cubes", n=3) == "3 cubes"


def test_the_pseudo_language_has_no_plain_letter_turns_parts_round_and_is_a_third_longer() -> None:
    said = pseudo("{who} laid {tile} on <b>{plot}</b>.")
    assert said.index("{plot}") < said.index("{tile}") < said.index("{who}")
    assert "<b>" in said and "laid" not in said and said.startswith("⟦")
    plain = "The quick brown fox jumps over the lazy dog."
    assert len(pseudo(plain)) >= len(plain) * 4 // 3
    assert not any(c.isascii() and c.isalpha() for c in pseudo(plain + plain.upper()))


@pytest.mark.parametrize("header", ["", "de;q=0.5, en;q=0.9", "tlh", "*;q=x, ;;", "q" * 5000, "tlh;q=-1"])
def test_an_unknown_wish_is_answered_in_english(header: str) -> None:
    assert wanted(header) == "en"
    assert speak("tlh").code == "en"


SOURCE = """
A = Text("a {n}" if x else "b", many="c")
because("id", "d " "e", "1")
say("f", "g", n=1)
Refusal("no", "h")
Text(x)
"""


def test_messages_are_found_wherever_they_stand() -> None:
    found = [("a {n}", "c"), ("b", "c"), ("d e", ""), ("f", "g"), ("h", "")]
    assert [message[1:3] for message in in_python(SOURCE)] == found
    assert [found[1] for found in in_content({"id": "x y", "name": "Fort George", "kind": "low", "n": 1})] == [
        "Fort George"
    ]
    assert [found[1:3] for found in in_page(b'{{ _("a") }}{{ ngettext("b", "c", n) }}')] == [("a", ""), ("b", "c")]
    assert [found[1:3] for found in in_script(b't("a {x}", {x}); plural("b", "c", {n})')] == [("a {x}", ""), ("b", "c")]


def test_the_template_for_translators_has_messages_of_rules_pages_and_settings() -> None:
    found = template()
    assert "{who:seat} has no move to undo." in found and "Right of Way" in found


def test_a_catalogue_brought_up_to_date_keeps_its_translations(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text('A = Text("a bend")')
    file, left = update("de", tmp_path)
    assert left == 1
    file.write_text(file.read_text().replace('msgid "a bend"\nmsgstr ""', 'msgid "a bend"\nmsgstr "eine Kurve"'))
    (tmp_path / "rules.py").write_text('A = Text("a bend")\nB = Text("{n} tile", many="{n} tiles")')
    assert update("de", tmp_path) == (file, 1)
    with speaking(Catalogue("de", [file])):
        assert say("a bend") == "eine Kurve" and say("{n} tile", "{n} tiles", n=2) == "2 tiles"
    with pytest.raises(BadOption, match="isn't a language code"):
        update("no such", tmp_path)


@pytest.mark.parametrize("again", range(2))
def test_every_test_begins_in_english(again: int) -> None:
    assert say("You") == "You"
    language.set(speak(PSEUDO))  # and leaves it set: the second run of this test would see it
