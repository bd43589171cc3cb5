import pytest

from tabletown.kernel import Text, say
from tabletown.kernel.text import Language


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{who:seat} drew a tile.", "You drew a tile."),
        ("3 points for {who:seat}.", "3 points for you."),
        ("The city is full. {who:seat} won.", "The city is full. You won."),
        ("{other:seat} gave 2 to {who:seat}.", "Bo gave 2 to you."),
    ],
)
def test_whoever_reads_a_line_is_addressed_as_you(template: str, said: str) -> None:
    assert Text(template)(who=0, other=1).render(["Ann", "Bo"], 0) == said


CUBES = Text("{who:seat} takes {n} cube.", many="{who:seat} takes {n} cubes.")


@pytest.mark.parametrize(("n", "said"), [(0, "Bo takes 0 cubes."), (1, "Bo takes 1 cube."), (2, "Bo takes 2 cubes.")])
def test_a_plural_goes_by_the_part_n(n: int, said: str) -> None:
    assert CUBES(n=n, who=1).render(["Ann", "Bo"]) == said


@pytest.mark.parametrize(
    ("template", "items", "said"),
    [
        ("{x}", [], ""),
        ("{x}", [1], "1"),
        ("{x}", [1, 4], "1 and 4"),
        ("{x}", ["a", Text("b"), "c"], "a, b and c"),
        ("{x:or}", ["a", "b", "c"], "a, b or c"),
        ("{x:,}", ["a", "b", "c"], "a, b, c"),
        ("{x:seat}", [0, 1], "You and Bo"),
    ],
)
def test_a_part_may_be_a_list(template: str, items: list[object], said: str) -> None:
    assert Text(template, {"x": items}).render(["Ann", "Bo"], 0) == said


class Shouting(Language):
    code = "shouting"
    known = {"{who:seat} laid {tile:word} on {plot}.": "ON {plot} {who:seat} LAID {tile:word}.", "a bend": "A BEND"}

    def template(self, one: str, many: str = "", n: object = 1) -> str:
        return self.known.get(one, one)


def test_the_language_is_chosen_when_it_is_shown() -> None:
    laid = Text("{who:seat} laid {tile:word} on {plot}.")(who=1, tile="a bend", plot="A1")
    assert laid.render(["Ann", "Bo"]) == "Bo laid a bend on A1."
    assert laid.render(["Ann", "Bo"], None, Shouting()) == "ON A1 Bo LAID A BEND."


def test_words_for_a_picture_are_said_at_once() -> None:
    assert say("{n} card", "{n} cards", n=2) == "2 cards"


def test_words_that_were_said_before_are_not_taken_for_others() -> None:
    for value, words in ((1, "1"), (True, "True"), (1.0, "1.0"), ("1", "1"), ([1, True], "1 and True"), ((), "")):
        assert say("{it}", it=value) == words
        assert say("{it}", it=value) == words
    assert say("{n} day", "{n} days", n=1) == "1 day" and say("{n} day", "{n} days", n=2) == "2 days"
    assert say("{a}{b}", a=1, b=2) == "12" and say("{a}{b}", b=1, a=2) == "21"
