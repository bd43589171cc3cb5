import pytest

from tabletown.kernel import Text


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
